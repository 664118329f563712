"""Tables go from phones onto a server, and along on phones, with all their ids."""

import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import BindParameter, Connection, bindparam, select
from sqlalchemy.exc import IntegrityError

from companion.engine.log import Written
from companion.engine.table import (
    HOST,
    Away,
    Closed,
    Person,
    StoredGame,
    Unknown,
)
from companion.files.handover import Handover, Learned
from companion.store.database import capacity, schema, times
from companion.store.database.database import Database
from companion.store.games import corrections
from companion.store.games.entries import NEW_ENTRY
from companion.store.games.games import NEW_GAME, Games
from companion.store.tables import access, nicknames, people
from companion.store.tables.invitations import Invitations
from companion.store.tables.lessons import NEW_LESSON
from companion.store.tables.people import NEW_PERSON
from companion.store.tables.tables import NEW_MEMBER, NEW_TABLE, MayBegin, Tables
from companion.store.transfer import staging
from companion.store.transfer.news import (
    GAMES,
    Staged,
    date_lessons,
    find_lessons,
    find_news,
    make_rows,
    read_lessons,
    recognise_people,
)
from companion.store.transfer.staging import Staging, in_steps, make_entry

_tables, _people, _seats = schema.tables, schema.people, schema.seats
_of_table: BindParameter[str] = bindparam("table_id")

MADE_AT = select(_tables.c.made_at).where(_tables.c.id == _of_table)
SEATED = (
    select(_seats.c.game, _people.c.id, _people.c.name)
    .join(_people, _people.c.id == _seats.c.person)
    .where(_people.c.table == _of_table)
    .order_by(_seats.c.game, _seats.c.number)
)


