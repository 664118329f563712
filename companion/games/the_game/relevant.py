"""What matters now at a table of The Game, as paragraphs of its rules."""

from collections.abc import Iterator

from companion.games.the_game.entries import Command
from companion.games.the_game.state import State

RULE_OF = {
    "starter-chosen": "starter-before-first-card",
    "card-played": "pile-direction",
    "turn-ended": "drawing",
    "cannot-play": "stuck",
    "hand-corrected": "hand-corrected",
    "cards-missed": "cards-missed",
}
"""The paragraph behind each kind of entry."""


def relevant(state: State) -> Iterator[str]:
    """The anchors of the paragraphs that this table needs, the most relevant one first."""
    if state.end:
        yield state.end.reason or state.end.ending
        yield "score"
        return
    if not state.opened:
        yield "starter-before-first-card"
    if state.turn.skulls:
        yield Command.SKULL
    if state.turn.three:
        yield Command.THREE
    if state.turn.fire:
        yield "fire-open"
    yield from state.active
    yield "minimum"
    if state.draw_pile == 0:
        yield "drawing"
    yield from ("ten-back", "talking")
