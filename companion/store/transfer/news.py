"""What of a table that comes from a phone is not here yet."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from companion.engine.names import name_key
from companion.engine.table import Diverged, Person, StoredGame, Unknown
from companion.files.handover import Handover, Learned
from companion.store.database import schema
from companion.store.tables import nicknames, people
from companion.store.transfer import handed_lessons

_people, _games, _entries = schema.people, schema.games, schema.entries

# Whatever of it is anywhere, whoever may see it.
PEOPLE = select(_people.c.id, _people.c.table).where(
    _people.c.id.in_(bindparam("ids", expanding=True))
)
GAMES = select(_games.c.id, _games.c.table, _games.c.slug).where(
    _games.c.id.in_(bindparam("ids", expanding=True))
)
ENTERED = (
    select(_entries.c.id).where(_entries.c.game == bindparam("game_id")).order_by(_entries.c.place)
)


class Staged(NamedTuple):
    """The games whose logs are written already, and the table where nobody sees them.

    `learned` is whether what it has learned is there too: so it is of a table that is new here.
    """

    table: str = ""
    games: frozenset[str] = frozenset()
    learned: bool = False


class News(NamedTuple):
    """What of a table that comes is not here yet."""

    people: list[Person]
    same: Mapping[str, str]
    """Which of them is whom else."""
    games: list[StoredGame]
    lessons: Sequence[Learned]
    words: Mapping[str, Mapping[str, str]]


def recognise_people(connection: Connection, table: Handover) -> Handover:
    """This table, where two phones that added the same name mean one person.

    People without a name are the same in their order.
    """
    there = [Person(row.id, row.name) for row in people.read(connection, table.id)]
    known, ids = {person.id for person in there}, {person.id for person in table.people}
    unknown = defaultdict[str, list[Person]](list)
    for person in there:
        if person.id not in ids:
            unknown[name_key(person.name)].append(person)
    same = {
        person.id: named.pop(0)
        for person in table.people
        if person.id not in known and (named := unknown[name_key(person.name)])
    }
    if not same:
        return table
    return replace(
        table,
        people=tuple(person for person in table.people if person.id not in same),
        mine=same[table.mine].id if table.mine in same else table.mine,
        games=tuple(
            replace(game, people=tuple(same.get(person.id, person) for person in game.people))
            for game in table.games
        ),
        same={
            person: same[other].id if other in same else other
            for person, other in table.same.items()
            if person not in same
        },
    )


def find_news(connection: Connection, table: Handover, staged: Staged, now: int) -> News:
    """What is not at this table yet; `Unknown` where any of it is at another.

    `Diverged` where a game that is here does not begin as the one that comes.
    """
    asked = {"ids": [person.id for person in table.people]}
    known = {row.id: row.table for row in connection.execute(PEOPLE, asked)}
    asked = {"ids": [game.id for game in table.games]}
    found = {row.id: row for row in connection.execute(GAMES, asked) if row.table != staged.table}
    if {*known.values(), *(row.table for row in found.values())} - {table.id}:
        raise Unknown(table.id)
    for game in (each for each in table.games if each.id in found):
        log = connection.execute(ENTERED, {"game_id": game.id}).scalars().all()
        comes = [each.id for each in game.log]
        if found[game.id].slug != game.slug or log[: len(comes)] != comes:
            raise Diverged(table.id)
    return News(
        [person for person in table.people if person.id not in known],
        {person: other for person, other in table.same.items() if person not in known},
        [game for game in table.games if game.id not in found],
        () if staged.learned else handed_lessons.find_new(connection, table, now),
        nicknames.find_new(connection, table.id, table.nicknames),
    )
