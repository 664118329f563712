"""Tables of phones come onto the server whole, once, and under their own ids."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise, product
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Connection, event

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
from companion.files.handover import Handover, Learned, decode, encode, write
from companion.store.database import capacity
from companion.store.store import Store
from companion.store.tables.expiry import DAY
from tests.store.tables import (
    Clock,
    everything,
    links,
    nothing_changes,
)
from tests.support import handovers
from tests.support.databases import on_both

SMALL = handovers.table(games=3, acts=6)


def may_not_begin() -> None:
    raise Fault


class Fault(Exception):
    pass


def kept(store: Store, phone: str, table: str = SMALL.id) -> Any:
    """The table as it could be handed over again."""
    return encode(store.handovers.read(phone, table))


@on_both
def test_all_of_it_is_there_as_it_was(store: Store, phone: str) -> None:
    whole = handovers.table()
    assert store.handovers.take(phone, whole)
    assert kept(store, phone, whole.id) == encode(whole)
    found = store.tables.find(phone, whole.id)
    assert found
    assert (found.hosts, found.mine, found.people) == (True, whole.mine, whole.people)
    assert set(store.invitations.find_all(phone, whole.id)) == {"player", "onlooker"}
    for game in whole.games:
        there = store.games.find(phone, whole.id, game.id)
        assert there
        assert {each.phone for each in there.log} == {phone} if game.log else not there.log


@pytest.mark.parametrize("late", ["tables.find", "games.find_all", "games.read_logs"])
def test_what_happens_while_it_is_read_comes_whole_or_not_at_all(
    store: Store, phone: str, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    """A game that begins comes with its people, and a table that is forgotten is unknown."""
    store.handovers.take(phone, SMALL)
    of, name = late.split(".")
    part, reads = getattr(store, of), getattr(getattr(store, of), name)

    def meanwhile(*acts: Callable[[], object]) -> Handover:
        def read(*asked: object) -> object:
            monkeypatch.setattr(part, name, reads)
            return ([act() for act in acts], reads(*asked))[1]

        monkeypatch.setattr(part, name, read)
        return decode(write(store.handovers.read(phone, SMALL.id)), clean)

    asked = (phone, SMALL.id)
    assert meanwhile(lambda: store.games.start(phone, "the-game", {}, ["Zoe"], SMALL.id)).games
    with pytest.raises(Unknown):
        meanwhile(lambda: store.tables.delete(*asked), lambda: store.tables.forget(*asked))


def test_whoever_enters_there_adds_the_games_that_it_lacks_once(
    store: Store, phone: str, stranger: str
) -> None:
    told: list[str] = []
    store.database.on_change = told.append
    half = handovers.cut(SMALL, 2)
    store.handovers.take(phone, half)
    asked = links(store, phone, SMALL.id)
    store.phones.join(stranger, asked[ONLOOKER])
    with nothing_changes(store), pytest.raises(Unknown):
        store.handovers.take(stranger, SMALL)
    store.phones.join(stranger, asked[PLAYER])
    told.clear()
    assert store.handovers.take(stranger, SMALL)
    assert kept(store, stranger) == encode(SMALL) | {"mine": None}
    store.people.rename(stranger, SMALL.id, SMALL.people[0].id, "Anna")  # stays, as all since does
    store.games.start(stranger, "the-game", {}, ["Anna", "Dee"], SMALL.id)
    stale = (SMALL, half, handovers.cut(SMALL, 3, 2), replace(SMALL, games=()))
    for who, comes in product((phone, stranger), stale):
        with nothing_changes(store):
            assert not store.handovers.take(who, comes)
    assert told == [SMALL.id] * 3


def test_nothing_is_appended_to_a_game_that_is_here(store: Store, phone: str) -> None:
    """Also where another game of it could be added."""
    begun, first = handovers.cut(SMALL, 2, 3), SMALL.games[0]
    store.handovers.take(phone, begun)
    kind = replace(first, slug="game-of-bluff", log=())
    other = handovers.other_end(SMALL)
    for comes in (SMALL, other, replace(SMALL, games=(kind, *SMALL.games[1:]))):
        with nothing_changes(store), pytest.raises(Diverged):
            store.handovers.take(phone, comes)


def test_a_copy_is_as_its_server_says(store: Store, phone: str) -> None:
    """Who was put right there, and when; a game that was deleted there goes for good."""
    store.handovers.replace(phone, handovers.cut(SMALL, 2, 3))
    store.corrections.delete(phone, SMALL.id, SMALL.games[0].id)
    people = tuple(
        replace(each, name=f"{each.name}s", listed=not number)
        for number, each in enumerate(SMALL.people)
    )
    games = tuple(
        replace(game, people=people[1 : 1 + len(game.people)], note="It rained.")
        for game in SMALL.games[:2]
    )
    words, same = {"one-brain": {"sixth": "rose"}}, {people[1].id: people[0].id}
    said = replace(SMALL, people=people, games=games, lessons=SMALL.lessons[1:3], nicknames=words)
    for now in (SMALL, replace(said, same=same), said, replace(said, games=(), mine=None)):
        gone = tuple({*SMALL.game_ids} - {*now.game_ids})
        store.handovers.replace(phone, replace(now, gone=gone))
        assert kept(store, phone) == encode(now)
    with nothing_changes(store), pytest.raises(Unknown):
        store.handovers.replace(phone, replace(said, id="another"))


def test_no_deleted_game_comes_back(store: Store, phone: str, clock: Clock) -> None:
    """Refused is one that was played on elsewhere, or may have been: its log here is gone."""
    here = handovers.cut(SMALL, 3, 3)
    gone = here.games[2].id
    store.handovers.take(phone, here)
    store.corrections.delete(phone, SMALL.id, gone)
    for late, refused in ((0, [SMALL]), (2 * DAY, [SMALL, here])):
        clock.now += late
        store.expiry.purge(10_000)
        assert store.handovers.read(phone, SMALL.id).gone == (gone,)
        for comes in (SMALL, here, handovers.cut(SMALL, 2)):
            refuses = pytest.raises(Diverged) if comes in refused else nullcontext()
            with nothing_changes(store), refuses:
                assert not store.handovers.take(phone, comes)
    assert not store.games.find_outline(phone, SMALL.id, gone)
    empty = handovers.cut(SMALL, 3, 0)
    with nothing_changes(store):
        assert not store.handovers.take(phone, empty)
    sitting = tuple(Person(f"p{number}", f"P{number}") for number in range(len(empty.people)))
    games = (replace(empty.games[2], people=sitting[: len(empty.games[2].people)]),)
    other = replace(SMALL, id="other", people=sitting, mine=None, games=games, lessons=())
    with nothing_changes(store), pytest.raises(Unknown):
        store.handovers.take(phone, other)


def test_who_play_together_are_not_one_whatever_was_said(store: Store, phone: str) -> None:
    store.handovers.take(phone, SMALL)
    ann = SMALL.people[0]
    [zoe] = store.games.start(phone, "the-game", {}, ["Zoe"], SMALL.id).people
    store.people.merge(phone, SMALL.id, zoe.id, ann.id)
    whole = store.handovers.read(phone, SMALL.id)
    [game] = plays_on(whole, "Zoe", "Ann").games
    assert whole.same
    assert store.handovers.take(phone, replace(whole, games=(*whole.games, game)))
    found = store.handovers.read(phone, SMALL.id)
    assert (found.same, found.games[-1].people) == ({}, (zoe, ann))


def plays_on(whole: Handover, *names: str, at: int = 1) -> Handover:
    """What a phone has that took this table along, and began a game for these people there."""
    ids = {person.name: person for person in whole.people if person.name}
    sitting = tuple(
        ids.get(name) or Person(f"{name}-{at}-{place}", name) for place, name in enumerate(names)
    )
    made_at = whole.games[-1].made_at + timedelta(minutes=at)
    game = StoredGame(f"began-{at}", whole.id, "the-game", {}, sitting, made_at)
    return replace(whole, people=(*dict.fromkeys((*whole.people, *sitting)),), games=(game,))


def test_two_phones_that_took_it_along_played_on(store: Store, phone: str, stranger: str) -> None:
    """Both games stay, in order, and whoever both of them added is there once."""
    store.handovers.take(phone, SMALL)
    store.phones.join(stranger, links(store, phone, SMALL.id)[PLAYER])
    later, earlier = plays_on(SMALL, "Zoe", "", "", at=2), plays_on(SMALL, "Zoe", "Zed", "", at=1)
    before = {person.id for person in SMALL.people}
    for _ in range(2):
        store.handovers.take(phone, later)
        store.handovers.take(stranger, earlier)
    found = store.handovers.read(phone, SMALL.id)
    *played, first, second = found.games
    assert (first.id, second.id, len(played)) == ("began-1", "began-2", len(SMALL.games))
    came = [person.name for person in found.people if person.id not in before]
    assert sorted(came) == ["", "", "Zed", "Zoe"]
    assert (first.people[0], first.people[2]) == second.people[:2]
    assert [person.name for person in first.people] == ["Zoe", "Zed", ""]


def test_what_is_of_others_or_may_not_begin_changes_nothing(
    store: Store, phone: str, stranger: str
) -> None:
    store.handovers.take(phone, SMALL)
    more = handovers.table(2, games=1, acts=3)
    foreign_game = replace(more, games=(replace(more.games[0], id=SMALL.games[0].id),))
    foreign_person = replace(more, people=(SMALL.people[0], *more.people[1:]))
    empty = replace(more, games=())
    whose = product((stranger, phone), (foreign_game, foreign_person, empty))
    with nothing_changes(store):
        for who, table in ((stranger, SMALL), ("no phone", more), *whose):
            with pytest.raises(Unknown):
                store.handovers.take(who, table)
        with pytest.raises(Fault):
            store.handovers.take(phone, more, may_not_begin)
        store.handovers.take(phone, SMALL, may_not_begin)  # it is there


def test_a_closed_table_gets_nothing_more(store: Store, phone: str) -> None:
    half = handovers.cut(SMALL, 2)
    store.handovers.take(phone, half)
    store.tables.close(phone, SMALL.id)
    with nothing_changes(store):
        with pytest.raises(Closed):
            store.handovers.take(phone, SMALL)
        assert not store.handovers.take(phone, half)


def test_it_fails_at_any_statement_and_nothing_is_there(store: Store, phone: str) -> None:
    """And after the last of them all of it is."""
    left: list[int] = []

    def execute(connection: Connection, *_: object, **__: object) -> None:
        reads = connection.get_execution_options().get("isolation_level") == "AUTOCOMMIT"
        if "touched" in connection.info and not reads and left and not left.pop():
            raise Fault

    before, number = everything(store), 0
    event.listen(store.database._writer, "before_execute", execute)
    while everything(store) == before:
        number, left[:] = number + 1, range(number + 1)
        with suppress(Fault):
            assert store.handovers.take(phone, SMALL)
    event.remove(store.database._writer, "before_execute", execute)
    assert number > 2 * len(SMALL.games)
    assert kept(store, phone) == encode(SMALL)


def test_a_table_that_is_too_large_leaves_nothing(
    store: Store, phone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit, error in (
        ("GAMES_PER_TABLE", NoRoom), ("PEOPLE_PER_TABLE", TooManyPeople),
        ("ROOM", TooMuch), ("LESSONS_PER_TABLE", TooMuch),
    ):  # fmt: skip
        with monkeypatch.context() as small:
            small.setattr(capacity, limit, 1)
            with nothing_changes(store), pytest.raises(error):
                store.handovers.take(phone, SMALL)


def test_others_write_while_it_comes_and_see_none_of_it_before_all_is_there(
    store: Store, phone: str, stranger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Logs, and what a new table has learned, are written little by little."""
    written: list[int] = []

    def meanwhile() -> None:
        assert store.tables.find(phone, SMALL.id) is None
        other = store.games.start(stranger, "the-game", {}, [f"Ann {len(written)}"])
        assert store.games.find(stranger, other.table, other.id)
        there = everything(store)
        written.append(len(there["entries"]) + len(there["lessons"]))

    monkeypatch.setattr("companion.store.transfer.staging.AT_ONCE", 4)
    monkeypatch.setattr("companion.store.transfer.staging.let_others_go", meanwhile)
    assert store.handovers.take(phone, SMALL)
    monkeypatch.undo()
    assert kept(store, phone) == encode(SMALL)
    steps = [later - before for before, later in pairwise([0, *written])]
    assert sum(steps) == sum(len(game.log) for game in SMALL.games) + len(SMALL.lessons)
    assert max(steps) <= 4


