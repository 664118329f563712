"""Games of one table, oldest first, always the same: what they add up to is worked out by hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.table import Person, StoredGame
from tests.games.game_of_bluff.telling import rounds, stop
from tests.games.one_brain.telling import gives_up, lays, left, middle
from tests.games.the_game.telling import cannot, end, late, play, result, turn

TWO, THREE = ("Ann", "Ben"), ("Ann", "Ben", "Cas")
WHEN = datetime(2026, 1, 1, tzinfo=UTC)
PLAIN = lays("remove-kind")


@dataclass(frozen=True)
class Evening:
    """One game: who played it, how it was set up, and what was entered."""

    slug: str
    entries: Sequence[Facts]
    names: Sequence[str] = TWO
    options: Mapping[str, object] = field(default_factory=dict)


def _the_game(*entries: Facts) -> Evening:
    return Evening("the-game", entries)


def _extreme(*entries: Facts) -> Evening:
    return Evening("the-game", entries, options={"extreme": True})


def _brain(level: str, *entries: Facts) -> Evening:
    return Evening("one-brain", entries, options={"level": level})


def _bluff(*entries: Facts) -> Evening:
    return Evening("game-of-bluff", entries, THREE)


BEATEN = (*late(0, 1), play(99, "up-2"))
SKULL = (play(40, "up-1"), play(47, "up-1", "skull"), end())
LOST_BY_THREE = (play(40, "up-1"), play(47, "up-1", "three"), end())

EVENINGS = (
    # The Game: 14 left, beaten, beaten, 6 left, one that runs, beaten.
    _the_game(*late(4, 7, draw=3), cannot()),
    _the_game(*BEATEN),
    _the_game(*BEATEN),
    _the_game(*late(2, 4), cannot()),
    _the_game(play(47, "up-1")),
    _the_game(*BEATEN),
    # Extreme: a skull left open, two cards where it had to be three, a skull again, 20 left.
    _extreme(*SKULL),
    _extreme(*LOST_BY_THREE),
    _extreme(*SKULL),
    _extreme(*late(7, 7, draw=6), cannot()),
    # One Brain: lost with 29 cards left, won twice; then given up, and lost with 30 left.
    _brain("beginner", *middle(6), PLAIN),
    _brain("beginner", *left(1, 0), PLAIN),
    _brain("beginner", *left(1, 0), PLAIN),
    _brain("advanced", PLAIN, gives_up()),
    _brain("advanced", *middle(5), PLAIN),
    # Bluff, points of Ann, Ben and Cas: 12 4 8, 4 12 8, 2 1 3 (stopped), one that runs, 3 3 6.
    _bluff(*rounds("312", "312", "312", "312")),
    _bluff(*rounds("132", "132", "132", "132")),
    _bluff(*rounds("213"), stop()),
    _bluff(*rounds("213")),
    _bluff(*rounds("123", "213"), stop()),
)


LIGHT = (
    # The Game: by cards (three in two turns: 9 and 40 numbers), by turns (five cards in three),
    # by both (three in two), two results (4 left, beaten), and by turns one that runs.
    _the_game(play(20, "up-1"), play(60, "down-1"), end(), play(10, "up-1"), cannot()),
    _the_game(turn(2), turn(3), cannot()),
    _the_game(play(20, "up-1"), turn(2), cannot()),
    _the_game(play(20, "up-1"), result(4)),
    _the_game(result(0)),
    _the_game(turn(2)),
    # Extreme: lost with 30 left, and 12 left.
    _extreme(result(30, lost=True)),
    _extreme(result(12)),
    # One Brain: won, and lost with 8 columns.
    _brain("beginner", {"kind": "result-entered", "won": True}),
    _brain("beginner", {"kind": "result-entered", "won": False, "columns": 8}),
    # Bluff: 12 4 8 and 4 12 8.
    _bluff(*rounds("213"), {"kind": "result-entered", "totals": [12, 4, 8]}),
    _bluff({"kind": "result-entered", "totals": [4, 12, 8]}),
)
"""Games of which less than every card was entered."""


def stored(evenings: Sequence[Evening] = EVENINGS) -> Iterator[StoredGame]:
    """These games as the store gives them, a day after one another; an id of a person is a name."""
    for number, evening in enumerate(evenings, 1):
        yield StoredGame(
            f"game {number}",
            "table",
            evening.slug,
            evening.options,
            tuple(Person(name, name) for name in evening.names),
            WHEN + timedelta(days=number),
            log=tuple(
                Written(place, f"id {place}", "phone", WHEN, place - 1, facts)
                for place, facts in enumerate(evening.entries, 1)
            ),
        )
