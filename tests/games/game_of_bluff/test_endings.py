"""How a game of Bluff ends (004:55), who wins it (004:57), and who shares which place."""

from typing import Any

import pytest

from companion.engine.replay import replay
from companion.games import GAMES
from tests.games.game_of_bluff.telling import (
    Table,
    case,
    emma,
    refuses,
    result,
    rounds,
    scored,
    stop,
    turn,
)

GAME = GAMES["game-of-bluff"]
EQUAL = rounds("123", "231", "312", "123", "321")
"""After these three players have 10 each: nine was the limit."""


def ends(ending: str, winners: list[int], ranks: list[int]) -> dict[str, object]:
    return {"ending": ending, "winners": winners, "ranks": ranks}


class TestLimit:
    @pytest.mark.parametrize("players", range(3, 16))
    def test_exactly_three_times_the_players_goes_on_and_one_more_ends_it(
        self, players: int
    ) -> None:
        highest_first = scored(*range(players, 0, -1))
        at_the_limit = [highest_first] * 3
        table = Table(*at_the_limit, players=players)
        assert (table["totals"][0], table["limit"]) == (3 * players, 3 * players)
        assert (table["outcome"], table["round"], table["to_limit"][0]) == (None, 4, 0)
        one_more = scored(*range(1, players + 1))
        table = Table(*at_the_limit, one_more, players=players)
        assert (table["totals"][0], table["to_limit"][0]) == (3 * players + 1, -1)
        assert table["outcome"]["ending"] == "limit-passed"

    def test_to_limit_falls_below_nothing(self) -> None:
        table = Table(*rounds("312", "321", "312", "321"))
        assert table["to_limit"] == [-3, 3, 3]

    def test_several_may_pass_it_in_one_round(self) -> None:
        table = Table(*rounds("4321", "3412", "4312", "3412"), players=4)
        assert table["totals"] == [14, 14, 5, 7]
        assert table["outcome"] == ends("limit-passed", [2], [3, 3, 1, 2])

    def test_even_everybody_and_the_winner_with_them(self) -> None:
        table = Table(*EQUAL)
        assert (table["totals"], table["to_limit"]) == ([10, 10, 10], [-1, -1, -1])
        assert table["outcome"] == ends("limit-passed", [0, 1, 2], [1, 1, 1])

    def test_the_winner_may_have_passed_it_too_without_a_tie(self) -> None:
        table = Table(*rounds("1234", "2341", "3412", "4123"), scored(4, 3, 2, 1), players=4)
        assert (table["totals"], table["outcome"]["winners"]) == ([14, 13, 12, 11], [3])
        three = [*rounds("123", "231", "312"), *rounds("132", "213")]
        assert Table(*three)["totals"] == [9, 10, 11]
        table = Table(*three[:4], scored(3, 1, 2))
        assert (table["totals"], table["to_limit"]) == ([10, 10, 10], [-1, -1, -1])


class TestStopped:
    def test_with_no_rounds_everybody_shares(self) -> None:
        for tie in ("shared", "last-round"):
            table = Table(stop(), tie=tie)
            assert table["outcome"] == ends("stopped", [0, 1, 2], [1, 1, 1])
            assert (table["round"], table["totals"]) == (0, [0, 0, 0])

    def test_in_the_middle_of_the_last_turns(self) -> None:
        table = Table(*rounds("213"), emma(1), turn(), stop())
        assert table["outcome"] == ends("stopped", [1], [2, 1, 3])


class TestRanks:
    @pytest.mark.parametrize(
        ("told", "players", "winners", "ranks"),
        [
            case("all different", rounds("3124"), 4, [1], [3, 1, 2, 4]),
            case(
                "two share the second place: 1, 2, 2, 4",
                rounds("1234", "1324"),
                4,
                [0],
                [1, 2, 2, 4],
            ),
            case("two pairs: 1, 1, 3, 3", rounds("1234", "2143"), 4, [0, 1], [1, 1, 3, 3]),
            case("all share", rounds("123", "231", "312"), 3, [0, 1, 2], [1, 1, 1]),
        ],
    )
    def test_shared_places_take_the_ones_below_them(
        self, told: list[object], players: int, winners: list[int], ranks: list[int]
    ) -> None:
        assert Table(*told, stop(), players=players)["outcome"] == ends("stopped", winners, ranks)


