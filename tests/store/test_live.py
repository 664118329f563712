"""Who watches a table is told when it was touched: at once, or by the check a second later."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import NoReturn

import pytest

from companion.engine.table import Away, StoredGame
from companion.store.live import Live, Watcher
from companion.store.store import Store
from tests.store.tables import begin, lay
from tests.support.databases import on_both

PATIENCE = 30  # s, for what comes within two


@pytest.fixture
def live(store: Store) -> Iterator[Live]:
    made = Live(store)
    store.database.on_change = made.notify
    yield made
    made.stop()


@pytest.fixture
def game(store: Store) -> StoredGame:
    return begin(store)


def moment(watcher: Watcher) -> int:
    table = watcher.sees()
    assert table
    return table.moment


def until(true: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_everybody_at_a_table_alone_is_woken(store: Store, live: Live, game: StoredGame) -> None:
    other = store.games.start(store.phones.remember("host"), "the-game", {}, ["Ben"])
    watching = live.watching
    with watching(game.table) as ann, watching(game.table) as ben, watching(other.table) as cas:
        before = [moment(each) for each in (ann, ben, cas)]
        lay(store, game, 2)
        assert ann.waits(PATIENCE)
        assert ben.waits(PATIENCE)
        after = [moment(each) for each in (ann, ben, cas)]
        assert [a > b for a, b in zip(after, before, strict=True)] == [True, True, False]
        assert live.watchers == 3
    assert live.watchers == 0


def test_a_lost_poke_is_caught_by_the_check(
    store: Store, live: Live, game: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.live.CHECK", 0.02)
    store.database.on_change = lambda table: None
    live._jobs.pop("listen", None)
    store.games.start(store.phones.remember("host"), "the-game", {}, ["Ben"])  # nobody watches it
    find, failed = store.tables.find_touched, list[int]()

    def find_later(moment: int) -> Mapping[str, int]:
        failed.append(moment)
        if len(failed) < 3:
            raise Away  # as of a database that starts again
        return find(moment)

    monkeypatch.setattr(store.tables, "find_touched", find_later)
    with live.watching(game.table) as watcher:
        for number in (2, 3):  # the first check wakes everybody, whatever was touched
            before = moment(watcher)
            lay(store, game, number)
            assert watcher.waits(PATIENCE)
            until(lambda before=before: moment(watcher) > before)
    assert len(failed) > 2


def test_what_could_not_be_asked_is_asked_again(
    store: Store, live: Live, game: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_away(table: str) -> NoReturn:
        raise Away

    monkeypatch.setattr(live, "_jobs", {})  # nothing but the watcher asks
    with live.watching(game.table) as watcher:
        before = moment(watcher)
        lay(store, game, 2)
        with monkeypatch.context() as patch:
            patch.setattr(store.tables, "find_watched", is_away)
            assert moment(watcher) == before
        assert moment(watcher) > before


@on_both
def test_another_process_is_heard(
    database: str, store: Store, live: Live, game: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    if store.database.is_sqlite:  # on PostgreSQL the check is not to hide who listens
        monkeypatch.setattr("companion.store.live.CHECK", 0.02)
    with closing(Store(database)) as other, live.watching(game.table) as watcher:
        for number in range(2, 7):
            before = moment(watcher)
            lay(other, game, number)
            assert watcher.waits(PATIENCE)
            until(lambda before=before: moment(watcher) > before)


def test_a_deleted_table_is_gone(store: Store, live: Live, game: StoredGame) -> None:
    with live.watching(game.table) as watcher:
        moment(watcher)
        store.tables.delete(store.phones.remember("host"), game.table)
        assert watcher.waits(PATIENCE)
        assert watcher.sees() is None


@on_both
def test_nothing_runs_where_nobody_watches(store: Store, live: Live, game: StoredGame) -> None:
    before, others = threading.active_count(), set(threading.enumerate())
    with live.watching(game.table):
        assert threading.active_count() == before + len(live._jobs)
        assert all(each.daemon for each in {*threading.enumerate()} - others)
    until(lambda: threading.active_count() == before)
    with live.watching(game.table) as watcher:  # and again
        assert threading.active_count() == before + len(live._jobs)
        lay(store, game, 2)
        assert watcher.waits(PATIENCE)


def test_a_process_that_stops_ends_every_watch(live: Live, game: StoredGame) -> None:
    with live.watching(game.table) as watcher:
        assert not watcher.has_ended()
        live.end()
        assert watcher.waits(PATIENCE)
        assert watcher.has_ended()
        with live.watching(game.table) as late:
            assert late.has_ended()
