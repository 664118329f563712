"""A game as a sheet of facts, a line each, for whoever calculates with it: CSV."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from flask_babel import lazy_gettext as _l

from companion.engine.log import Story
from companion.engine.names import bare
from companion.engine.replay import Result
from companion.games.game import Game
from companion.runtime.yielding import in_turns

Cell = str | int

HEADINGS = (
    _l("Game"),
    _l("Time (UTC)"),
    _l("Turn or round"),
    _l("Player"),
    _l("What"),
    _l("Value"),
    _l("Running total"),
)
PIECE = 64 * 1024  # characters of a sheet that are sent together
RESULT = _l("Result")
NOTE = _l("Note")
PLAY_TIME = _l("Play time in minutes")

RISKY = re.compile(
    r"""^(?=[\t\r])|(?:^|(?<=[;|]))(?=["\s]*[=+\-@\uff0b\uff0d\uff1d\uff20])"""
    r"""|(?<=,)(?=["\s]*(?:[=+@\uff0b\uff0d\uff1d\uff20]|-(?!\d)))"""
)
"""Where a spreadsheet may begin a formula: in a cell, and after what it may take for its end.

Where a comma is part of numbers spreadsheets divide at ";", whatever stands in quotes before it,
and elsewhere at commas. After a comma a negative number is just that: hands are "3-2, -1".
"""

COMMA, SEMICOLON = ",", ";"


@dataclass(frozen=True, slots=True)
class Row:
    """One fact of a game."""

    game: str
    at: datetime
    part: Cell
    player: str
    what: str
    value: Cell = ""
    total: Cell = ""


def rows(
    game: Game[Any, Any],
    called: str,
    story: Story,
    names: Sequence[str],
    made_at: datetime,
    note: str = "",
) -> Iterator[Row]:
    """The facts of a game, in the order of the table; at its end how it stands, and its play time.

    Lines that are taken back or have no effect are no facts. `called` tells it from other games.
    Where only the result was entered nobody knows the play time; if that was on a later day than
    `made_at`, the day of the game, all facts are of `made_at`. A note stands last.
    """
    words, at = game.words, None
    state = story.replay.state
    summary = game.rules.summary(state)
    late = summary.result_only and _day(story.counting[0].written.at) > _day(made_at)
    for line in in_turns(story.counting):
        if line.step is None or line.step.result is not Result.RECORDED:
            continue
        at = made_at if late else line.written.at
        for player, what, value, total in game.tell(line, names).rows():
            yield Row(called, at, game.number(line.before), player, what, value, total)
    if at is None:
        return
    if story.replay.outcome is not None:
        part = "" if summary.result_only else game.number(state)
        yield Row(called, at, part, "", str(RESULT), words.describe_result(summary, names))
    if not summary.result_only:
        yield Row(called, at, "", "", str(PLAY_TIME), round(story.play_time.total_seconds() / 60))
    if note:
        yield Row(called, at, "", "", str(NOTE), " ".join(note.split()))


def _day(at: datetime) -> date:
    return at.astimezone(UTC).date()


def encode(facts: Iterable[Row], separator: str = COMMA) -> Iterator[bytes]:
    """The sheet as CSV that every spreadsheet opens: UTF-8 with its mark, RFC 4180, no formulas.

    Its cells are divided by this sign: where numbers have a comma, spreadsheets want a semicolon.
    It comes in pieces of some thousand bytes each.
    """
    text = io.StringIO("\ufeff", newline="")
    text.seek(1)
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerow(map(str, HEADINGS))
    for row in in_turns(facts):
        at = row.at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
        told = (row.game, at, row.part, row.player, row.what, row.value, row.total)
        writer.writerow(map(_safe, told))
        if text.tell() > PIECE:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


def _safe(cell: Cell) -> Cell:
    """The cell as it may stand in a sheet: no text in it is a formula, nothing hides in it."""
    if not isinstance(cell, str):
        return cell
    text = bare(cell)
    return RISKY.sub("'", text)
