"""The phones at a table: who is there, how others come, and what the host decides."""

from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit, urlunsplit

import segno
from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup

from companion.engine.names import clean, isolate, name_key
from companion.engine.table import Member, Table
from companion.store.tables import join_codes
from companion.store.tables.join_codes import Invitation
from companion.web.join.lan_address import network_address
from companion.web.pages.names import list_people, name_people
from companion.web.pages.page import page
from companion.web.safety import addresses, phone, security

bp = Blueprint("phones", __name__, url_prefix="/t/<table_id>/phones")

HERE = ("localhost", "127.0.0.1", "::1")  # what only the machine itself calls itself


@dataclass(frozen=True)
class Invited:
    """An invitation as a page shows it: what a camera reads, and what is read out."""

    link: str
    url: str
    drawing: Markup
    code: str

    @property
    def host(self) -> str:
        """Where the app is, as it is typed."""
        return urlsplit(self.url).netloc + request.script_root


@bp.get("/")
def show(table_id: str) -> Response:
    """Show how to join this table, and which phones are at it."""
    return show_page(table_id)


@bp.post("/<member>/name")
def call(table_id: str, member: str) -> Response:
    """That phone is somebody's, or has a name of its own."""
    me = phone.require_id()
    name = clean(request.form.get("name", ""))
    if name is None:
        return show_page(table_id, _("A name can have at most 24 characters."), 422)
    phone.store().phones.rename(me, table_id, member, name, request.form.get("person") or None)
    return _back(table_id)


@bp.post("/<member>/remove")
def remove(table_id: str, member: str) -> Response:
    """That phone is not at the table any more, and the links that it knew are of no use."""
    phone.store().phones.remove(phone.require_id(), table_id, member)
    return _back(table_id)


@bp.post("/leave")
def leave(table_id: str) -> Response:
    """This phone is not at the table any more; the shelf leads back to it for a day."""
    phone.store().phones.leave(phone.require_id(), table_id)
    return cast(Response, redirect(url_for("shelf.home"), 303))


@bp.post("/back")
def go_back(table_id: str) -> Response:
    """This phone is at the table again that it has left; asked twice, it lands there twice."""
    me = phone.require_id()
    if not phone.store().tables.find(me, table_id):
        phone.store().phones.go_back(me, table_id)
    return cast(Response, redirect(url_for("tables.table", table_id=table_id), 303))


@bp.post("/links")
def invite_anew(table_id: str) -> Response:
    """The table has new links and codes."""
    phone.store().invitations.renew(phone.require_id(), table_id)
    return _back(table_id)


@bp.post("/shown")
def show_code(table_id: str) -> Response:
    """Screens that only look on may show how players join from now on, or not any more."""
    shown = request.form.get("shown") == "y"
    phone.store().invitations.show(phone.require_id(), table_id, shown)
    return _back(table_id)


def find_shown(me: str, table: Table) -> tuple[str, Invited] | None:
    """The role and the way in that the screen of an onlooker shows; None for all others."""
    if not table.watches:
        return None
    found = phone.store().invitations.find_shown(me, table.id)
    return next(((role, _present_invitation(made)) for role, made in found.items()), None)


def table_at(table_id: str) -> tuple[str, Table]:
    """This phone, and its table; 404 for strangers."""
    me = phone.find_id()
    table = phone.store().tables.find(me, table_id) if me else None
    return (me, table) if me and table else abort(404)


def show_page(table_id: str, mistake: str = "", status: int = 200, typed: str = "") -> Response:
    """The page of the phones at this table, and of the server that a table of this phone goes onto.

    It says what is wrong with what was entered, such as the address that was `typed`.
    """
    me, table = table_at(table_id)
    members = phone.store().phones.find_members(me, table_id)
    invites = not (table.closed or current_app.config["HERE"])
    asked = phone.store().invitations.find_all(me, table_id) if invites else {}
    answer = page(
        "phones.html",
        status,
        table=table,
        back=addresses.local(request.args.get("back")),
        members=[(member, _display_name(member, table)) for member in members],
        mine=next((member for member in members if member.phone == me), None) or abort(404),
        people=list_people(table),
        invited={role: _present_invitation(invitation) for role, invitation in asked.items()},
        mistake=mistake,
        typed=typed,
    )
    if current_app.config["HERE"]:  # the address of a server can be scanned
        answer.headers["Permissions-Policy"] = security.permissions("camera")
    return answer


def _display_name(member: Member, table: Table) -> str:
    """What this phone is called: by the name of its person, else by its own; "" for nothing."""
    own = isolate(member.name) if name_key(member.name) else ""
    return name_people(table).get(member.person or "", own)


def _present_invitation(invitation: Invitation) -> Invited:
    url = _reachable(url_for("joining.ask", link=invitation.link, _external=True))
    drawn = segno.make_qr(url, error="m").svg_inline(omitsize=True, border=2)
    spelled = join_codes.spell_code(invitation.code)
    return Invited(invitation.link, url, Markup(drawn), spelled)


def _reachable(url: str) -> str:
    """The address as other phones reach it: "localhost" is another machine on each of them."""
    parts = urlsplit(url)
    found = network_address() if parts.hostname in HERE else None
    if found is None:
        return url
    return urlunsplit(parts._replace(netloc=f"{found}:{parts.port}" if parts.port else found))


def _back(table_id: str) -> Response:
    return cast(Response, redirect(url_for("phones.show", table_id=table_id), 303))
