"""What the board says, in English: what is owed, undone and drawn, and why a turn is over."""

from functools import cached_property
from typing import Any

import pytest

from companion.engine.deck import Deck, Doubt
from companion.engine.log import Story
from companion.games.averages import format_average
from companion.games.the_game import words
from companion.games.the_game.board import board
from companion.games.the_game.past import Past
from companion.games.the_game.results import summary
from companion.games.the_game.state import State
from tests.games.the_game.telling import (
    cannot,
    case,
    depth,
    end,
    laid,
    late,
    missed,
    play,
    result,
    sure,
    turn,
)
from tests.support.submitted_log import Book

NAMES = ["Ann", "Ben", "Cas"]
PLAIN: dict[str, Any] = {"extreme": False, "on_fire": False}
EMPTY = "Empty hand: Ann’s turn is over."
DRAWN = "end of turn: cards drawn, draw pile"


pytestmark = pytest.mark.usefixtures("english")


class Told:
    """A game of Extreme and On Fire as its players told it."""

    def __init__(self, *entries: Any, **options: Any) -> None:
        self.entries, self.options = entries, {"extreme": True, "on_fire": True, **options}

    @cached_property
    def book(self) -> Book:
        return Book(*self.entries, **self.options)

    @cached_property
    def story(self) -> Story:
        return self.book.story

    @property
    def now(self) -> State:
        state: State = self.story.replay.state
        return state

    @property
    def passed(self) -> str:
        """What is said of the turn before this one, "" for nothing."""
        line = board(self.story, helped=False, deck={}).passed
        return plainly(words.explain_pass(line, self.now, NAMES)) if line else ""


def case_of(sentence: str, *row: object) -> Any:
    """One row of a table of tests with more columns than two: the sentence is its id."""
    return pytest.param(*row, id=sentence)


def plainly(said: str) -> str:
    return said.replace("\u00a0", " ")


SKULL, THREE = play(47, "up-1", "skull"), play(47, "up-1", "three")
SAME, DRAW_ONE = play(47, "up-1", "same-pile"), play(47, "up-1", "draw-one")
TWO = (play(60, "down-1"), play(59, "down-1"))
DUE = (play(22, "up-1"), play(3, "up-2"), end())
LAST_FEW = late(3, 2)  # Ben's turn with two cards, nothing to draw


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        case("nobody has begun", Told(), "Somebody else? Tap the name."),
        case("one alone begins", Told(players=1), "2 cards to lay."),
        case("one card lies", Told(play(47, "up-1")), "1 more card to lay."),
        case("the minimum lies", Told(*TWO), "Lay more, or end the turn."),
        case("a skull, none owed", Told(SKULL, *TWO), "Cover 47 ▲."),
        case("two skulls", Told(play(60, "down-1", "skull"), SKULL), "Cover 47 ▲; cover 60 ▼."),
        case("a three", Told(THREE), "2 more cards, exactly three in all."),
        case(
            "the third of a three",
            Told(THREE, play(60, "down-1")),
            "1 more card, exactly three in all.",
        ),
        case(
            "a skull under a three",
            Told(THREE, play(60, "down-1", "skull")),
            "1 more card, exactly three in all; cover 60 ▼.",
        ),
        case("fire due", Told(*DUE), "2 cards to lay; cover 22 ▲."),
        case("same pile", Told(SAME), "1 more card to lay; only on 47 ▲."),
        case(
            "same pile, none owed",
            Told(play(60, "down-1"), SAME),
            "Lay more, only on 47 ▲, or end the turn.",
        ),
        case(
            "all at once",
            Told(*DUE, play(60, "down-2", "three"), play(80, "down-1", "same-pile")),
            "1 more card, exactly three in all; cover 22 ▲; only on 80 ▼.",
        ),
        case("nothing to draw", Told(*LAST_FEW), "1 card to lay. The draw pile is empty."),
    ],
)
def test_all_that_the_turn_still_needs(told: Told, sentence: str) -> None:
    assert plainly(words.owed(told.now, NAMES)) == sentence


@pytest.mark.parametrize(
    ("told", "said"),
    [
        case("no card laid", Told(), "2 cards short"),
        case("nothing owed", Told(*TWO), ""),
        case("a skull", Told(SKULL, *TWO), "skull not covered"),
        case("fire due", Told(*DUE, *TWO), "fire not covered"),
        case("a skull beside fire", Told(*DUE, SKULL | {"pile": "up-2"}), "skull not covered"),
        case("a three", Told(THREE), "exactly three"),
        case("a three with a skull", Told(THREE, play(60, "down-1", "skull")), "exactly three"),
        case("same pile", Told(SAME, play(48, "up-1")), ""),
    ],
)
def test_what_ending_the_turn_would_leave_undone(told: Told, said: str) -> None:
    assert words.undone(told.now) == said


