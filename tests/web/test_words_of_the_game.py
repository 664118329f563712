"""What is said of The Game: its rules and its entries. Catalogues have other languages."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.engine import log
from companion.engine.log import Written
from companion.engine.replay import GAME_OVER, replay
from companion.games.the_game import GAME, words
from companion.games.the_game.forms import FORMS
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import Rating, Reason
from tests.games.the_game.telling import log_of

pytestmark = pytest.mark.usefixtures("english")

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


def test_a_broken_rule_is_said_in_a_sentence() -> None:
    slips = [line.split(" | ") for line in SLIPS.read_text().splitlines()]
    assert {rule for rule, *_ in slips} == {*Rule, GAME_OVER}
    for rule, said, english in slips:
        told = log_of(said)
        replayed, last = replay(GAME.rules, SETUP, told), len(told) - 1
        assert rule in replayed.last.rules
        sentence = words.explain_breach(rule, replayed.before(last), told[-1], NAMES)
        assert (sentence.startswith(english), sentence[-1]) == (True, "."), rule


def test_every_kind_of_entry_is_told() -> None:
    entries = [facts for said in TOLD for facts in log_of(said)]
    assert {facts["kind"] for facts in entries} == {entry.kind for entry in GAME.rules.known}
    written = [
        Written(place, str(place), "phone", datetime.now(UTC), 0, facts)
        for place, facts in enumerate(entries, 1)
    ]
    lines = log.read(GAME.rules, SETUP, written).lines
    told = [words.describe_line(line, NAMES).replace("\u00a0", " ") for line in lines]
    assert told == [*TOLD.values()]


def test_there_are_words_for_every_field_rating_and_reason() -> None:
    assert set(words.MISTAKES) == {name for form in FORMS for name in form.facts_of}
    assert all(hasattr(form, name) for form in FORMS for name in form.facts_of)
    assert (set(words.RATINGS), set(words.REASONS)) == (set(Rating), set(Reason))
