"""The six actions of One Brain: what each does to the middle, and to the cards that are held."""

from typing import Any

import pytest

from tests.games.one_brain.telling import (
    RECORDED,
    asks,
    case,
    draws,
    ends,
    holds,
    lays,
    left,
    middle,
    refuses,
    sure,
    told,
    turns,
)

PLAIN = lays("remove-kind")
"""A card that asks nothing: a remover that finds nothing."""
EXTRA = lays("extra", extra_from="hand")
SYMBOL = lays("extra", extra_from="hand", extra_action="take-back")
"""An extra card that carries the take-back symbol."""
NOTHING_TO_TAKE = lays("take-back")
"""A take-back that finds nothing to take, and lies in the middle with its symbol."""

REMOVERS = pytest.mark.parametrize("action", ["remove-kind", "remove-colour"])


def gives(to: int, given_from: str = "hand", source: str = "hand") -> dict[str, Any]:
    return lays("donate", source, to=to, given_from=given_from)


class TestIds:
    """Columns count from 1 in the order in which they came, and no number comes back."""

    @pytest.mark.parametrize(
        ("entries", "columns"),
        [
            case("nothing lies at first", [], {}),
            case("the first card", [PLAIN], {1: 1}),
            case("one after the other", middle(3), {1: 1, 2: 1, 3: 1}),
            case("an extra card is one more", turns(EXTRA), {1: 1, 2: 1}),
            case("a cover uses none", turns(PLAIN, lays("cover", column=1), PLAIN), {1: 2, 2: 1}),
            case(
                "what was taken back is gone",
                turns(PLAIN, lays("take-back", column=1), PLAIN),
                {2: 1, 3: 1},
            ),
            case(
                "what was removed is gone",
                turns(PLAIN, PLAIN, lays("remove-kind", columns=[2]), PLAIN),
                {1: 1, 3: 1, 4: 1},
            ),
            case(
                "with all before it",
                turns(PLAIN, PLAIN, lays("remove-kind", columns=[3, 1, 2]), EXTRA),
                {4: 1, 5: 1},
            ),
        ],
    )
    def test_the_middle(self, entries: list[object], columns: dict[int, int]) -> None:
        one = told(*entries)
        assert one.columns == columns
        assert [column["id"] for column in one["columns"]] == list(columns)

    def test_a_column_is_its_id_its_cards_and_whether_nobody_may_take_it(self) -> None:
        assert told(NOTHING_TO_TAKE, ends(), lays("cover", column=1))["columns"] == [
            {"id": 1, "cards": 2, "take_back": True}
        ]


class TestDonate:
    @pytest.mark.parametrize(
        ("before", "laid", "held"),
        [
            case("from hand to domain", [], gives(1), [(3, 0), (5, 1), (5, 0)]),
            case("to whom one likes", [], gives(2), [(3, 0), (5, 0), (5, 1)]),
            case(
                "given from a domain", [holds(0, 3, 2)], gives(1, "domain"),
                [(2, 1), (5, 1), (5, 0)],
            ),
            case(
                "to whom has cards there", [holds(1, 4, 2)], gives(1), [(3, 0), (4, 3), (5, 0)]
            ),
            case("the last card that is left", [holds(0, 2)], gives(1), [(0, 0), (5, 1), (5, 0)]),
        ],
    )  # fmt: skip
    def test_who_holds_what(
        self, before: list[object], laid: dict[str, Any], held: list[tuple[int, int]]
    ) -> None:
        one = told(*before, laid, players=3)
        assert one.held == held
        assert (one.columns, one.barred, one["discarded"]) == ({1: 1}, [], 0)
        assert one.turn == (0, "draw")

    @pytest.mark.parametrize("source", ["hand", "domain"])
    def test_with_the_last_card_nothing_is_owed(self, source: str) -> None:
        last = holds(0, 1) if source == "hand" else holds(0, 0, 1)
        one = told(last, lays("donate", source))
        assert (one.verdict, one.held, one.columns) == (RECORDED, [(0, 0), (5, 0)], {1: 1})
        assert one["flags"] == []

    @pytest.mark.parametrize("other", [(2, 0), (1, 1)])
    def test_with_one_more_it_is(self, other: tuple[int, int]) -> None:
        assert told(holds(0, *other), lays("donate")).verdict == asks("donation-owed")

    def test_kept_all_the_same(self) -> None:
        one = told(sure(lays("donate")))
        assert (one.held, one.columns) == ([(4, 0), (5, 0)], {1: 1})

    def test_whoever_was_given_a_card_may_lay_it(self) -> None:
        entries = [holds(1, 0), gives(1), ends(), lays("remove-kind", "domain")]
        one = told(*entries)
        assert (one.held, one.columns) == ([(3, 0), (0, 0)], {1: 1, 2: 1})
        assert told(*entries[:-1], PLAIN).verdict == refuses("no-such-card")


