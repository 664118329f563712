"""A database with games in it before anybody measures, and a phone that knows them."""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from flask.testing import FlaskClient
from sqlalchemy import insert

from companion import create_app
from companion.engine.entry import Facts
from companion.engine.table import StoredGame
from companion.store import connections, schema
from companion.store.store import Store
from tests.benchmarks.logs import NAMES

TOKEN = re.compile(rb'name="csrf-token" content="([^"]+)"')


class Stock:
    """The games of one phone in the database at this address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.secret = secrets.token_urlsafe(32)
        self.store = Store(url)
        self.phone = self.store.phones.remember(self.secret)

    @classmethod
    def within(cls, instance: Path) -> "Stock":
        """Those that Companion finds when it is served from this folder."""
        return cls(f"sqlite:///{instance / 'companion.sqlite3'}")

    def game(
        self,
        entries: Iterable[Facts] = (),
        names: Iterable[str] = NAMES,
        slug: str = "the-game",
        options: Mapping[str, object] | None = None,
        table: str | None = None,
    ) -> StoredGame:
        """A new game with these entries in its log."""
        made = self.store.games.start(self.phone, slug, options or {}, list(names), table)
        rows = [
            {
                "game": made.id,
                "place": place,
                "id": f"id {place}",
                "phone": self.phone,
                "at": 1_767_225_600_000 + place,
                "seen": place - 1,
                "kind": facts["kind"],
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


@contextmanager
def opened(folder: Path, secret: str) -> Iterator[FlaskClient]:
    """The phone with this secret at an app in this process, which writes no lines of a log."""
    app = create_app({"INSTANCE": str(folder), "LIMITED": False, "LOG_LEVEL": "error"})
    client = app.test_client()
    client.set_cookie("phone", secret)
    yield client
    app.extensions["store"].close()


def board(game: StoredGame) -> str:
    """The address of the board of this game."""
    return f"/t/{game.table}/{game.id}/"


def headers(token: str) -> dict[str, str]:
    """What the browser says with every tap."""
    return {
        "Accept-Encoding": "gzip, deflate, br",
        "HX-Request": "true",
        "HX-Target": "main",
        "Sec-Fetch-Site": "same-origin",
        "X-CSRFToken": token,
    }


def fields(facts: Facts, seen: int) -> dict[str, object]:
    """What the form of this entry posts, with an id that nobody else has."""
    return {**facts, "seen": seen, "id": secrets.token_hex(16)}
