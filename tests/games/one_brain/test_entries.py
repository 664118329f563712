"""What can be entered at a table of One Brain, what is asked or refused, and what says nothing."""

from typing import Any

import pytest

from companion.engine.entry import Unreadable
from companion.games import GAMES
from companion.games.one_brain.entries import Action
from tests.games import fields
from tests.games.fields import SEATS, Field, check_fields
from tests.games.one_brain.telling import (
    OVER,
    RECORDED,
    UNREADABLE,
    Told,
    Verdict,
    asks,
    case,
    draws,
    draws_late,
    ends,
    gives_up,
    holds,
    lays,
    left,
    middle,
    refuses,
    result,
    starter,
    sure,
    told,
    turns,
)

PLAIN = lays("remove-kind")
"""A card that asks nothing: a remover that finds nothing."""
DONATED = lays("donate", to=1, given_from="hand")
EXTRA = lays("extra", extra_from="hand")

ALREADY = refuses("already-played")
TO_ANOTHER = refuses("to-another-seat")
NO_CARD = refuses("no-such-card")
NO_COLUMN = refuses("no-such-column")
PLAY_FIRST = refuses("play-first")
PILE_EMPTY = refuses("draw-pile-empty")
TOO_LATE = refuses("too-late-to-draw")
STARTER = refuses("starter-before-first-card")
DECK = refuses("more-than-the-deck")


def missing(facts: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name != field}


class TestUnreadable:
    def test_a_gift_comes_from_somewhere(self) -> None:
        """Of what a gift needs, only `to` is asked for where it is left out."""
        assert told(missing(DONATED, "given_from")).verdict == UNREADABLE
        assert told({**DONATED, "given_from": None}).verdict == UNREADABLE
        assert told(missing(DONATED, "to")).verdict == asks("donation-owed")

    @pytest.mark.parametrize(
        "facts",
        [
            {"kind": "card-played", "card": 47, "pile": "up-1"},
            {"kind": "hand-corrected", "player": 0, "cards": 5},
            {"kind": "cannot-play"},
            {"kind": "discard-looked-at"},
            {"kind": "donate", "from": "hand", "to": 1, "given_from": "hand"},
            {"kind": "Starter-chosen", "player": 0},
            {"kind": None},
            {"kind": ["turn-ended"]},
            {"kind": {}},
            {},
            [],
            "turn-ended",
            None,
            7,
        ],
        ids=repr,
    )
    def test_no_other_kind_says_anything(self, facts: object) -> None:
        one = told(facts)
        assert (one.verdict, one.changed) == (UNREADABLE, False)

    @pytest.mark.parametrize("word", [1, 0, "true", "", [], {}, 1.0], ids=repr)
    def test_confirmed_is_yes_or_no(self, word: object) -> None:
        assert told({**PLAIN, "confirmed": word}).verdict == UNREADABLE

    @pytest.mark.parametrize(
        ("told_before", "facts"),
        [
            case("after a card", [PLAIN], lays("juggle")),
            case("with no card to lay", [], lays("cover", "domain", column="1")),
            case("with nothing to draw late", [], {**draws_late(), "confirmed": 1}),
            case("when the starter is settled", [PLAIN], starter(2)),
            case("with more cards than there are", [], holds(2, 99)),
            case("with a column twice that is none", [], lays("remove-kind", columns=[9, 9])),
        ],
    )
    def test_what_says_nothing_is_never_refused(
        self, told_before: list[object], facts: object
    ) -> None:
        assert told(*told_before, facts).verdict == UNREADABLE


