"""The store, on SQLite and on PostgreSQL alike."""

import json
import sqlite3
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Connection,
    create_engine,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
)

from companion.engine.table import (
    BESIDES,
    ENTRIES_PER_GAME,
    ONLOOKER,
    PLAYER,
    Full,
    Person,
    StoredGame,
    Unknown,
)
from companion.engine.verdict import Answer, Submission, Verdict
from companion.store import ids, migrations, schema
from companion.store.store import Store
from companion.store.submissions import LIGHT, Judge
from tests.postgres import Cluster

FACTS = {"kind": "card-played", "card": 47, "pile": "up-1"}
OTHER_FACTS = {**FACTS, "card": 48}
NAMES = ["Anna", "Ben"]


def records(game: StoredGame) -> Verdict:
    return Verdict(Answer.RECORDED, place=len(game.log) + 1)


def refuses(game: StoredGame) -> Verdict:
    return Verdict(Answer.REFUSED, ("pile-direction", "card-gone"))


def merges(place: int) -> Judge:
    return lambda game: Verdict(Answer.MERGED, place=place)


def must_not_judge(game: StoredGame) -> Verdict:
    raise AssertionError("this submission was judged before")


@pytest.fixture
def phone(store: Store) -> str:
    return store.phones.remember("secret")


@pytest.fixture
def stranger(store: Store) -> str:
    return store.phones.remember("another secret")


@pytest.fixture
def game(store: Store, phone: str) -> StoredGame:
    return store.games.start(phone, "the-game", {"command": True}, NAMES)


@pytest.fixture
def enter(store: Store, phone: str, game: StoredGame) -> Callable[..., Any]:
    """Enter a submission of this phone in this game."""

    def entered(
        submission_id: str, facts: Any = FACTS, judge: Any = records, at: Any = store
    ) -> Any:
        return at.submissions.enter(
            phone, game.table, game.id, Submission(submission_id, phone, 0, facts), judge
        )

    return entered


@contextmanager
def connected(database: str) -> Iterator[Connection]:
    """A connection that is not the store's."""
    engine = create_engine(database)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def rows(database: str, table: Any) -> int:
    with connected(database) as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()


