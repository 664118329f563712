"""A database with games in it before anybody measures, and a phone that knows them."""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask.testing import FlaskClient
from sqlalchemy import insert

from companion import create_app
from companion.engine.entry import Facts
from companion.engine.table import StoredGame
from companion.store import connections, schema
from companion.store.store import Store
from tests.benchmarks import wire
from tests.benchmarks.logs import NAMES

TOKEN = re.compile(rb'name="csrf-token" content="([^"]+)"')
SESSION = re.compile(rb"\r\nset-cookie: (session-\w+=[^;]+)", re.IGNORECASE)


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


@dataclass(frozen=True)
class Caller:
    """A phone that sends what the scripts of the page send, without a browser around it."""

    port: int
    headers: Mapping[str, str]

    @classmethod
    def on(cls, port: int, secret: str, game: StoredGame) -> "Caller":
        """The phone with this secret, having opened the board of this game."""
        line = wire.Wire(port)
        page = line.ask(wire.get(board(game), f"phone={secret}"))
        line.close()
        token, session = TOKEN.search(page.body), SESSION.search(page.head)
        assert page.status == 200
        assert token
        assert session
        return cls(port, headers(token[1].decode(), f"phone={secret}; {session[1].decode()}"))

    def tap(self, game: StoredGame, facts: Facts, seen: int) -> bytes:
        """The request of one tap."""
        return wire.post(f"{board(game)}entries", fields(facts, seen), self.headers)


def board(game: StoredGame) -> str:
    """The address of the board of this game."""
    return f"/t/{game.table}/{game.id}/"


def headers(token: str, cookies: str = "") -> dict[str, str]:
    """What the browser says with every tap."""
    said = {
        "Accept-Encoding": "gzip, deflate, br",
        "HX-Request": "true",
        "HX-Target": "main",
        "Sec-Fetch-Site": "same-origin",
        "X-CSRFToken": token,
    }
    return {**said, "Cookie": cookies} if cookies else said


def fields(facts: Facts, seen: int) -> dict[str, object]:
    """What the form of this entry posts, with an id that nobody else has."""
    return {**facts, "seen": seen, "id": secrets.token_hex(16)}