class Handovers:
    """Takes tables along, and takes them in."""

    def __init__(
        self, database: Database, tables: Tables, games: Games, invitations: Invitations
    ) -> None:
        self._database, self._tables = database, tables
        self._games, self._invitations = games, invitations
        self._staging, self._one_at_a_time = Staging(database), threading.Lock()

    def read(self, phone: str, table_id: str) -> Handover:
        """All of this table as it is handed over; `Unknown` for strangers and onlookers."""
        played = self._games.find_all(phone, table_id)  # before the people, who may become more
        table = self._tables.find(phone, table_id)
        if table is None or table.watches:
            raise Unknown(table_id)
        found = self._games.read_logs(played)
        with self._database.read() as connection:
            there = people.read(connection, table_id)
            seated = _read_seats(connection, table_id)
            made_at = connection.execute(MADE_AT, {"table_id": table_id}).scalar()
            if made_at is None:  # it was removed meanwhile
                raise Unknown(table_id)
            learned = read_lessons(connection, table_id)
            called = nicknames.of_table(connection, phone, table_id)
            gone = corrections.find_gone(connection, table_id)
        return Handover(
            table.id,
            table.name,
            times.to_time(made_at),
            tuple(Person(row.id, row.name, row.listed) for row in there),
            table.mine,
            tuple(
                replace(game, people=tuple(seated[game.id]))
                for game in sorted(found, key=lambda game: (game.made_at, game.id))
            ),
            learned,
            called,
            {row.id: row.same_as for row in there if row.same_as},
            gone,
        )

    def take(self, phone: str, table: Handover, may_begin: MayBegin = lambda: None) -> bool:
        """This table is here, and this phone enters there; whether anything of it was not before.

        A new table has this phone as its host, and is made where `may_begin` does not raise. All
        of it is written, or nothing. Its ids say what is here already, and that stays as it is: to
        a table that is here come its other games, with new people and what was learned in them.
        Whoever comes new and has the name of somebody here whom the phone does not know is that
        person.

        Nobody waits for it for long: the logs of new games, and what a new table has learned, are
        written little by little before, where nobody sees them.

        Raises `Diverged` and `Unknown` as `find_news` does, `Unknown` also where this phone does
        not enter at the table, or where a table without games is not here, `Closed` where something
        would be added to a table that is closed, and `NoRoom` where it would have too much.
        """
        staged = Staged()
        with self._one_at_a_time:
            try:
                staged = self._stage(phone, table)
                with self._database.write() as connection:
                    return self._take(connection, phone, table, may_begin, staged)
            except BaseException as error:
                if staged.table:
                    self._staging.clear(staged.table)
                if isinstance(error, IntegrityError):  # somebody else has just written such an id
                    raise Unknown(table.id) from error
                raise

    def replace(self, phone: str, table: Handover) -> None:
        """This table is here as it comes, in place of what was here of it.

        For a phone, which copies a table of a server: nobody else waits, or sees anything of it
        halfway. Raises `Unknown`, `NoRoom` and `TooMuch` as `take` does.
        """
        with self._database.write() as connection:
            access.lock_phone(connection, phone)
            connection.execute(staging.FORGET_TABLE, {"table_id": table.id})
            self._begin(connection, phone, table)
            self._add(connection, phone, find_news(connection, table), "", table.lessons)

    def _stage(self, phone: str, table: Handover) -> Staged:
        """Where the logs are of those games of this table that were never here."""
        with self._database.write() as connection:  # who may not add anything writes nothing
            is_here = connection.execute(access.LOCK_TABLE, {"table_id": table.id}).first()
            if is_here:
                access.lock_to_add(connection, phone, table.id)
        self._staging.make_way(table.game_ids)
        with self._database.read() as connection:
            there = {row.id for row in connection.execute(GAMES, {"ids": table.game_ids})}
            there |= {*corrections.find_gone(connection, table.id)}
        new = [game for game in table.games if game.id not in there]
        if not new:
            return Staged()
        now = self._database.next_moment()
        lessons = [] if is_here else date_lessons(table.lessons, now)
        at = self._staging.write_all(lambda at: _write_in_steps(at, phone, new, lessons, now), now)
        return Staged(at, not is_here)

    def _take(
        self,
        connection: Connection,
        phone: str,
        table: Handover,
        may_begin: MayBegin,
        staged: Staged,
    ) -> bool:
        access.lock_phone(connection, phone)
        closed = False
        if connection.execute(access.LOCK_TABLE, {"table_id": table.id}).first() is None:
            if not table.games:
                raise Unknown(table.id)
            may_begin()
            self._begin(connection, phone, table)
        elif staged.learned:  # another process has just begun it
            raise Away
        else:
            closed = access.lock_to_add(connection, phone, table.id)
            table = recognise_people(connection, table)
        news = find_news(connection, table, staged.table)
        if not news.games:
            return False
        if closed:
            raise Closed(table.id)
        lessons = () if staged.learned else find_lessons(connection, table, news.games)
        self._add(connection, phone, news, staged.table, lessons)
        return True

    def _begin(self, connection: Connection, phone: str, table: Handover) -> None:
        """The table is there, without games and people, and this phone is its host."""
        now = self._database.next_moment()
        made_at = min(times.to_moment(table.made_at), now)
        row = {"id": table.id, "name": table.name, "made_at": made_at, "touched_at": now}
        connection.execute(NEW_TABLE, row)
        host = {"table": table.id, "phone": phone, "role": HOST, "joined_at": now}
        connection.execute(NEW_MEMBER, {**host, "person": table.mine})
        self._invitations.replace(connection, table.id)
        for slug, words in table.nicknames.items():
            nicknames.give(connection, table.id, slug, words)

    def _add(
        self,
        connection: Connection,
        phone: str,
        news: Handover,
        staged: str,
        lessons: Sequence[Learned],
    ) -> None:
        """These games and people are at the table, and these lessons."""
        self._add_people(connection, news)
        table, new = news.id, news.games
        now, sitting = self._database.next_moment(), {game.id: game.people for game in new}
        capacity.check_games(connection, table, len(new))
        if staged:
            staging.show(connection, staged, table, sitting)
        else:
            for step in _write_in_steps(table, phone, new, (), now):
                step(connection)
            people.sit(connection, sitting)
        people.split_seated(connection, table, sitting)
        capacity.check_weight(connection, table)
        if lessons:
            connection.execute(NEW_LESSON, make_rows(table, date_lessons(lessons, now)))
        capacity.check_lessons(connection, table)
        self._database.touch(connection, table, self._database.next_moment())

    def _add_people(self, connection: Connection, news: Handover) -> None:
        table, new = news.id, news.people
        capacity.check_people(table, len(people.read(connection, table)) + len(new))
        for person in new:
            made_at = self._database.next_moment()  # they stay in their order
            row = {"id": person.id, "table": table, "name": person.name, "made_at": made_at}
            connection.execute(NEW_PERSON, {**row, "listed": person.listed})
        same = {each.id: news.same[each.id] for each in new if each.id in news.same}
        people.set_same(connection, table, same)


def _read_seats(connection: Connection, table: str) -> Mapping[str, list[Person]]:
    """Who was given the seats of each game of this table, whoever that is by now."""
    seated = defaultdict[str, list[Person]](list)
    for game, person, name in connection.execute(SEATED, {"table_id": table}):
        seated[game].append(Person(person, name))
    return seated


def _write_in_steps(
    at: str, phone: str, new: Sequence[StoredGame], lessons: Sequence[Learned], now: int
) -> Iterator[staging.Step]:
    """These games, logs and lessons, at this table, as if this phone had entered them here."""
    dated = times.put_back([times.to_moment(game.made_at) for game in new], now)
    yield from in_steps(NEW_GAME, (_make_game(at, game, dated) for game in new))
    yield from in_steps(NEW_LESSON, make_rows(at, lessons))
    logs = ((game.id, each) for game in new for each in game.log)
    yield from in_steps(NEW_ENTRY, (_make_entry(phone, *entry, now) for entry in logs))


def _make_game(at: str, game: StoredGame, dated: Mapping[int, int]) -> staging.Row:
    return {
        **{"id": game.id, "table": at, "slug": game.slug, "options": dict(game.options)},
        **{"note": game.note, "came_as": game.came_as},
        "made_at": dated[times.to_moment(game.made_at)],
    }


def _make_entry(phone: str, game: str, entry: Written, now: int) -> staging.Row:
    at = min(times.to_moment(entry.at), now)
    return make_entry(phone, game, entry.place, entry.seen, entry.id, entry.facts, at)
