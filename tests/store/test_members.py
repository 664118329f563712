"""The phones at a table: how they come, by which secrets, what they may, and how they go."""

import base64
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from companion.engine.table import HOST, ONLOOKER, PLAYER, Crowded, StoredGame, Unknown
from companion.store.store import Store
from companion.store.tables import join_codes
from companion.store.tables.expiry import DAY
from companion.store.tables.join_codes import CODE, SYMBOLS
from tests.store.tables import (
    ODD,
    Clock,
    Comes,
    enter,
    everything,
    find_game,
    join,
    links,
    nothing_changes,
    roles,
)
from tests.support.databases import KEY, on_both


def members(store: Store, phone: str, table: str) -> dict[str, tuple[str, str | None]]:
    """What each phone at the table is called, and which person it is of."""
    return {
        each.phone: (each.name, each.person) for each in store.phones.find_members(phone, table)
    }


class TestJoining:
    def test_who_starts_a_table_hosts_it(self, store: Store, phone: str, game: StoredGame) -> None:
        [member] = store.phones.find_members(phone, game.table)
        assert (member.phone, member.role, member.name, member.person) == (phone, HOST, "", None)
        assert abs(datetime.now(UTC) - member.joined_at) < timedelta(minutes=1)
        asked = store.invitations.find_all(phone, game.table)
        assert set(asked) == {PLAYER, ONLOOKER}
        assert len({said for made in asked.values() for said in (made.link, made.code)}) == 4
        for role, made in asked.items():
            for secret in (made.link, made.code):
                inviting = store.invitations.find(secret)
                assert inviting is not None
                assert (inviting.link, inviting.table.id) == (made.link, game.table)
                assert (inviting.table.role, inviting.table.people) == (role, game.people)

    def test_by_the_link_and_not_by_the_code_a_phone_is_there(
        self, store: Store, phone: str, stranger: str, game: StoredGame, comes: Comes
    ) -> None:
        for made in store.invitations.find_all(phone, game.table).values():
            with pytest.raises(Unknown):
                store.phones.join(stranger, made.code)
        for role in (PLAYER, ONLOOKER):
            came = comes(role, role, name="Oma’s tablet")
            found = store.tables.find(came, game.table)
            assert found is not None
            assert (found.role, found.hosts, found.writes) == (role, False, role == PLAYER)
            assert find_game(store, came, game) == find_game(store, phone, game)
        assert set(roles(store, phone, game.table).values()) == {HOST, PLAYER, ONLOOKER}

    def test_the_best_role_stays(self, store: Store, phone: str, table: str, comes: Comes) -> None:
        for first, then, in_the_end in (
            (ONLOOKER, PLAYER, PLAYER),
            (PLAYER, ONLOOKER, PLAYER),
            (ONLOOKER, ONLOOKER, ONLOOKER),
        ):
            came = comes(f"{first} {then}", first, name="Ben’s")
            assert comes(f"{first} {then}", then) == came
            assert roles(store, phone, table)[came] == in_the_end, (first, then)
        before = store.phones.find_members(phone, table)
        for role in (PLAYER, ONLOOKER):
            assert comes("secret", role) == phone
            assert store.phones.find_members(phone, table) == before, role

    def test_it_is_renamed(self, store: Store, phone: str, game: StoredGame, comes: Comes) -> None:
        anna, ben = (person.id for person in game.people)
        for said, called in (
            ({"name": "Tablet"}, ("Tablet", None)),
            ({"person": anna}, ("Anna", anna)),
            ({}, ("Anna", anna)),
            ({"person": ben}, ("Ben", ben)),
            ({"name": "Phone"}, ("Phone", None)),
        ):
            came = comes("second", **said)
            assert members(store, phone, game.table)[came] == called, said

    @on_both
    def test_odd_links_are_none(self, store: Store, phone: str, table: str) -> None:
        stored = {part for row in everything(store)["invitations"] for part in row}
        with nothing_changes(store):
            for link in (*ODD, "A" * 22, "K7QM3XRV", *stored):
                assert store.invitations.find(link) is None, ascii(link)
                with pytest.raises(Unknown):
                    store.phones.join(phone, link)

    def test_24_phones_have_room_and_a_25th_has_not(
        self, store: Store, phone: str, stranger: str, table: str, comes: Comes
    ) -> None:
        there = [comes(f"phone {number}", ONLOOKER) for number in range(23)]
        assert len(store.phones.find_members(phone, table)) == 24
        with pytest.raises(Crowded):
            comes("one too many")
        assert comes("phone 3") == there[3]
        assert roles(store, phone, table)[there[3]] == PLAYER
        store.phones.leave(there[5], table)
        late = comes("one too many")
        with pytest.raises(Crowded):
            comes("phone 5")
        with pytest.raises(Crowded):
            store.phones.go_back(there[5], table)
        assert set(roles(store, phone, table)) == {phone, late, *there} - {there[5]}

    @on_both
    def test_many_come_at_once(self, store: Store, phone: str, table: str, comes: Comes) -> None:
        def tries(number: int) -> bool:
            try:
                comes(f"phone {number}")
            except Crowded:
                return False
            return True

        with ThreadPoolExecutor(8) as threads:
            [came] = set(threads.map(lambda _: comes("phone 0"), range(8)))
            assert roles(store, phone, table) == {phone: HOST, came: PLAYER}
            assert sum(threads.map(tries, range(30))) == 23
        assert len(store.phones.find_members(phone, table)) == 24


