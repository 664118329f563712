"""What is said of The Game: its rules, its ends and its entries, in every language."""

from dataclasses import replace as but
from datetime import UTC, datetime

from flask import Flask

from companion.engine import log
from companion.engine.log import Written
from companion.engine.replay import GAME_OVER, replay
from companion.games.the_game import GAME, words
from companion.games.the_game.forms import FORMS
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import End, Ending, Rating, Reason
from companion.web import phone
from tests.games.the_game.telling import log_of

NAMES = ["Cas", "Ada"]
SETUP = GAME.rules.setup(NAMES, {"extreme": True, "on_fire": True})
SLIPS = """
starter-before-first-card | 47 up-1, start 1 | The game is under way: who starts can no longer
card-once | 47 up-1, 47 up-2 | 47 is already out.
card-once | 47 up-1, missed 2 up-2 47 | 47 is already out.
hand-empty | missed 8 up-1 47 | By our count, Cas holds 7 cards.
nothing-owed | 47 up-1, 48 up-1, cannot | Cas has laid enough: just end the turn.
more-than-the-deck | hold 1 98 | The deck has 98 cards: there are not that many left.
pile-direction | 47 up-1, 46 up-1 | 46 does not fit on 47 going up.
pile-direction | 47 down-1, 58 down-1 | 58 does not fit on 47 going down.
trick-forbidden | 47 up-1 no-trick, 37 up-1 | No ten back while that command is visible.
same-pile | 47 up-1 same-pile, 48 up-2 | All cards this turn must go on the same pile.
minimum | end | Cas still has to lay 2 cards.
minimum | 47 up-1 three, end | You must lay exactly three cards: ending the turn now loses the game.
skull-open | 60 down-1, 47 up-1 skull, end | The skull is not covered: ending the turn now loses
fire-open | 22 up-1, 3 up-2, end, 60 down-1, 59 down-1, end | The fire card is not covered: ending
every-card-needed | laid 2 | With commands or fire cards, every card has to be entered.
more-than-left | 47 up-1, result 98 | By our count, only 97 cards are left.
game-over | cannot, end | The game is over. Keep playing first, then enter it.
"""
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
    slips = [line.split(" | ") for line in SLIPS.strip().splitlines()]
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
            told = [words.describe_line(line, NAMES).replace("\u00a0", " ") for line in lines]
        assert len(set(told)) == len(TOLD)
        assert (told == [*TOLD.values()]) is (language == "en")


def test_what_cannot_be_read_is_said_for_every_field() -> None:
    assert set(words.MISTAKES) == {name for form in FORMS for name in form.facts_of}
    assert all(hasattr(form, name) for form in FORMS for name in form.facts_of)
