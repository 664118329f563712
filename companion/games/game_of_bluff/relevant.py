"""What matters now in a game of Bluff, as paragraphs of its rules."""

from collections.abc import Iterator

from companion.games.game_of_bluff.state import State
from companion.games.pad.relevant import relevant_at_end
from companion.games.pad.sheet import WHO_PLAYS


def relevant(state: State) -> Iterator[str]:
    """The anchors of the paragraphs that this table needs, the most relevant one first."""
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
