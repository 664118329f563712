"""How Game of Bluff leads to its rules: what to prepare, and what matters now."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.games.game import RuleBook
from companion.games.game_of_bluff.state import BASE_CHARACTERS, FEWEST, MOST, State
from companion.games.pad.book import relevant_at_end, share
from companion.games.pad.sheet import WHO_PLAYS
from companion.games.pad.value import TIE, Begins, Pad


def preparing(state: State) -> Iterator[str]:
    """Take white and black cards, deal, and know the limit (004:24, 004:28, 004:36)."""
    seats = state.setup.seats
    yield _("White: take 1 to %(most)s; higher ones stay in the box.", most=seats)
    yield _("Black: take Ending Emma, Shaking Sofie and Redemption Rik.")
    if others := seats - BASE_CHARACTERS:
        yield ngettext(
            "Add %(num)d of the other twelve characters without looking.",
            "Add %(num)d of the other twelve characters without looking.",
            others,
        )
    yield _("Shuffle the white cards and the black cards separately.")
    yield _("Deal everybody one white and one black card, face down.")
    yield _("Everybody looks only at their own two cards.")
    yield _("Who told a lie last? That player starts.")
    yield _("The game ends above %(limit)s points.", limit=state.limit)


def relevant(state: State) -> Iterator[str]:
    if state.end:
        yield from relevant_at_end(state)
        return
    may_end = max(state.totals) + state.playing.seats > state.limit
    if state.countdown is None:
        if not state.starter_chosen:
            yield "starter" if state.rounds else "first-starter"
        yield "a-turn"
        if may_end:
            yield "limit-passed"
        yield from ("the-round", "clock", "stays-open")
    else:
        if state.countdown:
            yield from ("last-turns", "a-turn", "ending-emma")
        else:
            yield "white-cards-once-each"
        yield "score"
        if may_end:
            yield "limit-passed"
    if may_end:
        yield "limit"
    if state.away:
        yield WHO_PLAYS


SHEET = Pad(
    seats=range(FEWEST, MOST + 1),
    steps=(),
    terms=lambda setup: State(setup=setup).terms,
    endings=(),
    begins=Begins.NOBODY,
    options=(TIE,),
)
RULE_BOOK = RuleBook(relevant, preparing, common=share(SHEET, "game-of-bluff", {}))
