"""Which card of One Brain carries what, as far as the rules, and what was said, tell."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.engine.deck import Deck, Doubt, Lesson, decode, encode
from companion.engine.entry import Facts
from companion.engine.log import Story, Written, read
from companion.engine.verdict import Answer, Submission, Verdict, judge
from companion.games.one_brain.deck import LEARNING
from tests.games.one_brain.telling import GAME, case, draws, ends, holds, lays, sure, table, turns
from tests.support.submitted_log import ANNS, back, changed, inserted

ANOTHER, ONE_TOO_MANY = Doubt.ANOTHER, Doubt.ONE_TOO_MANY
HERE, EARLIER = "this attempt", "an earlier attempt"
WHEN = datetime(2026, 1, 1, tzinfo=UTC)

COLOURS = ("blue", "green", "purple", "red", "yellow", "sixth")
KINDS = ("duck", "dragon", "zombie", "frog", "unicorn", "cat")
PLAIN_ACTIONS = ("donate", "cover", "extra", "take-back")
EXTRA = lays("extra", extra_from="hand")


def card(name: str) -> dict[str, str]:
    """A card by its name, "red cat", as an entry says it."""
    colour, kind = name.split()
    return {"colour": colour, "kind": kind}


def named(name: str, action: str, **fields: object) -> dict[str, Any]:
    """A card that was laid, and named; what it owes was not done, and confirmed."""
    return sure(lays(action, card=card(name), **fields))


def with_extra(name: str, action: str, **fields: object) -> dict[str, Any]:
    """An extra card that was named; nobody named the one that was laid with it."""
    return {**EXTRA, "extra_card": card(name), "extra_action": action, **fields}


def story(*entries: Facts) -> Story:
    log = [
        Written(place, f"id {place}", ANNS, WHEN, place - 1, facts)
        for place, facts in enumerate(entries, start=1)
    ]
    return read(GAME.rules, table(), log)


def taught(*entries: Facts) -> Deck:
    return LEARNING.taught(story(*entries))


class TestCards:
    def test_there_are_thirty_six(self) -> None:
        assert sorted(LEARNING.cards) == sorted(f"{c} {kind}" for c in COLOURS for kind in KINDS)
        assert len(LEARNING.cards) == 36

    def test_each_action_is_on_six_of_them(self) -> None:
        """003: six each, the removers one for each kind and one for each colour."""
        carried = dict.fromkeys(PLAIN_ACTIONS, 6)
        carried |= {f"remove-kind {kind}": 1 for kind in KINDS}
        carried |= {f"remove-colour {colour}": 1 for colour in COLOURS}
        assert LEARNING.carried == carried
        assert sum(LEARNING.carried.values()) == 36

    def test_six_are_given(self) -> None:
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

    def test_what_was_learned_holds_against_what_is_given(self) -> None:
        lessons = [Lesson("blue duck", "cover"), Lesson("red cat", "extra")]
        assert LEARNING.read_lessons(lessons) == {
            **LEARNING.given,
            "blue duck": "cover",
            "red cat": "extra",
        }

    def test_it_can_be_taken_along(self) -> None:
        deck = {"red cat": "extra", "sixth frog": "remove-colour sixth"}
        assert decode(encode("one-brain", deck), "one-brain", LEARNING) == deck


class TestTaught:
    @pytest.mark.parametrize("action", PLAIN_ACTIONS)
    def test_a_named_card_teaches_its_action(self, action: str) -> None:
        assert taught(named("red cat", action)) == {"red cat": action}

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_remover_of_a_kind(self, kind: str) -> None:
        facts = named("red cat", "remove-kind", removes=kind)
        assert taught(facts) == {"red cat": f"remove-kind {kind}"}

    @pytest.mark.parametrize("colour", COLOURS)
    def test_a_remover_of_a_colour(self, colour: str) -> None:
        facts = named("red cat", "remove-colour", removes=colour)
        assert taught(facts) == {"red cat": f"remove-colour {colour}"}

    @pytest.mark.parametrize(
        ("entries", "deck"),
        [
            case("nothing at all", [], {}),
            case("other kinds", [holds(0, 0), ends() | {"card": card("red cat")}, draws()], {}),
            case("a remover of nobody knows what", [named("red cat", "remove-kind")], {}),
            case(
                "a kind that is none", [named("red cat", "remove-kind", removes="horse")], {}
            ),
            case(
                "a colour for a kind", [named("red cat", "remove-kind", removes="blue")], {}
            ),
            case(
                "a remover that found nothing",
                [named("red cat", "remove-kind", removes="duck", columns=[])],
                {"red cat": "remove-kind duck"},
            ),
            case("an extra card", [with_extra("red cat", "donate")], {"red cat": "donate"}),
            case(
                "an extra card that takes back",
                [with_extra("red cat", "take-back")],
                {"red cat": "take-back"},
            ),
            case("an extra card without an action", [with_extra("red cat", "cover") | {
                "extra_action": None
            }], {}),
            case("an extra card that removes", [with_extra("red cat", "remove-kind")], {}),
            case(
                "an extra card beside another action",
                [named("red cat", "donate", extra_card=card("blue cat"), extra_action="cover")],
                {"red cat": "donate"},
            ),
            case(
                "one of two cards",
                [*turns(lays("cover")), named("red cat", "extra")],
                {"red cat": "extra"},
            ),
            case(
                "of two lines about one card the later",
                [*turns(named("red cat", "extra")), named("red cat", "cover")],
                {"red cat": "cover"},
            ),
            case("a kind that there is not", [named("red horse", "cover")], {}),
            case("the sixth colour", [named("sixth cat", "cover")], {"sixth cat": "cover"}),
            case("whatever a table calls it", [named("orange cat", "cover")], {
                "sixth cat": "cover"
            }),
            case("a line taken back", [named("red cat", "cover"), back(1)], {}),
            case(
                "a line that was changed",
                [named("red cat", "cover"), changed(1, named("red cat", "extra"))],
                {"red cat": "extra"},
            ),
            case(
                "a name that a change left out",
                [named("red cat", "cover"), changed(1, lays("cover"))],
                {},
            ),
            case(
                "a name given afterwards",
                [lays("cover"), changed(1, named("red cat", "cover"))],
                {"red cat": "cover"},
            ),
            case(
                "what a remover removes, said afterwards",
                [
                    named("red cat", "remove-kind"),
                    changed(1, named("red cat", "remove-kind", removes="frog")),
                ],
                {"red cat": "remove-kind frog"},
            ),
            case(
                "a line put before another",
                [named("red cat", "cover"), inserted(1, named("blue cat", "extra"))],
                {"red cat": "cover", "blue cat": "extra"},
            ),
        ],
    )  # fmt: skip
    def test_what_a_story_says(self, entries: list[Any], deck: Deck) -> None:
        assert taught(*entries) == deck

    @pytest.mark.parametrize("removes", ["", "CAT", 5, 0, True, ["cat"], {"kind": "cat"}], ids=repr)
    @pytest.mark.parametrize("action", ["remove-kind", "remove-colour"])
    def test_what_is_no_kind_or_colour_teaches_nothing(self, action: str, removes: object) -> None:
        facts = named("red cat", action, removes=removes)
        assert taught(facts, ends(), named("blue cat", "cover")) == {"blue cat": "cover"}

    @pytest.mark.parametrize("action", PLAIN_ACTIONS)
    def test_removes_says_nothing_of_another_action(self, action: str) -> None:
        assert taught(named("red cat", action, removes="frog")) == {"red cat": action}


SIX_GIFTS = {f"{colour} duck": "donate" for colour in COLOURS}


class TestDoubts:
    @pytest.mark.parametrize(
        ("asked", "doubts"),
        [
            case("a new card", ({}, "red cat", "cover"), ()),
            case("what is known", ({"red cat": "cover"}, "red cat", "cover"), ()),
            case("another action", ({"red cat": "cover"}, "red cat", "extra"), (ANOTHER,)),
            case(
                "another kind removed",
                ({"red cat": "remove-kind duck"}, "red cat", "remove-kind frog"),
                (ANOTHER,),
            ),
            case(
                "a colour instead of a kind",
                ({"red cat": "remove-kind duck"}, "red cat", "remove-colour red"),
                (ANOTHER,),
            ),
            case(
                "a second remover of this kind",
                ({"red cat": "remove-kind duck"}, "blue cat", "remove-kind duck"),
                (ONE_TOO_MANY,),
            ),
            case(
                "the unicorns, whose remover is given",
                (LEARNING.given, "red cat", "remove-kind unicorn"),
                (ONE_TOO_MANY,),
            ),
            case(
                "both",
                ({**SIX_GIFTS, "red cat": "cover"}, "red cat", "donate"),
                (ANOTHER, ONE_TOO_MANY),
            ),
        ],
    )
    def test_what_is_odd_about_a_choice(
        self, asked: tuple[Deck, str, str], doubts: tuple[Doubt, ...]
    ) -> None:
        assert LEARNING.doubts(*asked) == doubts

    @pytest.mark.parametrize("action", PLAIN_ACTIONS)
    def test_six_of_each_action_and_no_seventh(self, action: str) -> None:
        ducks = [f"{colour} duck" for colour in COLOURS]
        five, six = dict.fromkeys(ducks[:5], action), dict.fromkeys(ducks, action)
        assert LEARNING.doubts(five, ducks[5], action) == ()
        assert LEARNING.doubts(six, "red cat", action) == (ONE_TOO_MANY,)
        assert LEARNING.doubts(six, ducks[5], action) == ()


class TestAsked:
    """What the app asks about a named card, by what the table knew of its deck."""

    def judged(self, deck: Deck, *entries: Facts) -> Verdict:
        """The verdict on the last of these entries."""
        *before, last = entries
        lessons = [Lesson(name, carries, EARLIER) for name, carries in deck.items()]
        submission = Submission("an id", ANNS, len(before), last)
        return judge(GAME, table(), story(*before), submission, lessons, HERE)

    @pytest.mark.parametrize(
        ("deck", "facts", "rules"),
        [
            case("a new card", {}, lays("cover", card=card("red cat")), ()),
            case(
                "another action", {"red cat": "extra"}, lays("cover", card=card("red cat")),
                ("another-command",),
            ),
            case(
                "a seventh gift", SIX_GIFTS,
                lays("donate", card=card("red cat"), to=1, given_from="hand"), ("one-too-many",),
            ),
            case(
                "beside a broken rule", SIX_GIFTS, lays("donate", card=card("red cat")),
                ("donation-owed", "one-too-many"),
            ),
            case(
                "a second remover of ducks", {"red cat": "remove-kind duck"},
                lays("remove-kind", card=card("blue cat"), removes="duck"), ("one-too-many",),
            ),
            case("a card that the rules give", {}, lays("cover", card=card("blue duck")),
                 ("another-command",)),
        ],
    )  # fmt: skip
    def test_it_is_asked_once(
        self, deck: Deck, facts: dict[str, Any], rules: tuple[str, ...]
    ) -> None:
        verdict = self.judged(deck, facts)
        assert (verdict.answer, verdict.rules) == (
            (Answer.ASK, rules) if rules else (Answer.RECORDED, ())
        )
        assert self.judged(deck, sure(facts)).answer is Answer.RECORDED

    def test_the_answer_teaches(self) -> None:
        verdict = self.judged({"red cat": "extra"}, named("red cat", "cover"))
        assert (verdict.answer, verdict.taught) == (Answer.RECORDED, {"red cat": "cover"})