class TestLastRound:
    """With `tie` "last-round" only those who share the lowest total are parted."""

    @pytest.mark.parametrize(
        ("told", "players", "winners", "ranks"),
        [
            case("two for the first place", rounds("1234", "2134"), 4, [1], [2, 1, 3, 4]),
            case(
                "three, of whom two share the second",
                rounds("123", "231", "312"),
                3,
                [1],
                [2, 1, 2],
            ),
            case("nobody to part", rounds("3124"), 4, [1], [3, 1, 2, 4]),
            case("not those who share another place", rounds("1234", "1324"), 4, [0], [1, 2, 2, 4]),
            case(
                "a lower last round helps nobody else", rounds("1243", "2431"), 4, [0], [1, 3, 4, 2]
            ),
        ],
    )
    def test_who_is_parted(
        self, told: list[object], players: int, winners: list[int], ranks: list[int]
    ) -> None:
        table = Table(*told, stop(), players=players, tie="last-round")
        assert table["outcome"] == ends("stopped", winners, ranks)

    def test_points_part_them_not_cards(self) -> None:
        told = [scored(1, 2, 3), scored(2, 1, 3), scored(3, 2, 1, rik=0), scored(1, 2, 3)]
        shared = Table(*told[:2], scored(2, 3, 1, rik=1), stop(), tie="last-round")
        assert shared["totals"] == [5, 3, 7]
        told = [scored(1, 2, 3), scored(1, 3, 2, rik=1), stop()]
        table = Table(*told, tie="last-round")
        assert table["totals"] == [2, 2, 5]
        assert table["outcome"] == ends("stopped", [1], [2, 1, 3])

    def test_at_the_limit_as_well(self) -> None:
        assert Table(*EQUAL, tie="last-round")["outcome"] == ends("limit-passed", [2], [2, 2, 1])

    def test_leaders_still_are_all_with_the_lowest_total(self) -> None:
        assert Table(*EQUAL, tie="last-round")["leaders"] == [0, 1, 2]

    def test_a_stop_is_no_round(self) -> None:
        told: list[Any] = [*rounds("1234", "2134"), emma(0), turn(), stop()]
        assert Table(*told, players=4, tie="last-round")["outcome"]["winners"] == [1]


class TestResultEntered:
    def test_over_the_limit_or_not(self) -> None:
        for totals, ending in (([9, 0, 9], "stopped"), ([10, 0, 9], "limit-passed")):
            table = Table(result(*totals))
            assert table["totals"] == totals
            assert table["outcome"]["ending"] == ending
            assert (table["round"], table["rounds"]) == (0, [])

    def test_it_takes_the_place_of_what_the_rounds_came_to(self) -> None:
        before = [*rounds("312", "321"), emma(0), turn()]
        table = Table(*before, result(2, 8, 8))
        assert table["outcome"] == ends("stopped", [0], [1, 2, 2])
        assert table["totals"] == [2, 8, 8]
        assert (table["round"], table["countdown"]) == (2, None)
        assert table["rounds"] == Table(*before)["rounds"]

    @pytest.mark.parametrize("tie", ["shared", "last-round"])
    def test_ties_are_shared(self, tie: str) -> None:
        table = Table(*rounds("123"), result(4, 4, 7), tie=tie)
        assert table["outcome"] == ends("stopped", [0, 1], [1, 1, 3])

    @pytest.mark.parametrize("totals", [(1, 2), (1, 2, 3, 4), (1, 2, -1)])
    def test_it_needs_a_total_of_each_seat(self, totals: tuple[int, ...]) -> None:
        table = Table(*rounds("312"), result(*totals))
        assert (table.verdict, table.changed) == (refuses("totals-each-seat"), False)

    def test_after_it_everything_is_refused(self) -> None:
        for facts in (stop(), result(1, 2, 3), emma(0), scored(1, 2, 3)):
            assert Table(result(3, 2, 1), facts).verdict == refuses("game-over")

    def test_it_comes_down_to_the_totals_alone(self) -> None:
        state = replay(GAME.rules, GAME.rules.setup(["A", "B", "C"], {}),
                       [*rounds("312"), result(5, 9, 5)]).state  # fmt: skip
        kept = GAME.rules.summary(state)
        assert (kept.result_only, kept.turns, kept.scores) == (True, 0, (5, 9, 5))
        assert kept.ranks == (1, 3, 1)
        assert GAME.rules.opening(state) is None


@pytest.mark.parametrize(
    ("players", "circles", "pairs", "length"),
    [(3, 3, 0, 10), (4, 2, 0, 9), (5, 1, 1, 8), (7, 1, 0, 8), (8, 0, 3, 7), (15, 0, 3, 7)],
)
def test_the_longest_game_there_is(players: int, circles: int, pairs: int, length: int) -> None:
    """Each round the highest card is Rik's, and the points go round until all are evened out."""
    rows = circles * [
        [(seat + turn) % players for seat in range(players)] for turn in range(players)
    ]
    rows += pairs * [[*range(players)], [*range(players)][::-1]]
    entries = [scored(*(points or players for points in row), rik=row.index(0)) for row in rows]
    assert Table(*entries, players=players)["outcome"] is None
    entries.append(scored(*range(1, players + 1), rik=players - 1))
    table = Table(*entries, players=players)
    assert (table["round"], table["outcome"]["ending"]) == (length, "limit-passed")
