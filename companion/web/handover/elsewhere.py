"""What of this phone's tables is on a server: it is read here, and goes on there.

A table that began here goes onto the server whole, and is stopped before it goes, so nothing is
entered here that the server would not get. Then it is a copy of the one there, as a table of the
server that is copied: its games are read here, and those that begin here go onto the server once
it can be reached, with what was learned in them. All else is what the server says, and is changed
there.
"""

from contextlib import suppress
from dataclasses import replace
from typing import cast

from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask_babel import gettext as _

from companion.engine.table import Diverged, StoredGame, Table, Unknown
from companion.files import handover
from companion.files.handover import Handover, sign
from companion.web.handover import other_server, phone_file, whole_tables
from companion.web.handover.phone_file import PhoneFile, server_shelf
from companion.web.join import phones
from companion.web.join.phones import table_at
from companion.web.pages.page import page
from companion.web.pages.playing import Playing
from companion.web.play import entering
from companion.web.safety import phone, security
from companion.web.safety.security import SAFE

bp = Blueprint("elsewhere", __name__)
bp.after_app_request(other_server.let_reach)

READ = (
    "log.show",
    "files.show",
    "files.sheet",
    "sharing.text",
    "tables.export",
    "tables.download",
    "tables.again",
)
"""What is done here with a game that the server has: it is read, or another one follows it."""

security.LARGER["elsewhere.bring"] = whole_tables.LARGEST


@bp.record_once
def _add_globals(state: BlueprintSetupState) -> None:
    app = state.app
    app.add_template_global(lambda: phone_file.read().along, "tables_along")
    app.add_template_global(count_waiting)
    app.add_template_global(server_shelf)
    app.add_template_global(other_server.find, "server_of")
    app.add_template_global(other_server.give_key)
    app.add_template_global(other_server.name_of)
    app.jinja_env.globals["server_like"] = other_server.LIKE


def goes_on_there(table_id: str, game_id: str) -> bool:
    """Whether this is a game that the server has."""
    copy = phone_file.read().along.get(table_id)
    return bool(copy and game_id in copy.games)


def count_waiting(table: Table) -> int:
    """How many games of this table wait for the server; 0 for one that is no copy."""
    copy = phone_file.read().along.get(table.id)
    return max(0, table.games - len(copy.games)) if copy else 0


@bp.before_app_request
def lead_there() -> Response | None:
    """Whatever is asked of a game that the server has is answered with the way to it.

    While anything is on its way nothing is entered: it may come back, so the phone keeps what it
    has. Of a table that is no copy yet this is about the whole table.
    """
    asked, known = request.view_args or {}, phone_file.read()
    table_id = asked.get("table_id") or request.values.get("table", "")
    if known.moved:
        _keep_copies(known)
    if request.blueprint == bp.name:
        return None
    if table_id in known.along:
        return None if request.endpoint in READ else _lead_game(table_id, asked.get("game_id", ""))
    return _show_going(table_id) if table_id in known.going else None


def _keep_copies(known: PhoneFile) -> None:
    """What an earlier version put onto a server, and closed here, is a copy from now on."""
    me, store = phone.find_id() or "", phone.store()
    for table_id, address in known.moved.items():
        server = address.removesuffix(f"t/{table_id}/")
        with suppress(Unknown):
            store.tables.close(me, table_id, closed=False)
            games = store.handovers.read(me, table_id).game_ids
            known.go(table_id, server if server in known.keys else "", games)
            known.arrive(table_id)
    known.moved = {}
    known.write()


def _lead_game(table_id: str, game_id: str) -> Response | None:
    """The way to this game of a copy, which the server has or may have."""
    going = phone_file.read().going.get(table_id)
    if going and game_id in going.games:
        return _show_going(table_id)
    if not goes_on_there(table_id, game_id):
        return None
    playing = Playing(entering.load(table_id, game_id))
    status, there = _refuse(409), f"{other_server.find(table_id)}t/{table_id}/{game_id}/"
    return page("elsewhere.html", status, playing=playing, board=playing.board(), there=there)


def _show_going(table_id: str) -> Response:
    return page("handing_over.html", _refuse(503), going=table_at(table_id)[1])


