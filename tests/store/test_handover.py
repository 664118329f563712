"""Tables of phones come onto the server whole, once, and under their own ids."""

import dataclasses
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from random import Random
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Connection, event, select

from companion.engine.deck import merge_lessons
from companion.engine.entry import Facts
from companion.engine.log import Written, read
from companion.engine.names import clean
from companion.engine.table import (
    ONLOOKER,
    PLAYER,
    Closed,
    Diverged,
    NoRoom,
    Person,
    StoredGame,
    TooManyPeople,
    TooMuch,
    Unknown,
)
from companion.files.copies import Known, find_contradictions, has_news, meet, read_decks, row_of
from companion.files.handover import (
    Before,
    Handover,
    Learned,
    NotATable,
    decode,
    encode,
    write,
)
from companion.games import GAMES
from companion.store import capacity, schema
from companion.store.store import Store
from tests import handed

NOBODY = ("phones", "health", "eras")  # what no table has a part in

SMALL = handed.table(games=3, acts=6)


@pytest.fixture
def phone(store: Store) -> str:
    return store.phones.remember("secret")


@pytest.fixture
def stranger(store: Store) -> str:
    return store.phones.remember("another secret")


def rows(store: Store) -> dict[str, list[Any]]:
    """All that the database has of tables."""
    with store.database.read() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all()))
            for table in schema.METADATA.sorted_tables
            if table.name not in NOBODY
        }


@contextmanager
def nothing_written(store: Store) -> Iterator[None]:
    before = rows(store)
    yield
    assert rows(store) == before


def kept(store: Store, phone: str, table: str = SMALL.id) -> Any:
    """The table as it could be handed over again."""
    return json.loads(json.dumps(encode(store.handovers.read(phone, table))))


def as_handed(table: Handover) -> Any:
    return json.loads(json.dumps(encode(table)))


def test_all_of_it_is_there_as_it_was(store: Store, phone: str) -> None:
    whole = handed.table()
    assert store.handovers.take(phone, whole)
    assert kept(store, phone, whole.id) == as_handed(whole)
    found = store.tables.find(phone, whole.id)
    assert found
    assert (found.hosts, found.mine, found.people) == (True, whole.mine, whole.people)
    assert set(store.invitations.find_all(phone, whole.id)) == {"player", "onlooker"}
    for game in whole.games:
        there = store.games.find(phone, whole.id, game.id)
        assert there
        assert {each.phone for each in there.log} == {phone} if game.log else not there.log
        assert replayed(there) == replayed(game)


def replayed(game: StoredGame) -> object:
    rules = GAMES[game.slug].rules
    setup = rules.setup_of([person.name for person in game.people], game.options)
    return read(rules, setup, game.log).replay


