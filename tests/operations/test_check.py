"""The check of every log, and what an operator does with one table."""

import json
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import text, update

from companion.history.results import load_results
from companion.operations.check import check
from companion.store.database import migrations, schema
from companion.store.store import Store
from tests.operations.conftest import Says, done, play, refused
from tests.operations.test_move import tables_in, write
from tests.store.tables import connected, enter
from tests.support.databases import on_both, unmade
from tests.support.finished_games import EVENINGS
from tests.support.full_disk import full_disk

SOME = EVENINGS[:5]


def keep_results(store: Store) -> None:
    phone = store.phones.find("host") or ""
    for table in store.tables.find_all(phone):
        load_results(store.results, store.results.find_all(phone, table.id))


@pytest.fixture
def games(store: Store) -> None:
    for evening in SOME:
        play(store, store.phones.remember("host"), evening)
    keep_results(store)


def spoil(store: Store, statement: Any) -> None:
    """Do something to the database that the app never does."""
    with connected(store) as connection:
        assert connection.execute(statement).rowcount > 0


@on_both
def test_what_was_played_has_no_difference(store: Store) -> None:
    for evening in EVENINGS:
        play(store, store.phones.remember("host"), evening)
    keep_results(store)
    found, entries = check(store), sum(len(evening.entries) for evening in EVENINGS)
    assert (found.differences, found.games, found.entries) == ([], len(EVENINGS), entries)
    with full_disk():
        assert check(store).differences == []


@pytest.mark.usefixtures("games")
def test_old_or_missing_results_are_made_again(store: Store) -> None:
    spoil(store, update(schema.results).values(version=1, summary={}))
    assert check(store).differences == []
    spoil(store, schema.results.delete())
    assert check(store).differences == []


ENTRIES, AT_1 = schema.entries.c, schema.entries.c.place == 1
SPOILT: list[tuple[Any, str]] = [
    (update(schema.results).values(summary={"ending": "won"}), "not what its entries come to"),
    (
        schema.entries.delete().where(ENTRIES.place == len(EVENINGS[0].entries)),
        f"the stored result counts {len(EVENINGS[0].entries)} entries",
    ),
    (schema.entries.delete().where(ENTRIES.place == 2), "the first wrong number is 2"),
    (update(schema.entries).where(AT_1).values(place=0), "the first wrong number is 0"),
    *(
        (update(schema.entries).where(AT_1).values(kind=kind, facts=facts), said)
        for kind, facts, said in (
            ("no-such-kind", {}, "the entry at place 1 cannot be read"),
            ("card-played", {"card": "47"}, "the entry at place 1 cannot be read"),
            ("taken-back", {"target": 1}, "names no earlier entry"),
            ("taken-back", {"target": "x"}, "names no earlier entry"),
            ("changed", {}, "names no earlier entry"),
            ("card-played", ["a", "list"], "the entry at place 1 cannot be read"),
        )
    ),
    (text("UPDATE entries SET facts = '{' WHERE place = 1"), "the entry at place 1 cannot be read"),
    (update(schema.games).values(slug="whist"), "does not know this kind of game"),
    (update(schema.games).values(options={"extreme": "perhaps"}), "when it was recounted"),
]
"""What the app never does to a database, and what is said of it."""


@pytest.mark.parametrize(("statement", "said"), SPOILT, ids=[said for _, said in SPOILT])
def test_what_is_spoilt_is_said(store: Store, statement: Any, said: str) -> None:
    game = play(store, store.phones.remember("host"), EVENINGS[0])
    keep_results(store)
    spoil(store, statement)
    [difference] = check(store).differences
    assert (difference.startswith(f"game {game.id}: "), said in difference) == (True, True)


