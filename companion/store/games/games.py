"""The games of tables: finding them, with their logs or without, and starting new ones."""

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from sqlalchemy import (
    Connection,
    Executable,
    Integer,
    Row,
    bindparam,
    func,
    insert,
    select,
)

from companion.engine.table import Person, StoredGame
from companion.runtime.yielding import in_turns
from companion.store.database import capacity, schema, times
from companion.store.database.database import Database
from companion.store.database.ids import is_id, new_id
from companion.store.games import entries
from companion.store.games.log_cache import LogCache
from companion.store.tables import access, nicknames
from companion.store.tables.people import IS_NAMED, MINE, NAMED, People, sit
from companion.store.tables.surroundings import SurroundingsCache
from companion.store.tables.tables import MayBegin, Tables

_games, _seats, _people = schema.games, schema.seats, schema.people
_tables, _members, _entries = schema.tables, schema.members, schema.entries

IS_AT_TABLE = _games.c.table == bindparam("table_id")
_is_there = _games.c.deleted_at.is_(None)
IS_LISTED = IS_AT_TABLE & _is_there
"""Of these games lists and statistics are made: those of a table that nobody has deleted."""
NEWEST_FIRST = (_games.c.made_at.desc(), _games.c.id)
_last_entry = (
    select(_entries.c.at)
    .where(_entries.c.game == _games.c.id)
    .order_by(_entries.c.place.desc())
    .limit(1)
    .scalar_subquery()
)
COLUMNS = (
    *(_games.c.id, _games.c.table, _games.c.slug, _games.c.options, _games.c.made_at),
    *(_games.c.note, _games.c.deleted_at, _games.c.came_as),
)

OF_PHONE = (
    select(*COLUMNS, _members.c.role, MINE, _tables.c.closed_at, _tables.c.touched_at)
    .select_from(_games)
    .join(_tables, _tables.c.id == _games.c.table)
    .join(_members, _members.c.table == _games.c.table)
    .where(access.IS_MINE)
)
GAMES = OF_PHONE.where(IS_LISTED).order_by(*NEWEST_FIRST)
LATEST_GAMES = (
    OF_PHONE.where(_is_there)
    .order_by(func.coalesce(_last_entry, _games.c.made_at).desc(), _games.c.id)
    .limit(bindparam("most", type_=Integer))
)
GAME = OF_PHONE.where(IS_AT_TABLE, _games.c.id == bindparam("game_id"))
# A game with its log from a place on: a row for each entry, or a single one without an entry.
_later = (_entries.c.game == _games.c.id) & (_entries.c.place >= bindparam("known"))
WHOLE_GAME = (
    select(
        _games.c.id.label("game_id"),
        _games.c.table.label("table_id"),
        _games.c.slug,
        _games.c.options,
        _games.c.made_at,
        _games.c.note,
        _games.c.deleted_at,
        _games.c.came_as,
        _members.c.role,
        MINE,
        _tables.c.closed_at,
        _tables.c.touched_at,
        _entries.c.place,
        _entries.c.id,
        _entries.c.phone,
        _entries.c.at,
        _entries.c.seen,
        _entries.c.kind,
        _entries.c.facts,
    )
    .select_from(_games)
    .join(_tables, _tables.c.id == _games.c.table)
    .join(_members, _members.c.table == _games.c.table)
    .outerjoin(_entries, _later)
    .where(access.IS_MINE, IS_AT_TABLE, _games.c.id == bindparam("game_id"))
    .order_by(_entries.c.place)
)
STARTED_GAME = OF_PHONE.where(_is_there, _games.c.id == bindparam("game_id"))
NEWEST_GAME = select(func.coalesce(func.max(_games.c.made_at), 0)).where(IS_AT_TABLE)
NEWEST_OF_DAY = NEWEST_GAME.where(
    _games.c.made_at >= bindparam("since"), _games.c.made_at < bindparam("until")
)
HALF_A_DAY = 12 * 3600 * 1000  # in milliseconds
TAKEN_GAMES = select(_games.c.id).where(_games.c.id.in_(bindparam("games", expanding=True)))
SEATS = (
    select(_seats.c.game, NAMED.c.id, NAMED.c.name)
    .join(_people, _people.c.id == _seats.c.person)
    .join(NAMED, IS_NAMED)
    .where(_seats.c.game.in_(bindparam("games", expanding=True)))
    .order_by(_seats.c.game, _seats.c.number)
)
NEW_GAME = insert(_games)


