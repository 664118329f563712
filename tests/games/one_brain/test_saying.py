"""What the board and the log of One Brain say, in every language: rules, endings, lines, tips."""

from dataclasses import replace as but
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import log
from companion.engine.deck import Doubt
from companion.engine.entry import Facts
from companion.engine.names import settle
from companion.engine.replay import GAME_OVER, replay
from companion.engine.setup import Setup
from companion.games.one_brain import words
from companion.games.one_brain.deck import CARDS, CARRIED, COLOURS, FROM_THE_RULES, Kind
from companion.games.one_brain.entries import Action, Source
from companion.games.one_brain.forms import FORMS, CardPlayedForm, ResultEnteredForm
from companion.games.one_brain.results import summary
from companion.games.one_brain.rules import Rule
from companion.games.one_brain.state import LIMIT, Ending
from companion.games.one_brain.tips import Tip, Why
from tests.games.one_brain.telling import (
    GAME,
    draws_late,
    lays,
    log_of,
    middle,
    result,
    table,
)
from tests.support.rulings import read_table
from tests.support.submitted_log import read_story

NAMES = ["Ann", "Ben"]

SLIPS = {rule: (told, said) for rule, told, said in read_table(__file__, "SLIPS")}
"""What breaks a rule: entries of which the last one does, and what is said of it in English."""

TOLD = read_table(__file__, "TOLD")
"""The entries of an attempt, and the line of each in the log; the last one has no effect."""


RESULTS = (result(True), result(True, 1), result(False), result(False, 8))
"""Each of them ends an attempt."""


def beginners() -> Setup:
    return table(2, level="beginner")


def lines(*entries: Facts) -> tuple[log.Line, ...]:
    return read_story("one-brain", *entries, level="beginner").lines


def is_said(sentence: str) -> bool:
    return sentence.strip().endswith((".", "?")) and "%" not in sentence


def test_a_broken_rule_is_said_in_a_sentence(language: str) -> None:
    assert set(SLIPS) == {*Rule, GAME_OVER}
    for rule, (told, in_english) in SLIPS.items():
        *before, slip = log_of(told)
        replayed = replay(GAME.rules, beginners(), [*before, slip])
        assert [step.result for step in replayed.steps[:-1]] == ["recorded"] * len(before)
        assert replayed.last.rules == (rule,)
        said = words.explain_breach(rule, replayed.before(len(before)), slip, NAMES)
        assert is_said(said)
        assert language != "en" or said == in_english


def test_an_ending_is_said_in_a_sentence_and_in_a_word(language: str) -> None:
    for ending in Ending:
        over = but(GAME.rules.start(beginners()), end=ending)
        assert is_said(words.explain_end(over))
        assert words.result(ending)
        assert words.result(ending) in words.describe_result(summary(over), NAMES)


def test_every_kind_of_entry_is_told(language: str) -> None:
    kinds = {entry.kind for entry in (*GAME.rules.entries, *GAME.rules.notes)}
    entries = log_of(", ".join(said for said, _ in TOLD))[:-1]
    assert {facts["kind"] for facts in (*entries, *RESULTS)} == kinds
    found = [*lines(*entries), *(line for facts in RESULTS for line in lines(facts))]
    assert [line.step.rules for line in found if line.step] == [()] * len(found)
    told = [GAME.describe_line(line, NAMES) for line in found]
    assert len(set(told)) == len(found)
    assert not [line for line in told if "%" in line]


