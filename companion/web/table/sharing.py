"""A result to be told elsewhere: as text, and as a play that BG Stats takes over."""

import json
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Flask, Response
from flask_babel import force_locale, format_date
from flask_babel import gettext as _
from wcwidth import iter_graphemes

from companion.engine.diff import has_no_effect
from companion.engine.entry import Starter
from companion.engine.names import LONGEST_NAME, bare, name_key, settle
from companion.engine.rules import Summary
from companion.engine.table import Person
from companion.games.lists import join_list
from companion.web.pages.names import display_names
from companion.web.pages.playing import Playing
from companion.web.play.entering import load as load_game

bp = Blueprint("sharing", __name__, url_prefix="/t/<table_id>/<game_id>")

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"  # with the ids below it is what BG Stats knows plays again by: for ever
LONGEST_ADDRESS = 8_000  # characters


@dataclass(frozen=True)
class Told:
    """A result as text, and the day in it.

    It says UTC, and so does a play for BG Stats: a page is the same for phones of all zones, and a
    script makes it that of a phone.
    """

    text: str
    day: str


@bp.record_once
def _add_globals(state: Any) -> None:
    app: Flask = state.app
    app.add_template_global(result_of)
    app.add_template_global(picture_of)
    app.add_template_global(as_play)


@bp.get("/result.txt")
def text(table_id: str, game_id: str) -> Response:
    """How a game went, in a few sentences."""
    told = settle(as_text(Playing(load_game(table_id, game_id))))
    return Response(told + "\n", mimetype="text/plain")


def result_of(playing: Playing) -> Told:
    """How a game went, as text."""
    return Told(as_text(playing), _day(playing))


def as_text(playing: Playing) -> str:
    """How a game went: "Some Game, 14 points. Ann and Ben. 12 turns. 21 Nov 2026."."""
    words, result = playing.game.words, _result(playing)
    return _(
        "%(game)s, %(result)s. %(names)s. %(length)s. %(date)s.",
        game=playing.title,
        result=words.share_result(result, playing.names),
        names=join_list(display_names(playing.stored.people)),
        length=playing.game.describe_length(result),
        date=_day(playing),
    )


def picture_of(playing: Playing) -> dict[str, object]:
    """What a picture of the result says: a phone draws it, in its own zone and light."""
    words, result = playing.game.words, _result(playing)
    pictured = asdict(playing.board().picture(playing.names))
    limit = pictured.pop("limit")
    lasted = () if result.result_only else (playing.game.describe_length(result), playing.lasted)
    return {
        "title": playing.title,
        "variant": words.describe_options(playing.options),
        "at": playing.stored.made_at.isoformat(),
        "length": ", ".join(each for each in lasted if each),
        "names": playing.names,
        "limit": limit and {"at": limit, "says": _("limit %(limit)s", limit=limit)},
        **pictured,
    }


def _day(playing: Playing) -> str:
    return str(format_date(playing.stored.made_at, "long"))


def as_play(playing: Playing) -> str:
    """The address that hands a game to BG Stats, its names cut where they make it too long."""
    for length in range(LONGEST_NAME, 1, -1):
        play = json.dumps(_play(playing, length), ensure_ascii=False, separators=(",", ":"))
        address = BG_STATS + quote(play, safe="")
        if len(address) <= LONGEST_ADDRESS:
            break
    return address


def _play(playing: Playing, longest: int) -> dict[str, object]:
    """The game as BG Stats reads it, in English: what it knows again must not change.

    A player says whether of starting and winning even where not: its Android app asks for both.
    """
    game, stored, result = playing.game, playing.stored, _result(playing)
    with force_locale("en"):
        names = [bare(name) for name in display_names(stored.people)]
        board = game.words.describe_options(playing.options)
        called = game.called(stored.options)
        name = called or str(playing.tile.title)
        comments = f"{game.describe_length(result)}."
    if stored.note:
        comments = f"{comments} {stored.note}"
    starter = _starter(playing, result)
    told: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": stored.id,
        "playDate": f"{stored.made_at:%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": name,
            "sourceGameId": playing.tile.slug + (called and f": {name_key(called)}"),
            **({"bggId": playing.tile.bgg} if playing.tile.bgg else {}),
            "highestWins": result.highest_wins,
            "noPoints": False,
        },
        "players": [
            _player(person, _cut(names[seat], longest), result, seat, seat == starter)
            for seat, person in enumerate(stored.people)
        ],
        "comments": comments,
    }
    if board:
        told["board"] = board
    if minutes := _minutes(playing, result):
        told["durationMin"] = minutes
    return told


def _player(
    person: Person, name: str, result: Summary, seat: int, starts: bool
) -> dict[str, object]:
    return {
        "name": name,
        "sourcePlayerId": person.id,
        "startPlayer": starts,
        "winner": result.wins(seat),
        **_figures(result, seat),
    }


def _figures(result: Summary, seat: int) -> dict[str, object]:
    if result.scores:
        return {"score": str(result.scores[seat]), "rank": result.ranks[seat]}
    return {} if result.score is None else {"score": str(result.score)}


def _starter(playing: Playing, result: Summary) -> int | None:
    """The seat that began: the first one, unless somebody was chosen before anything else.

    None where nobody said so of a game of which only the result was entered.
    """
    seat = None if result.result_only else 0
    for line in playing.story.counting:
        if has_no_effect(line):
            continue
        entry = playing.game.rules.read(playing.setup, line.facts)
        if not isinstance(entry, Starter):
            break
        seat = entry.player
    return seat


def _minutes(playing: Playing, result: Summary) -> int:
    """The minutes that were played; 0 where only the result was entered."""
    return 0 if result.result_only else round(playing.story.play_time.total_seconds() / 60)


def _result(playing: Playing) -> Summary:
    summary: Summary = playing.game.rules.summary(playing.story.replay.state)
    return summary


def _cut(name: str, longest: int) -> str:
    signs = list(iter_graphemes(name))
    return name if len(signs) <= longest else "".join(signs[: longest - 1]) + "…"
