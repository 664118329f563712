"""A table of this phone goes onto a server; what is left of it here leads there.

It is stopped before it goes, so nothing is entered here that the server would not get. Of a table
that was taken along the games that wait there are stopped.
"""

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
from companion.web.handover import along, other_server
from companion.web.handover.alone import server_shelf
from companion.web.join import phones
from companion.web.join.phones import table_at
from companion.web.pages.page import page
from companion.web.safety import phone
from companion.web.safety.security import SAFE

bp = Blueprint("moved", __name__)


class Going(Protocol):
    """What of a table is on its way onto a server."""

    server: str
    games: list[str]


class Moved(Protocol):
    """What a phone remembers of its tables that are on a server now, or on their way."""

    moved: Mapping[str, str]
    """Where each of them is."""
    going: Mapping[str, Going]
    """What is on its way, and it is not known whether it is there."""

    def go(self, table: str, server: str, games: list[str]) -> None:
        """These games of this table are on their way onto this server."""

    def stay(self, table: str) -> None:
        """Nothing of this table is on its way any more."""

    def move(self, table: str, address: str) -> None:
        """This table is on a server now, at this address."""


def server_of(table_id: str) -> str:
    """On which server this table is, or onto which it would go; "" for none."""
    if address := find_all().get(table_id):
        return address.removesuffix(f"t/{table_id}/")
    if table_id in along.find_all():
        return along.server_of(table_id)
    known = _find()
    if known and table_id in known.going:
        return known.going[table_id].server
    return other_server.find_chosen()


def find_all() -> Mapping[str, str]:
    """Where the tables are that were here once; on a server there are none."""
    known = _find()
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
    """Whatever is asked of a table that has moved is answered with the way to it.

    While it is on its way nothing is entered: it may come back, so the phone keeps what it has.
    """
    asked = request.view_args or {}
    table_id = asked.get("table_id") or request.values.get("table", "")
    is_there = table_id in find_all()
    if request.blueprint == bp.name or not (is_there or _is_going(table_id, asked)):
        return None
    return page(
        "moved.html",
        200 if request.method in SAFE else 409 if is_there else 503,
        moved=table_at(table_id)[1],
        there=_find_there(find_all()[table_id], asked) if is_there else "",
    )


def _is_going(table_id: str, asked: Mapping[str, str]) -> bool:
    """Whether this table is on its way; of one that was taken along, this game."""
    known = _find()  # nobody's, where a site is made
    going = known.going.get(table_id) if known else None
    if going is None or table_id not in along.find_all():
        return going is not None
    return asked.get("game_id") in going.games and request.endpoint not in along.READ


def _find_there(address: str, asked: Mapping[str, str]) -> str:
    """Where on the server this page is; of what was posted, the board or the table."""
    if request.method in SAFE and "table_id" in asked:
        return address + request.full_path.rstrip("?").removeprefix(f"/t/{asked['table_id']}/")
    return address + (f"{asked['game_id']}/" if "game_id" in asked else "")


@bp.after_app_request
def let_reach(response: Response) -> Response:
    """The pages that go onto other servers may ask there."""
    return other_server.let_reach(response)


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
    is_new = table_id not in {**find_all(), **_require().going}
    _require().go(table_id, server, [game.id for game in table.games])
    status = 201 if is_new else 200
    return Response(handover.write(table), status, mimetype="application/json")


@bp.post("/t/<table_id>/stays")
def stay(table_id: str) -> Response:
    """Nothing of it came onto the server, or somebody says so: it goes on here."""
    _require().stay(table_id)
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
    """The server has this table now, or what it lacked of it.

    Which server that is says `server`: another one, else that of this address. 412 where nothing
    of it was on its way.
    """
    server = other_server.find_asked()
    going = _require().going.get(table_id) or abort(412)
    if table_id in along.find_all():
        along.send(table_id, going.games)
        return jsonify(address=url_for("tables.table", table_id=table_id))
    phone.store().tables.close(phone.require_id(), table_id)
    address = f"{server}t/{table_id}/"
    _require().move(table_id, address)
    return jsonify(address=address)


def _find() -> Moved | None:
    return cast(Moved | None, current_app.extensions.get("moved"))


def _require() -> Moved:
    return cast(Moved, current_app.extensions["moved"])