class TestCover:
    @pytest.mark.parametrize(
        ("entries", "columns"),
        [
            case("the only card", [*turns(PLAIN), lays("cover", column=1)], {1: 2}),
            case("one of two", [*turns(EXTRA), lays("cover", column=2)], {1: 1, 2: 2}),
            case(
                "a column",
                turns(PLAIN, lays("cover", column=1), lays("cover", column=1)),
                {1: 3},
            ),
            case("the first card of all lies alone", [lays("cover")], {1: 1}),
        ],
    )
    def test_the_middle(self, entries: list[object], columns: dict[int, int]) -> None:
        one = told(*entries)
        assert (one.columns, one["flags"]) == (columns, [])

    @pytest.mark.parametrize("source", ["hand", "domain"])
    def test_it_takes_one_card_of_whoever_lays_it(self, source: str) -> None:
        one = told(*middle(1), holds(1, 3, 3), lays("cover", source, column=1))
        assert one.held == [(4, 0), (2, 3) if source == "hand" else (3, 2)]
        assert (one["discarded"], one["draw_pile"]) == (0, 25)

    def test_uncovered_all_the_same_it_lies_alone(self) -> None:
        one = told(*middle(1), sure(lays("cover")))
        assert (one.columns, one.barred) == ({1: 1, 2: 1}, [])

    @pytest.mark.parametrize(
        ("first", "barred"),
        [case("a plain card stays free", PLAIN, []), case("a barred one barred", SYMBOL, [2])],
    )
    def test_covering_never_changes_whether_a_column_is_barred(
        self, first: dict[str, Any], barred: list[int]
    ) -> None:
        before = turns(EXTRA if first is PLAIN else SYMBOL)
        for column in (1, 2):
            covers = [lays("cover", column=column), ends()] * 2
            assert told(*before, *covers).barred == barred


class TestExtra:
    @pytest.mark.parametrize(
        ("before", "laid", "held"),
        [
            case("two of the hand", [], EXTRA, (3, 0)),
            case("the last two", [holds(0, 2)], EXTRA, (0, 0)),
            case(
                "one of each", [holds(0, 2, 2)], lays("extra", extra_from="domain"), (1, 1)
            ),
            case(
                "two of the domain", [holds(0, 2, 2)], lays("extra", "domain", extra_from="domain"),
                (2, 0),
            ),
        ],
    )  # fmt: skip
    def test_it_makes_two_columns(
        self, before: list[object], laid: dict[str, Any], held: tuple[int, int]
    ) -> None:
        one = told(*before, laid)
        assert (one.columns, one.held[0], one.held[1]) == ({1: 1, 2: 1}, held, (5, 0))
        assert one["discarded"] == 0

    @pytest.mark.parametrize(
        "action", ["donate", "cover", "extra", "take-back", "remove-kind", "remove-colour"]
    )
    def test_the_extra_card_never_acts(self, action: str) -> None:
        """003:308: its action is ignored; what covers lies by itself."""
        one = told(*middle(1), lays("extra", extra_from="hand", extra_action=action))
        assert one.columns == {1: 1, 2: 1, 3: 1}
        assert one.held == [(4, 0), (3, 0)]
        assert one.barred == ([3] if action == "take-back" else [])

    def test_the_names_of_cards_change_nothing(self) -> None:
        cats = {
            "card": {"colour": "purple", "kind": "frog"},
            "extra_card": {"colour": "green", "kind": "cat"},
        }
        named, plain = told({**EXTRA, **cats}), told(EXTRA)
        assert named.columns == plain.columns
        assert (named.barred, named.held) == ([], plain.held)

    @pytest.mark.parametrize("source", ["hand", "domain"])
    def test_with_the_last_card_nothing_is_owed(self, source: str) -> None:
        last = holds(0, 1) if source == "hand" else holds(0, 0, 1)
        one = told(last, lays("extra", source))
        assert (one.verdict, one.columns, one.held[0]) == (RECORDED, {1: 1}, (0, 0))
        assert one["flags"] == []

    @pytest.mark.parametrize("other", [(2, 0), (1, 1)])
    def test_with_one_more_it_is(self, other: tuple[int, int]) -> None:
        assert told(holds(0, *other), lays("extra")).verdict == asks("extra-owed")

    def test_kept_all_the_same(self) -> None:
        one = told(sure(lays("extra", extra_action="take-back")))
        assert (one.columns, one.barred, one.held[0]) == ({1: 1}, [], (4, 0))


