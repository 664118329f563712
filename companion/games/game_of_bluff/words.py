"""What Game of Bluff says to the people at the table."""

from collections.abc import Iterator, Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.engine.entry import Facts
from companion.engine.replay import GAME_OVER
from companion.games import ranked
from companion.games.forms import RESULT
from companion.games.game_of_bluff.results import summary
from companion.games.game_of_bluff.rules import Rule
from companion.games.game_of_bluff.state import Ending, State
from companion.games.lists import join_list

describe_result = ranked.describe_result
share_result = ranked.share_result
describe_length = ranked.describe_length

NEAR = 2  # points that are a near miss of the limit

TITLE = _l("Game of Bluff")
FORGOTTEN = _l("A forgotten round")

DEPTHS = {"rounds": _l("Every round"), RESULT: _l("Only the result")}
"""How much of a game a table enters."""

MISTAKES = {
    "player": _l("There is no player in that seat: choose one of the players."),
    "cards": _l("Somebody has no white card yet."),
    "rik": _l("Only one player can hold Rik."),
    "totals": _l("Every player needs a total: a whole number, 0 or more."),
}


def explain_breach(rule: str, state: State, facts: Facts, names: Sequence[str]) -> str:
    """Why an entry is refused, in a sentence for the people at the table."""
    match rule:
        case Rule.EMMA_ONCE:
            return _("Ending Emma has already been played: the last turns are being counted.")
        case Rule.NO_COUNTDOWN:
            return _("Turns are only counted after Ending Emma is played.")
        case Rule.WHITE_CARDS_ONCE_EACH:
            return _(
                "Each white card from 1 to %(most)s can be entered only once.",
                most=state.setup.seats,
            )
        case Rule.TOTALS_EACH_SEAT:
            return str(MISTAKES["totals"])
        case _:
            assert rule == GAME_OVER, rule
            return _("The game is over. Keep playing first, then enter it.")


def lacking(cards: Sequence[int | None], names: Sequence[str]) -> str:
    """Who has no white card yet, in a sentence; "" if everybody has one."""
    without = [names[seat] for seat, card in enumerate(cards) if card is None]
    if not without:
        return ""
    return ngettext(
        "%(names)s has no white card yet.",
        "%(names)s have no white card yet.",
        len(without),
        names=join_list(without),
    )


def lacking_totals(totals: Sequence[int | None], names: Sequence[str]) -> str:
    """Whose total is missing, or is none, in a sentence; "" if all are right."""
    without = [names[seat] for seat in find_lacking(totals)]
    if not without:
        return ""
    return _(
        "Still missing: %(names)s. A total is a whole number, 0 or more.",
        names=join_list(without),
    )


def find_lacking(totals: Sequence[int | None]) -> list[int]:
    """The seats whose total is missing, or is none."""
    return [seat for seat, total in enumerate(totals) if total is None or total < 0]


def counting(state: State, names: Sequence[str]) -> str:
    """How the countdown after Ending Emma stands; only while it runs."""
    left = [names[seat] for seat in state.countdown or ()]
    if not left:
        return _("Everybody has had a last turn: show the white cards.")
    order = ", ".join(left[:3]) + ("…" if left[3:] else "")
    return ngettext(
        "Emma: %(num)d turn left (%(names)s)",
        "Emma: %(num)d turns left (%(names)s)",
        len(left),
        names=order,
    )


def explain_end(state: State, names: Sequence[str]) -> str:
    """Why the game is over, in a sentence; only for a game that is."""
    if state.result_only:
        return _("Only the result was entered.")
    if state.end is Ending.STOPPED:
        return _("Stopped early: the current totals count.")
    over = [names[seat] for seat, left in enumerate(state.to_limit) if left < 0]
    return ngettext(
        "%(names)s has more than %(limit)s points.",
        "%(names)s have more than %(limit)s points.",
        len(over),
        names=join_list(over),
        limit=state.limit,
    )


def name_winners(state: State, names: Sequence[str]) -> str:
    """Who won, in a few words; only for a game that is over."""
    return ranked.name_winners(summary(state), names)


def look_back(state: State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What there is to tell of a game that is over: what, and how much; "" for nothing."""
    points = [
        (points, names[seat], number)
        for number, played in enumerate(state.rounds, 1)
        for seat, points in enumerate(played.points)
    ]
    best, worst = min(points), max(points, key=lambda each: each[0])
    for what, (added, name, number) in ((_("Best round"), best), (_("Worst round"), worst)):
        yield (
            _("%(what)s: %(name)s, round %(number)s", what=what, name=name, number=number),
            f"+{added}",
        )
    near = [name for name, left in zip(names, state.to_limit, strict=True) if 0 <= left <= NEAR]
    if near:
        yield _("Within %(points)s points of the limit", points=NEAR), join_list(near)
    paid = sum(played.rik_paid for played in state.rounds)
    held = sum(played.rik is not None for played in state.rounds)
    yield _("Rik paid off"), _("%(paid)s of %(held)s", paid=paid, held=held)


def describe_options(options: Mapping[str, object]) -> str:
    """Bluff is always the same, but for how a tie is parted."""
    return ""


def describe_part(state: State) -> str:
    """What the log calls the part of the game that an entry belongs to."""
    return _("Round %(number)s", number=state.number)


def number_part(state: State) -> int:
    """The number of the round, from 1."""
    return state.number


def list_by_seat(numbers: object, names: Sequence[str]) -> str:
    """A number for each seat: "Ann 4, Ben 1, Cem 2"; there may be too few or too many."""
    assert isinstance(numbers, list | tuple)
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=False))
