"""Attempts of One Brain for the tests."""

from collections.abc import Callable
from random import Random
from typing import get_args

from companion.engine.deck import Doubt
from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.one_brain.entries import Action, RecordEntry
from companion.games.one_brain.state import CARDS, LIMIT
from companion.games.plays import Play, Plays, make_up

NAMES = ("Ann", "Ben")
END: Facts = {"kind": "turn-ended"}


def hold(player: int, hand: int) -> Facts:
    """Somebody holds so many cards, and none lies in the domain."""
    return {"kind": "cards-corrected", "player": player, "hand": hand, "domain": 0}


def lay(**fields: object) -> Facts:
    """A card of the hand that removes, which takes away nothing where nothing is named."""
    return {"kind": "card-played", "from": "hand", "action": "remove-kind", **fields}


def make_entry(setup: Setup, random: Random) -> dict[str, object]:
    """Cards and draws more often than the rest, and hardly ever an end."""
    odds: dict[str, float] = {"card-played": 16, "card-drawn": 8, "turn-ended": 8}
    odds |= {"late-card-drawn": 4, "starter-chosen": 4, "cards-corrected": 4}
    odds |= {"attempt-given-up": 0.3, "result-entered": 0.3}

    def seat() -> int:
        return random.randrange(max(setup.seats, 2))

    def card() -> dict[str, str]:
        return {"colour": random.choice(["red", "blue", "orange"]), "kind": "cat"}

    def count() -> int:
        return random.choice([0, 1, 2, 3, CARDS + 1])

    values: dict[str, Callable[[], object]] = {
        "player": seat,
        "to": seat,
        "column": lambda: random.randint(-1, 6),
        "columns": lambda: random.sample(range(1, 7), random.randint(0, 3)),
        "card": card,
        "extra_card": card,
        "hand": count,
        "domain": count,
    }
    made = make_up(get_args(RecordEntry), odds, setup, random, **values)
    if made["kind"] == "result-entered" and "columns" in made:
        made["columns"] = random.randint(0, CARDS)
    return made


def win() -> tuple[Facts, ...]:
    """An attempt in which Ann plays all the cards, each of which removes the one before it."""
    laid = (lay(columns=[number]) for number in range(1, CARDS + 1))
    turns = [entry for card in laid for entry in (card, END, END)]
    return (hold(1, 0), hold(0, CARDS), *turns[:-2])


PLAYS = Plays(
    games=(
        Play(
            NAMES,
            (
                {"kind": "starter-chosen", "player": 1},
                lay(card={"colour": "red", "kind": "cat"}),
                {"kind": "card-drawn"},
                {
                    "kind": "card-played",
                    "from": "hand",
                    "action": "donate",
                    "to": 1,
                    "given_from": "hand",
                },
                END,
                {"kind": "late-card-drawn"},
                {"kind": "discard-looked-at"},
            ),
            {"level": "beginner", "hand": "4"},
        ),
        Play(("Ann",), win()),
        Play(
            NAMES, (*(each for _ in range(4) for each in (lay(), END)), lay()), {"level": "expert"}
        ),
        Play((*NAMES, "Cas"), ({"kind": "attempt-given-up"},)),
        Play(  # only the result, after a card
            NAMES, (lay(), {"kind": "result-entered", "won": False}), {"level": "beginner"}
        ),
        Play(
            NAMES,
            ({"kind": "result-entered", "won": True, "columns": 3},),
            {"level": "expert", "depth": "result"},
        ),
    ),
    make_entry=make_entry,
    named=(*Action, *LIMIT, *Doubt),
)
