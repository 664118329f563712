"""What Game of Bluff says to the people at the table."""

from collections.abc import Iterator, Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.engine.entry import Facts
from companion.engine.replay import GAME_OVER
from companion.games.game_of_bluff.rules import Rule
from companion.games.game_of_bluff.state import State
from companion.games.lists import join_list
from companion.games.pad import ranked
from companion.games.pad import words as sheet
from companion.games.pad.forms import NO_NUMBER

describe_result = ranked.describe_result
share_result = ranked.share_result
describe_length = ranked.describe_length
name_winners, explain_end = sheet.name_winners, sheet.explain_end

TITLE = _l("Game of Bluff")
MISTAKES = {
    "player": sheet.NO_PLAYER,
    "cards": _l("Somebody has no white card yet."),
    "rik": _l("Only one player can hold Rik."),
    "totals": sheet.NO_TOTAL,
    "begins_with": NO_NUMBER,
}


def explain_breach(rule: str, state: State, facts: Facts, names: Sequence[str]) -> str:
    """Why an entry is refused, in a sentence for the people at the table."""
    if who := sheet.explain_who_plays(rule, state, facts, names):
        return who
    match rule:
        case Rule.EMMA_ONCE:
            return _("Ending Emma has already been played: the last turns are being counted.")
        case Rule.NO_COUNTDOWN:
            return _("Turns are only counted after Ending Emma is played.")
        case Rule.WHITE_CARDS_ONCE_EACH:
            return _(
                "Each white card from 1 to %(most)s can be entered only once.",
                most=state.playing.seats,
            )
        case Rule.TOTALS_EACH_SEAT:
            return str(MISTAKES["totals"])
        case _:
            assert rule == GAME_OVER, rule
            return sheet.over()


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


def look_back(state: State, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What there is to tell of a game that is over: what, and how much; "" for nothing."""
    yield from sheet.look_back(state, names)
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
