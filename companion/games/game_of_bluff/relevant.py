"""What matters now in a game of Bluff, as paragraphs of its rules."""

from collections.abc import Iterator

from companion.games.game_of_bluff.state import State

RESULT_ONLY = "result-only"
"""The paragraph about entering nothing but how a game ended."""

RULE_OF = {
    "starter-chosen": "starter",
    "emma-played": "ending-emma",
    "turn-taken": "last-turns",
    "round-scored": "score",
    "game-stopped": "stopped",
    "result-entered": RESULT_ONLY,
}
"""The paragraph behind each kind of entry."""


def relevant(state: State) -> Iterator[str]:
    """The anchors of the paragraphs that this table needs, the most relevant one first."""
    if state.end:
        if state.result_only:
            yield RESULT_ONLY
        yield state.end
        shared = len(set(state.ranks)) < len(state.ranks)
        if (state.rounds or state.result_only) and (shared or len(state.leaders) > 1):
            yield "ties"
        yield "game-over"
        return
    may_end = max(state.totals) + state.setup.seats > state.limit
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
