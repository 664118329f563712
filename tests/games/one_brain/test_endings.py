"""How an attempt at One Brain ends (003:80-100): lost, won or given up."""

from typing import Any

import pytest

from companion.engine.replay import replay
from tests.games.one_brain.telling import (
    GAME,
    OVER,
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
    sure,
    table,
    told,
)

PLAIN = lays("remove-kind")
"""A card that asks nothing: a remover that finds nothing."""
EXTRA = lays("extra", extra_from="hand")
OWN = 0
"""Stands for the id of the card that is laid."""
LIMITS = {"beginner": 7, "advanced": 6, "expert": 5}


def lost(columns: int) -> tuple[str, int]:
    return "limit-reached", columns


def won(columns: int) -> tuple[str, int]:
    return "won", columns


def given_up(columns: int) -> tuple[str, int]:
    return "given-up", columns


@pytest.mark.parametrize(("level", "limit"), LIMITS.items())
class TestLimit:
    def test_below_it_the_game_goes_on(self, level: str, limit: int) -> None:
        one = told(*middle(limit - 2), PLAIN, level=level)
        assert (len(one.columns), one.ending) == (limit - 1, None)
        assert one.turn[1] == "draw"

    def test_reaching_it_loses(self, level: str, limit: int) -> None:
        one = told(*middle(limit - 1), PLAIN, level=level)
        assert one.ending == lost(limit)
        assert len(one["columns"]) == limit

    def test_passing_it_loses(self, level: str, limit: int) -> None:
        one = told(*middle(limit - 1), EXTRA, level=level)
        assert one.ending == lost(limit + 1)

    def test_an_extra_card_may_reach_it(self, level: str, limit: int) -> None:
        assert told(*middle(limit - 2), EXTRA, level=level).ending == lost(limit)
        assert told(*middle(limit - 3), EXTRA, level=level).ending is None

    @pytest.mark.parametrize(
        ("laid", "loses"),
        [
            case("a cover lies on another", lays("cover", column=1), False),
            case("a card taken back", lays("take-back", column=2), False),
            case("a remover that finds one", lays("remove-kind", columns=[1]), False),
            case("a remover that finds two", lays("remove-colour", columns=[1, 2]), False),
            case("a remover that finds nothing", lays("remove-colour", columns=[]), True),
        ],
    )
    def test_only_what_lies_after_the_action_counts(
        self, level: str, limit: int, laid: dict[str, Any], loses: bool
    ) -> None:
        if laid.get("columns") == [OWN]:
            laid = {**laid, "columns": [limit]}
        one = told(*middle(limit - 1), laid, level=level)
        assert one.ending == (lost(limit) if loses else None)

    def test_the_discard_pile_counts_for_nothing(self, level: str, limit: int) -> None:
        itself = [
            entry
            for number in range(1, limit + 2)
            for entry in (lays("remove-kind", columns=[number]), draws())
        ]
        one = told(*itself, level=level)
        assert (one["discarded"], one.ending) == (limit + 1, None)


def test_a_fifth_card_may_clear_the_middle_of_experts() -> None:
    """003:80: five for a moment, then none at all."""
    one = told(*middle(4), lays("remove-colour", columns=[1, 2, 3, 4, 5]), level="expert")
    assert (one.columns, one["discarded"], one.ending) == ({}, 5, None)


def test_the_action_of_the_last_column_is_done_before_it_counts() -> None:
    one = told(*middle(5), lays("donate", to=0, given_from="hand"))
    assert (one.held, one.ending) == ([(2, 1), (1, 0)], lost(6))


