"""A table that is closed, deleted, had back and forgotten; who may write then, tests/web shows."""

from collections.abc import Callable

import pytest

from companion.engine.table import HOST, ONLOOKER, PLAYER, StoredGame, Unknown
from companion.store.store import Store
from companion.store.tables.expiry import DAY
from tests.store.tables import NAMES, Clock, enter, everything, find_game, links, roles

Comes = Callable[..., str]


class TestClosing:
    def test_phones_are_called_removed_and_leave_all_the_same(
        self, store: Store, phone: str, stranger: str, game: StoredGame, comes: Comes
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
    def test_the_latest_comes_first(self, store: Store, phone: str) -> None:
        ids = [store.games.start(phone, "the-game", {}, [name]).table for name in ("A", "B", "C")]
        for table in (ids[1], ids[2], ids[0]):
            store.tables.delete(phone, table)
        deleted = [gone.table.id for gone in store.tables.find_deleted(phone)]
        assert deleted == [ids[0], ids[2], ids[1]]

    def test_restored_it_is_as_it_was(
        self, store: Store, phone: str, game: StoredGame, comes: Comes
    ) -> None:
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

    def test_forgotten_it_is_gone_for_good(
        self, store: Store, phone: str, game: StoredGame, comes: Comes
    ) -> None:
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