@pytest.mark.usefixtures("english")
class TestEnglish:
    def test_every_kind_of_entry_is_told_so_a_card_with_what_it_hit(self) -> None:
        found = lines(*log_of(", ".join(said for said, _ in TOLD)))
        assert [settle(GAME.describe_line(line, NAMES)) for line in found] == [
            line for _, line in TOLD
        ]

    def test_a_result_is_told_so(self) -> None:
        told = [line for facts in RESULTS for line in lines(facts)]
        assert [GAME.describe_line(line, NAMES) for line in told] == [
            "Result: won with 0 columns",
            "Result: won with 1 column",
            "Result: lost with 7 columns",
            "Result: lost with 8 columns",
        ]
        assert [row for line in told for row in GAME.tell(line, NAMES).rows()] == [
            ("", "result: won, columns", "", 0),
            ("", "result: won, columns", "", 1),
            ("", "result: lost, columns", "", 7),
            ("", "result: lost, columns", "", 8),
        ]
        for facts, said in zip(RESULTS, ("Won", "Won", "Lost", "Lost"), strict=True):
            over = replay(GAME.rules, beginners(), [*middle(2), facts]).state
            assert words.explain_end(over) == "Only the result was entered."
            assert words.share_result(summary(over), NAMES) == f"{said}, Beginner"
            assert words.describe_length(summary(over)) == "Only the result"

    def test_a_late_card_that_nobody_could_draw_is_nobodys(self) -> None:
        [line] = lines(draws_late())
        assert list(GAME.tell(line, NAMES).rows()) == [("", "card drawn late, draw pile", 1, 26)]

    def test_an_ending_is_said_so(self) -> None:
        over = [but(GAME.rules.start(beginners()), end=ending) for ending in Ending]
        assert [
            (words.explain_end(state), words.describe_result(summary(state), NAMES))
            for state in over
        ] == [
            ("All cards are played and the draw pile is empty.", "Won, Beginner"),
            ("The middle reached 0 columns.", "Lost, Beginner"),
            ("The attempt was given up.", "Given up, Beginner"),
        ]
        start = GAME.rules.start(beginners())
        assert words.describe_result(summary(start), NAMES) == "Ann’s turn, 0 of 7"
        assert words.turn(start, NAMES) == "Ann starts"
        assert words.turn(but(start, turn=2), NAMES) == "Ann’s turn"

    def test_the_limit_is_said_until_one_more_ends_it(self) -> None:
        states = [replay(GAME.rules, beginners(), middle(columns)).state for columns in (0, 5, 6)]
        assert [words.limit(state) for state in states] == [
            *["7 columns end the attempt."] * 2, "One more column ends the attempt.",
        ]  # fmt: skip

    def test_a_table_says_what_it_calls_the_sixth_colour(self) -> None:
        assert words.name_card("sixth cat") == "cat of the sixth colour"
        assert settle(words.name_card("sixth cat", {"sixth": "orange"})) == "orange cat"
        assert settle(words.name_card("orange cat")) == "orange cat"
        assert words.name_card("blue cat", {"sixth": "orange"}) == "blue cat"

    def test_a_doubt_calls_the_sixth_colour_as_the_table_does(self) -> None:
        orange, known = {"sixth": "orange"}, {"sixth cat": "remove-colour sixth"}
        told = [
            words.explain_doubt(doubt, known, {card: choice}, orange)
            for doubt, card, choice in (
                (Doubt.ANOTHER, "sixth cat", "remove-colour blue"),
                (Doubt.ONE_TOO_MANY, "red cat", "remove-colour sixth"),
            )
        ]
        told.append(
            words.explain_doubt(
                Doubt.ANOTHER, {"red cat": "cover"}, {"red cat": "remove-colour sixth"}, orange
            )
        )
        assert list(map(settle, told)) == [
            "Orange cat was known as “Remove colour: orange”; you chose “Remove colour: blue”.",
            "There is only 1 of these: “Remove colour: orange” is already on orange cat.",
            "Red cat was known as “Cover”; you chose “Remove colour: orange”.",
        ]

    def test_of_several_cards_the_doubtful_one_is_named(self) -> None:
        taught = {"red cat": "cover", "blue duck": "cover"}
        said = words.explain_doubt(Doubt.ANOTHER, FROM_THE_RULES, taught)
        assert said == "Blue duck was known as “Donate”; you chose “Cover”."


def test_a_form_says_the_same_again() -> None:
    """A columns' box is ticked by its name, as on the page, and a card is named as in the grid."""
    laid = lays("remove-kind", columns=[1, 4], removes="cat", card={"colour": "red", "kind": "cat"})
    assert CardPlayedForm.fields({**laid, "to": None}) == {
        "kind": "card-played",
        "from": "hand",
        "action": "remove-kind",
        "columns-1": "y",
        "columns-4": "y",
        "removes": "cat",
        "card": "red cat",
        "to": None,
    }
    assert CardPlayedForm.fields({**laid, "columns": (2,)})["columns-2"] == "y"


def test_a_form_says_the_same_result_again() -> None:
    for facts, won in ((result(True, 3), "y"), (result(False), "n")):
        assert ResultEnteredForm.fields(facts) == {**facts, "won": won}


@pytest.mark.usefixtures("english")
def test_a_result_says_columns_only_where_they_were_posted() -> None:
    for posted, said in (({}, {}), ({"columns": "3"}, {"columns": 3})):
        form = ResultEnteredForm(MultiDict({"won": "y", **posted}), meta={"csrf": False})
        assert form.facts() == {"kind": "result-entered", "won": True, **said}


def test_everything_that_has_a_name_has_words(language: str) -> None:
    named: list[tuple[Any, Any]] = [
        (words.ACTIONS, Action),
        (words.SOURCES, Source),
        (words.KINDS, Kind),
        (words.COLOURS, COLOURS),
        (words.COLOURED, COLOURS),
        (words.LEVELS, LIMIT),
    ]
    for known, wanted in named:
        assert list(known) == list(wanted)
        assert len({str(word) for word in known.values()}) == len(known)
    assert len({words.describe_choice(carried) for carried in CARRIED}) == len(CARRIED)
    assert len({words.name_card(card) for card in CARDS}) == len(CARDS)
    for kind, animal in words.KINDS.items():
        assert str(animal) in words.describe_choice(f"remove-kind {kind}")


def test_a_tip_is_said_in_a_sentence(language: str) -> None:
    assert all(is_said(words.describe_tip(Tip(why, "beginner", 5))) for why in Why)


def test_what_cannot_be_read_is_said_for_what_a_page_can_get_wrong() -> None:
    fields = {name for form in FORMS for name in form.facts_of}
    assert fields <= set(words.MISTAKES)
    assert {"from", "source", "given_from", "action", "to"} <= set(words.MISTAKES)
