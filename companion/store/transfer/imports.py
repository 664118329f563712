"""What files bring to a table: games, and what they say of decks and of nicknames."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select, update

from companion.engine.deck import merge_lessons
from companion.engine.names import name_key
from companion.engine.table import Away, StoredGame
from companion.files.parsing import Bundle, Incoming
from companion.store.database import capacity, schema
from companion.store.database.database import Database
from companion.store.database.ids import new_id
from companion.store.games import corrections, entries, games
from companion.store.games.games import IS_LISTED, Games
from companion.store.tables import lessons, nicknames, tables
from companion.store.tables.people import People
from companion.store.tables.tables import MayBegin, Tables
from companion.store.transfer import staging
from companion.store.transfer.recognising import NEW, Kind, Match, match_all, read_like
from companion.store.transfer.staging import Staging

_games, _tables = schema.games, schema.tables

WRITTEN = (
    select(func.count())
    .select_from(_games)
    .where(IS_LISTED, _games.c.id.in_(bindparam("games", expanding=True)))
)
NAME_TABLE = (
    update(_tables).where(_tables.c.id == bindparam("table_id")).values(name=bindparam("new_name"))
)


class Added(NamedTuple):
    """At which table a file is now, and what became of its games.

    So many `came`, `apart` of them beside one that went on differently here; so many were
    `changed` here since and stay as they are; so many went on here as the file says, it is `later`.
    """

    table: str
    came: int
    changed: int = 0
    later: int = 0
    apart: int = 0


@dataclass(frozen=True, slots=True)
class _Found:
    """The games of a file that are new at a table, and those in lists that each was compared with.

    `deleted` are the games that are to be restored; `later` go on here, each with what goes on.
    `counted` is how many `Added` says besides.
    """

    new: Mapping[str, Incoming]
    compared: Mapping[str, frozenset[str]]
    deleted: frozenset[str]
    later: Mapping[str, tuple[Match, Incoming]]
    counted: tuple[int, ...]


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
        table_id: str | None = None,
        key: str = "",
        may_begin: MayBegin = lambda: None,
    ) -> Added:
        """All of this is written, or nothing.

        The table is found as for `Games.start`, by all people of all games; one that was there
        learns only what it did not know. A game that it has is not written again, but restored, and
        goes on where the file does; nor is anything of a second import with this `key`. Raises
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
        found = self._find_new(phone, there, made, bundle)
        staged = self._staging.write(phone, found.new)
        try:
            more = self._weigh(staged)
            with self._database.write() as connection:
                table = self._tables.choose_or_make(connection, phone, names, table_id, may_begin)
                if again := _count_written(connection, table, made):
                    return Added(table, again)
                self._take_words(connection, phone, table, bundle)
                new = _without_brought(connection, phone, table, found)
                back = self._restore(connection, phone, table, found.deleted)
                _go_on(connection, phone, table, found.later)
                self._show(connection, staged, table, new, more)
        finally:
            self._staging.clear(staged)
        return Added(table, len(new) + back, *found.counted)

    def _find_new(
        self, phone: str, table: str | None, ids: Sequence[str], bundle: Bundle
    ) -> "_Found":
        """Which games of this file the table has not, under the ids that they will have."""
        self._staging.make_way(ids)
        with self._database.read() as connection:
            incoming = dict(zip(games.free_ids(connection, ids), bundle.games, strict=True))
        like = {game_id: self._find_like(phone, table, game) for game_id, game in incoming.items()}
        matches: dict[str, Match] = {}
        later: dict[str, tuple[Match, Incoming]] = {}
        for game_id, game in incoming.items():
            match = max(match_all(self._games.read_logs(like[game_id]), game), default=NEW)
            if match.goes_on and match.game in later:  # another game of the file goes on there
                match = Match(Kind.APART)
            if match.goes_on:
                later[match.game] = match, game
            matches[game_id] = match
        kinds = [each.kind for each in matches.values()]
        return _Found(
            {each: game for each, game in incoming.items() if matches[each].kind <= Kind.APART},
            {each: frozenset(g.id for g in there if not g.deleted) for each, there in like.items()},
            frozenset(each.game for each in matches.values() if each.kind is Kind.DELETED),
            later,
            tuple(kinds.count(each) for each in (Kind.CHANGED, Kind.LATER, Kind.APART)),
        )

    def _take_words(self, connection: Connection, phone: str, table: str, bundle: Bundle) -> None:
        """The table takes over what the file says of decks and of nicknames."""
        take = _add if capacity.count_games(connection, table) else _begin
        take(connection, phone, table, bundle, self._database.next_moment())

    def _weigh(self, staged: str) -> int:
        """How many bytes the staged games take."""
        with self._database.read() as connection:
            return capacity.weigh(connection, staged)

    def _restore(
        self, connection: Connection, phone: str, table: str, deleted: Iterable[str]
    ) -> int:
        """So many of these games are there again."""
        moment = self._database.next_moment()
        return sum(corrections.restore(connection, phone, table, each, moment) for each in deleted)

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
            return read_like(connection, phone, table, game)


def _count_written(connection: Connection, table: str, ids: Sequence[str]) -> int:
    """How many of these games are at this table already."""
    asked = {"table_id": table, "games": list(ids)}
    return int(connection.execute(WRITTEN, asked).scalar_one())


def _without_brought(
    connection: Connection, phone: str, table: str, found: _Found
) -> dict[str, Incoming]:
    """The new games without those that somebody else has brought meanwhile.

    Raises `Away` where one of them goes on in what was brought.
    """
    new = {}
    for game_id, game in found.new.items():
        brought = read_like(connection, phone, table, game)
        more = tuple(g for g in brought if not g.deleted and g.id not in found.compared[game_id])
        match = max(match_all(entries.add_logs(connection, more), game), default=NEW)
        if match.goes_on:
            raise Away
        if match.kind <= Kind.APART:
            new[game_id] = game
    return new


def _go_on(
    connection: Connection, phone: str, table: str, later: Mapping[str, tuple[Match, Incoming]]
) -> None:
    """These games go on as the file says; `Away` where somebody has just entered something."""
    for game_id, (match, game) in later.items():
        asked = {"game_id": game_id, "place": match.place}
        if len(connection.execute(entries.LATER, asked).all()) > min(match.place, 1):
            raise Away
        staging.go_on(connection, phone, game_id, match.place, game, match.known)
    if later:
        capacity.check_weight(connection, table)


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