class TestTakeBack:
    def test_another_card_comes_into_the_domain(self) -> None:
        one = told(*middle(2), lays("take-back", column=1))
        assert (one.columns, one.barred) == ({2: 1, 3: 1}, [3])
        assert one.held == [(3, 1), (4, 0)]
        assert (one["discarded"], one["draw_pile"]) == (0, 26)

    def test_a_column_comes_apart(self) -> None:
        covered = turns(EXTRA, *[lays("cover", column=1)] * 3)
        one = told(*covered, lays("take-back", column=1))
        assert one.columns == {2: 1, 3: 1}
        assert one.held == [(1, 4), (3, 0)]

    def test_the_card_itself_lies_in_the_middle_with_its_symbol(self) -> None:
        one = told(NOTHING_TO_TAKE)
        assert (one.columns, one.barred, one.held[0]) == ({1: 1}, [1], (4, 0))

    @pytest.mark.parametrize(
        ("before", "expected"),
        [
            case("an empty middle", [], RECORDED),
            case("one barred card", turns(NOTHING_TO_TAKE), RECORDED),
            case(
                "a barred column", turns(NOTHING_TO_TAKE, lays("cover", column=1)), RECORDED
            ),
            case("one free card", middle(1), asks("take-back-owed")),
            case("one free and one barred", turns(SYMBOL), asks("take-back-owed")),
            case(
                "only an extra card with the symbol is left",
                turns(SYMBOL, lays("remove-kind", columns=[1, 3])),
                RECORDED,
            ),
        ],
    )  # fmt: skip
    def test_what_is_owed(self, before: list[object], expected: tuple[str, list[str]]) -> None:
        assert told(*before, NOTHING_TO_TAKE).verdict == expected

    @pytest.mark.parametrize(
        ("before", "column", "expected"),
        [
            case("a card that took back", turns(NOTHING_TO_TAKE), 1, asks("take-back-barred")),
            case(
                "one that took something", turns(PLAIN, lays("take-back", column=1)), 2,
                asks("take-back-barred"),
            ),
            case(
                "a column on it", turns(NOTHING_TO_TAKE, lays("cover", column=1)), 1,
                asks("take-back-barred"),
            ),
            case("an extra card with the symbol", turns(SYMBOL), 2, asks("take-back-barred")),
            case("the card beside it", turns(SYMBOL), 1, RECORDED),
            case("an extra card that covers", turns(
                lays("extra", extra_from="hand", extra_action="cover")
            ), 2, RECORDED),
        ],
    )  # fmt: skip
    def test_what_is_barred(
        self, before: list[object], column: int, expected: tuple[str, list[str]]
    ) -> None:
        assert told(*before, lays("take-back", column=column)).verdict == expected

    def test_a_barred_column_taken_all_the_same(self) -> None:
        barred = turns(NOTHING_TO_TAKE, lays("cover", column=1))
        one = told(*barred, sure(lays("take-back", column=1)))
        assert (one.columns, one.barred) == ({2: 1}, [2])
        assert one.held == [(3, 2), (4, 0)]
        assert one["flags"] == [{"entry": 4, "rule": "take-back-barred"}]

    def test_left_there_all_the_same(self) -> None:
        one = told(*middle(1), sure(NOTHING_TO_TAKE))
        assert (one.columns, one.barred, one.held) == ({1: 1, 2: 1}, [2], [(4, 0), (4, 0)])

    def test_a_card_that_came_back_is_what_it_is_laid_for(self) -> None:
        entries = turns(NOTHING_TO_TAKE, sure(lays("take-back", column=1)), PLAIN)
        assert told(*entries, lays("remove-kind", "domain")).barred == [2]
        assert told(*entries, sure(lays("take-back", "domain"))).barred == [2, 4]


