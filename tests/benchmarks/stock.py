"""Games in a database before anybody measures, and the phone that knows them."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from companion.engine.entry import Facts
from tests.drills.crowd import NAMES, sit_down, store_of
from tests.store.tables import enter

SECRET = "benchmark"  # of the phone
PILES = ("up-1", "down-1", "up-2", "down-2")


def begin() -> Iterator[Facts]:
    """How a game of two begins, two cards a turn, in an order that fits."""
    laid = range(2, 12), range(99, 89, -1), range(26, 36), range(75, 65, -1)
    for cards in zip(*laid, strict=True):
        for at, card in enumerate(cards):
            yield {"kind": "card-played", "card": card, "pile": PILES[at]}
            if at % 2:
                yield {"kind": "turn-ended"}


PLAYED = tuple(begin())


def lay_out(
    instance: Path, games: int = 1, entries: Sequence[Facts] = (), players: int = 2
) -> list[str]:
    """The boards of so many games of the phone, for Companion to be served from this folder."""
    with closing(store_of(instance)) as store:
        made = [sit_down(store, [SECRET], "the-game", NAMES[:players]) for _ in range(games)]
        phone = store.phones.remember(SECRET)
        for game in made:
            for place, facts in enumerate(entries, 1):
                enter(store, phone, game, f"id-{place}", facts=facts)
    return [f"/t/{game.table}/{game.id}/" for game in made]
