"""Turns of which only the number of cards is entered, and what becomes of the piles then."""

from companion.engine.entry import Facts
from tests.games.the_game.telling import depth, end, turn
from tests.support.submitted_log import Book, changed, inserted


class Turns(Book):
    """A game of which whole turns are entered, two players at it."""

    def said_of(self, facts: Facts) -> tuple[str, tuple[str, ...]]:
        """What is answered, nothing being written yet, and the rules that it names."""
        verdict = self.judges(facts)
        return str(verdict.answer), verdict.rules

    @property
    def whose(self) -> tuple[int, int]:
        """Whose turn it is, and its number."""
        turn = self.state["turn"]
        return turn["player"], turn["number"]

    @property
    def counted(self) -> tuple[list[int], int]:
        """The hands, and the draw pile."""
        return self.state["hands"], self.state["draw_pile"]


def test_a_table_chooses_how_much_it_enters_and_changes_nothing_else() -> None:
    book = Turns(turn(2))
    before = book.state
    assert book.story.replay.state.depth is None
    for chosen in ("turns", "cards", "turns"):
        book.enters(depth(chosen))
        assert book.story.replay.state.depth == chosen
    assert book.state == before
    assert book.said_of(depth("result")) == ("unreadable", ())


def test_a_turn_that_is_changed_draws_and_passes_on_anew() -> None:
    book = Turns(turn(2), turn(2))
    book.enters(changed(1, turn(4)))
    assert (book.whose, book.counted, book.state["played"]) == ((0, 3), ([7, 7], 78), 6)
    assert book.said_of(changed(1, turn(1))) == ("ask", ("minimum",))
    assert book.said_of(changed(1, turn(8))) == ("refused", ("hand-empty",))
    book.enters(changed(1, end() | {"confirmed": True}) | {"confirmed": True})
    assert (book.counted, book.state["played"]) == (([7, 7], 82), 2)


def test_a_turn_that_was_forgotten_stands_before_the_next_one() -> None:
    book = Turns(turn(3))
    book.enters(inserted(1, turn(2)))
    assert book.reads == [turn(2), turn(3)]
    assert (book.whose, book.counted) == ((0, 3), ([7, 7], 79))


def test_turns_cannot_be_chosen_where_every_card_does_something() -> None:
    for option in ("extreme", "on_fire"):
        book = Turns(**{option: True})
        assert book.said_of(depth("turns")) == ("refused", ("every-card-needed",))
        assert book.said_of(depth("cards")) == ("recorded", ())