@pytest.mark.parametrize("late", ["tables.find", "games.find_all", "games.read_logs"])
def test_a_game_that_begins_while_it_is_read_comes_with_its_people_or_not_at_all(
    store: Store, phone: str, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    store.handovers.take(phone, SMALL)
    of, name = late.split(".")
    part = getattr(store, of)
    reads = getattr(part, name)

    def reads_after(*asked: Any) -> Any:
        store.games.start(phone, "the-game", {}, ["Zoe"], SMALL.id)
        return reads(*asked)

    monkeypatch.setattr(part, name, reads_after)
    assert decode(write(store.handovers.read(phone, SMALL.id)), clean).games


def test_a_table_that_is_forgotten_while_it_is_read_is_unknown(
    store: Store, phone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.handovers.take(phone, SMALL)
    reads = store.games.read_logs

    def reads_after(games: Sequence[StoredGame]) -> tuple[StoredGame, ...]:
        store.tables.delete(phone, SMALL.id)
        store.tables.forget(phone, SMALL.id)
        return reads(games)

    monkeypatch.setattr(store.games, "read_logs", reads_after)
    with pytest.raises(Unknown):
        store.handovers.read(phone, SMALL.id)


def test_it_is_told_to_whoever_watches_once(store: Store, phone: str) -> None:
    told: list[str] = []
    store.database.on_change = told.append
    store.handovers.take(phone, SMALL)
    store.handovers.take(phone, SMALL)
    assert told == [SMALL.id]


def test_to_repeat_it_changes_nothing(store: Store, phone: str) -> None:
    store.handovers.take(phone, SMALL)
    with nothing_written(store):
        assert not store.handovers.take(phone, SMALL)


def test_what_is_lacking_is_added(store: Store, phone: str) -> None:
    half = handed.cut(SMALL, 2, 3)
    assert len(half.games) < len(SMALL.games)
    assert len(half.games[-1].log) < len(SMALL.games[1].log)
    store.handovers.take(phone, half)
    touched = store.tables.find_watched(SMALL.id)
    assert store.handovers.take(phone, SMALL)
    after = store.tables.find_watched(SMALL.id)
    assert touched
    assert after
    assert after.moment > touched.moment
    assert kept(store, phone) == as_handed(SMALL)


def test_a_game_that_is_here_stays_short_enough_for_who_plays_it(
    store: Store, phone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = handed.table(games=1, acts=6)
    [game] = whole.games
    length = len(game.log)
    store.handovers.take(
        phone, dataclasses.replace(whole, games=(dataclasses.replace(game, log=game.log[:2]),))
    )
    monkeypatch.setattr("companion.store.handover.HANDED_ON", length - 1)
    with nothing_written(store), pytest.raises(TooMuch):
        store.handovers.take(phone, whole)
    monkeypatch.setattr("companion.store.handover.HANDED_ON", length)
    assert store.handovers.take(phone, whole)
    monkeypatch.setattr("companion.store.handover.HANDED_ON", 1)
    assert not store.handovers.take(phone, whole)  # nothing is added
    assert store.handovers.take(phone, handed.table(seed=8, games=1, acts=6))  # it is new here


def test_a_stale_copy_changes_nothing(store: Store, phone: str) -> None:
    store.handovers.take(phone, SMALL)
    with nothing_written(store):
        assert not store.handovers.take(phone, handed.cut(SMALL, 2, 3))


def test_two_that_went_on_differently_stay_as_they_are(store: Store, phone: str) -> None:
    """Also where another game of it could be added."""
    store.handovers.take(phone, handed.cut(SMALL, 2, len(SMALL.games[1].log)))
    for number in (0, 1):
        with nothing_written(store), pytest.raises(Diverged):
            store.handovers.take(phone, handed.other_end(SMALL, number))
    kind = dataclasses.replace(SMALL.games[0], slug="game-of-bluff", log=())
    with nothing_written(store), pytest.raises(Diverged):
        store.handovers.take(phone, dataclasses.replace(SMALL, games=(kind, *SMALL.games[1:])))


@pytest.mark.parametrize("other", ["seats", "options", "facts"])
def test_what_the_game_cannot_read_as_it_is_here_is_refused(
    store: Store, phone: str, other: str
) -> None:
    """The table that comes has the game with more people, other switches, or another log."""
    store.handovers.take(phone, SMALL)
    here = store.games.start(phone, "the-game", {"extreme": False}, ["Ann", "Ben"], SMALL.id)
    ended, back = {"kind": "turn-ended"}, {"kind": "taken-back", "target": 1}
    whole = store.handovers.read(phone, SMALL.id)

    def table(game: StoredGame, *facts: Facts) -> Handover:
        log = written(game, *facts)
        games, people = (dataclasses.replace(game, log=log),), {*whole.people, *game.people}
        return dataclasses.replace(whole, games=games, people=tuple(people))

    assert store.handovers.take(phone, table(here, ended, back))
    zoe = Person("zoe", "Zoe")
    card = {"kind": "card-played", "card": 5, "pile": "up-1", "command": "stop"}
    more = dataclasses.replace(here, people=(*here.people, zoe))
    extreme = dataclasses.replace(here, options={"extreme": True})
    comes = {
        "seats": table(more, ended, back, {"kind": "starter-chosen", "player": 2}),
        "options": table(extreme, ended, back, card),
        "facts": table(here, ended, ended, {"kind": "changed", "target": 2, "facts": ended}),
    }
    readable = decode(write(comes[other]), clean)
    with nothing_written(store), pytest.raises(NotATable):
        store.handovers.take(phone, readable)
    assert store.handovers.take(phone, table(here, ended, back, ended))


def written(game: StoredGame, *facts: Facts) -> tuple[Written, ...]:
    """The log of this game with these entries, which have an id by their place."""
    return tuple(
        Written(place, f"{game.id}-{place}", "", game.made_at, place - 1, each)
        for place, each in enumerate(facts, 1)
    )


def test_what_others_have_entered_since_stays(store: Store, phone: str, stranger: str) -> None:
    game = SMALL.games[0]
    store.handovers.take(phone, SMALL)
    link = store.invitations.find_all(phone, SMALL.id)[PLAYER].link
    store.phones.join(stranger, link)
    store.people.rename(stranger, SMALL.id, SMALL.people[0].id, "Anna")
    store.games.start(stranger, "the-game", {}, ["Anna", "Dee"], SMALL.id)
    with nothing_written(store):
        assert not store.handovers.take(phone, SMALL)
    with nothing_written(store):
        assert not store.handovers.take(stranger, SMALL)
    there = store.games.find(phone, SMALL.id, game.id)
    assert there
    assert [person.name for person in there.people][:1] == ["Anna"]


def test_a_player_adds_what_is_new_and_an_onlooker_nothing(
    store: Store, phone: str, stranger: str
) -> None:
    half = handed.cut(SMALL, 2, 3)
    store.handovers.take(phone, half)
    links = store.invitations.find_all(phone, SMALL.id)
    store.phones.join(stranger, links[ONLOOKER].link)
    with pytest.raises(Unknown):
        store.handovers.read(stranger, SMALL.id)
    with nothing_written(store), pytest.raises(Unknown):
        store.handovers.take(stranger, SMALL)
    store.phones.join(stranger, links[PLAYER].link)
    assert store.handovers.take(stranger, SMALL)
    with nothing_written(store):
        assert not store.handovers.take(stranger, SMALL)
        assert not store.handovers.take(phone, half)
    assert kept(store, stranger) == as_handed(SMALL) | {"mine": None}
    assert kept(store, phone) == as_handed(SMALL)


def plays_on(whole: Handover, *names: str, at: int = 1) -> Handover:
    """What a phone has that took this table along, and began a game for these people there."""
    ids = {person.name: person for person in whole.people if person.name}
    people = [
        ids.get(name) or Person(f"{name}-{at}-{place}", name) for place, name in enumerate(names)
    ]
    newest = whole.games[-1]
    game = dataclasses.replace(
        newest,
        id=f"began-{at}",
        slug="the-game",
        options={},
        people=tuple(people),
        made_at=newest.made_at + timedelta(minutes=at),
        log=(),
    )
    new = [person for person in people if person not in whole.people]
    return dataclasses.replace(whole, people=(*whole.people, *new), games=(game,))


def test_two_phones_that_took_it_along_both_played_on(
    store: Store, phone: str, stranger: str
) -> None:
    """Both games stay, in order, and whoever both of them added is there once."""
    store.handovers.take(phone, SMALL)
    store.phones.join(stranger, store.invitations.find_all(phone, SMALL.id)[PLAYER].link)
    later, earlier = plays_on(SMALL, "Zoe", "", "", at=2), plays_on(SMALL, "Zoe", "Zed", "", at=1)
    before = {person.id for person in SMALL.people}
    for _ in range(2):
        store.handovers.take(phone, later)
        store.handovers.take(stranger, earlier)
    found = store.handovers.read(phone, SMALL.id)
    assert [game.id for game in found.games][-2:] == ["began-1", "began-2"]
    assert len(found.games) == len(SMALL.games) + 2
    came = [person.name for person in found.people if person.id not in before]
    assert sorted(came) == ["", "", "Zed", "Zoe"]
    first, second = found.games[-2:]
    assert first.people[0] == second.people[0]
    assert first.people[2] == second.people[1]
    assert [person.name for person in first.people] == ["Zoe", "Zed", ""]


def test_strangers_learn_nothing_and_change_nothing(
    store: Store, phone: str, stranger: str
) -> None:
    store.handovers.take(phone, SMALL)
    more = handed.table(2, games=1, acts=3)
    foreign_game = dataclasses.replace(more.games[0], id=SMALL.games[0].id)
    foreign_person = (SMALL.people[0], *more.people[1:])
    for table in (
        SMALL,
        dataclasses.replace(more, games=(foreign_game,)),
        dataclasses.replace(more, people=foreign_person),
    ):
        for who in (stranger, phone) if table is not SMALL else (stranger,):
            with nothing_written(store), pytest.raises(Unknown):
                store.handovers.take(who, table)
    with pytest.raises(Unknown):
        store.handovers.read(stranger, SMALL.id)
    with nothing_written(store), pytest.raises(Unknown):
        store.handovers.take("no phone", more)


def test_what_its_host_has_deleted_does_not_come_back(store: Store, phone: str) -> None:
    store.handovers.take(phone, SMALL)
    store.tables.delete(phone, SMALL.id)
    with nothing_written(store), pytest.raises(Unknown):
        store.handovers.take(phone, SMALL)


def test_a_closed_table_gets_nothing_more(store: Store, phone: str) -> None:
    store.handovers.take(phone, handed.cut(SMALL, 2, 3))
    store.tables.close(phone, SMALL.id)
    with nothing_written(store), pytest.raises(Closed):
        store.handovers.take(phone, SMALL)
    with nothing_written(store):
        assert not store.handovers.take(phone, handed.cut(SMALL, 2, 3))


def test_it_fails_at_any_statement_and_nothing_is_there(store: Store, phone: str) -> None:
    """And after the last of them all of it is."""
    with failing(store) as fails_at:
        for number in count(1):
            fails_at(number)
            before = rows(store)
            try:
                assert store.handovers.take(phone, SMALL)
            except Fault:
                assert rows(store) == before
            else:
                break
    assert number > 2 * len(SMALL.games)
    assert kept(store, phone) == as_handed(SMALL)


class Fault(Exception):
    pass


@contextmanager
def failing(store: Store) -> Iterator[Callable[[int], None]]:
    """Some statement of the next transaction fails; say which, from 1."""
    left = 0

    def fails_at(number: int) -> None:
        nonlocal left
        left = number

    def execute(connection: Connection, *_: object, **__: object) -> None:
        nonlocal left
        reads = connection.get_execution_options().get("isolation_level") == "AUTOCOMMIT"
        if "touched" in connection.info and not reads:
            left -= 1
            if left == 0:
                raise Fault

    event.listen(store.database._writer, "before_execute", execute)
    yield fails_at
    event.remove(store.database._writer, "before_execute", execute)


def test_a_table_that_may_not_begin_leaves_nothing(store: Store, phone: str) -> None:
    def refuses() -> None:
        raise Fault

    with nothing_written(store), pytest.raises(Fault):
        store.handovers.take(phone, SMALL, refuses)
    store.handovers.take(phone, SMALL)
    store.handovers.take(phone, SMALL, refuses)  # it is there


@pytest.mark.parametrize(
    ("limit", "error"),
    [
        ("GAMES_PER_TABLE", NoRoom),
        ("PEOPLE_PER_TABLE", TooManyPeople),
        ("ROOM", TooMuch),
        ("LESSONS_PER_TABLE", TooMuch),
    ],
)
def test_a_table_that_is_too_large_leaves_nothing(
    store: Store,
    phone: str,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    error: type[Exception],
) -> None:
    monkeypatch.setattr(capacity, limit, 1)
    with nothing_written(store), pytest.raises(error):
        store.handovers.take(phone, SMALL)


def test_a_table_with_a_long_id_from_before_can_be_left(
    store: Store, phone: str, stranger: str
) -> None:
    table = handed.renamed(SMALL, "x" * 110)
    store.handovers.take(phone, table)
    store.phones.join(stranger, store.invitations.find_all(phone, table.id)["player"].link)
    store.phones.leave(stranger, table.id)
    assert store.tables.find(stranger, table.id) is None


class TestLongLogs:
    """They are written little by little, and nobody sees any of them before all are there."""

    @pytest.fixture(autouse=True)
    def short(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.store.handover.AT_ONCE", 4)

    def test_others_write_in_between(
        self, store: Store, phone: str, stranger: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written: list[int] = []

        def meanwhile() -> None:
            assert store.tables.find(phone, SMALL.id) is None
            other = store.games.start(stranger, "the-game", {}, [f"Ann {len(written)}"])
            assert store.games.find(stranger, other.table, other.id)
            written.append(len(rows(store)["entries"]))

        monkeypatch.setattr("companion.store.staging.let_others_go", meanwhile)
        assert store.handovers.take(phone, SMALL)
        monkeypatch.undo()
        assert kept(store, phone) == as_handed(SMALL)
        steps = [later - before for before, later in pairwise([0, *written])]
        assert sum(steps) == sum(len(game.log) for game in SMALL.games)
        assert max(steps) <= 4

    def test_where_it_comes_to_nothing_nothing_is_left(self, store: Store, phone: str) -> None:
        def refuses() -> None:
            raise Fault

        with nothing_written(store), pytest.raises(Fault):
            store.handovers.take(phone, SMALL, refuses)

    def test_strangers_write_nothing(
        self, store: Store, phone: str, stranger: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.handovers.take(phone, handed.cut(SMALL, 1, 3))
        monkeypatch.setattr(store.handovers._staging, "write_all", None)
        with nothing_written(store), pytest.raises(Unknown):
            store.handovers.take(stranger, SMALL)

    def test_what_was_left_by_a_server_that_died_makes_way(
        self, store: Store, phone: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as dying:
            dying.setattr(store.handovers._staging, "clear", lambda _: None)
            dying.setattr(store.handovers, "_take", None)
            with pytest.raises(TypeError):
                store.handovers.take(phone, SMALL)
        assert rows(store)["entries"]
        assert store.handovers.take(phone, SMALL)
        assert kept(store, phone) == as_handed(SMALL)
        assert len(rows(store)["tables"]) == 1

    def test_new_games_and_what_is_lacking_of_others_come_together(
        self, store: Store, phone: str
    ) -> None:
        store.handovers.take(phone, handed.cut(SMALL, 2, 3))
        assert store.handovers.take(phone, SMALL)
        assert kept(store, phone) == as_handed(SMALL)
        assert not store.handovers.take(phone, SMALL)


def test_two_at_once_are_one(store: Store, phone: str, stranger: str) -> None:
    for seed, others in enumerate(((phone, phone), (phone, stranger)), 11):
        table, together = handed.table(seed, games=2, acts=4), Barrier(2)

        def hand(who: str, table: Handover = table, together: Barrier = together) -> bool | None:
            together.wait()
            try:
                return store.handovers.take(who, table)
            except Unknown:
                return None

        with ThreadPoolExecutor(2) as pool:
            said = list(pool.map(hand, others))
        assert sorted(map(str, said)) == sorted(
            ["True", "None" if others[0] != others[1] else "False"]
        )
        host = others[said.index(True)]
        assert kept(store, host, table.id) == as_handed(table)


def test_what_a_clock_put_into_the_future_is_now_and_in_order(store: Store, phone: str) -> None:
    ahead = datetime.now(UTC) + timedelta(days=900)
    games = tuple(
        dataclasses.replace(
            game,
            made_at=ahead + timedelta(days=number),
            log=tuple(dataclasses.replace(each, at=ahead) for each in game.log),
        )
        for number, game in enumerate(SMALL.games)
    )
    lessons = tuple(dataclasses.replace(each, at=ahead) for each in SMALL.lessons)
    table = dataclasses.replace(SMALL, made_at=ahead, games=games, lessons=lessons)
    store.handovers.take(phone, table)
    with nothing_written(store):
        assert not store.handovers.take(phone, table)
    now = datetime.now(UTC)
    found = store.handovers.read(phone, SMALL.id)
    assert [game.id for game in found.games] == [game.id for game in SMALL.games]
    assert all(game.made_at <= now for game in found.games)
    assert all(each.at <= now for game in found.games for each in game.log)
    assert found.made_at <= now
    later = store.games.start(phone, "the-game", {}, ["Ann", "Ben"], SMALL.id)
    assert later.made_at > found.games[-1].made_at


def test_a_lesson_that_was_learned_anew_takes_the_place_of_the_one_before(
    store: Store, phone: str
) -> None:
    first = SMALL.lessons[0]
    learning = GAMES[first.slug].learning
    assert learning
    other = next(each for each in learning.carried if each != first.carries)
    store.handovers.take(phone, SMALL)
    for later, says in ((timedelta(minutes=-1), first.carries), (timedelta(minutes=1), other)):
        anew = dataclasses.replace(first, carries=other, at=first.at + later)
        store.handovers.take(phone, dataclasses.replace(SMALL, lessons=(anew,)))
        known = {
            (each.card, each.game): each.carries
            for each in store.handovers.read(phone, SMALL.id).lessons
        }
        assert known[first.card, first.game] == says


OURS = "ours"  # a game that began on the copy


def copy_of(store: Store, phone: str) -> Handover:
    """A copy of the table as it is here, with nothing that waits."""
    there = store.handovers.read(phone, SMALL.id)
    rows = [row_of(each) for each in there.lessons]
    before = Before(there.nicknames, read_decks(rows))
    return dataclasses.replace(there, games=(), before=before)


def learned(store: Store, phone: str) -> dict[str, str]:
    return merge_lessons(store.lessons.find_all(phone, SMALL.id, "the-game"))


def test_a_copy_names_and_learns_what_is_as_it_knew_it(store: Store, phone: str) -> None:
    """However old its lesson is by its clock; and to repeat it changes nothing."""
    store.handovers.take(phone, SMALL)
    copy = copy_of(store, phone)
    kept_lessons = [each for each in copy.lessons if each.card not in ("2", "3")]
    old = Learned("the-game", "2", "stop", OURS, handed.BEGAN - timedelta(days=1))
    copy = dataclasses.replace(
        copy, nicknames={"one-brain": {"game": "Cats"}}, lessons=(old, *kept_lessons)
    )
    assert store.handovers.take(phone, copy)
    assert store.nicknames.find_all(phone, SMALL.id) == {"one-brain": {"game": "Cats"}}
    known = learned(store, phone)
    assert (known["2"], "3" in known, known["4"]) == ("stop", False, "stop")
    with nothing_written(store):
        assert not store.handovers.take(phone, copy)


def test_a_copy_leaves_what_others_named_and_learned(store: Store, phone: str) -> None:
    store.handovers.take(phone, SMALL)
    copy = copy_of(store, phone)
    store.nicknames.give(phone, SMALL.id, "one-brain", {"game": "Birds", "sixth": ""})
    store.lessons.teach(phone, SMALL.id, "the-game", {"2": "three", "3": None, "4": "three"})
    late = Learned("the-game", "2", "stop", OURS, datetime.now(UTC) + timedelta(days=1))
    others = [each for each in copy.lessons if each.card != "4"]
    copy = dataclasses.replace(
        copy, nicknames={"one-brain": {"game": "Cats", "sixth": "rose"}}, lessons=(late, *others)
    )
    with nothing_written(store):
        assert not store.handovers.take(phone, copy)


def test_a_table_that_is_not_here_does_not_begin_without_games(store: Store, phone: str) -> None:
    alone = dataclasses.replace(SMALL, games=(), before=Before({}, {}))
    with nothing_written(store), pytest.raises(Unknown):
        store.handovers.take(phone, alone)


def test_what_it_says_takes_the_place_of_all_before(
    store: Store, phone: str, stranger: str
) -> None:
    store.handovers.take(phone, SMALL)
    lessons, called = SMALL.lessons[1:3], {"one-brain": {"sixth": "rose"}}
    assert store.handovers.say(phone, SMALL.id, called, lessons)
    found = store.handovers.read(phone, SMALL.id)
    assert (found.lessons, found.nicknames) == (lessons, called)
    with nothing_written(store):
        assert not store.handovers.say(phone, SMALL.id, called, lessons)
        with pytest.raises(Unknown):
            store.handovers.say(stranger, SMALL.id, {}, ())


@dataclasses.dataclass
class Copy:
    """A copy of the table, by what it says and what it knows of the server."""

    table: Handover
    known: Known | None = None

    def meets(self, store: Store, phone: str) -> None:
        there = store.handovers.read(phone, SMALL.id)
        named, lessons, self.known = meet(self.known, self.table, there)
        self.table = dataclasses.replace(there, nicknames=named, lessons=lessons)

    def syncs(self, store: Store, phone: str) -> None:
        """What waits goes there, and what is new comes here."""
        assert self.known
        if has_news(self.known, self.table):
            sent = dataclasses.replace(self.table, games=(), before=self.known.before)
            store.handovers.take(phone, sent)
        self.meets(store, phone)

    def calls(self, thing: str, word: str) -> None:
        words = {**self.table.nicknames.get("one-brain", {}), thing: word}
        said = {"one-brain": {thing: word for thing, word in words.items() if word}}
        self.table = dataclasses.replace(self.table, nicknames=said if said["one-brain"] else {})

    def learns(self, card: str, carries: str, game: str, at: datetime) -> None:
        """In a game, or on the page of the deck; "" is forgotten there."""
        kept = [
            each
            for each in self.table.lessons
            if each.card != card or (game and carries and each.game != game)
        ]
        new = [Learned("the-game", card, carries, game, at)] if carries else []
        self.table = dataclasses.replace(self.table, lessons=(*kept, *new))

    def answers(self, random: Random, at: datetime) -> None:
        assert self.known
        named, cards = find_contradictions(self.known, self.table)
        if random.random() < 0.5:
            for thing, word in named.get("one-brain", {}).items():
                self.calls(thing, word)
            for card, carries in cards.get("the-game", {}).items():
                self.learns(card, carries, "", at)
        self.known = dataclasses.replace(self.known, other_nicknames={}, other_cards={})


@pytest.mark.parametrize("seed", range(25))
def test_copies_that_say_anything_come_to_the_same(store: Store, phone: str, seed: int) -> None:
    """Each contradiction is asked about on one copy; once all are answered nothing waits."""
    random, clock = Random(seed), count()
    store.handovers.take(phone, SMALL)
    copies = [Copy(dataclasses.replace(SMALL, nicknames={}, lessons=())) for _ in range(3)]
    for each in copies:
        each.meets(store, phone)
    skew = [random.uniform(-9, 9) for _ in copies]
    for number in range(60):
        at = random.randrange(len(copies))
        copy, now = copies[at], handed.BEGAN + timedelta(minutes=next(clock), hours=skew[at])
        match random.randrange(5):
            case 0:
                copy.calls(random.choice(["game", "sixth"]), random.choice(["", "Cats", "Dogs"]))
            case 1 | 2:
                game = random.choice(["", f"{at}-{number}"])
                said = random.choice(["", "skull", "stop", "three"])
                copy.learns(random.choice("234"), said, game, now)
            case 3:
                copy.syncs(store, phone)
            case 4:
                copy.answers(random, now)
    for _ in range(4):
        for copy in copies:
            copy.syncs(store, phone)
            copy.answers(random, handed.BEGAN + timedelta(days=1, minutes=next(clock)))
    for copy in copies:
        copy.syncs(store, phone)
    there = store.handovers.read(phone, SMALL.id)
    for copy in copies:
        assert copy.known
        assert not has_news(copy.known, copy.table)
        assert find_contradictions(copy.known, copy.table) == ({}, {})
        assert copy.table.nicknames == there.nicknames
        assert copy.table.lessons == there.lessons