@pytest.mark.parametrize(
    ("told", "said"),
    [
        case("no command", Told(*TWO), ""),
        case("draw one", Told(DRAW_ONE, play(48, "up-2")), "draws 1 card"),
        case(
            "draw one with a full hand", Told(play(60, "down-1"), DRAW_ONE, end()), "draws 0 cards"
        ),
        case("draw one with nothing to draw", Told(*late(3, 3), DRAW_ONE), "draws 0 cards"),
    ],
)
def test_how_many_the_end_of_the_turn_draws_by_command(told: Told, said: str) -> None:
    assert words.drawing(told.now) == said


@pytest.mark.parametrize(
    ("told", "said"),
    [
        case("nothing was entered", Told(), ""),
        case("the turn goes on", Told(play(47, "up-1")), ""),
        case("a turn that somebody ended", Told(*TWO, end()), ""),
        case("a stop", Told(play(47, "up-1", "stop")), "Stop: Ann’s turn is over."),
        case("a three", Told(THREE, *TWO), "Three cards: Ann’s turn is over."),
        case(
            "a stop as third of a three",
            Told(THREE, play(60, "down-1"), play(59, "down-1", "stop")),
            "Stop: Ann’s turn is over.",
        ),
        case(
            "an empty hand",
            Told(missed(6, "down-1", 60), play(47, "up-1")),
            "Empty hand: Ann’s turn is over.",
        ),
        case(
            "a hand missed at once",
            Told(missed(7, "down-1", 60)),
            "Empty hand: Ann’s turn is over.",
        ),
        case("draw one", Told(play(60, "down-1"), DRAW_ONE, end()), "Ann drew 1 card."),
        case(
            "draw one and a stop",
            Told(DRAW_ONE, play(60, "down-1", "stop")),
            "Stop: Ann’s turn is over. Ann drew 1 card.",
        ),
        case(
            "a stop on draw one",
            Told(DRAW_ONE, play(48, "up-1", "stop")),
            "Stop: Ann’s turn is over.",
        ),
        case(
            "draw one with nothing drawn",
            Told(*(play(60, "down-1"), DRAW_ONE, end()), sure(end())),
            "",
        ),
    ],
)
def test_why_the_turn_before_is_over_and_what_was_drawn(told: Told, said: str) -> None:
    assert told.passed == said


SKULLS = {"40": "skull", "9": "skull", "20": "skull", "30": "skull"}


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            (Doubt.ANOTHER, {"47": "stop"}, "47", "skull"),
            "47 was known as “stop”; you chose “skull”.",
        ),
        (
            (Doubt.ANOTHER, {"47": "none"}, "47", "three"),
            "47 was known as “none”; you chose “exactly three”.",
        ),
        (
            (Doubt.ANOTHER, {"47": "no-trick"}, "47", "none"),
            "47 was known as “no ten back”; you chose “none”.",
        ),
        (
            (Doubt.ONE_TOO_MANY, SKULLS, "47", "skull"),
            "There are only four of each, and “skull” is already on 9, 20, 30 and 40.",
        ),
        (
            (Doubt.ONE_TOO_MANY, dict.fromkeys(map(str, range(2, 72)), "none"), "80", "none"),
            "All 70 cards without a command are already known.",
        ),
    ],
)
def test_what_is_odd_about_a_choice(asked: tuple[Doubt, Deck, str, str], sentence: str) -> None:
    doubt, known, card, choice = asked
    assert words.explain_doubt(doubt, known, {card: choice}) == sentence


def test_more_cards_than_can_carry_what_was_chosen_are_counted() -> None:
    assert [words.more_than_can_carry(cards, room) for cards, room in ((1, 0), (5, 3))] == [
        "1 number is still unknown, but only 0 more can be without a command.",
        "5 numbers are still unknown, but only 3 more can be without a command.",
    ]


def test_nothing_is_counted_of_a_game_that_goes_on() -> None:
    told = summary(Told(play(30, "up-1")).now)
    assert (told.ending, told.won, told.score) == (None, None, None)
    assert told.facts == {
        "left": 97, "rating": None, "player": 0, "broken": None, "pace": None, "jump": None
    }  # fmt: skip


