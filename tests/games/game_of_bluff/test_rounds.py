"""A round of Game of Bluff: who starts, the last turns after Ending Emma, and the points."""

import pytest

from tests.games.game_of_bluff.telling import (
    Table,
    case,
    emma,
    rounds,
    scored,
    starter,
    stop,
    turn,
)


class TestStart:
    """004:36: whoever told a lie last starts."""

    def test_an_empty_sheet(self) -> None:
        assert Table(players=4).told["state"] == {
            "round": 1,
            "starter": 0,
            "totals": [0, 0, 0, 0],
            "rounds": [],
            "limit": 12,
            "to_limit": [12, 12, 12, 12],
            "countdown": None,
            "leaders": [0, 1, 2, 3],
            "outcome": None,
            "flags": [],
        }

    def test_the_sheet_of_the_record_format(self) -> None:
        assert Table(scored(4, 1, 2, 3), players=4).told["state"] == {
            "round": 2,
            "starter": 1,
            "totals": [4, 1, 2, 3],
            "rounds": [{"cards": [4, 1, 2, 3], "rik": None, "points": [4, 1, 2, 3]}],
            "limit": 12,
            "to_limit": [8, 11, 10, 9],
            "countdown": None,
            "leaders": [1],
            "outcome": None,
            "flags": [],
        }

    @pytest.mark.parametrize(
        ("told", "expected"),
        [
            case("the first seat until somebody is chosen", [], 0),
            case("whoever is chosen", [starter(2)], 2),
            case("the last one who is chosen", [starter(2), starter(1)], 1),
            case("each scored round moves the start one seat on", [scored(1, 2, 3)], 1),
            case("from whoever was chosen", [starter(1), scored(1, 2, 3)], 2),
            case("three rounds of three go once round", rounds("123", "123", "231"), 0),
            case("chosen in a later round", [scored(1, 2, 3), starter(0)], 0),
            case("neither does a stop", [starter(2), stop()], 2),
            case("what is refused moves nothing", [starter(2)], 2),
        ],
    )
    def test_who_starts(self, told: list[object], expected: int) -> None:
        assert Table(*told)["starter"] == expected

    def test_choosing_a_starter_leaves_the_last_turns_alone(self) -> None:
        assert Table(emma(0), turn(), starter(2))["countdown"] == [2, 0]


class TestEmma:
    """004:74: everybody has one more turn, the one who played her the last."""

    @pytest.mark.parametrize(
        ("players", "player"), [(n, player) for n in (3, 5, 15) for player in range(n)]
    )
    def test_the_left_neighbour_is_first_and_emma_last(self, players: int, player: int) -> None:
        order = [*range(player + 1, players), *range(player + 1)]
        for taken in range(players + 1):
            table = Table(emma(player), *[turn()] * taken, players=players)
            assert table["countdown"] == order[taken:]

    def test_it_is_clockwise_from_emma_whoever_started(self) -> None:
        assert Table(starter(2), emma(0), players=4)["countdown"] == [1, 2, 3, 0]

    def test_a_scored_round_clears_it(self) -> None:
        assert Table(emma(0), turn(), scored(1, 2, 3))["countdown"] is None
        assert Table(emma(0), *[turn()] * 3, scored(1, 2, 3))["countdown"] is None

    def test_the_next_round_has_its_own(self) -> None:
        table = Table(emma(0), turn(), scored(1, 2, 3), emma(1), turn())
        assert table["countdown"] == [0, 1]

    def test_stopping_during_it_leaves_the_round_out(self) -> None:
        table = Table(*rounds("312"), emma(0), turn(), stop())
        assert (table["totals"], table["round"]) == ([3, 1, 2], 1)
        assert table["outcome"]["ending"] == "stopped"


class TestPoints:
    """The white card, and nothing for Rik with the highest one (004:86)."""

    @pytest.mark.parametrize(
        ("told", "points"),
        [
            case("the white card", scored(3, 1, 4, 2), [3, 1, 4, 2]),
            case("Rik with the highest card", scored(3, 1, 4, 2, rik=2), [3, 1, 0, 2]),
            case("Rik with the second highest", scored(3, 1, 4, 2, rik=0), [3, 1, 4, 2]),
            case("Rik in the first seat", scored(4, 1, 3, 2, rik=0), [0, 1, 3, 2]),
        ],
    )
    def test_a_round_of_four(self, told: object, points: list[int]) -> None:
        table = Table(told, players=4)
        assert (table["totals"], table["rounds"][0]["points"]) == (points, points)

    @pytest.mark.parametrize("players", [3, 11, 15])
    def test_the_highest_card_is_the_highest_in_play(self, players: int) -> None:
        cards = [*range(2, players + 1), 1]
        table = Table(scored(*cards, rik=players - 2), players=players)
        assert table["totals"][players - 2] == 0
        assert sum(table["totals"]) == players * (players + 1) // 2 - players

    def test_the_sheet_keeps_the_cards_and_who_held_rik(self) -> None:
        played = [scored(3, 1, 2, rik=0), scored(3, 1, 2, rik=1), scored(1, 2, 3)]
        assert Table(*played)["rounds"] == [
            {"cards": [3, 1, 2], "rik": 0, "points": [0, 1, 2]},
            {"cards": [3, 1, 2], "rik": 1, "points": [3, 1, 2]},
            {"cards": [1, 2, 3], "rik": None, "points": [1, 2, 3]},
        ]

    def test_totals_add_up_and_count_down_to_the_limit(self) -> None:
        table = Table(*rounds("312", "321"), scored(1, 3, 2, rik=1))
        assert table["totals"] == [7, 3, 5]
        assert table["to_limit"] == [2, 6, 4]
        assert table["leaders"] == [1]
        assert table["round"] == 4

    def test_everybody_with_the_lowest_total_leads(self) -> None:
        assert Table(*rounds("312", "321"))["leaders"] == [1, 2]
        assert Table(*rounds("123", "231", "312"))["leaders"] == [0, 1, 2]
