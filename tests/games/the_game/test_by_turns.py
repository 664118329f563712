"""Turns of which only the number of cards is entered, and what becomes of the piles then."""

from typing import Any

import pytest

from companion.engine.entry import Facts
from companion.games import GAMES
from tests.games.the_game.telling import (
    BEATEN,
    RECORDED,
    UNREADABLE,
    Table,
    Verdict,
    asks,
    cannot,
    case,
    depth,
    end,
    holds,
    laid,
    late,
    missed,
    play,
    refuses,
    result,
    starter,
    stuck,
    sure,
    turn,
)
from tests.support.submitted_log import Book, back, changed, inserted

UNKNOWN = {"card": None, "command": None}
HIDDEN = dict.fromkeys(("up-1", "up-2", "down-1", "down-2"), UNKNOWN)


def test_cards_that_nobody_names_are_counted_and_hide_every_top() -> None:
    table = Table(play(47, "up-1"), laid(3))
    assert table["tops"] == HIDDEN
    assert (table["hands"], table["draw_pile"]) == ([3, 7], 84)
    assert (table["played"], table["left"]) == (4, 94)
    counted = table["turn"]
    assert (counted["player"], counted["played"], counted["owed"]) == (0, 4, 0)


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("as many as are held", Table(laid(7)), RECORDED),
        case("one more than are held", Table(laid(8)), refuses("hand-empty")),
        case("none is held", Table(holds(0, 0), laid(1)), refuses("hand-empty")),
        case("with commands", Table(laid(1), extreme=True), refuses("every-card-needed")),
        case("with fire", Table(laid(1), on_fire=True), refuses("every-card-needed")),
        case("confirmed", Table(sure(laid(8)), extreme=True), refuses("every-card-needed")),
        case("after the end", Table(cannot(), laid(8), extreme=True), refuses("game-over")),
        case("none at all", Table(laid(0)), UNREADABLE),
        case("the starter, once cards lie", Table(laid(2), starter(1)),
             refuses("starter-before-first-card")),
        case("the end of a turn too early", Table(laid(1), end()), asks("minimum")),
        case("with nothing to draw one is enough", Table(*late(5, 5), laid(1), end()), RECORDED),
        case("giving up with one owed", Table(laid(1), cannot()), RECORDED),
    ],
)  # fmt: skip
def test_what_can_be_said_of_a_number_of_cards(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


@pytest.mark.parametrize(
    ("entries", "verdict"),
    [
        case("below a down pile", (laid(2), end(), play(3, "up-1"), play(2, "up-2")), RECORDED),
        case("then it is known", (laid(1), play(40, "up-1"), play(39, "up-1")),
             asks("pile-direction")),
        case("the others stay unknown", (laid(1), play(40, "up-1"), play(3, "up-2")), RECORDED),
        case("until all are hidden again", (play(40, "up-1"), laid(1), play(3, "up-1")), RECORDED),
        case("missed cards make a top known", (laid(1), missed(1, "up-1", 40), play(39, "up-1")),
             asks("pile-direction")),
    ],
)  # fmt: skip
def test_any_card_fits_on_a_top_that_is_unknown(
    entries: tuple[Facts, ...], verdict: Verdict
) -> None:
    assert Table(*entries).verdict == verdict


@pytest.mark.parametrize(
    ("entries", "ending"),
    [
        case("the last of all cards", (*late(3, 0), laid(3)), BEATEN),
        case("a hand too small for the minimum", (*late(7, 1, draw=9), laid(1)), stuck()),
        case("fewer than ten are left then", (*late(4, 1, draw=3), laid(1)), stuck("excellent")),
        case("one is enough with nothing to draw", (*late(3, 1), laid(1)), None),
        case("cards and a number", (*late(3, 0), laid(2), play(47, "up-2")), BEATEN),
    ],
)
def test_a_number_of_cards_ends_the_game_as_the_cards_would(
    entries: tuple[Facts, ...], ending: Any
) -> None:
    assert Table(*entries).ending == ending


def test_an_empty_hand_ends_the_turn_by_itself() -> None:
    table = Table(laid(7))
    assert (table.whose, table["turn"]["number"]) == (1, 2)
    assert (table["hands"], table["draw_pile"]) == ([7, 7], 77)


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


def test_a_turn_is_laid_drawn_and_passed_on_in_one_entry() -> None:
    book = Turns(turn(2))
    assert (book.whose, book.counted) == ((1, 2), ([7, 7], 82))
    assert book.state["tops"] == HIDDEN
    book.enters(turn(3))
    assert (book.whose, book.counted) == ((0, 3), ([7, 7], 79))
    assert book.state["played"] == 5


def test_a_turn_below_the_minimum_is_asked_about_before_anything_is_written() -> None:
    book = Turns()
    before = book.state
    assert book.said_of(turn(1)) == ("ask", ("minimum",))
    assert (book.head, book.state) == (0, before)
    book.enters(sure(turn(1)))
    assert book.whose == (1, 2)
    assert book.state["flags"] == [{"entry": 0, "rule": "minimum"}]


def test_the_minimum_of_a_turn_is_that_of_its_draw_pile() -> None:
    expert = Turns(expert=True)
    assert expert.said_of(turn(2)) == ("ask", ("minimum",))
    assert expert.said_of(turn(3)) == ("recorded", ())
    assert Turns(*late(5, 5)).said_of(turn(1)) == ("recorded", ())
    assert Turns(*late(5, 5, draw=1)).said_of(turn(1)) == ("ask", ("minimum",))
    assert Turns(play(47, "up-1")).said_of(turn(1)) == ("recorded", ())


def test_a_turn_of_the_whole_hand_ends_once() -> None:
    book = Turns(turn(7))
    assert (book.whose, book.counted) == ((1, 2), ([7, 7], 77))
    book = Turns(*late(2, 2), turn(2))
    assert (book.whose, book.counted) == ((0, 3), ([2, 0], 0))


def test_a_turn_of_the_whole_hand_below_the_minimum_is_stuck_and_not_asked_about() -> None:
    book = Turns(*late(7, 1, draw=9))
    assert book.said_of(turn(1)) == ("recorded", ())
    book.enters(turn(1))
    assert book.state["outcome"]["ending"] == "stuck"
    assert book.state["flags"] == []


def test_a_turn_of_the_last_cards_wins() -> None:
    book = Turns(*late(3, 0), turn(3))
    assert book.state["outcome"] == {
        "ending": "beaten", "reason": None, "left": 0, "rating": "beaten",
    }  # fmt: skip


def test_a_table_chooses_how_much_it_enters_and_changes_nothing_else() -> None:
    book = Turns(turn(2))
    before = book.state
    assert book.story.replay.state.depth is None
    for chosen in ("turns", "cards", "turns"):
        book.enters(depth(chosen))
        assert book.story.replay.state.depth == chosen
    assert book.state == before
    assert book.said_of(depth("result")) == ("unreadable", ())


def test_a_turn_is_taken_back_and_restored_in_one_step() -> None:
    book = Turns(play(47, "up-1"), depth("turns"))
    before = book.state
    book.enters(turn(2))
    after = book.state
    assert book.story.undo is not None
    assert book.story.undo.place == book.head
    book.enters(back(book.head))
    assert book.state == before
    assert book.story.redo is not None
    book.enters(back(book.story.redo.place))
    assert book.state == after


def test_undo_goes_over_each_border_one_entry_at_a_time() -> None:
    entries = (play(47, "up-1"), turn(1), depth("cards"), play(48, "up-1"), depth("turns"), turn(2))
    book, states = Turns(), []
    for facts in entries:
        states.append(book.state)
        book.enters(facts)
    for state in reversed(states):
        assert book.story.undo is not None
        book.enters(back(book.story.undo.place))
        assert book.state == state
    assert book.story.undo is None


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


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        case("at once", Table(result(12)), RECORDED),
        case("after the end", Table(cannot(), result(12)), refuses("game-over")),
        case("a command, where there is none", Table(result(12, lost=True)), UNREADABLE),
        case("no command, where there is none", Table(result(12, lost=False)), UNREADABLE),
        case("nothing said of commands", Table({**result(12), "lost": None}), RECORDED),
        case("a command", Table(result(12, lost=True), extreme=True), RECORDED),
        case("a fire", Table(result(12, lost=True), on_fire=True), RECORDED),
        case("no command", Table(result(12, lost=False), extreme=True), RECORDED),
        case("and then nothing else", Table(result(12), laid(2)), refuses("game-over")),
        case("nor another one", Table(result(12), result(12)), refuses("game-over")),
    ],
)
def test_what_can_be_said_of_a_result(table: Table, verdict: Verdict) -> None:
    assert table.verdict == verdict


