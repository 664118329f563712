"""What is put right about a game besides its log: when it was, who played, a note, and no game."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Executable, bindparam, select, update

from companion.engine.names import name_key
from companion.engine.table import StoredGame, Together, Unknown, name_in_files
from companion.files import likeness
from companion.store.database import capacity, schema, times
from companion.store.database.database import Database
from companion.store.database.ids import is_id
from companion.store.games import entries
from companion.store.games.games import IS_AT_TABLE, OF_PHONE, SEATS, read
from companion.store.tables import access
from companion.store.tables.people import People

DAY = 24 * 3600 * 1000  # milliseconds

_games, _seats, _removed = schema.games, schema.seats, schema.removed_games
_entries = schema.entries
_game = (_games.c.id == bindparam("game_id"), IS_AT_TABLE)
CAN_BE_RESTORED = _games.c.deleted_at > bindparam("since")
CORRECT = (
    update(_games).where(*_game).values(made_at=bindparam("moment"), note=bindparam("new_note"))
)
DELETE = (
    update(_games)
    .where(*_game, _games.c.deleted_at.is_(None))
    .values(deleted_at=bindparam("moment"))
)
RESTORE = update(_games).where(*_game).values(deleted_at=None)
_first = (_entries.c.game == _games.c.id) & (_entries.c.place == 1)
THERE = (
    select(*(_games.c.id, _games.c.slug, _games.c.deleted_at, _games.c.came_as))
    .add_columns(_entries.c.id.label("first"))
    .outerjoin(_entries, _first)
    .where(IS_AT_TABLE)
)
RESEAT = (
    update(_seats)
    .where(_seats.c.game == bindparam("game_id"), _seats.c.number == bindparam("at"))
    .values(person=bindparam("new_person"))
)
COPIES = OF_PHONE.where(IS_AT_TABLE, _games.c.id.in_(bindparam("games", expanding=True)))
DELETED = OF_PHONE.where(IS_AT_TABLE, CAN_BE_RESTORED).order_by(
    _games.c.deleted_at.desc(), _games.c.id
)
GONE = (
    select(_games.c.id)
    .where(IS_AT_TABLE, _games.c.deleted_at.is_not(None))
    .union_all(select(_removed.c.id).where(_removed.c.table == bindparam("table_id")))
)


class Corrections:
    """Puts games right, for all phones; no log changes.

    Each raises `Unknown` for strangers and onlookers, and where the table has no such game, and
    `Closed` for a table that is closed.
    """

    def __init__(self, database: Database, people: People) -> None:
        self._database, self._people = database, people

    def correct(
        self,
        phone: str,
        table_id: str,
        game_id: str,
        names: Sequence[str],
        at: datetime,
        note: str,
    ) -> None:
        """These sat at the game, in the order of the seats; it was then, and this is its note.

        All of it is written, or nothing. Who was not at the table is now. Raises `Together` where
        one person would have two seats, `TooManyPeople` where the table would have more than 60.
        """
        with self._database.write() as connection:
            table = access.lock_to_write(connection, phone, table_id)
            said = {"moment": times.to_moment(at), "new_note": note}
            self._execute(connection, table, game_id, CORRECT, **said)
            self._reseat(connection, table, game_id, names)

    def delete(self, phone: str, table_id: str, game_id: str) -> None:
        """The game is in no list any more; it can be looked at, and restored, for a day."""
        self._change(phone, table_id, game_id, DELETE, moment=self._database.next_moment())

    def restore(self, phone: str, table_id: str, game_id: str) -> None:
        """The game is there again as it was, as the function `restore` says."""
        with self._database.write() as connection:
            table = access.lock_to_write(connection, phone, table_id)
            moment = self._database.next_moment()
            if not restore(connection, phone, table, game_id, moment):
                raise Unknown(game_id)
            self._database.touch(connection, table, moment)

    def _reseat(
        self, connection: Connection, table: str, game_id: str, names: Sequence[str]
    ) -> None:
        there = list(connection.execute(SEATS, {"games": [game_id]}))
        if len(there) != len(names):
            raise Unknown(game_id)
        seats = enumerate(zip(there, names, strict=True))
        changed = [number for number, (row, name) in seats if name_key(row.name) != name_key(name)]
        if not changed:
            return
        [sitting] = self._people.seat(connection, table, [names])
        # Who is called by another name of the same person keeps the seat as it was given.
        changed = [number for number in changed if sitting[number].id != there[number].id]
        kept = {row.id for number, row in enumerate(there) if number not in changed}
        if len(kept | {sitting[number].id for number in changed}) != len(names):
            raise Together(game_id)
        for number in changed:
            asked = {"game_id": game_id, "at": number, "new_person": sitting[number].id}
            connection.execute(RESEAT, asked)

    def find_deleted(self, phone: str, table_id: str) -> tuple[StoredGame, ...]:
        """The games of this table that can be restored, the last one first; () for strangers."""
        if not is_id(table_id):
            return ()
        asked = {"phone": phone, "table_id": table_id, "since": times.now() - DAY}
        with self._database.read() as connection:
            return read(connection, DELETED, **asked)

    def _change(
        self, phone: str, table_id: str, game_id: str, statement: Executable, **said: object
    ) -> None:
        with self._database.write() as connection:
            table = access.lock_to_write(connection, phone, table_id)
            self._execute(connection, table, game_id, statement, **said)

    def _execute(
        self, connection: Connection, table: str, game: str, statement: Any, **said: object
    ) -> None:
        asked = {"table_id": table, "game_id": game, **said}
        if not is_id(game) or not connection.execute(statement, asked).rowcount:
            raise Unknown(game)
        self._database.touch(connection, table, self._database.next_moment())


def restore(connection: Connection, phone: str, table: str, game: str, moment: int) -> bool:
    """Restore this deleted game; False where that cannot be done.

    What came out of a file of it meanwhile makes way: it is deleted, and can be restored instead.
    What went on differently stays. Raises `NoRoom` where the table is full by now.
    """
    asked = {"table_id": table, "moment": moment}
    there = {row.id: row for row in connection.execute(THERE, asked)}
    found = there.get(game)
    if not (found and found.deleted_at and found.deleted_at > times.now() - DAY):
        return False
    names = {
        row.id: (row.slug, name_in_files(row.id, row.came_as, row.first or ""))
        for row in there.values()
    }
    copies = [each for each in there if names[each] == names[game] and each != game]
    for other in _find_like(connection, phone, table, game, copies):
        connection.execute(DELETE, {**asked, "game_id": other})
    capacity.check_games(connection, table, 1)
    connection.execute(RESTORE, {**asked, "game_id": game})
    return True


def _find_like(
    connection: Connection, phone: str, table: str, game: str, copies: Sequence[str]
) -> list[str]:
    """Which of these copies of this game say nothing that it does not, or the other way round."""
    if not copies:
        return []
    asked = {"phone": phone, "table_id": table, "games": [game, *copies]}
    found = entries.add_logs(connection, read(connection, COPIES, **asked))
    told = {each.id: likeness.tell(each) for each in found}
    return [each for each in copies if not likeness.are_apart(told[game], told[each])]


def find_gone(connection: Connection, table: str) -> tuple[str, ...]:
    """The games that were deleted at this table."""
    return tuple(connection.execute(GONE, {"table_id": table}).scalars())
