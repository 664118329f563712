"""Statistics, against numbers that were worked out by hand over a fixed set of games."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.engine.rules import ranks_of
from companion.history.results import Played, summarise
from companion.history.statistics import Average, Figures, OfTile, Statistics, statistics
from tests.games.one_brain.telling import middle, result
from tests.support.finished_games import LIGHT, Evening, stored

GAMES = [Played(game, summarise(game)) for game in stored()]


@pytest.fixture(scope="module")
def told() -> Statistics:
    return statistics(GAMES)


@pytest.fixture(scope="module")
def light() -> Statistics:
    return statistics([Played(game, summarise(game)) for game in stored(LIGHT)])


def tile(told: Statistics, slug: str) -> OfTile:
    return next(each for each in told.tiles if each.tile == slug)


class TestTiles:
    def test_the_game(self, told: Statistics) -> None:
        # 14 left, beaten, beaten, 6 left, (runs), beaten: 3 of 5, (14 + 0 + 0 + 6 + 0) / 5 = 4.
        assert tile(told, "the-game").all == Figures(
            played=6, finished=5, won=3, best=0, average=4.0, current=1, longest=2
        )
        assert tile(told, "the-game").all.share == 0.6
        # 6 is fewer than 10, 14 is not.
        assert tile(told, "the-game").tallies["rating"] == {
            "played": 1, "beaten": 3, "excellent": 1
        }  # fmt: skip

    def test_extreme(self, told: Statistics) -> None:
        # Three of the four were lost by a command: only the 20 of the last one count.
        extreme = tile(told, "the-game-extreme")
        assert extreme.all == Figures(
            played=4, finished=4, won=0, best=20, average=20.0, current=0, longest=0
        )
        assert extreme.tallies["broken"] == {"skull": 2, "three": 1}

    def test_one_brain(self, told: Statistics) -> None:
        # Lost with 29, won, won | given up, lost with 30: (29 + 0 + 0 + 30) / 4 = 14.75.
        brain = tile(told, "one-brain")
        assert brain.all == Figures(
            played=5, finished=5, won=2, best=0, average=14.75, current=0, longest=2
        )
        # 29 / 3; the attempt given up is tried and not won, and has no cards left to count.
        assert brain.levels == {
            "beginner": Figures(3, 3, 2, 0, 29 / 3, 2, 2),
            "advanced": Figures(2, 2, 0, 30, 30.0, 0, 0),
        }

    def test_bluff(self, told: Statistics) -> None:
        # The winning totals were 4, 4, 1 and 3; nobody wins it together.
        assert tile(told, "game-of-bluff").all == Figures(
            played=5, finished=4, won=0, best=1, average=3.0, current=0, longest=0
        )

    def test_the_ranks_of_bluff(self, told: Statistics) -> None:
        #      places        points        wins
        # Ben  1, 3, 1, 1    4, 12, 1, 3  yes no yes yes   6 / 4, 20 / 4
        # Ann  3, 1, 2, 1   12,  4, 2, 3  no yes no yes    7 / 4, 21 / 4
        # Cas  2, 2, 3, 3    8,  8, 3, 6  never           10 / 4, 25 / 4
        ranked = tile(told, "game-of-bluff").ranked
        assert [(each.person, each.rank) for each in ranked] == [
            ("Ben", 1.5), ("Ann", 1.75), ("Cas", 2.5)
        ]  # fmt: skip
        assert [each.all for each in ranked] == [
            Figures(played=4, finished=4, won=3, best=1, average=5.0, current=2, longest=2),
            Figures(played=4, finished=4, won=2, best=2, average=5.25, current=1, longest=1),
            Figures(played=4, finished=4, won=0, best=3, average=6.25, current=0, longest=0),
        ]


class TestHighestWins:
    """The four finished games of Bluff: points of Ann, Ben and Cas 12 4 8, 4 12 8, 2 1 3, 3 3 6."""

    def test_most_points_are_best(self) -> None:
        # The winning totals are 12, 12, 3 and 6; Cas has places 2, 2, 1, 1.
        [game] = statistics([highest(game) for game in GAMES[15:]]).tiles
        assert game.highest_wins
        assert game.all == Figures(
            played=5, finished=4, won=0, best=12, average=8.25, current=0, longest=0
        )
        assert [(each.person, each.rank, each.all.best) for each in game.ranked] == [
            ("Cas", 1.5, 8), ("Ann", 2.0, 12), ("Ben", 2.25, 12)
        ]  # fmt: skip

    def test_games_of_both_kinds_have_figures_of_their_own(self) -> None:
        lowest, most = statistics([*GAMES[15:17], *map(highest, GAMES[17:])]).tiles
        assert (lowest.tile, lowest.highest_wins, lowest.all.best) == ("game-of-bluff", False, 4)
        assert (most.tile, most.highest_wins, most.all.best) == ("game-of-bluff", True, 6)


def highest(game: Played) -> Played:
    """The same game, had more points been better."""
    summary = game.summary
    ranks = ranks_of(summary.scores, highest_wins=True)
    return replace(game, summary=replace(summary, highest_wins=True, ranks=ranks))


class TestLight:
    """Games of which less than every card was entered: LIGHT says which."""

    def test_results_count_as_games(self, light: Statistics) -> None:
        # 95, 93, 95, 4 and 0 left: 287 / 5.
        assert tile(light, "the-game").all == Figures(
            played=6, finished=5, won=1, best=0, average=57.4, current=1, longest=1
        )
        assert tile(light, "the-game").tallies["rating"] == {
            "played": 3, "excellent": 1, "beaten": 1
        }  # fmt: skip
        assert tile(light, "game-of-bluff").all == Figures(
            played=2, finished=2, won=0, best=4, average=4.0, current=0, longest=0
        )
        # Each game of the other tiles, and two of The Game, have nothing but their result.
        assert [each.results for each in light.tiles] == [2, 2, 2, 2]
        [first, *_] = tile(light, "game-of-bluff").ranked
        assert (first.rank, first.all.average) == (2.0, 8.0)

    def test_what_was_lost_has_no_cards_left_to_count(self, light: Statistics) -> None:
        assert tile(light, "the-game-extreme").all == Figures(
            played=2, finished=2, won=0, best=12, average=12.0, current=0, longest=0
        )
        assert tile(light, "the-game-extreme").tallies["broken"] == {}
        assert tile(light, "one-brain").levels == {"beginner": Figures(2, 2, 1, 0, 0.0, 0, 1)}

    def test_averages_rest_on_the_games_that_know_them(self, light: Statistics) -> None:
        # Cards a turn: 3 / 2, 5 / 3, 3 / 2. Numbers a card: 49 / 3, of the one game by cards.
        averages = tile(light, "the-game").averages
        assert averages == {
            "pace": Average((3 / 2 + 5 / 3 + 3 / 2) / 3, 3), "jump": Average(49 / 3, 1)
        }  # fmt: skip
        assert tile(light, "the-game-extreme").averages == {}


class TestPlayers:
    def test_everybody_over_all_games(self, told: Statistics) -> None:
        # Ann and Ben play all 20, of which two run. Together they win 3 + 0 + 2; of the four of
        # Bluff Ann wins the second and the last, Ben all but the second. Cas plays the last five.
        found = {each.person: each.all for each in told.players}
        figures = {
            person: (of.played, of.finished, of.won, of.current, of.longest)
            for person, of in found.items()
        }
        assert figures == {
            "Ann": (20, 18, 7, 1, 2),
            "Ben": (20, 18, 8, 2, 2),
            "Cas": (5, 4, 0, 0, 0),
        }
        assert list(found) == ["Ben", "Ann", "Cas"]  # as many games: more wins first


def test_of_nothing_there_is_nothing_and_a_game_that_runs_is_played_and_no_more() -> None:
    assert statistics([]) == Statistics((), ())
    [game] = statistics(GAMES[4:5]).tiles
    assert game.all == Figures(1, 0, 0, None, None, 0, 0)
    assert game.all.share == 0
    [streak] = statistics(GAMES[:4]).tiles
    assert (streak.all.longest, streak.all.current) == (2, 0)  # the longest may be over


def test_when_a_result_was_entered_says_nothing_of_how_long_it_was() -> None:
    evening = Evening("one-brain", (*middle(3), result(False)), ("Ann", "Ben"), {"level": "expert"})
    [game] = stored([evening])
    later = [replace(each, at=each.at + timedelta(minutes=each.place)) for each in game.log]
    game = replace(game, log=tuple(later))
    assert summarise(game).seconds == 0
    assert summarise(replace(game, log=game.log[:-1])).seconds > 0
