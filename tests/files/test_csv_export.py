"""A game as a sheet: a line a fact, the right columns, and nothing that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from companion.engine.entry import Facts
from companion.engine.log import Story, Written, read
from companion.engine.replay import Result
from companion.engine.setup import Setup
from companion.files import csv_export
from companion.files.csv_export import Row
from companion.games import GAMES
from companion.games.game import Game
from tests.games.one_brain.telling import lays
from tests.games.the_game.telling import cannot, end, holds, missed, play, starter
from tests.support.random_examples import at_most
from tests.support.random_logs import MADE_AT, stories
from tests.support.submitted_log import back, changed

THE_GAME, BLUFF, BRAIN = (GAMES[slug] for slug in ("the-game", "game-of-bluff", "one-brain"))
NAMES = ["Ann", "Ben", "Cas"]


pytestmark = pytest.mark.usefixtures("english")


def story(game: Game[Any, Any], *entries: Facts, seats: int = 3, minutes: float = 1) -> Story:
    """A game of these entries, one every so many minutes."""
    return read(game.rules, setup(game, seats), log(entries, minutes))


def setup(game: Game[Any, Any], seats: int, **options: object) -> Setup:
    return game.rules.setup(NAMES[:seats], options)


def log(entries: tuple[Facts, ...], minutes: float) -> list[Written]:
    return [
        Written(place, str(place), "p", MADE_AT + timedelta(minutes=minutes) * place, 0, facts)
        for place, facts in enumerate(entries, 1)
    ]


def facts(game: Game[Any, Any], told: Story) -> list[tuple[object, ...]]:
    """What the sheet says, without the name of the game, the times and the play time."""
    rows = csv_export.rows(game, "A game", told, NAMES, MADE_AT)
    return [(r.part, r.player, r.what, r.value, r.total) for r in rows][:-1]


def cells(rows: Iterator[Row] | list[Row]) -> list[list[str]]:
    text = b"".join(csv_export.encode(rows)).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_the_game_counts_cards_commands_and_ends_of_turn() -> None:
    commanded = THE_GAME.rules.setup(NAMES, {"extreme": True})
    entries = (
        starter(1), play(47, "up-1"), play(90, "down-1", "silence"), end(), holds(0, 5),
        missed(2, "up-2", 8), cannot(),
    )  # fmt: skip
    assert facts(THE_GAME, read(THE_GAME.rules, commanded, log(entries, 1)))[:9] == [
        (1, "Ben", "starts", "", ""),
        (1, "Ben", "card on ▲\u00a01", 47, 1),
        (1, "Ben", "card on ▼\u00a01", 90, 2),
        (1, "Ben", "command", "silence", ""),
        (1, "Ben", "end of turn: cards drawn, draw pile", 2, 78),
        (2, "Ann", "hand corrected, draw pile", 5, 79),
        (2, "Cas", "missed cards, the last 8 on ▲\u00a02", 2, 4),
    ]


def test_the_end_says_how_it_stands() -> None:
    told = facts(THE_GAME, story(THE_GAME, play(47, "up-1"), cannot()))
    assert told == [
        (1, "Ann", "card on ▲\u00a01", 47, 1),
        (1, "Ann", "cannot play", "", ""),
        (1, "", "Result", "97 cards left", ""),
    ]


def test_where_only_the_result_was_entered_its_day_is_that_of_the_game() -> None:
    told = story(BLUFF, {"kind": "result-entered", "totals": [5, 9, 7]})
    entered = MADE_AT + timedelta(minutes=1)
    for days, at in ((0, entered), (1, MADE_AT - timedelta(days=1)), (-1, entered)):
        made_at = MADE_AT - timedelta(days=days)
        rows = list(csv_export.rows(BLUFF, "", told, NAMES, made_at))
        assert [row.at for row in rows] == [at] * 4
        assert [(row.part, row.what) for row in rows] == [
            *[(1, "result: total")] * 3,
            ("", "Result"),
        ]
    rounds = story(BLUFF, {"kind": "round-scored", "cards": [3, 1, 2], "rik": None})
    for row in csv_export.rows(BLUFF, "", rounds, NAMES, MADE_AT - timedelta(days=1)):
        assert row.at == entered


def test_bluff_counts_points_and_totals() -> None:
    rounds = [{"kind": "round-scored", "cards": cards, "rik": rik} for cards, rik in
              (([3, 1, 2], 0), ([1, 3, 2], None))]  # fmt: skip
    emma = {"kind": "emma-played", "player": 2}
    begins = {"kind": "starter-chosen", "player": 1}
    entries = (begins, emma, {"kind": "turn-taken"}, *rounds, {"kind": "game-stopped"})
    assert facts(BLUFF, story(BLUFF, *entries)) == [
        (1, "Ben", "starts", "", ""),
        (1, "Cas", "Ending Emma", "", ""),
        (1, "Ann", "last turn, turns left", "", 2),
        (1, "Ann", "held Redemption Rik", 3, ""),
        (1, "Ann", "points", 0, 0),
        (1, "Ben", "points", 1, 1),
        (1, "Cas", "points", 2, 2),
        (2, "Ann", "points", 1, 1),
        (2, "Ben", "points", 3, 4),
        (2, "Cas", "points", 2, 4),
        (3, "", "Game stopped early", "", ""),
        (2, "", "Result", "Ann wins", ""),
    ]


def test_one_brain_counts_actions_what_they_hit_and_the_columns() -> None:
    entries = (
        {**lays("donate"), "to": 1, "given_from": "hand", "card": {"colour": "red", "kind": "cat"}},
        {"kind": "card-drawn"},
        {**lays("cover"), "column": 1},
        {"kind": "turn-ended"},
        {"kind": "late-card-drawn"},
        {**lays("remove-kind"), "columns": [1, 2]},
        {"kind": "cards-corrected", "player": 0, "hand": 2, "domain": 1},
        {"kind": "attempt-given-up"},
    )
    assert facts(BRAIN, story(BRAIN, *entries)) == [
        (1, "Ann", "red cat: Donate", "Ben", 1),
        (1, "Ann", "card drawn, draw pile", 1, 20),
        (2, "Ben", "Cover", 1, 1),
        (2, "Ben", "end of turn, draw pile", "", 20),
        (3, "Ben", "card drawn late, draw pile", 1, 19),
        (3, "Cas", "Remove kind", "1, 2", 0),
        (3, "Ann", "hand corrected, draw pile", 2, 20),
        (3, "Ann", "domain corrected, draw pile", 1, 20),
        (3, "", "Attempt given up", "", 0),
        (3, "", "Result", "Given up, Advanced", ""),
    ]


def test_what_is_taken_back_or_has_no_effect_is_no_fact() -> None:
    entries = (play(47, "up-1"), play(48, "up-1"), changed(1, play(48, "up-2")), play(60, "up-1"))
    told = story(THE_GAME, *entries, back(4))
    assert [line.step and line.step.result for line in told.counting] == [
        Result.RECORDED,
        Result.REFUSED,
    ]
    assert [row[3] for row in facts(THE_GAME, told)] == [48]
    assert list(csv_export.rows(THE_GAME, "", story(THE_GAME), NAMES, MADE_AT)) == []


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


@given(st.text(max_size=8), st.text(max_size=8), st.integers())
def test_no_text_is_a_formula_and_no_number_becomes_text(name: str, what: str, value: int) -> None:
    if any("\ud800" <= sign <= "\udfff" for sign in name + what):
        return
    [_head, row] = cells([Row(name, MADE_AT, 1, name, what, value, what)])
    assert row[5] == str(value)
    for said, cell in ((name, row[0]), (name, row[3]), (what, row[4]), (what, row[6])):
        assert cell.replace("'", "") == said.replace("'", "")
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert not [part for part in cell.split(";") if part.startswith(("=", "+", "-", "@"))]


def test_a_formula_gets_an_apostrophe_wherever_a_sheet_is_divided() -> None:
    for risky in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"):
        assert cells([Row("", MADE_AT, "", risky, "", -5)])[1][3:6] == [f"'{risky}", "", "-5"]
    for said, kept in (
        ("x;=cmd|'/c calc'!A1;", "x;'=cmd|'/c calc'!A1;"),
        ("x; @SUM(A1)", "x;' @SUM(A1)"),
        ('x;"=1+1', "x;'\"=1+1"),
        ("=1;+1", "'=1;'+1"),
        ("Ann,=1+1", "Ann,'=1+1"),
        ("Ann, -cmd", "Ann,' -cmd"),
        ("Ann; Ben (3-2, -1)", "Ann; Ben (3-2, -1)"),
    ):
        assert cells([Row("", MADE_AT, "", said, "")])[1][3] == kept


def test_it_is_what_spreadsheets_open() -> None:
    data = b"".join(csv_export.encode([Row('A "game", one', MADE_AT, 1, "Renée", "x\ny")]))
    assert data.startswith(b"\xef\xbb\xbfGame,Time (UTC),Turn or round,")
    assert data.endswith('"A ""game"", one",2026-01-31 20:15:00,1,Renée,"x\ny",,\r\n'.encode())


def test_play_time_goes_from_the_first_to_the_last_entry_without_long_pauses() -> None:
    for minutes, played in ((9, 18), (20, 40), (20.01, 0)):
        told = story(THE_GAME, *(play(n, "up-1") for n in (2, 3, 4)), minutes=minutes)
        assert told.play_time == timedelta(minutes=played)
        rows = list(csv_export.rows(THE_GAME, "", told, NAMES, MADE_AT))
        assert rows[-1].value == played
    assert story(THE_GAME).play_time == story(THE_GAME, end()).play_time == timedelta()
    before = {
        "kind": "inserted",
        "before": 1,
        "facts": play(2, "up-1"),
    }
    assert story(THE_GAME, play(5, "up-1"), before).play_time == timedelta(minutes=1)
