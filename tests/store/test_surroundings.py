"""What is kept of a game besides its log is never older than its table, whoever changes it."""

import math

import pytest
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from companion.engine.deck import Lesson
from companion.engine.table import StoredGame
from companion.engine.verdict import Answer, Verdict
from companion.store.database import epochs, schema
from companion.store.store import Store
from tests.store.tables import connected, enter, find_game

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
