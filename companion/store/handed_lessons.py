"""What a table that is handed over has learned of its cards."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select

from companion.files.handover import Handover, Learned
from companion.store import schema, times
from companion.store.lessons import NEW_LESSON

Card = tuple[str, str]
"""A game of the shelf, and one of its cards."""
Cards = list[Card]

_lessons = schema.lessons
_of_table = _lessons.c.table == bindparam("table_id")

LESSONS = (
    select(_lessons).where(_of_table).order_by(_lessons.c.at, _lessons.c.card, _lessons.c.game)
)
UNLEARN_ALL = delete(_lessons).where(_of_table)
FORGET = UNLEARN_ALL.where(
    _lessons.c.slug == bindparam("of_slug"), _lessons.c.card == bindparam("of_card")
)
UNLEARN = FORGET.where(_lessons.c.game == bindparam("of_game"))


def read(connection: Connection, table: str) -> tuple[Learned, ...]:
    """All that this table has learned, oldest first."""
    return tuple(
        Learned(row.slug, row.card, row.carries, row.game, times.to_time(row.at))
        for row in connection.execute(LESSONS, {"table_id": table})
    )


def replace_all(connection: Connection, table: str, lessons: Sequence[Learned]) -> bool:
    """This table has learned this and nothing else; whether it had learned otherwise before."""
    asked, wanted = {"table_id": table}, make_rows(table, lessons)
    found = [dict(row) for row in connection.execute(LESSONS, asked).mappings()]
    if _sort(found) == _sort(wanted):
        return False
    connection.execute(UNLEARN_ALL, asked)
    if wanted:
        connection.execute(NEW_LESSON, wanted)
    return True


def _sort(rows: Iterable[dict[str, Any]]) -> list[list[tuple[str, Any]]]:
    return sorted(sorted(row.items()) for row in rows)


def find_new(connection: Connection, table: Handover, now: int) -> tuple[list[Learned], Cards]:
    """The lessons that this table does not know, or knows otherwise from before; and no card.

    None was learned in the future.
    """
    if not table.lessons:
        return [], []
    there = {
        (row.slug, row.card, row.game): row
        for row in connection.execute(LESSONS, {"table_id": table.id})
    }
    learned = []
    for lesson in table.lessons:
        at = min(times.to_moment(lesson.at), now)
        known = there.get((lesson.slug, lesson.card, lesson.game))
        if known is None or (known.carries != lesson.carries and known.at < at):
            learned.append(replace(lesson, at=times.to_time(at)))
    return learned, []


def find_taught(connection: Connection, table: Handover, now: int) -> tuple[list[Learned], Cards]:
    """The lessons of a copy, and the cards that it has forgotten, where they hold.

    They hold of a card that carries here what the copy knew before; then they are the newest, in
    their order.
    """
    assert table.before
    there, ours = defaultdict[Card, list[Any]](list), defaultdict[Card, list[Learned]](list)
    for row in connection.execute(LESSONS, {"table_id": table.id}):
        there[row.slug, row.card].append(row)
    for lesson in sorted(table.lessons, key=lambda each: (each.at, each.game)):
        ours[lesson.slug, lesson.card].append(lesson)
    before = {
        (slug, card): carries
        for slug, deck in table.before.decks.items()
        for card, carries in deck.items()
    }
    learned: list[Learned] = []
    forgotten: Cards = []
    for at in sorted(before.keys() | ours.keys()):
        here = there[at][-1].carries if there[at] else None
        said = ours[at][-1].carries if ours[at] else None
        if here != before.get(at):
            continue
        if said is None and here is not None:
            forgotten.append(at)
        moment = there[at][-1].at if there[at] else 0
        known = {row.game: row.carries for row in there[at]}
        for lesson in ours[at]:
            is_last = lesson is ours[at][-1] and here != said
            if is_last or known.get(lesson.game) != lesson.carries:
                moment = max(moment + 1, min(times.to_moment(lesson.at), now))
                learned.append(replace(lesson, at=times.to_time(moment)))
    return learned, forgotten


def write(connection: Connection, table: str, lessons: Sequence[Learned]) -> None:
    """These lessons, in place of those that were chosen for their cards in their games before."""
    gone = [
        {"table_id": table, "of_slug": each.slug, "of_card": each.card, "of_game": each.game}
        for each in lessons
    ]
    connection.execute(UNLEARN, gone)
    connection.execute(NEW_LESSON, make_rows(table, lessons))


def forget(connection: Connection, table: str, cards: Cards) -> None:
    """Nothing is known of these cards any more."""
    for slug, card in cards:
        connection.execute(FORGET, {"table_id": table, "of_slug": slug, "of_card": card})


def make_rows(
    table: str, lessons: Iterable[Learned], now: float = math.inf
) -> list[dict[str, Any]]:
    """These lessons as the database has them; none is later than `now`, in milliseconds UTC."""
    return [
        {
            **{"table": table, "slug": each.slug, "card": each.card},
            **{"carries": each.carries, "game": each.game},
            "at": min(times.to_moment(each.at), now),
        }
        for each in lessons
    ]
