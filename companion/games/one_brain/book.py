"""How One Brain leads to its rules: what to prepare, and what matters now."""

from collections.abc import Iterator

from flask_babel import gettext as _

from companion.games.game import RuleBook, lay_draw_pile
from companion.games.one_brain.entries import Action, ResultEntered
from companion.games.one_brain.state import Phase, State

FILLS_A_DOMAIN = (Action.DONATE, Action.TAKE_BACK)
"""The actions after which a card lies open in front of somebody."""


def preparing(state: State) -> Iterator[str]:
    """Deal, and leave room for the columns (003:107, 003:116, 003:136)."""
    cards = state.hand
    yield _("Shuffle all 36 cards.")
    if state.solo:
        yield _("Deal %(cards)s cards to yourself, face up: they are your domain.", cards=cards)
        yield _("Deal %(cards)s cards to the dummy across from you, face up too.", cards=cards)
    else:
        yield _("Deal %(cards)s cards to each of you.", cards=cards)
    if state.draw_pile:
        yield lay_draw_pile(state.draw_pile)
    else:
        yield _("All cards are dealt: there is no draw pile.")
    yield _("Leave room in the middle: %(limit)s columns end the attempt.", limit=state.limit)
    if not state.solo:
        yield _(
            "Draw lots to see who starts. In later attempts, whoever laid the last card starts."
        )


def relevant(state: State) -> Iterator[str]:
    if state.end:
        if state.result_only:
            yield ResultEntered.paragraph
        yield from (state.end, "attempts")
        if not state.solo:
            yield "talking"
        yield "game-over"
        return
    if not state.opened:
        yield "solo" if state.solo else "starter-before-first-card"
        yield from ("levels", "a-turn")
    if state.phase is Phase.DRAW:
        yield from _after_laying(state)
    elif state.count_cards(state.player):
        yield from _laying(state)
    else:
        yield from _without_cards(state)
    if not state.draw_pile:
        yield "won"
    if state.opened:
        yield "levels"
    if state.beginners and state.discarded and not state.looked:
        yield "one-look"
    if not state.solo:
        yield "talking"


def _laying(state: State) -> Iterator[str]:
    """Somebody lays a card: all actions, those that can be carried out first."""
    if state.near:
        yield "limit-reached"
    yield "actions"
    yield from sorted(Action, key=lambda action: not state.hits(action))
    if state.solo:
        if state.opened:
            yield "solo"
    elif state.domains[state.player]:
        yield "domain"
    if state.late is not None and state.draw_pile:
        yield "too-late-to-draw"


def _after_laying(state: State) -> Iterator[str]:
    """The card lies: drawing, then what its action was."""
    yield _drawing(state)
    if state.solo:
        yield "solo"
    if state.laid is not None:
        yield state.laid
        if state.laid.removes:
            yield "discard-pile"
    if state.laid in FILLS_A_DOMAIN and not state.solo:
        yield "domain"
    if state.near:
        yield "limit-reached"


def _without_cards(state: State) -> Iterator[str]:
    """Somebody has nothing to lay, and may only draw."""
    if state.must_draw:
        yield from ("must-draw", "no-cards")
    else:
        yield from ("no-cards", _drawing(state))
    if state.solo and state.opened:
        yield "solo"


def _drawing(state: State) -> str:
    if state.must_draw:
        return "must-draw"
    return "drawing" if state.draw_pile else "draw-pile-empty"


RULE_BOOK = RuleBook(
    relevant=relevant,
    preparing=preparing,
    signs={str(action): f"a-{action}" for action in Action},
    examples={str(action): f"x-{action}" for action in Action},
    drawings=("brain", "examples"),
)
