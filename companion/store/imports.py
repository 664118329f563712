"""What files hold, written within the store's transactions."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from sqlalchemy import Connection

from companion.engine.deck import known
from companion.engine.table import Away, Person, StoredGame
from companion.files.parsing import Bundle, Incoming
from companion.store import lessons, nicknames, rows, schema

Times = tuple[int, Sequence[int]]
"""When a game was made, and each of its entries, in milliseconds UTC."""

AT_ONCE = 500  # entries in one transaction: so long everybody else's entries wait


def written(connection: Connection, table: str, games: Sequence[str]) -> int:
    """How many of these games are at this table already."""
    asked = {"table_id": table, "games": list(games)}
    return int(connection.execute(schema.WRITTEN_GAMES, asked).scalar_one())


def is_new(connection: Connection, table: str) -> bool:
    """Whether nothing has been played at this table yet."""
    return not connection.execute(schema.GAMES_AT_TABLE, {"table_id": table}).scalar_one()


def like(connection: Connection, phone: str, table: str, game: Incoming) -> tuple[StoredGame, ...]:
    """The games of this table, without their logs, that may be this one: begun in one moment."""
    if game.made_at is None:
        return ()
    moment = rows.moment(game.made_at)
    asked = {"phone": phone, "table_id": table, "slug": game.game.slug, "moment": moment}
    return rows.games(connection, schema.GAMES_MADE_AT, **asked)


def begin(connection: Connection, table: str, bundle: Bundle, at: int) -> None:
    """A new table has the name of the file, and what the file says of decks and of nicknames."""
    if bundle.name:
        connection.execute(schema.CALL_TABLE, {"table_id": table, "new_name": bundle.name})
    for slug, deck in bundle.decks.items():
        lessons.teach(connection, table, slug, deck, at)
    for slug, words in bundle.nicknames.items():
        nicknames.give(connection, table, slug, words)


def add(connection: Connection, phone: str, table: str, bundle: Bundle, at: int) -> None:
    """A table that was there before takes over what it has no words and no lessons for."""
    for slug, deck in bundle.decks.items():
        ours = known(lessons.read(connection, phone, table, slug))
        new = {card: choice for card, choice in deck.items() if card not in ours}
        lessons.teach(connection, table, slug, new, at)
    for slug, words in bundle.nicknames.items():
        named = nicknames.read(connection, table, slug)
        fresh = {thing: word for thing, word in words.items() if thing not in named}
        nicknames.give(connection, table, slug, fresh)


def dated(games: Sequence[Incoming], now: int) -> Iterator[Times]:
    """When these games were made and entered: as their file says, else one after the other, now.

    What is still to come by our clock is now, in the same order: no game of a file is newer than
    one that begins after it came.
    """
    ahead = sorted(
        {at for game in games if game.made_at and (at := rows.moment(game.made_at)) > now}
    )
    late = {at: now - len(ahead) + rank for rank, at in enumerate(ahead, 1)}
    untold = sum(1 + len(game.entries) for game in games)
    clock = iter(range(now - untold, now))
    for game in games:
        mine = [next(clock) for _ in range(1 + len(game.entries))]
        made_at = mine[0] if game.made_at is None else rows.moment(game.made_at)
        times = [min(rows.moment(at), now) for at in game.times]
        yield late.get(made_at, made_at), times or mine[1:]


def stage(connection: Connection, staging: str, at: int) -> None:
    """There is a table at which nobody sees what is written: deleted, and without any phone."""
    row = {"id": staging, "name": None, "made_at": at, "touched_at": at, "deleted_at": at}
    connection.execute(schema.NEW_TABLE, row)


def staged(connection: Connection, games: Sequence[str]) -> list[str]:
    """The tables where these games were written and never shown."""
    return list(connection.execute(schema.STAGED, {"games": games}).scalars())


def unstage(connection: Connection, staging: str) -> bool:
    """A game of this table is gone, or the table where there is none; whether there may be more."""
    asked = {"table_id": staging}
    left = connection.execute(schema.A_STAGED_GAME, asked).scalar()
    if left is None:
        connection.execute(schema.UNSTAGE, asked)
        return False
    connection.execute(schema.FORGET_GAME, {"game_id": left})
    return True


def written_in_steps(
    phone: str, staging: str, game_id: str, game: Incoming, times: Times
) -> Iterator[Callable[[Connection], object]]:
    """This game and its log, as if this phone had entered it, in steps that last for some ms each.

    Its seats are taken when it is shown.
    """
    made_at, moments = times
    options = dict(game.setup.options)
    row = {"id": game_id, "table": staging, "slug": game.game.slug, "options": options}
    yield lambda connection: connection.execute(schema.NEW_GAME, {**row, "made_at": made_at})
    numbered = enumerate(zip(game.entries, moments, strict=True), 1)
    while some := list(islice(numbered, AT_ONCE)):
        entries = [
            {
                **{"game": game_id, "place": place, "id": secrets.token_urlsafe(16)},
                **{"phone": phone, "at": at, "seen": place - 1, "kind": facts["kind"]},
                "facts": {name: fact for name, fact in facts.items() if name != "kind"},
            }
            for place, (facts, at) in some
        ]
        yield partial(_enter, entries)


def _enter(entries: Sequence[Mapping[str, object]], connection: Connection) -> None:
    connection.execute(schema.NEW_ENTRY, entries)


def show(
    connection: Connection, staging: str, table: str, sitting: Mapping[str, Sequence[Person]]
) -> None:
    """These games, written at another table, are at this one, with these people; all or none.

    Raises `Away` where somebody else has taken them away meanwhile, writing the same.
    """
    asked = {"table_id": table, "staging": staging, "games": list(sitting)}
    if connection.execute(schema.SHOW_GAMES, asked).rowcount != len(sitting):
        raise Away
    taken = [
        {"game": game_id, "number": number, "person": person.id}
        for game_id, people in sitting.items()
        for number, person in enumerate(people)
    ]
    if taken:
        connection.execute(schema.NEW_SEAT, taken)