def test_leftovers_make_way(store: Store, phone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(store.handovers._staging, "clear", lambda _: None)
        dying.setattr(store.handovers, "_take", None)
        with pytest.raises(TypeError):
            store.handovers.take(phone, SMALL)
    assert everything(store)["entries"]
    assert store.handovers.take(phone, SMALL)
    assert kept(store, phone) == encode(SMALL)
    assert len(everything(store)["tables"]) == 1


@on_both
@pytest.mark.parametrize("is_host", [True, False])
def test_two_at_once_are_one(store: Store, phone: str, stranger: str, is_host: bool) -> None:
    table, together = handovers.table(11, games=2, acts=4), Barrier(2)
    others = (phone, phone if is_host else stranger)

    def hand(who: str) -> bool | None:
        together.wait()
        try:
            return store.handovers.take(who, table)
        except Unknown:
            return None

    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(hand, others))
    assert sorted(map(str, said)) == sorted(["True", str(False if is_host else None)])
    assert kept(store, others[said.index(True)], table.id) == encode(table)


def test_what_a_clock_put_into_the_future_is_now_and_in_order(store: Store, phone: str) -> None:
    ahead = datetime.now(UTC) + timedelta(days=900)
    logs = [tuple(replace(each, at=ahead) for each in game.log) for game in SMALL.games]
    games = tuple(
        replace(game, made_at=ahead + timedelta(days=number), log=logs[number])
        for number, game in enumerate(SMALL.games)
    )
    lessons = tuple(replace(each, at=ahead) for each in SMALL.lessons)
    store.handovers.take(phone, replace(SMALL, made_at=ahead, games=games, lessons=lessons))
    found, now = store.handovers.read(phone, SMALL.id), datetime.now(UTC)
    assert found.game_ids == SMALL.game_ids
    dated = (*found.games, *(each for game in found.games for each in game.log), *found.lessons)
    assert max(getattr(each, "at", found.made_at) for each in dated) <= now
    later = store.games.start(phone, "the-game", {}, ["Ann", "Ben"], SMALL.id)
    assert later.made_at > found.games[-1].made_at