class Games:
    """The games of all tables; strangers are answered exactly as if there were none."""

    def __init__(self, database: Database, tables: Tables, people: People) -> None:
        self._database, self._tables, self._people = database, tables, people
        self.logs, self._surroundings = LogCache(), SurroundingsCache()

    def find_all(self, phone: str, table_id: str) -> tuple[StoredGame, ...]:
        """The games of this table, newest first, without their logs; () for strangers."""
        if not is_id(table_id):
            return ()
        with self._database.read() as connection:
            return read(connection, GAMES, phone=phone, table_id=table_id)

    def find_latest(self, phone: str, limit: int) -> tuple[StoredGame, ...]:
        """At most so many games of all tables of this phone, newest activity first, with logs."""
        with self._database.read() as connection:
            found = read(connection, LATEST_GAMES, phone=phone, most=limit)
            logs = [self.logs.read(connection, game.id) for game in found]
        both = zip(found, logs, strict=True)
        return tuple(dataclasses.replace(game, log=log) for game, log in both)

    def find_outline(self, phone: str, table_id: str, game_id: str) -> StoredGame | None:
        """This game without its log; None where this phone is a stranger."""
        if not (is_id(table_id) and is_id(game_id)):
            return None
        asked = {"phone": phone, "table_id": table_id, "game_id": game_id}
        with self._database.read() as connection:
            return next(iter(read(connection, GAME, **asked)), None)

    def recall_outline(self, table_id: str, game_id: str) -> StoredGame | None:
        """This game without its log as it was read last, for any phone; None if it was not lately.

        Nothing is asked of the database: whether a phone may see it is for others to find out.
        """
        return self._surroundings.recall(table_id, game_id)

    def find(self, phone: str, table_id: str, game_id: str) -> StoredGame | None:
        """This game with its log and lessons; None where this phone is a stranger."""
        epoch = self._database.last_epoch.id
        with self._database.read() as connection:
            game, _ = self.read_whole(connection, WHOLE_GAME, epoch, phone, table_id, game_id)
        if game is None:
            return None
        self.keep(game, epoch)
        return name_phones(game, phone)

    def find_stored(self, phone: str, table_id: str, game_id: str) -> dict[str, Any] | None:
        """The rows of this game as they are, but for its phones; None for strangers."""
        if not (is_id(table_id) and is_id(game_id)):
            return None
        asked = {"phone": phone, "table_id": table_id, "game_id": game_id}
        with self._database.read() as connection:
            row = connection.execute(GAME, asked).mappings().first()
            if row is None:
                return None
            seats = connection.execute(SEATS, {"games": [game_id]})
            log = connection.execute(entries.LOGS, {"games": [game_id]}).mappings()
            return {
                **{name: row[name] for name in ("id", "slug", "options", "made_at", "note")},
                "players": [seat.name for seat in seats],
                "entries": [
                    {name: each[name] for name in ("place", "id", "at", "seen", "kind", "facts")}
                    for each in in_turns(log)
                ],
            }

    def read_logs(self, games: Sequence[StoredGame]) -> tuple[StoredGame, ...]:
        """These games, which this store gave, with their logs."""
        with self._database.read() as connection:
            return entries.add_logs(connection, tuple(games))

    def export(self, phone: str, table_id: str) -> Iterator[StoredGame]:
        """Every game of this table, oldest first, with logs and nicknames; none for strangers.

        The log of each is read when it is asked for, so that a large table is never in memory.
        """
        called: dict[str, dict[str, str]] = {}
        if is_id(table_id):
            with self._database.read() as connection:
                called = nicknames.of_table(connection, phone, table_id)
        for game in self.find_all(phone, table_id)[::-1]:
            for with_log in self.read_logs([game]):
                yield dataclasses.replace(with_log, nicknames=called.get(game.slug, {}))

    def start(
        self,
        phone: str,
        slug: str,
        options: Mapping[str, object],
        names: Sequence[str],
        table_id: str | None = None,
        game_id: str | None = None,
        may_begin: MayBegin = lambda: None,
        day: date | None = None,
    ) -> StoredGame:
        """A new game has begun, for these names in seat order ("" for whoever has none).

        At the table `table_id`, whose people are known by their names, or by their position among
        those without one; else at the open table that this phone hosts for exactly these people,
        if it has room; else at a new one, which begins with the decks and the nicknames of the
        phone's other tables: for each game of the shelf with those of the table touched last. A new
        table is made where `may_begin` does not raise. The game has the id `game_id`, if one is
        given: a second start with it gives the same game. On a `day` before today it stands after
        the other games of that day. Raises `Unknown` for strangers and onlookers, `Closed` for a
        table that is closed, `NoRoom` for one with 200 games, or more than 60 people then.
        """
        game_id = game_id or new_id()
        with self._database.write() as connection:
            asked = {"phone": phone, "game_id": game_id}
            for started in read(connection, STARTED_GAME, **asked):
                return started
            table = self._tables.choose_or_make(connection, phone, names, table_id, may_begin)
            for started in read(connection, STARTED_GAME, **asked):
                return started  # by another phone, while this one waited for the table
            [game_id] = free_ids(connection, [game_id])
            capacity.check_games(connection, table, 1)
            [sitting] = self._people.seat(connection, table, [names])
            game = {"id": game_id, "table": table, "slug": slug, "options": dict(options)}
            made_at = self._place_in_time(connection, table, day)
            connection.execute(NEW_GAME, {**game, "made_at": made_at})
            sit(connection, {game_id: sitting})
            self._database.touch(connection, table, self._database.next_moment())
        return StoredGame(game_id, table, slug, dict(options), sitting, times.to_time(made_at))

    def _place_in_time(self, connection: Connection, table: str, day: date | None) -> int:
        """The moment of a new game: now, or after all others that were played on this day (UTC)."""
        now = self._database.next_moment()
        asked: dict[str, object] = {"table_id": table}
        if day is None or day >= times.to_time(now).date():
            # It is the newest one, whatever the clock says.
            return max(now, int(connection.execute(NEWEST_GAME, asked).scalar_one()) + 1)
        noon = times.to_moment(datetime.combine(day, time(12), UTC))
        asked |= {"since": noon, "until": noon + HALF_A_DAY}
        latest = int(connection.execute(NEWEST_OF_DAY, asked).scalar_one())
        return max(noon, latest + 1)

    def read_whole(
        self,
        connection: Connection,
        statement: Executable,
        epoch: str,
        phone: str,
        table_id: str,
        game_id: str,
        **besides: object,
    ) -> tuple[StoredGame | None, Row[Any] | None]:
        """As `find`, within a transaction, with the first row of this kind of `WHOLE_GAME`.

        `phones` has the names of all that ever were at the table. Once nothing can take back any
        more what was read, it is for `keep`.
        """
        if not (is_id(table_id) and is_id(game_id)):
            return None, None
        known = self.logs.get(game_id)
        asked = {"phone": phone, "table_id": table_id, "game_id": game_id, "known": len(known)}
        rows = list(in_turns(connection.execute(statement, {**asked, **besides})))
        if not rows:
            return None, None
        first = rows[0]
        found = tuple(map(entries.from_row, in_turns(rows))) if first.place else ()
        game = StoredGame(
            first.game_id,
            first.table_id,
            first.slug,
            first.options,
            (),
            times.to_time(first.made_at),
            log=self.logs.go_on(connection, game_id, known, found),
            **_tell(first),
        )
        return self._surroundings.read(connection, game, epoch), first

    def keep(self, game: StoredGame, epoch: str) -> None:
        """This is what `read_whole` found, or what was made of it and is committed by now."""
        self.logs.keep(game.id, game.log)
        self._surroundings.keep(game, epoch)


