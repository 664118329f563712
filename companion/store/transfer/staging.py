"""Games that come to a table are written little by little where nobody sees them.

Then all of them are shown at once. Until then they are at a deleted table that no phone has joined,
in transactions that last for some ms each.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice

from sqlalchemy import Connection, Insert, bindparam, delete, insert, not_, select, update

from companion.engine.entry import Facts
from companion.engine.table import ENTRIES_PER_GAME, Away, Person, TooMuch
from companion.files.parsing import Incoming
from companion.runtime.yielding import let_others_go
from companion.store.database import schema, times
from companion.store.database.database import Database
from companion.store.database.ids import new_id
from companion.store.games.entries import NEW_ENTRY
from companion.store.games.games import IS_AT_TABLE, NEW_GAME
from companion.store.tables import people

Step = Callable[[Connection], object]
"""A part of what is written, in a transaction of its own that lasts for some ms."""

Times = tuple[int, Sequence[int]]
"""When a game was made, and each of its entries, in milliseconds UTC."""

Row = Mapping[str, object]
"""A row as it is inserted."""

AT_ONCE = 500  # entries in one transaction: so long everybody else's entries wait

_tables, _members, _games = schema.tables, schema.members, schema.games
_some = _games.c.id.in_(bindparam("games", expanding=True))

STAGING = (
    select(_tables.c.id)
    .where(_tables.c.deleted_at.is_not(None))
    .where(not_(select(_members.c.phone).where(_members.c.table == _tables.c.id).exists()))
    .subquery()
)
STAGED = select(STAGING.c.id).distinct().join(_games, _games.c.table == STAGING.c.id).where(_some)
NEW_TABLE = insert(_tables)
A_GAME = select(_games.c.id).where(IS_AT_TABLE).limit(1)
SHOW_GAMES = (
    update(_games)
    .where(_games.c.table == bindparam("staging"))
    .where(_some)
    .values(table=bindparam("table_id"))
)
SHOW_LESSONS = (
    update(schema.lessons)
    .where(schema.lessons.c.table == bindparam("staging"))
    .values(table=bindparam("table_id"))
)
FORGET_TABLE = delete(_tables).where(_tables.c.id == bindparam("table_id"))
TAKE_NOTE = (
    update(_games)
    .where(_games.c.id == bindparam("game_id"), _games.c.note == "")
    .values(note=bindparam("said"))
)
FORGET_GAME = delete(_games).where(_games.c.id == bindparam("game_id"))


class Staging:
    """The tables at which nobody sees what is written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def write(self, phone: str, games: Mapping[str, Incoming]) -> str:
        """Write these games as if this phone had entered them, and return their table."""
        now = self._database.next_moment()
        dated = list(zip(games.items(), date_games(list(games.values()), now), strict=True))

        def steps(staging: str) -> Iterator[Step]:
            made = (_make_game(staging, *game, at) for game, (at, _) in dated)
            yield from in_steps(NEW_GAME, made)
            logs = (_make_log(phone, *game, at) for game, (_, at) in dated)
            yield from in_steps(NEW_ENTRY, chain.from_iterable(logs))

        return self.write_all(steps, now)

    def write_all(self, steps: Callable[[str], Iterable[Step]], now: int) -> str:
        """Do all these steps at a table that nobody sees, and return it.

        What is left of one when this ends halfway goes like any deleted table, and goes at once
        where the same games are written again.
        """
        with self._database.write() as connection:
            staging = _make_staging(connection, now)
        try:
            for step in steps(staging):
                with self._database.write() as connection:
                    step(connection)
                let_others_go()
        except BaseException:
            self.clear(staging)
            raise
        return staging

    def make_way(self, games: Sequence[str]) -> None:
        """What was left of these games where writing them was cut off goes."""
        with self._database.read() as connection:
            leftover = list(connection.execute(STAGED, {"games": games}).scalars())
        for each in leftover:
            self.clear(each)

    def clear(self, staging: str) -> None:
        """Nothing is left of what was written at this table."""
        while True:
            with self._database.write() as connection:
                if not _clear_some(connection, staging):
                    return
            let_others_go()


def in_steps(statement: Insert, rows: Iterable[Row]) -> Iterator[Step]:
    """These rows are written, in steps that last for some ms each."""
    left = iter(rows)
    while some := list(islice(left, AT_ONCE)):
        yield partial(_write, statement, some)