class TestFieldsOfOtherActions:
    """What another action needs changes nothing here, but is a field all the same."""

    FIELDS: tuple[tuple[str, tuple[str, ...], object], ...] = (
        ("to", ("donate",), 0),
        ("to", ("donate",), 1),
        ("given_from", ("donate",), "domain"),
        ("column", ("cover", "take-back"), 99),
        ("column", ("cover", "take-back"), 1),
        ("columns", ("remove-kind", "remove-colour"), [98, 99]),
        ("columns", ("remove-kind", "remove-colour"), [1]),
        ("extra_from", ("extra",), "domain"),
        ("extra_from", ("extra",), "hand"),
        ("extra_action", ("extra",), "take-back"),
        ("extra_card", ("extra",), {"colour": "red", "kind": "cat"}),
    )
    FULL: tuple[dict[str, Any], ...] = (
        DONATED,
        lays("cover", column=1),
        EXTRA,
        lays("take-back", column=1),
        lays("remove-kind", columns=[1]),
        lays("remove-colour", columns=[2]),
    )

    def others(self, theirs: tuple[str, ...]) -> list[dict[str, Any]]:
        """A card of each action but these, with all that it owes."""
        return [facts for facts in self.FULL if facts["action"] not in theirs]

    @staticmethod
    def plain_and_with(facts: dict[str, Any], field: str, value: object) -> tuple[Told, Told]:
        seated = turns(DONATED, PLAIN)
        return told(*seated, facts), told(*seated, {**facts, field: value})

    @pytest.mark.parametrize(("field", "theirs", "value"), FIELDS, ids=str)
    def test_they_are_ignored(self, field: str, theirs: tuple[str, ...], value: object) -> None:
        for facts in self.others(theirs):
            plain, more = self.plain_and_with(facts, field, value)
            assert (more.verdict, more.state) == (RECORDED, plain.state)

    def test_further_keys_never_change_the_state(self) -> None:
        plain = told(PLAIN, ends(), DONATED | {"to": 0})
        more = told(
            {**PLAIN, "at": "noon", "id": 7, "player": 9, "hand": -1},
            {**ends(), "to": "x", "player": 5},
            {**DONATED, "to": 0, "pile": "up-1", "cards": None},
        )
        assert (more.verdict, more.state) == (RECORDED, plain.state)


