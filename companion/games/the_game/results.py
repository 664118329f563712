"""What a game of The Game comes down to."""

from companion.engine.rules import Summary
from companion.games.the_game.entries import Command, Pile
from companion.games.the_game.state import START_DOWN, START_UP, Ending, Rating, Reason, State

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
    """A game that ends by a broken command has no result: its cards are not counted (000:77).

    Of its facts, `pace` is cards a turn, for a game whose turns were entered, and `jump` the
    numbers that a card passes over on its pile, itself included, for one whose cards were.
    """
    return Summary(
        ending=str(state.end.ending) if state.end else None,
        turns=0 if state.result_only else state.turn.number,
        won=state.end.ending is Ending.BEATEN if state.end else None,
        score=state.left_over if state.rating not in (None, Rating.LOST) else None,
        result_only=state.result_only,
        facts={
            "left": state.left_over,
            "rating": str(state.rating) if state.rating else None,
            "player": state.player,
            "broken": _find_broken(state),
            "pace": state.pace if state.end else None,
            "jump": _average_jump(state),
        },
    )


def _average_jump(state: State) -> float | None:
    """Numbers that a card passes over, on average; None where not all are known."""
    if state.end is None or state.result_only or state.unseen or not state.played:
        return None
    passed = 0
    for pile, top in state.tops.items():
        assert top.card is not None  # all cards were entered
        passed += top.card - START_UP if Pile(pile).up else START_DOWN - top.card
    return passed / state.played


def _find_broken(state: State) -> str | None:
    reason = state.end.reason if state.end else None
    if reason is None:
        return None
    if reason is Reason.GAVE_UP_WITH_COMMAND_OPEN:
        return str(Command.SKULL if state.turn.skulls else Command.THREE)
    return str(BREAKS[reason])
