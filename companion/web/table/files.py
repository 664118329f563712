"""Games as files, out and in: records and sheets of one game or of a whole table."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain, groupby
from typing import cast

from flask import Blueprint, Response, abort, redirect, request, stream_with_context, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from companion.engine.names import clean
from companion.engine.table import NoRoom, Table, TooMuch
from companion.files import csv_export, parsing, record
from companion.files.mistake import Mistake
from companion.files.parsing import Bundle
from companion.games import GAMES
from companion.runtime.yielding import yield_now
from companion.web.handover import whole_tables
from companion.web.pages.errors import to_write
from companion.web.pages.mistakes import describe, describe_refusal, no_room, too_much
from companion.web.pages.names import strip_numbers
from companion.web.pages.page import page
from companion.web.pages.playing import Playing, readable
from companion.web.play import entering
from companion.web.play.entering import load as load_game
from companion.web.safety import limits, phone, posted, security, starters
from companion.web.table import copies

bp = Blueprint("files", __name__)

SMALL = 64 * 1024  # bytes of a file that are made and sent together
MEGABYTES = parsing.LARGEST_FILE // 1024 // 1024
security.LARGER["files.take_in"] = whole_tables.LARGEST


@bp.get("/t/<table_id>/<game_id>/record")
def show(table_id: str, game_id: str) -> Response:
    """Show how a game can be taken along."""
    return page("record.html", playing=Playing(load_game(table_id, game_id)))


@bp.get("/t/<table_id>/<game_id>/record.csv")
def sheet(table_id: str, game_id: str) -> Response:
    """The facts of a game as a sheet."""
    playing = Playing(load_game(table_id, game_id))
    number = phone.store().series.find_number(playing.stored)
    made = playing.stored.made_at.strftime("%Y-%m-%d")
    return _csv(_facts(playing, number), f"{playing.stored.slug}-{made}.csv")


@bp.get("/t/<table_id>/table.json")
@limits.whole_tables
def table(table_id: str) -> Response:
    """A whole table as a file: its games, what it learned of its cards, how it calls them."""
    me, found = _at(table_id)
    copies.is_made(table_id)
    pieces = write_table(me, found)
    return _download(map(str.encode, pieces), "application/json", f"{_today()}.json")


def write_table(me: str, table: Table) -> Iterator[str]:
    """A whole table, as a phone that is at it takes it along, piece by piece."""
    store = phone.store()
    decks = {
        slug: learning.sort_cards(learning.read_lessons(store.lessons.find_all(me, table.id, slug)))
        for slug, learning in ((slug, game.learning) for slug, game in GAMES.items())
        if learning
    }
    called = {slug: store.nicknames.find(me, table.id, slug) for slug in GAMES}
    return record.encode_table(
        table.name,
        _records_of_all(me, table.id),
        {slug: deck for slug, deck in decks.items() if deck},
        {slug: dict(sorted(words.items())) for slug, words in called.items() if words},
    )


@bp.get("/t/<table_id>/table.csv")
@limits.whole_tables
def table_sheet(table_id: str) -> Response:
    """The facts of all games of a table as one sheet, oldest first."""
    me, _found = _at(table_id)
    return _csv(_facts_of_all(me, table_id), f"{_today()}.csv")


@bp.get("/import")
def choose() -> Response:
    """Show where a file is chosen, for a table of this phone or for one that it makes."""
    target = _target()
    if target is None:
        starters.check()
    return _show(target)


@bp.post("/import")
def take_in() -> Response:
    """Write the games of a file, once all of it has been checked; then show their table."""
    target = _target()
    file = request.files.get("file")
    if not file:
        return _show(target, _("Choose a file first."), 422)
    data = file.read(parsing.LARGEST_FILE + 1)
    if len(data) > parsing.LARGEST_FILE:
        return _show(target, _too_large(), 413)
    try:
        bundle = _nameless(parsing.read(data, clean, datetime.now(UTC)))
    except Mistake as mistake:
        return _show(target, describe(mistake), 422)
    except TooMuch:
        return _show(target, describe_refusal(too_much()), 409)
    at = target.id if target else None
    try:
        with limits.new_table() as may_begin:
            me, key = phone.ensure_id(), entering.make_start_id(data) or ""
            added = phone.store().imports.add(me, bundle, at, key, may_begin)
    except TooMuch:
        return _show(target, describe_refusal(too_much()), 409)
    except NoRoom as error:
        return _show(target, describe_refusal(no_room(error)), 409)
    copies.is_made(added.table, len(bundle.games))
    counted = added._asdict()
    table = counted.pop("table")
    counted["had"] = len(bundle.games) - added.came - added.changed - added.later
    address = url_for("tables.table", table_id=table, **counted)
    return cast(Response, redirect(address, 303))


@bp.errorhandler(RequestEntityTooLarge)
def too_large(error: RequestEntityTooLarge) -> Response:
    """Say in the page that this file is larger than any that Companion reads."""
    return _show(_target(), _too_large(), 413)


def _too_large() -> str:
    return describe_refusal(_("A file can be at most %(most)s MB.", most=MEGABYTES))


def _target() -> Table | None:
    """The table that the address names, for a phone that may enter there; see `to_write`."""
    asked = request.args.get("table")
    return None if asked is None else to_write(_at(asked)[1])


posted.FIRST["files.take_in"] = _target


def _at(table_id: str) -> tuple[str, Table]:
    """This phone, and this table; 404 for strangers as for what does not exist."""
    me = phone.find_id() or abort(404)
    return me, phone.store().tables.find(me, table_id) or abort(404)


def _show(target: Table | None, mistake: str = "", status: int = 200) -> Response:
    return page(
        "import.html",
        status,
        table=target,
        mistake=mistake,
        most=MEGABYTES,
    )


def _nameless(bundle: Bundle) -> Bundle:
    """This bundle, in which whoever is called by the number of the seat has no name.

    Older files say such numbers, in the language of the phone that made them.
    """
    games = (
        replace(
            game,
            setup=replace(game.setup, players=tuple(strip_numbers(game.setup.players))),
        )
        for game in bundle.games
    )
    return replace(bundle, games=tuple(games))


def _record(playing: Playing) -> str:
    text = record.encode_stored(playing.game, playing.setup, playing.story, playing.stored)
    return text.rstrip("\n")


def _records_of_all(me: str, table_id: str) -> Iterator[str]:
    """The records of all games of a table, oldest first; those of one moment by what they say."""
    games = phone.store().games.export(me, table_id)
    for _made_at, together in groupby(games, lambda game: game.made_at):
        yield from sorted(map(_record, readable(together)))


def _facts_of_all(me: str, table_id: str) -> Iterator[csv_export.Row]:
    numbers: Counter[str] = Counter()
    for each in phone.store().games.export(me, table_id):
        numbers[each.slug] += 1
        for playing in readable([each]):
            yield from _facts(playing, numbers[each.slug])


def _facts(playing: Playing, number: int) -> Iterator[csv_export.Row]:
    called, stored = f"{playing.title} {number}", playing.stored
    return csv_export.rows(
        playing.game, called, playing.story, playing.names, stored.made_at, stored.note
    )


def _csv(facts: Iterator[csv_export.Row], name: str) -> Response:
    separator = csv_export.COMMA if phone.language() == "en" else csv_export.SEMICOLON
    return _download(csv_export.encode(facts, separator), "text/csv", name)


def _download(pieces: Iterator[bytes], kind: str, name: str) -> Response:
    """A file in pieces, made while they are sent; a small one at once."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    first = b""
    for piece in pieces:
        first += piece
        if len(first) > SMALL:
            rest = stream_with_context(_in_pieces(chain([first], pieces)))
            return Response(rest, content_type=f"{kind}; charset=utf-8", headers=headers)
    return Response(first, content_type=f"{kind}; charset=utf-8", headers=headers)


def _in_pieces(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes, no piece of them so large that it takes long to compress."""
    for piece in pieces:
        for start in range(0, len(piece), SMALL):
            yield piece[start : start + SMALL]
            yield_now()


def _today() -> str:
    return f"companion-table-{datetime.now(UTC):%Y-%m-%d}"
