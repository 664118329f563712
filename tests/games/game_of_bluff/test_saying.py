"""What the sheet and the log of Game of Bluff say, word for word in English."""

from typing import Any

import pytest

from companion.engine.log import Story
from companion.games.game_of_bluff import GAME
from companion.games.game_of_bluff.state import State
from companion.games.game_of_bluff.words import BluffWords
from companion.games.pad.sheet import summary
from companion.games.pad.words import lacking_totals
from tests.games.telling import LOG_OF
from tests.support.rulings import read_options, read_table
from tests.support.submitted_log import read_story

words = BluffWords()
NAMES = ["Cas", "Ben", "Ann"]

pytestmark = pytest.mark.usefixtures("english")


def story(said: str, players: int = 3, **options: object) -> Story:
    return read_story("game-of-bluff", *LOG_OF["game-of-bluff"](said), players=players, **options)


def after(said: str, **options: Any) -> State:
    state: State = story(said, **options).replay.state
    return state


def test_the_last_turns_are_counted_with_the_names_of_the_next_three() -> None:
    for turns, said in read_table(__file__, "COUNTING"):
        state = after(", ".join(["emma 4", *["turn"] * int(turns)]), players=5)
        assert words.counting(state, [*NAMES, "Dee", "Eva"]) == said


def test_who_has_no_card_or_no_total_is_named() -> None:
    assert words.lacking([1, 2, 3], NAMES) == lacking_totals([0, 2, 3], NAMES, 0) == ""
    assert words.lacking([1, None, 3], NAMES) == "Ben has no white card yet."
    assert words.lacking([None, 2, None], NAMES) == "Cas and Ann have no white card yet."
    assert lacking_totals([None, 2, -3], NAMES, 0) == (
        "Still missing: Cas and Ann. A total is a whole number, 0 or more."
    )


def test_how_it_ended_and_who_has_won() -> None:
    """The first stand first, also those of the last round, and others by their seats."""
    for said, options, result, why in read_table(__file__, "ENDED"):
        over = after(said, **dict(read_options(options)))
        found, (won, _, _) = summary(over), result.partition(":")
        assert words.share_result(found, NAMES) == result, said
        assert words.explain_end(over, NAMES) == why
        assert words.describe_result(found, NAMES) == words.name_winners(over, NAMES) == won
        assert ("Only" in GAME.describe_length(found)) is ("Only" in why)


def test_how_it_stands_and_what_a_file_says_of_a_result() -> None:
    running = after("1 2 3")
    assert words.describe_result(summary(running), NAMES) == "Round 2"
    assert GAME.describe_part(running) == "Round 2"
    [*_, line] = story("1 2 3, result 10 9 9").lines
    assert list(GAME.tell(line, NAMES).rows()) == [
        ("Cas", "result: total", 10, 10),
        ("Ben", "result: total", 9, 9),
        ("Ann", "result: total", 9, 9),
    ]


def test_what_there_is_to_tell_of_a_game_that_is_over() -> None:
    """To its end, in the table: of rounds that are as good it does not matter which is named."""
    for said, told in read_table(__file__, "LOOK_BACK"):
        found = "; ".join(map(": ".join, words.look_back(after(said), NAMES)))
        assert found.endswith(told), said