def _refuse(refusal: int) -> int:
    return 200 if request.method in SAFE else refusal


@bp.post("/t/<table_id>/going")
def go(table_id: str) -> Response:
    """What the server lacks of this table is stopped here, and answered, to be sent there.

    201 where it was not on its way before; 204 where the server lacks nothing of a copy; 409 for
    any other table without games.
    """
    server, known = other_server.find_asked(), phone_file.read()
    table = phone.store().handovers.read(phone.require_id(), table_id)
    if copy := known.along.get(table_id):
        table = handover.pick_others(table, copy.games)
        if not table.games:
            return Response(status=204)
    elif not table.games:
        whole_tables.refuse(
            _("A table without games cannot go to the server. Start a game first."), 409
        )
    status = 200 if table_id in {**known.along, **known.going} else 201
    known.go(table_id, server, table.game_ids)
    return Response(handover.write(table), status, mimetype="application/json")


@bp.post("/t/<table_id>/stays")
def stay(table_id: str) -> Response:
    """Nothing of it came onto the server, or somebody says so: it goes on here.

    With `alone` it is no copy any more.
    """
    phone_file.read().stay(table_id, alone="alone" in request.form)
    return cast(Response, redirect(url_for("tables.table", table_id=table_id), 303))


@bp.post("/t/<table_id>/server")
def choose(table_id: str) -> Response:
    """Tables go onto the server at this address from now on; "" for that of this address."""
    said = request.form.get("address", "")
    try:
        other_server.choose(other_server.read_address(said) if said or not server_shelf() else "")
    except other_server.NotAServer as wrong:
        return phones.show_page(table_id, str(wrong), 422, said)
    return cast(Response, redirect(url_for("phones.show", table_id=table_id), 303))


@bp.post("/t/<table_id>/moved")
def move(table_id: str) -> Response:
    """The server has now what was stopped here; 412 where nothing was."""
    if table_id not in phone_file.read().going:
        abort(412)
    phone_file.read().arrive(table_id)
    return Response(status=204)


@bp.get("/along/<table_id>")
def show(table_id: str) -> Response:
    """Take this table of the server along, by a script of the page."""
    return page("handing_over.html", table_id=table_id, going=None)


@bp.post("/along")
def bring() -> Response:
    """Have this table here as the server has it, and say whether that says anything new.

    Games that it lacks wait here, but for those that it had and that were deleted there: until they
    have gone there the copy stays as it is. Which server that is says `server`, as in `go`. After a
    restore of the server it may have gone on otherwise than here.
    """
    server = other_server.find_asked()
    try:
        with whole_tables.refusals():
            table = whole_tables.read()
            came = _take(table, server)
    except Diverged:
        said = _(
            "On the server, this table went on without this phone: the two can no longer be "
            "merged. You can save the one on this phone as a file."
        )
        whole_tables.refuse(said, 409)
    return jsonify(came=came, address=url_for("tables.table", table_id=table.id))


def _take(table: Handover, server: str) -> bool:
    me, store, known = phone.ensure_id(), phone.store(), phone_file.read()
    found, copy, said = store.tables.find(me, table.id), known.along.get(table.id), sign(table)
    if found and copy and copy.sign == said:
        return False
    here = {game.id: game for game in store.handovers.read(me, table.id).games} if found else {}
    games = tuple(_join(here.get(game.id), game) for game in table.games)
    there = table.game_ids
    gone = {*table.gone} & {*(copy.games if copy else ())}
    if waits := here.keys() - {*there, *gone}:
        there, said = [*(here.keys() - waits)], f"{said} without {len(waits)}"
    else:
        store.handovers.replace(me, replace(table, games=games))
    known.bring(table.id, there, server, said)
    return not (copy and copy.sign == said)


def _join(here: StoredGame | None, there: StoredGame) -> StoredGame:
    """This game with the longer of two logs, one of which begins as the other does.

    Raises `Diverged` where it does not: after a restore of the server.
    """
    log = here.log if here else ()
    if any(ours.id != each.id for ours, each in zip(log, there.log, strict=False)):
        raise Diverged(there)
    return replace(there, log=max(log, there.log, key=len))
