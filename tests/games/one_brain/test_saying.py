"""What the board and the log of One Brain say, and what the rules suggest for the next attempt."""

from dataclasses import replace as but
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import log
from companion.engine.entry import Facts
from companion.engine.names import settle
from companion.engine.replay import replay
from companion.engine.setup import Setup
from companion.games.one_brain import words
from companion.games.one_brain.board import Board
from companion.games.one_brain.deck import CARDS, CARRIED, COLOURS, Kind
from companion.games.one_brain.entries import Action, Source
from companion.games.one_brain.rules import summary
from companion.games.one_brain.state import LIMIT, Ending, State
from companion.games.one_brain.tips import tip
from tests.engine.test_deck import read_deck
from tests.games.one_brain.telling import GAME, draws_late, log_of, middle, result, table
from tests.support.rulings import read_table
from tests.support.submitted_log import read_story

NAMES = ["Ann", "Ben"]
RESULT_FORM = {form.kind: form for form in GAME.pages.forms}["result-entered"]


def beginners() -> Setup:
    return table(2, level="beginner")


def lines(*entries: Facts) -> tuple[log.Line, ...]:
    return read_story("one-brain", *entries, level="beginner").lines


def is_said(sentence: str) -> bool:
    return sentence.strip().endswith((".", "?")) and "%" not in sentence


def test_an_ending_is_said_in_a_sentence_and_in_a_word(language: str) -> None:
    for ending in Ending:
        over = but(GAME.rules.start(beginners()), end=ending)
        assert is_said(words.explain_end(over))
        assert words.result(ending)
        assert words.result(ending) in words.describe_result(summary(over), NAMES)


@pytest.mark.usefixtures("english")
class TestEnglish:
    def test_a_result_is_told_so(self) -> None:
        for won, columns, told, known in (
            (True, None, "won with 0 columns", 0), (True, 1, "won with 1 column", 1),
            (False, None, "lost with 7 columns", 7), (False, 8, "lost with 8 columns", 8),
        ):  # fmt: skip
            [line] = lines(result(won, columns))
            assert GAME.describe_line(line, NAMES) == f"Result: {told}"
            row = ("", f"result: {told[:4].strip()}, columns", "", known)
            assert list(GAME.tell(line, NAMES).rows()) == [row]
            over = replay(GAME.rules, beginners(), [*middle(2), result(won, columns)]).state
            assert words.explain_end(over) == "Only the result was entered."
            said = f"{told[:4].strip().title()}, Beginner"
            assert words.share_result(summary(over), NAMES) == said
            assert GAME.describe_length(summary(over)) == "Only the result"
        [line] = lines(draws_late())  # which nobody could draw
        assert list(GAME.tell(line, NAMES).rows()) == [("", "card drawn late, draw pile", 1, 26)]

    def test_an_ending_is_said_so(self) -> None:
        start = GAME.rules.start(beginners())
        over = [but(start, end=ending) for ending in Ending]
        assert [words.explain_end(state) for state in over] == [
            "All cards are laid and the draw pile is empty.",
            "The middle reached 0 columns.",
            "You stopped before the limit.",
        ]
        results = [words.describe_result(summary(state), NAMES) for state in over]
        assert results == ["Won, Beginner", "Lost, Beginner", "Given up, Beginner"]
        assert words.describe_result(summary(start), NAMES) == "Ann’s turn, 0 of 7"
        lost = but(summary(over[1]), score=1)
        assert words.share_result(lost, NAMES) == "Lost, Beginner, 1 card left"

    def test_the_limit_is_said_until_one_more_ends_it(self) -> None:
        states = [replay(GAME.rules, beginners(), middle(columns)).state for columns in (0, 5, 6)]
        assert [words.limit(state) for state in states] == [
            *["7 columns end the attempt."] * 2, "One more column ends the attempt.",
        ]  # fmt: skip

    def test_a_table_says_what_it_calls_the_sixth_colour(self) -> None:
        assert words.DECK.name_card("sixth cat") == "cat of the sixth colour"
        assert settle(words.DECK.name_card("sixth cat", {"sixth": "orange"})) == "orange cat"
        assert settle(words.DECK.name_card("orange cat")) == "orange cat"
        assert words.DECK.name_card("blue cat", {"sixth": "orange"}) == "blue cat"

    def test_a_doubt_calls_the_sixth_colour_as_the_table_does(self) -> None:
        """And of several cards it names the doubtful one."""
        for doubt, *decks, said in read_table(__file__, "DOUBTS"):
            known, taught = map(read_deck, decks)
            found = words.DECK.explain_doubt(doubt, known, taught, {"sixth": "orange"})
            assert settle(found) == said


