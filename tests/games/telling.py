"""How the entries of each game of parts are read from words: of a ruling, or of a log.

`tests/games/<game>/telling.py` has `facts_of` and `FIELDS`, and what else is not usual: `log_of`,
and the `OPTIONS` with which every rule can be broken and every entry made.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from companion.engine.entry import Facts
from companion.games import GAMES
from companion.games.game import Game
from tests.games.fields import Field
from tests.support.rulings import FactsOf, read_log


def _find_telling(game: Game[Any, Any]) -> Any:
    module = f"tests.games.{game.folder}.telling"
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        said = f"write {module.replace('.', '/')}.py, whose `facts_of` makes entries of words"
        raise AssertionError(said) from missing


_TELLINGS = {slug: _find_telling(game) for slug, game in GAMES.items() if not game.scoring}
FIELDS: dict[str, tuple[Field, ...]] = {
    slug: getattr(told, "FIELDS", ()) for slug, told in _TELLINGS.items()
}
FACTS_OF: dict[str, FactsOf] = {slug: told.facts_of for slug, told in _TELLINGS.items()}
LOG_OF: dict[str, Callable[[str], list[Facts]]] = {
    slug: getattr(told, "log_of", partial(read_log, facts_of=told.facts_of))
    for slug, told in _TELLINGS.items()
}
OPTIONS: dict[str, dict[str, Any]] = {
    slug: getattr(told, "OPTIONS", {}) for slug, told in _TELLINGS.items()
}
PLAYERS = {slug: max(2, GAMES[slug].rules.seats[0]) for slug in _TELLINGS}
"""How many play where nobody says it."""
