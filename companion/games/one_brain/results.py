"""What an attempt at One Brain comes down to."""

from companion.engine.rules import Summary
from companion.games.one_brain.state import Ending, State


def summary(state: State) -> Summary:
    """The result is the cards that were still to be laid; one that is given up has none.

    Neither has one that was lost, where only the result was entered.
    """
    left = sum(state.hands) + sum(state.domains) + state.draw_pile
    counts = state.end is Ending.WON or (
        state.end is Ending.LIMIT_REACHED and not state.result_only
    )
    return Summary(
        ending=str(state.end) if state.end else None,
        turns=0 if state.result_only else state.turn,
        won=state.end is Ending.WON if state.end else None,
        score=(0 if state.result_only else left) if counts else None,
        result_only=state.result_only,
        facts={
            "level": state.level,
            "columns": state.columns_left,
            "limit": state.limit,
            "player": state.player,
        },
    )
