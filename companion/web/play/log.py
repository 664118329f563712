"""The log of a game in plain words, where any line can be changed or taken back."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request
from flask_babel import gettext as _

from companion.engine.log import Line
from companion.web.pages.page import page
from companion.web.pages.playing import Playing
from companion.web.play.entering import load as load_game

LINES = 500  # of a page; no evening has more, but a game can

bp = Blueprint("log", __name__, url_prefix="/t/<table_id>/<game_id>/log")


@dataclass(frozen=True)
class Chapter:
    """The lines of one part of a game, the latest first."""

    title: str
    lines: list[Line]

    def tell(self, playing: Playing) -> str:
        """All that counts of it in one line; whose all of that is, only once."""
        names = playing.names
        counting = [line for line in reversed(self.lines) if line.counts]
        lines = [line for line in counting if not playing.game.only_ends(line)]
        lines = lines or counting or self.lines
        told = [playing.game.describe_line(line, names) for line in lines]
        for name in names:
            whose = re.compile(rf"{re.escape(name)}\s?: ")
            if all(map(whose.match, told)):
                told[1:] = [whose.sub("", each, count=1) for each in told[1:]]
        said = told[0]
        for each in told[1:]:
            said = _("%(first)s; %(then)s", first=said, then=each)
        return said


@bp.get("/")
def show(table_id: str, game_id: str) -> Response:
    """Show what was entered, newest turn first, so many lines at a time.

    Where the board covers the log, the older lines stay behind a button: it must not remember for a
    table that may not. The line `at` a place, which has just been changed, is in sight.
    """
    playing = Playing(load_game(table_id, game_id))
    board = playing.board()
    end = len(playing.story.lines) - max(0, request.args.get("skip", 0, type=int))
    turns = _turns(playing, playing.story.lines[max(0, end - LINES) : max(0, end)])
    at = request.args.get("at", type=int)
    is_older = any(line.place == at for turn in turns[1:] for line in turn.lines)
    asked = "all" in request.args or is_older
    covered = board.covers_log and not asked and len(turns) > 1
    return page(
        "log.html",
        playing=playing,
        board=board,
        turns=turns[:1] if covered else turns,
        covered=covered,
        at=at,
        older=len(playing.story.lines) - end + LINES if end > LINES else None,
        flags=_flags(playing),
        waiting=_waiting(playing),
    )


@bp.route("/<int:place>", methods=["GET", "POST"])
def line(table_id: str, game_id: str, place: int) -> Response:
    """Show one line with all that can be done about it."""
    return _line_page("line.html", table_id, game_id, place)


@bp.route("/<int:place>/forgotten", methods=["GET", "POST"])
def show_insertion(table_id: str, game_id: str, place: int) -> Response:
    """Show where something is entered that should stand before this line."""
    return _line_page("forgotten.html", table_id, game_id, place)


def _line_page(template: str, table_id: str, game_id: str, place: int) -> Response:
    playing = Playing(load_game(table_id, game_id))
    found = playing.story.line(place) or abort(404)
    asked = playing.game.pages.asked.about(request.values, found.facts)
    if not asked.validate():
        abort(404)
    return page(
        template,
        playing=playing,
        board=playing.board(),
        line=found,
        asked=asked,
        restorable=playing.story.find_take_back(place),
        flags=_flags(playing),
        waiting=_waiting(playing),
    )


def _flags(playing: Playing) -> dict[int, list[str]]:
    """The rules that lines broke and were entered all the same, by the number of the line."""
    flags: dict[int, list[str]] = {}
    for flag in playing.story.replay.flags:
        flags.setdefault(flag.entry, []).append(flag.rule)
    return flags


def _waiting(playing: Playing) -> set[int]:
    """The lines that a phone without network has entered, changed or undone, by their places."""
    stored = playing.stored
    lines = playing.story.lines_of(stored.log[stored.place :])
    return {line.place for line in lines if line}


def _turns(playing: Playing, lines: Iterable[Line]) -> list[Chapter]:
    """These lines by turn, newest first; a line that is taken back stands where it stood."""
    turns: list[Chapter] = []
    for line in lines:
        title = playing.game.describe_part(line.before)
        if not turns or turns[-1].title != title:
            turns.append(Chapter(title, []))
        turns[-1].lines.insert(0, line)
    return turns[::-1]
