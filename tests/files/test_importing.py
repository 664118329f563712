"""An import holds nobody up, and is seen as a whole or not at all, on both databases."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import func, select

from companion.engine.log import Line
from companion.engine.names import clean
from companion.engine.table import BESIDES, GAMES_PER_TABLE, ROOM, Away
from companion.files import handover, parsing
from companion.files.record import entries_of
from companion.games import GAMES
from companion.games.game import Game
from companion.operations.check import check
from companion.store.database import schema
from companion.store.games.submissions import LIGHT, WEIGHED
from companion.store.store import Store
from companion.store.transfer import recognising, staging
from companion.store.transfer.imports import Added
from companion.web import LARGEST_REQUEST
from tests.files.test_parsing import document
from tests.games.the_game.telling import end, play
from tests.store.tables import enter
from tests.support.databases import on_both
from tests.support.random_examples import at_most
from tests.support.random_logs import stories

KEPT = (
    schema.tables, schema.people, schema.games, schema.seats, schema.entries, schema.lessons,
    schema.nicknames,
)  # fmt: skip


def bundle_of(*records: dict[str, Any]) -> parsing.Bundle:
    """A table of these games, as it is read from its file."""
    text = json.dumps({"format": "companion-table/1", "games": records})
    return parsing.read(text.encode(), clean, datetime.now(UTC))


@pytest.fixture
def bundle() -> parsing.Bundle:
    """Two games of nine entries each."""
    entries = [{"kind": "hand-corrected", "player": 0, "cards": n % 7} for n in range(9)]
    return bundle_of(*(document(entries=entries, made_at=f"2026-01-0{n}T10:00Z") for n in (1, 2)))


def all_there(store: Store) -> list[int]:
    """How much of everything is kept."""
    with store.database.read_existing() as connection:
        counted = (select(func.count()).select_from(kept) for kept in KEPT)
        return [connection.execute(each).scalar_one() for each in counted]


@on_both
def test_all_is_written_or_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    record = document(entries=[play(47, "up-1"), play(48, "up-1"), end()])
    bundle, made = bundle_of(*[record] * 3), bundle_of({**record, "made_at": "2026-01-31T20:15Z"})
    me = store.phones.remember("secret")
    monkeypatch.setattr(recognising, "tell", lambda stored: 1 / 0)
    table, came, *_ = store.imports.add(me, bundle, None, "key")
    assert came == 3  # nothing was there to compare with
    assert store.imports.add(me, bundle, None, "key") == Added(table, 3)
    assert store.imports.add(me, made, None, "other") == Added(table, 1)
    with pytest.raises(ZeroDivisionError):
        store.imports.add(me, made, None, "third")
    whole = tuple(store.games.export(me, table))
    assert [len(game.log) for game in whole] == [3] * 4
    assert len({game.known_as for game in whole}) == 4  # what has no times is never the same
    assert [game.made_at for game in whole] == sorted(game.made_at for game in whole)
    people = {person.id: person.name for game in whole for person in game.people}
    assert sorted(people.values()) == ["Ann", "Ben"]
    for game in whole:
        assert [(entry.seen, entry.phone) for entry in game.log] == [(n, me) for n in range(3)]


@on_both
def test_others_enter_meanwhile_and_see_nothing_of_it(
    store: Store, bundle: parsing.Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "AT_ONCE", 2)
    me = store.phones.remember("secret")
    game = store.games.start(me, "the-game", {}, ["Ann", "Ben"])
    seen, write = [], staging._write

    def others(statement: Any, rows: Any, connection: Any) -> None:
        write(statement, rows, connection)
        seen.append(len(rows))

    monkeypatch.setattr(staging, "_write", others)
    writing = store.database.write

    @contextmanager
    def watched() -> Iterator[Any]:
        with writing() as connection:
            yield connection
        if seen and len(seen) < 10:
            assert [each.id for each in store.games.find_all(me, game.table)] == [game.id]
            assert check(store).differences == []

    monkeypatch.setattr(store.database, "write", watched)
    table, came, *_ = store.imports.add(me, bundle, game.table)
    assert (table, came, seen) == (game.table, 2, [2] * 10)
    assert [len(each.log) for each in store.games.export(me, table)] == [9, 9, 0]


@on_both
def test_what_is_there_already_is_not_written_at_all(
    store: Store, bundle: parsing.Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = store.phones.remember("secret")
    first = store.imports.add(me, bundle, None, "key")
    wrote: list[object] = []
    monkeypatch.setattr(staging, "_write", lambda *asked: wrote.append(asked))
    assert store.imports.add(me, bundle, None, "key") == first
    for table in (None, first[0]):
        for key in ("", "another key"):
            assert store.imports.add(me, bundle, table, key) == Added(first[0], 0)
    assert wrote == []


@on_both
def test_a_game_is_known_by_its_id_whatever_its_file_says(store: Store) -> None:
    me, friend = store.phones.remember("secret"), store.phones.remember("friend")
    game = store.games.start(me, "the-game", {}, ["Ann", "Ben"])
    other = store.games.start(friend, "the-game", {}, ["Ann", "Ben"])
    [mine] = bundle_of(document(id=game.id)).games
    [theirs] = bundle_of(document(id=other.id, made_at="2026-01-01T10:00Z")).games
    bundle = parsing.Bundle((mine, theirs))
    bluff = document(id=game.id, game="game-of-bluff", players=["A", "B", "C"], entries=[])
    assert store.imports.add(me, bundle, game.table) == Added(game.table, 1, later=1)
    store.corrections.delete(me, game.table, game.id)
    assert store.imports.add(me, bundle, game.table) == Added(game.table, 1)
    later = replace(bundle, games=(replace(theirs, entries=(), made_at=None, said=""), mine))
    assert store.imports.add(me, later, game.table) == Added(game.table, 0, changed=1)
    assert store.games.export(friend, other.table).__next__().log == ()
    assert store.imports.add(me, bundle_of(bluff), game.table) == Added(game.table, 1)


@on_both
@pytest.mark.parametrize("known_as", ["abc", None])
def test_a_game_without_entries_is_there_once(store: Store, known_as: str | None) -> None:
    """Its date is corrected where it came to, and where it came from."""
    me = store.phones.remember("secret")
    said: dict[str, Any] = {"id": known_as, "made_at": "2026-01-01T10:00Z"}
    table, _came, *_ = store.imports.add(me, bundle_of(document(entries=[], **said)))
    [game] = store.games.export(me, table)
    along = handover.decode(handover.write(store.handovers.read(me, table)), clean)
    assert [each.known_as for each in along.games] == [game.known_as] != [game.id]
    corrected = datetime(2025, 12, 31, tzinfo=UTC)
    store.corrections.correct(me, table, game.id, ["Ann", "Ben"], corrected, "")
    assert store.imports.add(me, bundle_of(document(entries=[], **said)), table) == Added(table, 0)
    said["made_at"] = "2026-01-02T10:00Z"
    later = bundle_of(document(entries=[play(47, "up-1")], **said))
    if known_as:
        assert store.imports.add(me, later, table) == Added(table, 0, later=1)
        assert next(store.games.export(me, table)).known_as == known_as


@on_both
def test_what_another_phone_brings_meanwhile_is_there_once(
    store: Store, bundle: parsing.Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = store.phones.remember("secret")
    friend = store.phones.remember("friend")
    table = store.games.start(me, "the-game", {}, ["Ann", "Ben"]).table
    store.phones.join(friend, store.invitations.find_all(me, table)["player"].link)
    older, newer = bundle.games
    other = replace(newer, entries=newer.entries[1:], times=())
    brings = [replace(bundle, games=(older,)), replace(bundle, games=(other,))]
    stage = store.imports._staging.write

    def others_first(phone: str, games: Any) -> str:
        if phone == me:
            for each in brings:
                assert store.imports.add(friend, each, table) == Added(table, 1)
        return stage(phone, games)

    monkeypatch.setattr(store.imports._staging, "write", others_first)
    assert store.imports.add(me, bundle, table) == Added(table, 1)
    whole = [(game.made_at, len(game.log)) for game in store.games.export(me, table)][:-1]
    assert sorted(whole) == [(older.made_at, 9), (newer.made_at, 8), (newer.made_at, 9)]
    with store.database.read_existing() as connection:
        made = connection.execute(select(func.count()).select_from(schema.games)).scalar_one()
    assert made == 4


@on_both
@pytest.mark.parametrize("entered", ["in it", "by the same file"])
def test_nothing_is_overtaken(store: Store, monkeypatch: pytest.MonkeyPatch, entered: str) -> None:
    me = store.phones.remember("secret")
    game = store.games.start(me, "the-game", {}, ["Ann", "Ben"])
    bundle, stage = bundle_of(document(id=game.id)), store.imports._staging.write

    def meanwhile(phone: str, games: Any) -> str:
        with monkeypatch.context() as once:
            once.setattr(store.imports._staging, "write", stage)
            if entered == "in it":
                enter(store, me, game, "mine")
            else:
                assert store.imports.add(me, bundle, game.table) == Added(game.table, 0, later=1)
        return stage(phone, games)

    monkeypatch.setattr(store.imports._staging, "write", meanwhile)
    with pytest.raises(Away):
        store.imports.add(me, bundle, game.table)
    [kept] = store.games.export(me, game.table)
    assert len(kept.log) == 1


@on_both
def test_what_breaks_off_leaves_nothing_and_goes_in_at_the_next_try(
    store: Store, bundle: parsing.Bundle
) -> None:
    me = store.phones.remember("secret")
    before, unstage = all_there(store), store.imports._staging.clear
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(staging, "show", lambda *asked: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store.imports.add(me, bundle, None, "key")
        assert all_there(store) == before
        # As if the power had failed.
        broken.setattr(store.imports._staging, "clear", lambda staging: None)
        with pytest.raises(ZeroDivisionError):
            store.imports.add(me, bundle, None, "key")
        assert all_there(store) != before
        assert (check(store).differences, store.tables.find_all(me)) == ([], ())
    assert store.imports._staging.clear == unstage
    table, came, *_ = store.imports.add(me, bundle, None, "key")
    assert (came, len(store.tables.find_all(me))) == (2, 1)
    assert [len(each.log) for each in store.games.export(me, table)] == [9, 9]
    assert all_there(store)[0] == before[0] + 1


def test_what_is_still_to_come_was_played_now_in_the_same_order() -> None:
    game = GAMES["the-game"]
    now, late = 1_000_000_000_000, [datetime(2033, 1, day, tzinfo=UTC) for day in (2, 1)]
    setup = game.rules.setup(["Ann"], {})
    games = [parsing.Incoming(game, setup, (), at, (), "") for at in late]
    assert [made_at for made_at, _ in staging.date_games(games, now)] == [now, now - 1]


class TestRoom:
    """What Companion gives out it takes in again, however much a table holds."""

    @at_most(30, suppress_health_check=[HealthCheck.too_slow])
    @given(game=st.sampled_from(list(GAMES.values())), data=st.data())
    def test_no_entry_takes_more_room(self, game: Game[Any, Any], data: st.DataObject) -> None:
        _setup, story = data.draw(stories(game))
        lines = [line for line in story.counting for _ in range(self._count(game, line))]
        for facts, line in zip(entries_of(game, story), lines, strict=True):
            source = line.changed or line.written
            kept = {name: fact for name, fact in source.facts.items() if name != "kind"}
            said = json.dumps(facts, ensure_ascii=False).encode()
            assert len(said) + len(",\n") <= len(json.dumps(kept)) + BESIDES

    def _count(self, game: Game[Any, Any], line: Line) -> int:
        """How many entries a file has for this line: shorthands stand there spelled out."""
        entry = game.rules.read(line.before.setup, line.facts)
        without_effect = line.step is not None and line.step.rules
        if without_effect or not isinstance(entry, game.rules.shorthands):
            return 1
        return len(game.rules.spell_out(line.before, entry))

    def test_a_full_table_and_what_goes_in_between_fit_into_a_file(self) -> None:
        players = max(game.rules.seats[-1] for game in GAMES.values())
        around = 500 + players * (4 * 24 + 4)  # format, game, moment and switches; names
        between = (WEIGHED - 1) * (LIGHT + BESIDES) + around
        assert ROOM + LARGEST_REQUEST + GAMES_PER_TABLE * between < parsing.LARGEST_FILE
