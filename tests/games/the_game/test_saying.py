"""What the board says, in English: what is owed, undone and drawn, and why a turn is over."""

from typing import Any

import pytest

from companion.engine.deck import Deck, Doubt
from companion.games.averages import format_average
from companion.games.the_game import GAME, deck_words, words
from companion.games.the_game.board import board
from companion.games.the_game.past import Past
from companion.games.the_game.results import summary
from companion.games.the_game.state import State
from tests.games.the_game.telling import facts_of, log_of
from tests.support.rulings import read_table
from tests.support.submitted_log import Book

NAMES = ["Ann", "Ben", "Cas"]
PLAIN: dict[str, Any] = {"extreme": False, "on_fire": False}
DRAWN = "end of turn: cards drawn, draw pile"
WITH_COMMANDS = "With commands or fire cards, every card has to be entered."
ONLY_RESULT = "Only the result was entered."

pytestmark = pytest.mark.usefixtures("english")


def book_of(said: str, **options: Any) -> Book:
    """A game of Extreme and On Fire as its players told it."""
    return Book(*log_of(said), **{"extreme": True, "on_fire": True, **options})


def state_of(said: str, **options: Any) -> State:
    state: State = book_of(said, **options).story.replay.state
    return state


def plainly(said: str) -> str:
    return said.replace("\u00a0", " ")


TWO = "60 down-1, 59 down-1"
DUE = "22 up-1, 3 up-2, end"
SKULL, THREE = "47 up-1 skull", "47 up-1 three"

OWED = dict(read_table(__file__, "OWED"))


def test_all_that_the_turn_still_needs() -> None:
    assert {said: plainly(words.owed(state_of(said), NAMES)) for said in OWED} == OWED
    assert words.owed(state_of("", players=1), NAMES) == "2 cards to lay."


UNDONE = dict(read_table(__file__, "UNDONE"))


def test_what_ending_the_turn_would_leave_undone() -> None:
    assert {said: words.undone(state_of(said)) for said in UNDONE} == UNDONE


DRAWING = dict(read_table(__file__, "DRAWING"))


def test_how_many_the_end_of_the_turn_draws_by_command() -> None:
    assert {said: words.drawing(state_of(said)) for said in DRAWING} == DRAWING


PASSED = dict(read_table(__file__, "PASSED"))
BY_TURNS = dict(read_table(__file__, "BY_TURNS"))


def test_why_the_turn_before_is_over_and_what_was_drawn() -> None:
    for options, table in (({}, PASSED), (PLAIN, BY_TURNS)):
        for said, sentence in table.items():
            story = book_of(said, **options).story
            line = board(story, helped=False, deck={}).passed
            found = words.explain_pass(line, story.replay.state, NAMES) if line else ""
            assert plainly(found) == sentence, said


SKULLS = {"40": "skull", "9": "skull", "20": "skull", "30": "skull"}
SEVENTY = dict.fromkeys(map(str, range(2, 72)), "none")


@pytest.mark.parametrize(
    ("doubt", "known", "taught", "sentence"),
    [
        (Doubt.ANOTHER, {"47": "stop"}, {"47": "skull"},
         "47 was known as “stop”; you chose “skull”."),
        (Doubt.ANOTHER, {"47": "none"}, {"47": "three"},
         "47 was known as “none”; you chose “exactly three”."),
        (Doubt.ANOTHER, {"47": "no-trick"}, {"47": "none"},
         "47 was known as “no ten back”; you chose “none”."),
        (Doubt.ANOTHER, {"47": "stop"}, {"46": "stop", "45": None, "47": "skull"},
         "47 was known as “stop”; you chose “skull”."),
        (Doubt.ONE_TOO_MANY, SKULLS, {"47": "skull"},
         "There are only four of each, and “skull” is already on 9, 20, 30 and 40."),
        (Doubt.ONE_TOO_MANY, SEVENTY, {"80": "none"},
         "All 70 cards without a command are already known."),
    ],
)  # fmt: skip
def test_what_is_odd_about_a_choice(
    doubt: Doubt, known: Deck, taught: dict[str, str | None], sentence: str
) -> None:
    assert deck_words.explain_doubt(doubt, known, taught) == sentence


