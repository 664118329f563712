"""What is known of a log already is never wrong: it grows, or it is read again."""

from collections.abc import Sequence

import pytest
from sqlalchemy import Connection, create_engine, update

from companion.engine.log import Written
from companion.engine.verdict import Answer, Submission, Verdict
from companion.runtime import bounded_cache
from companion.store import entries, schema
from companion.store.connections import address
from companion.store.store import Store


def enter(store: Store, phone: str, table: str, game: str, number: int) -> None:
    submission = Submission(f"id-{number}", phone, 0, {"kind": "card-played", "card": number})
    store.submissions.enter(phone, table, game, submission, lambda now: Verdict(Answer.RECORDED))


def cards(store: Store, phone: str, table: str, game: str) -> list[object]:
    found = store.games.find(phone, table, game)
    assert found
    return [written.facts["card"] for written in found.log]


def test_what_another_process_enters_is_in_it(database: str, store: Store) -> None:
    phone = store.phones.remember("secret")
    game = store.games.start(phone, "the-game", {}, ["Ann"])
    other = Store(database)
    for number, writer in enumerate((store, other, store, store, other), 2):
        enter(writer, phone, game.table, game.id, number)
        for reader in (store, other):
            assert cards(reader, phone, game.table, game.id) == list(range(2, number + 1))
    other.close()


def test_the_logs_of_a_series_are_read_where_they_have_changed(
    database: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = store.phones.remember("secret")
    first = store.games.start(phone, "one-brain", {}, ["Ann"])
    games = [first, store.games.start(phone, "one-brain", {}, ["Ann"], first.table)]
    other, read = Store(database), list[str]()
    real = entries.read_logs

    def read_logs(connection: Connection, games: Sequence[str]) -> dict[str, tuple[Written, ...]]:
        read.extend(games)
        return real(connection, games)

    monkeypatch.setattr(entries, "read_logs", read_logs)
    assert [each.log for each in store.games.find_series(first, 9)] == [(), ()]
    for number, game in enumerate((*games, games[0]), 1):
        enter(other, phone, game.table, game.id, number)
        read.clear()
        for _ in range(2):
            series = {each.id: each.log for each in store.games.find_series(first, 9)}
            whole = {each.id: other.games.find(phone, each.table, each.id) for each in games}
            assert series == {game: each.log for game, each in whole.items() if each}
        assert read == [game.id]
    other.close()


def test_a_log_that_is_another_one_by_now_is_read_again(database: str, store: Store) -> None:
    phone = store.phones.remember("secret")
    game = store.games.start(phone, "the-game", {}, ["Ann"])
    for number in (2, 3):
        enter(store, phone, game.table, game.id, number)
    assert cards(store, phone, game.table, game.id) == [2, 3]
    changed = update(schema.entries).values(facts={"card": 9})
    engine = create_engine(address(database))
    with engine.begin() as connection:
        connection.execute(changed)
    engine.dispose()
    assert cards(store, phone, game.table, game.id) == [9, 9]


def test_no_more_than_some_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many games, and so many lines of all of them together."""
    phone = store.phones.remember("secret")
    games = [store.games.start(phone, "the-game", {}, ["Ann"]) for _ in range(4)]
    monkeypatch.setattr(bounded_cache, "GAMES", 3)
    for game in games:
        enter(store, phone, game.table, game.id, 2)
        assert cards(store, phone, game.table, game.id) == [2]
    assert [store.games._logs._known.get(game.id) is None for game in games] == [True] + 3 * [False]
    monkeypatch.setattr(bounded_cache, "LINES", 3)
    enter(store, phone, games[2].table, games[2].id, 3)
    assert cards(store, phone, games[2].table, games[2].id) == [2, 3]
    kept = [store.games._logs._known.get(game.id) for game in games]
    assert [len(log or ()) for log in kept] == [0, 0, 2, 1]
    enter(store, phone, games[0].table, games[0].id, 3)
    assert [len(store.games._logs._known.get(game.id) or ()) for game in games] == [2, 0, 0, 0]


def test_the_latest_games_are_not_read_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each only its last entry is looked at, by which one sees that it is the same log."""
    phone = store.phones.remember("secret")
    game = store.games.start(phone, "the-game", {}, ["Ann"])
    for number in range(2, 9):
        enter(store, phone, game.table, game.id, number)
    read = []
    written = entries.from_row
    monkeypatch.setattr(entries, "from_row", lambda row: read.append(row) or written(row))
    first, again = store.games.find_latest(phone, 3), store.games.find_latest(phone, 3)
    assert first == again
    assert len(first[0].log) == 7
    assert len(read) <= 7 + 2
