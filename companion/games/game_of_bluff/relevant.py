"""What matters now in a game of Bluff, as paragraphs of its rules."""

from collections.abc import Iterator

from companion.games.game_of_bluff.state import State

RULE_OF = {
    "starter-chosen": "starter",
    "emma-played": "ending-emma",
    "turn-taken": "last-turns",
    "round-scored": "score",
    "game-stopped": "stopped",
}
"""The paragraph behind each kind of entry."""


def relevant(state: State) -> Iterator[str]:
    """The anchors of the paragraphs that this table needs, the most relevant one first."""
    if state.end:
        yield state.end
        if len(state.leaders) > 1:
            yield "ties"
        return
    if state.countdown is not None:
        yield "last-turns" if state.countdown else "white-cards-once-each"
    elif not state.rounds:
        yield "first-starter"
    yield "a-turn"
    yield "limit"