@pytest.mark.unmade
class TestDatabase:
    def test_nothing_is_touched_before_the_first_use(self, tmp_path: Path) -> None:
        store = Store(f"sqlite:///{tmp_path / 'new' / 'companion.sqlite3'}")
        assert list(tmp_path.iterdir()) == []
        assert store.phones.find("secret") is None
        assert (tmp_path / "new" / "companion.sqlite3").exists()
        store.close()

    def test_it_is_brought_up_to_date_once(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        done: list[Connection] = []
        real = migrations.upgrade

        def upgrade(connection: Connection, **more: Any) -> None:
            done.append(connection)
            real(connection, **more)

        monkeypatch.setattr(migrations, "upgrade", upgrade)
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(store.phones.find, "abcdefgh")) == [None] * 8
        store.database.upgrade()
        assert len(done) == 1

    def test_after_a_failed_start_the_next_use_tries_again(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(migrations, "upgrade", lambda connection, before: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                store.phones.find("secret")
        assert store.phones.find("secret") is None

    def test_the_migrations_make_the_schema(self, store: Store, database: str) -> None:
        store.database.upgrade()
        with connected(database) as connection:
            assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
            migrated = described(connection)
            schema.METADATA.drop_all(connection)
            schema.METADATA.create_all(connection)
            assert described(connection) == migrated

    def test_versions_are_known_by_the_names_of_their_files(self) -> None:
        scripts = ScriptDirectory.from_config(migrations.configuration())
        assert migrations.versions()[::-1] == [each.revision for each in scripts.walk_revisions()]
        assert migrations.head() == scripts.get_current_head()

    def test_a_version_and_one_more_is_not_of_ours(self, store: Store, database: str) -> None:
        store.database.upgrade()
        with connected(database) as connection:
            connection.execute(text("INSERT INTO alembic_version VALUES ('0001')"))
            assert migrations.state(connection) is migrations.State.NEWER
            assert not migrations.is_latest(connection)

    @pytest.mark.heavy
    def test_alembic_is_loaded_only_where_something_is_to_be_done(
        self, database: str, tmp_path: Path
    ) -> None:
        code = (
            "import sys; from companion import create_app\n"
            "app = create_app({'DATABASE_URL': sys.argv[1], 'INSTANCE': sys.argv[2]})\n"
            "app.extensions['store'].phones.find('secret'); print('alembic' in sys.modules)"
        )
        command = [sys.executable, "-c", code, database, str(tmp_path / "data")]
        said = [
            subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout for _ in range(2)
        ]
        assert [each.split() for each in said] == [[b"True"], [b"False"]]

    def test_threads_start_it_at_once(self, database: str) -> None:
        stores, ready = [Store(database) for _ in range(6)], Barrier(6)
        with ThreadPoolExecutor(6) as threads:
            list(threads.map(lambda one: (ready.wait(), one.database.upgrade()), stores))
        assert len({one.phones.remember("secret") for one in stores}) == 1
        for one in stores:
            one.close()

    def test_who_comes_while_it_is_made_waits(self, store: Store, database: str) -> None:
        first = Store(database)
        if database.startswith("sqlite"):
            Path(str(make_url(database).database)).parent.mkdir()
        with ThreadPoolExecutor(1) as thread:
            with first.database._writer.begin() as connection:
                migrations.upgrade(connection)
                other = thread.submit(store.phones.find, "secret")
                with pytest.raises(TimeoutError):
                    other.result(timeout=0.3)
            assert other.result(timeout=30) is None
        first.close()

    def test_several_databases_are_made_at_once(self, tmp_path: Path) -> None:
        ready, stores = Barrier(6), [Store(f"sqlite:///{tmp_path / str(n)}") for n in range(6)]
        with ThreadPoolExecutor(6) as threads:
            assert (
                list(threads.map(lambda one: (ready.wait(), one.phones.find("x"))[1], stores))
                == [None] * 6
            )
        for one in stores:
            one.close()

    @pytest.mark.heavy
    def test_processes_start_it_at_once(self, database: str) -> None:
        code = (
            "import sys; from companion.store.store import Store\n"
            "Store(sys.argv[1]).phones.find('secret')"
        )
        command = [sys.executable, "-c", code, database]
        started = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]
        assert [process.communicate()[1].decode() for process in started] == [""] * 2
        assert [process.returncode for process in started] == [0] * 2

    def test_another_process_makes_it_while_this_one_looks(self, tmp_path: Path) -> None:
        asked = 0
        while True:  # once before each statement by which it looks
            asked += 1
            url = f"sqlite:///{tmp_path}/{asked}.sqlite3"
            looking, left = create_engine(url), asked

            def make(*_: object, url: str = url) -> None:
                nonlocal left
                left -= 1
                if left == 0:
                    Store(url).database.upgrade()

            event.listen(looking, "before_cursor_execute", make)
            with looking.connect() as connection:
                found = migrations.state(connection)
            if left > 0:
                break
            assert found in (migrations.State.EMPTY, migrations.State.LATEST), asked
        assert asked > 2

    def test_everything_is_there_after_reopening(self, database: str) -> None:
        store = Store(database)
        phone = store.phones.remember("secret")
        game = store.games.start(phone, "the-game", {"command": True}, NAMES)
        after, _ = store.submissions.enter(
            phone, game.table, game.id, Submission("a", phone, 0, FACTS), records
        )
        store.close()
        reopened = Store(database)
        assert reopened.phones.find("secret") == phone
        assert reopened.games.find(phone, game.table, game.id) == after
        assert reopened.submissions.enter(
            phone, game.table, game.id, Submission("a", phone, 0, FACTS), must_not_judge
        ) == (after, Verdict(Answer.RECORDED, place=1))
        reopened.close()

    def test_what_belongs_to_a_table_goes_with_it(
        self, store: Store, database: str, game: StoredGame, enter: Callable[..., Any]
    ) -> None:
        enter("a")
        enter("b", judge=refuses)
        with store.database._writer.begin() as connection:
            connection.execute(schema.tables.delete().where(schema.tables.c.id == game.table))
        left = {table.name for table in schema.METADATA.sorted_tables if rows(database, table)}
        assert left == {"phones", "eras"}

    def test_a_postgresql_that_was_restarted_is_not_noticed(self, cluster: Cluster) -> None:
        store = Store(cluster.create("restarted"))
        phone = store.phones.remember("secret")
        cluster.stop()
        cluster.start()
        assert store.phones.find("secret") == phone
        cluster.stop("immediate")
        cluster.start()
        assert store.games.start(phone, "the-game", {}, NAMES).people
        store.close()
        cluster.drop("restarted")

    @pytest.mark.parametrize("given", ["postgres://h/d", "postgresql://h/d"])
    def test_postgresql_gets_the_driver_there_is(self, given: str) -> None:
        assert str(Store(given).database._url) == "postgresql+psycopg://h/d"

    @pytest.mark.parametrize("given", ["sqlite://", "sqlite:///:memory:", "mysql://h/d"])
    def test_other_databases_are_refused(self, given: str) -> None:
        with pytest.raises(ValueError, match="SQLite file or PostgreSQL"):
            Store(given)

    def test_sqlite_is_set_up_to_keep_what_it_acknowledges(self, tmp_path: Path) -> None:
        store = Store(f"sqlite:///{tmp_path / 'companion.sqlite3'}")
        store.database.upgrade()
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        with store.database._writer.begin() as connection:
            found = [connection.exec_driver_sql(f"PRAGMA {n}").scalar_one() for n in names]
            assert found == ["wal", 2, 1, 5000]  # 2: FULL
            other = sqlite3.connect(tmp_path / "companion.sqlite3", timeout=0)
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            other.close()
        with store.database._reader.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA query_only").scalar_one() == 1
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() == 5000
        store.close()


def described(connection: Connection) -> dict[str, Any]:
    """What the database itself says about its tables."""
    see = inspect(connection)
    return {
        name: {
            "columns": [{**c, "type": str(c["type"])} for c in see.get_columns(name)],
            "key": see.get_pk_constraint(name),
            "owners": sorted(see.get_foreign_keys(name), key=lambda key: str(key["name"])),
            "unique": sorted(see.get_unique_constraints(name), key=str),
            "indexes": sorted(see.get_indexes(name), key=str),
        }
        for name in see.get_table_names()
        if name != "alembic_version"
    }


class TestPhones:
    def test_nobody_guesses_an_id(self) -> None:
        made = {ids.new_id() for _ in range(1000)}
        assert len(made) == 1000
        assert {len(each) for each in made} == {22}  # 128 bits

    def test_a_phone_is_known_by_its_secret(self, store: Store) -> None:
        assert store.phones.find("secret") is None
        phone = store.phones.remember("secret")
        assert store.phones.find("secret") == store.phones.remember("secret") == phone
        assert store.phones.remember("another secret") != phone

    def test_a_phone_remembered_by_everyone_at_once_is_one_phone(self, store: Store) -> None:
        with ThreadPoolExecutor(8) as threads:
            assert len(set(threads.map(store.phones.remember, ["secret"] * 16))) == 1

    def test_no_secret_is_stored(self, store: Store, database: str) -> None:
        store.phones.remember("a-secret-like-no-other")
        with connected(database) as connection:
            stored = connection.execute(select(schema.phones)).all()
        assert len(stored) == 1
        assert "a-secret-like-no-other" not in str(stored)


class TestTables:
    def test_the_first_game_makes_a_table(self, store: Store, phone: str, game: StoredGame) -> None:
        [table] = store.tables.find_all(phone)
        assert table == store.tables.find(phone, game.table)
        assert (table.id, table.name, table.games) == (game.table, None, 1)
        assert [person.name for person in table.people] == NAMES
        assert table.people == game.people
        # What is written within one millisecond is dated ahead: no two moments are the same.
        assert abs(datetime.now(UTC) - table.touched_at) < timedelta(minutes=1)

    def test_tables_and_games_come_newest_first(self, store: Store, phone: str) -> None:
        first = store.games.start(phone, "the-game", {}, ["Anna"])
        second = store.games.start(phone, "the-game", {}, ["Ben"])
        assert [table.id for table in store.tables.find_all(phone)] == [second.table, first.table]
        third = store.games.start(phone, "one-brain", {}, ["Anna"], first.table)
        assert [table.id for table in store.tables.find_all(phone)] == [first.table, second.table]
        assert store.games.find_all(phone, first.table) == (third, first)
        submission = Submission("a", phone, 0, FACTS)
        second, _ = store.submissions.enter(phone, second.table, second.id, submission, records)
        assert [table.id for table in store.tables.find_all(phone)] == [second.table, first.table]
        assert store.games.find_latest(phone, 2) == (second, third)
        assert store.games.find_latest(phone, 9) == (second, third, first)
        assert [table.games for table in store.tables.find_all(phone)] == [1, 2]
        assert len(store.games.find_all(phone, second.table)[0].log) == 0

    def test_a_game_of_an_earlier_day_stands_after_the_others_of_that_day(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        def starts(day: date | None) -> StoredGame:
            return store.games.start(phone, "the-game", {}, NAMES, game.table, day=day)

        today = datetime.now(UTC).date()
        friday = today - timedelta(days=9)
        noon = datetime.combine(friday, time(12), UTC)
        first, second = starts(friday), starts(friday)
        before, after = starts(friday - timedelta(days=1)), starts(friday + timedelta(days=1))
        assert first.made_at == noon
        assert second.made_at == noon + timedelta(milliseconds=1)
        assert before.made_at == noon - timedelta(days=1)
        assert after.made_at == noon + timedelta(days=1)
        now = [starts(day) for day in (today, None, today + timedelta(days=1))]
        made = [game.made_at, *(each.made_at for each in now)]
        assert made == sorted(set(made))
        assert made[-1] - made[0] < timedelta(minutes=1)
        assert store.games.find_all(phone, game.table) == (
            *now[::-1], game, after, second, first, before,
        )  # fmt: skip
        [table] = store.tables.find_all(phone)
        assert datetime.now(UTC) - table.touched_at < timedelta(minutes=1)

    def test_strangers_see_what_those_see_who_ask_for_nothing(
        self, store: Store, phone: str, stranger: str, game: StoredGame
    ) -> None:
        assert store.tables.find_all(stranger) == ()
        assert store.games.find_latest(stranger, 9) == ()
        for who, table_id in [(stranger, game.table), (phone, "no-such-table")]:
            assert store.tables.find(who, table_id) is None
            assert store.games.find_all(who, table_id) == ()
            assert store.games.find(who, table_id, game.id) is None
            with pytest.raises(Unknown):
                store.submissions.enter(
                    who, table_id, game.id, Submission("a", who, 0, FACTS), must_not_judge
                )
            with pytest.raises(Unknown):
                store.games.start(who, "the-game", {}, NAMES, table_id)
            with pytest.raises(Unknown):
                store.people.rename(who, table_id, game.people[0].id, "Eve")
        assert store.games.find(phone, game.table, game.id) == game
        assert store.games.find_all(phone, game.table) == (game,)

    def test_what_is_unknown_is_named(self, store: Store, phone: str, game: StoredGame) -> None:
        submission = Submission("a", phone, 0, FACTS)
        for unknown, act in (
            ("nobody", lambda: store.games.start("nobody", "the-game", {}, NAMES)),
            ("nowhere", lambda: store.games.start(phone, "the-game", {}, NAMES, "nowhere")),
            (
                "no-game",
                lambda: store.submissions.enter(
                    phone, game.table, "no-game", submission, must_not_judge
                ),
            ),
            ("no-one", lambda: store.people.rename(phone, game.table, "no-one", "Eve")),
        ):
            with pytest.raises(Unknown, match=f"^{unknown}$"):
                act()

    def test_a_game_is_at_its_own_table_only(self, store: Store, phone: str) -> None:
        here = store.games.start(phone, "the-game", {}, ["Anna"])
        there = store.games.start(phone, "the-game", {}, ["Ben"])
        assert store.games.find(phone, there.table, here.id) is None
        with pytest.raises(Unknown):
            store.submissions.enter(
                phone, there.table, here.id, Submission("a", phone, 0, FACTS), must_not_judge
            )
        with pytest.raises(Unknown):
            store.people.rename(phone, there.table, here.people[0].id, "Eve")

    def test_onlookers_read_and_do_not_write(
        self, store: Store, database: str, stranger: str, game: StoredGame
    ) -> None:
        with connected(database) as connection:
            row = {"table": game.table, "phone": stranger, "role": ONLOOKER}
            connection.execute(insert(schema.members), row)
        assert store.games.find(stranger, game.table, game.id) == game
        with pytest.raises(Unknown):
            store.submissions.enter(
                stranger, game.table, game.id, Submission("a", stranger, 0, FACTS), must_not_judge
            )
        with pytest.raises(Unknown):
            store.games.start(stranger, "the-game", {}, NAMES, game.table)

    def test_what_cannot_be_an_id_is_unknown(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        for odd in ("", "\x00", "\ud800", "ü", "a b", "x" * 10_000):
            assert store.phones.find(odd) is None, ascii(odd)
            assert store.tables.find(phone, odd) is None, ascii(odd)
            assert store.games.find_all(phone, odd) == (), ascii(odd)
            assert store.games.find(phone, game.table, odd) is None, ascii(odd)
            with pytest.raises(Unknown):
                store.people.rename(phone, game.table, odd, "Eve")
            assert store.games.find(phone, game.table, game.id) == game, ascii(odd)


class TestPeople:
    def test_they_are_known_by_name_however_it_is_spelled(self, store: Store, phone: str) -> None:
        first = store.games.start(phone, "the-game", {}, ["Zoë", "Strauß", "Ben"])
        spelled = ["Carla", "STRAUSS", unicodedata.normalize("NFD", "zoë")]
        second = store.games.start(phone, "the-game", {}, spelled, first.table)
        zoe, strauss, _ = first.people
        assert second.people[1:] == (strauss, zoe)
        assert second.people[0] not in first.people
        table = store.tables.find(phone, first.table)
        assert table is not None
        assert table.people == (*first.people, second.people[0])

    def test_of_two_with_one_name_each_is_known_by_its_spelling(
        self, store: Store, phone: str
    ) -> None:
        first = store.games.start(phone, "the-game", {}, ["D'Arcy", "D’Arcy"])
        for spelled in (["D’Arcy", "D'Arcy"], ["D’Arcy"]):
            again = store.games.start(phone, "the-game", {}, spelled, first.table)
            assert [person.name for person in again.people] == spelled

    def test_those_without_a_name_are_known_by_their_position(
        self, store: Store, phone: str
    ) -> None:
        first = store.games.start(phone, "the-game", {}, ["", "Anna", ""])
        second = store.games.start(phone, "the-game", {}, ["Anna", "", "", ""], first.table)
        one, anna, two = first.people
        assert second.people[:3] == (anna, one, two)
        assert second.people[3] not in first.people
        assert one != two

    def test_the_same_people_come_back_to_their_table(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        again = store.games.start(phone, "one-brain", {}, ["ben", "Anna"])
        assert again.table == game.table
        assert again.people == game.people[::-1]

    def test_others_get_a_table_of_their_own(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        tables, people = {game.table}, {*game.people}
        for names in (["Anna"], ["Anna", "Ben", "Carla"], ["Anna", "Anna"], ["Anna", ""]):
            other = store.games.start(phone, "the-game", {}, names)
            assert other.table not in tables, names
            assert not set(other.people) & people, names
            tables.add(other.table)
            people |= {*other.people}

    def test_a_stranger_with_the_same_names_gets_another_table(
        self, store: Store, stranger: str, game: StoredGame
    ) -> None:
        assert store.games.start(stranger, "the-game", {}, NAMES).table != game.table

    def test_who_is_a_guest_at_a_table_starts_one_elsewhere(
        self, store: Store, database: str, stranger: str, game: StoredGame
    ) -> None:
        with connected(database) as connection:
            row = {"table": game.table, "phone": stranger, "role": PLAYER}
            connection.execute(insert(schema.members), row)
        assert store.games.start(stranger, "the-game", {}, NAMES).table != game.table
        at_table = store.games.start(stranger, "the-game", {}, NAMES, game.table)
        assert at_table.people == game.people

    def test_games_started_at_once_bring_nobody_twice(self, store: Store, phone: str) -> None:
        with ThreadPoolExecutor(8) as threads:
            started = threads.map(
                lambda _: store.games.start(phone, "the-game", {}, NAMES), range(8)
            )
            assert len({(game.table, game.people) for game in started}) == 1
        [table] = store.tables.find_all(phone)
        assert (len(table.people), table.games) == (2, 8)

    def test_nor_at_a_table_that_is_there(self, store: Store, phone: str, game: StoredGame) -> None:
        ready, names = Barrier(8), ["Anna", "Carla", "Dora"]

        def start(number: int) -> tuple[Person, ...]:
            ready.wait()
            return store.games.start(phone, "the-game", {}, names, game.table).people

        with ThreadPoolExecutor(8) as threads:
            assert len(set(threads.map(start, range(8)))) == 1
        [table] = store.tables.find_all(phone)
        assert [person.name for person in table.people] == ["Anna", "Ben", "Carla", "Dora"]

    def test_renaming_changes_a_name_everywhere(
        self, store: Store, phone: str, game: StoredGame
    ) -> None:
        anna, ben = game.people
        store.people.rename(phone, game.table, anna.id, unicodedata.normalize("NFD", "Zoë"))
        renamed = store.games.find(phone, game.table, game.id)
        assert renamed is not None
        assert renamed.people == (Person(anna.id, "Zoë"), ben)
        [table] = store.tables.find_all(phone)
        assert table.people == renamed.people


class TestEntering:
    def test_it_is_written_at_the_next_place(
        self, store: Store, phone: str, game: StoredGame, enter: Callable[..., Any]
    ) -> None:
        enter("a")
        after, verdict = enter("b", OTHER_FACTS)
        assert verdict == Verdict(Answer.RECORDED, place=2)
        first, second = after.log
        assert (second.place, second.id, second.phone, second.seen) == (2, "b", phone, 0)
        assert second.facts == OTHER_FACTS
        assert game.made_at < first.at < second.at <= datetime.now(UTC) + timedelta(seconds=1)
        assert store.games.find(phone, game.table, game.id) == after

    def test_the_same_id_is_one_entry_with_one_answer(
        self, store: Store, enter: Callable[..., Any]
    ) -> None:
        first = enter("a")
        enter("b")
        backwards = dict(reversed(FACTS.items()))
        after, verdict = enter("a", backwards, must_not_judge)
        assert verdict == first[1] == Verdict(Answer.RECORDED, place=1)
        assert [written.id for written in after.log] == ["a", "b"]

    def test_the_same_id_with_other_facts_is_reused(self, enter: Callable[..., Any]) -> None:
        before, _ = enter("a")
        for facts in (OTHER_FACTS, {**FACTS, "card": 47.0}, {**FACTS, "command": True}, {}):
            reused = (before, Verdict(Answer.REUSED))
            assert enter("a", facts, must_not_judge) == reused, facts

    def test_what_was_merged_stays_so_for_its_id(self, enter: Callable[..., Any]) -> None:
        merged = Verdict(Answer.MERGED, place=3)
        assert enter("a", judge=lambda game: merged)[1] == merged
        assert enter("a", judge=must_not_judge)[1] == merged
        assert enter("a", OTHER_FACTS, must_not_judge)[1] == Verdict(Answer.REUSED)

    def test_what_its_wishes_were_merged_with_is_known_of_a_phone(
        self, enter: Callable[..., Any]
    ) -> None:
        met: list[frozenset[int]] = []

        def judge(game: StoredGame) -> Verdict:
            met.append(game.met)
            return Verdict(Answer.MERGED, place=3)

        enter("a", judge=judge)
        enter("b", judge=judge)
        assert met == [frozenset(), frozenset({3})]

    def test_a_refusal_is_final_for_its_id(self, enter: Callable[..., Any]) -> None:
        refused = Verdict(Answer.REFUSED, ("pile-direction", "card-gone"))
        assert enter("a", judge=refuses)[1] == refused
        after, verdict = enter("a", judge=records)
        assert verdict == refused
        assert after.log == ()
        assert enter("a", OTHER_FACTS, records)[1] == Verdict(Answer.REUSED)
        assert enter("b", judge=records)[1] == Verdict(Answer.RECORDED, place=1)

    @pytest.mark.parametrize(
        "verdict",
        [
            Verdict(Answer.ASK, ("one-card-left",)),
            Verdict(Answer.CONFLICT, ("card-once",), possible=False),
        ],
    )
    def test_a_late_copy_of_what_was_asked_enters_nothing(
        self, enter: Callable[..., Any], verdict: Verdict
    ) -> None:
        assert enter("a", judge=lambda game: verdict)[1] == verdict
        after, again = enter("a", judge=records)
        assert again == verdict
        assert after.log == ()
        assert enter("a", OTHER_FACTS, records)[1] == Verdict(Answer.REUSED)
        assert enter("b", judge=records)[1] == Verdict(Answer.RECORDED, place=1)

    def test_a_late_copy_is_told_what_came_between(self, enter: Callable[..., Any]) -> None:
        before, _ = enter("a")
        conflict = Verdict(Answer.CONFLICT, between=before.log)
        assert enter("b", judge=lambda game: conflict)[1] == conflict
        assert enter("b", judge=must_not_judge)[1] == conflict

    def test_of_what_was_refused_only_the_newest_is_told_again(
        self, store: Store, phone: str, game: StoredGame, enter: Callable[..., Any],
        database: str, monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        monkeypatch.setattr("companion.store.submissions.ANSWERS_PER_PHONE", 5)
        friend = store.phones.remember("friend")
        store.phones.join(friend, store.invitations.find_all(phone, game.table)["player"].link)

        def enters(made: str, judge: Judge) -> Verdict:
            submission = Submission(made, friend, 0, FACTS)
            return store.submissions.enter(friend, game.table, game.id, submission, judge)[1]

        assert enters("theirs", refuses).answer is Answer.REFUSED
        merged = [enter(f"m{n}", judge=merges(1 + n % 2))[1] for n in range(4)]
        refused = [enter(f"r{n}", judge=refuses)[1] for n in range(29)]
        for number in range(29 - 5, 29):
            assert enter(f"r{number}", judge=must_not_judge)[1] == refused[number]
        assert enters("theirs", must_not_judge).answer is Answer.REFUSED
        for number in (2, 3):
            assert enter(f"m{number}", judge=must_not_judge)[1].place == merged[number].place
        assert rows(database, schema.answers) == 1 + 2 + 5
        with pytest.raises(AssertionError):
            enter("r23", judge=must_not_judge)
        seen: list[frozenset[int]] = []
        enter("last", judge=lambda now: (seen.append(now.met), refuses(now))[1])
        assert seen == [{1, 2}]

    @pytest.mark.parametrize("answer", [Answer.UNREADABLE, Answer.REUSED])
    def test_what_says_nothing_is_not_kept(
        self, database: str, game: StoredGame, enter: Callable[..., Any], answer: Answer
    ) -> None:
        assert enter("a", judge=lambda now: Verdict(answer)) == (game, Verdict(answer))
        assert rows(database, schema.entries) == rows(database, schema.answers) == 0
        assert enter("a", judge=records)[1] == Verdict(Answer.RECORDED, place=1)

    def test_a_judge_that_raises_leaves_nothing(
        self, store: Store, phone: str, game: StoredGame, enter: Callable[..., Any]
    ) -> None:
        touched = store.tables.find_all(phone)
        with pytest.raises(ZeroDivisionError):
            enter("a", judge=lambda now: 1 / 0)
        assert store.games.find(phone, game.table, game.id) == game
        assert store.tables.find_all(phone) == touched
        assert enter("a")[1] == Verdict(Answer.RECORDED, place=1)

    def test_what_is_not_committed_is_not_acknowledged(
        self, store: Store, phone: str, game: StoredGame, enter: Callable[..., Any]
    ) -> None:
        def fail(connection: Connection) -> None:
            raise OSError("disk full")

        event.listen(store.database._writer, "commit", fail)
        with pytest.raises(OSError, match="disk full"):
            enter("a")
        event.remove(store.database._writer, "commit", fail)
        assert store.games.find(phone, game.table, game.id) == game
        assert enter("a")[1] == Verdict(Answer.RECORDED, place=1)

    def test_while_one_writes_others_read(
        self, store: Store, phone: str, game: StoredGame, enter: Callable[..., Any]
    ) -> None:
        def judge(now: StoredGame) -> Verdict:
            with ThreadPoolExecutor(1) as thread:
                seen = thread.submit(store.games.find, phone, game.table, game.id).result(
                    timeout=30
                )
            assert seen == now
            return records(now)

        assert enter("a", judge=judge)[1].answer is Answer.RECORDED

    def test_one_reading_is_not_in_the_way_of_the_next(
        self, store: Store, phone: str, game: StoredGame, enter: Callable[..., Any]
    ) -> None:
        for place in range(1, 4):
            enter(f"submission-{place}")
            now = store.games.find(phone, game.table, game.id)
            assert now is not None
            assert len(now.log) == place

    def test_an_id_that_cannot_be_one_is_unreadable(
        self, game: StoredGame, enter: Callable[..., Any]
    ) -> None:
        for odd in ("", "\x00", "ü", "x" * 129):
            unreadable = (game, Verdict(Answer.UNREADABLE))
            assert enter(odd, judge=must_not_judge) == unreadable, ascii(odd)

    def test_facts_that_json_does_not_have_are_unreadable(
        self, game: StoredGame, enter: Callable[..., Any]
    ) -> None:
        facts = {**FACTS, "card": float("nan")}
        assert enter("a", facts, must_not_judge) == (game, Verdict(Answer.UNREADABLE))

    def test_facts_come_back_as_they_were(self, enter: Callable[..., Any]) -> None:
        facts = {**FACTS, "odd": [None, True, 1.5, "\x00\ud800", {"ü": 10**20}]}
        enter("a", facts)
        assert enter("b")[0].log[0].facts == json.loads(json.dumps(facts))

    def test_a_phone_enters_its_own_wishes_only(
        self, store: Store, phone: str, stranger: str, game: StoredGame
    ) -> None:
        submission = Submission("a", stranger, 0, FACTS)
        with pytest.raises(ValueError, match="own submissions"):
            store.submissions.enter(phone, game.table, game.id, submission, records)

    def test_a_table_is_weighed_at_each_tenth_entry_and_at_large_ones(
        self, enter: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        weighed: list[tuple[int, int]] = []
        place = 0
        monkeypatch.setattr(
            "companion.store.capacity.check_room",
            lambda _, weight: weighed.append((place, weight)),
        )
        taken = 0
        expected = list[tuple[int, int]]()
        word = LIGHT - len(json.dumps({"word": ""}))
        sizes = {4: word, 5: word + 1, 20: word + 1}
        for place in range(1, 22):
            facts = {"kind": "turn-ended", "word": "x" * sizes.get(place, 0)}
            assert enter(f"submission-{place}", facts)[1].place == place
            taken += len(json.dumps({"word": facts["word"]})) + BESIDES
            expected += [(place, taken)] if place in (5, 10, 20) else []
        assert weighed == expected

    def test_a_full_game_takes_no_more_and_still_answers(
        self, database: str, phone: str, game: StoredGame, enter: Callable[..., Any]
    ) -> None:
        common = {"game": game.id, "phone": phone, "at": 0, "seen": 0, "kind": "turn-ended"}
        with connected(database) as connection:
            connection.execute(
                insert(schema.entries),
                [
                    {**common, "place": place, "id": f"submission-{place}", "facts": {}}
                    for place in range(1, ENTRIES_PER_GAME)
                ],
            )
        last = Verdict(Answer.RECORDED, place=5_000)
        assert enter("last")[1] == last
        with pytest.raises(Full):
            enter("one-too-many")
        assert enter("last", judge=must_not_judge)[1] == last
        assert enter("refused", judge=refuses)[1].answer is Answer.REFUSED

    @pytest.mark.parametrize("stores", [1, 2], ids=["one store", "two stores"])
    def test_eight_at_once_leave_no_gap(
        self, database: str, game: StoredGame, enter: Callable[..., Any], stores: int
    ) -> None:
        used, ready = [Store(database) for _ in range(stores)], Barrier(8)

        def play(number: int) -> list[int]:
            ready.wait()
            submissions = [f"submission-{number}-{count}" for count in range(10)]
            return [
                enter(submission, at=used[number % stores])[1].place for submission in submissions
            ]

        with ThreadPoolExecutor(8) as threads:
            places = [place for told in threads.map(play, range(8)) for place in told]
        assert sorted(places) == list(range(1, 81))
        log = enter("submission-0-0", judge=must_not_judge)[0].log
        assert [written.place for written in log] == list(range(1, 81))
        assert len({written.id for written in log}) == 80
        for one in used:
            one.close()

    def test_the_same_wish_eight_times_at_once_is_one_entry(
        self, database: str, enter: Callable[..., Any]
    ) -> None:
        ready = Barrier(8)

        def play(number: int) -> Verdict:
            ready.wait()
            verdict: Verdict = enter("a")[1]
            return verdict

        with ThreadPoolExecutor(8) as threads:
            assert set(threads.map(play, range(8))) == {Verdict(Answer.RECORDED, place=1)}
        assert rows(database, schema.entries) == 1

    @pytest.mark.heavy
    def test_greenlets_enter_at_once(self, store: Store, database: str) -> None:
        told = subprocess.run(
            [sys.executable, "-c", GREENLETS, database], capture_output=True, text=True, timeout=60
        )
        assert told.stderr == ""
        assert json.loads(told.stdout) == list(range(1, 81))


GREENLETS = """
import gevent.monkey
gevent.monkey.patch_all()
import json, sys
import gevent
from companion.engine.verdict import Answer, Verdict, Submission
from companion.store.store import Store

store = Store(sys.argv[1])
phone = store.phones.remember("secret")
game = store.games.start(phone, "the-game", {}, ["Anna"])

def judge(now):
    gevent.sleep(0)
    return Verdict(Answer.RECORDED)

def play(number):
    for count in range(10):
        submission = Submission(f"submission-{number}-{count}", phone, 0, {"kind": "turn-ended"})
        store.submissions.enter(phone, game.table, game.id, submission, judge)
        store.tables.find_all(phone)

gevent.joinall([gevent.spawn(play, number) for number in range(8)], raise_error=True)
print(json.dumps([written.place for written in store.games.find(phone, game.table, game.id).log]))
store.close()
"""
