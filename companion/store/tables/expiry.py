"""What is too old goes: tables that nobody touches, and phones that are at none."""

import logging
from dataclasses import dataclass

from sqlalchemy import bindparam, case, delete, func, insert, not_, select, update

from companion.runtime import server_log
from companion.store.database import schema, times
from companion.store.database.database import Database
from companion.store.tables import access

HOUR = 3600 * 1000  # milliseconds
DAY = 24 * HOUR
GRACE = 7  # days on which a table is found too old before it is removed
BATCH = 1_000  # phones removed in one transaction
FEW = 3  # tables that may go together however few there are

_tables, _phones, _games = schema.tables, schema.phones, schema.games
_deleted = _tables.c.deleted_at <= bindparam("deleted")
_untouched = _tables.c.deleted_at.is_(None) & (_tables.c.touched_at < bindparam("untouched"))
_expired = func.coalesce(_deleted, False) | _untouched
_found_at = _tables.c.expired_at
UNTOUCHED = select(func.count(), func.count(case((_untouched, 1)))).where(
    _tables.c.deleted_at.is_(None)
)
NOT_EXPIRED = (
    update(_tables)
    .where(_found_at.is_not(None), not_(_expired) | (_found_at > bindparam("now")))
    .values(expired_at=None, expired_days=0)
)
STILL_EXPIRED = (
    update(_tables)
    .where(_expired, _found_at <= bindparam("a_day_ago"))
    .values(expired_at=bindparam("now"), expired_days=_tables.c.expired_days + 1)
)
EXPIRE = update(_tables).where(_expired, _found_at.is_(None)).values(expired_at=bindparam("now"))
_is_deleted = _games.c.deleted_at <= bindparam("deleted")
_removed = schema.removed_games
_gone_now = (
    select(_games.c.id, _games.c.table)
    .where(_is_deleted, _games.c.id.not_in(select(_removed.c.id)))
    .with_for_update()  # another process that makes room waits, and finds none of them
)
REMEMBER_GAMES = insert(_removed).from_select(["id", "table"], _gone_now)
REMOVE_GAMES = delete(_games).where(_is_deleted)
_days = case((_deleted, 1), else_=GRACE)
REMOVE_EXPIRED = delete(_tables).where(_expired, _tables.c.expired_days >= _days)
REMOVE_ALL_EXPIRED = delete(_tables).where(_expired)
_members = schema.members
_gone = _members.c.table.in_(select(_tables.c.id).where(_tables.c.deleted_at.is_not(None)))
FORGET_MEMBERS = delete(_members).where(
    _members.c.left_at <= bindparam("a_day_ago"), not_(_gone), ~access.ENTERED.exists()
)
_unused = (
    (_phones.c.made_at < bindparam("a_day_ago"))
    & ~select(_members.c.phone).where(_members.c.phone == _phones.c.id).exists()
    & ~select(schema.entries.c.phone).where(schema.entries.c.phone == _phones.c.id).exists()
)
UNUSED_PHONES = select(_phones.c.id).where(_unused).limit(BATCH).with_for_update()
FORGET_PHONES = delete(_phones).where(
    _unused, _phones.c.id.in_(bindparam("phones", expanding=True))
)


@dataclass(frozen=True, slots=True)
class Purged:
    """What became of the tables that are too old: how many were marked, removed, and held back."""

    marked: int
    removed: int
    held: int
    tables: int


class Expiry:
    """Removes what is too old."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._purged_at = 0

    def purge_hourly(self, untouched: int) -> None:
        """As `purge`, but for once an hour at most: cheap enough for every game that begins."""
        if not 0 <= times.now() - self._purged_at < HOUR:
            self._purged_at = times.now()
            self.purge(untouched)

    def purge(self, untouched: int, *, at_once: bool = False) -> Purged:
        """Tables deleted a day ago, or untouched for so many days, are marked, and removed later.

        The clock may be wrong, so one look at it never removes a table that it did not mark before:
        one is removed once it was found again on 7 later days (a deleted one on 1), each a day or
        more after the one before. Whoever touches it takes the mark away, and so does a clock by
        which it is not too old any more. Where more than half of all tables, and more than 3, were
        untouched for so long, the clock is not believed: none of those is marked or removed. What
        hosts deleted does not count among them. `at_once` believes the clock, and does not wait.

        Games deleted a day ago are removed, and what a table knows of phones that left it a day ago
        and have entered nothing there.

        Phones that are at no table and have entered nothing are removed after a day. Nothing is
        lost with them, whatever the clock says: such a phone is a new one when it joins again.
        """
        at = times.now()
        asked = {"now": at, "a_day_ago": at - DAY, "deleted": at - DAY}
        asked["untouched"] = at - untouched * DAY
        with self._database.write(patience=None) as connection:
            connection.execute(REMEMBER_GAMES, asked)
            connection.execute(REMOVE_GAMES, asked)
            connection.execute(FORGET_MEMBERS, asked)
            tables, old = connection.execute(UNTOUCHED, asked).one()
            if at_once:
                removed = connection.execute(REMOVE_ALL_EXPIRED, asked).rowcount
                purged = Purged(0, removed, 0, tables)
            else:
                held = old if old > max(FEW, tables / 2) else 0
                if held:
                    asked["untouched"] = 0
                connection.execute(NOT_EXPIRED, asked)
                connection.execute(STILL_EXPIRED, asked)
                marked = connection.execute(EXPIRE, asked).rowcount
                removed = connection.execute(REMOVE_EXPIRED, asked).rowcount
                purged = Purged(marked, removed, held, tables)
        while self._forget_phones(at - DAY) == BATCH:
            pass
        _write_to_log(purged)
        return purged

    def _forget_phones(self, before: int) -> int:
        """Remove phones made before this moment that are of no use, and say how many were found.

        They are locked first, as whoever joins locks its phone: it is at its table before they are
        looked at again, or joins no more.
        """
        with self._database.write() as connection:
            found = list(connection.execute(UNUSED_PHONES, {"a_day_ago": before}).scalars())
            if found:
                connection.execute(FORGET_PHONES, {"a_day_ago": before, "phones": found})
        return len(found)


def _write_to_log(purged: Purged) -> None:
    if purged.marked or purged.removed:
        counts = {"marked": purged.marked, "removed": purged.removed}
        server_log.write(logging.INFO, "old tables", counts)
    if purged.held:
        counts = {"old": purged.held, "tables": purged.tables}
        server_log.write(logging.WARNING, "old tables held back", counts)