def test_a_host_gives_way(store: Store, phone: str, game: StoredGame, comes: Comes) -> None:
    """Only who may enter, and nobody after that one."""
    table, anna = game.table, game.people[0].id
    store.phones.rename(phone, table, phone, "", anna)
    for _ in range(2):
        store.phones.give_way(phone, table, "cards.example")
        onlooker = comes("onlooker", ONLOOKER)
        first, second = comes("first", person=anna), comes("second")
        store.phones.give_way(second, table, "nobody")
        assert roles(store, phone, table) == {
            phone: PLAYER, onlooker: ONLOOKER, first: HOST, second: PLAYER,
        }  # fmt: skip
        said = members(store, phone, table)
        assert said[phone] == ("cards.example", None)
        assert said[first] == ("Anna", anna)
    for odd in ODD:
        with pytest.raises(Unknown):
            store.phones.give_way(phone, odd, "")


class TestSecrets:
    def test_none_is_stored(self, store: Store, phone: str, table: str, comes: Comes) -> None:
        secrets = ["a phone like no other", KEY.decode()]
        comes(secrets[0])
        for _ in range(3):
            for made in store.invitations.find_all(phone, table).values():
                secrets += [made.link, made.code, join_codes.spell_code(made.code)]
            store.invitations.renew(phone, table)
        store.tables.close(phone, table)
        kept = repr(everything(store)).lower()
        assert [secret for secret in secrets if secret.lower() in kept] == []

    def test_under_another_key_no_invitation_works_or_is_shown(
        self, store: Store, database: str, phone: str, stranger: str, table: str
    ) -> None:
        other = Store(database, b"another key")
        assert other.phones.find("secret") == phone
        for made in store.invitations.find_all(phone, table).values():
            assert other.invitations.find(made.link) is other.invitations.find(made.code) is None
            with pytest.raises(Unknown):
                other.phones.join(stranger, made.link)
        assert other.invitations.find_all(phone, table) == {}
        other.invitations.renew(phone, table)
        assert all(other.invitations.find(link) for link in links(other, phone, table).values())
        assert store.invitations.find_all(phone, table) == {}
        other.close()


