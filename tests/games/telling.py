"""How the entries of each game are read from words: of a ruling, or of a log."""

from collections.abc import Callable

from companion.engine.entry import Facts
from tests.games.game_of_bluff import telling as bluff
from tests.games.one_brain import telling as brain
from tests.games.the_game import telling as the_game
from tests.support.rulings import FactsOf, read_log

FACTS_OF: dict[str, FactsOf] = {
    "the-game": the_game.facts_of,
    "one-brain": brain.facts_of,
    "game-of-bluff": bluff.facts_of,
}
LOG_OF: dict[str, Callable[[str], list[Facts]]] = {
    "the-game": the_game.log_of,
    "one-brain": brain.log_of,
    "game-of-bluff": lambda said: read_log(said, bluff.facts_of),
}
PLAYERS = {"the-game": 2, "one-brain": 2, "game-of-bluff": 3}
"""How many play where nobody says it."""
