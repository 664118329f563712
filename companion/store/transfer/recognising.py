"""Which game of a table is one that a file brings."""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, or_, select

from companion.engine.table import StoredGame
from companion.files.likeness import Likeness, compare, tell, tell_incoming
from companion.files.parsing import Incoming
from companion.store.database import schema, times
from companion.store.games import corrections, games
from companion.store.games.games import IS_LISTED
from companion.store.transfer import staging

_games, _entries = schema.games, schema.entries

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
    or_(
        _began_then,
        _games.c.id == bindparam("known_as"),
        _games.c.came_as.in_(bindparam("names", expanding=True)),
        _begins_so,
    ),
)


class Kind(IntEnum):
    """What is to be done with a game out of a file; of several, the highest."""

    NEW = 0
    APART = 1  # it is new, beside one that went on differently
    DELETED = 2  # it is here and is restored
    LATER = 3  # it is here and goes on
    CHANGED = 4  # it is here, with more than the file says
    SAME = 5


KINDS = {
    Likeness.SAME: Kind.SAME,
    Likeness.EARLIER: Kind.CHANGED,
    Likeness.LATER: Kind.LATER,
    Likeness.APART: Kind.APART,
}


class Match(NamedTuple):
    """How one out of a file stands to a game that is here; of several, the highest counts.

    Of what the file says so many entries are `known`. Where it `goes_on`, that is after this place.
    """

    kind: Kind
    known: int = 0
    game: str = ""
    place: int = 0
    goes_on: bool = False


NEW = Match(Kind.NEW)


def read_like(
    connection: Connection, phone: str, table: str, game: Incoming
) -> tuple[StoredGame, ...]:
    """The games of this table, without their logs, that may be this one.

    They have its id, began in the same moment, or came out of a file that said what this one says.
    """
    if game.made_at is None and not game.known_as:
        return ()
    names = staging.find_names(game)
    firsts = [f"{name}-1" for name in names]
    moment = -1 if game.made_at is None else times.to_moment(game.made_at)
    asked = {"phone": phone, "table_id": table, "slug": game.game.slug, "moment": moment}
    asked["since"] = times.now() - corrections.DAY
    return games.read(connection, LIKE, known_as=game.known_as, names=names, firsts=firsts, **asked)


def match_all(there: Iterable[StoredGame], game: Incoming) -> Iterator[Match]:
    """How this game stands to each of those that are here, given with their logs."""
    return (_match(each, game) for each in there)


def _match(stored: StoredGame, game: Incoming) -> Match:
    """How this game stands to the one that is here.

    What was deleted comes back only as the file has it. A file without entries says nothing more,
    and nothing by which its game could be known later: its id is enough.
    """
    told, has_id = tell(stored), game.known_as in {stored.id, stored.known_as}
    if told is None:  # nobody can read it
        return Match(Kind.CHANGED) if has_id and not stored.deleted else NEW
    likeness = compare(told, tell_incoming(game))
    kind = KINDS.get(likeness, Kind.APART if has_id else Kind.NEW)
    goes_on = likeness is Likeness.LATER
    if stored.deleted:
        is_back = goes_on or likeness is Likeness.SAME or (has_id and not game.entries)
        kind = Kind.DELETED if is_back else Kind.NEW
    return Match(kind, len(told.entries), stored.id, len(stored.log), goes_on)
