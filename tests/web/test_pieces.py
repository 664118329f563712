"""A board of which pieces were kept reads the same as one that is drawn anew.

Games are made up at random and played by two phones of different languages at two tables. After
each act both boards are drawn once more by a process that has drawn nothing yet.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.runtime import places
from companion.web.boards import BoardCache
from companion.web.pieces import PLACE, Pieces, PieceTag
from tests.support.random_examples import choose
from tests.web.anything import TABLES, Evening

MANY = 60  # acts: in so many a planted bug shows
ACTS = choose(few=12, many=MANY, deep=150)


@contextmanager
def nothing_drawn(app: Flask) -> Iterator[None]:
    """Another process, which has drawn no board yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(app.extensions, "boards", BoardCache())
        yield


def differs(app: Flask, kind: str, acts: int) -> str:
    """What is another board when it is drawn anew; "" for nothing, through so many acts."""
    random = Random(7)
    tables = [Evening(app, kind, random) for _ in range(2)]
    for _ in range(acts):
        for table in tables:
            table.act()
            kept = table.boards()
            with nothing_drawn(app):
                anew = table.boards()
            assert not any(PLACE in board for board in anew)
            if kept != anew:
                return f"after {table.acts} acts"
    return ""


@pytest.mark.parametrize("kind", TABLES)
def test_a_board_with_kept_pieces_reads_like_one_drawn_anew(app: Flask, kind: str) -> None:
    assert differs(app, kind, ACTS) == ""


BUGS: dict[str, tuple[str, str, str, int]] = {
    "the hand in a row": ("The Game", "the_game/hands", "loop.index0, hand,", 1),
    "whose turn it is": ("The Game", "the_game/_counts", "loop.index0, hand,", 2),
    "a pile": ("The Game", "the_game/board", "face,", 0),
    "commands in force": ("Extreme", "the_game/board", "state.active", 0),
    "what is still owed": ("The Game", "the_game/board", "undone,", 0),
    "what the deck knows": ("One Brain", "one_brain/_play", "field,", 2),
    "columns that lie": ("One Brain", "one_brain/_play", "laying.lying, action", 0),
    "the newest column": ("One Brain", "one_brain/_middle", "slot,", 1),
    "a hand of the sheet": ("One Brain", "one_brain/hands", "seat,", 1),
    "the rounds": ("Bluff", "game_of_bluff/board", "state.rounds,", 0),
    "where a round stands": ("Bluff", "game_of_bluff/board", "state.rounds,", 1),
}
"""What a piece does not look at: the kind of table, its template, how its keys begin, which one."""


def forgets(template: str, keys: str, index: int) -> Callable[..., str]:
    """The drawing of pieces with one key of one of them left out."""
    name = f"games/{template}.html"
    lines = (places.TEMPLATES / name).read_text(encoding="utf-8").splitlines()
    tags = {f"{name}:{at}" for at, line in enumerate(lines, 1) if f"{{% piece {keys}" in line}
    assert tags

    def draw(pieces: Pieces | None, key: tuple[Any, ...], caller: Callable[[], str]) -> str:
        left = (*key[: index + 1], *key[index + 2 :]) if key[0] in tags else key
        return caller() if pieces is None else pieces.draw(left, caller)

    return draw


@pytest.mark.parametrize("bug", BUGS)
def test_a_key_that_is_left_out_is_found(
    app: Flask, monkeypatch: pytest.MonkeyPatch, bug: str
) -> None:
    kind, template, keys, index = BUGS[bug]
    tag = app.jinja_env.extensions[PieceTag.identifier]
    monkeypatch.setattr(tag, "draw", forgets(template, keys, index))
    assert differs(app, kind, MANY)


def test_what_stands_around_a_log_is_found(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names of a table change between two entries."""
    monkeypatch.setattr(Pieces, "follow", lambda self, around: Pieces(None, {}, self.drawn))
    assert differs(app, "The Game", MANY)