class TestMay:
    @on_both
    def test_nobody_does_what_is_for_others(
        self, store: Store, phone: str, stranger: str, game: StoredGame, comes: Comes
    ) -> None:
        """Players, onlookers, strangers, who has left, and ids that are none change nothing."""
        table, phones, tables = game.table, store.phones, store.tables
        player, other, onlooker = comes("second"), comes("third"), comes("fourth", ONLOOKER)
        gone = comes("fifth")
        enter(store, gone, game)
        phones.leave(gone, table)
        elsewhere = store.games.start(phone, "the-game", {}, ["Cas"]).people[0].id
        others = [player, other, onlooker, gone, stranger, "nobody"]
        hosting: list[Callable[[str, str], object]] = [
            lambda who, where: phones.remove(who, where, other),
            store.invitations.renew,
            lambda who, where: store.invitations.show(who, where, shown=True),
            tables.close,
            lambda who, where: tables.close(who, where, closed=False),
            tables.delete,
        ]
        acts: list[Callable[[], object]] = []
        for act in (*hosting, tables.restore, tables.forget):  # it is not deleted
            is_for_host = act in hosting
            acts += [partial(act, who, table) for who in (*others, *[phone] * (not is_for_host))]
            acts += [partial(act, phone, odd) for odd in ODD]
        acts += [partial(phones.leave, who, table) for who in (phone, gone, stranger)]
        acts += [partial(phones.go_back, who, table) for who in (phone, player, stranger)]
        acts += [partial(act, phone, odd) for odd in ODD for act in (phones.leave, phones.go_back)]
        acts += [partial(phones.remove, phone, table, whom) for whom in (phone, stranger, *ODD)]
        for who, whom in [
            (player, other), (player, phone), (stranger, player), (stranger, stranger),
            (gone, gone), (phone, gone), (phone, stranger), *((phone, odd) for odd in ODD),
        ]:  # fmt: skip
            acts.append(partial(phones.rename, who, table, whom, "Eve", None))
        acts += [partial(phones.rename, phone, odd, phone, "Eve", None) for odd in ODD]
        for person in (elsewhere, "nobody", *ODD[1:]):
            acts.append(partial(phones.rename, phone, table, phone, "", person))
            acts.append(partial(comes, "another secret", person=person))
        with nothing_changes(store):
            for does in acts:
                with pytest.raises(Unknown):
                    does()
        tables.delete(phone, table)
        with nothing_changes(store):
            for act in (tables.restore, tables.forget, tables.delete):
                for who in (*others, *[phone] * (act == tables.delete)):
                    with pytest.raises(Unknown):
                        act(who, table)

    def test_who_names_whom(self, store: Store, phone: str, game: StoredGame, comes: Comes) -> None:
        table, (anna, ben) = game.table, game.people
        for role in (PLAYER, ONLOOKER):
            came = comes(role, role)
            store.phones.rename(came, table, came, "Mine", None)
            assert members(store, phone, table)[came] == ("Mine", None)
        store.phones.rename(phone, table, phone, "", anna.id)
        store.phones.rename(phone, table, came, "", ben.id)
        store.people.rename(phone, table, anna.id, "Anne")
        assert members(store, came, table)[phone] == ("Anne", anna.id)
        mine = find_game(store, came, game)
        assert (mine.mine, mine.seat) == (ben.id, 1)
        store.phones.rename(phone, table, came, "", None)
        nobody = find_game(store, came, game)
        assert (nobody.mine, nobody.seat) == (None, None)

    def test_whom_it_names(self, store: Store, phone: str, game: StoredGame, comes: Comes) -> None:
        came, gone = comes("second", person=game.people[0].id), comes("third", name="Tablet")
        comes("fourth", name="Cas")
        enter(store, came, game, "a")
        after, _ = enter(store, gone, game, "b")
        store.phones.leave(gone, game.table)
        found = find_game(store, phone, game)
        assert found.phones == {phone: "", came: "Anna", gone: "Tablet"}
        assert found == after


class TestGoing:
    def test_who_comes_back(self, store: Store, phone: str, game: StoredGame, comes: Comes) -> None:
        came, table, games = comes("second"), game.table, store.games
        old = store.invitations.find_all(phone, table)
        store.phones.leave(came, table)
        assert store.tables.find(came, table) is None
        assert store.invitations.find_all(came, table) == {}
        store.phones.join(came, old[PLAYER].link)  # who has left comes back by the same link
        store.phones.remove(phone, table, came)
        assert roles(store, phone, table) == {phone: HOST}
        assert store.tables.find(came, table) is games.find(came, table, game.id) is None
        assert store.tables.find_all(came) == games.find_all(came, table) == ()
        assert games.find_latest(came, 9) == tuple(games.export(came, table)) == ()
        assert store.phones.find_members(came, table) == ()
        with pytest.raises(Unknown):
            enter(store, came, game)
        for made in old.values():  # it comes back by the new link and not by the old
            assert store.invitations.find(made.code) is None
            with pytest.raises(Unknown):
                store.phones.join(came, made.link)
        assert comes("second", ONLOOKER) == came
        assert roles(store, phone, table) == {phone: HOST, came: ONLOOKER}

    @on_both
    def test_who_has_left_goes_back_for_a_day_and_a_removed_one_does_not(
        self, store: Store, phone: str, game: StoredGame, comes: Comes, clock: Clock
    ) -> None:
        table, phones = game.table, store.phones
        onlooker, named = comes("second", ONLOOKER), comes("third", person=game.people[0].id)
        removed, late = comes("fourth"), comes("fifth")
        for who in (removed, late):
            enter(store, who, game, who)
        before = roles(store, phone, table), members(store, phone, table)[named]
        phones.remove(phone, table, removed)
        for who in (late, onlooker, named):
            phones.leave(who, table)
        clock.now += DAY - 1_000
        for who in (onlooker, named):
            [left] = phones.find_left(who)
            assert (left.id, left.people) == (table, game.people)
            phones.go_back(who, table)
            assert phones.find_left(who) == ()
        clock.now += 2_000
        for who in (removed, late):
            assert phones.find_left(who) == ()
            with pytest.raises(Unknown):
                phones.go_back(who, table)
        after = roles(store, phone, table), members(store, phone, table)[named]
        assert after == ({who: before[0][who] for who in (phone, onlooker, named)}, before[1])
        other = store.games.start(phone, "the-game", {}, ["Ann"]).table
        join(store, phone, other, "third")
        for each in (table, other):
            phones.leave(named, each)
        assert [left.id for left in phones.find_left(named)] == [other, table]
        for each in (table, other):
            store.tables.delete(phone, each)
        assert phones.find_left(named) == phones.find_left(onlooker) == ()
        with pytest.raises(Unknown):
            phones.go_back(named, table)

    def test_nothing_stays_of_a_phone_that_entered_nothing(
        self, store: Store, phone: str, game: StoredGame, comes: Comes, clock: Clock
    ) -> None:
        """Once it was removed, or has left a day ago; nobody forgets who deleted a table."""
        entered = comes("third")
        enter(store, entered, game)
        deleted = store.games.start(phone, "the-game", {}, ["Cas"]).table
        for goes in (store.phones.leave, partial(store.phones.remove, phone)):
            for called in ("second", "third"):
                came = comes(called)
                goes(*((came, game.table) if goes == store.phones.leave else (game.table, came)))
            store.tables.delete(phone, deleted)
            clock.now += DAY + 1_000
            store.expiry.purge(400)
            assert {row[1] for row in everything(store)["members"]} == {entered, phone}
            assert sum(row[0] == deleted for row in everything(store)["members"]) == 1
            deleted = store.games.start(phone, "the-game", {}, ["Cas"]).table


