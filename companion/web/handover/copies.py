"""Copies of tables that live on the phone: when a file is offered, and that one was made.

On a server there is nothing of this: it has backups.
"""

from typing import Protocol, cast

from flask import Flask, current_app

from companion.web.safety import phone


class Copies(Protocol):
    """What a phone remembers of the files that were made of its tables."""

    def copied(self, table: str, games: int) -> None:
        """A file has so many games of this table."""

    def lacks_copy(self, table: str, games: int) -> bool:
        """Whether so many games of a table are enough to offer a file again."""


def init_app(app: Flask) -> None:
    """Templates can ask whether a table `lacks_copy`."""
    app.add_template_global(lacks_copy)


def lacks_copy(table_id: str) -> bool:
    """Whether a file of this table is to be offered now."""
    copies = _find()
    return copies is not None and copies.lacks_copy(table_id, _count(table_id))


def is_made(table_id: str, games: int | None = None) -> None:
    """So many games of this table are in a file, if not all of them."""
    if copies := _find():
        copies.copied(table_id, _count(table_id) if games is None else games)


def _find() -> Copies | None:
    return cast(Copies | None, current_app.extensions.get("copies"))


def _count(table_id: str) -> int:
    me = phone.find_id()
    table = phone.store().tables.find(me, table_id) if me else None
    return table.games if table else 0
