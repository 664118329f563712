"""What matters now on a score pad, as paragraphs of its page."""

from collections.abc import Iterator

from companion.games.pad.entries import NumberEntered, ResultEntered, RoundClosed
from companion.games.pad.rules import Rule
from companion.games.pad.sheet import Sheet
from companion.games.pad.state import State
from companion.games.pad.value import Ending


def relevant_at_end(state: Sheet) -> Iterator[str]:
    """The paragraphs of a game that is over."""
    if state.result_only:
        yield ResultEntered.paragraph
    yield str(state.end)
    shared = len(set(state.ranks)) < len(state.ranks)
    if (state.rows or state.result_only) and (shared or len(state.leaders) > 1):
        yield "ties"
    yield "game-over"


def relevant(state: State) -> Iterator[str]:
    """The anchors of the paragraphs that this table needs, the most relevant one first."""
    if state.end:
        yield from relevant_at_end(state)
        return
    yield NumberEntered.paragraph
    if state.plays_on:
        yield "ties"
    if state.away:
        yield Rule.WHO_PLAYS
    if state.pad.rest is not None and state.open:
        yield RoundClosed.paragraph
    if state.open and len(state.rounds) > 1:
        yield Rule.ROUND_NOT_BEGUN
    ends = [end for end in state.pad.endings if end is not Ending.STOPPED]
    if state.terms.limit is not None:
        yield from (end for end in ends if end is state.terms.over_by_limit)
    if state.terms.rounds is not None:
        yield Ending.ROUNDS_PLAYED
    yield Ending.STOPPED
