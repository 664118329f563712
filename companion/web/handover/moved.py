"""A table of this phone goes onto a server; what is left of it here leads there.

It is stopped before it goes, so nothing is entered here that the server would not get. Of a table
that was taken along the games that wait there are stopped.
"""

from collections.abc import Mapping
from typing import cast

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.sansio.blueprints import BlueprintSetupState

from companion.files import handover
from companion.web.handover import along, other_server, phone_file
from companion.web.handover.phone_file import server_shelf
from companion.web.join import phones
from companion.web.join.phones import table_at
from companion.web.pages.page import page
from companion.web.pages.playing import Playing
from companion.web.play import entering
from companion.web.safety import phone
from companion.web.safety.security import SAFE

bp = Blueprint("moved", __name__)
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


@bp.record_once
def _add_globals(state: BlueprintSetupState) -> None:
    app = state.app
    app.add_template_global(lambda: phone_file.read().moved, "moved_tables")
    app.add_template_global(server_shelf)
    app.add_template_global(other_server.find, "server_of")
    app.add_template_global(other_server.give_key)
    app.add_template_global(other_server.name_of)
    app.jinja_env.globals["server_like"] = other_server.LIKE


@bp.before_app_request
def lead_there() -> Response | None:
    """Whatever is asked of what the server has is answered with the way to it.

    While it is on its way nothing is entered: it may come back, so the phone keeps what it has. Of
    a table that was taken along this is about single games, which can be read here.
    """
    asked, known = request.view_args or {}, phone_file.read()
    table_id = asked.get("table_id") or request.values.get("table", "")
    if request.blueprint in (bp.name, along.bp.name):
        return None
    if table_id in known.along:
        return None if request.endpoint in READ else _lead_game(table_id, asked.get("game_id", ""))
    if there := known.moved.get(table_id):
        return _show_moved(table_id, 409, _find_there(there, asked))
    return _show_moved(table_id, 503) if table_id in known.going else None


def _lead_game(table_id: str, game_id: str) -> Response | None:
    """The way to this game of a table that was taken along, which the server has or may have."""
    going = phone_file.read().going.get(table_id)
    if going and game_id in going.games:
        return _show_moved(table_id, 503)
    if not along.is_elsewhere(table_id, game_id):
        return None
    playing = Playing(entering.load(table_id, game_id))
    return page(
        "elsewhere.html",
        200 if request.method in SAFE else 409,
        playing=playing,
        board=playing.board(),
        there=f"{other_server.find(table_id)}t/{table_id}/{game_id}/",
    )


def _show_moved(table_id: str, refusal: int, there: str = "") -> Response:
    moved = table_at(table_id)[1]
    status = 200 if request.method in SAFE else refusal
    return page("moved.html", status, moved=moved, there=there)


def _find_there(address: str, asked: Mapping[str, str]) -> str:
    """Where on the server this page is; of what was posted, the board or the table."""
    if request.method in SAFE and "table_id" in asked:
        return address + request.full_path.rstrip("?").removeprefix(f"/t/{asked['table_id']}/")
    return address + (f"{asked['game_id']}/" if "game_id" in asked else "")


@bp.post("/t/<table_id>/going")
def go(table_id: str) -> Response:
    """What the server lacks of this table is stopped here, and answered, to be sent there.

    201 where it was not on its way before; 204 where the server lacks nothing of a table that was
    taken along.
    """
    server = other_server.find_asked()
    whole = phone.store().handovers.read(phone.require_id(), table_id)
    if (table := along.pick_waiting(whole)) is None:
        return Response(status=204)
    known = phone_file.read()
    status = 200 if table_id in {**known.along, **known.moved, **known.going} else 201
    known.go(table_id, server, table.game_ids)
    return Response(handover.write(table), status, mimetype="application/json")


@bp.post("/t/<table_id>/stays")
def stay(table_id: str) -> Response:
    """Nothing of it came onto the server, or somebody says so: it goes on here."""
    phone_file.read().stay(table_id)
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
    """The server has this table now.

    Which server that is says `server`: another one, else that of this address. 412 where it was not
    on its way, and for a copy, which asks the server what it has.
    """
    server, known = other_server.find_asked(), phone_file.read()
    if table_id not in known.going or phone_file.is_copy(table_id):
        abort(412)
    phone.store().tables.close(phone.require_id(), table_id)
    known.move(table_id, f"{server}t/{table_id}/")
    return Response(status=204)