@pytest.mark.parametrize(
    ("table", "outcome"),
    [
        case("none left", Table(result(0)), ("beaten", 0, "beaten")),
        case("one left", Table(result(1)), ("stuck", 1, "excellent")),
        case("ten left", Table(result(10)), ("stuck", 10, "played")),
        case("all left", Table(result(98)), ("stuck", 98, "played")),
        case("a command", Table(result(9, lost=True), extreme=True), ("command-broken", 9, "lost")),
        case("no command", Table(result(0, lost=False), extreme=True), ("beaten", 0, "beaten")),
    ],
)  # fmt: skip
def test_a_result_ends_the_game(table: Table, outcome: tuple[str, int, str]) -> None:
    ending, left, rating = outcome
    assert table["outcome"] == {"ending": ending, "reason": None, "left": left, "rating": rating}
    assert table["turn"] is None


def test_a_result_leaves_the_table_as_it_was() -> None:
    entries = (play(47, "up-1"), play(48, "up-1"), end(), laid(1), play(90, "down-1"))
    before, after = Table(*entries), Table(*entries, result(7))
    for key in ("tops", "draw_pile", "hands", "played", "left", "active", "flags"):
        assert after[key] == before[key], key


def test_records_know_no_shorthand_and_no_note() -> None:
    rules = GAMES["the-game"].rules
    assert {entry.kind for entry in rules.shorthands} == {"turn-laid"}
    assert {entry.kind for entry in rules.notes} == {"depth-chosen"}
    assert rules.of_records.shorthands == rules.of_records.notes == ()
    assert rules.of_records.entries == rules.entries
