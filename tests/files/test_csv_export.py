"""A game as a sheet: a line a fact, the right columns, and nothing that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from companion.engine.log import Story, Written, read
from companion.files import csv_export
from companion.files.csv_export import Row
from companion.games import GAMES
from companion.games.game import Game
from tests.games.telling import LOG_OF
from tests.support.random_examples import at_most
from tests.support.random_logs import MADE_AT, stories
from tests.support.rulings import read_options, read_table, read_word

THE_GAME, BLUFF = GAMES["the-game"], GAMES["game-of-bluff"]
NAMES = ["Ann", "Ben", "Cas"]


pytestmark = pytest.mark.usefixtures("english")


def story(
    game: Game[Any, Any], said: str, minutes: float = 1, players: int = 3, **options: object
) -> Story:
    log = [
        Written(place, str(place), "p", MADE_AT + timedelta(minutes=minutes) * place, 0, facts)
        for place, facts in enumerate(LOG_OF[game.slug](said), 1)
    ]
    return read(game.rules, game.rules.setup([*NAMES, "Dea"][:players], options), log)


def facts(game: Game[Any, Any], told: Story) -> list[tuple[object, ...]]:
    """What the sheet says, without the name of the game, the times and the play time."""
    names = told.replay.state.setup.players
    rows = csv_export.rows(game, "A game", told, names, MADE_AT)
    return [(r.part, r.player, r.what, r.value, r.total) for r in rows][:-1]


def cells(rows: Iterator[Row] | list[Row]) -> list[list[str]]:
    text = b"".join(csv_export.encode(rows)).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_a_sheet_has_a_line_a_fact() -> None:
    """Those of `sheets.txt`: a game as it is told, and its lines but for times."""
    text = Path(__file__).with_name("sheets.txt").read_text(encoding="utf-8")
    for block in text.strip().split("\n\n"):
        told, *lines = block.split("\n")
        setup, _, said = told.partition(": ")
        slug, _, options = setup.partition(" ")
        given = {name: read_word(value or "yes") for name, value in read_options(options)}
        found = facts(GAMES[slug], story(GAMES[slug], said, **given))
        said = [" | ".join(str(cell) or "-" for cell in row) for row in found]
        assert [line.replace("\u00a0", " ") for line in said] == lines


def test_a_long_sheet_comes_in_pieces_and_has_each_line_once() -> None:
    rows = [Row("A game", MADE_AT, part, "Ann", "card", part) for part in range(2_000)]
    assert len(list(csv_export.encode(rows))) > 1
    assert [row[2] for row in cells(rows)[1:]] == [str(row.part) for row in rows]


def test_where_only_the_result_was_entered_its_day_is_that_of_the_game() -> None:
    told = story(BLUFF, "result 5 9 7")
    entered = MADE_AT + timedelta(minutes=1)
    for days, at in ((0, entered), (1, MADE_AT - timedelta(days=1)), (-1, entered)):
        made_at = MADE_AT - timedelta(days=days)
        rows = list(csv_export.rows(BLUFF, "", told, NAMES, made_at))
        assert [row.at for row in rows] == [at] * 4
        assert [(r.part, r.what) for r in rows] == [*[(1, "result: total")] * 3, ("", "Result")]
    rounds = story(BLUFF, "3 1 2")
    for row in csv_export.rows(BLUFF, "", rounds, NAMES, MADE_AT - timedelta(days=1)):
        assert row.at == entered


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@at_most(40, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_line_of_any_log_has_its_columns(game: Game[Any, Any], data: st.DataObject) -> None:
    made, told = data.draw(stories(game))
    names = [*made.players, "Dummy"]
    head, *rows = cells(
        csv_export.rows(game, "=A game", told, names[: max(made.seats, game.rules.least)], MADE_AT)
    )
    assert len(head) == 7
    assert {len(row) for row in rows} <= {7}
    counted = [line for line in told.counting if line.step and not line.step.rules]
    assert len(rows) >= len([line for line in counted if line.kind == "card-played"])
    for row in rows:
        assert row[0] == "'=A game"
        assert datetime.strptime(row[1], "%Y-%m-%d %H:%M:%S").replace(
            tzinfo=UTC
        ) >= MADE_AT - timedelta(seconds=1)
        assert row[2] == "" or int(row[2]) >= 0


def test_a_formula_gets_an_apostrophe_wherever_a_sheet_is_divided() -> None:
    for risky in ("=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"):
        assert cells([Row("", MADE_AT, "", risky, "", -5)])[1][3:6] == [f"'{risky}", "", "-5"]
    for said, kept in read_table(__file__, "FORMULAS"):
        assert cells([Row("", MADE_AT, "", said, "")])[1][3] == kept


def test_it_is_what_spreadsheets_open() -> None:
    data = b"".join(csv_export.encode([Row('A "game", one', MADE_AT, 1, "Renée", "x\ny")]))
    assert data.startswith(b"\xef\xbb\xbfGame,Time (UTC),Turn or round,")
    assert data.endswith('"A ""game"", one",2026-01-31 20:15:00,1,Renée,"x\ny",,\r\n'.encode())


def test_play_time_goes_from_the_first_to_the_last_entry_without_long_pauses() -> None:
    for minutes, played in ((9, 18), (30, 60), (30.01, 0)):
        told = story(THE_GAME, "2 up-1, 3 up-1, 4 up-1", minutes)
        assert told.play_time == timedelta(minutes=played)
        rows = list(csv_export.rows(THE_GAME, "", told, NAMES, MADE_AT))
        assert rows[-1].value == played
    for said, minutes in (("", 0), ("end!", 0), ("5 up-1, put-in 1 2 up-1", 1)):
        assert story(THE_GAME, said).play_time == timedelta(minutes=minutes)
