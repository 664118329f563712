"""Attempts of One Brain for the tests."""

from random import Random

from companion.engine.deck import Doubt
from companion.engine.entry import Facts
from companion.engine.setup import Setup
from companion.games.one_brain.entries import Action, Source
from companion.games.one_brain.state import CARDS, LIMIT
from companion.games.plays import Play, Plays

NAMES = ("Ann", "Ben")
END: Facts = {"kind": "turn-ended"}
OPTIONAL = 0.3  # how often a field is told that may be left out


def hold(player: int, hand: int) -> Facts:
    """Somebody holds so many cards, and none lies in the domain."""
    return {"kind": "cards-corrected", "player": player, "hand": hand, "domain": 0}


def lay(**fields: object) -> Facts:
    """A card of the hand that removes, which takes away nothing where nothing is named."""
    return {"kind": "card-played", "from": "hand", "action": "remove-kind", **fields}


def make_entry(setup: Setup, random: Random) -> dict[str, object]:
    """Cards and draws more often than the rest, and hardly ever an end."""
    seats = max(setup.seats, 2)
    kinds = {"card-played": 16, "card-drawn": 8, "turn-ended": 8, "late-card-drawn": 4}
    kinds |= {"starter-chosen": 4, "cards-corrected": 4}
    [kind] = random.choices(
        [*kinds, "attempt-given-up", "result-entered"], [*kinds.values(), 0.3, 0.3]
    )
    entry: dict[str, object] = {"kind": kind}
    match kind:
        case "card-played":
            entry |= {
                "from": str(random.choice([*Source])),
                "action": str(random.choice([*Action])),
            }
            card = {"colour": random.choice(["red", "blue", "orange"]), "kind": "cat"}
            more: dict[str, object] = {
                "to": random.randrange(seats),
                "given_from": str(random.choice([*Source])),
                "column": random.randint(-1, 6),
                "columns": random.sample(range(1, 7), random.randint(0, 3)),
                "extra_from": str(random.choice([*Source])),
                "extra_action": str(random.choice([*Action])),
                "card": card,
                "extra_card": card,
            }
            entry |= {name: fact for name, fact in more.items() if random.random() < OPTIONAL}
        case "starter-chosen":
            entry["player"] = random.randrange(seats)
        case "cards-corrected":
            hand, domain = (random.choice([0, 1, 2, 3, CARDS + 1]) for _ in range(2))
            entry |= {"player": random.randrange(seats), "hand": hand, "domain": domain}
        case "result-entered":
            entry["won"] = random.choice([True, False])
            if random.random() < OPTIONAL:
                entry["columns"] = random.randint(0, CARDS)
    return entry


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
