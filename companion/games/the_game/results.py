"""What a game of The Game comes down to."""

from companion.engine.rules import Summary
from companion.games.the_game.entries import Command
from companion.games.the_game.state import Ending, Reason, State

FIRE = "fire"
"""What stands among the commands where a fire card was left open, which is none of them."""

BREAKS = {
    Reason.SAME_PILE_STRICT: Command.SAME_PILE,
    Reason.THREE_NOT_EXACT: Command.THREE,
    Reason.THREE_CANNOT_BE_COMPLETED: Command.THREE,
    Reason.STOP_BEFORE_THIRD: Command.THREE,
    Reason.STOP_WITH_SKULL_OPEN: Command.SKULL,
    Reason.SKULL_CANNOT_BE_COVERED: Command.SKULL,
    Reason.SKULL_OPEN: Command.SKULL,
    Reason.FIRE_OPEN: FIRE,
}
"""The command that was not carried out; whoever gave up may have left either of two open."""


def summary(state: State) -> Summary:
    """A game that ends by a broken command has no result: its cards are not counted (000:77)."""
    over, broken = state.end is not None, _find_broken(state)
    return Summary(
        ending=str(state.end.ending) if state.end else None,
        turns=state.turn.number,
        won=state.end.ending is Ending.BEATEN if state.end else None,
        score=state.left if over and not broken else None,
        facts={
            "left": state.left,
            "rating": str(state.rating) if state.rating else None,
            "player": state.turn.player,
            "broken": broken,
        },
    )


def _find_broken(state: State) -> str | None:
    """The command that ended the game, if one did."""
    reason = state.end.reason if state.end else None
    if reason is None:
        return None
    if reason is Reason.GAVE_UP_WITH_COMMAND_OPEN:
        return str(Command.SKULL if state.turn.skulls else Command.THREE)
    return str(BREAKS[reason])