class TestWon:
    @pytest.mark.parametrize(
        ("before", "laid", "ending"),
        [
            case("the last card of all", left(1, 0), PLAIN, won(1)),
            case("another hand has one", left(1, 1), PLAIN, None),
            case("another domain has one", left(1, 0, domains=(0, 1)), PLAIN, None),
            case("one's own hand has one", left(2, 0), PLAIN, None),
            case("the pile has one", left(1, 0, draw=1), PLAIN, None),
            case("a gift with the last card", left(1, 0), lays("donate"), won(1)),
            case(
                "a gift with the last but one", left(2, 0),
                lays("donate", to=1, given_from="hand"), None,
            ),
            case("an extra card as the last", left(2, 0), EXTRA, won(2)),
            case("nothing to take back", left(1, 0), lays("take-back"), won(1)),
            case("something to take back", left(1, 0, columns=1), lays("take-back", column=35),
                 None),
            case("a remover that finds all", left(1, 0, columns=2),
                 lays("remove-kind", columns=[34, 35, 36]), won(0)),
            case("with columns below the limit", left(1, 0, columns=4), PLAIN, won(5)),
        ],
    )  # fmt: skip
    def test_no_hand_no_domain_and_no_pile(
        self, before: list[object], laid: dict[str, Any], ending: tuple[str, int] | None
    ) -> None:
        assert told(*before, laid).ending == ending

    def test_alone(self) -> None:
        """The virtual seat has to have laid its cards too."""
        entries: list[object] = []
        while len(entries) < 2 * 35:
            number = len(entries) // 2 + 1
            drawn = draws() if number <= 26 else ends()
            entries += [lays("remove-kind", "domain", columns=[number]), drawn]
        assert told(*entries, players=1).held == [(0, 0), (0, 1)]
        one = told(*entries, lays("cover", "domain"), players=1)
        assert (one.ending, one["discarded"]) == (won(1), 35)

    def test_a_card_that_was_drawn_has_to_be_laid(self) -> None:
        entries = [*left(1, 0, draw=1), PLAIN, draws()]
        assert told(*entries).ending is None
        assert told(*entries, ends(), PLAIN).ending == won(2)

    def test_everybody_without_cards_has_not_won_before_the_pile_is_empty(self) -> None:
        entries = [*left(1, 0, draw=2), PLAIN, ends(), draws()]
        assert told(*entries)["must_draw"] is False
        one = told(*entries, draws(), lays("cover", column=34), ends(), PLAIN)
        assert one.verdict[0] == "recorded"
        assert one.ending == won(2)


class TestLimitBeforeWinning:
    """003:80: the limit is looked at first."""

    @pytest.mark.parametrize(
        ("columns", "laid", "ending"),
        [
            case("the last card as the fifth column", 4, PLAIN, won(5)),
            case("the last card as the sixth column", 5, PLAIN, lost(6)),
            case("the last card removes one", 5, lays("remove-kind", columns=[31]), won(5)),
            case("the last card removes itself", 5, lays("remove-kind", columns=[36]), won(5)),
        ],
    )
    def test_of_advanced_players(
        self, columns: int, laid: dict[str, Any], ending: tuple[str, int]
    ) -> None:
        assert told(*left(1, 0, columns=columns), laid).ending == ending

    @pytest.mark.parametrize(("level", "limit"), LIMITS.items())
    def test_of_all(self, level: str, limit: int) -> None:
        for columns, ending in ((limit - 2, won(limit - 1)), (limit - 1, lost(limit))):
            assert told(*left(1, 0, columns=columns), PLAIN, level=level).ending == ending

    def test_the_last_two_cards_at_once(self) -> None:
        assert told(*left(2, 0, columns=4), EXTRA).ending == lost(6)
        assert told(*left(2, 0, columns=3), EXTRA).ending == won(5)


class TestGivenUp:
    @pytest.mark.parametrize(
        ("entries", "columns"),
        [
            case("before the first card", [], 0),
            case("in the middle of a turn", [PLAIN], 1),
            case("with a column", [*middle(1), lays("cover", column=1)], 1),
            case("when somebody must draw", [holds(0, 0), holds(1, 0)], 0),
        ],
    )
    def test_at_any_time(self, entries: list[object], columns: int) -> None:
        before, one = told(*entries), told(*entries, gives_up())
        assert one.ending == given_up(columns)
        for key in ("columns", "hands", "domains", "draw_pile", "discarded", "limit", "flags"):
            assert one[key] == before[key]


