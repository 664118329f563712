"""The results of games, a cache beside their logs: all of it may be thrown away at any time."""

import dataclasses
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Integer,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    not_,
    select,
)
from sqlalchemy.exc import IntegrityError

from companion.engine.table import Away, Kept, Options, Person, StoredGame, Wanted
from companion.store.database import schema, times
from companion.store.database.database import Database
from companion.store.database.ids import is_id
from companion.store.games.games import IS_LISTED, SEATS, Games
from companion.store.tables import access
from companion.store.tables.people import IS_NAMED, NAMED, WHO

_results, _games, _seats, _people = schema.results, schema.games, schema.seats, schema.people
_members, _entries = schema.members, schema.entries
_head = (
    select(func.coalesce(func.max(_entries.c.place), 0))
    .where(_entries.c.game == _games.c.id)
    .scalar_subquery()
)
_kept = (
    select(_games, _head.label("head"), _results.c.place, _results.c.version, _results.c.summary)
    .join(_members, _members.c.table == _games.c.table)
    .outerjoin(_results, _results.c.game == _games.c.id)
    .where(access.IS_MINE)
)

# Every game of a table, oldest first, with its result; who sat where is asked for all at once.
RESULTS = _kept.where(IS_LISTED).order_by(_games.c.made_at, _games.c.id)
SEATS_OF_TABLE = (
    select(_seats.c.game, NAMED.c.id, NAMED.c.name)
    .join(_people, _people.c.id == _seats.c.person)
    .join(NAMED, IS_NAMED)
    .where(_people.c.table == bindparam("table_id"))
    .order_by(_seats.c.game, _seats.c.number)
)
FORGET = delete(_results).where(_results.c.game.in_(bindparam("games", expanding=True)))
NEW_RESULT = insert(_results)


class Results:
    """The results of the games of all tables."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database, self._games = database, games

    def find_all(self, phone: str, table_id: str) -> tuple[Kept, ...]:
        """Every game of this table with what is kept of it, oldest first; () for strangers."""
        if not is_id(table_id):
            return ()
        asked = {"phone": phone, "table_id": table_id}
        with self._database.read() as connection:
            return _read(connection, RESULTS, SEATS_OF_TABLE, **asked)

    def find_page(
        self, phone: str, table_id: str, wanted: Wanted, limit: int, skip: int = 0
    ) -> tuple[tuple[Kept, ...], int]:
        """At most so many of the games that are wanted, newest first, and how many there are."""
        if not is_id(table_id):
            return (), 0
        anybody = dataclasses.replace(wanted, person="person" if wanted.person else "", called=())
        page, count = page_of(anybody)
        asked: dict[str, object] = {
            "phone": phone, "table_id": table_id, "person": wanted.person, "called": wanted.called
        }  # fmt: skip
        with self._database.read() as connection:
            found = _read(connection, page, SEATS, most=limit, skip=skip, **asked)
            return found, int(connection.execute(count, asked).scalar_one())

    def are_played(self, phone: str, table_id: str, wanted: Sequence[Wanted]) -> tuple[bool, ...]:
        """Of each of these, which ask for nobody's games, whether this table has such a game."""
        asked = {"phone": phone, "table_id": table_id}
        with self._database.read() as connection:
            return tuple(
                connection.execute(_found(each).limit(1), asked).first() is not None
                for each in wanted
            )

    def find_called(self, phone: str, table_id: str, slug: str, named_by: str) -> tuple[str, ...]:
        """What this table has called what it played of this game, by this option, in order."""
        asked = {"phone": phone, "table_id": table_id}
        statement = _found(Wanted(slug), _called(named_by)).distinct()
        with self._database.read() as connection:
            return tuple(sorted(connection.execute(statement, asked).scalars()))

    def read_logs(self, games: Sequence[StoredGame]) -> tuple[StoredGame, ...]:
        """These games, which this store gave, with the logs that results are made of."""
        return self._games.read_logs(games)

    def keep(self, made: Mapping[str, tuple[int, int, Mapping[str, object]]]) -> None:
        """These are the results of these games: their place, version and summary.

        They are a cache. Where somebody else is keeping one at the same time, a game is gone, or
        there is no room, none of these is kept.
        """
        new = [
            {"game": game, "place": place, "version": version, "summary": summary}
            for game, (place, version, summary) in sorted(made.items())
        ]
        if not new:
            return
        with suppress(IntegrityError, Away), self._database.write() as connection:
            connection.execute(FORGET, {"games": list(made)})
            connection.execute(NEW_RESULT, new)


@lru_cache(maxsize=100)
def page_of(wanted: Wanted) -> tuple[Select[Any], Select[Any]]:
    """What asks for some games of a table, newest first, and what counts all of these.

    `wanted` says whether they are those of a person, or have one of some names; which these are is
    asked for as `person` and `called`.

    Which games they are is found first, so that no result is read of any other.
    """
    newest = (_games.c.made_at.desc(), _games.c.id.desc())
    found = _found(wanted)
    some = found.order_by(*newest).limit(bindparam("most", type_=Integer))
    some = some.offset(bindparam("skip", type_=Integer)).correlate(None)
    page = _kept.where(_games.c.id.in_(some)).order_by(*newest)
    return page, select(func.count()).select_from(found.subquery())


def _found(wanted: Wanted, column: ColumnElement[Any] = _games.c.id) -> Select[Any]:
    """This column of the games of a table that are wanted."""
    which = [access.IS_MINE, IS_LISTED, _games.c.table == _members.c.table]
    if wanted.slug:
        which.append(_games.c.slug == wanted.slug)
    if wanted.having:
        which.append(_has(wanted.having))
    which += [not_(_has(other)) for other in wanted.lacking]
    if wanted.person:  # whoever it is
        sits = select(_seats.c.game).join(_people, _people.c.id == _seats.c.person)
        sits = sits.where(_seats.c.game == _games.c.id, bindparam("person") == WHO)
        which.append(sits.exists())
    if wanted.named_by:
        which.append(_called(wanted.named_by).in_(bindparam("called", expanding=True)))
    at_table = _games.join(_members, _members.c.table == _games.c.table)
    return select(column).select_from(at_table).where(*which)


def _called(named_by: str) -> ColumnElement[str]:
    """The name of what a game is, by this option; "" for none."""
    return func.coalesce(_games.c.options[named_by].as_string(), "")


def _has(options: Options) -> ColumnElement[bool]:
    """Whether a game is played with all of these options."""
    each = (func.coalesce(_games.c.options[name].as_boolean(), False) == on for name, on in options)
    return and_(*each)


def _read(
    connection: Connection, statement: Executable, seated: Executable, **asked: object
) -> tuple[Kept, ...]:
    """Games with the results that are kept of them; `seated` asks who sat at them."""
    rows = connection.execute(statement, asked).all()
    known: dict[str, Person] = {}
    people = defaultdict[str, list[Person]](list)
    sitting = connection.execute(seated, {**asked, "games": [row.id for row in rows]}).all()
    for game, person, name in sitting:
        people[game].append(known.get(person) or known.setdefault(person, Person(person, name)))
    return tuple(
        Kept(
            StoredGame(
                row.id,
                row.table,
                row.slug,
                row.options,
                tuple(people[row.id]),
                times.to_time(row.made_at),
                note=row.note,
            ),
            *(row.head, row.place, row.version, row.summary),
        )
        for row in rows
    )