def show(
    connection: Connection, staging: str, table: str, sitting: Mapping[str, Sequence[Person]]
) -> None:
    """These games, written at another table, are at this one, with these people; all or none.

    So is what was learned there.

    Raises `Away` where somebody else has taken them away meanwhile, writing the same.
    """
    asked = {"table_id": table, "staging": staging, "games": list(sitting)}
    if connection.execute(SHOW_GAMES, asked).rowcount != len(sitting):
        raise Away
    connection.execute(SHOW_LESSONS, {"table_id": table, "staging": staging})
    connection.execute(FORGET_TABLE, {"table_id": staging})
    people.sit(connection, sitting)


def date_games(games: Sequence[Incoming], now: int) -> Iterator[Times]:
    """When these games were made and entered: as their file says, else one after the other, now.

    What is still to come by our clock is now, in the same order: no game of a file is newer than
    one that begins after it came.
    """
    kept = times.put_back((times.to_moment(game.made_at) for game in games if game.made_at), now)
    untold = sum(1 + len(game.entries) for game in games)
    clock = iter(range(now - untold, now))
    for game in games:
        mine = [next(clock) for _ in range(1 + len(game.entries))]
        made_at = mine[0] if game.made_at is None else times.to_moment(game.made_at)
        moments = [min(times.to_moment(at), now) for at in game.times]
        yield kept.get(made_at, made_at), moments or mine[1:]


def find_names(game: Incoming) -> list[str]:
    """What a game that came out of a file as this one can be known as: as its file says, or by it.

    They tell that it is the same where its times were still to come, and are kept otherwise.
    """
    said = hashlib.sha256(game.said.encode()).hexdigest()[:32]
    return [*([game.known_as] if game.known_as else []), said]


def name_entries(game: Incoming, known_as: str) -> list[str]:
    """The ids of the entries of this game, the same each time it comes out of a file."""
    return [f"{known_as}-{place}" for place, _ in enumerate(game.entries, 1)]


def _make_staging(connection: Connection, now: int) -> str:
    row = {"id": new_id(), "name": None, "made_at": now, "touched_at": now, "deleted_at": now}
    connection.execute(NEW_TABLE, row)
    return str(row["id"])


def _make_game(staging: str, game_id: str, game: Incoming, made_at: int) -> Row:
    return {
        **{"id": game_id, "table": staging, "slug": game.game.slug, "made_at": made_at},
        **{"options": dict(game.setup.options), "note": game.note},
        "came_as": _came_as(game_id, game),
    }


def _make_log(phone: str, game_id: str, game: Incoming, entered_at: Sequence[int]) -> Iterator[Row]:
    named = name_entries(game, _came_as(game_id, game))
    for place, entry in enumerate(zip(named, game.entries, entered_at, strict=True), 1):
        yield make_entry(phone, game_id, place, place - 1, *entry)


def _came_as(game_id: str, game: Incoming) -> str:
    is_told = game.known_as or game.made_at  # else it is the same as no other
    return find_names(game)[0] if is_told else game_id


def go_on(
    connection: Connection, phone: str, game_id: str, place: int, game: Incoming, known: int
) -> None:
    """What the file has after its first `known` entries stands in this game, after this place.

    It has the note of the file, where it has none. Raises `TooMuch` where it is too much for it.
    """
    [(_made_at, entered_at)] = date_games([game], times.now())
    if place + len(game.entries) - known > ENTRIES_PER_GAME:
        raise TooMuch(game_id)
    more = zip(game.entries[known:], entered_at[known:], strict=True)
    numbered = enumerate(more, place + 1)
    rows = [make_entry(phone, game_id, at, at - 1, new_id(), *entry) for at, entry in numbered]
    connection.execute(NEW_ENTRY, rows)
    connection.execute(TAKE_NOTE, {"game_id": game_id, "said": game.note})


def make_entry(
    phone: str, game_id: str, place: int, seen: int, entry_id: str, facts: Facts, at: int
) -> Row:
    """This entry as the database has it."""
    return {
        **{"game": game_id, "place": place, "id": entry_id},
        **{"phone": phone, "at": at, "seen": seen, "kind": facts["kind"]},
        "facts": {name: fact for name, fact in facts.items() if name != "kind"},
    }


def _write(statement: Insert, rows: Sequence[Row], connection: Connection) -> None:
    connection.execute(statement, rows)


def _clear_some(connection: Connection, staging: str) -> bool:
    """A game of this table is gone, or the table where there is none; whether there may be more."""
    asked = {"table_id": staging}
    left = connection.execute(A_GAME, asked).scalar()
    if left is None:
        connection.execute(FORGET_TABLE, asked)
        return False
    connection.execute(FORGET_GAME, {"game_id": left})
    return True
