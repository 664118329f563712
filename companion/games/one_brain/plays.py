"""Attempts of One Brain for the tests."""

from random import Random

from companion.engine.deck import Doubt
from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.one_brain.entries import Action
from companion.games.one_brain.state import CARDS, LIMIT
from companion.games.plays import Play, Plays, log

NAMES = ("Ann", "Ben")
LAY = "card-played from=hand action=remove-kind"
"""A card of the hand that removes, which takes away nothing where nothing is named."""


def _card(setup: Setup, random: Random) -> dict[str, str]:
    return {"colour": random.choice(["red", "blue", "orange"]), "kind": "cat"}


def _count(setup: Setup, random: Random) -> int:
    return random.choice([0, 1, 2, 3, CARDS + 1])


def _win() -> tuple[Facts, ...]:
    """An attempt in which Ann plays all the cards, each of which removes the one before it."""
    held = (
        f"cards-corrected player=1 hand=0 domain=0, cards-corrected player=0 hand={CARDS} domain=0"
    )
    turns = (f"{LAY} columns=[{number}]" for number in range(1, CARDS + 1))
    return log(f"{held}, " + ", turn-ended, turn-ended, ".join(turns))


PLAYS = Plays(
    games=(
        Play(
            NAMES,
            log(
                f'starter-chosen player=1, {LAY} card={{"colour":"red","kind":"cat"}}, card-drawn,'
                " card-played from=hand action=donate to=1 given_from=hand, turn-ended,"
                " late-card-drawn, discard-looked-at"
            ),
            {"level": "beginner", "hand": "4"},
        ),
        Play(("Ann",), _win()),
        Play(NAMES, log(", turn-ended, ".join([LAY] * 5)), {"level": "expert"}),
        Play((*NAMES, "Cas"), log("attempt-given-up")),
        Play(  # only the result, after a card
            NAMES, log(f"{LAY}, result-entered won=false"), {"level": "beginner"}
        ),
        Play(
            NAMES, log("result-entered won=true columns=3"), {"level": "expert", "depth": "result"}
        ),
    ),
    odds={
        **{"card-played": 16, "card-drawn": 8, "turn-ended": 8, "late-card-drawn": 4},
        **{"starter-chosen": 4, "cards-corrected": 4},
        **{"attempt-given-up": 0.3, "result-entered": 0.3},
    },
    values={
        "column": lambda setup, random: random.randint(-1, 6),
        "columns": lambda setup, random: random.sample(range(1, 7), random.randint(0, 3)),
        "result-entered.columns": lambda setup, random: random.randint(0, CARDS),
        "card": _card,
        "extra_card": _card,
        "hand": _count,
        "domain": _count,
    },
    named=(*Action, *LIMIT, *Doubt),
)
