"""When a file of a table that lives on the phone is offered: a server has backups."""

from flask import Flask

from companion.web.handover import phone_file
from companion.web.safety import phone


def init_app(app: Flask) -> None:
    """Templates can ask whether a table `lacks_copy`."""
    app.add_template_global(lacks_copy)


def lacks_copy(table_id: str) -> bool:
    """Whether a file of this table is to be offered now."""
    return phone_file.read().lacks_copy(table_id, _count(table_id))


def is_made(table_id: str, games: int | None = None) -> None:
    """So many games of this table are in a file, if not all of them."""
    if (known := phone_file.read()) is not phone_file.NOTHING:
        known.copied(table_id, _count(table_id) if games is None else games)


def _count(table_id: str) -> int:
    me = phone.find_id()
    table = phone.store().tables.find(me, table_id) if me else None
    return table.games if table else 0
