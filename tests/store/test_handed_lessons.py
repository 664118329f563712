"""A table that is handed over with many lessons: others wait for none of it for long."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from companion.store.store import Store
from tests.support import handovers

FEW = 5


@contextmanager
def learned_at_once(store: Store) -> Iterator[list[int]]:
    """How many lessons each statement writes from here."""
    counted = list[int]()

    def count(
        connection: object, cursor: object, statement: str, given: Any, context: Any, many: bool
    ) -> None:
        if statement.startswith("INSERT INTO lessons"):
            counted.append(len(given) if many else 1)

    engine = store.database._writer
    event.listen(engine, "before_cursor_execute", count)
    yield counted
    event.remove(engine, "before_cursor_execute", count)


def test_what_a_new_table_has_learned_is_written_little_by_little(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.handover.AT_ONCE", FEW)
    phone, table = store.phones.remember("a secret"), handovers.table(games=1, acts=2)
    game, [first, *_] = table.games[0], handovers.table().lessons
    lessons = tuple(replace(first, game=f"game-{at:02}") for at in range(4 * FEW))
    table = replace(table, games=(replace(game, log=()),), lessons=lessons)
    with learned_at_once(store) as counted:
        assert store.handovers.take(phone, table)
    assert max(counted) <= FEW
    assert store.handovers.read(phone, table.id).lessons == lessons
    assert not store.handovers.take(phone, table)
