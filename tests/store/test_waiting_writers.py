"""Who waits for a table that another process changes is judged by what it is after that change.

PostgreSQL only: on SQLite there is one writer. Each test holds a change open just before its
commit, lets the other writer run into it, and commits only once that one is seen to wait.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy import make_url

from companion.engine.table import PLAYER, Closed, StoredGame, Unknown
from companion.engine.verdict import Answer, Submission, Verdict
from companion.files.parsing import Bundle
from companion.store.store import Store
from companion.store.tables import Tables
from tests.support.postgresql import Cluster

KEY = b"a key of thirty-two bytes, really"
FACTS = {"kind": "card-played", "card": 47, "pile": "up-1"}
PATIENCE = 30  # seconds


class Evening:
    """A table with a host and a player, and two processes that write."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.first, self.second = Store(url, KEY), Store(url, KEY)
        self.host = self.first.phones.remember("host")
        self.game = self.first.games.start(self.host, "the-game", {}, ["Ann", "Ben"])
        self.table = self.game.table
        self.link = self.first.invitations.find_all(self.host, self.table)[PLAYER].link
        self.player = self.first.phones.remember("player")
        self.first.phones.join(self.player, self.link)
        self.guest = self.first.phones.remember("guest")

    def closes(self) -> None:
        self.first.close()
        self.second.close()

    def meanwhile(self, change: Callable[[Store], object], act: Callable[[Store], Any]) -> Any:
        """What becomes of the act, which came while the change was not committed yet."""
        changed, goes_on = threading.Event(), threading.Event()
        touch = self.first.database.touch

        def held(*said: Any) -> int:
            moment = touch(*said)
            changed.set()
            assert goes_on.wait(PATIENCE)
            return moment

        self.first.database.touch = held  # type: ignore[method-assign]
        try:
            with ThreadPoolExecutor(2) as threads:
                one = threads.submit(change, self.first)
                assert changed.wait(PATIENCE)
                other = threads.submit(act, self.second)
                try:
                    self._waits(other)
                finally:
                    goes_on.set()
                one.result()
                return other.result()
        finally:
            self.first.database.touch = touch  # type: ignore[method-assign]

    def refuses(self, change: Callable[[Store], object], act: Callable[[Store], Any]) -> Any:
        """What the act raises that came before the change was committed; None for nothing."""
        try:
            self.meanwhile(change, act)
        except (Unknown, Closed) as error:
            return type(error)
        return None

    def _waits(self, other: Future[Any]) -> None:
        """Return once somebody waits for a row of this database, or the act is over."""
        address = make_url(self.url).set(drivername="postgresql")
        asked = (
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        with psycopg.connect(
            address.render_as_string(hide_password=False), autocommit=True
        ) as seen:
            while not other.done():
                [waiting] = seen.execute(asked).fetchone() or (0,)
                if waiting:
                    return

    def enters(self, store: Store, phone: str = "") -> Answer:
        submission = Submission(uuid4().hex, phone or self.player, 0, FACTS)
        recorded = Verdict(Answer.RECORDED)
        return store.submissions.enter(
            submission.phone, self.table, self.game.id, submission, lambda now: recorded
        )[1].answer

    def starts(self, store: Store, phone: str = "", table: str | None = None) -> StoredGame:
        return store.games.start(
            phone or self.player, "the-game", {}, ["Ann", "Ben"], table or self.table
        )


def join(store: Store, phone: str, link: str) -> str:
    return store.phones.join(phone, link)


def at_tables(
    change: Callable[[Tables, str, str], object], phone: str, table: str, store: Store
) -> None:
    change(store.tables, phone, table)


@pytest.fixture
def evening(cluster: Cluster, postgresql_template: str) -> Iterator[Evening]:
    name = f"test_{uuid4().hex}"
    made = Evening(cluster.create(name, postgresql_template))
    yield made
    made.closes()
    cluster.drop(name)


def test_a_phone_that_is_removed_meanwhile_writes_nothing(evening: Evening) -> None:
    its, there = evening.player, evening.table
    [person, _other] = evening.game.people
    acts: dict[str, Callable[[Store], object]] = {
        "joins": lambda store: store.phones.join(its, evening.link),
        "enters": evening.enters,
        "starts": evening.starts,
        "imports": lambda store: store.imports.add(its, Bundle(()), lambda *_: False, there),
        "renames": lambda store: store.people.rename(its, there, person.id, "Cas"),
        "teaches": lambda store: store.lessons.teach(its, there, "the-game", {"47": "skull"}),
        "calls": lambda store: store.nicknames.give(its, there, "the-game", {"game": "Ours"}),
        "names itself": lambda store: store.phones.rename(its, there, its, "Dee", None),
        "leaves": lambda store: store.phones.leave(its, there),
    }

    def removes(store: Store) -> None:
        store.phones.remove(evening.host, there, its)

    for does, act in acts.items():
        assert evening.refuses(removes, act) is Unknown, does
        assert evening.first.tables.find(its, there) is None, does
        evening.link = evening.first.invitations.find_all(evening.host, there)[PLAYER].link
        evening.first.phones.join(its, evening.link)


def test_a_link_that_ends_meanwhile_joins_nobody(evening: Evening) -> None:
    host, there = evening.host, evening.table
    ends: dict[str, Callable[[Store], object]] = {
        "new ones": lambda store: store.invitations.renew(host, there),
        "closed": lambda store: store.tables.close(host, there),
        "deleted": lambda store: store.tables.delete(host, there),
    }
    for how, change in ends.items():
        link = evening.first.invitations.find_all(host, there)[PLAYER].link
        assert evening.refuses(change, partial(join, phone=evening.guest, link=link)) is Unknown, (
            how
        )
        assert evening.first.tables.find(evening.guest, there) is None, how
        if how == "closed":
            evening.first.tables.close(host, there, False)


def test_at_a_table_that_is_closed_meanwhile_nothing_is_entered(evening: Evening) -> None:
    def closes(store: Store) -> None:
        store.tables.close(evening.host, evening.table)

    for act in (evening.enters, evening.starts):
        assert evening.refuses(closes, act) is Closed
        evening.first.tables.close(evening.host, evening.table, False)


def test_at_a_table_that_is_deleted_meanwhile_nothing_is_done(evening: Evening) -> None:
    host, there = evening.host, evening.table
    acts: dict[str, Callable[[Store], object]] = {
        "enters": evening.enters,
        "the host enters": lambda store: evening.enters(store, host),
        "starts": evening.starts,
        "closes": lambda store: store.tables.close(host, there),
        "removes": lambda store: store.phones.remove(host, there, evening.player),
        "new links": lambda store: store.invitations.renew(host, there),
        "deletes": lambda store: store.tables.delete(host, there),
    }

    def deletes(store: Store) -> None:
        store.tables.delete(host, there)

    for does, act in acts.items():
        assert evening.refuses(deletes, act) is Unknown, does
        evening.first.tables.restore(host, there)
        assert evening.first.tables.find(evening.player, there), does


def test_the_same_people_begin_anew_where_their_table_ends_meanwhile(evening: Evening) -> None:
    host = evening.host

    def begins(store: Store) -> str:
        return store.games.start(host, "the-game", {}, ["Ann", "Ben"]).table

    ended = evening.table
    for change in (Tables.close, Tables.delete):
        began = evening.meanwhile(partial(at_tables, change, host, ended), begins)
        assert began != ended
        ended = began


def test_a_table_that_is_restored_meanwhile_is_not_forgotten(evening: Evening) -> None:
    host, there = evening.host, evening.table
    for again in (Tables.forget, Tables.restore):
        evening.first.tables.delete(host, there)
        restore = partial(at_tables, Tables.restore, host, there)
        late = partial(at_tables, again, host, there)
        assert evening.refuses(restore, late) is Unknown
        assert evening.first.tables.find(evening.player, there)
