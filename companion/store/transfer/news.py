"""What of a table that comes is not here yet: games, people, and what was learned of cards."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from companion.engine.names import name_key
from companion.engine.table import Diverged, Person, StoredGame, Unknown
from companion.files.handover import Handover, Learned
from companion.store.database import schema, times
from companion.store.tables import people

_people, _games, _entries = schema.people, schema.games, schema.entries
_lessons, _removed = schema.lessons, schema.removed_games
_learned = _lessons.c.table == bindparam("table_id")

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
REMOVED = select(_removed).where(_removed.c.id.in_(bindparam("ids", expanding=True)))
LESSONS = select(_lessons).where(_learned).order_by(_lessons.c.at, _lessons.c.card, _lessons.c.game)


class Staged(NamedTuple):
    """The table where the logs of new games are written already, and nobody sees them.

    `learned` is whether what it has learned is there too: so it is of a table that is new here.
    """

    table: str = ""
    learned: bool = False


def recognise_people(connection: Connection, table: Handover) -> Handover:
    """This table, where two phones that added the same name mean one person.

    People without a name are the same in their order.
    """
    there = [Person(row.id, row.name) for row in people.read(connection, table.id)]
    known, come = {person.id for person in there}, {person.id for person in table.people}
    unknown = defaultdict[str, list[Person]](list)
    for person in there:
        if person.id not in come:
            unknown[name_key(person.name)].append(person)
    same = {
        person.id: named.pop(0)
        for person in table.people
        if person.id not in known and (named := unknown[name_key(person.name)])
    }
    ids = {person: met.id for person, met in same.items()}
    return replace(
        table,
        people=tuple(person for person in table.people if person.id not in same),
        games=tuple(
            replace(game, people=tuple(same.get(person.id, person) for person in game.people))
            for game in table.games
        ),
        same={who: ids.get(other, other) for who, other in table.same.items() if who not in ids},
    )


def find_news(connection: Connection, table: Handover, staged: str = "") -> Handover:
    """This table with the people and the games alone that are not here yet.

    `Unknown` where any of it is at another table, `Diverged` with the game that comes where the one
    here, deleted or not, does not begin as it does, or is deleted for good.
    """
    asked = {"ids": [person.id for person in table.people]}
    known = {row.id: row.table for row in connection.execute(PEOPLE, asked)}
    asked = {"ids": table.game_ids}
    found = {row.id: row for row in connection.execute(GAMES, asked) if row.table != staged}
    removed = {row.id: row.table for row in connection.execute(REMOVED, asked)}
    at = {*known.values(), *removed.values(), *(row.table for row in found.values())}
    if at - {table.id}:
        raise Unknown(table.id)
    for game in table.games:
        if game.id in removed and game.log:
            raise Diverged(game)
        if game.id in found:
            log = connection.execute(ENTERED, {"game_id": game.id}).scalars().all()
            comes = [each.id for each in game.log]
            if found[game.id].slug != game.slug or log[: len(comes)] != comes:
                raise Diverged(game)
    return replace(
        table,
        people=tuple(person for person in table.people if person.id not in known),
        games=tuple(game for game in table.games if game.id not in {**found, **removed}),
    )


def read_lessons(connection: Connection, table: str) -> tuple[Learned, ...]:
    """All that this table has learned, oldest first."""
    return tuple(
        Learned(row.slug, row.card, row.carries, row.game, times.to_time(row.at))
        for row in connection.execute(LESSONS, {"table_id": table})
    )


def find_lessons(
    connection: Connection, table: Handover, new: Iterable[StoredGame]
) -> tuple[Learned, ...]:
    """What was learned in these games of cards of which the table has learned nothing else."""
    there, games = read_lessons(connection, table.id), {game.id for game in new}
    known = {(each.slug, each.card, each.game) for each in there}
    decks = {(each.slug, each.card): each.carries for each in there}
    return tuple(
        each
        for each in table.lessons
        if each.game in games
        and (each.slug, each.card, each.game) not in known
        and decks.get((each.slug, each.card), each.carries) == each.carries
    )


def date_lessons(lessons: Sequence[Learned], now: int) -> list[Learned]:
    """These lessons in their order, of which none was learned in the future."""
    dated = times.put_back((times.to_moment(each.at) for each in lessons), now)
    return [replace(each, at=times.to_time(dated[times.to_moment(each.at)])) for each in lessons]


def make_rows(table: str, lessons: Iterable[Learned]) -> list[dict[str, Any]]:
    """These lessons as the database has them."""
    return [
        {
            **{"table": table, "slug": each.slug, "card": each.card},
            **{"carries": each.carries, "game": each.game, "at": times.to_moment(each.at)},
        }
        for each in lessons
    ]
