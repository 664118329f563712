"""Statistics, against numbers that were worked out by hand over a fixed set of games."""

from dataclasses import astuple, replace
from datetime import timedelta

from companion.engine.rules import ranks_of
from companion.history.results import Played, summarise
from companion.history.statistics import Average, Figures, OfTile, Statistics, statistics
from tests.games.one_brain.telling import middle, result
from tests.support.finished_games import LIGHT, Evening, stored
from tests.support.rulings import read_table

GAMES = [Played(game, summarise(game)) for game in stored()]


def highest(game: Played) -> Played:
    """The same game, had more points been better."""
    summary = game.summary
    ranks = ranks_of(summary.scores, highest_wins=True)
    return replace(game, summary=replace(summary, highest_wins=True, ranks=ranks))


TOLD = {
    "finished": statistics(GAMES),
    "highest": statistics([highest(game) for game in GAMES[15:]]),
    "light": statistics([Played(game, summarise(game)) for game in stored(LIGHT)]),
}
"""Of these games, of those of Bluff had most points won, and of those told in less."""


PLAIN = ("played", "finished", "won", "current", "longest")


def tile(games: str, slug: str) -> OfTile:
    return next(each for each in TOLD[games].tiles if each.tile == slug)


def test_figures_of_all_of_a_level_and_of_who_plays() -> None:
    """Played, finished, won; the best and the average; the streak now, and the longest.

    Those who play stand in the order of their places.
    """
    ranked: dict[str, list[str]] = {}
    for games, slug, of, figures, why in read_table(__file__, "FIGURES"):
        told = tile(games, slug)
        known = {"all": told.all, **told.levels}
        known |= {f"{each.person} {each.rank}": each.all for each in told.ranked}
        said = " ".join(f"{figure:.4g}" for figure in astuple(known[of]))
        assert said == figures, why
        ranked.setdefault(games, []).extend([of] if " " in of else [])
    for games in ("finished", "highest"):
        found = [f"{each.person} {each.rank}" for each in tile(games, "game-of-bluff").ranked]
        assert found == ranked[games]


def test_tallies_and_averages_rest_on_the_games_that_know_them() -> None:
    assert tile("finished", "the-game").all.share == 0.6
    for games, slug, name, tally in (
        # 6 is fewer than 10, 14 is not.
        ("finished", "the-game", "rating", {"played": 1, "beaten": 3, "excellent": 1}),
        ("finished", "the-game-extreme", "broken", {"skull": 2, "three": 1}),
        ("light", "the-game", "rating", {"played": 3, "excellent": 1, "beaten": 1}),
        ("light", "the-game-extreme", "broken", {}),
    ):
        assert tile(games, slug).tallies[name] == tally, (games, slug)
    # Cards a turn: 3 / 2, 5 / 3, 3 / 2. Numbers a card: 49 / 3, of the one game by cards.
    pace, jump = Average((3 / 2 + 5 / 3 + 3 / 2) / 3, 3), Average(49 / 3, 1)
    assert tile("light", "the-game").averages == {"pace": pace, "jump": jump}
    assert tile("light", "the-game-extreme").averages == {}
    # Each game of the other tiles, and two of The Game, have nothing but their result.
    assert [each.results for each in TOLD["light"].tiles] == [2, 2, 2, 2]


def test_games_of_which_most_points_are_best_have_figures_of_their_own() -> None:
    lowest, most = statistics([*GAMES[15:17], *map(highest, GAMES[17:])]).tiles
    assert (lowest.tile, lowest.highest_wins, lowest.all.best) == ("game-of-bluff", False, 4)
    assert (most.tile, most.highest_wins, most.all.best) == ("game-of-bluff", True, 6)


def test_everybody_over_all_games() -> None:
    """Ann and Ben play all 20, of which two run. Together they win 3 + 0 + 2; of the four of Bluff
    Ann wins the second and the last, Ben all but the second. Cas plays the last five."""
    found = [
        (each.person, *(getattr(each.all, name) for name in PLAIN))
        for each in TOLD["finished"].players
    ]
    # As many games: more wins first.
    assert found == [("Ben", 20, 18, 8, 2, 2), ("Ann", 20, 18, 7, 1, 2), ("Cas", 5, 4, 0, 0, 0)]


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
