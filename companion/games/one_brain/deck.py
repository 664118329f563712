"""The deck of One Brain as a table comes to know it: which of the 36 cards has which action.

Its rules show six cards in their examples; nothing else of it is known, so nothing else is shipped.
A card is learned when somebody names it while it is entered.
"""

from collections.abc import Mapping
from enum import StrEnum

from companion.engine.deck import Learning
from companion.engine.log import Line, Story
from companion.games.one_brain.entries import Action

SIXTH = "sixth"
"""The colour that nobody has told us the name of; a table may call it what it is."""

COLOURS = ("blue", "green", "purple", "red", "yellow", SIXTH)


class Kind(StrEnum):
    """The six kinds, each once in every colour (seed 003)."""

    DUCK = "duck"
    DRAGON = "dragon"
    ZOMBIE = "zombie"
    FROG = "frog"
    UNICORN = "unicorn"
    CAT = "cat"


CARDS = tuple(f"{colour} {kind}" for colour in COLOURS for kind in Kind)

COPIES, REMOVERS = 6, 1  # seed 003: each action on six cards, one remover a kind and a colour
REMOVED = {Action.REMOVE_KIND: tuple(map(str, Kind)), Action.REMOVE_COLOUR: COLOURS}
CARRIED = {str(action): COPIES for action in Action if not action.removes} | {
    f"{action} {removed}": REMOVERS for action, all_of in REMOVED.items() for removed in all_of
}
"""What a card may carry: its action, and what it removes, with how many cards do."""

FROM_THE_RULES = {
    "blue duck": "donate",
    "green cat": "take-back",
    "green frog": "cover",
    "purple frog": "extra",
    "yellow unicorn": "cover",
    "blue frog": "remove-kind unicorn",
}
"""The cards of the examples; that a green frog covers follows from the column that it lies on."""


def colour_of(word: str) -> str:
    """The colour that this word means; one that is none of the five is the sixth."""
    return word if word in COLOURS else SIXTH


def card_of(said: object) -> str | None:
    """The card that an entry names, as the deck knows it; None where there is no such kind."""
    if not isinstance(said, Mapping) or said.get("kind") not in tuple(Kind):
        return None
    return f"{colour_of(str(said.get('colour')))} {said['kind']}"


def taught(story: Story) -> dict[str, str]:
    """What the named cards of this story say, taken back ones left out."""
    known: dict[str, str] = {}
    for line in story.counting:
        if "action" in line.facts:
            known |= _read_action(line)
    return known


def _read_action(line: Line) -> dict[str, str]:
    facts, action = line.facts, Action(str(line.facts["action"]))
    said: dict[str | None, object] = {card_of(facts.get("card")): str(action)}
    if action.removes:
        said = {card_of(facts.get("card")): f"{action} {facts.get('removes')}"}
    elif action is Action.EXTRA:
        said[card_of(facts.get("extra_card"))] = facts.get("extra_action")
    return {card: str(carries) for card, carries in said.items() if card and carries in CARRIED}


LEARNING = Learning(cards=CARDS, carried=CARRIED, taught=taught, given=FROM_THE_RULES)
