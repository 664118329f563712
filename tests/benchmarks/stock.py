"""A database with games in it before anybody measures, and a phone that knows them."""

import secrets
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import insert

from companion.engine.entry import Facts
from companion.engine.table import StoredGame
from companion.store.database import connections, schema
from companion.store.store import Store
from tests.browser.plans import beaten, in_turns

NAMES = ("Ann", "Ben")
PLAYED = tuple(in_turns(beaten()[:40], [*NAMES]))
"""How a game of two begins, two cards a turn."""


class Stock:
    """The games of one phone that Companion finds when it is served from this folder."""

    def __init__(self, instance: Path) -> None:
        self.url = f"sqlite:///{instance / 'companion.sqlite3'}"
        self.secret = secrets.token_urlsafe(32)
        self.store = Store(self.url)
        self.phone = self.store.phones.remember(self.secret)

    def game(self, entries: Iterable[Facts] = (), names: Iterable[str] = NAMES) -> StoredGame:
        """A new game of The Game with these entries in its log."""
        made = self.store.games.start(self.phone, "the-game", {}, list(names))
        rows = [
            {
                **{"game": made.id, "place": place, "id": f"id {place}", "phone": self.phone},
                **{"at": 1_767_225_600_000 + place, "seen": place - 1, "kind": facts["kind"]},
                "facts": {name: fact for name, fact in facts.items() if name != "kind"},
            }
            for place, facts in enumerate(entries, 1)
        ]
        if rows:
            writer, _ = connections.make_engines(connections.address(self.url))
            with writer.begin() as connection:
                connection.execute(insert(schema.entries), rows)
            writer.dispose()
        return made

    def close(self) -> None:
        self.store.close()


def board(game: StoredGame) -> str:
    """The address of the board of this game."""
    return f"/t/{game.table}/{game.id}/"
