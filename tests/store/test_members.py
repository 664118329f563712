"""The phones at a table, on SQLite and on PostgreSQL alike: how they come, stay, and go."""

import itertools
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, Table, create_engine, event, insert, make_url, select

from companion.engine.deck import merge_lessons
from companion.engine.table import (
    HOST,
    ONLOOKER,
    PHONES_PER_TABLE,
    PLAYER,
    Closed,
    Crowded,
    Person,
    StoredGame,
    Unknown,
)
from companion.engine.verdict import Answer, Submission, Verdict
from companion.files.parsing import Bundle
from companion.runtime import server_log
from companion.store import expiry, join_codes, migrations, schema
from companion.store.expiry import DAY, HOUR, Purged
from companion.store.store import Store

FACTS = {"kind": "card-played", "card": 47, "pile": "up-1"}
NAMES = ["Ann", "Ben"]
ODD = ["", "\x00", "\ud800", "ü", "a b", "x" * 10_000]
KEY = b"a key of thirty-two bytes, really"


@pytest.fixture
def store(database: str) -> Any:
    """A store with a key, which nobody has used yet."""
    made = Store(database, KEY)
    yield made
    made.close()


@pytest.fixture
def host(store: Store) -> str:
    return store.phones.remember("host")


@pytest.fixture
def game(store: Store, host: str) -> StoredGame:
    return store.games.start(host, "the-game", {}, NAMES)


@pytest.fixture
def table(game: StoredGame) -> str:
    return game.table


