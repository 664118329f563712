"""Who waits for a table that another process changes is judged by what it is after that change.

PostgreSQL only: on SQLite there is one writer. Each test holds a change open just before its
commit, lets the other writer run into it, and commits only once that one is seen to wait.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from companion.engine.table import PLAYER, Closed, StoredGame, Unknown
from companion.store.store import Store
from companion.store.tables import expiry
from tests.store.tables import NAMES, Clock, links, writing
from tests.support.databases import KEY

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)

PATIENCE = 30  # seconds
WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""

Act = Callable[[Store], Any]
Meanwhile = Callable[[Act, Act], Any]


@pytest.fixture
def meanwhile(store: Store, database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Meanwhile]:
    """What becomes of an act that came while a change was not committed yet, or its error."""

    def comes(change: Act, act: Act) -> Any:
        changed, goes_on = threading.Event(), threading.Event()
        touch = store.database.touch

        def held(*said: Any) -> int:
            moment = touch(*said)
            changed.set()
            assert goes_on.wait(PATIENCE)
            return moment

        with monkeypatch.context() as patch, ThreadPoolExecutor(2) as threads:
            patch.setattr(store.database, "touch", held)
            one = threads.submit(change, store)
            assert changed.wait(PATIENCE)
            other = threads.submit(act, second)
            try:
                waits(database, other)
            finally:
                goes_on.set()
            one.result()
            error = other.exception()
            return type(error) if error else other.result()

    with closing(Store(database, KEY)) as second:
        yield comes


def waits(database: str, other: Future[Any]) -> None:
    """Return once somebody waits for a row of this database, or the act is over."""
    url = make_url(database).set(drivername="postgresql")
    address = url.render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as seen:
        while not other.done() and seen.execute(WAITING).fetchone() == (0,):
            pass


def test_a_phone_that_is_removed_meanwhile_writes_nothing(
    store: Store, phone: str, game: StoredGame, comes: Callable[..., str], meanwhile: Meanwhile
) -> None:
    its, there, link = comes("player"), game.table, links(store, phone, game.table)[PLAYER]
    acts: dict[str, Act] = {
        "joins": lambda at: at.phones.join(its, link),
        **{
            name: lambda at, name=name: writing(at, game)[name](its)
            for name in writing(store, game)
        },
        "names itself": lambda at: at.phones.rename(its, there, its, "Dee", None),
        "leaves": lambda at: at.phones.leave(its, there),
    }
    for does, act in acts.items():
        assert meanwhile(lambda at: at.phones.remove(phone, there, its), act) is Unknown, does
        assert store.tables.find(its, there) is None, does
        comes("player")


def test_a_link_that_ends_meanwhile_joins_nobody(
    store: Store, phone: str, stranger: str, table: str, meanwhile: Meanwhile
) -> None:
    for end in (
        lambda at: at.invitations.renew(phone, table),
        lambda at: at.tables.close(phone, table),
        lambda at: at.tables.delete(phone, table),
    ):
        link = links(store, phone, table)[PLAYER]
        assert meanwhile(end, lambda at, link=link: at.phones.join(stranger, link)) is Unknown
        assert store.tables.find(stranger, table) is None
        if store.tables.find(phone, table):
            store.tables.close(phone, table, False)


def test_at_a_table_that_is_closed_meanwhile_nothing_is_entered(
    store: Store, phone: str, game: StoredGame, comes: Callable[..., str], meanwhile: Meanwhile
) -> None:
    player = comes("player")
    for does in ("enter", "start"):
        act = lambda at, does=does: writing(at, game)[does](player)  # noqa: E731
        assert meanwhile(lambda at: at.tables.close(phone, game.table), act) is Closed, does
        store.tables.close(phone, game.table, False)


def test_at_a_table_that_is_deleted_meanwhile_nothing_is_done(
    store: Store, phone: str, game: StoredGame, comes: Callable[..., str], meanwhile: Meanwhile
) -> None:
    player, there = comes("player"), game.table
    acts: list[Act] = [
        *(
            lambda at, does=does, who=who: writing(at, game)[does](who)
            for does, who in (("enter", player), ("enter", phone), ("start", player))
        ),
        lambda at: at.tables.close(phone, there),
        lambda at: at.phones.remove(phone, there, player),
        lambda at: at.invitations.renew(phone, there),
        lambda at: at.tables.delete(phone, there),
    ]
    for number, act in enumerate(acts):
        assert meanwhile(lambda at: at.tables.delete(phone, there), act) is Unknown, number
        store.tables.restore(phone, there)
        assert store.tables.find(player, there), number


def test_who_begins_anew_has_another_table(phone: str, table: str, meanwhile: Meanwhile) -> None:
    ended = table
    for change in ("close", "delete"):
        began = meanwhile(
            lambda at, change=change, ended=ended: getattr(at.tables, change)(phone, ended),
            lambda at: at.games.start(phone, "the-game", {}, NAMES).table,
        )
        assert began != ended
        ended = began


def test_a_table_that_is_restored_meanwhile_is_not_forgotten(
    store: Store, phone: str, table: str, comes: Callable[..., str], meanwhile: Meanwhile
) -> None:
    player = comes("player")
    for again in ("forget", "restore"):
        store.tables.delete(phone, table)
        late = lambda at, again=again: getattr(at.tables, again)(phone, table)  # noqa: E731
        assert meanwhile(lambda at: at.tables.restore(phone, table), late) is Unknown, again
        assert store.tables.find(player, table), again


def test_two_that_make_room_at_once_remember_a_game_once(
    store: Store, phone: str, game: StoredGame, clock: Clock, meanwhile: Meanwhile
) -> None:
    store.corrections.delete(phone, game.table, game.id)
    clock.now += 2 * expiry.DAY

    def make_room(at: Store) -> None:
        with at.database.write() as connection:
            asked = {"deleted": clock.now - expiry.DAY}
            connection.execute(expiry.REMEMBER_GAMES, asked)
            connection.execute(expiry.REMOVE_GAMES, asked)
            at.database.touch(connection, game.table, clock.now)

    assert meanwhile(make_room, lambda at: at.expiry.purge(10_000).removed) == 0