def test_lessons_of_new_games_are_taken_where_nothing_is_known(store: Store, phone: str) -> None:
    """So nothing that others said is overwritten, whichever clock is right."""
    store.handovers.take(phone, SMALL)
    store.lessons.teach(phone, SMALL.id, "the-game", {"2": "three", "3": None})
    before = store.handovers.read(phone, SMALL.id)
    late = datetime.now(UTC) + timedelta(days=1)
    one, other = (plays_on(SMALL, "Ann", at=at).games[0] for at in (1, 2))
    said = [
        ("2", "stop", one.id), ("2", "three", other.id), ("3", "stop", one.id),
        ("4", "stop", ""), ("5", "stop", SMALL.games[0].id),
    ]  # fmt: skip
    lessons = tuple(Learned("the-game", *each, late) for each in said)
    words = {"one-brain": {"sixth": "rose"}, "the-game": {"game": "Ninety-nine"}}
    copy = replace(SMALL, games=(one, other), lessons=lessons, nicknames=words)
    assert store.handovers.take(phone, copy)
    after = store.handovers.read(phone, SMALL.id)
    assert after.nicknames == before.nicknames
    came = [each for each in after.lessons if each not in before.lessons]
    assert [(each.card, each.carries) for each in came] == [("2", "three"), ("3", "stop")]
    assert max(each.at for each in after.lessons) < late
