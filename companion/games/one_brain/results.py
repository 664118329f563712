"""What an attempt at One Brain comes down to."""

from companion.engine.rules import Summary
from companion.games.one_brain.state import Ending, State


def summary(state: State) -> Summary:
    """The result is the cards that were still to be laid; one that is given up has none."""
    left = sum(state.hands) + sum(state.domains) + state.draw_pile
    counts = state.end is not None and state.end is not Ending.GIVEN_UP
    return Summary(
        ending=str(state.end) if state.end else None,
        turns=state.turn,
        won=state.end is Ending.WON if state.end else None,
        score=left if counts else None,
        facts={
            "level": state.setup.options["level"],
            "columns": len(state.columns),
            "limit": state.limit,
            "player": state.player,
        },
    )
