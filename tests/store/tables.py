"""What tests of the store build and look at: phones at a table, and the rows that are kept."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, Table, create_engine, event, func, insert, select, text

from companion.engine.table import HOST, PLAYER, StoredGame
from companion.engine.verdict import Answer, Submission, Verdict
from companion.files.parsing import Bundle
from companion.store.database import schema
from companion.store.games.submissions import Judge
from companion.store.store import Store

FACTS: Mapping[str, Any] = {"kind": "card-played", "card": 47, "pile": "up-1"}
NAMES = ["Anna", "Ben"]
Comes = Callable[..., str]
"""What the fixture `comes` gives."""
ODD = ["", "\x00", "\ud800", "ü", "a b", "x" * 10_000]
"""What is no id, and what a database may not even be able to ask for."""


class Clock:
    """A clock that stands still until it is told otherwise; `now` is in milliseconds."""

    def __init__(self, now: int) -> None:
        self.now = now


def records(game: StoredGame) -> Verdict:
    """A judge that records whatever comes, at the next place."""
    return Verdict(Answer.RECORDED, place=len(game.log) + 1)


def refuses(game: StoredGame) -> Verdict:
    """A judge that refuses whatever comes, by two rules."""
    return Verdict(Answer.REFUSED, ("pile-direction", "card-gone"))


def must_not_judge(game: StoredGame) -> Verdict:
    raise AssertionError("this submission was judged before")


def enter(
    store: Store,
    phone: str,
    game: StoredGame,
    made: str = "a",
    judge: Judge = records,
    facts: Any = FACTS,
) -> tuple[StoredGame, Verdict]:
    """This phone enters a submission with the id `made`: the game after it, and the verdict."""
    submission = Submission(made, phone, 0, facts)
    return store.submissions.enter(phone, game.table, game.id, submission, judge)


def begin(store: Store, slug: str = "the-game", table: str | None = None) -> StoredGame:
    """A game of Ann at a new table, or this one, which the phone with the secret `host` hosts."""
    return store.games.start(store.phones.remember("host"), slug, {}, ["Ann"], table)


def lay(store: Store, game: StoredGame, card: int) -> int:
    """The place at which this card of that phone was written."""
    phone = store.phones.find("host") or ""
    return enter(store, phone, game, f"id-{card}", facts={**FACTS, "card": card})[1].place or 0


def cards(store: Store, game: StoredGame) -> list[object]:
    """The cards in the log, as that phone reads it."""
    return [
        each.facts["card"] for each in find_game(store, store.phones.find("host") or "", game).log
    ]


def play_at(url: str, key: str = "") -> None:
    """In this database lies a game with one entry."""
    with closing(Store(url, key.encode())) as store:
        lay(store, begin(store), 2)


def find_game(store: Store, phone: str, game: StoredGame) -> StoredGame:
    found = store.games.find(phone, game.table, game.id)
    assert found is not None
    return found


def links(store: Store, phone: str, table: str) -> dict[str, str]:
    """The links by which this phone may ask others to the table, by role."""
    return {role: made.link for role, made in store.invitations.find_all(phone, table).items()}


def join(store: Store, host: str, table: str, called: str, role: str = PLAYER, **said: Any) -> str:
    """The phone with this secret joins by the link for its role; its id."""
    phone = store.phones.remember(called)
    store.phones.join(phone, links(store, host, table)[role], **said)
    return phone


def roles(store: Store, phone: str, table: str) -> dict[str, str]:
    """The role of each phone at the table, as `phone` sees it."""
    return {member.phone: member.role for member in store.phones.find_members(phone, table)}


def writing(store: Store, game: StoredGame) -> dict[str, Callable[[str], object]]:
    """Everything with which a phone writes at a table that is there."""
    table, anna = game.table, game.people[0].id
    return {
        "enter": lambda who: enter(store, who, game, f"by-{who}"),
        "start": lambda who: store.games.start(who, "one-brain", {}, NAMES, table),
        "import": lambda who: store.imports.add(who, Bundle(()), table),
        "rename": lambda who: store.people.rename(who, table, anna, "Anne"),
        "teach": lambda who: store.lessons.teach(who, table, "the-game", {"47": "skull"}),
        "call": lambda who: store.nicknames.give(who, table, "the-game", {"game": "Cards"}),
    }


@contextmanager
def connected(to: Store | str) -> Iterator[Connection]:
    """A connection that is not the store's, to its database or the one at this address."""
    engine = create_engine(to.database._url if isinstance(to, Store) else to)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def revision(file: Path) -> str:
    """Up to which migration this SQLite file has come."""
    with connected(f"sqlite:///{file}") as connection:
        return str(connection.scalar(text("SELECT version_num FROM alembic_version")))


def rows(store: Store, table: Table) -> int:
    with connected(store) as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def everything(of: Store | str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of the database, by its name."""
    with connected(of) as connection:
        return {
            one.name: sorted((tuple(row) for row in connection.execute(select(one))), key=repr)
            for one in schema.METADATA.sorted_tables
        }


@contextmanager
def nothing_changes(of: Store | str) -> Iterator[None]:
    """Whatever happens meanwhile, every row is as it was."""
    before = everything(of)
    yield
    assert everything(of) == before


@contextmanager
def full_at_commit(store: Store) -> Iterator[None]:
    """What is written meanwhile fails at its commit: OSError("disk full")."""

    def fail(connection: Connection) -> None:
        raise OSError("disk full")

    event.listen(store.database._writer, "commit", fail)
    try:
        with pytest.raises(OSError, match="disk full"):
            yield
    finally:
        event.remove(store.database._writer, "commit", fail)


def let_in(store: Store, table: str, phone: str, role: str) -> None:
    with connected(store) as connection:
        connection.execute(insert(schema.members), {"table": table, "phone": phone, "role": role})


def fill(connection: Connection) -> None:
    """A table with a game and an entry, in a database of the first version."""
    old = MetaData()
    old.reflect(connection)
    assert "lessons" not in old.tables
    facts = {name: fact for name, fact in FACTS.items() if name != "kind"}
    for name, row in {
        "tables": {"id": "table", "made_at": 1, "touched_at": 1},
        "phones": {"id": "phone", "secret_hash": "hash", "made_at": 1},
        "members": {"table": "table", "phone": "phone", "role": HOST},
        "people": {"id": "person", "table": "table", "name": "Anna", "made_at": 1},
        "games": {"id": "game", "table": "table", "slug": "the-game", "options": {}, "made_at": 1},
        "seats": {"game": "game", "number": 0, "person": "person"},
        "entries": {
            "game": "game", "place": 1, "id": "a", "phone": "phone", "at": 1, "seen": 0,
            "kind": FACTS["kind"], "facts": facts,
        },
    }.items():  # fmt: skip
        connection.execute(insert(old.tables[name]), [row])