@pytest.mark.usefixtures("games")
class TestCommands:
    def test_a_check_prints_what_it_counted_and_names_nobody(
        self, says: Says, store: Store
    ) -> None:
        entries = sum(len(evening.entries) for evening in SOME)
        result = says("check")
        assert result.output == f"{len(SOME)} games, {entries} entries, 0 differences\n"
        assert result.exit_code == 0
        spoil(store, update(schema.entries).values(kind="no-such-kind"))
        result = says("check")
        assert result.exit_code == 1
        assert f"{len(SOME)} games" in result.output
        assert not [name for name in ("Ann", "Ben", "Cas") if name in result.output]

    def test_a_purge_takes_what_nobody_touched(
        self, says: Says, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert says("purge").output.startswith("0 tables removed: unused for 400 days")
        spoil(store, update(schema.tables).values(touched_at=1))
        monkeypatch.setenv("KEEP_DAYS", "30")
        result = says("purge")
        assert "0 tables removed: unused for 30 days" in result.output
        assert "1 table marked: will be removed if still unused on 7 later days" in result.output
        spoil(store, update(schema.tables).values(expired_at=1, expired_days=6))
        result = says("purge")
        assert "1 table removed: unused for 30 days" in result.output
        assert result.exit_code == 0
        assert check(store).games == 0

    def test_most_tables_stay(self, says: Says, store: Store) -> None:
        host = store.phones.remember("host")
        for number in range(5):  # and one that is there
            store.games.start(host, "the-game", {}, [f"Ann {number}"])
        spoil(store, update(schema.tables).values(touched_at=1))
        said = says("purge").output
        assert "0 tables removed" in said
        assert "6 tables of 6 held back" in said
        assert "`companion purge --all`" in said
        assert "6 tables removed" in says("purge", "--all").output
        assert store.tables.find_all(host) == ()


def test_no_command_makes_a_database_in_postgresql(there: str, says: Says, tmp_path: Path) -> None:
    for words in (["check"], ["purge"], ["backup", str(tmp_path / "file")]):
        refused(says(*words, to=there), "PostgreSQL has no database of Companion")
        assert tables_in(there) == []


@on_both
@unmade
def test_an_older_or_newer_one_stays_as_it_is(database: str, says: Says) -> None:
    with connected(database) as connection:
        command.upgrade(migrations.configuration(connection), "0005")
    before = tables_in(database)
    for version, said in (("0005", "older version"), ("9999", "newer Companion")):
        write(database, text(f"UPDATE alembic_version SET version_num = '{version}'"))
        for name in ("check", "purge"):
            result = says(name, to=database)
            refused(result, said)
            is_replaced = version == "9999" and database.startswith("sqlite")
            assert ("FILE --replace" in result.output) == is_replaced
            assert tables_in(database) == before


OTHERS = "Ann, 2 without a name"


@on_both
def test_one_is_saved_loses_a_name_and_goes(played: Store, says: Says, tmp_path: Path) -> None:
    other = played.phones.remember("other")
    game = played.games.start(other, "one-brain", {}, ["Ann", "", ""])
    enter(played, other, game, "x")

    def rows() -> list[list[str]]:
        return [line.split("  ") for line in done(says("tables", "list")).splitlines()]

    def names() -> list[str]:
        return [row[3] for row in rows()]

    listed = {row[3]: row[0] for row in rows()}
    assert listed.keys() == {"Ann, Ben", OTHERS}
    table, kept = listed["Ann, Ben"], str(tmp_path / "table.json")
    assert done(says("tables", "export", table, kept)) == f"{kept}: 1 game\n"
    written = json.loads(Path(kept).read_text())
    assert [each["players"] for each in written["games"]] == [["Ann", "Ben"]]
    refused(says("tables", "export", table, kept), "already exists")
    [host] = played.tables.find_watched(table).roles  # type: ignore[union-attr]
    played.phones.join(other, played.invitations.find_all(host, table)["player"].link)
    played.phones.give_way(host, table, "")
    played.phones.leave(host, table)  # who was there first is gone, and others are not
    assert done(says("tables", "export", table, f"{kept}2")) == f"{kept}2: 1 game\n"
    played.phones.rename(other, table, other, "Ann", None)
    said = done(says("tables", "take-out", table, " ann "))
    assert [each.name for each in played.phones.find_members(other, table)] == [""]
    assert said.endswith("Backups keep the name for up to five more months.\n")
    refused(says("tables", "take-out", table, "Ann"), "Nobody at this table is called Ann.")
    assert names() == ["N. N., Ben", OTHERS]
    refused(says("tables", "delete", table), "Aborted")
    assert "\nDeleted." in "\n" + done(says("tables", "delete", "--yes", table))
    assert names() == [OTHERS]
    for words in (["delete", "--yes", table], ["take-out", "-x", "Ann"], ["export", "é", "x"]):
        refused(says("tables", *words), "There is no table")
