"""What the board says, in English: what is owed, undone and drawn, and why a turn is over."""

from dataclasses import replace as but
from typing import Any

import pytest

from companion.engine.deck import Deck, Doubt
from companion.games.averages import format_average
from companion.games.the_game import words
from companion.games.the_game.board import board
from companion.games.the_game.forms import FORMS
from companion.games.the_game.past import Past
from companion.games.the_game.results import summary
from companion.games.the_game.state import End, Ending, Rating, Reason, State
from tests.games.the_game.telling import facts_of, log_of
from tests.support.rulings import printed, read_options, read_table, read_word
from tests.support.submitted_log import Book

NAMES = ["Ann", "Ben", "Cas"]
PLAIN: dict[str, Any] = {"extreme": False, "on_fire": False}

pytestmark = pytest.mark.usefixtures("english")


def book_of(said: str, **options: Any) -> Book:
    """A game of Extreme and On Fire as its players told it."""
    return Book(*log_of(said), **{"extreme": True, "on_fire": True, **options})


def state_of(said: str, **options: Any) -> State:
    state: State = book_of(said, **options).story.replay.state
    return state


def plainly(said: str) -> str:
    return said.replace("\u00a0", " ")


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
    assert words.explain_doubt(doubt, known, taught) == sentence


def test_more_cards_than_can_carry_what_was_chosen_are_counted() -> None:
    assert [words.more_than_can_carry(cards, room) for cards, room in ((1, 0), (5, 3))] == [
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


def test_what_a_game_says_of_itself_once_it_is_over() -> None:
    for said, counts, rating, *sentences in read_table(__file__, "ENDED"):
        over = state_of(f"20 up-1, {said}")
        found = summary(over)
        assert (printed([found.score, found.won]), found.facts["rating"]) == (counts, rating), said
        assert found.facts["broken"] is None
        assert sentences == [
            words.describe_result(found, NAMES),
            words.describe_length(found),
            words.explain_end(over, NAMES),
        ]


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


def test_what_the_log_and_its_file_say() -> None:
    for said, told, rows in read_table(__file__, "LINES"):
        last = book_of(said, **PLAIN).story.lines[-1]
        assert words.describe_line(last, NAMES) == told
        found = ("{}: {}: {}: {}".format(*row) for row in words.export_line(last, NAMES))
        assert "; ".join(found) == rows, said
    lost = book_of("result 12 yes").story.lines[-1]
    assert words.describe_line(lost, NAMES) == "Result: 12 cards left, lost"


def test_why_it_is_asked_about_or_refused() -> None:
    for before, slip, options, sentence in read_table(__file__, "BREACHES"):
        given = {name: read_word(value or "yes") for name, value in read_options(options)}
        book, [facts] = book_of(before, **given), facts_of(slip)
        [rule] = book.judges(facts).rules
        assert words.explain_breach(rule, book.story.replay.state, facts, NAMES) == sentence


def test_an_ending_is_said_in_a_sentence(language: str) -> None:
    assert (set(words.RATINGS), set(words.REASONS)) == (set(Rating), set(Reason))
    endings = [End(ending, Reason.SKULL_OPEN) for ending in Ending]
    for over in endings + [End(Ending.COMMAND_BROKEN, reason) for reason in Reason]:
        said = words.explain_end(but(state_of(""), end=over), NAMES)
        assert (said[-1], "%" in said) == (".", False), (over, said)


def test_what_cannot_be_read_is_said_for_every_field() -> None:
    assert set(words.MISTAKES) == {name for form in FORMS for name in form.facts_of}
    assert all(hasattr(form, name) for form in FORMS for name in form.facts_of)
