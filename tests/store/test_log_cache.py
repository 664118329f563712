"""What is kept of a game in memory: its log, and all else, never older than its table."""

import math
from collections.abc import Sequence

import pytest
from sqlalchemy import Connection, update
from sqlalchemy.exc import SQLAlchemyError

from companion.engine.deck import Lesson
from companion.engine.log import Written
from companion.engine.table import StoredGame
from companion.engine.verdict import Answer, Verdict
from companion.runtime import bounded_cache
from companion.store.database import epochs, schema
from companion.store.games import entries
from companion.store.store import Store
from tests.store.tables import begin, cards, connected, enter, find_game, lay


def test_what_another_process_enters_is_in_it(database: str, store: Store) -> None:
    game = begin(store)
    other = Store(database)
    for number, writer in enumerate((store, other, store, store, other), 2):
        lay(writer, game, number)
        for reader in (store, other):
            assert cards(reader, game) == list(range(2, number + 1))
    other.close()


def test_only_news_is_read(database: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    first = begin(store, "one-brain")
    games = [first, begin(store, "one-brain", first.table)]
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
    game = begin(store)
    for number in (2, 3):
        lay(store, game, number)
    assert cards(store, game) == [2, 3]
    changed = update(schema.entries).values(facts={"card": 9})
    with connected(store) as connection:
        connection.execute(changed)
    assert cards(store, game) == [9, 9]


def test_no_more_than_some_are_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [begin(store) for _ in range(4)]
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
    game = begin(store)
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


SLUG = "the-game"


def test_others_are_seen(database: str, store: Store, phone: str, game: StoredGame) -> None:
    other, [ann, _] = Store(database), game.people
    changes = (
        lambda at: at.people.rename(phone, game.table, ann.id, "Eva"),
        lambda at: at.nicknames.give(phone, game.table, SLUG, {"game": "Fire"}),
        lambda at: at.lessons.teach(phone, game.table, SLUG, {"47": "skull"}),
        lambda at: at.phones.rename(phone, game.table, phone, "the red one", None),
    )
    for number, change in enumerate(changes):
        for reader in (store, other):
            find_game(reader, phone, game)
        change((store, other)[number % 2])
        fresh = Store(database)
        seen = [find_game(reader, phone, game) for reader in (store, other, fresh)]
        fresh.close()
        assert seen[0] == seen[1] == seen[2]
        assert seen[0].phones == seen[1].phones == seen[2].phones
    assert [person.name for person in seen[0].people] == ["Eva", "Ben"]
    assert seen[0].nicknames == {"game": "Fire"}
    assert seen[0].lessons == (Lesson("47", "skull"),)
    assert seen[0].phones == {phone: "the red one"}
    other.close()


def test_what_was_not_committed_is_not_kept(store: Store, phone: str, game: StoredGame) -> None:
    """Neither an entry that an error takes back, nor the moment at which it had touched."""
    verdict = Verdict(Answer.RECORDED, taught={"2": object()})  # type: ignore[dict-item]
    before = find_game(store, phone, game)
    with pytest.raises(SQLAlchemyError):
        enter(store, phone, game, judge=lambda now: verdict)
    after = find_game(store, phone, game)
    assert (after, after.touched) == (before, before.touched)


def test_an_epoch_begins_anew(store: Store, phone: str, game: StoredGame) -> None:
    """A restore may bring back the very moment of the table, with other people at it."""
    assert [person.name for person in find_game(store, phone, game).people] == ["Anna", "Ben"]
    assert store.phones.recall("secret") == phone
    with connected(store) as connection:
        epochs.begin(connection)
        connection.execute(update(schema.people).values(name="Zoë"))
        connection.execute(update(schema.phones).values(secret_hash="another"))
    store.database._asked_epoch = -math.inf
    assert store.database.epoch == store.database.last_epoch
    assert [person.name for person in find_game(store, phone, game).people] == ["Zoë"] * 2
    assert store.phones.recall("secret") is None
