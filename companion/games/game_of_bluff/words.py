"""What Game of Bluff says to the people at the table."""

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from companion.game import GAME_OVER, Facts
from companion.games.game_of_bluff.rules import Rule
from companion.games.game_of_bluff.state import Ending, State
from companion.log import Line

NAMES = {"game-of-bluff": _l("Game of Bluff")}

UNREADABLE = {
    "player": _l("Nobody sits there at this table."),
    "cards": _l("Somebody has no white card yet."),
    "rik": _l("One player at this table can hold Rik."),
}


def broken(rule: str, state: State, facts: Facts, names: Sequence[str]) -> str:
    """Why an entry is refused, in a sentence for the people at the table."""
    match rule:
        case Rule.EMMA_ONCE:
            return _("Ending Emma lies already: the last turns are being counted.")
        case Rule.NO_COUNTDOWN:
            return _("Turns are counted once Ending Emma lies.")
        case Rule.WHITE_CARDS_ONCE_EACH:
            return _(
                "Each white card from 1 to %(most)s goes to one player.", most=state.setup.seats
            )
        case _:
            assert rule == GAME_OVER, rule
            return _("The game is over. Play on first, then enter it.")


def lacking(cards: Sequence[int | None], names: Sequence[str]) -> str:
    """Who has no white card yet, in a sentence; "" if everybody has one."""
    without = [names[seat] for seat, card in enumerate(cards) if card is None]
    if not without:
        return ""
    return ngettext(
        "%(names)s has no white card yet.",
        "%(names)s have no white card yet.",
        len(without),
        names=", ".join(without),
    )


def counting(state: State, names: Sequence[str]) -> str:
    """How the countdown after Ending Emma stands; only while it runs."""
    left = [names[seat] for seat in state.countdown or ()]
    if not left:
        return _("All last turns are taken: show the white cards.")
    order = ", ".join(left[:3]) + ("…" if left[3:] else ".")
    return ngettext(
        "Emma: %(num)d turn to come: %(names)s",
        "Emma: %(num)d turns to come: %(names)s",
        len(left),
        names=order,
    )


def ended(state: State, names: Sequence[str]) -> str:
    """Why the game is over, in a sentence; only for a game that is."""
    if state.end is Ending.STOPPED:
        return _("Stopped: it counts as it stands.")
    over = [names[seat] for seat, left in enumerate(state.to_limit) if left < 0]
    return ngettext(
        "%(names)s has more than %(limit)s points.",
        "%(names)s have more than %(limit)s points.",
        len(over),
        names=", ".join(over),
        limit=state.limit,
    )


def won(state: State, names: Sequence[str]) -> str:
    """Who won, in a few words; only for a game that is over."""
    winners = [names[seat] for seat in state.winners]
    return ngettext(
        "%(names)s wins", "%(names)s share the win", len(winners), names=", ".join(winners)
    )


def standing(state: State, names: Sequence[str]) -> str:
    """How a game stands, in a few words: the round, or who won."""
    if state.end is not None:
        return won(state, names)
    return _("Round %(number)s", number=state.number)


def chapter(state: State) -> str:
    """What the log calls the part of the game that an entry belongs to."""
    return _("Round %(number)s", number=state.number)


def told(line: Line, names: Sequence[str]) -> str:
    """One line of the log in plain words: "Ann 4, Ben 1, Cem 2"."""
    facts = line.facts
    match line.kind:
        case "starter-chosen":
            return _("%(name)s starts", name=names[int(str(facts["player"]))])
        case "emma-played":
            return _("%(name)s plays Ending Emma", name=names[int(str(facts["player"]))])
        case "turn-taken":
            left = line.before.countdown or ()
            return _("%(name)s: last turn", name=names[left[0]] if left else "?")
        case "round-scored":
            return _round_told(facts, names)
        case _:
            assert line.kind == "game-stopped", line.kind
            return _("The game is stopped")


def _round_told(facts: Facts, names: Sequence[str]) -> str:
    cards = facts["cards"]
    assert isinstance(cards, list | tuple)
    said = ", ".join(f"{name} {card}" for name, card in zip(names, cards, strict=False))
    if facts.get("rik") is None:
        return said
    return _("%(cards)s; Rik: %(name)s", cards=said, name=names[int(str(facts["rik"]))])
