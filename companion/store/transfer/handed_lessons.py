"""What a table that is handed over has learned of its cards."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select

from companion.files.handover import Handover, Learned
from companion.store.database import schema, times

_lessons = schema.lessons
_of_table = _lessons.c.table == bindparam("table_id")

LESSONS = (
    select(_lessons).where(_of_table).order_by(_lessons.c.at, _lessons.c.card, _lessons.c.game)
)
UNLEARN_ALL = delete(_lessons).where(_of_table)


def read(connection: Connection, table: str) -> tuple[Learned, ...]:
    """All that this table has learned, oldest first."""
    return tuple(
        Learned(row.slug, row.card, row.carries, row.game, times.to_time(row.at))
        for row in connection.execute(LESSONS, {"table_id": table})
    )


def find_new(connection: Connection, table: Handover, now: int) -> tuple[Learned, ...]:
    """The lessons that this table lacks, of cards of which it has learned nothing else."""
    if not table.lessons:
        return ()
    there = connection.execute(LESSONS, {"table_id": table.id}).all()
    known = {(row.slug, row.card, row.game) for row in there}
    decks = {(row.slug, row.card): row.carries for row in there}
    return tuple(
        lesson
        for lesson in date(table.lessons, now)
        if (lesson.slug, lesson.card, lesson.game) not in known
        and decks.get((lesson.slug, lesson.card), lesson.carries) == lesson.carries
    )


def date(lessons: Sequence[Learned], now: int) -> list[Learned]:
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
