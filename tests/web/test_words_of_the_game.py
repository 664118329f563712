"""What is said of The Game: its rules, its ends and its entries, in every language."""

from dataclasses import replace as but
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask

from companion.engine import log
from companion.engine.log import Written
from companion.engine.replay import GAME_OVER, replay
from companion.games.the_game import GAME, words
from companion.games.the_game.forms import FORMS
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import End, Ending, Rating, Reason
from companion.web.safety import phone
from tests.games.the_game.telling import log_of

NAMES = ["Cas", "Ada"]
SETUP = GAME.rules.setup(NAMES, {"extreme": True, "on_fire": True})
SLIPS = Path(__file__).with_name("slips.txt")
"""A rule, entries of which the last one breaks it, and how that is said in English."""
TOLD = {
    "start 1": "Ada starts",
    "47 up-1": "Ada: 47 on ▲ 1",
    "48 up-1 silence": "Ada: 48 on ▲ 1, silence",
    "missed 2 up-2 50": "Ada: 2 missed cards, the last 50 on ▲ 2",
    "end": "Ada: end of turn",
    "hold 0 5": "Cas: hand corrected to 5 cards",
    "laid 2": "Cas: 2 cards laid",
    "turn 3": "Cas: 3 cards, end of turn",
    "depth turns": "From here: Every turn",
    "result 12": "Result: 12 cards left",
    "cannot": "Cas: I cannot play",
}


def test_a_broken_rule_is_said_in_a_sentence(app: Flask) -> None:
    slips = [line.split(" | ") for line in SLIPS.read_text().splitlines()]
    assert {rule for rule, *_ in slips} == {*Rule, GAME_OVER}
    for rule, said, english in slips:
        told = log_of(said)
        replayed, last = replay(GAME.rules, SETUP, told), len(told) - 1
        assert rule in replayed.last.rules
        for language in phone.LANGUAGES:
            with app.test_request_context(headers={"Cookie": f"language={language}"}):
                sentence = words.explain_breach(rule, replayed.before(last), told[-1], NAMES)
            assert sentence.startswith(english) is (language == "en"), rule
            assert (sentence[-1], "%" in sentence) == (".", False)


def test_an_ending_is_said_in_a_sentence(language: str) -> None:
    assert (set(words.RATINGS), set(words.REASONS)) == (set(Rating), set(Reason))
    endings = [End(ending, Reason.SKULL_OPEN) for ending in Ending]
    for over in endings + [End(Ending.COMMAND_BROKEN, reason) for reason in Reason]:
        said = words.explain_end(but(GAME.rules.start(SETUP), end=over), NAMES)
        assert (said[-1], "%" in said) == (".", False), (over, said)


def test_every_kind_of_entry_is_told(app: Flask) -> None:
    entries = [facts for said in TOLD for facts in log_of(said)]
    assert {facts["kind"] for facts in entries} == {entry.kind for entry in GAME.rules.known}
    written = [
        Written(place, str(place), "phone", datetime.now(UTC), 0, facts)
        for place, facts in enumerate(entries, 1)
    ]
    lines = log.read(GAME.rules, SETUP, written).lines
    for language in phone.LANGUAGES:
        with app.test_request_context(headers={"Cookie": f"language={language}"}):
            told = [GAME.describe_line(line, NAMES).replace("\u00a0", " ") for line in lines]
        assert len(set(told)) == len(TOLD)
        assert (told == [*TOLD.values()]) is (language == "en")


def test_what_cannot_be_read_is_said_for_every_field() -> None:
    assert set(words.MISTAKES) == {name for form in FORMS for name in form.facts_of}
    assert all(hasattr(form, name) for form in FORMS for name in form.facts_of)
