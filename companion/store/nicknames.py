"""What tables call a game for themselves, read and written within the store's transactions."""

from collections.abc import Mapping

from sqlalchemy import Connection

from companion.store import schema


def read(connection: Connection, table: str, slug: str) -> dict[str, str]:
    """What this table calls this game, and its parts; nothing where it says nothing else."""
    found = connection.execute(schema.NICKNAMES, {"table_id": table, "slug": slug})
    return {row.thing: row.word for row in found}


def of_table(connection: Connection, phone: str, table: str) -> dict[str, dict[str, str]]:
    """What this table calls its games, and their parts, by game; nothing for strangers."""
    words: dict[str, dict[str, str]] = {}
    asked = {"phone": phone, "table_id": table}
    for row in connection.execute(schema.TABLE_NICKNAMES, asked):
        words.setdefault(row.slug, {})[row.thing] = row.word
    return words


def give(connection: Connection, table: str, slug: str, words: Mapping[str, str]) -> None:
    """This table calls these things so from now on; "" gives a thing its own name back."""
    about = {"table_id": table, "slug": slug, "things": list(words)}
    connection.execute(schema.FORGET_NICKNAMES, about)
    _write(connection, table, {(slug, thing): word for thing, word in words.items()})


def take_over(connection: Connection, phone: str, table: str) -> None:
    """A new table calls each game as that table does which this phone used last, of all that do."""
    found = connection.execute(schema.ALL_NICKNAMES, {"phone": phone}).all()
    newest = {row.slug: row.table for row in found}
    words = {(row.slug, row.thing): row.word for row in found if row.table == newest[row.slug]}
    _write(connection, table, words)


def _write(connection: Connection, table: str, words: Mapping[tuple[str, str], str]) -> None:
    new = [
        {"table": table, "slug": slug, "thing": thing, "word": word}
        for (slug, thing), word in words.items()
        if word
    ]
    if new:
        connection.execute(schema.NEW_NICKNAME, new)
