"""What files bring to a table: games, and what they say of decks and of nicknames."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, or_, select, update

from companion.engine.deck import merge_lessons
from companion.engine.names import name_key
from companion.engine.table import StoredGame
from companion.files.parsing import Bundle, Incoming
from companion.store.database import capacity, schema, times
from companion.store.database.database import Database
from companion.store.database.ids import new_id
from companion.store.games import corrections, entries, games
from companion.store.games.games import IS_LISTED, Games
from companion.store.tables import lessons, nicknames, tables
from companion.store.tables.people import People
from companion.store.tables.tables import MayBegin, Tables
from companion.store.transfer import staging
from companion.store.transfer.staging import Staging

Same = Callable[[StoredGame, Incoming], bool]

_games, _tables, _entries = schema.games, schema.tables, schema.entries

# The only games that can be the same as one out of a file.
_began_then = _games.c.made_at == bindparam("moment")
_begins_so = (
    select(_entries.c.place)
    .where(_entries.c.game == _games.c.id, _entries.c.place == 1)
    .where(_entries.c.id.in_(bindparam("firsts", expanding=True)))
    .exists()
)
LIKE = games.OF_PHONE.where(
    IS_LISTED | (games.IS_AT_TABLE & corrections.CAN_BE_RESTORED),
    _games.c.slug == bindparam("slug"),
    or_(_began_then, _games.c.id == bindparam("known_as"), _begins_so),
)
WRITTEN = (
    select(func.count())
    .select_from(_games)
    .where(IS_LISTED, _games.c.id.in_(bindparam("games", expanding=True)))
)
NAME_TABLE = (
    update(_tables).where(_tables.c.id == bindparam("table_id")).values(name=bindparam("new_name"))
)


class Added(NamedTuple):
    """At which table a file is now, how many games came, and how many there are others by now."""

    table: str
    came: int
    changed: int = 0


class _Likeness(IntEnum):
    """Whether a game here is the one out of a file."""

    OTHER = 0
    DELETED = 1  # it is the same
    CHANGED = 2
    SAME = 3


@dataclass(frozen=True, slots=True)
class _Found:
    """The games of a file that are new at a table, and those in lists that each was compared with.

    `deleted` are the games that are to be restored, `changed` is how many stay as they are.
    """

    new: Mapping[str, Incoming]
    compared: Mapping[str, frozenset[str]]
    deleted: frozenset[str]
    changed: int


class Imports:
    """Takes files in."""

    def __init__(self, database: Database, tables: Tables, people: People, games: Games) -> None:
        self._database, self._tables = database, tables
        self._people, self._games = people, games
        self._staging = Staging(database)

    def add(
        self,
        phone: str,
        bundle: Bundle,
        same: Same,
        table_id: str | None = None,
        key: str = "",
        may_begin: MayBegin = lambda: None,
    ) -> Added:
        """All of this is written, or nothing.

        The table is found as for `Games.start`, by all people of all games; one that was there
        learns only what it did not know. A game that it has, as its id or `same` says, is not
        written again, but restored; nor is anything of a second import with this `key`. Raises
        `Unknown` for strangers and onlookers, what `may_begin` raises for a new table, `NoRoom`
        beyond 200 games or 60 people, `TooMuch`.

        Nobody waits for it for long: logs are written little by little where nobody sees them.
        """
        names = _all_names(bundle)
        made = [_id_of(key, number) or new_id() for number, _ in enumerate(bundle.games)]
        with self._database.read() as connection:
            there = tables.choose(connection, phone, names, table_id)
            if there and (again := _count_written(connection, there, made)):
                return Added(there, again)
        found = self._find_new(phone, there, made, bundle, same)
        staged = self._staging.write(phone, found.new)
        try:
            more = self._weigh(staged)
            with self._database.write() as connection:
                table = self._tables.choose_or_make(connection, phone, names, table_id, may_begin)
                if again := _count_written(connection, table, made):
                    return Added(table, again)
                self._take_words(connection, phone, table, bundle)
                new = _without_brought(connection, phone, table, found, same)
                back = self._restore(connection, table, found.deleted)
                self._show(connection, staged, table, new, more)
        finally:
            self._staging.clear(staged)
        return Added(table, len(new) + back, found.changed)

    def _clear_leftover(self, ids: Sequence[str]) -> None:
        """What an import of these games left that was cut off goes."""
        with self._database.read() as connection:
            leftover = staging.find(connection, ids)
        for table in leftover:
            self._staging.clear(table)

    def _find_new(
        self, phone: str, table: str | None, ids: Sequence[str], bundle: Bundle, same: Same
    ) -> "_Found":
        """Which games of this file the table has not, under the ids that they will have."""
        self._clear_leftover(ids)
        with self._database.read() as connection:
            incoming = dict(zip(games.free_ids(connection, ids), bundle.games, strict=True))
        like = {game_id: self._find_like(phone, table, game) for game_id, game in incoming.items()}
        found = {
            game_id: max(
                (
                    (_compare(self._games.read_logs([each])[0], game, same), each.id)
                    for each in like[game_id]
                ),
                default=(_Likeness.OTHER, ""),
            )
            for game_id, game in incoming.items()
        }
        return _Found(
            {each: game for each, game in incoming.items() if not found[each][0]},
            {each: frozenset(g.id for g in there if not g.deleted) for each, there in like.items()},
            frozenset(known for is_like, known in found.values() if is_like is _Likeness.DELETED),
            sum(is_like is _Likeness.CHANGED for is_like, _known in found.values()),
        )

    def _take_words(self, connection: Connection, phone: str, table: str, bundle: Bundle) -> None:
        """The table takes over what the file says of decks and of nicknames."""
        take = _add if capacity.count_games(connection, table) else _begin
        take(connection, phone, table, bundle, self._database.next_moment())

    def _weigh(self, staged: str) -> int:
        """How many bytes the staged games take."""
        with self._database.read() as connection:
            return capacity.weigh(connection, staged)

    def _restore(self, connection: Connection, table: str, deleted: Iterable[str]) -> int:
        """So many of these games are there again."""
        moment = self._database.next_moment()
        return sum(corrections.restore(connection, table, each, moment) for each in deleted)

    def _show(
        self,
        connection: Connection,
        staged: str,
        table: str,
        new: Mapping[str, Incoming],
        more: int,
    ) -> None:
        """The staged games appear at the table, with their players, where it has room for them."""
        capacity.check_games(connection, table, len(new))
        capacity.check_weight(connection, table, more)
        seats = [game.setup.players for game in new.values()]
        sitting = self._people.seat(connection, table, seats)
        staging.show(connection, staged, table, dict(zip(new, sitting, strict=True)))
        self._database.touch(connection, table, self._database.next_moment())

    def _find_like(self, phone: str, table: str | None, game: Incoming) -> tuple[StoredGame, ...]:
        """The games of this table, without their logs, that may be this one."""
        if table is None:
            return ()
        with self._database.read() as connection:
            return _read_like(connection, phone, table, game)


def _count_written(connection: Connection, table: str, ids: Sequence[str]) -> int:
    """How many of these games are at this table already."""
    asked = {"table_id": table, "games": list(ids)}
    return int(connection.execute(WRITTEN, asked).scalar_one())


def _read_like(
    connection: Connection, phone: str, table: str, game: Incoming
) -> tuple[StoredGame, ...]:
    """The games of this table, without their logs, that may be this one.

    They have its id, began in the same moment, or came out of a file that said what this one says.
    """
    if game.made_at is None and not game.known_as:
        return ()
    firsts = [f"{name}-1" for name in staging.find_names(game)]
    moment = -1 if game.made_at is None else times.to_moment(game.made_at)
    asked = {"phone": phone, "table_id": table, "slug": game.game.slug, "moment": moment}
    asked["since"] = times.now() - corrections.DAY
    return games.read(connection, LIKE, known_as=game.known_as, firsts=firsts, **asked)


def _without_brought(
    connection: Connection, phone: str, table: str, found: _Found, same: Same
) -> dict[str, Incoming]:
    """The new games without those that somebody else has brought meanwhile."""
    new = {}
    for game_id, game in found.new.items():
        brought = _read_like(connection, phone, table, game)
        later = tuple(g for g in brought if not g.deleted and g.id not in found.compared[game_id])
        if not any(_compare(each, game, same) for each in entries.add_logs(connection, later)):
            new[game_id] = game
    return new


def _compare(stored: StoredGame, game: Incoming, same: Same) -> _Likeness:
    """Whether this game is the one out of a file, or came out of one and is as it was then.

    What was deleted comes back only as the file has it. A file without entries says nothing more,
    and nothing by which its game could be known later: its id is enough.
    """
    log = [each.id for each in stored.log]
    named = [staging.name_entries(game, name) for name in staging.find_names(game)]
    is_same = same(stored, game) or bool(log and log in named)
    has_id = game.known_as in {stored.id, stored.known_as}
    if stored.deleted:
        is_back = is_same or (has_id and not game.entries)
        return _Likeness.DELETED if is_back else _Likeness.OTHER
    if is_same:
        return _Likeness.SAME
    return _Likeness.CHANGED if has_id else _Likeness.OTHER


def _begin(connection: Connection, phone: str, table: str, bundle: Bundle, at: int) -> None:
    """A new table has the name of the file, and what the file says of decks and of nicknames."""
    if bundle.name:
        connection.execute(NAME_TABLE, {"table_id": table, "new_name": bundle.name})
    for slug, deck in bundle.decks.items():
        lessons.teach(connection, table, slug, deck, at)
    for slug, words in bundle.nicknames.items():
        nicknames.give(connection, table, slug, words)


def _add(connection: Connection, phone: str, table: str, bundle: Bundle, at: int) -> None:
    """A table that was there before takes over what it has no words and no lessons for."""
    for slug, deck in bundle.decks.items():
        ours = merge_lessons(lessons.read(connection, phone, table, slug))
        new = {card: choice for card, choice in deck.items() if card not in ours}
        lessons.teach(connection, table, slug, new, at)
    for slug, words in bundle.nicknames.items():
        named = nicknames.read(connection, table, slug)
        fresh = {thing: word for thing, word in words.items() if thing not in named}
        nicknames.give(connection, table, slug, fresh)


def _all_names(bundle: Bundle) -> list[str]:
    """The names of all who play in these games, each as often as it sits at one of them."""
    most: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for game in bundle.games:
        most |= Counter(map(name_key, game.setup.players))
        for name in game.setup.players:
            spelled.setdefault(name_key(name), name)
    return [spelled[each] for each in most.elements()]


def _id_of(key: str, number: int) -> str:
    """An id made from this key, the same each time; "" without one."""
    return hashlib.sha256(f"{key} {number}".encode()).hexdigest()[:32] if key else ""
