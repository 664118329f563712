"""What a board of One Brain says besides its state."""

from companion.games.one_brain.board import Board
from tests.games.one_brain.telling import log_of
from tests.support.rulings import read_table
from tests.support.submitted_log import read_story


def test_the_column_that_an_entry_brought_is_fresh() -> None:
    for said, column in read_table(__file__, "FRESH"):
        story = read_story("one-brain", *log_of(said))
        fresh = Board(story, fresh=story.head).arrived
        assert str(fresh or "") == column, said
        assert Board(story).arrived is None
