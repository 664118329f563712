"""What tables have learned of their cards.

Whoever writes it has touched or locked the table before: of two lessons the one written later has
the later moment then, and no two writers wait for each other.
"""

from functools import cache
from importlib import import_module

from sqlalchemy import Connection, Executable, bindparam, case, delete, func, insert, select

from companion.engine.deck import Lesson, Taught, learn_in_game, merge_lessons
from companion.engine.table import StoredGame
from companion.store.database import schema
from companion.store.database.database import Database
from companion.store.database.ids import is_id
from companion.store.tables import access

_lessons, _members, _tables = schema.lessons, schema.members, schema.tables
_of_deck = (_lessons.c.table == bindparam("table_id"), _lessons.c.slug == bindparam("slug"))

LESSONS = (
    select(_lessons.c.card, _lessons.c.carries, _lessons.c.game)
    .join(_members, _members.c.table == _lessons.c.table)
    .where(access.IS_MINE, *_of_deck)
    .order_by(_lessons.c.at, _lessons.c.card, _lessons.c.game)
)
_next = select(func.coalesce(func.max(_lessons.c.at), 0) + 1).where(*_of_deck).scalar_subquery()
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
_lesson = {
    _lessons.c.table: bindparam("table_id"),
    _lessons.c.slug: bindparam("slug"),
    _lessons.c.game: bindparam("game_id"),
    _lessons.c.card: bindparam("new_card"),
    _lessons.c.carries: bindparam("new_carries"),
    _lessons.c.at: case((_next > bindparam("moment"), _next), else_=bindparam("moment")),
}
_key = (_lessons.c.table, _lessons.c.slug, _lessons.c.card, _lessons.c.game)


@cache
def _learn(dialect: str) -> Executable:
    """A lesson in place of the one of its card and game, in the words of this database."""
    words = import_module(f"sqlalchemy.dialects.{dialect}")  # a phone has those of SQLite alone
    new = words.insert(_lessons).values(_lesson)
    learn: Executable = new.on_conflict_do_update(
        index_elements=_key, set_={"carries": new.excluded.carries, "at": new.excluded.at}
    )
    return learn


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


def learn(connection: Connection, game: StoredGame, taught: Taught, at: int) -> tuple[Lesson, ...]:
    """What was chosen in this game, in place of what was chosen in it before; the deck after it.

    What was chosen last is the newest lesson, whatever the clock says.
    """
    about = {"table_id": game.table, "slug": game.slug, "game_id": game.id}
    if gone := [card for card, carries in taught.items() if carries is None]:
        connection.execute(UNLEARN_IN_GAME, {**about, "cards": gone})
    new = [(card, carries) for card, carries in sorted(taught.items()) if carries is not None]
    if new:
        rows = [{"new_card": card, "new_carries": carries, "moment": at} for card, carries in new]
        connection.execute(_learn(connection.dialect.name), [{**about, **row} for row in rows])
    return learn_in_game(game.lessons, game.id, taught)


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