@pytest.mark.usefixtures("english")
def test_a_result_says_columns_only_where_they_were_posted() -> None:
    for posted, said in (({}, {}), ({"columns": "3"}, {"columns": 3})):
        form = RESULT_FORM(MultiDict({"won": "y", **posted}), meta={"csrf": False})
        assert form.facts() == {"kind": "result-entered", "won": True, **said}


def test_everything_that_has_a_name_has_words(language: str) -> None:
    for known, wanted in (
        (words.ACTIONS, Action),
        (words.SOURCES, Source),
        (words.KINDS, Kind),
        (words.COLOURS, COLOURS),
        (words.COLOURED, COLOURS),
        (words.LEVELS, LIMIT),
    ):
        assert list(known) == list(wanted)
        assert len({str(word) for word in known.values()}) == len(known)
    assert len({words.DECK.describe_choice(carried) for carried in CARRIED}) == len(CARRIED)
    assert len({words.DECK.name_card(card) for card in CARDS}) == len(CARDS)
    for kind, animal in words.KINDS.items():
        assert str(animal) in words.DECK.describe_choice(f"remove-kind {kind}")


def test_what_cannot_be_read_is_said_for_what_a_page_can_get_wrong() -> None:
    assert {name for form in GAME.pages.forms for name in form.facts_of} <= set(words.MISTAKES)
    assert {"from", "source", "given_from", "action", "to"} <= set(words.MISTAKES)


def test_the_column_that_an_entry_brought_is_fresh() -> None:
    for said, column in read_table(__file__, "FRESH"):
        story = read_story("one-brain", *log_of(said))
        fresh = Board(story, fresh=story.head).arrived
        assert str(fresh or "") == column, said
        assert Board(story).arrived is None


LOST, WON, GIVEN_UP = "limit-reached", "won", "given-up"
LEVELS = ("beginner", "advanced", "expert")


def attempt(ending: str, level: str = "advanced", hand: int = 5, seats: int = 3) -> State:
    started = GAME.rules.start(table(seats, level=level, hand=hand))
    return but(started, end=Ending(ending))


def suggested(*attempts: State) -> Any:
    """The level and the hand of the tip; None where there is none."""
    said = tip(attempts)
    return said and (said.level, said.hand)


def test_what_comes_next() -> None:
    """After attempts by their ending, level, hand and seats, a level and a hand, or nothing."""
    for said, expected in read_table(__file__, "TIPS"):
        told = [each.split() for each in said.split(", ") if each]
        attempts = (attempt(*words, int(hand), int(seats)) for *words, hand, seats in told)
        assert " ".join(map(str, suggested(*attempts) or ())) == expected, said


@pytest.mark.parametrize("ending", [LOST, WON, GIVEN_UP])
def test_what_is_suggested_can_be_played_and_after_a_failure_is_not_harder(ending: str) -> None:
    for seats in range(2, 8):
        for at, level in enumerate(LEVELS):
            for hand in range(2, min(6, len(CARDS) // seats) + 1):
                said = suggested(*[attempt(ending, level, hand, seats)] * 3)
                if said is None:
                    continue
                assert said != (level, hand)
                assert 2 <= said[1] <= min(6, len(CARDS) // seats)
                assert ending == WON or (LEVELS.index(said[0]) <= at and said[1] >= hand)


def test_why_is_said_with_each(language: str) -> None:
    won, lost = ([attempt(WON, level)] for level in ("advanced", "expert")), [attempt(LOST)]
    four = (*won, lost * 3, [attempt(LOST, "beginner")] * 3)
    said = {str(each.why) for each in map(tip, four) if each}
    assert len(said) == len(four)
    assert all(map(is_said, said))
