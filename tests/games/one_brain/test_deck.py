"""Which card of One Brain carries what, as far as the rules, and what was said, tell."""

import pytest

from companion.engine.deck import Doubt, Lesson
from companion.engine.verdict import Answer, Submission, Verdict, judge
from companion.games.one_brain.deck import LEARNING
from tests.games.one_brain.telling import GAME, log_of, table
from tests.support.rulings import read_table
from tests.support.submitted_log import ANNS, read_story

COLOURS = ("blue", "green", "purple", "red", "yellow", "sixth")
KINDS = ("duck", "dragon", "zombie", "frog", "unicorn", "cat")


class TestCards:
    def test_each_action_is_on_six_of_thirty_six(self) -> None:
        """003: six each, the removers one for each kind and one for each colour."""
        assert sorted(LEARNING.cards) == sorted(f"{c} {kind}" for c in COLOURS for kind in KINDS)
        carried = dict.fromkeys(("donate", "cover", "extra", "take-back"), 6)
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


@pytest.mark.parametrize(("said", "teaches"), read_table(__file__, "TEACHES"))
def test_what_a_story_teaches(said: str, teaches: str) -> None:
    deck = dict(card.split("=") for card in teaches.split(", ") if card)
    assert LEARNING.taught(read_story("one-brain", *log_of(said))) == deck


@pytest.mark.parametrize("action", ["remove-kind", "remove-colour"])
def test_what_is_no_kind_or_colour_teaches_nothing(action: str) -> None:
    [laid], after = log_of(f"{action} card=red-cat"), log_of("end, cover card=blue-cat!")
    for removes in ("", "CAT", 5, 0, True, ["cat"], {"kind": "cat"}, []):
        learned = LEARNING.taught(read_story("one-brain", {**laid, "removes": removes}, *after))
        assert learned == {"blue cat": "cover"}, removes


def test_what_the_rules_give_is_known_and_asked_about() -> None:
    [facts] = log_of("cover card=blue-duck")
    submission = Submission("an id", ANNS, 0, facts)
    verdict = judge(GAME, table(), read_story("one-brain"), submission)
    assert verdict == Verdict(Answer.ASK, (Doubt.ANOTHER,), taught={"blue duck": "cover"})
