"""Every route with every role, made from the URL map: `python -m tests.drills.roles`.

Passes where each answer is the one of the table in tests/web/test_roles.py, nothing is written by
whoever may not, and the table has every route that there is. Small it is two of the roles, up to
the first answer that is wrong.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask, g
from sqlalchemy import select

from companion import create_app
from companion.engine.table import HOST
from companion.store import schema
from tests.drills.outcome import Outcome, run
from tests.web.test_phone import rows
from tests.web.test_roles import ROLES, ROWS, begun, served, writes

SMALL = ("stranger", "onlooker")
OPEN = "hosting.close"  # the view that is left without its check
BROKEN = ("unchecked", "unlisted")


@dataclass
class Seen:
    """What was asked, what was answered otherwise than the table says, and what it lacks."""

    asked: int = 0
    roles: int = 0
    wrong: list[str] = field(default_factory=list)
    unlisted: set[str] = field(default_factory=set)

    @property
    def right(self) -> bool:
        return not (self.wrong or self.unlisted)

    def __str__(self) -> str:
        wrong = "".join(f" ({each})" for each in self.wrong[:1])
        lacking = "".join(f" ({each})" for each in sorted(self.unlisted)[:1])
        return (
            f"{len(ROWS)} ways to ask, {self.roles} roles, {self.asked} answers, "
            f"{len(self.wrong)} wrong{wrong}, {len(self.unlisted)} not in the table{lacking}"
        )


def drill(*, small: bool, broken: str | None) -> Outcome:
    """Each role asks for everything, in an app of its own."""
    seen = Seen()
    for role in SMALL if small else ROLES:
        with served_app(broken) as app:
            seen.unlisted = served(app) ^ {f"{row.method} {row.endpoint}" for row in ROWS}
            asks_all(app, role, seen, to_the_end=not small)
        if small and not seen.right:
            break
    return Outcome(f"roles: {seen}", seen.right)


@contextmanager
def served_app(broken: str | None) -> Iterator[Flask]:
    """The app on an empty database, as it is or broken."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'companion.sqlite3'}"
        app = create_app({"INSTANCE": folder, "DATABASE_URL": database, "LIMITED": False})
        if broken == "unchecked":
            app.view_functions[OPEN] = as_host(app)
        elif broken == "unlisted":
            app.add_url_rule("/t/<table_id>/everything", "tables.everything", lambda table_id: "")
        yield app
        app.extensions["live"].stop()
        app.extensions["store"].close()


def asks_all(app: Flask, role: str, seen: Seen, *, to_the_end: bool) -> None:
    """Whoever is in this role looks at everything, and does one thing on an evening.

    Unless it goes on `to_the_end`, it ends where something is not right.
    """
    seen.roles += 1
    looking = begun(app, role)
    for row in ROWS:
        if not (to_the_end or seen.right):
            return
        evening = looking if row.method == "GET" else begun(app, role)
        before = rows(evening.host)
        answer = evening.asks(row).status_code
        wrote = rows(evening.host) != before
        seen.asked += 1
        if answer != row.answers[role] or wrote is not writes(row, role, answer):
            seen.wrong.append(f"{row} by {role}: {answer}{', written' if wrote else ''}")


def as_host(app: Flask) -> Any:
    """The view that closes a table, for whoever asks for it."""
    view, members = app.view_functions[OPEN], schema.members
    host = select(members.c.phone).where(members.c.role == HOST)

    def close(table_id: str) -> Any:
        with app.extensions["store"].database.read() as connection:
            g.phone = connection.scalar(host.where(members.c.table == table_id))
        return view(table_id)

    return close


if __name__ == "__main__":
    run(drill, BROKEN)
