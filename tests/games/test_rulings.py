"""The rulings of each game, a line each in its `rulings.txt`."""

from pathlib import Path

from tests.games.game_of_bluff import telling as bluff
from tests.games.one_brain import telling as brain
from tests.games.the_game import telling as the_game
from tests.support.rulings import find_wrong, find_wrong_values, read_rulings

GAMES = Path(__file__).parent


def test_each_ruling_holds() -> None:
    assert find_wrong("the-game", GAMES / "the_game" / "rulings.txt", the_game.facts_of, 2) == []
    assert find_wrong("one-brain", GAMES / "one_brain" / "rulings.txt", brain.facts_of, 2) == []
    bluffs = GAMES / "game_of_bluff" / "rulings.txt"
    assert find_wrong("game-of-bluff", bluffs, bluff.facts_of, 3) == []


def test_a_ruling_that_does_not_hold_says_what_holds_instead() -> None:
    wrong = "40 up-1, 39 up-1 | recorded, hands 5 7 | down a pile up"
    [ruling] = read_rulings(wrong)
    assert (ruling.line, ruling.shows) == (1, "down a pile up")
    found = find_wrong_values("the-game", ruling, the_game.facts_of, 2)
    assert list(found) == ["['recorded', 'ask pile-direction']", "hands 6 7"]
