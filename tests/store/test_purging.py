"""What is too old, closed or deleted, and for how long it can be had back."""

import logging
from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.deck import merge_lessons
from companion.engine.table import HOST, ONLOOKER, PLAYER, StoredGame, Unknown
from companion.engine.verdict import Answer, Verdict
from companion.runtime import server_log
from companion.store.store import Store
from companion.store.tables import expiry
from companion.store.tables.expiry import DAY, HOUR, Purged
from tests.store.tables import NAMES, Clock, Comes, enter, everything, find_game, join, links, roles
from tests.support.databases import on_both

Looks = Callable[..., list[Purged]]


@pytest.fixture
def looks(store: Store, clock: Clock) -> Looks:
    """So many looks at what is too old, each so long after the one before."""

    def look(times: int, after: int = DAY) -> list[Purged]:
        found = []
        for _ in range(times):
            clock.now += after
            found.append(store.expiry.purge(400))
        return found

    return look


def begin(store: Store, phone: str, count: int) -> list[StoredGame]:
    return [store.games.start(phone, "the-game", {}, [f"Ann {n}"]) for n in range(count)]


def tables(store: Store, phone: str) -> set[str]:
    return {table.id for table in store.tables.find_all(phone)}


@on_both
def test_what_nobody_touches_goes(store: Store, phone: str, clock: Clock, looks: Looks) -> None:
    [old] = begin(store, phone, 1)
    watched = store.tables.find_watched(old.table)
    assert watched is not None
    clock.now = watched.moment + 400 * DAY
    assert store.expiry.purge(400) == Purged(0, 0, 0, 1)
    assert looks(1, 1) == [Purged(1, 0, 0, 1)]
    assert looks(20, DAY // 3) == [Purged(0, 0, 0, 1)] * 20
    assert tables(store, phone) == {old.table}
    assert looks(1) == [Purged(0, 1, 0, 1)]
    assert tables(store, phone) == set()


def test_who_plays_on_takes_the_mark_away(store: Store, phone: str, looks: Looks) -> None:
    [old] = begin(store, phone, 1)
    assert looks(1, 401 * DAY)[0].marked == 1
    looks(6)
    store.games.start(phone, "the-game", {}, ["Ann"], old.table)
    assert looks(3) == [Purged(0, 0, 0, 1)] * 3
    assert looks(1, 401 * DAY) == [Purged(1, 0, 0, 1)]
    assert looks(6) == [Purged(0, 0, 0, 1)] * 6


@pytest.mark.parametrize("count", [1, 3, 4, 9])
def test_no_jump_removes_anything(store: Store, phone: str, clock: Clock, count: int) -> None:
    """Neither a table that is played at, nor one that its host has just deleted."""
    there = {game.table for game in begin(store, phone, count)}
    gone = store.games.start(phone, "the-game", {}, ["Ben"])
    store.tables.delete(phone, gone.table)
    right = clock.now
    for jump in (HOUR, DAY + HOUR, 401 * DAY, 4000 * DAY):
        for ahead in (jump, 0, jump, -jump, 0, -jump, jump, 0):
            clock.now = right + ahead
            for _ in range(3):
                clock.now += HOUR
                assert store.expiry.purge(400).removed == 0
    clock.now = right
    assert tables(store, phone) == there
    assert [each.table.id for each in store.tables.find_deleted(phone)] == [gone.table]
    for _ in range(7):  # a week long nobody sees that the clock is wrong
        clock.now += DAY
        store.expiry.purge(0)
    assert tables(store, phone) == there


def test_marks_of_tomorrow_are_void(store: Store, phone: str, clock: Clock, looks: Looks) -> None:
    begin(store, phone, 1)
    looks(1, 401 * DAY)
    looks(6)
    clock.now -= 5 * DAY  # of these six it had not seen five
    assert looks(1) == [Purged(1, 0, 0, 1)]
    assert [purged.removed for purged in looks(7)] == [0] * 6 + [1]


def test_most_of_all_tables_never_go_together_but_at_once(
    store: Store, phone: str, clock: Clock, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[tuple[int, Any]] = []
    monkeypatch.setattr(server_log, "write", lambda level, event, told: lines.append((level, told)))
    games = begin(store, phone, 6)
    assert looks(1, 401 * DAY) == [Purged(0, 0, 6, 6)]
    assert looks(20) == [Purged(0, 0, 6, 6)] * 20
    assert lines == [(logging.WARNING, {"old": 6, "tables": 6})] * 21
    lines.clear()
    for game in games[:3]:
        store.games.start(phone, "the-game", {}, ["Ann"], game.table)
    found = looks(8)
    assert found == [Purged(3, 0, 0, 6), *[Purged(0, 0, 0, 6)] * 6, Purged(0, 3, 0, 6)]
    assert lines == [
        (logging.INFO, {"marked": 3, "removed": 0}),
        (logging.INFO, {"marked": 0, "removed": 3}),
    ]
    assert tables(store, phone) == {game.table for game in games[:3]}
    clock.now += 401 * DAY
    new = store.games.start(phone, "the-game", {}, ["Ben"])
    assert store.expiry.purge(400, at_once=True) == Purged(0, 3, 0, 4)
    assert tables(store, phone) == {new.table}


@on_both
def test_what_hosts_delete_goes(store: Store, phone: str, clock: Clock, looks: Looks) -> None:
    first, *others = begin(store, phone, 6)
    games = [*others, first]
    for game in games:
        store.tables.delete(phone, game.table)
    deleted = store.tables.find_deleted(phone)  # the one that was deleted last comes first
    assert [each.table.id for each in deleted] == [game.table for game in games[::-1]]
    clock.now = deleted[0].deleted_at + DAY - 1
    store.database._last_moment = clock.now
    assert store.expiry.purge(400).marked == 5
    assert looks(1, 1) == [Purged(1, 0, 0, 0)]
    assert looks(2, DAY - 1) == [Purged(0, 5, 0, 0), Purged(0, 1, 0, 0)]


def test_nothing_of_it_stays(store: Store, phone: str, game: StoredGame, clock: Clock) -> None:
    enter(store, join(store, phone, game.table, "second", person=game.people[0].id), game)
    clock.now += 401 * DAY
    assert store.expiry.purge(400, at_once=True).removed == 1
    assert {name for name, rows in everything(store).items() if rows} == {"eras"}


@on_both
def test_phones_go_that_are_nowhere_and_were_made_a_day_ago(
    store: Store, phone: str, game: StoredGame, clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(expiry, "UNUSED_PHONES", expiry.UNUSED_PHONES.limit(2))
    monkeypatch.setattr(expiry, "BATCH", 2)
    entered = join(store, phone, game.table, "entered")
    enter(store, entered, game)
    store.phones.leave(entered, game.table)
    gone, *_ = (store.phones.remember(f"nowhere {number}") for number in range(5))
    clock.now += DAY
    new = store.phones.remember("new")
    store.expiry.purge(400)
    assert {row[0] for row in everything(store)["phones"]} > {phone, entered, new}
    clock.now += HOUR
    store.expiry.purge(400)
    kept = everything(store)
    assert {row[0] for row in kept["phones"]} == {phone, entered, new}
    assert len(kept["entries"]) == 1
    with pytest.raises(Unknown):
        store.phones.join(gone, links(store, phone, game.table)[PLAYER])
    again = join(store, phone, game.table, "nowhere 0")
    assert set(roles(store, phone, game.table)) == {phone, again}


def test_it_looks_every_hour(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    monkeypatch.setattr(store.expiry, "purge", looked.append)
    for after, times in [(0, 1), (HOUR - 1, 1), (1, 2), (-1, 3), (0, 3), (-DAY, 4), (DAY, 5)]:
        clock.now += after
        store.expiry.purge_hourly(400)
        assert len(looked) == times


@pytest.mark.parametrize("restarted", [False, True])
def test_the_newest_lesson_counts_though_the_clock_goes_back(
    store: Store, phone: str, game: StoredGame, clock: Clock, restarted: bool
) -> None:
    for number, back in enumerate((0, HOUR, DAY, 401 * DAY)):
        clock.now -= back
        if restarted:
            store.database._last_moment = 0  # as of another process
        for carries in ("skull", "silence"):
            taught = Verdict(Answer.RECORDED, taught={"47": carries})
            another = store.games.start(phone, "the-game", {}, NAMES, game.table)
            enter(store, phone, another, f"a{number}{carries}", lambda now, said=taught: said)
            known = store.lessons.find_all(phone, game.table, "the-game")
            assert merge_lessons(known) == {"47": carries}


def test_phones_are_called_removed_and_leave_all_the_same(
    store: Store, phone: str, stranger: str, game: StoredGame, comes: Comes
) -> None:
    table, first, second = game.table, comes("second"), comes("third")
    for _ in range(2):
        store.tables.close(phone, table)
    store.phones.rename(first, table, first, "Mine", None)
    store.phones.remove(phone, table, first)
    store.phones.leave(second, table)
    store.invitations.renew(phone, table)
    assert roles(store, phone, table) == {phone: HOST}
    link = links(store, phone, table)[PLAYER]
    assert store.invitations.find(link) is None
    other = store.games.start(phone, "the-game", {}, NAMES)
    assert other.table != table, "the same people begin anew"
    store.tables.close(phone, table, closed=False)
    assert store.phones.join(stranger, link) == table


class TestDeleting:
    def test_it_is_restored(self, store: Store, phone: str, game: StoredGame, comes: Comes) -> None:
        onlooker, left, removed = comes("third", ONLOOKER), comes("fourth"), comes("fifth")
        store.phones.leave(left, game.table)
        store.phones.remove(phone, game.table, removed)
        after, _ = enter(store, phone, game)
        for closed in (False, True):
            store.tables.close(phone, game.table, closed)
            before = everything(store)
            store.tables.delete(phone, game.table)
            store.tables.restore(phone, game.table)
            restored = everything(store)
            touched = [before.pop("tables"), restored.pop("tables")]
            assert restored == before
            assert [rows[0][:3] for rows in touched] == [(game.table, None, touched[0][0][2])] * 2
            assert store.tables.find_deleted(phone) == ()
            found = find_game(store, onlooker, game)
            assert found == after
            assert found.closed is closed
            for gone in (left, removed):
                assert store.tables.find(gone, game.table) is None

    def test_none_is_left(self, store: Store, phone: str, game: StoredGame, comes: Comes) -> None:
        player = comes("second")
        other = store.games.start(phone, "the-game", {}, ["Cas"])
        enter(store, player, game)
        store.lessons.teach(phone, game.table, "the-game", {"47": "skull"})
        store.tables.delete(phone, game.table)
        store.tables.forget(phone, game.table)
        kept = everything(store)
        assert [row[0] for row in kept["tables"]] == [other.table]
        assert game.table not in repr(kept)
        for act in (store.tables.forget, store.tables.restore):
            with pytest.raises(Unknown):
                act(phone, game.table)
        assert find_game(store, phone, other) == other

    @pytest.mark.parametrize("late", [-1, 0, 1], ids=["a day less a moment", "a day", "later"])
    def test_it_can_be_had_back_for_a_day(
        self, store: Store, phone: str, table: str, clock: Clock, late: int
    ) -> None:
        store.tables.delete(phone, table)
        assert store.tables.find_watched(table) is None
        [gone] = store.tables.find_deleted(phone)
        clock.now = gone.deleted_at + DAY + late
        # Asking for it takes a moment of the store's own time, which never stands still.
        store.database._last_moment = clock.now - 1
        if late < 0:
            store.tables.restore(phone, table)
            assert store.tables.find(phone, table)
            return
        for act in (store.tables.restore, store.tables.forget):
            with pytest.raises(Unknown):
                act(phone, table)
        assert store.tables.find_deleted(phone) == ()
        assert store.tables.find(phone, table) is None
