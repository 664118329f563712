"""What tables have learned of their cards, read and written within the store's transactions.

Whoever writes it has touched or locked the table before: of two lessons the one written later has
the later moment then, and no two writers wait for each other.
"""

from sqlalchemy import Connection

from companion.engine.deck import Lesson, Taught, known
from companion.engine.table import StoredGame
from companion.store import schema


def read(connection: Connection, phone: str, table: str, slug: str) -> tuple[Lesson, ...]:
    """What this table's deck has learned, oldest first; () for strangers."""
    asked = {"phone": phone, "table_id": table, "slug": slug}
    found = connection.execute(schema.LESSONS, asked)
    return tuple(Lesson(row.card, row.carries, row.game) for row in found)


def learn(connection: Connection, game: StoredGame, taught: Taught, at: int) -> None:
    """What was chosen in this game, in place of what was chosen in it before."""
    about = {"table_id": game.table, "slug": game.slug, "cards": list(taught)}
    connection.execute(schema.UNLEARN_IN_GAME, {**about, "game_id": game.id})
    newest = connection.execute(schema.NEWEST_LESSON, about).scalar_one()
    at = max(at, newest + 1)  # it is the newest one, whatever the clock says
    _write(connection, game.table, game.slug, taught, at, game.id)


def teach(connection: Connection, table: str, slug: str, taught: Taught, at: int) -> None:
    """What was said outside of any game, in place of what was chosen in all of them."""
    about = {"table_id": table, "slug": slug, "cards": list(taught)}
    connection.execute(schema.UNLEARN, about)
    _write(connection, table, slug, taught, at)


def take_over(connection: Connection, phone: str, table: str, at: int) -> None:
    """A new table begins with the newest deck of this phone, for each game of the shelf."""
    newest = {deck.slug: deck.id for deck in connection.execute(schema.DECKS, {"phone": phone})}
    for slug, other in newest.items():
        _write(connection, table, slug, known(read(connection, phone, other, slug)), at)


def _write(
    connection: Connection, table: str, slug: str, taught: Taught, at: int, game: str = ""
) -> None:
    common = {"table": table, "slug": slug, "game": game, "at": at}
    new = [
        {**common, "card": card, "carries": carries}
        for card, carries in taught.items()
        if carries is not None
    ]
    if new:
        connection.execute(schema.NEW_LESSON, new)
