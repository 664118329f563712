"""Who watches a table is told of each change, at once or by the check a second later."""

import itertools
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import NoReturn

import pytest

from companion.engine.table import HOST, ONLOOKER, PLAYER, Away, StoredGame, Unknown
from companion.store.live import Live, Watcher
from companion.store.store import Store
from tests.store.tables import ODD, Clock, Comes, begin, enter, full_at_commit, lay, writing
from tests.support.databases import on_both

PATIENCE = 30  # s, for what comes within two


@pytest.fixture
def live(store: Store) -> Iterator[Live]:
    made = Live(store)
    store.database.on_change = made.notify
    yield made
    made.stop()


@pytest.fixture
def hosted(store: Store) -> StoredGame:
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


def test_everybody_at_a_table_alone_is_woken(store: Store, live: Live, hosted: StoredGame) -> None:
    other = store.games.start(store.phones.remember("host"), "the-game", {}, ["Ben"])
    watching = live.watching
    with watching(hosted.table) as ann, watching(hosted.table) as ben, watching(other.table) as cas:
        before = [moment(each) for each in (ann, ben, cas)]
        lay(store, hosted, 2)
        assert ann.waits(PATIENCE)
        assert ben.waits(PATIENCE)
        after = [moment(each) for each in (ann, ben, cas)]
        assert [a > b for a, b in zip(after, before, strict=True)] == [True, True, False]
        assert live.watchers == 3
        store.tables.delete(store.phones.remember("host"), hosted.table)
        assert ann.waits(PATIENCE)
        assert ann.sees() is None
    assert live.watchers == 0


def test_a_lost_poke_is_caught_by_the_check(
    store: Store, live: Live, hosted: StoredGame, monkeypatch: pytest.MonkeyPatch
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
    with live.watching(hosted.table) as watcher:
        for number in (2, 3):  # the first check wakes everybody, whatever was touched
            before = moment(watcher)
            lay(store, hosted, number)
            assert watcher.waits(PATIENCE)
            until(lambda before=before: moment(watcher) > before)
    assert len(failed) > 2


def test_what_could_not_be_asked_is_asked_again(
    store: Store, live: Live, hosted: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_away(table: str) -> NoReturn:
        raise Away

    monkeypatch.setattr(live, "_jobs", {})  # nothing but the watcher asks
    with live.watching(hosted.table) as watcher:
        before = moment(watcher)
        lay(store, hosted, 2)
        with monkeypatch.context() as patch:
            patch.setattr(store.tables, "find_watched", is_away)
            assert moment(watcher) == before
        assert moment(watcher) > before


@on_both
def test_another_process_is_heard(
    database: str, store: Store, live: Live, hosted: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    if store.database.is_sqlite:  # on PostgreSQL the check is not to hide who listens
        monkeypatch.setattr("companion.store.live.CHECK", 0.02)
    with closing(Store(database)) as other, live.watching(hosted.table) as watcher:
        for number in range(2, 7):
            before = moment(watcher)
            lay(other, hosted, number)
            assert watcher.waits(PATIENCE)
            until(lambda before=before: moment(watcher) > before)


@on_both
def test_nothing_runs_where_nobody_watches(store: Store, live: Live, hosted: StoredGame) -> None:
    before, others = threading.active_count(), set(threading.enumerate())
    with live.watching(hosted.table):
        assert threading.active_count() == before + len(live._jobs)
        assert all(each.daemon for each in {*threading.enumerate()} - others)
    until(lambda: threading.active_count() == before)
    with live.watching(hosted.table) as watcher:  # and again
        assert threading.active_count() == before + len(live._jobs)
        lay(store, hosted, 2)
        assert watcher.waits(PATIENCE)


def test_a_process_that_stops_ends_every_watch(live: Live, hosted: StoredGame) -> None:
    with live.watching(hosted.table) as watcher:
        assert not watcher.has_ended()
        live.end()
        assert watcher.waits(PATIENCE)
        assert watcher.has_ended()
        with live.watching(hosted.table) as late:
            assert late.has_ended()


def test_a_table_tells_when_and_whom(store: Store, phone: str, table: str, comes: Comes) -> None:
    player, onlooker, gone = comes("second"), comes("third", ONLOOKER), comes("fourth")
    store.phones.leave(gone, table)
    for is_closed in (False, True):
        store.tables.close(phone, table, is_closed)
        watched = store.tables.find_watched(table)
        assert watched is not None
        assert watched.closed is is_closed
        assert watched.roles == {phone: HOST, player: PLAYER, onlooker: ONLOOKER}
        assert store.tables.find_touched(watched.moment) == {table: watched.moment}
        assert store.tables.find_touched(watched.moment + 1) == {}
    store.tables.delete(phone, table)
    assert set(store.tables.find_touched(watched.moment + 1)) == {table}
    for odd in ("nowhere", *ODD):
        assert store.tables.find_watched(odd) is None, ascii(odd)


@on_both
@pytest.mark.parametrize("turn", [0, -10_000, 10_000], ids="a clock by {}".format)
def test_each_change_is_later_whatever_the_clock_says_and_heard_once(
    store: Store, phone: str, game: StoredGame, clock: Clock, comes: Comes, turn: int
) -> None:
    heard: list[tuple[str, int]] = []
    store.database.on_change = lambda table: heard.append((table, moment()))

    def moment() -> int:
        return store.tables.find_touched(0)[game.table]

    table, second = game.table, store.phones.remember("second")
    changes: list[Callable[[], object]] = [
        *(lambda write=write: write(phone) for write in writing(store, game).values()),
        lambda: comes("second"),
        lambda: store.phones.rename(phone, table, second, "Tablet", None),
        lambda: store.phones.leave(second, table),
        lambda: comes("second"),
        lambda: store.phones.remove(phone, table, second),
        lambda: store.invitations.renew(phone, table),
        lambda: store.tables.close(phone, table),
        lambda: store.tables.close(phone, table, closed=False),
        lambda: store.tables.delete(phone, table),
        lambda: store.tables.restore(phone, table),
        lambda: enter(store, phone, game, "last"),
    ]
    for count, act in enumerate(changes, 1):
        clock.now += turn
        store.database._last_moment = 0  # as of another process
        act()
        assert len(heard) == count
        assert heard[-1] == (game.table, moment())
    assert count == 17
    assert all(later > earlier for (_, earlier), (_, later) in itertools.pairwise(heard))


def test_failures_are_not_heard(store: Store, phone: str, table: str) -> None:
    heard: list[str] = []
    store.database.on_change = heard.append
    with pytest.raises(Unknown):
        store.tables.close(store.phones.remember("stranger"), table)
    with full_at_commit(store):
        store.tables.close(phone, table)
    assert heard == []
    store.tables.close(phone, table)
    assert heard == [table]
