"""What tables have learned of their cards.

Whoever writes it has touched or locked the table before: of two lessons the one written later has
the later moment then, and no two writers wait for each other.
"""

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from companion.engine.deck import Lesson, Taught, merge_lessons
from companion.engine.table import StoredGame
from companion.store import access, schema
from companion.store.database import Database
from companion.store.ids import is_id

_lessons, _members, _tables = schema.lessons, schema.members, schema.tables
_of_deck = (_lessons.c.table == bindparam("table_id"), _lessons.c.slug == bindparam("slug"))

LESSONS = (
    select(_lessons.c.card, _lessons.c.carries, _lessons.c.game)
    .join(_members, _members.c.table == _lessons.c.table)
    .where(access.IS_MINE, *_of_deck)
    .order_by(_lessons.c.at, _lessons.c.card, _lessons.c.game)
)
NEWEST_LESSON = select(func.coalesce(func.max(_lessons.c.at), 0)).where(*_of_deck)
# The decks of all tables that a phone writes at: by slug the one comes last that `tables.TABLES`
# has first.
DECKS = (
    select(_lessons.c.slug, _tables.c.id, _tables.c.touched_at)
    .distinct()
    .select_from(_lessons)
    .join(_tables, _tables.c.id == _lessons.c.table)
    .join(_members, _members.c.table == _tables.c.id)
    .where(access.IS_MINE, access.WRITES)
    .order_by(_tables.c.touched_at, _tables.c.id.desc())
)
NEW_LESSON = insert(_lessons)
UNLEARN = delete(_lessons).where(*_of_deck, _lessons.c.card.in_(bindparam("cards", expanding=True)))
UNLEARN_IN_GAME = UNLEARN.where(_lessons.c.game == bindparam("game_id"))


class Lessons:
    """The decks of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find_all(self, phone: str, table_id: str, slug: str) -> tuple[Lesson, ...]:
        """What this table has learned of this game's cards, oldest first; () for strangers."""
        if not is_id(table_id):
            return ()
        with self._database.read() as connection:
            return read(connection, phone, table_id, slug)

    def teach(self, phone: str, table_id: str, slug: str, taught: Taught) -> None:
        """This holds of these cards at this table, whatever was chosen in its games before.

        Raises `Unknown` for strangers and onlookers.
        """
        with self._database.write() as connection:
            table = access.lock_to_write(connection, phone, table_id)
            at = self._database.next_moment()
            teach(connection, table, slug, taught, at)
            self._database.touch(connection, table, at)


def read(connection: Connection, phone: str, table: str, slug: str) -> tuple[Lesson, ...]:
    """What this table's deck has learned, oldest first; () for strangers."""
    asked = {"phone": phone, "table_id": table, "slug": slug}
    found = connection.execute(LESSONS, asked)
    return tuple(Lesson(row.card, row.carries, row.game) for row in found)


def learn(connection: Connection, game: StoredGame, taught: Taught, at: int) -> None:
    """What was chosen in this game, in place of what was chosen in it before."""
    about = {"table_id": game.table, "slug": game.slug, "cards": list(taught)}
    connection.execute(UNLEARN_IN_GAME, {**about, "game_id": game.id})
    newest = connection.execute(NEWEST_LESSON, about).scalar_one()
    at = max(at, newest + 1)  # it is the newest one, whatever the clock says
    _write(connection, game.table, game.slug, taught, at, game.id)


def teach(connection: Connection, table: str, slug: str, taught: Taught, at: int) -> None:
    """What was said outside of any game, in place of what was chosen in all of them."""
    about = {"table_id": table, "slug": slug, "cards": list(taught)}
    connection.execute(UNLEARN, about)
    _write(connection, table, slug, taught, at)


def take_over(connection: Connection, phone: str, table: str, at: int) -> None:
    """A new table begins with the newest deck of this phone, for each game of the shelf."""
    newest = {deck.slug: deck.id for deck in connection.execute(DECKS, {"phone": phone})}
    for slug, other in newest.items():
        _write(connection, table, slug, merge_lessons(read(connection, phone, other, slug)), at)


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
        connection.execute(NEW_LESSON, new)
