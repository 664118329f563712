"""The games of one kind at a table: which one a game is, and which came before and after it."""

import dataclasses
from typing import Any

from sqlalchemy import Integer, Select, bindparam, func, literal, null, select

from companion.engine.table import ONLOOKER, StoredGame
from companion.store.database import schema, times
from companion.store.database.database import Database
from companion.store.games import entries
from companion.store.games.games import COLUMNS, IS_LISTED, NEWEST_FIRST, Games, read

_games = schema.games
_has_slug = _games.c.slug == bindparam("slug")

# Which game of its kind at its table it is, from 1.
_earlier = _games.alias("earlier")
NUMBER = (
    select(func.count())
    .select_from(_games)
    .join(_earlier, (_earlier.c.table == _games.c.table) & (_earlier.c.slug == _games.c.slug))
    .where(_games.c.id == bindparam("game_id"), _earlier.c.made_at <= _games.c.made_at)
    .where(_earlier.c.deleted_at.is_(None))
)
# What stands on the board of a game is the same for every phone: these ask for no phone.
_of_anybody = select(
    *COLUMNS,
    literal(ONLOOKER).label("role"),
    null().label("person"),
    null().label("closed_at"),
    literal(0).label("touched_at"),
)
SERIES = (
    _of_anybody.where(IS_LISTED, _has_slug)
    .order_by(*NEWEST_FIRST)
    .limit(bindparam("most", type_=Integer))
)
NEXT_GAMES = (
    _of_anybody.where(IS_LISTED, _has_slug)
    .where(_games.c.made_at > bindparam("moment"))
    .order_by(*NEWEST_FIRST)
    .limit(1)
)
GAMES_BEFORE = (
    _of_anybody.where(IS_LISTED, _has_slug)
    .where(_games.c.made_at < bindparam("moment"))
    .order_by(*NEWEST_FIRST)
    .limit(1)
)


class Series:
    """Finds them for a game that this store gave; so nobody asks whose phone it is."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database, self._logs = database, games.logs

    def find_newest(self, game: StoredGame, limit: int) -> tuple[StoredGame, ...]:
        """At most so many games of the kind of this one at its table, newest first, with logs."""
        asked = {"table_id": game.table, "slug": game.slug, "most": limit}
        with self._database.read() as connection:
            found = read(connection, SERIES, **asked)
            logs = self._logs.read_all(connection, [each.id for each in found])
        return tuple(dataclasses.replace(each, log=logs.get(each.id, ())) for each in found)

    def find_next(self, game: StoredGame) -> StoredGame | None:
        """The newest game of this kind at its table after this one, with its log; None for none."""
        return self._find_beside(game, NEXT_GAMES)

    def find_before(self, game: StoredGame) -> StoredGame | None:
        """The last game of this kind at its table before this one, with its log; None for none."""
        return self._find_beside(game, GAMES_BEFORE)

    def _find_beside(self, game: StoredGame, statement: Select[Any]) -> StoredGame | None:
        moment = times.to_moment(game.made_at)
        asked = {"table_id": game.table, "slug": game.slug, "moment": moment}
        with self._database.read() as connection:
            found = entries.add_logs(connection, read(connection, statement, **asked))
        return next(iter(found), None)

    def find_number(self, game: StoredGame) -> int:
        """Which game of its kind at its table this is, from 1."""
        with self._database.read() as connection:
            return int(connection.execute(NUMBER, {"game_id": game.id}).scalar_one())
