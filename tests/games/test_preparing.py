"""What is laid out and dealt before the first card, for each game and number of players."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from flask import Flask

from companion.engine.setup import Setup
from companion.games import GAMES
from companion.games.one_brain.state import CARDS, seats_of
from companion.web.safety.phone import LANGUAGES

GAME = 98  # cards of The Game
LISTS = Path(__file__).with_name("preparing.txt").read_text(encoding="utf-8").split("\n\n")
"""The game, the players and the switches, and below them the steps."""


def steps(app: Flask, setup: Setup, slug: str, language: str = "en") -> list[str]:
    game = GAMES[slug]
    with app.test_request_context(headers={"Cookie": f"language={language}"}):
        return list(map(str, game.rule_book.preparing(game.rules.start(setup))))


def setups(slug: str) -> Iterator[Setup]:
    """Every number of players with each value of an option, and with all ends of the options."""
    game = GAMES[slug]
    ends = [dict.fromkeys((option.values[0], option.values[-1])) for option in game.rules.options]
    names = [option.name for option in game.rules.options]
    chosen = [dict(zip(names, values, strict=True)) for values in product(*ends)]
    chosen += [{option.name: each} for option in game.rules.options for each in option.values]
    for seats, options in product(game.rules.seats, chosen):
        with suppress(ValueError):  # these do not go together
            yield game.rules.setup(map(str, range(seats)), options)


def test_the_list(app: Flask) -> None:
    for told in LISTS:
        table, *expected = told.strip().split("\n")
        slug, seats, *switches = table.split()
        setup = GAMES[slug].rules.setup("abcdefg"[: int(seats)], dict.fromkeys(switches, True))
        assert steps(app, setup, slug) == expected, table
    all_dealt = GAMES["one-brain"].rules.setup("abcdef", {"hand": 6})
    assert "All cards are dealt: there is no draw pile." in steps(app, all_dealt, "one-brain")


def figure(said: list[str], pattern: str) -> int:
    """The number that the list says in these words; 0 for none."""
    return next((int(n[1]) for one in said if (n := re.match(pattern, one))), 0)


DEALT, LEFT = r"Deal (?:yourself )?(\d+)", r"The (\d+) remaining card"


def test_all_cards_are_somewhere(app: Flask) -> None:
    for setup in setups("the-game"):
        said = steps(app, setup, "the-game")
        assert figure(said, DEALT) * setup.seats + figure(said, LEFT) == GAME
    for setup in setups("one-brain"):
        said = steps(app, setup, "one-brain")
        assert figure(said, DEALT) * seats_of(setup) + figure(said, LEFT) == CARDS


def test_there_are_as_many_white_as_black_cards_as_players(app: Flask) -> None:
    for setup in setups("game-of-bluff"):
        white, _three, *more = steps(app, setup, "game-of-bluff")
        assert f"1 to {setup.seats};" in white
        assert 3 + figure(more[:1], r"Add (\d+)") == setup.seats


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_is_said_in_every_language(app: Flask, language: str) -> None:
    for slug in GAMES:
        for setup in setups(slug):
            said = [steps(app, setup, slug, spoken) for spoken in (language, "en")]
            here, there = ([set(re.findall(r"\d+", each)) for each in told] for told in said)
            assert here == there, setup
