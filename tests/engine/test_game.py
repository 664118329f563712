"""What games share: tiles, places, and set-ups. Reading and replaying, tests/games has."""

from typing import Any

import pytest

from companion.engine.replay import replay
from companion.engine.rules import ranks_of
from companion.games import GAMES
from companion.games.game import Game
from tests.games.the_game.telling import log_of
from tests.support.submitted_log import Book


def test_a_game_is_the_last_tile_whose_options_it_has() -> None:
    told: tuple[dict[str, object], ...] = ({}, {"extreme": False}, {"on_fire": True})
    assert {GAMES["the-game"].tile(options).slug for options in told} == {"the-game"}
    assert GAMES["the-game"].tile({"extreme": True, "on_fire": True}).slug == "the-game-extreme"


def test_what_a_game_does_not_have_is_no_set_up() -> None:
    rules = GAMES["the-game"].rules
    for seats in (0, 6, 100):
        with pytest.raises(ValueError, match=f"this game is for 1 to 5 players, not {seats}"):
            rules.setup(["Ann"] * seats, {})
    for name, values in {
        "option 'Extreme'": (True, None), "extreme": (1, 0, "true", [], {}),
        "same_pile": ("SOFT", "", False, ["soft"]),
    }.items():  # fmt: skip
        for value in values:
            option = name.removeprefix("option ").strip("'")
            with pytest.raises(ValueError, match=f"this game has no {name}"):
                rules.setup(["Ann"], {option: value})


def test_equal_totals_share_a_place() -> None:
    for totals, lowest, highest in (
        ((7, 3, 7, 9), (2, 1, 2, 4), (2, 4, 2, 1)),
        ((-2, 0), (1, 2), (2, 1)),
        ((5, 5, 5), (1, 1, 1), (1, 1, 1)),
        ((), (), ()),
    ):
        assert ranks_of(totals) == lowest
        assert ranks_of(totals, highest_wins=True) == highest


def test_a_step_shares_the_flags_before_it() -> None:
    """Each of them holding all of them would take the square of a log in memory."""
    steps = Book(*log_of("40 up-1, 31 up-1!, 9 up-1!")).story.replay.steps
    none, second, third = (step.flagged for step in steps)
    assert none is None
    assert third.before is second is not None


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_stands_under_its_slug_and_can_be_set_up(game: Game[Any, Any]) -> None:
    """Its options have one of their values, its entries kinds and forms of their own."""
    rules = game.rules
    assert GAMES[game.slug] is game
    for seats in rules.seats:
        assert replay(rules, rules.setup(["Ann"] * seats, {}), ()).outcome is None
    assert all(option.default in option.values for option in rules.options)
    names = [option.name for option in rules.options]
    assert len(set(names)) == len(names)
    kinds = [each.kind for each in rules.known]
    assert len(set(kinds)) == len(kinds)
    assert [form.kind for form in game.pages.forms] == kinds
