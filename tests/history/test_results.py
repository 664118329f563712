"""The cache of results: made where it is missing or old, and thrown away by anybody at any time."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import update

from companion.engine.entry import Facts
from companion.engine.rules import Summary
from companion.engine.table import ONLOOKER, StoredGame, Wanted
from companion.history import results
from companion.history.results import VERSION, load_results
from companion.store.database import schema
from companion.store.games.results import page_of
from companion.store.store import Store
from tests.games.the_game.telling import cannot, late, missed
from tests.store.tables import connected, find_game, let_in, rows
from tests.store.tables import enter as add
from tests.support.databases import on_both, statements
from tests.support.finished_games import BEATEN, EVENINGS, TWO, Evening

Told = Callable[[], Summary]
STUCK = (*late(4, 7, draw=3), cannot())  # 14 cards left


@pytest.fixture
def phone(store: Store) -> str:
    return store.phones.remember("secret")


@pytest.fixture
def enter(store: Store, phone: str) -> Callable[..., None]:
    """Enter these facts in this game."""

    def entered(game: StoredGame, *entries: Facts) -> None:
        for facts in entries:
            head = len(find_game(store, phone, game).log)
            add(store, phone, game, f"id-{head}", facts=facts)

    return entered


@pytest.fixture
def game(store: Store, phone: str, enter: Callable[..., None]) -> StoredGame:
    started = store.games.start(phone, "the-game", {}, TWO)
    enter(started, *STUCK)
    return started


@pytest.fixture
def told(store: Store, phone: str, game: StoredGame) -> Told:
    """What the game comes down to, as the pages are told."""

    def tells() -> Summary:
        [only] = load_results(store.results, store.results.find_all(phone, game.table))
        return only.summary

    return tells


@contextmanager
def nothing_replayed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(results, "summarise", lambda stored: 1 / 0)
        yield


class TestMaking:
    def test_it_is_made_once_and_made_again_when_it_was_thrown_away_or_is_of_another_version(
        self, store: Store, told: Told, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert rows(store, schema.results) == 0
        first = told()
        assert (first.ending, first.score, rows(store, schema.results)) == ("stuck", 14, 1)
        with nothing_replayed(monkeypatch):
            assert told() == first
        with connected(store) as connection:
            connection.execute(schema.results.delete())
        assert told() == first
        old = asdict(first)
        del old["highest_wins"]  # what does not say who wins is of the lowest
        with connected(store) as connection:
            connection.execute(update(schema.results).values({"summary": old}))
        with nothing_replayed(monkeypatch):
            assert told().highest_wins is False
        with connected(store) as connection:
            junk = {"version": VERSION - 1, "summary": {"of": "old"}}
            connection.execute(update(schema.results).values(junk))
        assert (told(), rows(store, schema.results)) == (first, 1)

    @on_both
    def test_it_follows_what_is_taken_back_and_changed(
        self, store: Store, game: StoredGame, enter: Callable[..., None], told: Told
    ) -> None:
        assert told().ending == "stuck"
        enter(game, {"kind": "taken-back", "target": len(STUCK)})
        assert told().ending is None
        enter(game, {"kind": "taken-back", "target": len(STUCK) + 1})
        assert (told().ending, told().score) == ("stuck", 14)
        place = STUCK.index(missed(84, "up-1", 2)) + 1
        enter(game, {"kind": "changed", "target": place, "facts": missed(83, "up-1", 2)})
        assert told().score == 15
        assert rows(store, schema.results) == 1

    def test_what_is_kept_says_all(
        self, store: Store, phone: str, enter: Callable[..., None]
    ) -> None:
        table, beaten = None, Evening("the-game", BEATEN, TWO)
        for evening in (*EVENINGS, beaten, Evening("game-of-bluff", (), ("Ann", "Ben", "Cas"))):
            started = store.games.start(phone, evening.slug, evening.options, evening.names, table)
            table = started.table
            enter(started, *evening.entries)
        made = load_results(store.results, store.results.find_all(phone, started.table))
        assert load_results(store.results, store.results.find_all(phone, started.table)) == made
        logs = store.games.read_logs([each.stored for each in made])
        assert [each.summary for each in made] == [results.summarise(each) for each in logs]
        of = {each.stored.id: each.summary for each in made}
        assert (of[started.id].ending, of[started.id].scores) == (None, (0, 0, 0))


class TestKeeping:
    def test_it_goes_with_its_game_and_without_it_nothing_is_kept(
        self, store: Store, game: StoredGame, told: Told
    ) -> None:
        told()
        with store.database._writer.begin() as connection:
            connection.execute(schema.tables.delete().where(schema.tables.c.id == game.table))
        store.results.keep({"gone": (1, VERSION, {})})  # is no error
        assert rows(store, schema.results) == 0

    @on_both
    def test_several_may_keep_it_at_once(self, store: Store, phone: str, game: StoredGame) -> None:
        ready, found = Barrier(6), store.results.find_all(phone, game.table)

        def keep(_number: int) -> None:
            ready.wait()
            load_results(store.results, found)

        with ThreadPoolExecutor(6) as threads:
            list(threads.map(keep, range(6)))
        assert rows(store, schema.results) == 1

    def test_strangers_are_not_told(self, store: Store, phone: str, game: StoredGame) -> None:
        other = store.phones.remember("another secret")
        for who, table in ((other, game.table), *((phone, odd) for odd in ("", "\x00", "ü"))):
            assert store.results.find_all(who, table) == ()
            assert store.results.find_page(who, table, Wanted(), 9) == ((), 0)
            assert store.nicknames.find_all(who, table) == {}
        let_in(store, game.table, other, ONLOOKER)
        assert [each.stored.id for each in store.results.find_all(other, game.table)] == [game.id]


class TestHistory:
    @pytest.fixture
    def table(self, store: Store, phone: str) -> list[StoredGame]:
        """Five games of two and three, the oldest first: plain, Extreme, plain, brain, Extreme."""
        games, table = list[StoredGame](), None
        for slug, options, names in (
            ("the-game", {"extreme": False}, TWO),
            ("the-game", {"extreme": True}, TWO),
            ("the-game", {}, ("Ann", "Ben", "Cas")),
            ("one-brain", {"level": "expert"}, TWO),
            ("the-game", {"extreme": True, "on_fire": True}, ("Ann", "Cas")),
        ):
            games.append(store.games.start(phone, slug, options, names, table))
            table = games[0].table
        return games

    def asked(self, store: Store, phone: str, table: list[StoredGame], *asked: Any) -> list[int]:
        """Which of the games are found, by their number."""
        found, count = store.results.find_page(phone, table[0].table, Wanted(*asked), 99)
        assert count == len(found)
        return [table.index(each.stored) for each in found]

    @on_both
    def test_newest_come_first(self, store: Store, phone: str, table: list[StoredGame]) -> None:
        store.games.start(phone, "the-game", {}, ["Eve"])  # at another table
        extreme, [ann, ben, cas] = (("extreme", True),), table[2].people
        asked: tuple[tuple[tuple[Any, ...], list[int]], ...] = (
            ((), [4, 3, 2, 1, 0]),
            (("the-game", (), (extreme,)), [2, 0]),  # a tile has not the options of the next
            (("the-game", extreme), [4, 1]),
            (("one-brain",), [3]),
            (("game-of-bluff",), []),
            (("", (), (), ann.id), [4, 3, 2, 1, 0]),
            (("", (), (), ben.id), [3, 2, 1, 0]),
            (("the-game", (), (), cas.id), [4, 2]),
            (("", (), (), "nobody"), []),
            (("one-brain", (), (), "", "level", ("expert", "x")), [3]),
            (("one-brain", (), (), "", "level", ("",)), []),
            (("the-game", (), (), "", "level", ("",)), [4, 2, 1, 0]),
        )
        at = table[0].table
        assert store.results.find_called(phone, at, "one-brain", "level") == ("expert",)
        assert store.results.find_called(phone, at, "the-game", "level") == ("",)
        some = [Wanted("the-game"), Wanted("game-of-bluff"), Wanted("one-brain")]
        assert store.results.are_played(phone, at, some) == (True, False, True)
        kept = page_of.cache_info().currsize
        for wanted, games in asked:
            assert self.asked(store, phone, table, *wanted) == games, wanted
        assert page_of.cache_info().currsize <= kept + 8  # one query for whatever person
        pages = [
            store.results.find_page(phone, table[0].table, Wanted(), 2, skip)
            for skip in (0, 2, 4, 6)
        ]
        found = [[table.index(each.stored) for each in page] for page, _ in pages]
        assert (found, {count for _, count in pages}) == ([[4, 3], [2, 1], [0], []], {5})


def test_thirty_ask_like_one(store: Store, phone: str, game: StoredGame) -> None:
    def asked() -> tuple[int, int]:
        """By a page of the history, and by the statistics."""
        load_results(store.results, store.results.find_all(phone, game.table))
        with statements() as history:
            page, _count = store.results.find_page(phone, game.table, Wanted(), 20)
            load_results(store.results, page)
        with statements() as figures:
            load_results(store.results, store.results.find_all(phone, game.table))
        return len(history), len(figures)

    assert asked() == (3, 2)  # games and who sat there, and how many of them there are
    [found], _count = store.results.find_page(phone, game.table, Wanted(), 9)
    assert found.head == len(STUCK)  # it knows its last place
    for _ in range(29):
        store.games.start(phone, "the-game", {}, TWO)
    assert asked() == (3, 2)
    assert rows(store, schema.results) == 30