def test_more_cards_than_can_carry_what_was_chosen_are_counted() -> None:
    assert [deck_words.more_than_can_carry(cards, room) for cards, room in ((1, 0), (5, 3))] == [
        "1 number is still unknown, but only 0 more can be without a command.",
        "5 numbers are still unknown, but only 3 more can be without a command.",
    ]


def test_nothing_is_counted_of_a_game_that_goes_on() -> None:
    told = summary(state_of("30 up-1"))
    assert (told.ending, told.won, told.score) == (None, None, None)
    assert told.facts == {
        "left": 97, "rating": None, "player": 0, "broken": None, "pace": None, "jump": None
    }  # fmt: skip


# From 1 to 20 and ten back, from 100 to 60: 9 and 40 numbers, by three cards.
AVERAGES: dict[str, tuple[int, float | None, float | None]] = {
    "20 up-1, 60 down-1, end, 10 up-1, cannot": (2, 1.5, 49 / 3),
    "turn 2, turn 3, cannot": (3, 5 / 3, None),
    "20 up-1, turn 2, cannot": (2, 1.5, None),
    "cannot": (1, 0.0, None),
    "result 12": (0, None, None),
    "20 up-1, result 12": (0, None, None),
    "turn 2, result 12": (0, None, None),
}
"""The turns of a game, the cards of each and the numbers of a card, as far as they are known."""


def test_what_a_game_comes_down_to_rests_on_what_was_entered() -> None:
    for said, (turns, pace, jump) in AVERAGES.items():
        found = summary(state_of(said, **PLAIN))
        assert (found.turns, found.facts["pace"], found.facts["jump"]) == (turns, pace, jump), said
        assert found.result_only == (turns == 0)


@pytest.mark.parametrize(
    ("said", "score", "won", "rating", "result", "length", "why"),
    [
        ("result 0", 0, True, "beaten", "Won", "Only the result", ONLY_RESULT),
        ("result 9", 9, False, "excellent", "9 cards left (excellent)", "Only the result",
         ONLY_RESULT),
        ("result 12", 12, False, "played", "12 cards left", "Only the result", ONLY_RESULT),
        ("result 12 yes", None, False, "lost", "12 cards left (lost)", "Only the result",
         ONLY_RESULT),
        ("result 0 yes", None, False, "lost", "0 cards left (lost)", "Only the result",
         ONLY_RESULT),
        ("cannot", 97, False, "played", "97 cards left", "1 turn", "Ann could not play."),
    ],
)  # fmt: skip
def test_what_a_game_says_of_itself_once_it_is_over(
    said: str, score: int | None, won: bool, rating: str, result: str, length: str, why: str
) -> None:
    over = state_of(f"20 up-1, {said}")
    found = summary(over)
    assert (found.score, found.won, found.facts["rating"]) == (score, won, rating)
    assert found.facts["broken"] is None
    assert words.describe_result(found, NAMES) == result
    assert words.describe_length(found) == length
    assert words.explain_end(over, NAMES) == why


def test_the_cards_of_each_player_are_counted() -> None:
    assert state_of("30 up-1, missed 2 up-1 40, end, 60 down-1").laid == (3, 1)


def test_an_average_is_rounded_as_people_round() -> None:
    for figure, said in ((43 / 20, "2.2"), (0.25, "0.3"), (49 / 3, "16.3"), (2, "2.0")):
        assert format_average(figure) == said


NEAR_THE_ENDS = "88 up-1, 13 down-1, end, 89 up-2, 12 down-2, end"
LOOK_BACK = {
    f"{NEAR_THE_ENDS}, 99 up-1, 98 up-2, end, 3 down-1, 2 down-2, end": [
        ("Cards per turn", "1.6"),
        ("Ten back", "0"),
        ("No way to win after turn 4", "90 cards left"),
    ],
    "turn 2, turn 2, turn 5, cannot": [("Cards per turn", "2.3")],  # 9 cards in 4 turns
    "turn 2, turn 3, cannot": [("Cards per turn", "1.7")],
    "20 up-1, result 12": [],
}


