"""What is laid out and dealt before the first card, for each game and number of players."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product

import pytest
from flask import Flask

from companion.engine.setup import Setup
from companion.games import GAMES
from companion.games.one_brain.state import CARDS, seats_of
from companion.web.safety.phone import LANGUAGES

GAME = 98  # cards of The Game
TABLES = {
    ("the-game", 1): [
        "Lay out the four start cards: two 1s going up, two 100s going down.",
        "Shuffle the other 98 cards, 2 to 99.",
        "Deal yourself 8 cards.",
        "The 90 remaining cards are the draw pile, face down.",
    ],
    ("the-game", 3, "extreme", "on_fire", "smaller_hand"): [
        "Use the cards of Extreme: 28 of them have a command.",
        "Swap 22, 33, 44, 55, 66 and 77 for the fire cards.",
        "Lay out the four start cards: two 1s going up, two 100s going down.",
        "Shuffle the other 98 cards, 2 to 99.",
        "Deal 5 cards to each of you.",
        "The 83 remaining cards are the draw pile, face down.",
        "Look at your cards, then agree on who starts.",
    ],
    ("one-brain", 1): [
        "Shuffle all 36 cards.",
        "Deal 5 cards to yourself, face up: they are your domain.",
        "Deal 5 cards to the dummy across from you, face up too.",
        "The 26 remaining cards are the draw pile, face down.",
        "Leave room in the middle: 6 columns end the attempt.",
    ],
    ("one-brain", 7): [
        "Shuffle all 36 cards.",
        "Deal 5 cards to each of you.",
        "The 1 remaining card is the draw pile, face down.",
        "Leave room in the middle: 6 columns end the attempt.",
        "Draw lots to see who starts; in later attempts, whoever laid the last card starts.",
    ],
    ("game-of-bluff", 3): [
        "White: take 1 to 3; higher ones stay in the box.",
        "Black: take Ending Emma, Shaking Sofie and Redemption Rik.",
        "Shuffle the white cards and the black cards separately.",
        "Deal everybody one white and one black card, face down.",
        "Everybody looks only at their own two cards.",
        "Who told a lie last? That player starts.",
    ],
}


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


@pytest.mark.parametrize("table", TABLES, ids=lambda table: " ".join(map(str, table)))
def test_the_list(app: Flask, table: tuple[object, ...]) -> None:
    slug, seats, *switches = table
    players = [str(seat) for seat in range(int(str(seats)))]
    setup = GAMES[str(slug)].rules.setup(players, dict.fromkeys(map(str, switches), True))
    assert steps(app, setup, str(slug)) == TABLES[table]


def test_a_hand_that_takes_all_cards_leaves_no_draw_pile(app: Flask) -> None:
    setup = GAMES["one-brain"].rules.setup("abcdef", {"hand": 6})
    assert "All cards are dealt: there is no draw pile." in steps(app, setup, "one-brain")


def dealt(said: list[str]) -> int:
    """The cards of each hand, as the list says them."""
    return next(int(n[1]) for each in said if (n := re.match(r"Deal (?:yourself )?(\d+)", each)))


def left(said: list[str]) -> int:
    """The cards of the draw pile, as the list says them."""
    return next(
        (int(n[1]) for each in said if (n := re.match(r"The (\d+) remaining card", each))), 0
    )


def test_all_cards_are_somewhere(app: Flask) -> None:
    for setup in setups("the-game"):
        said = steps(app, setup, "the-game")
        assert dealt(said) * setup.seats + left(said) == GAME
    for setup in setups("one-brain"):
        said = steps(app, setup, "one-brain")
        assert dealt(said) * seats_of(setup) + left(said) == CARDS


def test_there_are_as_many_white_as_black_cards_as_players(app: Flask) -> None:
    for setup in setups("game-of-bluff"):
        white, _three, *more = steps(app, setup, "game-of-bluff")
        drawn = re.match(r"Add (\d+)", more[0])
        assert f"1 to {setup.seats};" in white
        assert 3 + int(drawn[1] if drawn else 0) == setup.seats


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_is_said_in_every_language(app: Flask, language: str) -> None:
    for slug in GAMES:
        for setup in setups(slug):
            said = [steps(app, setup, slug, spoken) for spoken in (language, "en")]
            here, there = ([set(re.findall(r"\d+", each)) for each in told] for told in said)
            assert here == there, setup