@pytest.fixture
def comes(store: Store, host: str, table: str) -> Callable[..., str]:
    """Another phone joins; its id."""

    def come(called: str, role: str = PLAYER, **said: Any) -> str:
        phone = store.phones.remember(called)
        store.phones.join(phone, links(store, host, table)[role], **said)
        return phone

    return come


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> "Clock":
    """The time as everything here sees it."""
    made = Clock(time.time_ns() // 1_000_000)
    monkeypatch.setattr(time, "time_ns", lambda: made.now * 1_000_000)
    return made


class Clock:
    """A clock that stands still until it is told otherwise; `now` is in milliseconds."""

    def __init__(self, now: int) -> None:
        self.now = now


def links(store: Store, phone: str, table: str) -> dict[str, str]:
    return {role: made.link for role, made in store.invitations.find_all(phone, table).items()}


def roles(store: Store, phone: str, table: str) -> dict[str, str]:
    return {member.phone: member.role for member in store.phones.find_members(phone, table)}


def everything(database: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    engine = create_engine(database)
    with engine.connect() as connection:
        found = {
            one.name: sorted((tuple(row) for row in connection.execute(select(one))), key=repr)
            for one in schema.METADATA.sorted_tables
        }
    engine.dispose()
    return found


def found(database: str, table: Table) -> list[Any]:
    """The rows of one table."""
    engine = create_engine(database)
    with engine.connect() as connection:
        rows = list(connection.execute(select(table)))
    engine.dispose()
    return rows


def records(game: StoredGame) -> Verdict:
    return Verdict(Answer.RECORDED, place=len(game.log) + 1)


def enters(store: Store, phone: str, game: StoredGame, made: str = "a") -> StoredGame:
    return store.submissions.enter(
        phone, game.table, game.id, Submission(made, phone, 0, FACTS), records
    )[0]


class TestJoining:
    def test_who_starts_a_table_hosts_it(self, store: Store, host: str, table: str) -> None:
        [member] = store.phones.find_members(host, table)
        assert (member.phone, member.role, member.name, member.person) == (host, HOST, "", None)
        assert abs(datetime.now(UTC) - member.joined_at) < timedelta(minutes=1)

    def test_it_invites_players_and_onlookers(self, store: Store, host: str, table: str) -> None:
        asked = store.invitations.find_all(host, table)
        assert set(asked) == {PLAYER, ONLOOKER}
        secrets = {said for made in asked.values() for said in (made.link, made.code)}
        assert len(secrets) == 4

    def test_link_and_code_show_the_table_and_the_role(
        self, store: Store, host: str, game: StoredGame
    ) -> None:
        for role in (PLAYER, ONLOOKER):
            made = store.invitations.find_all(host, game.table)[role]
            for secret in (made.link, made.code):
                inviting = store.invitations.find(secret)
                assert inviting is not None, role
                assert inviting.link == made.link
                assert (inviting.table.id, inviting.table.role) == (game.table, role)
                assert inviting.table.people == game.people

    @pytest.mark.parametrize("role", [PLAYER, ONLOOKER])
    def test_by_the_link_a_phone_is_there(
        self, store: Store, host: str, game: StoredGame, comes: Callable[..., str], role: str
    ) -> None:
        phone = comes("second", role, name="Oma’s tablet")
        assert roles(store, host, game.table) == {host: HOST, phone: role}
        found = store.tables.find(phone, game.table)
        assert found is not None
        assert (found.role, found.hosts, found.writes) == (role, False, role == PLAYER)
        assert store.games.find(phone, game.table, game.id) == game
        if role == PLAYER:
            assert len(enters(store, phone, game).log) == 1
        else:
            with pytest.raises(Unknown):
                enters(store, phone, game)

    def test_nobody_joins_by_a_code(self, store: Store, host: str, table: str) -> None:
        phone, code = (
            store.phones.remember("second"),
            store.invitations.find_all(host, table)[PLAYER].code,
        )
        with pytest.raises(Unknown):
            store.phones.join(phone, code)
        assert store.tables.find(phone, table) is None

    def test_twice_is_once(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        phone = comes("second", name="Ben’s")
        before = store.phones.find_members(host, table)
        assert comes("second") == phone
        assert store.phones.find_members(host, table) == before

    def test_the_better_role_is_kept(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        for first, then, in_the_end in (
            (ONLOOKER, PLAYER, PLAYER),
            (PLAYER, ONLOOKER, PLAYER),
            (ONLOOKER, ONLOOKER, ONLOOKER),
        ):
            phone = comes(f"{first} {then}", first)
            comes(f"{first} {then}", then)
            assert roles(store, host, table)[phone] == in_the_end, (first, then)

    def test_the_host_stays_the_host(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        for role in (PLAYER, ONLOOKER):
            assert comes("host", role) == host
            assert roles(store, host, table) == {host: HOST}, role

    def test_a_phone_is_called_anew_only_where_something_is_said(
        self, store: Store, host: str, game: StoredGame, comes: Callable[..., str]
    ) -> None:
        ann, ben = game.people
        phone = comes("second", name="Tablet")

        def called() -> tuple[str, str | None]:
            mine = next(m for m in store.phones.find_members(host, game.table) if m.phone == phone)
            return mine.name, mine.person

        assert called() == ("Tablet", None)
        comes("second", person=ann.id)
        assert called() == ("Ann", ann.id)
        comes("second")
        assert called() == ("Ann", ann.id)
        comes("second", person=ben.id)
        assert called() == ("Ben", ben.id)
        comes("second", name="Phone")
        assert called() == ("Phone", None)

    def test_nobody_joins_as_who_is_not_there(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        for person in ("nobody", *ODD[1:]):
            with pytest.raises(Unknown):
                comes("second", person=person)
            assert roles(store, host, table) == {host: HOST}, ascii(person)

    def test_nor_as_somebody_of_another_table(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        other = store.games.start(host, "the-game", {}, ["Cas"])
        with pytest.raises(Unknown):
            comes("second", person=other.people[0].id)
        assert roles(store, host, table) == {host: HOST}

    def test_a_link_of_nowhere_invites_nowhere(
        self, store: Store, database: str, host: str, table: str
    ) -> None:
        before = everything(database)
        for link in (*ODD, "A" * 22, "K7QM3XRV"):
            assert store.invitations.find(link) is None, ascii(link)
            with pytest.raises(Unknown):
                store.phones.join(host, link)
            assert everything(database) == before, ascii(link)

    def test_what_is_stored_of_an_invitation_is_none(
        self, store: Store, database: str, host: str, table: str
    ) -> None:
        for row in everything(database)["invitations"]:
            for stored in row:
                assert store.invitations.find(stored) is None

    @pytest.mark.parametrize("gone", ["closed", "deleted", "forgotten"])
    def test_a_table_that_is_not_open_invites_nobody(
        self, store: Store, host: str, table: str, gone: str
    ) -> None:
        made = store.invitations.find_all(host, table)[PLAYER]
        phone = store.phones.remember("second")
        if gone == "closed":
            store.tables.close(host, table)
        else:
            store.tables.delete(host, table)
        if gone == "forgotten":
            store.tables.forget(host, table)
        assert store.invitations.find(made.link) is store.invitations.find(made.code) is None
        with pytest.raises(Unknown):
            store.phones.join(phone, made.link)
        assert store.tables.find(phone, table) is None

    def test_24_phones_have_room_and_a_25th_has_not(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        there = [comes(f"phone {number}", ONLOOKER) for number in range(PHONES_PER_TABLE - 1)]
        assert len(store.phones.find_members(host, table)) == 24
        with pytest.raises(Crowded):
            comes("one too many")
        assert comes("phone 3") == there[3]
        assert roles(store, host, table)[there[3]] == PLAYER
        store.phones.leave(there[5], table)
        late = comes("one too many")
        with pytest.raises(Crowded):
            comes("phone 5")
        assert set(roles(store, host, table)) == {host, late, *there} - {there[5]}

    def test_however_many_come_at_once(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        def tries(number: int) -> bool:
            try:
                comes(f"phone {number}")
            except Crowded:
                return False
            return True

        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(tries, range(30))) == 23
        assert len(store.phones.find_members(host, table)) == 24

    def test_one_phone_that_comes_eight_times_at_once_is_there_once(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        with ThreadPoolExecutor(8) as threads:
            [phone] = set(threads.map(lambda _: comes("second"), range(8)))
        assert roles(store, host, table) == {host: HOST, phone: PLAYER}


class TestArriving:
    """A browser comes to a table that its phone has put here, and both host it."""

    def test_it_hosts_the_table_as_the_person_of_the_one_that_sent_it(
        self, store: Store, host: str, table: str
    ) -> None:
        ann = store.tables.find(host, table).people[0].id  # type: ignore[union-attr]
        store.phones.rename(host, table, host, "", ann)
        browser = store.phones.remember("browser")
        for _ in range(2):
            store.phones.arrive(browser, table, host, "cards.example")
            found = store.phones.find_members(browser, table)
            assert {(each.phone, each.role, each.name, each.person) for each in found} == {
                (browser, HOST, "Ann", ann),
                (host, HOST, "cards.example", None),
            }
        store.tables.delete(browser, table)
        assert store.tables.find(host, table) is None
        store.tables.restore(host, table)
        assert set(roles(store, browser, table).values()) == {HOST}

    def test_who_was_there_before_becomes_a_host(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        there = [comes("player"), comes("onlooker", ONLOOKER), comes("gone")]
        store.phones.remove(host, table, there[2])
        for phone in there:
            store.phones.arrive(phone, table, host, "cards.example")
            assert roles(store, host, table)[phone] == HOST

    def test_only_a_host_brings_another_one(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        browser, player = store.phones.remember("browser"), comes("player")
        for sender in (player, browser, "nobody"):
            with pytest.raises(Unknown):
                store.phones.arrive(browser, table, sender, "")
        with pytest.raises(Unknown):
            store.phones.arrive("nobody", table, host, "")
        for odd in ODD:
            with pytest.raises(Unknown):
                store.phones.arrive(browser, odd, host, "")
        store.tables.delete(host, table)
        with pytest.raises(Unknown):
            store.phones.arrive(browser, table, host, "")
        assert store.tables.find(browser, table) is None

    def test_a_full_table_has_no_room_for_it(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        store.phones.check_room(table)
        there = [comes(f"phone {number}") for number in range(PHONES_PER_TABLE - 1)]
        with pytest.raises(Crowded):
            store.phones.check_room(table)
        with pytest.raises(Crowded):
            store.phones.arrive(store.phones.remember("browser"), table, host, "")
        store.phones.arrive(there[0], table, host, "")
        assert roles(store, host, table)[there[0]] == HOST


class TestSecrets:
    def test_none_is_in_the_database(
        self, store: Store, database: str, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        secrets = ["a phone like no other", KEY.decode()]
        comes(secrets[0])
        for _ in range(3):
            for made in store.invitations.find_all(host, table).values():
                secrets += [made.link, made.code, join_codes.spell_code(made.code)]
            store.invitations.renew(host, table)
        store.tables.close(host, table)
        kept = repr(everything(database)).lower()
        assert [secret for secret in secrets if secret.lower() in kept] == []

    def test_under_another_key_no_invitation_works_or_is_shown(
        self, store: Store, database: str, host: str, table: str
    ) -> None:
        other = Store(database, b"another key")
        for made in store.invitations.find_all(host, table).values():
            assert other.invitations.find(made.link) is other.invitations.find(made.code) is None
            with pytest.raises(Unknown):
                other.phones.join(other.phones.remember("second"), made.link)
        assert other.invitations.find_all(host, table) == {}
        other.invitations.renew(host, table)
        assert all(other.invitations.find(link) for link in links(other, host, table).values())
        assert store.invitations.find_all(host, table) == {}
        other.close()

    def test_only_those_who_enter_see_the_invitations(
        self, store: Store, host: str, table: str, comes: Callable[..., str]
    ) -> None:
        player, onlooker = comes("second"), comes("third", ONLOOKER)
        stranger = store.phones.remember("stranger")
        assert (
            store.invitations.find_all(player, table)
            == store.invitations.find_all(host, table)
            != {}
        )
        assert (
            store.invitations.find_all(onlooker, table)
            == store.invitations.find_all(stranger, table)
            == {}
        )
        store.phones.leave(player, table)
        assert store.invitations.find_all(player, table) == {}


class TestCalling:
    def test_a_phone_calls_itself(self, store: Store, game: StoredGame, comes: Any) -> None:
        for role in (PLAYER, ONLOOKER):
            phone = comes(role, role)
            store.phones.rename(phone, game.table, phone, "Mine", None)
            names = {
                member.phone: member.name for member in store.phones.find_members(phone, game.table)
            }
            assert names[phone] == "Mine"

    def test_its_host_calls_every_phone(
        self, store: Store, host: str, game: StoredGame, comes: Any
    ) -> None:
        phone, [ann, ben] = comes("second"), game.people
        store.phones.rename(host, game.table, host, "", ann.id)
        store.phones.rename(host, game.table, phone, "", ben.id)
        people = {
            member.phone: member.person for member in store.phones.find_members(host, game.table)
        }
        assert people == {host: ann.id, phone: ben.id}
        mine = store.games.find(phone, game.table, game.id)
        assert mine is not None
        assert (mine.mine, mine.seat) == (ben.id, 1)
        store.phones.rename(host, game.table, phone, "", None)
        nobody = store.games.find(phone, game.table, game.id)
        assert nobody is not None
        assert (nobody.mine, nobody.seat) == (None, None)

    def test_others_call_no_phone_but_their_own(
        self, store: Store, database: str, host: str, table: str, comes: Any
    ) -> None:
        phone, other, stranger = comes("second"), comes("third"), store.phones.remember("stranger")
        gone = comes("fourth")
        store.phones.leave(gone, table)
        before = everything(database)
        for who, whom in [
            (phone, other), (phone, host), (stranger, phone), (stranger, stranger), (gone, gone),
            (host, gone), (host, stranger), *((host, odd) for odd in ODD),
        ]:  # fmt: skip
            with pytest.raises(Unknown):
                store.phones.rename(who, table, whom, "Eve", None)
        for odd in ODD:
            with pytest.raises(Unknown):
                store.phones.rename(host, odd, host, "Eve", None)
        assert everything(database) == before

    def test_a_phone_is_nobody_of_another_table(
        self, store: Store, database: str, host: str, table: str
    ) -> None:
        other = store.games.start(host, "the-game", {}, ["Cas"])
        before = everything(database)
        for person in (other.people[0].id, "nobody", *ODD[1:]):
            with pytest.raises(Unknown):
                store.phones.rename(host, table, host, "", person)
        assert everything(database) == before

    def test_a_person_who_is_renamed_takes_the_phone_along(
        self, store: Store, host: str, game: StoredGame
    ) -> None:
        ann = game.people[0]
        store.phones.rename(host, game.table, host, "", ann.id)
        store.people.rename(host, game.table, ann.id, "Anna")
        assert [member.name for member in store.phones.find_members(host, game.table)] == ["Anna"]

    def test_a_game_names_the_phones_that_entered_something_and_the_one_that_asks(
        self, store: Store, host: str, game: StoredGame, comes: Any
    ) -> None:
        ann = game.people[0]
        phone, gone = comes("second", person=ann.id), comes("third", name="Tablet")
        comes("fourth", name="Cas")
        enters(store, phone, game, "a")
        enters(store, gone, game, "b")
        store.phones.leave(gone, game.table)
        found = store.games.find(host, game.table, game.id)
        assert found is not None
        assert found.phones == {host: "", phone: "Ann", gone: "Tablet"}


class TestGoing:
    def test_a_removed_phone_is_a_stranger(
        self, store: Store, host: str, game: StoredGame, comes: Any
    ) -> None:
        phone = comes("second")
        store.phones.remove(host, game.table, phone)
        assert roles(store, host, game.table) == {host: HOST}
        assert (
            store.tables.find(phone, game.table)
            is store.games.find(phone, game.table, game.id)
            is None
        )
        assert store.tables.find_all(phone) == store.games.find_all(phone, game.table) == ()
        assert (
            store.games.find_latest(phone, 9) == tuple(store.games.export(phone, game.table)) == ()
        )
        assert store.phones.find_members(phone, game.table) == ()
        with pytest.raises(Unknown):
            enters(store, phone, game)

    def test_it_comes_back_by_the_new_link_and_not_by_the_old(
        self, store: Store, host: str, table: str, comes: Any
    ) -> None:
        phone, old = comes("second"), store.invitations.find_all(host, table)
        store.phones.remove(host, table, phone)
        for made in old.values():
            assert store.invitations.find(made.code) is None
            with pytest.raises(Unknown):
                store.phones.join(phone, made.link)
        assert roles(store, host, table) == {host: HOST}
        assert comes("second", ONLOOKER) == phone
        assert roles(store, host, table) == {host: HOST, phone: ONLOOKER}

    def test_nobody_else_removes_anybody(
        self, store: Store, database: str, host: str, table: str, comes: Any
    ) -> None:
        phone, other, stranger = comes("second"), comes("third"), store.phones.remember("stranger")
        before = everything(database)
        for who, whom in [
            (phone, other), (phone, host), (phone, phone), (stranger, phone), (host, host),
            (host, stranger), *((host, odd) for odd in ODD),
        ]:  # fmt: skip
            with pytest.raises(Unknown):
                store.phones.remove(who, table, whom)
        assert everything(database) == before

    def test_who_leaves_can_come_back_by_the_same_link(
        self, store: Store, host: str, table: str, comes: Any
    ) -> None:
        phone, link = comes("second"), links(store, host, table)[PLAYER]
        store.phones.leave(phone, table)
        assert store.tables.find(phone, table) is None
        with pytest.raises(Unknown):
            store.phones.leave(phone, table)
        store.phones.join(phone, link)
        assert roles(store, host, table) == {host: HOST, phone: PLAYER}

    def test_a_host_does_not_leave_and_a_stranger_cannot(
        self, store: Store, database: str, host: str, table: str
    ) -> None:
        stranger = store.phones.remember("stranger")
        before = everything(database)
        for who, where in [(host, table), (stranger, table), *((host, odd) for odd in ODD)]:
            with pytest.raises(Unknown):
                store.phones.leave(who, where)
        assert everything(database) == before

    def test_nothing_stays_of_a_phone_that_entered_nothing(
        self, store: Store, database: str, host: str, game: StoredGame, comes: Any
    ) -> None:
        phone, entered = comes("second"), comes("third")
        enters(store, entered, game)
        for goes in (
            lambda: store.phones.leave(phone, game.table),
            lambda: store.phones.remove(host, game.table, phone),
        ):
            goes()
            kept = [row.phone for row in found(database, schema.members)]
            assert sorted(kept) == sorted([host, entered])
            comes("second")
        for goes in (
            lambda: store.phones.leave(entered, game.table),
            lambda: store.phones.remove(host, game.table, entered),
        ):
            goes()
            assert entered in [row.phone for row in found(database, schema.members)]
            comes("third")

    def test_what_a_phone_entered_outlives_its_leaving(
        self, store: Store, host: str, game: StoredGame, comes: Any
    ) -> None:
        phone = comes("second", name="Tablet")
        after = enters(store, phone, game)
        store.phones.leave(phone, game.table)
        assert store.games.find(host, game.table, game.id) == after


class TestInvitingAnew:
    def test_the_old_ones_invite_nobody(self, store: Store, host: str, table: str) -> None:
        old = store.invitations.find_all(host, table)
        store.invitations.renew(host, table)
        new = store.invitations.find_all(host, table)
        for role in (PLAYER, ONLOOKER):
            assert (
                store.invitations.find(old[role].link)
                is store.invitations.find(old[role].code)
                is None
            )
            assert (
                store.invitations.find(new[role].link)
                == store.invitations.find(new[role].code)
                is not None
            )

    def test_only_its_host_does_that(
        self, store: Store, database: str, host: str, table: str, comes: Any
    ) -> None:
        others = [comes("second"), comes("third", ONLOOKER), store.phones.remember("stranger")]
        before = everything(database)
        for who, where in [*((other, table) for other in others), *((host, odd) for odd in ODD)]:
            with pytest.raises(Unknown):
                store.invitations.renew(who, where)
        assert everything(database) == before


def writing(store: Store, game: StoredGame) -> dict[str, Callable[[str], object]]:
    """Everything with which a phone writes at a table that is there."""
    table, ann = game.table, game.people[0].id
    nothing = Bundle(())
    return {
        "enter": lambda who: enters(store, who, game, f"by-{who}"),
        "start_game": lambda who: store.games.start(who, "one-brain", {}, NAMES, table),
        "import_games": lambda who: store.imports.add(who, nothing, lambda *_: False, table),
        "rename": lambda who: store.people.rename(who, table, ann, "Anna"),
        "teach": lambda who: store.lessons.teach(who, table, "the-game", {"47": "skull"}),
        "call": lambda who: store.nicknames.give(who, table, "the-game", {"game": "Cards"}),
    }


class TestClosing:
    def test_the_same_people_begin_anew_where_their_table_is_closed(
        self, store: Store, host: str, game: StoredGame
    ) -> None:
        names = [person.name for person in game.people]
        assert store.games.start(host, "the-game", {}, names).table == game.table
        store.tables.close(host, game.table)
        assert store.games.start(host, "the-game", {}, names).table != game.table

    def test_nobody_writes_at_a_closed_table_until_it_is_opened(
        self, store: Store, database: str, host: str, game: StoredGame, comes: Any
    ) -> None:
        player, onlooker = comes("second"), comes("third", ONLOOKER)
        stranger = store.phones.remember("stranger")
        store.tables.close(host, game.table)
        before = everything(database)
        for write in writing(store, game).values():
            for who, refused in [
                (host, Closed), (player, Closed), (onlooker, Unknown), (stranger, Unknown)
            ]:  # fmt: skip
                with pytest.raises((Closed, Unknown)) as caught:
                    write(who)
                assert caught.type in (refused, Unknown if who == onlooker else refused)
        assert everything(database) == before
        store.tables.close(host, game.table, closed=False)
        for write in writing(store, game).values():
            for who in (host, player):
                write(who)
            for who in (onlooker, stranger):
                with pytest.raises(Unknown):
                    write(who)

    def test_all_of_them_read_on(
        self, store: Store, host: str, game: StoredGame, comes: Any
    ) -> None:
        player = comes("second")
        after = enters(store, player, game)
        store.tables.close(host, game.table)
        for who in (host, player):
            found = store.tables.find(who, game.table)
            assert found is not None
            assert (found.closed, found.writes) == (True, False)
            read = store.games.find(who, game.table, game.id)
            assert read is not None
            assert read == after
            assert (read.closed, read.writes) == (True, False)
            assert [each.id for each in store.games.find_all(who, game.table)] == [game.id]
            assert tuple(store.games.export(who, game.table)) == (after,)
            assert len(store.phones.find_members(who, game.table)) == 2

    def test_phones_are_called_removed_and_leave_all_the_same(
        self, store: Store, host: str, table: str, comes: Any
    ) -> None:
        first, second = comes("second"), comes("third")
        store.tables.close(host, table)
        store.phones.rename(first, table, first, "Mine", None)
        store.phones.remove(host, table, first)
        store.phones.leave(second, table)
        store.invitations.renew(host, table)
        assert roles(store, host, table) == {host: HOST}
        assert [store.invitations.find(link) for link in links(store, host, table).values()] == [
            None
        ] * 2

    def test_the_links_of_before_invite_again_when_it_is_open(
        self, store: Store, host: str, table: str
    ) -> None:
        link = links(store, host, table)[PLAYER]
        store.tables.close(host, table)
        store.tables.close(host, table)
        store.tables.close(host, table, closed=False)
        assert store.phones.join(store.phones.remember("second"), link) == table

    def test_only_its_host_closes_and_opens_it(
        self, store: Store, database: str, host: str, table: str, comes: Any
    ) -> None:
        others = [comes("second"), comes("third", ONLOOKER), store.phones.remember("stranger")]
        for is_closed in (True, False):
            before = everything(database)
            for who in others:
                with pytest.raises(Unknown):
                    store.tables.close(who, table, is_closed)
            for odd in ODD:
                with pytest.raises(Unknown):
                    store.tables.close(host, odd, is_closed)
            assert everything(database) == before
            store.tables.close(host, table)


class TestDeleting:
    def test_it_is_gone_for_everybody(
        self, store: Store, host: str, game: StoredGame, comes: Any
    ) -> None:
        player = comes("second")
        store.tables.delete(host, game.table)
        for who in (host, player):
            assert store.tables.find_all(who) == store.phones.find_members(who, game.table) == ()
            assert (
                store.tables.find(who, game.table)
                is store.games.find(who, game.table, game.id)
                is None
            )
            assert store.invitations.find_all(who, game.table) == {}
            for write in writing(store, game).values():
                with pytest.raises(Unknown):
                    write(who)
        assert store.tables.find_watched(game.table) is None

    def test_its_host_sees_it_among_the_deleted(
        self, store: Store, host: str, game: StoredGame, comes: Any
    ) -> None:
        player = comes("second")
        assert store.tables.find_deleted(host) == ()
        store.tables.delete(host, game.table)
        [gone] = store.tables.find_deleted(host)
        assert (gone.table.id, gone.table.people) == (game.table, game.people)
        assert store.tables.find_deleted(player) == ()

    def test_the_latest_comes_first(self, store: Store, host: str) -> None:
        ids = [store.games.start(host, "the-game", {}, [name]).table for name in ("A", "B", "C")]
        for table in (ids[1], ids[2], ids[0]):
            store.tables.delete(host, table)
        deleted = [gone.table.id for gone in store.tables.find_deleted(host)]
        assert deleted == [ids[0], ids[2], ids[1]]

    def test_restored_it_is_as_it_was(
        self, store: Store, database: str, host: str, game: StoredGame, comes: Any
    ) -> None:
        comes("second", name="Tablet")
        onlooker, left, removed = comes("third", ONLOOKER), comes("fourth"), comes("fifth")
        store.phones.leave(left, game.table)
        store.phones.remove(host, game.table, removed)
        after = enters(store, host, game)
        before = everything(database)
        store.tables.delete(host, game.table)
        store.tables.restore(host, game.table)
        restored = everything(database)
        touched = [before.pop("tables"), restored.pop("tables")]
        assert restored == before
        assert [rows[0][:3] for rows in touched] == [(game.table, None, touched[0][0][2])] * 2
        assert store.tables.find_deleted(host) == ()
        assert store.games.find(onlooker, game.table, game.id) == after
        assert store.tables.find(left, game.table) is store.tables.find(removed, game.table) is None

    def test_a_closed_one_is_closed_again(self, store: Store, host: str, table: str) -> None:
        store.tables.close(host, table)
        store.tables.delete(host, table)
        store.tables.restore(host, table)
        found = store.tables.find(host, table)
        assert found is not None
        assert found.closed

    @pytest.mark.parametrize("late", [-1, 0, 1], ids=["a day less a moment", "a day", "later"])
    def test_it_can_be_had_back_for_a_day(
        self, store: Store, host: str, table: str, clock: Clock, late: int
    ) -> None:
        store.tables.delete(host, table)
        [gone] = store.tables.find_deleted(host)
        clock.now = gone.deleted_at + DAY + late
        # Asking for it takes a moment of the store's own time, which never stands still.
        store.database._last_moment = clock.now - 1
        if late < 0:
            store.tables.restore(host, table)
            assert store.tables.find(host, table)
            return
        for act in (store.tables.restore, store.tables.forget):
            with pytest.raises(Unknown):
                act(host, table)
        assert store.tables.find_deleted(host) == ()
        assert store.tables.find(host, table) is None

    def test_nobody_else_has_it_back_or_forgets_it(
        self, store: Store, database: str, host: str, table: str, comes: Any
    ) -> None:
        others = [comes("second"), comes("third", ONLOOKER), store.phones.remember("stranger")]
        for is_deleted in (False, True):
            before = everything(database)
            for act in (store.tables.restore, store.tables.forget):
                who = others if is_deleted else [*others, host]
                for phone in who:
                    with pytest.raises(Unknown):
                        act(phone, table)
                for odd in ODD:
                    with pytest.raises(Unknown):
                        act(host, odd)
            assert everything(database) == before
            if not is_deleted:
                store.tables.delete(host, table)

    def test_only_its_host_deletes_it_and_only_once(
        self, store: Store, database: str, host: str, table: str, comes: Any
    ) -> None:
        others = [comes("second"), comes("third", ONLOOKER), store.phones.remember("stranger")]
        before = everything(database)
        for who, where in [*((other, table) for other in others), *((host, odd) for odd in ODD)]:
            with pytest.raises(Unknown):
                store.tables.delete(who, where)
        assert everything(database) == before
        store.tables.delete(host, table)
        before = everything(database)
        with pytest.raises(Unknown):
            store.tables.delete(host, table)
        assert everything(database) == before

    def test_forgotten_it_is_gone_for_good(
        self, store: Store, database: str, host: str, game: StoredGame, comes: Any
    ) -> None:
        player = comes("second")
        other = store.games.start(host, "the-game", {}, ["Cas"])
        enters(store, player, game)
        store.lessons.teach(host, game.table, "the-game", {"47": "skull"})
        store.tables.delete(host, game.table)
        store.tables.forget(host, game.table)
        kept = everything(database)
        assert [row[0] for row in kept["tables"]] == [other.table]
        assert game.table not in repr(kept)
        for act in (store.tables.forget, store.tables.restore):
            with pytest.raises(Unknown):
                act(host, game.table)
        assert store.games.find(host, other.table, other.id) == other


class TestPurging:
    """The clock stands still but where a test sets it, and the server looks when it is told to."""

    @pytest.fixture
    def looks(self, store: Store, clock: Clock) -> Callable[..., list[Purged]]:
        """So many looks at what is too old, each so long after the one before."""

        def look(times: int, after: int = DAY) -> list[Purged]:
            found = []
            for _ in range(times):
                clock.now += after
                found.append(store.expiry.purge(400))
            return found

        return look

    def test_a_table_nobody_touched_for_so_many_days_is_marked_and_goes_a_week_later(
        self, store: Store, host: str, clock: Clock, looks: Callable[..., list[Purged]]
    ) -> None:
        old = store.games.start(host, "the-game", {}, ["Ann"])
        watched = store.tables.find_watched(old.table)
        assert watched is not None
        clock.now = watched.moment + 400 * DAY
        assert store.expiry.purge(400) == Purged(0, 0, 0, 1)
        assert looks(1, 1) == [Purged(1, 0, 0, 1)]
        assert looks(20, DAY // 3) == [Purged(0, 0, 0, 1)] * 20
        assert store.tables.find(host, old.table) is not None
        assert looks(1) == [Purged(0, 1, 0, 1)]
        assert store.tables.find(host, old.table) is None

    def test_others_stay(
        self, store: Store, host: str, clock: Clock, looks: Callable[..., list[Purged]]
    ) -> None:
        old = store.games.start(host, "the-game", {}, ["Ann"])
        kept = store.games.start(host, "the-game", {}, ["Ben"])
        clock.now += 399 * DAY
        store.people.rename(host, kept.table, kept.people[0].id, "Benno")
        assert [purged.removed for purged in looks(10)] == [0] * 8 + [1, 0]
        assert store.tables.find(host, old.table) is None
        assert [table.id for table in store.tables.find_all(host)] == [kept.table]

    def test_who_plays_on_takes_the_mark_away(
        self, store: Store, host: str, looks: Callable[..., list[Purged]]
    ) -> None:
        old = store.games.start(host, "the-game", {}, ["Ann"])
        assert looks(1, 401 * DAY)[0].marked == 1
        looks(6)
        store.games.start(host, "the-game", {}, ["Ann"], old.table)
        assert looks(3) == [Purged(0, 0, 0, 1)] * 3
        assert looks(1, 401 * DAY) == [Purged(1, 0, 0, 1)]
        assert looks(6) == [Purged(0, 0, 0, 1)] * 6

    @pytest.mark.parametrize("tables", [1, 3, 4, 9])
    def test_no_jump_of_the_clock_removes_anything(
        self, store: Store, host: str, clock: Clock, tables: int
    ) -> None:
        """Neither a table that is played at, nor one that its host has just deleted."""
        games = [store.games.start(host, "the-game", {}, [f"Ann {n}"]) for n in range(tables)]
        gone = store.games.start(host, "the-game", {}, ["Ben"])
        store.tables.delete(host, gone.table)
        right = clock.now
        for jump in (HOUR, DAY + HOUR, 401 * DAY, 4000 * DAY):
            for ahead in (jump, 0, jump, -jump, 0, -jump, jump, 0):
                clock.now = right + ahead
                for _ in range(3):
                    clock.now += HOUR
                    assert store.expiry.purge(400).removed == 0
        clock.now = right
        assert {table.id for table in store.tables.find_all(host)} == {game.table for game in games}
        assert [each.table.id for each in store.tables.find_deleted(host)] == [gone.table]
        for _ in range(7):  # a week long nobody sees that the clock is wrong
            clock.now += DAY
            store.expiry.purge(0)
        assert {table.id for table in store.tables.find_all(host)} == {game.table for game in games}

    def test_a_mark_of_a_clock_that_was_ahead_is_worth_nothing(
        self, store: Store, host: str, clock: Clock, looks: Callable[..., list[Purged]]
    ) -> None:
        store.games.start(host, "the-game", {}, ["Ann"])
        looks(1, 401 * DAY)
        looks(6)
        clock.now -= 5 * DAY  # of these six it had not seen five
        assert looks(1) == [Purged(1, 0, 0, 1)]
        assert [purged.removed for purged in looks(7)] == [0] * 6 + [1]

    def test_most_of_all_tables_never_go_together(
        self, store: Store, host: str, looks: Callable[..., list[Purged]],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        lines: list[tuple[int, Any]] = []
        monkeypatch.setattr(
            server_log, "write", lambda level, event, told: lines.append((level, told))
        )
        games = [store.games.start(host, "the-game", {}, [f"Ann {n}"]) for n in range(6)]
        assert looks(1, 401 * DAY) == [Purged(0, 0, 6, 6)]
        assert looks(20) == [Purged(0, 0, 6, 6)] * 20
        assert lines == [(logging.WARNING, {"old": 6, "tables": 6})] * 21
        lines.clear()
        for game in games[:3]:
            store.games.start(host, "the-game", {}, ["Ann"], game.table)
        found = looks(8)
        assert found == [Purged(3, 0, 0, 6), *[Purged(0, 0, 0, 6)] * 6, Purged(0, 3, 0, 6)]
        assert lines == [
            (logging.INFO, {"marked": 3, "removed": 0}),
            (logging.INFO, {"marked": 0, "removed": 3}),
        ]
        assert len(store.tables.find_all(host)) == 3

    def test_at_once_all_that_are_too_old_go(self, store: Store, host: str, clock: Clock) -> None:
        for number in range(6):
            store.games.start(host, "the-game", {}, [f"Ann {number}"])
        clock.now += 401 * DAY
        new = store.games.start(host, "the-game", {}, ["Ben"])
        assert store.expiry.purge(400, at_once=True) == Purged(0, 6, 0, 7)
        assert [table.id for table in store.tables.find_all(host)] == [new.table]

    def test_what_hosts_delete_goes_two_days_later_however_many_they_are(
        self, store: Store, host: str, clock: Clock, looks: Callable[..., list[Purged]]
    ) -> None:
        for number in range(6):
            game = store.games.start(host, "the-game", {}, [f"Ann {number}"])
            store.tables.delete(host, game.table)
        [*_, gone] = [each.deleted_at for each in store.tables.find_deleted(host)][::-1]
        clock.now = gone + DAY - 1
        store.database._last_moment = clock.now
        assert store.expiry.purge(400).marked == 5
        assert looks(1, 1) == [Purged(1, 0, 0, 0)]
        assert looks(2, DAY - 1) == [Purged(0, 5, 0, 0), Purged(0, 1, 0, 0)]

    def test_nothing_of_it_stays(
        self, store: Store, database: str, host: str, game: StoredGame, comes: Any, clock: Clock
    ) -> None:
        enters(store, comes("second", person=game.people[0].id), game)
        clock.now += 401 * DAY
        assert store.expiry.purge(400, at_once=True).removed == 1
        assert {name for name, rows in everything(database).items() if rows} == {"eras"}

    def test_phones_go_that_are_nowhere_and_were_made_a_day_ago(
        self,
        store: Store,
        database: str,
        host: str,
        game: StoredGame,
        clock: Clock,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(expiry, "UNUSED_PHONES", expiry.UNUSED_PHONES.limit(2))
        monkeypatch.setattr(expiry, "BATCH", 2)
        entered, link = store.phones.remember("entered"), links(store, host, game.table)[PLAYER]
        store.phones.join(entered, link)
        enters(store, entered, game)
        store.phones.leave(entered, game.table)
        for number in range(5):
            store.phones.remember(f"nowhere {number}")
        clock.now += DAY
        new = store.phones.remember("new")
        store.expiry.purge(400)
        assert {row.id for row in found(database, schema.phones)} > {host, entered, new}
        clock.now += HOUR
        store.expiry.purge(400)
        assert {row.id for row in found(database, schema.phones)} == {host, entered, new}
        assert [row.phone for row in found(database, schema.entries)] == [entered]

    def test_a_phone_that_is_gone_joins_nothing(
        self, store: Store, host: str, table: str, clock: Clock
    ) -> None:
        gone = store.phones.remember("gone")
        clock.now += 2 * DAY
        store.expiry.purge(400)
        with pytest.raises(Unknown):
            store.phones.join(gone, links(store, host, table)[PLAYER])
        again = store.phones.remember("gone")
        store.phones.join(again, links(store, host, table)[PLAYER])
        assert set(roles(store, host, table)) == {host, again}

    def test_it_is_looked_at_once_an_hour_and_when_the_clock_was_set(
        self, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        looked: list[int] = []
        monkeypatch.setattr(store.expiry, "purge", lambda untouched: looked.append(untouched))
        for after, looks in [(0, 1), (HOUR - 1, 1), (1, 2), (-1, 3), (0, 3), (-DAY, 4), (DAY, 5)]:
            clock.now += after
            store.expiry.purge_hourly(400)
            assert len(looked) == looks


class TestClockThatGoesBack:
    @pytest.mark.parametrize("restarted", [False, True])
    def test_the_newest_lesson_counts(
        self, store: Store, host: str, game: StoredGame, clock: Clock, restarted: bool
    ) -> None:
        for number, back in enumerate((0, HOUR, DAY, 401 * DAY)):
            clock.now -= back
            if restarted:
                store.database._last_moment = 0  # as of another process
            for carries in ("skull", "silence"):
                taught = Verdict(Answer.RECORDED, taught={"47": carries})
                another = store.games.start(host, "the-game", {}, NAMES, game.table)
                submission = Submission(f"a{number}{carries}", host, 0, FACTS)
                store.submissions.enter(
                    host, game.table, another.id, submission, lambda now, said=taught: said
                )
                assert merge_lessons(store.lessons.find_all(host, game.table, "the-game")) == {
                    "47": carries
                }


class TestWatching:
    def test_a_table_tells_when_it_was_touched_and_what_each_phone_may(
        self, store: Store, host: str, table: str, comes: Any
    ) -> None:
        player, onlooker, gone = comes("second"), comes("third", ONLOOKER), comes("fourth")
        store.phones.leave(gone, table)
        for is_closed in (False, True):
            store.tables.close(host, table, is_closed)
            watched = store.tables.find_watched(table)
            assert watched is not None
            assert watched.closed is is_closed
            assert watched.roles == {host: HOST, player: PLAYER, onlooker: ONLOOKER}
            assert store.tables.find_touched(watched.moment) == {table: watched.moment}
            assert store.tables.find_touched(watched.moment + 1) == {}

    def test_nothing_is_known_of_one_that_is_not_there(self, store: Store, table: str) -> None:
        assert store.tables.find_watched(table)
        for odd in ("nowhere", *ODD):
            assert store.tables.find_watched(odd) is None, ascii(odd)

    def test_a_deleted_one_is_among_the_touched(self, store: Store, host: str, table: str) -> None:
        watched = store.tables.find_watched(table)
        assert watched is not None
        store.tables.delete(host, table)
        assert set(store.tables.find_touched(watched.moment + 1)) == {table}

    @pytest.mark.parametrize("turn", [0, 1, -10_000, 10_000], ids="a clock by {}".format)
    def test_each_change_is_later_whatever_the_clock_says(
        self, store: Store, host: str, game: StoredGame, clock: Clock, comes: Any, turn: int
    ) -> None:
        moments = []
        for act in changes(store, host, game, comes):
            clock.now += turn
            store.database._last_moment = 0  # as of another process
            act()
            [(touched, moment)] = store.tables.find_touched(0).items()
            assert touched == game.table
            moments.append(moment)
        assert len(moments) == 17
        assert all(later > earlier for earlier, later in itertools.pairwise(moments))

    def test_it_is_heard_once_after_each_change_is_there(
        self, store: Store, host: str, game: StoredGame, comes: Any
    ) -> None:
        heard: list[tuple[str, int]] = []

        def hear(table: str) -> None:
            heard.append((table, store.tables.find_touched(0)[table]))

        store.database.on_change = hear
        for count, act in enumerate(changes(store, host, game, comes), 1):
            act()
            assert len(heard) == count
            assert heard[-1] == (game.table, store.tables.find_touched(0)[game.table])
        assert len({moment for _table, moment in heard}) == len(heard)

    def test_what_is_refused_is_not_heard(
        self, store: Store, host: str, game: StoredGame, comes: Any
    ) -> None:
        onlooker = comes("second", ONLOOKER)
        heard: list[str] = []
        store.database.on_change = heard.append
        for act in (
            store.tables.close,
            store.tables.delete,
            store.invitations.renew,
            store.tables.restore,
        ):
            with pytest.raises(Unknown):
                act(onlooker, game.table)
        for write in writing(store, game).values():
            with pytest.raises(Unknown):
                write(onlooker)
        with pytest.raises(Unknown):
            store.phones.join(onlooker, "nowhere")
        assert heard == []

    def test_what_is_not_committed_is_not_heard(self, store: Store, host: str, table: str) -> None:
        heard: list[str] = []
        store.database.on_change = heard.append

        def fail(connection: object) -> None:
            raise OSError("disk full")

        event.listen(store.database._writer, "commit", fail)
        with pytest.raises(OSError, match="disk full"):
            store.tables.close(host, table)
        event.remove(store.database._writer, "commit", fail)
        assert heard == []
        store.tables.close(host, table)
        assert heard == [table]


def changes(
    store: Store, host: str, game: StoredGame, comes: Callable[..., str]
) -> list[Callable[[], object]]:
    """Every way in which a table that is there is changed, one after the other."""
    table, second = game.table, store.phones.remember("second")
    return [
        *(lambda write=write: write(host) for write in writing(store, game).values()),
        lambda: comes("second"),
        lambda: store.phones.rename(host, table, second, "Tablet", None),
        lambda: store.phones.leave(second, table),
        lambda: comes("second"),
        lambda: store.phones.remove(host, table, second),
        lambda: store.invitations.renew(host, table),
        lambda: store.tables.close(host, table),
        lambda: store.tables.close(host, table, closed=False),
        lambda: store.tables.delete(host, table),
        lambda: store.tables.restore(host, table),
        lambda: enters(store, host, game, "last"),
    ]


@pytest.mark.unmade
class TestMigration:
    def test_a_database_from_before_there_were_names_keeps_everything(
        self, store: Store, database: str
    ) -> None:
        if database.startswith("sqlite"):
            Path(str(make_url(database).database)).parent.mkdir()
        engine = create_engine(database)
        with engine.begin() as connection:
            command.upgrade(migrations.configuration(connection), "0004")
            old = MetaData()
            old.reflect(connection)
            assert "invitations" not in old.tables
            for name, row in OLD:
                connection.execute(insert(old.tables[name]), row)
        engine.dispose()
        store.database.upgrade()
        kept = everything(database)
        engine = create_engine(database)
        with engine.connect() as connection:
            for name, row in OLD:
                now = schema.METADATA.tables[NOW.get(name, name)]
                columns = [now.c[column] for column in row]
                found = [tuple(each) for each in connection.execute(select(*columns))]
                assert tuple(row.values()) in found, name
        engine.dispose()
        assert {name: len(rows) for name, rows in kept.items() if rows} == {
            "tables": 1, "phones": 2, "members": 2, "people": 1, "games": 1, "seats": 1,
            "entries": 1, "lessons": 1, "nicknames": 1, "results": 1, "answers": 1, "eras": 1,
        }  # fmt: skip

    def test_such_a_table_invites_nobody_until_its_host_asks(
        self, store: Store, database: str
    ) -> None:
        self.test_a_database_from_before_there_were_names_keeps_everything(store, database)
        assert roles(store, "host", "table") == {"host": HOST, "guest": PLAYER}
        assert [member.name for member in store.phones.find_members("guest", "table")] == ["", ""]
        assert store.invitations.find_all("host", "table") == {}
        game = store.games.find("guest", "table", "game")
        assert game is not None
        assert (game.people, len(game.log)) == ((Person("person", "Ann"),), 1)
        assert len(enters(store, "guest", game, "b").log) == 2
        with pytest.raises(Unknown):
            store.invitations.renew("guest", "table")
        store.invitations.renew("host", "table")
        phone = store.phones.remember("second")
        assert store.phones.join(phone, links(store, "guest", "table")[PLAYER]) == "table"
        store.tables.delete("host", "table")
        store.tables.restore("host", "table")
        assert set(roles(store, "host", "table")) == {"host", "guest", phone}


NOW = {"refusals": "answers"}
"""What is called otherwise by now."""
OLD: list[tuple[str, dict[str, Any]]] = [
    ("tables", {"id": "table", "name": "Sunday", "made_at": 1, "touched_at": 2}),
    ("phones", {"id": "host", "secret_hash": "hash", "made_at": 1}),
    ("phones", {"id": "guest", "secret_hash": "other hash", "made_at": 1}),
    ("members", {"table": "table", "phone": "host", "role": HOST}),
    ("members", {"table": "table", "phone": "guest", "role": PLAYER}),
    ("people", {"id": "person", "table": "table", "name": "Ann", "made_at": 1}),
    (
        "games",
        {"id": "game", "table": "table", "slug": "the-game", "options": {}, "made_at": 1},
    ),
    ("seats", {"game": "game", "number": 0, "person": "person"}),
    (
        "entries",
        {"game": "game", "place": 1, "id": "a", "phone": "guest", "at": 1, "seen": 0,
         "kind": "card-played", "facts": {"card": 47, "pile": "up-1"}},
    ),
    ("refusals", {"game": "game", "id": "r", "facts": {"kind": "x"}, "rules": ["pile-direction"]}),
    ("results", {"game": "game", "place": 1, "version": 1, "summary": {"left": 3}}),
    (
        "lessons",
        {"table": "table", "slug": "the-game", "card": "47", "game": "game", "carries": "skull",
         "at": 1},
    ),
    ("nicknames", {"table": "table", "slug": "the-game", "thing": "game", "word": "Cards"}),
]  # fmt: skip
"""A table with everything that version 4 of the database could hold."""