class TestRefused:
    @pytest.mark.parametrize(
        ("entries", "expected"),
        [
            case("a starter before anything", [starter(1)], RECORDED),
            case("a starter after a correction", [holds(0, 4), starter(1)], RECORDED),
            case("a starter after a card", [PLAIN, starter(1)], STARTER),
            case(
                "a starter after a card that removed itself",
                [lays("remove-kind", columns=[1]), starter(1)],
                STARTER,
            ),
            case(
                "a starter after a turn without a card", [holds(0, 0), ends(), starter(1)], STARTER
            ),
            case(
                "a starter after a card drawn by who had none",
                [holds(0, 0), draws(), starter(1)],
                STARTER,
            ),
            case("a second card", [PLAIN, PLAIN], ALREADY),
            case("a card after a draw", [PLAIN, draws(), PLAIN], RECORDED),
            case("a gift to oneself", [lays("donate", to=0, given_from="hand")], TO_ANOTHER),
            case("a card from an empty domain", [lays("remove-kind", "domain")], NO_CARD),
            case("a card from an empty hand", [holds(0, 0, 3), PLAIN], NO_CARD),
            case("a card from a domain", [holds(0, 0, 3), lays("cover", "domain")], RECORDED),
            case("the last card of a hand", [holds(0, 1, 3), PLAIN], RECORDED),
            case(
                "a gift from an empty domain", [lays("donate", to=1, given_from="domain")], NO_CARD
            ),
            case(
                "a gift of the very card",
                [holds(0, 1, 1), lays("donate", to=1, given_from="hand")],
                NO_CARD,
            ),
            case(
                "a gift of the other card",
                [holds(0, 1, 1), lays("donate", "domain", to=1, given_from="hand")],
                RECORDED,
            ),
            case(
                "the very card as an extra one",
                [holds(0, 1, 1), lays("extra", extra_from="hand")],
                NO_CARD,
            ),
            case(
                "the last card as an extra one",
                [holds(0, 1), lays("extra", extra_from="hand")],
                NO_CARD,
            ),
            case("a column that is none", [*middle(1), lays("cover", column=3)], NO_COLUMN),
            case("a column below nought", [*middle(1), lays("take-back", column=-1)], NO_COLUMN),
            case("covering itself", [*middle(1), lays("cover", column=2)], NO_COLUMN),
            case(
                "covering what was removed",
                [*middle(1), *turns(lays("remove-kind", columns=[1])), lays("cover", column=1)],
                NO_COLUMN,
            ),
            case(
                "taking back what was taken back",
                [*middle(1), *turns(lays("take-back", column=1)), lays("take-back", column=1)],
                NO_COLUMN,
            ),
            case(
                "removing what is not there", [*middle(1), lays("remove-kind", columns=[1, 3])],
                NO_COLUMN,
            ),
            case(
                "removing what was removed",
                [
                    *turns(PLAIN, lays("remove-colour", columns=[1])),
                    lays("remove-kind", columns=[1]),
                ],
                NO_COLUMN,
            ),
            case("removing itself", [*middle(1), lays("remove-kind", columns=[2])], RECORDED),
            case("drawing before laying", [draws()], PLAY_FIRST),
            case("ending before laying", [ends()], PLAY_FIRST),
            case("drawing without a card", [holds(0, 0), draws()], RECORDED),
            case("ending without a card", [holds(0, 0), ends()], RECORDED),
            case("drawing from an empty pile", [*left(2, 2), PLAIN, draws()], PILE_EMPTY),
            case("drawing without a card or a pile", [*left(0, 4), draws()], PILE_EMPTY),
            case("drawing the last card", [*left(2, 2, draw=1), PLAIN, draws()], RECORDED),
            case("drawing late before anything", [draws_late()], TOO_LATE),
            case("drawing late in one's turn", [PLAIN, draws_late()], TOO_LATE),
            case("drawing late after a draw", [PLAIN, draws(), draws_late()], TOO_LATE),
            case("drawing late twice", [PLAIN, ends(), draws_late(), draws_late()], TOO_LATE),
            case("one more than there are", [holds(0, 32)], DECK),
            case("one more, in two places", [holds(0, 16, 16)], DECK),
            case("a huge number", [holds(0, 10**40)], DECK),
        ],
    )  # fmt: skip
    def test_what_becomes_of_the_last_entry(self, entries: list[object], expected: Verdict) -> None:
        one = told(*entries)
        assert one.verdict == expected
        if expected != RECORDED:
            assert one.changed is False

    @pytest.mark.parametrize(
        ("entries", "expected"),
        [
            case(
                "a second card before a gift to oneself",
                [PLAIN, lays("donate", to=0, given_from="hand")],
                ALREADY,
            ),
            case(
                "a second card before no such card", [PLAIN, lays("remove-kind", "domain")], ALREADY
            ),
            case(
                "a gift to oneself before no such card",
                [lays("donate", "domain", to=0, given_from="hand")],
                TO_ANOTHER,
            ),
            case(
                "a gift to oneself before no such gift",
                [lays("donate", to=0, given_from="domain")],
                TO_ANOTHER,
            ),
            case(
                "no such card before no such column",
                [*middle(1), lays("cover", "domain", column=9)],
                NO_CARD,
            ),
            case(
                "no such card before an owed gift", [lays("donate", "domain")], NO_CARD
            ),
            case(
                "no such card before a barred column",
                [*turns(lays("take-back")), lays("take-back", "domain", column=1)],
                NO_CARD,
            ),
            case(
                "an unplayed card before an empty pile", [*left(2, 2), draws()], PLAY_FIRST
            ),
        ],
    )  # fmt: skip
    def test_it_names_the_first_rule_that_holds(
        self, entries: list[object], expected: Verdict
    ) -> None:
        assert told(*entries).verdict == expected

    @pytest.mark.parametrize("confirmed", [True, False, None])
    @pytest.mark.parametrize(
        ("entries", "rule"),
        [
            ([PLAIN, PLAIN], "already-played"),
            ([lays("donate", to=0, given_from="hand")], "to-another-seat"),
            ([lays("cover", "domain")], "no-such-card"),
            ([lays("cover", column=1)], "no-such-column"),
            ([draws()], "play-first"),
            ([*left(2, 2), PLAIN, draws()], "draw-pile-empty"),
            ([draws_late()], "too-late-to-draw"),
            ([holds(0, 32)], "more-than-the-deck"),
            ([PLAIN, starter(0)], "starter-before-first-card"),
        ],
        ids=lambda said: said if isinstance(said, str) else "",
    )
    def test_a_yes_changes_no_refusal(
        self, entries: list[dict[str, Any]], rule: str, confirmed: object
    ) -> None:
        *before, last = entries
        one = told(*before, {**last, "confirmed": confirmed})
        assert (one.verdict, one.state["flags"]) == (refuses(rule), [])


class TestAsked:
    OWED: tuple[Any, ...] = (
        case("a gift", [lays("donate")], "donation-owed"),
        case("an extra card", [lays("extra")], "extra-owed"),
        case("a column to cover", [*middle(1), lays("cover")], "cover-owed"),
        case("a column to take", [*middle(1), lays("take-back")], "take-back-owed"),
        case(
            "a barred column",
            [*turns(lays("take-back")), lays("take-back", column=1)],
            "take-back-barred",
        ),
    )  # fmt: skip

    @pytest.mark.parametrize(("entries", "rule"), OWED)
    def test_it_asks_once_and_changes_nothing(self, entries: list[object], rule: str) -> None:
        one = told(*entries)
        assert (one.verdict, one.changed) == (asks(rule), False)

    @pytest.mark.parametrize("answer", [False, None])
    @pytest.mark.parametrize(("entries", "rule"), OWED)
    def test_an_answer_of_no_is_none(
        self, entries: list[dict[str, Any]], rule: str, answer: object
    ) -> None:
        *before, last = entries
        assert told(*before, {**last, "confirmed": answer}).verdict == asks(rule)

    @pytest.mark.parametrize(("entries", "rule"), OWED)
    def test_a_yes_records_and_flags_it(self, entries: list[dict[str, Any]], rule: str) -> None:
        *before, last = entries
        one = told(*before, sure(last))
        assert one["flags"] == [{"entry": len(before), "rule": rule}]
        assert one.turn[1] == "draw"

    def test_a_yes_to_nothing_flags_nothing(self) -> None:
        assert told(sure(PLAIN), sure(ends()), sure(draws_late()))["flags"] == []
        assert told(sure(DONATED))["flags"] == []

    def test_play_goes_on_after_what_was_not_taken(self) -> None:
        junk = [lays("donate"), draws(), lays("cover", column=1), {"kind": "x"}, None, holds(0, 99)]
        one, without = told(*junk, DONATED), told(DONATED)
        assert one.verdicts[-1] == RECORDED
        assert one.state == without.state


