"""What is known of a log already is never wrong: it grows, or it is read again."""

from collections.abc import Sequence

import pytest
from sqlalchemy import Connection, update

from companion.engine.log import Written
from companion.engine.table import StoredGame
from companion.runtime import bounded_cache
from companion.store.database import schema
from companion.store.games import entries
from companion.store.store import Store
from tests.store.tables import cards, connected, find_game, lay


def start(store: Store, slug: str = "the-game", table: str | None = None) -> StoredGame:
    """Another game of Ann, by the same phone."""
    return store.games.start(store.phones.remember("host"), slug, {}, ["Ann"], table)


def test_what_another_process_enters_is_in_it(database: str, store: Store) -> None:
    game = start(store)
    other = Store(database)
    for number, writer in enumerate((store, other, store, store, other), 2):
        lay(writer, game, number)
        for reader in (store, other):
            assert cards(reader, game) == list(range(2, number + 1))
    other.close()


def test_only_news_is_read(database: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first = start(store, "one-brain")
    games = [first, start(store, "one-brain", first.table)]
    other, read = Store(database), list[str]()
    real = entries.read_logs

    def read_logs(connection: Connection, games: Sequence[str]) -> dict[str, tuple[Written, ...]]:
        read.extend(games)
        return real(connection, games)

    monkeypatch.setattr(entries, "read_logs", read_logs)
    assert [each.log for each in store.series.find_newest(first, 9)] == [(), ()]
    for number, game in enumerate((*games, games[0]), 1):
        lay(other, game, number)
        read.clear()
        for _ in range(2):
            series = {each.id: each.log for each in store.series.find_newest(first, 9)}
            host = other.phones.find("host") or ""
            assert series == {each.id: find_game(other, host, each).log for each in games}
        assert read == [game.id]
    other.close()


def test_a_log_that_is_another_one_by_now_is_read_again(store: Store) -> None:
    game = start(store)
    for number in (2, 3):
        lay(store, game, number)
    assert cards(store, game) == [2, 3]
    changed = update(schema.entries).values(facts={"card": 9})
    with connected(store) as connection:
        connection.execute(changed)
    assert cards(store, game) == [9, 9]


def test_no_more_than_some_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many games, and so many lines of all of them together."""
    games = [start(store) for _ in range(4)]
    monkeypatch.setattr(bounded_cache, "GAMES", 3)
    for game in games:
        lay(store, game, 2)
        assert cards(store, game) == [2]
    assert [store.games.logs._known.get(game.id) is None for game in games] == [True] + 3 * [False]
    monkeypatch.setattr(bounded_cache, "LINES", 3)
    lay(store, games[2], 3)
    assert cards(store, games[2]) == [2, 3]
    kept = [store.games.logs._known.get(game.id) for game in games]
    assert [len(log or ()) for log in kept] == [0, 0, 2, 1]
    lay(store, games[0], 3)
    assert [len(store.games.logs._known.get(game.id) or ()) for game in games] == [2, 0, 0, 0]


def test_the_latest_games_are_not_read_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each only its last entry is looked at, by which one sees that it is the same log."""
    game = start(store)
    for number in range(2, 9):
        lay(store, game, number)
    read = []
    written = entries.from_row
    monkeypatch.setattr(entries, "from_row", lambda row: read.append(row) or written(row))
    host = store.phones.find("host") or ""
    first, again = store.games.find_latest(host, 3), store.games.find_latest(host, 3)
    assert first == again
    assert len(first[0].log) == 7
    assert len(read) <= 7 + 2
