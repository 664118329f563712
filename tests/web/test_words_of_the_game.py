"""What is said of The Game: its rules, its ends and its entries, in every language."""

from contextlib import AbstractContextManager
from dataclasses import replace as but
from datetime import UTC, datetime

from flask import Flask

from companion.engine import log
from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.replay import GAME_OVER, replay
from companion.games.the_game import GAME, words
from companion.games.the_game.entries import Command
from companion.games.the_game.forms import FORMS
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import End, Ending, Rating, Reason
from companion.rulebook.book import rulebook
from companion.web import phone
from tests.games.the_game.telling import (
    cannot,
    depth,
    end,
    holds,
    laid,
    missed,
    play,
    result,
    starter,
    turn,
)

NAMES = ["Cas", "Ada"]
SETUP = GAME.rules.setup(NAMES, {"extreme": True, "on_fire": True})
SLIPS: tuple[tuple[str, list[Facts], str], ...] = (
    (Rule.STARTER_BEFORE_FIRST_CARD, [play(47, "up-1"), starter(1)],
        "The game is under way: who starts can no longer change."),
    (Rule.CARD_ONCE, [play(47, "up-1"), play(47, "up-2")], "47 is already out."),
    (Rule.CARD_ONCE, [play(47, "up-1"), missed(2, "up-2", 47)], "47 is already out."),
    (Rule.HAND_EMPTY, [missed(8, "up-1", 47)], "By our count, Cas holds 7 cards."),
    (Rule.NOTHING_OWED, [play(47, "up-1"), play(48, "up-1"), cannot()],
        "Cas has laid enough: just end the turn."),
    (Rule.MORE_THAN_THE_DECK, [holds(1, 98)],
        "The deck has 98 cards: there are not that many left."),
    (Rule.PILE_DIRECTION, [play(47, "up-1"), play(46, "up-1")], "46 does not fit on 47 going up."),
    (Rule.PILE_DIRECTION, [play(47, "down-1"), play(58, "down-1")],
        "58 does not fit on 47 going down."),
    (Rule.TRICK_FORBIDDEN, [play(47, "up-1", "no-trick"), play(37, "up-1")],
        "No ten back while that command is visible."),
    (Rule.SAME_PILE, [play(47, "up-1", "same-pile"), play(48, "up-2")],
        "All cards this turn must go on the same pile."),
    (Rule.MINIMUM, [end()], "Cas still has to lay 2 cards."),
    (Rule.MINIMUM, [play(47, "up-1", "three"), end()],
        "You must lay exactly three cards: ending the turn now loses the game."),
    (Rule.SKULL_OPEN, [play(60, "down-1"), play(47, "up-1", "skull"), end()],
        "The skull is not covered: ending the turn now loses the game."),
    (Rule.FIRE_OPEN, [play(22, "up-1"), play(23, "up-2"), end(), play(60, "down-1"),
        play(59, "down-1"), end()],
        "The fire card is not covered: ending the turn now loses the game."),
    (Rule.EVERY_CARD_NEEDED, [laid(2)],
        "With commands or fire cards, every card has to be entered."),
    (Rule.MORE_THAN_LEFT, [play(47, "up-1"), result(98)], "By our count, only 97 cards are left."),
    (GAME_OVER, [cannot(), end()], "The game is over. Keep playing first, then enter it."),
)  # fmt: skip
"""What breaks a rule: entries of which the last one does, and what is said of it in English."""

TOLD = (
    *(
        starter(1),
        play(47, "up-1"),
        play(48, "up-1", "silence"),
        missed(2, "up-2", 50),
        end(),
        holds(0, 5),
    ),
    *(laid(2), turn(3), depth("turns"), result(12), cannot()),
)


TOLD_IN_ENGLISH = [
    "Ada starts",
    "Ada: 47 on ▲ 1",
    "Ada: 48 on ▲ 1, silence",
    "Ada: 2 missed cards, the last 50 on ▲ 2",
    "Ada: end of turn",
    "Cas: hand corrected to 5 cards",
    "Cas: 2 cards laid",
    "Cas: 3 cards, end of turn",
    "From here: Every turn",
    "Result: 12 cards left",
    "Cas: I cannot play",
]


def telling(app: Flask, language: str) -> AbstractContextManager[object]:
    """In here this language is spoken."""
    return app.test_request_context(headers={"Cookie": f"language={language}"})


class TestTheGame:
    def test_a_broken_rule_is_said_in_a_sentence(self, app: Flask) -> None:
        assert {rule for rule, *_ in SLIPS} == {*Rule, GAME_OVER}
        for rule, told, sentence in SLIPS:
            *before, slip = told
            replayed = replay(GAME.rules, SETUP, told)
            assert [step.result for step in replayed.steps[:-1]] == ["recorded"] * len(before)
            assert rule in replayed.last.rules
            for language in phone.LANGUAGES:
                with telling(app, language):
                    state = replayed.before(len(before))
                    said = words.explain_breach(rule, state, slip, NAMES)
                assert (said == sentence) is (language == "en"), rule
                assert said.endswith(".")
                assert "%" not in said

    def test_an_ending_is_said_in_a_sentence(self, language: str) -> None:
        assert set(words.RATINGS) == set(Rating)
        assert set(words.REASONS) == set(Reason)
        endings = [End(ending, Reason.SKULL_OPEN) for ending in Ending]
        for over in endings + [End(Ending.COMMAND_BROKEN, reason) for reason in Reason]:
            said = words.explain_end(but(GAME.rules.start(SETUP), end=over), NAMES)
            assert said.endswith("."), (over, said)
            assert "%" not in said, (over, said)
        named = {*Rule, *Reason, *Rating, *Ending, *Command, GAME_OVER}  # each has its place
        assert named <= {*rulebook("companion.games", GAME.slug, language).anchors}

    def test_every_kind_of_entry_is_told(self, app: Flask) -> None:
        assert {facts["kind"] for facts in TOLD} == {entry.kind for entry in GAME.rules.known}
        entries = [
            Written(n, str(n), "phone", datetime.now(UTC), 0, facts)
            for n, facts in enumerate(TOLD, 1)
        ]
        lines = log.read(GAME.rules, SETUP, entries).lines
        for language in phone.LANGUAGES:
            with telling(app, language):
                told = [words.describe_line(line, NAMES).replace("\u00a0", " ") for line in lines]
            assert len(set(told)) == len(TOLD)
            assert not any("%" in line for line in told)
            assert (told == TOLD_IN_ENGLISH) is (language == "en")

    def test_what_cannot_be_read_is_said_for_every_field(self) -> None:
        fields = {name for form in FORMS for name in form.facts_of}
        assert set(words.MISTAKES) == fields
        assert all(hasattr(form, name) for form in FORMS for name in form.facts_of)
