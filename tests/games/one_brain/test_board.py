"""What a board of One Brain says besides its state."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.engine import log
from companion.engine.log import Written
from companion.games.one_brain.board import board
from tests.games.one_brain.telling import GAME, ends, lays, middle, table

EXTRA = lays("extra", extra_from="hand")


@pytest.mark.parametrize(
    ("entries", "column"),
    [
        ([lays("remove-kind")], 1),
        ([*middle(1), EXTRA], 3),
        ([*middle(2), lays("cover", column=1)], 1),
        ([lays("cover")], 1),
        ([lays("remove-kind", columns=[1])], None),
        ([lays("remove-kind"), ends()], None),
    ],
)
def test_the_column_that_an_entry_brought_is_fresh(
    entries: list[dict[str, Any]], column: int | None
) -> None:
    now = datetime.now(UTC)
    written = [Written(n, str(n), "phone", now, 0, facts) for n, facts in enumerate(entries, 1)]
    story = log.read(GAME.rules, table(2), written)
    assert board(story, helped=False, deck={}, fresh=len(written)).fresh == column
    assert board(story, helped=False, deck={}).fresh is None
