"""What matters now on a score pad, as paragraphs of its page."""

from collections.abc import Iterator, Mapping

from companion.games.pad.leaving import WHO_PLAYS, PlayerJoined, PlayerLeft
from companion.games.pad.rules import Rule
from companion.games.pad.sheet import Sheet
from companion.games.pad.state import State
from companion.games.pad.value import Begins, Ending, Pad

LEAVING = {PlayerLeft.kind: WHO_PLAYS, PlayerJoined.kind: WHO_PLAYS}
RESULT_ONLY = "result-only"
"""The paragraph about entering nothing but how a game ended."""


def rule_of(pad: Pad) -> Mapping[str, str]:
    """The paragraph behind each kind of entry."""
    told = {step.kind: "a-round" for step in pad.steps}
    if pad.begins is not Begins.NOBODY:
        told["starter-chosen"] = "starter"
    if pad.rest is not None:
        told["round-closed"] = "the-others"
    return {**told, **LEAVING, "game-stopped": Ending.STOPPED, "result-entered": RESULT_ONLY}


def relevant_at_end(state: Sheet) -> Iterator[str]:
    """The paragraphs of a game that is over."""
    if state.result_only:
        yield RESULT_ONLY
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
    yield "a-round"
    if state.away:
        yield WHO_PLAYS
    if state.pad.rest is not None and state.open:
        yield "the-others"
    if state.open and len(state.rounds) > 1:
        yield Rule.ROUND_NOT_BEGUN
    ends = [end for end in state.pad.endings if end is not Ending.STOPPED]
    if state.terms.limit is not None:
        yield from (end for end in ends if end is state.terms.over_by_limit)
    if state.terms.rounds is not None:
        yield Ending.ROUNDS_PLAYED
    yield Ending.STOPPED
