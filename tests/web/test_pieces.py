"""A board of which pieces were kept reads the same as one that is drawn anew.

Games are made up at random and played by two phones of different languages at two tables. After
each act both boards are drawn once more by a process that has drawn nothing yet.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from flask import Flask

from companion.web.boards import BoardCache
from companion.web.pieces import PLACE
from tests.support.random_examples import choose
from tests.web.anything import TABLES, Evening

ACTS = choose(few=12, many=60, deep=150)


@contextmanager
def nothing_drawn(app: Flask) -> Iterator[None]:
    """Another process, which has drawn no board yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(app.extensions, "boards", BoardCache())
        yield


@pytest.mark.parametrize("kind", TABLES)
def test_a_board_with_kept_pieces_reads_like_one_drawn_anew(app: Flask, kind: str) -> None:
    random = Random(7)
    tables = [Evening(app, kind, random) for _ in range(2)]
    for _ in range(ACTS):
        for table in tables:
            table.act()
            kept = table.boards()
            with nothing_drawn(app):
                anew = table.boards()
            assert not any(PLACE in board for board in anew)
            assert kept == anew, f"after {table.acts} acts"
