"""Each change of a table has a later moment, and is heard once, after it is there."""

import itertools
from collections.abc import Callable

import pytest

from companion.engine.table import HOST, ONLOOKER, PLAYER, StoredGame, Unknown
from companion.store.store import Store
from tests.store.tables import ODD, Clock, enter, full_at_commit, writing
from tests.support.databases import on_both

Comes = Callable[..., str]


def changes(store: Store, phone: str, game: StoredGame, comes: Comes) -> list[Callable[[], object]]:
    """Every way in which a table that is there is changed, one after the other."""
    table, second = game.table, store.phones.remember("second")
    return [
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

    for count, act in enumerate(changes(store, phone, game, comes), 1):
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
