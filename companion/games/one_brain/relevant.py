"""What matters now in an attempt of One Brain, as paragraphs of its rules."""

from collections.abc import Iterator

from companion.games.one_brain.state import Phase, State

RULE_OF = {
    "starter-chosen": "starter-before-first-card",
    "card-played": "actions",
    "card-drawn": "drawing",
    "turn-ended": "drawing",
    "late-card-drawn": "too-late-to-draw",
    "cards-corrected": "no-such-card",
    "attempt-given-up": "given-up",
    "discard-looked-at": "one-look",
}
"""The paragraph behind each kind of entry."""


def relevant(state: State) -> Iterator[str]:
    """The anchors of the paragraphs that this table needs, the most relevant one first."""
    if state.end:
        yield state.end
        yield "attempts"
        return
    if not state.opened:
        yield "starter-before-first-card"
    if state.must_draw or state.phase is Phase.DRAW:
        yield "drawing"
    yield "levels"
    if state.phase is Phase.PLAY:
        yield "actions"
    yield "talking"
