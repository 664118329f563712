"""What a phone with tables of its own remembers beside them: its key, its cookies, its copies.

And which of its tables are on a server too.
"""

import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, cast

from flask import current_app

OFTEN = 5  # games without a copy elsewhere, after which one is offered


@dataclass
class Copy:
    """Which games of a table of here a server has, or are on their way there."""

    games: list[str]
    server: str = ""
    """Another server by its address; "" for that of this one."""
    sign: str = ""
    """What the server said of it last, in a few signs."""


@dataclass
class PhoneFile:
    """The file, and what it says. Whoever changes something writes it."""

    path: Path
    key: str
    cookies: dict[str, str] = field(default_factory=dict)
    """What each cookie says. They stay for ever: without them nobody would find the tables."""
    copies: dict[str, int] = field(default_factory=dict)
    """How many games each table had when a copy of it was made."""
    moved: dict[str, str] = field(default_factory=dict)
    """Where each table is that an earlier version put onto a server, and keeps no copy of."""
    along: dict[str, Copy] = field(default_factory=dict)
    """The tables that are copies of those of a server."""
    going: dict[str, Copy] = field(default_factory=dict)
    """The tables of which something is on its way: it is not known yet whether it is there."""
    server: str = ""
    """Another server onto which tables go; "" for that of this address."""
    keys: dict[str, str] = field(default_factory=dict)
    """The key by which each other server knows this phone. No two servers have the same."""

    @classmethod
    def open(cls, path: Path) -> "PhoneFile":
        """What this file says; a new phone's, with a key of its own, where there is no file."""
        if not path.exists():
            made = cls(path, secrets.token_hex(32))
            made.write()
            return made
        said = json.loads(path.read_text(encoding="utf-8"))
        for name in ("along", "going"):
            said[name] = {table: _read(Copy, each) for table, each in said.get(name, {}).items()}
        return cast(PhoneFile, _read(cls, {**said, "path": path}))

    def write(self) -> None:
        said = {name: what for name, what in asdict(self).items() if name != "path"}
        self.path.write_text(json.dumps(said), encoding="utf-8")

    def cookie_header(self) -> str:
        """What a browser would say that has these cookies."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def take(self, headers: Iterable[str]) -> None:
        """Keep what these `Set-Cookie` say, and forget what they end at once."""
        before = dict(self.cookies)
        for header in headers:
            for name, said in SimpleCookie(header).items():
                if said["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = said.value
        if self.cookies != before:
            self.write()

    def copied(self, table: str, games: int) -> None:
        """A copy of this table is somewhere else, with so many games."""
        if games > self.copies.get(table, 0):
            self.copies[table] = games
            self.write()

    def lacks_copy(self, table: str, games: int) -> bool:
        """Whether so many games of a table are enough to offer a copy again."""
        return table not in self.along and games - self.copies.get(table, 0) >= OFTEN

    def go(self, table: str, server: str, games: list[str]) -> None:
        """These games of this table are on their way onto this server."""
        self.going[table] = Copy(games, server)
        self.write()

    def stay(self, table: str, *, alone: bool = False) -> None:
        """Nothing of this table is on its way any more, or it is on this phone `alone`."""
        self.going.pop(table, None)
        if alone:
            self.along.pop(table, None)
        self.write()

    def arrive(self, table: str) -> None:
        """What of this table was on its way is on the server: here is a copy."""
        going = self.going.pop(table)
        copy = self.along.setdefault(table, going)
        copy.games = [*dict.fromkeys(copy.games + going.games)]
        self.write()

    def choose(self, server: str) -> None:
        """Tables go onto this server from now on, and it has a key there."""
        if server and server not in self.keys:
            self.keys[server] = secrets.token_urlsafe(32)
        self.server = server
        self.write()

    def bring(self, table: str, games: list[str], server: str, sign: str) -> None:
        """This server has these games of this table."""
        self.along[table] = Copy(games, server, sign)
        if table in self.going and {*self.going[table].games} <= {*games}:
            del self.going[table]
        self.write()


NOTHING = PhoneFile(Path(), "")


def read() -> PhoneFile:
    """What this phone remembers: nothing on a server, and where a site is made."""
    return cast(PhoneFile, current_app.extensions.get("phone_file", NOTHING))


def is_copy(table_id: str) -> bool:
    """Whether this is a copy of a table of a server: it is changed there."""
    return table_id in read().along


def server_shelf() -> str:
    """The address of the shelf of a server or site that this phone knows; "" for none."""
    return str(current_app.config["SERVER"])


def _read(kind: Any, said: dict[str, Any]) -> Any:
    """What is said of this, by a version that may remember more or less."""
    known = {each.name for each in fields(kind)}
    return kind(**{name: what for name, what in said.items() if name in known})