def name_phones(game: StoredGame, phone: str) -> StoredGame:
    """This game with the names of this phone, and of those that have entered something in it."""
    entered = {phone, *(written.phone for written in game.log)}
    names = {each: name for each, name in game.phones.items() if each in entered}
    return dataclasses.replace(game, phones=names)


def read(connection: Connection, statement: Executable, **asked: object) -> tuple[StoredGame, ...]:
    """The games that this statement finds, without their logs."""
    found = connection.execute(statement, asked).all()
    people = defaultdict[str, list[Person]](list)
    for row in connection.execute(SEATS, {"games": [row.id for row in found]}):
        people[row.game].append(Person(row.id, row.name))
    return tuple(
        StoredGame(
            row.id,
            row.table,
            row.slug,
            row.options,
            tuple(people[row.id]),
            times.to_time(row.made_at),
            **_tell(row),
        )
        for row in found
    )


def _tell(row: Row[Any]) -> dict[str, Any]:
    """What a row says of a game besides what it is; nothing is entered in one that is `closed`."""
    deleted = row.deleted_at is not None
    return {
        "role": row.role,
        "closed": row.closed_at is not None or deleted,
        "mine": row.person,
        "touched": row.touched_at,
        "note": row.note,
        "came_as": row.came_as,
        "deleted": deleted,
    }


def free_ids(connection: Connection, ids: Sequence[str]) -> list[str]:
    """These ids of new games; another for each that a game has which this phone does not see.

    An id that is made of a form is there already where the table of its game was deleted.
    """
    taken = set(connection.execute(TAKEN_GAMES, {"games": list(ids)}).scalars())
    return [new_id() if game in taken else game for game in ids]
