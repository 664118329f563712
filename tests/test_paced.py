"""Paces in the database: counted for all processes, all or nothing, and without any address."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, select

from companion import schema
from companion.pace import Pace, Step, TooOften
from companion.store import Store

PHONE = Step("code", "a phone", Pace(10, 600_000))
PUB = Step("code", "192.0.2.1", Pace(25, 600_000))
KEY = b"k" * 32


@pytest.fixture
def stores(database: str) -> Iterator[tuple[Store, Store]]:
    """Two processes on one database."""
    made = Store(database, KEY), Store(database, KEY)
    yield made
    for each in made:
        each.close()


def takes(store: Store, *steps: Step) -> bool:
    try:
        store.take(steps)
    except TooOften:
        return False
    return True


def rows(database: str) -> list[tuple[str, int]]:
    engine = create_engine(database)
    with engine.connect() as connection:
        found = [(row.key, row.full_at) for row in connection.execute(select(schema.paces))]
    engine.dispose()
    return found


def test_ten_are_taken_whichever_process_counts(stores: tuple[Store, Store]) -> None:
    assert [takes(stores[n % 2], PHONE) for n in range(12)] == [True] * 10 + [False] * 2
    for store in stores:
        with pytest.raises(TooOften) as held:
            store.may([PHONE])
        assert 0 < held.value.wait <= 60_000


def test_however_many_come_at_once(stores: tuple[Store, Store]) -> None:
    with ThreadPoolExecutor(8) as threads:
        done = list(threads.map(lambda n: takes(stores[n % 2], PUB, PHONE), range(40)))
    assert sum(done) == 10


def test_of_several_none_is_counted_where_one_may_not_be(stores: tuple[Store, Store]) -> None:
    for _ in range(40):
        takes(stores[0], PHONE, PUB)
    assert [takes(stores[0], PUB) for _ in range(16)] == [True] * 15 + [False]


def test_what_is_given_back_was_never_taken(stores: tuple[Store, Store]) -> None:
    for _ in range(50):
        stores[0].take([PHONE, PUB])
        stores[1].give_back([PHONE, PUB])
    assert [takes(stores[0], PHONE) for _ in range(11)] == [True] * 10 + [False]


def test_looking_counts_nothing(stores: tuple[Store, Store], database: str) -> None:
    for _ in range(20):
        stores[0].may([PHONE, PUB])
    assert rows(database) == []


def test_no_address_and_no_phone_is_kept(stores: tuple[Store, Store], database: str) -> None:
    stores[0].take([PHONE, PUB])
    kept = rows(database)
    assert len(kept) == 2
    assert not any(said in str(kept) for said in ("192.0.2.1", "phone", "code"))
    other = Store(database, b"another key, of 16 or more")
    other.take([PHONE])
    other.close()
    assert len(rows(database)) == 3


def test_what_holds_nobody_up_is_forgotten_within_the_hour(
    stores: tuple[Store, Store], database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores[0].take([PHONE])
    late = run_out(database) + 1
    stores[0].tidy(400)
    assert len(rows(database)) == 1
    monkeypatch.setattr("companion.pace.now", lambda: late)
    stores[0].take([PUB])
    stores[1].tidy(400)
    [(_, full)] = rows(database)
    assert full > late


def run_out(database: str) -> int:
    """When the one row there is has run out."""
    [(_, full)] = rows(database)
    return full