class TestOver:
    ENDINGS: tuple[Any, ...] = (
        case("given up", [gives_up()]),
        case("lost", middle(6)[:-1]),
        case("won", [*left(1, 0), PLAIN]),
    )
    ENTRIES: tuple[dict[str, Any], ...] = (
        starter(0), PLAIN, DONATED, draws(), ends(), draws_late(), holds(0, 5), gives_up(),
        result(True), result(True, 99),
    )  # fmt: skip

    @pytest.mark.parametrize("entries", ENDINGS)
    @pytest.mark.parametrize(
        "facts",
        [
            lays("donate", to=0, given_from="hand"),
            lays("remove-kind", "domain"),
            lays("cover", column=99),
            lays("donate"),
            holds(0, 99),
        ],
        ids=str,
    )
    def test_before_any_other_rule(self, entries: list[object], facts: dict[str, Any]) -> None:
        assert told(*entries, facts).verdict == OVER

    @pytest.mark.parametrize("entries", ENDINGS)
    @pytest.mark.parametrize(
        "facts", [lays("juggle"), starter(2), holds(0, -1), {"kind": "?"}, None], ids=repr
    )
    def test_but_after_what_says_nothing(self, entries: list[object], facts: object) -> None:
        assert told(*entries, facts).verdict == UNREADABLE


SOURCES, NO_SOURCES = ("hand", "domain"), ("pile", ["hand"])
NAMED, UNNAMED = {"colour": "red", "kind": "cat"}, ({"colour": "red"}, {"kind": "cat"}, "red cat")
GIFT, CARD = lays("donate", to=0, given_from="hand"), lays("cover")
FIELDS: tuple[Field, ...] = (
    (starter(0), "player", SEATS, fields.NO_SEATS),
    (CARD, "from", SOURCES, (*NO_SOURCES, None)),
    (CARD, "action", tuple(Action), ("remove", None)),
    (GIFT, "to", (*SEATS, None), (-1, 3, True, "0")),
    (GIFT, "given_from", SOURCES, (*NO_SOURCES, None)),
    (CARD, "given_from", (*SOURCES, None), NO_SOURCES),
    (CARD, "column", (0, -1, 10**9, None), ("1", 1.0, True)),
    (CARD, "columns", ([], [3, 1], None), ([1, 1], [True], "1", 1)),
    (CARD, "extra_from", (*SOURCES, None), NO_SOURCES),
    (CARD, "extra_action", (*Action, None), ("remove", True)),
    (CARD, "card", (NAMED, None), UNNAMED),
    (CARD, "extra_card", (NAMED, None), UNNAMED),
    (holds(0, 5), "player", SEATS, fields.NO_SEATS),
    (holds(0, 5), "hand", (0, 10**9), fields.NO_COUNTS),
    (holds(0, 5), "domain", (0, 10**9), fields.NO_COUNTS),
    (result(True), "won", (True, False), (0, 1, "true", None)),
    (result(True), "columns", (0, 10**9, None), (-1, "5", True)),
)


def test_a_field_takes_what_it_takes_and_is_named_for_all_else() -> None:
    check_fields(GAMES["one-brain"], FIELDS)


def test_alone_one_plays_for_a_second_seat() -> None:
    rules = GAMES["one-brain"].rules
    alone = rules.setup(["Ann"], {})
    for facts, name in ((starter(0), "player"), (GIFT, "to"), (holds(0, 5), "player")):
        for one in (0, 1):
            assert getattr(rules.read(alone, {**facts, name: one}), name) == one
        with pytest.raises(Unreadable) as caught:
            rules.read(alone, {**facts, name: 2})
        assert caught.value.field == name, facts
