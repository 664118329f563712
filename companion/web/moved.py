"""A table of this phone goes onto a server; what is left of it here leads there."""

import hashlib
from collections.abc import Mapping
from typing import Protocol, cast

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    request,
    url_for,
)

from companion.files import handover
from companion.files.handover import Handover
from companion.web import along, other_server, page, phone, phones
from companion.web.alone import server_shelf
from companion.web.phones import table_at
from companion.web.security import SAFE

bp = Blueprint("moved", __name__)


class Moved(Protocol):
    """What a phone remembers of its tables that are on a server now."""

    moved: Mapping[str, str]
    """Where each of them is."""

    def move(self, table: str, address: str) -> None:
        """This table is on a server now, at this address."""


def server_of(table_id: str) -> str:
    """On which server this table is, or onto which it would go; "" for none."""
    if address := find_all().get(table_id):
        return address.removesuffix(f"t/{table_id}/")
    if table_id in along.find_all():
        return along.server_of(table_id)
    return other_server.find_chosen()


def find_all() -> Mapping[str, str]:
    """Where the tables are that were here once; on a server there are none."""
    known = cast(Moved | None, current_app.extensions.get("moved"))
    return known.moved if known else {}


@bp.record_once
def _add_globals(state: object) -> None:
    app: Flask = state.app  # type: ignore[attr-defined]
    app.add_template_global(find_all, "moved_tables")
    app.add_template_global(server_of)
    app.add_template_global(other_server.give_key)
    app.add_template_global(other_server.name_of)
    app.jinja_env.globals["server_like"] = other_server.LIKE


@bp.before_app_request
def lead_there() -> Response | None:
    """Whatever is asked of a table that has moved is answered with the way to it."""
    asked = request.view_args or {}
    table_id = asked.get("table_id") or request.values.get("table", "")
    if table_id not in find_all() or request.blueprint == bp.name:
        return None
    return page(
        "moved.html",
        200 if request.method in SAFE else 409,
        moved=table_at(table_id)[1],
        there=_find_there(find_all()[table_id], asked),
    )


def _find_there(address: str, asked: Mapping[str, str]) -> str:
    """Where on the server this page is; of what was posted, the board or the table."""
    if request.method in SAFE and "table_id" in asked:
        return address + request.full_path.rstrip("?").removeprefix(f"/t/{asked['table_id']}/")
    return address + (f"{asked['game_id']}/" if "game_id" in asked else "")


@bp.after_app_request
def let_reach(response: Response) -> Response:
    """The pages that go onto other servers may ask there."""
    return other_server.let_reach(response)


@bp.get("/t/<table_id>/handover")
def bundle(table_id: str) -> Response:
    """What the server lacks of this table; its tag says which state of it this is.

    204 where it lacks nothing of a table that was taken along.
    """
    table = _read(table_id)
    if table is None:
        return Response(status=204)
    data = handover.write(table)
    answer = Response(data, mimetype="application/json")
    answer.set_etag(_tag(data))
    return answer


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
    """The server has this table, or the games that it lacked, as the tag says.

    Which server that is says `server`: another one, else that of this address. Nothing is entered
    here any more in what it has.

    412 where something was entered here since: the server has to get that first.
    """
    server = other_server.find_asked()
    table = _read(table_id)
    if table is None or not request.if_match.contains(_tag(handover.write(table))):
        abort(412)
    if table_id in along.find_all():
        along.send(table)
        return jsonify(address=url_for("tables.table", table_id=table_id))
    phone.store().tables.close(phone.require_id(), table_id)
    address = f"{server}t/{table_id}/"
    cast(Moved, current_app.extensions["moved"]).move(table_id, address)
    return jsonify(address=address)


def _read(table_id: str) -> Handover | None:
    return along.pick_waiting(phone.store().handovers.read(phone.require_id(), table_id))


def _tag(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