def test_what_is_looked_back_on() -> None:
    for said, rows in LOOK_BACK.items():
        assert list(words.look_back(Past(book_of(said, **PLAIN).story))) == rows, said


def test_a_jump_names_who_laid_which_card_where() -> None:
    jumps = Past(book_of("30 up-2, 99 down-1, end, 60 down-2", **PLAIN).story).costliest
    assert [plainly(words.describe_jump(jump, NAMES)) for jump in jumps] == [
        "Ben: 60 on 100, ▼ 2",
        "Ann: 30 on 1, ▲ 2",
    ]


LINES: dict[str, tuple[str, list[tuple[object, ...]]]] = {
    "laid 1": ("Ann: 1 card laid", [("Ann", "cards laid", 1, 1)]),
    "20 up-1, laid 3": ("Ann: 3 cards laid", [("Ann", "cards laid", 3, 4)]),
    "laid 7": ("Ann: 7 cards laid", [("Ann", "cards laid", 7, 7), ("Ann", DRAWN, 7, 77)]),
    "turn 2, turn 3": (
        "Ben: 3 cards, end of turn", [("Ben", "cards laid", 3, 5), ("Ben", DRAWN, 3, 79)],
    ),
    "turn 1!": ("Ann: 1 card, end of turn", [("Ann", "cards laid", 1, 1), ("Ann", DRAWN, 1, 83)]),
    "turn 7": ("Ann: 7 cards, end of turn", [("Ann", "cards laid", 7, 7), ("Ann", DRAWN, 7, 77)]),
    "late 3 0, turn 3": ("Ann: 3 cards, end of turn", [("Ann", "cards laid", 3, 98)]),
    "depth turns": ("From here: Every turn", []),
    "depth cards": ("From here: Every card", []),
    "result 1": ("Result: 1 card left", []),
    "turn 2, result 12": ("Result: 12 cards left", []),
}  # fmt: skip


def test_what_the_log_and_its_file_say() -> None:
    for said, told in LINES.items():
        last = book_of(said, **PLAIN).story.lines[-1]
        assert (GAME.describe_line(last, NAMES), [*GAME.tell(last, NAMES).rows()]) == told
    lost = book_of("result 12 yes").story.lines[-1]
    assert GAME.describe_line(lost, NAMES) == "Result: 12 cards left, lost"


@pytest.mark.parametrize(
    ("before", "slip", "options", "sentence"),
    [
        ("", "turn 1", PLAIN, "Ann still has to lay 1 card."),
        ("", "turn 1", {"expert": True, **PLAIN}, "Ann still has to lay 2 cards."),
        ("20 up-1", "turn 1", {"expert": True, **PLAIN}, "Ann still has to lay 1 card."),
        ("", "end", PLAIN, "Ann still has to lay 2 cards."),
        ("turn 2", "turn 8", PLAIN, "By our count, Ben holds 7 cards."),
        ("laid 6", "laid 2", PLAIN, "By our count, Ann holds 1 card."),
        ("", "laid 2", {}, WITH_COMMANDS),
        ("", "depth turns", {}, WITH_COMMANDS),
        ("turn 2", "result 97", PLAIN, "By our count, only 96 cards are left."),
        ("late 1 0", "result 2", PLAIN, "By our count, only 1 card is left."),
        (THREE, "end", {}, "You must lay exactly three cards: ending the turn now loses the game."),
    ],
)
def test_why_it_is_asked_about_or_refused(
    before: str, slip: str, options: dict[str, Any], sentence: str
) -> None:
    book, [facts] = book_of(before, **options), facts_of(slip)
    [rule] = book.judges(facts).rules
    assert words.explain_breach(rule, book.story.replay.state, facts, NAMES) == sentence