class TestRemove:
    @REMOVERS
    @pytest.mark.parametrize(
        ("columns", "there", "discarded"),
        [
            case("nothing", [], {1: 2, 2: 1, 3: 1, 4: 1}, 0),
            case("a barred card", [2], {1: 2, 3: 1, 4: 1}, 1),
            case("a whole column", [1], {2: 1, 3: 1, 4: 1}, 2),
            case("the last one", [3], {1: 2, 2: 1, 4: 1}, 1),
            case("all but itself", [1, 2, 3], {4: 1}, 4),
            case("itself alone", [4], {1: 2, 2: 1, 3: 1}, 1),
            case("itself and another", [4, 2], {1: 2, 3: 1}, 2),
            case("everything", [1, 2, 3, 4], {}, 5),
            case("in any order", [4, 1, 3, 2], {}, 5),
        ],
    )
    def test_the_middle(
        self, action: str, columns: list[int], there: dict[int, int], discarded: int
    ) -> None:
        before = turns(SYMBOL, lays("cover", column=1), PLAIN)
        one = told(*before, lays(action, columns=columns))
        assert (one.columns, one["discarded"]) == (there, discarded)
        assert one["draw_pile"] == 26
        assert one.held == [(2, 0), (3, 0)]

    @REMOVERS
    def test_left_out_it_removes_nothing_and_is_never_asked_about(self, action: str) -> None:
        left_out, empty = told(*middle(2), lays(action)), told(*middle(2), lays(action, columns=[]))
        assert (left_out.verdict, left_out.columns) == (RECORDED, {1: 1, 2: 1, 3: 1})
        assert left_out.state == empty.state

    @REMOVERS
    def test_the_remover_lies_in_the_middle_without_a_symbol(self, action: str) -> None:
        one = told(*middle(1), lays(action, columns=[1]))
        assert (one.columns, one.barred, one["discarded"]) == ({2: 1}, [], 1)

    @REMOVERS
    def test_from_a_domain(self, action: str) -> None:
        one = told(holds(0, 3, 3), lays(action, "domain", columns=[1]))
        assert (one.columns, one.held[0], one["discarded"]) == ({}, (3, 2), 1)

    def test_what_is_discarded_adds_up(self) -> None:
        entries = turns(
            EXTRA,
            lays("cover", column=2),
            lays("remove-kind", columns=[2]),
            lays("remove-colour", columns=[1, 3, 4]),
        )
        assert told(*entries[:6])["discarded"] == 2
        assert told(*entries)["discarded"] == 5

    def test_two_removed_and_one_of_them_barred(self) -> None:
        one = told(*turns(SYMBOL), lays("remove-kind", columns=[1, 2]))
        assert (one.columns, one.barred) == ({3: 1}, [])


class TestConfirmed:
    """What was owed and not done is flagged, and the card lies by itself."""

    @pytest.mark.parametrize(
        ("before", "action", "columns", "rule"),
        [
            case("no gift", [], "donate", {1: 1}, "donation-owed"),
            case("no extra card", [], "extra", {1: 1}, "extra-owed"),
            case("no cover", middle(1), "cover", {1: 1, 2: 1}, "cover-owed"),
            case("nothing taken", middle(1), "take-back", {1: 1, 2: 1}, "take-back-owed"),
        ],
    )
    def test_the_turn_goes_on(
        self, before: list[object], action: str, columns: dict[int, int], rule: str
    ) -> None:
        player = len(before) // 2
        one = told(*before, sure(lays(action)), draws())
        assert one.columns == columns
        assert one["hands"][player] == 5
        assert one.turn == (1 - player, "play")
        assert one["flags"] == [{"entry": len(before), "rule": rule}]


def test_the_worked_example_of_the_late_table() -> None:
    """What the other tests start from is what it says it is."""
    one = told(*left(1, 2, 0, domains=(0, 1, 3), draw=4, columns=3), players=3)
    assert one.held == [(1, 0), (2, 1), (0, 3)]
    assert one.columns == {23: 1, 24: 1, 25: 1}
    assert (one["draw_pile"], one["discarded"]) == (4, 22)
    assert (one.turn, one["late_draw"]) == ((0, "play"), None)
