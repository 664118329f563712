"""Which card of One Brain carries what, as far as the rules, and what was said, tell."""

from typing import Any

import pytest

from companion.engine.deck import Deck, Doubt, Lesson, decode, encode
from companion.engine.entry import Facts
from companion.engine.verdict import Answer, Submission, Verdict, judge
from companion.games.one_brain.deck import LEARNING
from tests.games.one_brain.telling import GAME, log_of, sure, table
from tests.support.rulings import read_table
from tests.support.submitted_log import ANNS, read_story

ANOTHER, ONE_TOO_MANY = Doubt.ANOTHER, Doubt.ONE_TOO_MANY
HERE, EARLIER = "this attempt", "an earlier attempt"

COLOURS = ("blue", "green", "purple", "red", "yellow", "sixth")
KINDS = ("duck", "dragon", "zombie", "frog", "unicorn", "cat")
PLAIN_ACTIONS = ("donate", "cover", "extra", "take-back")


def taught(said: str) -> Deck:
    return LEARNING.taught(read_story("one-brain", *log_of(said)))


class TestCards:
    def test_each_action_is_on_six_of_thirty_six(self) -> None:
        """003: six each, the removers one for each kind and one for each colour."""
        assert sorted(LEARNING.cards) == sorted(f"{c} {kind}" for c in COLOURS for kind in KINDS)
        carried = dict.fromkeys(PLAIN_ACTIONS, 6)
        carried |= {f"remove-kind {kind}": 1 for kind in KINDS}
        carried |= {f"remove-colour {colour}": 1 for colour in COLOURS}
        assert LEARNING.carried == carried
        assert sum(LEARNING.carried.values()) == len(LEARNING.cards) == 36

    def test_six_are_given_until_something_else_is_learned(self) -> None:
        """The cards of the examples, and the green frog that covers."""
        assert LEARNING.given == {
            "blue duck": "donate",
            "green frog": "cover",
            "green cat": "take-back",
            "purple frog": "extra",
            "yellow unicorn": "cover",
            "blue frog": "remove-kind unicorn",
        }
        assert LEARNING.read_lessons([]) == LEARNING.given
        lessons = [Lesson("blue duck", "cover"), Lesson("red cat", "extra")]
        learned = {**LEARNING.given, "blue duck": "cover", "red cat": "extra"}
        assert LEARNING.read_lessons(lessons) == learned

    def test_it_can_be_taken_along(self) -> None:
        deck = {"red cat": "extra", "sixth frog": "remove-colour sixth"}
        assert decode(encode("one-brain", deck), "one-brain", LEARNING) == deck


TEACHES = dict(read_table(__file__, "TEACHES"))
"""A log, and what it teaches."""


@pytest.mark.parametrize("said", TEACHES)
def test_what_a_story_teaches(said: str) -> None:
    deck = [card.split("=") for card in TEACHES[said].split(", ") if card]
    assert taught(said) == dict(deck)


@pytest.mark.parametrize("action", ["remove-kind", "remove-colour"])
def test_what_is_no_kind_or_colour_teaches_nothing(action: str) -> None:
    [laid], after = log_of(f"{action} card=red-cat"), log_of("end, cover card=blue-cat!")
    for removes in ("", "CAT", 5, 0, True, ["cat"], {"kind": "cat"}, []):
        learned = LEARNING.taught(read_story("one-brain", {**laid, "removes": removes}, *after))
        assert learned == {"blue cat": "cover"}, removes


SIX_GIFTS = {f"{colour} duck": "donate" for colour in COLOURS}
KNOWN = {"red cat": "cover"}
DUCKS = {"red cat": "remove-kind duck"}


class TestDoubts:
    @pytest.mark.parametrize(
        ("deck", "card", "choice", "doubts"),
        [
            ({}, "red cat", "cover", ()),
            (KNOWN, "red cat", "cover", ()),
            (KNOWN, "red cat", "extra", (ANOTHER,)),
            (DUCKS, "red cat", "remove-kind frog", (ANOTHER,)),
            (DUCKS, "red cat", "remove-colour red", (ANOTHER,)),
            (DUCKS, "blue cat", "remove-kind duck", (ONE_TOO_MANY,)),
            (LEARNING.given, "red cat", "remove-kind unicorn", (ONE_TOO_MANY,)),
            (SIX_GIFTS | KNOWN, "red cat", "donate", (ANOTHER, ONE_TOO_MANY)),
        ],
    )
    def test_what_is_odd_about_a_choice(
        self, deck: Deck, card: str, choice: str, doubts: tuple[Doubt, ...]
    ) -> None:
        assert LEARNING.doubts(deck, card, choice) == doubts

    @pytest.mark.parametrize("action", PLAIN_ACTIONS)
    def test_six_of_each_action_and_no_seventh(self, action: str) -> None:
        ducks = [f"{colour} duck" for colour in COLOURS]
        five, six = dict.fromkeys(ducks[:5], action), dict.fromkeys(ducks, action)
        assert LEARNING.doubts(five, ducks[5], action) == ()
        assert LEARNING.doubts(six, "red cat", action) == (ONE_TOO_MANY,)
        assert LEARNING.doubts(six, ducks[5], action) == ()


class TestAsked:
    """What the app asks about a named card, by what the table knew of its deck."""

    def judged(self, deck: Deck, facts: Facts) -> Verdict:
        lessons = [Lesson(name, carries, EARLIER) for name, carries in deck.items()]
        return judge(
            GAME,
            table(),
            read_story("one-brain"),
            Submission("an id", ANNS, 0, facts),
            lessons,
            HERE,
        )

    @pytest.mark.parametrize(
        ("deck", "said", "rules"),
        [
            ({}, "cover card=red-cat", ()),
            ({"red cat": "extra"}, "cover card=red-cat", ("another-command",)),
            (SIX_GIFTS, "donate 1 hand card=red-cat", ("one-too-many",)),
            (SIX_GIFTS, "donate card=red-cat", ("donation-owed", "one-too-many")),
            (DUCKS, "remove-kind card=blue-cat removes=duck", ("one-too-many",)),
            ({}, "cover card=blue-duck", ("another-command",)),  # the rules give it
        ],
    )
    def test_it_is_asked_once(self, deck: Deck, said: str, rules: tuple[str, ...]) -> None:
        [facts] = log_of(said)
        verdict = self.judged(deck, facts)
        asked: Any = (Answer.ASK, rules) if rules else (Answer.RECORDED, ())
        assert (verdict.answer, verdict.rules) == asked
        assert self.judged(deck, sure(facts)).answer is Answer.RECORDED

    def test_the_answer_teaches(self) -> None:
        verdict = self.judged({"red cat": "extra"}, log_of("cover card=red-cat!")[0])
        assert (verdict.answer, verdict.taught) == (Answer.RECORDED, {"red cat": "cover"})
