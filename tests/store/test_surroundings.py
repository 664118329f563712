"""What is kept of a game besides its log is never older than its table, whoever changes it."""

import math

import pytest
from sqlalchemy import create_engine, update
from sqlalchemy.exc import SQLAlchemyError

from companion.engine.deck import Lesson
from companion.engine.table import StoredGame
from companion.engine.verdict import Answer, Submission, Verdict
from companion.store import epochs, schema
from companion.store.connections import address
from companion.store.store import Store

SLUG = "the-game"


def find(store: Store, phone: str, game: StoredGame) -> StoredGame:
    found = store.games.find(phone, game.table, game.id)
    assert found
    return found


def test_what_another_process_changes_is_seen_at_once(database: str, store: Store) -> None:
    phone = store.phones.remember("secret")
    game = store.games.start(phone, SLUG, {}, ["Ann", "Ben"])
    other, [ann, _] = Store(database), game.people
    changes = (
        lambda at: at.people.rename(phone, game.table, ann.id, "Anna"),
        lambda at: at.nicknames.give(phone, game.table, SLUG, {"game": "Fire"}),
        lambda at: at.lessons.teach(phone, game.table, SLUG, {"47": "skull"}),
        lambda at: at.phones.rename(phone, game.table, phone, "the red one", None),
    )
    for number, change in enumerate(changes):
        for reader in (store, other):
            find(reader, phone, game)
        change((store, other)[number % 2])
        fresh = Store(database)
        seen = [find(reader, phone, game) for reader in (store, other, fresh)]
        fresh.close()
        assert seen[0] == seen[1] == seen[2]
        assert seen[0].phones == seen[1].phones == seen[2].phones
    assert [person.name for person in seen[0].people] == ["Anna", "Ben"]
    assert seen[0].nicknames == {"game": "Fire"}
    assert seen[0].lessons == (Lesson("47", "skull"),)
    assert seen[0].phones == {phone: "the red one"}
    other.close()


def test_what_was_not_committed_is_not_kept(store: Store) -> None:
    """Neither an entry that an error takes back, nor the moment at which it had touched."""
    phone = store.phones.remember("secret")
    game = store.games.start(phone, SLUG, {}, ["Ann"])
    submission = Submission("a", phone, 0, {"kind": "card-played", "card": 2})
    verdict = Verdict(Answer.RECORDED, taught={"2": object()})  # type: ignore[dict-item]
    before = find(store, phone, game)
    with pytest.raises(SQLAlchemyError):
        store.submissions.enter(phone, game.table, game.id, submission, lambda now: verdict)
    after = find(store, phone, game)
    assert (after, after.touched) == (before, before.touched)


def test_in_another_epoch_everything_is_read_anew(database: str, store: Store) -> None:
    """A restore may bring back the very moment of the table, with other people at it."""
    phone = store.phones.remember("secret")
    game = store.games.start(phone, SLUG, {}, ["Ann"])
    assert [person.name for person in find(store, phone, game).people] == ["Ann"]
    assert store.phones.recall("secret") == phone
    engine = create_engine(address(database))
    with engine.begin() as connection:
        epochs.begin(connection)
        connection.execute(update(schema.people).values(name="Zoë"))
        connection.execute(update(schema.phones).values(secret_hash="another"))
    engine.dispose()
    store.database._asked_epoch = -math.inf
    assert store.database.epoch == store.database.last_epoch
    assert [person.name for person in find(store, phone, game).people] == ["Zoë"]
    assert store.phones.recall("secret") is None
