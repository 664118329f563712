"""A database with games in it before anybody measures, and a phone that knows them."""

import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.engine.entry import Facts
from companion.engine.table import StoredGame
from companion.operations.settings import database_url
from companion.store.store import Store
from tests.store.tables import enter

NAMES = ("Ann", "Ben")
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


class Stock:
    """The games of one phone that Companion finds when it is served from this folder."""

    def __init__(self, instance: Path) -> None:
        self.secret = secrets.token_urlsafe(32)
        self.store = Store(database_url(instance))
        self.phone = self.store.phones.remember(self.secret)

    def game(self, entries: Iterable[Facts] = (), names: Iterable[str] = NAMES) -> StoredGame:
        made = self.store.games.start(self.phone, "the-game", {}, list(names))
        for place, facts in enumerate(entries, 1):
            enter(self.store, self.phone, made, f"id-{place}", facts=facts)
        return made

    def close(self) -> None:
        self.store.close()


def board(game: StoredGame) -> str:
    return f"/t/{game.table}/{game.id}/"
