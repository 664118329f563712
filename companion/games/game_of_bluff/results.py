"""What a game of Bluff comes down to."""

from companion.engine.rules import Summary
from companion.games.game_of_bluff.state import State


def summary(state: State) -> Summary:
    """Points and places by seat; a game that was stopped counts as it stands."""
    return Summary(
        ending=str(state.end) if state.end else None,
        turns=0 if state.result_only else state.number,
        scores=state.totals,
        ranks=state.ranks,
        result_only=state.result_only,
    )
