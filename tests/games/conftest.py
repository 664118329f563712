"""The tests of a game are found by its slug: `./test -k game-of-bluff`."""

import pytest

from companion.games import GAMES


def pytest_itemcollected(item: pytest.Item) -> None:
    for game in GAMES.values():
        if game.folder in item.path.parts:
            item.extra_keyword_matches.add(game.slug)
