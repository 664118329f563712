"""What a game has besides its log: who sits where, nicknames, names of phones, and the deck.

All of it changes seldom, and its table is touched by every change of it: what was read at one
moment of the table holds as long as that moment is the table's last, whichever process asks.
"""

from collections import defaultdict
from dataclasses import replace

from sqlalchemy import BigInteger, Connection, Text, bindparam, literal, null, select, union_all

from companion.engine.deck import Lesson
from companion.engine.table import ONLOOKER, Person, StoredGame
from companion.runtime.bounded_cache import Recent
from companion.store.database import schema
from companion.store.tables import phones
from companion.store.tables.people import IS_NAMED, NAMED

_seats, _people, _members = schema.seats, schema.people, schema.members
_nicknames, _lessons = schema.nicknames, schema.lessons
_of_deck = (_lessons.c.table == bindparam("table_id"), _lessons.c.slug == bindparam("slug"))

SEAT, NICKNAME, PHONE, LESSON = range(4)
_nothing = null().cast(Text)
_no_number = null().cast(BigInteger)
# The four kinds of rows in one answer; `key`, `value` and `more` mean something else in each.
SURROUNDINGS = union_all(
    select(
        literal(SEAT).label("kind"),
        _seats.c.number.cast(BigInteger).label("number"),
        NAMED.c.id.label("key"),
        NAMED.c.name.label("value"),
        _nothing.label("more"),
    )
    .join(_people, _people.c.id == _seats.c.person)
    .join(NAMED, IS_NAMED)
    .where(_seats.c.game == bindparam("game_id")),
    select(literal(NICKNAME), _no_number, _nicknames.c.thing, _nicknames.c.word, _nothing).where(
        _nicknames.c.table == bindparam("table_id"), _nicknames.c.slug == bindparam("slug")
    ),
    select(literal(PHONE), _no_number, _members.c.phone, phones.NAME, _nothing)
    .outerjoin(_people, _people.c.id == _members.c.person)
    .outerjoin(NAMED, IS_NAMED)
    .where(_members.c.table == bindparam("table_id")),
    select(
        literal(LESSON), _lessons.c.at, _lessons.c.card, _lessons.c.game, _lessons.c.carries
    ).where(*_of_deck),
).order_by("kind", "number", "key", "value")


def read(connection: Connection, game: StoredGame) -> StoredGame:
    """This game with all that is around it; `phones` are the names of all that ever were there."""
    asked = {"table_id": game.table, "game_id": game.id, "slug": game.slug}
    found = defaultdict[int, list[tuple[str, str, str]]](list)
    for row in connection.execute(SURROUNDINGS, asked):
        found[row.kind].append((row.key, row.value, row.more))
    return replace(
        game,
        people=tuple(Person(person, name) for person, name, _ in found[SEAT]),
        nicknames={thing: word for thing, word, _ in found[NICKNAME]},
        phones={phone: name for phone, name, _ in found[PHONE]},
        lessons=tuple(Lesson(card, carries, of) for card, of, carries in found[LESSON]),
    )


class SurroundingsCache:
    """Games without their logs, as they were read last, for any number of threads."""

    def __init__(self) -> None:
        self._known: Recent[tuple[str, StoredGame]] = Recent()

    def read(self, connection: Connection, game: StoredGame, epoch: str) -> StoredGame:
        """As `read`; nothing is asked where it is known from this moment of the table.

        The moment is that in the row of the game, and the epoch the one that it was read in.
        """
        its_epoch, known = self._known.get(game.id) or ("", None)
        if known is None or (its_epoch, known.touched) != (epoch, game.touched):
            return read(connection, game)
        return replace(
            game,
            people=known.people,
            nicknames=known.nicknames,
            phones=known.phones,
            lessons=known.lessons,
        )

    def keep(self, game: StoredGame, epoch: str) -> None:
        """This was read of that game in this epoch. What a transaction reads is kept after it."""
        kept = replace(game, log=(), role=ONLOOKER, closed=False, mine=None, met=frozenset())
        self._known.keep(game.id, (epoch, kept), 1 + len(game.phones))

    def recall(self, table: str, game: str) -> StoredGame | None:
        """This game without its log as it was read last, whoever asked; None if it was not.

        What never changes is right: its kind, its options, and how many play.
        """
        _, known = self._known.get(game) or ("", None)
        return known if known and known.table == table else None