class TestResultEntered:
    @pytest.mark.parametrize(("level", "limit"), LIMITS.items())
    def test_below_the_limit_it_is_won_and_from_it_on_lost(self, level: str, limit: int) -> None:
        for columns in (None, 0, limit - 1):
            one = told(result(True, columns), level=level)
            assert one.ending == won(columns or 0)
        for columns, said in ((None, limit), (0, limit), (limit, limit), (limit + 2, limit + 2)):
            assert told(result(False, columns), level=level).ending == lost(said)

    @pytest.mark.parametrize(("level", "limit"), LIMITS.items())
    def test_nobody_wins_at_the_limit(self, level: str, limit: int) -> None:
        for columns in (limit, limit + 1, 10**9):
            one = told(result(True, columns), level=level)
            assert (one.verdict, one.changed) == (refuses("limit-before-winning"), False)

    @pytest.mark.parametrize(
        "entries",
        [
            case("before the first card", []),
            case("in the middle of a turn", [PLAIN]),
            case("when somebody must draw", [holds(0, 0), holds(1, 0)]),
        ],
    )
    def test_the_table_stays_as_it_lies(self, entries: list[object]) -> None:
        before, one = told(*entries), told(*entries, result(True, 4))
        assert one.ending == won(4)
        assert (one["turn"], one["late_draw"], one["must_draw"]) == (None, None, False)
        for key in ("columns", "hands", "domains", "draw_pile", "discarded", "limit", "flags"):
            assert one[key] == before[key]

    def test_it_comes_down_to_that_alone(self) -> None:
        kept = {
            facts["won"]: GAME.rules.summary(replay(GAME.rules, table(), [*middle(2), facts]).state)
            for facts in (result(True, 4), result(False))
        }
        for won_it, one in kept.items():
            assert (one.result_only, one.turns, one.won) == (True, 0, won_it)
        assert (kept[True].score, kept[True].facts["columns"]) == (0, 4)
        assert (kept[False].score, kept[False].facts["columns"]) == (None, 6)

    def test_nobody_is_said_to_start_the_next_attempt(self) -> None:
        for entries, starts in (([PLAIN, result(True)], None), ([PLAIN, gives_up()], 0)):
            opening = GAME.rules.opening(replay(GAME.rules, table(), entries).state)
            assert (opening and opening["player"]) == starts


class TestOver:
    ENDINGS: tuple[Any, ...] = (
        case("lost", [*middle(5), PLAIN], lost(6)),
        case("won", [*left(1, 0), PLAIN], won(1)),
        case("given up", [gives_up()], given_up(0)),
        case("a result", [result(False)], lost(6)),
        case(
            "lost with all hands empty and cards in the pile",
            [*left(1, 0, draw=3, columns=5), PLAIN],
            lost(6),
        ),
    )

    @pytest.mark.parametrize(("entries", "ending"), ENDINGS)
    def test_nobody_has_a_turn(self, entries: list[object], ending: tuple[str, int]) -> None:
        one = told(*entries)
        assert one.ending == ending
        assert (one["turn"], one["late_draw"], one["must_draw"]) == (None, None, False)
        assert one["outcome"].keys() == {"ending", "columns"}

    @pytest.mark.parametrize(("entries", "ending"), ENDINGS)
    def test_nothing_can_be_entered(self, entries: list[object], ending: tuple[str, int]) -> None:
        for facts in (PLAIN, draws(), ends(), draws_late(), holds(0, 1), gives_up(), result(True)):
            one = told(*entries, sure(facts))
            assert (one.verdict, one.changed) == (OVER, False)
            assert one.state["outcome"] == {"ending": ending[0], "columns": ending[1]}

    @pytest.mark.parametrize(("entries", "ending"), ENDINGS)
    def test_the_entry_before_was_not_over(
        self, entries: list[object], ending: tuple[str, int]
    ) -> None:
        assert told(*entries[:-1])["outcome"] is None

    def test_a_flag_stays(self) -> None:
        one = told(sure(lays("donate")), gives_up())
        assert one["flags"] == [{"entry": 0, "rule": "donation-owed"}]