SECRET = b"k" * 32
SOME = [join_codes.make_invitation(SECRET, str(number)) for number in range(500)]
MADE = join_codes.make_invitation(SECRET, "0123456789abcdef")
SPOKEN = "K7QM3XRV"


def test_secrets_are_long_and_no_two_alike_but_those_of_one_number() -> None:
    """A code has eight symbols, none of which looks like another."""
    assert CODE == 8
    assert len(set(SYMBOLS)) == len(SYMBOLS) == 30
    assert not set("01OILU") & set(SYMBOLS)
    assert {len(made.code) for made in SOME} == {8}
    for place in range(CODE):
        assert {made.code[place] for made in SOME} == set(SYMBOLS), "every symbol, at every place"
    for made in SOME:
        assert re.fullmatch(r"[\w-]{22}", made.link, re.ASCII)  # as it stands in an address
        assert len(base64.urlsafe_b64decode(made.link + "==")) == 16
        assert join_codes.make_invitation(SECRET, made.number) == made
    new = [join_codes.new(SECRET) for _ in range(100)]
    for part in ("number", "link", "code"):
        assert len({getattr(made, part) for made in (*SOME, *new)}) == len(SOME) + len(new)


def test_what_was_made_and_stored_once_stays_true() -> None:
    assert (MADE.link, MADE.code) == ("gitkgRkXt9-MGkc7ibIEow", "DTQY6SXD")
    stored = "faa1fb1102bb0c6e0dea7dafc33727bd81e42b08ab48b28a4b84680098cfbf65"
    assert join_codes.hash_secret(SECRET, MADE.code) == stored


def test_small_letters_spaces_and_dashes_do_not_matter_and_anything_else_is_no_code() -> None:
    assert join_codes.spell_code(SPOKEN) == "K7QM 3XRV"
    for said in (
        SPOKEN, "k7qm3xrv", "K7QM 3XRV", "k7qm-3xrv", "K7QM\N{EN DASH}3XRV",
        "  k7 qm 3x rv\t", "K7QM\u00a03XRV", "K.7.Q.M.3.X.R.V.", "“K7QM 3XRV”",
        "k7qm\r\n3xrv", "Ｋ７ＱＭ　３ｘｒｖ",
    ):  # fmt: skip
        assert join_codes.parse_code(said) == SPOKEN, ascii(said)
    for made in SOME:
        assert join_codes.parse_code(join_codes.spell_code(made.code).lower()) == made.code
    for said in (
        "", "K7QM3XR", "K7QM3XRVK", SPOKEN * 2, *(f"K7QM3XR{odd}" for odd in "01OILUÉ"),
        "K7QM3XR\N{ARABIC-INDIC DIGIT THREE}",
        "K7QM3X\N{LATIN SMALL LETTER SHARP S}\u0130",
        "%" * 8, "\x00" * 8, "\ud800" * 8, "K7QM3XR" + "V" * 10_000,
    ):  # fmt: skip
        assert join_codes.parse_code(said) is None, ascii(said)[:40]
