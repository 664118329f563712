"""A table and its games: show the board, enter, play again, take the record along."""

import json
from typing import cast

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import ngettext
from werkzeug.datastructures import MultiDict

from companion.engine.table import NoRoom, StoredGame
from companion.engine.verdict import Answer
from companion.files import record
from companion.games import GAMES
from companion.games.forms import RESULT
from companion.web.join import joining, phones
from companion.web.pages import htmx
from companion.web.pages.names import list_people
from companion.web.pages.page import Reader, page
from companion.web.pages.playing import Playing
from companion.web.play import boards, entering
from companion.web.play.series import Series
from companion.web.safety import phone
from companion.web.table import history, shelf

bp = Blueprint("tables", __name__, url_prefix="/t/<table_id>")

NEWEST = 5  # games on the page of a table

STATUS = {
    Answer.RECORDED: 200,
    Answer.MERGED: 200,
    Answer.ASK: 422,
    Answer.REFUSED: 422,
    Answer.UNREADABLE: 422,
    Answer.CONFLICT: 409,
    Answer.REUSED: 409,
}


@bp.get("/")
def table(table_id: str) -> Response:
    """Show who sits at this table, and its games, newest first."""
    store, me = phone.store(), phone.find_id()
    found = (store.tables.find(me, table_id) if me else None) or abort(404)
    me = cast(str, me)
    rows = history.latest(me, table_id, NEWEST)
    called = store.nicknames.find_all(me, table_id)
    return page(
        "table.html",
        table=found,
        rows=rows,
        last=rows[0].playing if rows else None,
        people=list_people(found),
        phones=len(store.phones.find_members(me, table_id)),
        tiles=shelf.tiles(),
        titles=history.titles(called),
        deleted=history.describe_deleted(me, table_id, called),
        decks=[game for game in GAMES.values() if game.deck],
        notice=_describe_import(),
        shown=phones.find_shown(me, found),
        now=joining.find_running(me, table_id) if found.watches else "",
    )


def _describe_import() -> str:
    """What became of the file from which this table was reached, in sentences; "" for none."""
    texts = {
        "came": lambda n: ngettext("%(num)d game imported.", "%(num)d games imported.", n),
        "apart": lambda n: ngettext(
            "%(num)d game went on differently here than in the file. Both versions are kept.",
            "%(num)d games went on differently here than in the file. Both versions are kept.",
            n,
        ),
        "later": lambda n: ngettext(
            "%(num)d game now goes on as in the file.",
            "%(num)d games now go on as in the file.",
            n,
        ),
        "had": lambda n: ngettext(
            "%(num)d game in the file is already here and was left as it is.",
            "%(num)d games in the file are already here and were left as they are.",
            n,
        ),
        "changed": lambda n: ngettext(
            "%(num)d game in the file is already here and has changed since. It stays as it "
            "is. To get the one in the file, delete it here first.",
            "%(num)d games in the file are already here and have changed since. They stay as "
            "they are. To get those in the file, delete them here first.",
            n,
        ),
    }
    counted = ((say, request.args.get(name, 0, type=int)) for name, say in texts.items())
    return " ".join(say(number) for say, number in counted if number > 0)


@bp.get("/<game_id>/")
def show(table_id: str, game_id: str) -> Response:
    """Show the board of a game, or how it ended."""
    return board_page(Playing(entering.load(table_id, game_id)))


@bp.post("/<game_id>/entries")
def enter(table_id: str, game_id: str) -> Response:
    """Enter what a player told the app, and show the board after it."""
    playing, answered = entering.enter(table_id, game_id)
    return _show_answer(playing, answered)


def _show_answer(playing: Playing, answered: "entering.Answered") -> Response:
    """What is shown after an entry: the board, what is asked, or the page it came from."""
    table_id, game_id = playing.stored.table, playing.stored.id
    if answered.back == "log":
        at = answered.line
        address = url_for(
            "log.show", table_id=table_id, game_id=game_id, at=at, _anchor=f"entry-{at}"
        )
    elif answered.back == "new":
        address = url_for("shelf.new", slug=playing.tile.slug, table=table_id)
    else:
        address = url_for("tables.show", table_id=table_id, game_id=game_id)
    silent = not (answered.open or answered.merged or entering.by_script())
    if silent or (answered.back and not answered.open):
        return htmx.go(address)
    if not (answered.open or answered.merged) and entering.by_script():
        return Response(boards.newest(playing).html)
    return board_page(playing, answered)


