"""What a board of One Brain says besides its state."""

from typing import Any

import pytest

from companion.games.one_brain.board import board
from tests.games.one_brain.telling import ends, lays, middle
from tests.support.submitted_log import read_story

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
    story = read_story("one-brain", *entries)
    assert board(story, helped=False, deck={}, fresh=len(entries)).fresh == column
    assert board(story, helped=False, deck={}).fresh is None
