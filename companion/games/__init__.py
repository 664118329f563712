"""The shelf: every game that Companion knows, one line a game."""

from importlib.resources import files
from typing import Any

from companion.games import any_game, game_of_bluff, one_brain, the_game
from companion.games.game import Game
from companion.rulebook.book import Shelf

GAMES: dict[str, Game[Any, Any]] = {
    game.slug: game for game in (the_game.GAME, one_brain.GAME, game_of_bluff.GAME, any_game.GAME)
}

TILES: dict[str, Game[Any, Any]] = {
    tile.slug: game for game in GAMES.values() for tile in game.tiles
}
"""The game behind every tile of the shelf, in their order."""

SHELF = Shelf(
    files(__package__),
    {slug: common for slug, game in GAMES.items() if (common := game.rule_book.common)},
)
"""Their rules."""