@bp.post("/<game_id>/again")
def again(table_id: str, game_id: str) -> Response:
    """Start another game with the same people, and the same switches but for those in the form.

    Where the table has gone on already, from another phone, this one comes along.
    """
    last = entering.load_outline(table_id, game_id)
    series = Series(Playing(last))
    if going_on := series.next:
        return cast(Response, redirect(going_on, 303))
    names = [person.name for person in last.people]
    options = _read_switches(last, names) if "switched" in request.form else last.options
    before = Playing(entering.load(table_id, game_id))
    since = before.game.rules.chosen(before.story.replay.state)
    options = shelf.with_depth(before.game, {**options, **since}, before.depth)
    try:
        started = phone.store().games.start(
            phone.ensure_id(), last.slug, options, names, last.table, series.make_next_id()
        )
    except NoRoom as error:
        game = GAMES[last.slug]
        switches = game.pages.switches
        chosen = switches.fields(options) | {"depth": options.get("depth")}
        form = switches(formdata=None, data=chosen)
        return shelf.no_room(error, game, game.tile(options), form, names)
    entering.open_with(started, before)
    return cast(Response, redirect(Playing(started).start_url, 303))


@bp.get("/<game_id>/before")
def before(table_id: str, game_id: str) -> Response:
    """Lead to the last entry of the game before this one: it may have been wrong.

    Where there is no such game, or nothing in it, to its board or to this one.
    """
    here = entering.load_outline(table_id, game_id)
    found = phone.store().series.find_before(here)
    lines = reversed(Playing(found).story.counting) if found else ()
    last = next((f"log/{line.place}" for line in lines), "")
    return cast(Response, redirect(Playing(found or here).url + last))


def _read_switches(last: StoredGame, names: list[str]) -> dict[str, object]:
    """The switches of the last game, changed as the form says; 422 where they cannot be."""
    game = GAMES[last.slug]
    switches = game.pages.switches
    said = {
        name: str(chosen)
        for name, chosen in switches.fields(last.options).items()
        if chosen is not None and chosen is not False  # no field is sent for these
    }
    form = switches(MultiDict(said | request.form.to_dict()))
    if not form.validate():
        abort(422)
    options: dict[str, object] = form.options()
    try:
        game.rules.setup_of(names, options)
    except ValueError:
        abort(422)
    return options


@bp.route("/<game_id>/sheet/<name>", methods=["GET", "POST"])
def sheet(table_id: str, game_id: str, name: str) -> Response:
    """Show one of the sheets of a game; a game that is over has its result already.

    What a sheet without scripts asks for in steps is posted here; nothing is entered by it.
    """
    playing = Playing(entering.load(table_id, game_id))
    if name not in playing.game.pages.sheets:
        abort(404)
    board = playing.board()
    if name == RESULT and board.over:
        return htmx.go(playing.url)
    if name in board.withheld:
        return htmx.go(playing.url) if playing.helped else abort(404)
    asked = playing.game.pages.asked(request.values)
    if not asked.validate():
        abort(404)
    return page(
        playing.game.templates(name),
        playing=playing,
        board=board,
        asked=asked,
        answered=None,
        series=Series(playing),
    )


@bp.get("/<game_id>/set-up")
def prepare(table_id: str, game_id: str) -> Response:
    """Show what is laid out and dealt for this game and these people, as a list to tick."""
    playing = Playing(entering.load(table_id, game_id))
    return page("preparing.html", playing=playing, board=playing.board())


@bp.get("/<game_id>/keys")
def keys(table_id: str, game_id: str) -> Response:
    """Show what the keys of a keyboard do on the board of this game."""
    playing = Playing(entering.load(table_id, game_id))
    return page("keys.html", playing=playing, board=playing.board())


@bp.get("/<game_id>/record.json")
def export(table_id: str, game_id: str) -> Response:
    """The game as a record file (record.md)."""
    playing = Playing(entering.load(table_id, game_id))
    text = record.encode_stored(playing.game, playing.setup, playing.story, playing.stored)
    made = playing.stored.made_at.strftime("%Y-%m-%d")
    name = f"{playing.stored.slug}-{made}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype="application/json", headers=headers)


@bp.get("/<game_id>/stored.json")
def download(table_id: str, game_id: str) -> Response:
    """All that is stored of the game, as it is stored, for one that no page can show."""
    me = phone.find_id()
    stored = phone.store().games.find_stored(me, table_id, game_id) if me else None
    text = json.dumps(stored or abort(404), indent=1, ensure_ascii=False)
    headers = {"Content-Disposition": f'attachment; filename="{game_id}.json"'}
    return Response(text, mimetype="application/json", headers=headers)


def board_page(playing: Playing, answered: "entering.Answered | None" = None) -> Response:
    """The board, with the question that stands open, if one does."""
    fresh = answered.verdict.place if answered else None
    board = boards.render_board(playing, Reader.here(), fresh, answered, request.args)
    return Response(board, STATUS[answered.verdict.answer] if answered else 200)
