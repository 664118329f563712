"""Games of which only the result was entered: how they count beside others of the same tile."""

from dataclasses import replace
from datetime import timedelta

from companion.history.results import Played, summarise
from companion.history.statistics import statistics
from tests.games.game_of_bluff.telling import result as totals
from tests.games.game_of_bluff.telling import rounds, stop
from tests.games.one_brain.telling import middle, result
from tests.support.finished_games import PLAIN, Evening, stored

TWO, THREE = ("Ann", "Ben"), ("Ann", "Ben", "Cas")
BEGINNER = {"level": "beginner"}
EVENINGS = (
    Evening("one-brain", (result(True, 3),), TWO, BEGINNER),
    Evening("one-brain", (*middle(3), result(False)), TWO, BEGINNER),
    Evening("one-brain", (*middle(6), PLAIN), TWO, BEGINNER),
    Evening("game-of-bluff", (*rounds("312"), totals(9, 0, 9)), THREE),
    Evening("game-of-bluff", (*rounds("312"), stop()), THREE),
)


def test_they_count_and_their_number_is_told() -> None:
    games = [Played(game, summarise(game)) for game in stored(EVENINGS)]
    assert [game.summary.result_only for game in games] == [True, True, False, True, False]
    brain, bluff = statistics(games).tiles
    assert (brain.results, bluff.results) == (2, 1)
    assert (brain.all.finished, brain.all.won, brain.all.best) == (3, 1, 0)
    assert brain.levels["beginner"].finished == 3
    assert [(each.person, each.all.won, each.rank) for each in bluff.ranked] == [
        ("Ben", 2, 1.0), ("Cas", 0, 2.0), ("Ann", 0, 2.5),
    ]  # fmt: skip


def test_when_it_was_entered_says_nothing_of_how_long_it_was() -> None:
    [game] = stored(EVENINGS[1:2])
    later = [replace(each, at=each.at + timedelta(minutes=each.place)) for each in game.log]
    game = replace(game, log=tuple(later))
    assert summarise(game).seconds == 0
    assert summarise(replace(game, log=game.log[:-1])).seconds > 0
