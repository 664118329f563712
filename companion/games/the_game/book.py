"""How The Game leads to its rules: what to prepare, and what matters now."""

from collections.abc import Iterator

from flask_babel import gettext as _

from companion.games.game import RuleBook, lay_draw_pile
from companion.games.the_game.entries import CardsLaid, Command, ResultEntered
from companion.games.the_game.state import FIRE, End, Ending, State


def preparing(state: State) -> Iterator[str]:
    """Lay out and deal (001:3, 001:25, 001:66)."""
    setup = state.setup
    if setup.options["extreme"]:
        yield _("Use the cards of Extreme: 28 of them have a command.")
    if setup.options["on_fire"]:
        yield _("Swap 22, 33, 44, 55, 66 and 77 for the fire cards.")
    yield _("Lay out the four start cards: two 1s going up, two 100s going down.")
    yield _("Shuffle the other 98 cards, 2 to 99.")
    if setup.seats == 1:
        yield _("Deal yourself %(cards)s cards.", cards=state.full_hand)
    else:
        yield _("Deal %(cards)s cards to each of you.", cards=state.full_hand)
    yield lay_draw_pile(state.draw_pile)
    if setup.seats > 1:
        yield _("Look at your cards, then agree on who starts.")


def relevant(state: State) -> Iterator[str]:
    """None says what another one, or a command on top, takes back."""
    if state.end:
        yield from _after_the_end(state, state.end)
        return
    if not state.opened:
        yield "solo" if state.setup.seats == 1 else "starter-before-first-card"
    yield from _before_the_cards(state)
    yield from _about_the_cards(state)
    if Command.NO_TRICK not in state.active:
        yield "ten-back"
    if Command.SILENCE not in state.active and _company(state):
        yield "talking"
    if state.unseen:
        yield CardsLaid.paragraph
    if not state.opened:
        if state.setup.options["extreme"]:
            yield "extreme"
        if state.setup.options["on_fire"]:
            yield from ("on-fire", "fire-open")


def _after_the_end(state: State, end: End) -> Iterator[str]:
    """Why it is over, what that is worth, and what one can do."""
    options = state.setup.options
    yield ResultEntered.paragraph if state.result_only else str(end)
    if end.ending is Ending.STUCK and not state.result_only:
        if state.turn.played:
            yield "situations-minimum"
        if state.turn.fire:
            yield "situations-on-fire"
    yield "score"
    if end.ending is not Ending.BEATEN:
        yield "game-over"
    elif not options["expert"]:
        yield "expert"
    elif not options["smaller_hand"]:
        yield "smaller-hand"


def _before_the_cards(state: State) -> Iterator[str]:
    """What must be done in this turn, or must not, or may end the game."""
    turn = state.turn
    if 0 < state.hand < state.owed:
        yield "stuck"
        if state.setup.options["extreme"]:
            yield Command.STOP
    if state.left == state.hand:
        yield "beaten"
    if turn.skulls:
        yield Command.SKULL
    if turn.three:
        yield Command.THREE
        if state.draw_pile == 0:
            yield "situations-three"
    if len(turn.skulls) > 1 or (turn.skulls and turn.three):
        yield "situations-skull"
    if turn.fire:
        yield "fire-open"
        if state.setup.seats == 1 or state.setup.options["extreme"]:
            yield "situations-on-fire"
    yield from (
        command
        for command in (Command.SILENCE, Command.NO_TRICK, Command.SAME_PILE)
        if command in state.active
    )
    if Command.SAME_PILE in state.active and len(turn.piles) > 1:
        yield "situations-same-pile"


def _about_the_cards(state: State) -> Iterator[str]:
    """How many cards the turn needs, and what its end brings."""
    turn, pile, options = state.turn, state.draw_pile, state.setup.options
    if not turn.three:
        yield "minimum"
    if (
        options["on_fire"]
        and not turn.fire
        and any(top.card in FIRE for top in state.tops.values())
    ):
        yield "fire-open"
    if pile == 1:
        yield "situations-minimum"
    last = state.hand <= 1 and state.owed <= state.hand
    if (last or 0 in state.hands) and _company(state):
        yield "hand-empty"
    if Command.DRAW_ONE in state.active and pile:
        yield Command.DRAW_ONE
    elif pile and options["extreme"] and state.hand + turn.played < state.full_hand:
        yield "situations-draw-one"
    elif pile == 0 or (not state.owed and not turn.skulls):
        yield "drawing"


def _company(state: State) -> bool:
    return state.setup.seats > 1 and state.left > state.hand


RULE_BOOK = RuleBook(
    relevant=relevant,
    preparing=preparing,
    signs={str(command): f"c-{command}" for command in Command},
    drawings=("signs",),
)