@pytest.mark.parametrize(
    ("told", "turns", "pace", "jump"),
    [
        # From 1 to 20 and ten back, from 100 to 60: 9 and 40 numbers, by three cards.
        case_of("cards", (play(20, "up-1"), play(60, "down-1"), end(), play(10, "up-1"), cannot()),
                2, 1.5, 49 / 3),
        case_of("a number of cards", (turn(2), turn(3), cannot()), 3, 5 / 3, None),
        case_of("both", (play(20, "up-1"), turn(2), cannot()), 2, 1.5, None),
        case_of("no card", (cannot(),), 1, 0.0, None),
        case_of("a result", (result(12),), 0, None, None),
        case_of("a result after cards", (play(20, "up-1"), result(12)), 0, None, None),
        case_of("a result after turns", (turn(2), result(12)), 0, None, None),
    ],
)  # fmt: skip
def test_what_a_game_comes_down_to_rests_on_what_was_entered(
    told: Any, turns: int, pace: float | None, jump: float | None
) -> None:
    found = summary(Told(*told, **PLAIN).now)
    assert (found.turns, found.facts["pace"], found.facts["jump"]) == (turns, pace, jump)
    assert found.result_only == (turns == 0)


@pytest.mark.parametrize(
    ("entry", "score", "won", "rating"),
    [
        (result(0), 0, True, "beaten"),
        (result(9), 9, False, "excellent"),
        (result(12), 12, False, "played"),
        (result(12, lost=True), None, False, "lost"),
        (result(0, lost=True), None, False, "lost"),
    ],
)
def test_a_result_counts_as_it_was_entered(
    entry: Any, score: int | None, won: bool, rating: str
) -> None:
    found = summary(Told(play(20, "up-1"), entry).now)
    assert (found.score, found.won, found.facts["rating"]) == (score, won, rating)
    assert (found.facts["left"], found.facts["broken"]) == (entry["left"], None)


def test_the_cards_of_each_player_are_counted() -> None:
    told = Told(play(30, "up-1"), missed(2, "up-1", 40), end(), play(60, "down-1"))
    assert told.now.laid == (3, 1)


def test_what_could_not_be_won_any_more_is_looked_back_on() -> None:
    told = (
        *(play(88, "up-1"), play(13, "down-1"), end()),
        *(play(89, "up-2"), play(12, "down-2"), end()),
        *(play(99, "up-1"), play(98, "up-2"), end()),
        *(play(3, "down-1"), play(2, "down-2"), end()),
    )
    assert list(words.look_back(Past(Book(*told).story))) == [
        ("Cards per turn", "1.6"),
        ("Ten back", "0"),
        ("No way to win after turn 4", "90 cards left"),
    ]


def test_an_average_is_rounded_as_people_round() -> None:
    for figure, said in ((43 / 20, "2.2"), (0.25, "0.3"), (49 / 3, "16.3"), (2, "2.0")):
        assert format_average(figure) == said
    told = Book(turn(2), turn(2), turn(5), cannot())  # 9 cards in 4 turns
    assert list(words.look_back(Past(told.story))) == [("Cards per turn", "2.3")]


def test_of_turns_their_pace_is_looked_back_on_and_of_a_result_nothing() -> None:
    by_turns = Book(turn(2), turn(3), cannot())
    assert list(words.look_back(Past(by_turns.story))) == [("Cards per turn", "1.7")]
    assert list(words.look_back(Past(Book(play(20, "up-1"), result(12)).story))) == []


@pytest.mark.parametrize(
    ("told", "line", "rows"),
    [
        case_of("cards", (laid(1),), "Ann: 1 card laid", [("Ann", "cards laid", 1, 1)]),
        case_of("more cards", (play(20, "up-1"), laid(3)), "Ann: 3 cards laid",
             [("Ann", "cards laid", 3, 4)]),
        case_of("all cards", (laid(7),), "Ann: 7 cards laid",
             [("Ann", "cards laid", 7, 7), ("Ann", DRAWN, 7, 77)]),
        case_of("a turn", (turn(2), turn(3)), "Ben: 3 cards, end of turn",
             [("Ben", "cards laid", 3, 5), ("Ben", DRAWN, 3, 79)]),
        case_of("a turn of one", (sure(turn(1)),), "Ann: 1 card, end of turn",
             [("Ann", "cards laid", 1, 1), ("Ann", DRAWN, 1, 83)]),
        case_of("a turn of the whole hand", (turn(7),), "Ann: 7 cards, end of turn",
             [("Ann", "cards laid", 7, 7), ("Ann", DRAWN, 7, 77)]),
        case_of("the last turn", (*late(3, 0), turn(3)), "Ann: 3 cards, end of turn",
             [("Ann", "cards laid", 3, 98)]),
        case_of("turns from here", (depth("turns"),), "From here: Every turn", []),
        case_of("cards from here", (depth("cards"),), "From here: Every card", []),
        case_of("a result", (result(1),), "Result: 1 card left", []),
        case_of("another result", (turn(2), result(12)), "Result: 12 cards left", []),
    ],
)  # fmt: skip
def test_what_the_log_and_its_file_say(told: Any, line: str, rows: list[tuple[Any, ...]]) -> None:
    last = Told(*told, **PLAIN).story.lines[-1]
    assert words.describe_line(last, NAMES) == line
    assert list(words.export_line(last, NAMES)) == rows


def test_a_result_says_that_it_was_lost() -> None:
    last = Told(result(12, lost=True)).story.lines[-1]
    assert words.describe_line(last, NAMES) == "Result: 12 cards left, lost"


@pytest.mark.parametrize(
    ("told", "slip", "sentence"),
    [
        case_of("a turn of one", Told(**PLAIN), turn(1), "Ann still has to lay 1 card."),
        case_of("for experts", Told(expert=True, **PLAIN), turn(1),
                "Ann still has to lay 2 cards."),
        case_of("for experts, one laid", Told(play(20, "up-1"), expert=True, **PLAIN), turn(1),
                "Ann still has to lay 1 card."),
        case_of("no card", Told(**PLAIN), end(), "Ann still has to lay 2 cards."),
        case_of("a turn of too many", Told(turn(2), **PLAIN), turn(8),
                "By our count, Ben holds 7 cards."),
        case_of("too many", Told(laid(6), **PLAIN), laid(2), "By our count, Ann holds 1 card."),
        case_of("with commands", Told(), laid(2),
                "With commands or fire cards, every card has to be entered."),
        case_of("turns with commands", Told(), depth("turns"),
                "With commands or fire cards, every card has to be entered."),
        case_of("more left than there are", Told(turn(2), **PLAIN), result(97),
                "By our count, only 96 cards are left."),
        case_of("more than the last one", Told(*late(1, 0), **PLAIN), result(2),
                "By our count, only 1 card is left."),
    ],
)  # fmt: skip
def test_why_a_number_is_asked_about_or_refused(told: Told, slip: Any, sentence: str) -> None:
    [rule] = told.book.judges(slip).rules
    assert words.explain_breach(rule, told.now, slip, NAMES) == sentence


@pytest.mark.parametrize(
    ("told", "said"),
    [
        case("a turn by its number", Told(turn(2), **PLAIN), ""),
        case("the whole hand by its number", Told(turn(7), **PLAIN), EMPTY),
        case("cards that emptied the hand", Told(laid(7), **PLAIN), EMPTY),
        case("cards, then the end", Told(laid(2), end(), **PLAIN), ""),
    ],
)
def test_why_a_turn_entered_by_a_number_is_over(told: Told, said: str) -> None:
    assert told.passed == said


@pytest.mark.parametrize(
    ("told", "result", "length", "why"),
    [
        case_of("won", result(0), "Won", "Only the result", "Only the result was entered."),
        case_of("nine", result(9), "9 cards left (excellent)", "Only the result",
                "Only the result was entered."),
        case_of("twelve", result(12), "12 cards left", "Only the result",
                "Only the result was entered."),
        case_of("lost", result(12, lost=True), "12 cards left (lost)", "Only the result",
                "Only the result was entered."),
        case_of("played", cannot(), "97 cards left", "1 turn", "Ann could not play."),
    ],
)  # fmt: skip
def test_what_a_result_says_of_itself(told: Any, result: str, length: str, why: str) -> None:
    now = Told(play(20, "up-1"), told).now
    found = summary(now)
    assert words.describe_result(found, NAMES) == result
    assert words.describe_length(found) == length
    assert words.explain_end(now, NAMES) == why


def test_a_jump_names_who_laid_which_card_where() -> None:
    laid = play(30, "up-2"), play(99, "down-1"), end(), play(60, "down-2")
    jumps = Past(Book(*laid).story).costliest
    assert [plainly(words.describe_jump(jump, NAMES)) for jump in jumps] == [
        "Ben: 60 on 100, ▼ 2",
        "Ann: 30 on 1, ▲ 2",
    ]


def test_only_the_odd_one_of_several_choices_is_told() -> None:
    taught = {"46": "stop", "45": None, "47": "skull"}
    said = words.explain_doubt(Doubt.ANOTHER, {"47": "stop"}, taught)
    assert said == "47 was known as “stop”; you chose “skull”."
