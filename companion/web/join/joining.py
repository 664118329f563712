"""Joining a table: by its link, which a camera reads, or by its code of eight symbols."""

from typing import cast

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _

from companion.engine.names import clean
from companion.engine.table import Crowded
from companion.store.tables import join_codes
from companion.web.pages.mistakes import too_crowded
from companion.web.pages.names import list_people
from companion.web.pages.page import page
from companion.web.pages.playing import readable
from companion.web.safety import limits, phone

bp = Blueprint("joining", __name__)


@bp.route("/join", methods=["GET", "POST"])
@limits.wrong_codes
def code() -> Response:
    """Ask for the code of a table, and lead to where its link leads; nobody joins by it."""
    if request.method != "POST":
        return _code_page()
    said = request.form.get("code", "")
    link = join_codes.find_link(said)
    if link is None:
        heard = join_codes.parse_code(said)
        if heard is None:
            return _code_page(_describe_mistake(said), said)
        inviting = phone.store().invitations.find(heard)
        if inviting is None:
            return _code_page(_("No table has this code. Ask for the latest one."), said)
        link = inviting.link
    return cast(Response, redirect(url_for("joining.ask", link=link), 303))


@bp.get("/j/<link>")
def ask(link: str) -> Response:
    """Show whose table it is, and ask who joins it. Opening this changes nothing."""
    return _asking(link)


@bp.post("/j/<link>")
def join(link: str) -> Response:
    """This phone is at the table, as somebody or as a phone of its own name."""
    table = phone.store().invitations.find_table(link)
    name = clean(request.form.get("name", ""))
    if name is None:
        return _asking(link, _("A name can have at most 24 characters."), 422)
    person = request.form.get("person") or None
    if person and all(person != known.id for known in table.people):
        return _asking(link, _("That name is no longer at this table. Choose another."), 422)
    limits.joins()
    try:
        if phone.find_id() is None:
            phone.store().invitations.check_room(link)  # else nobody would remember it for nothing
        phone.store().phones.join(phone.ensure_id(), link, name, person)
    except Crowded:
        return _asking(link, too_crowded(), 409)
    me = phone.ensure_id()
    found = phone.store().tables.find(me, table.id)
    hosts = found is not None and found.hosts  # as who comes first to one from elsewhere
    to = url_for("phones.show", table_id=table.id) if hosts else where(me, table.id)
    return cast(Response, redirect(to, 303))


def where(me: str, table_id: str) -> str:
    """Where a phone goes that has just joined: to the game that is on, else to the table."""
    return find_running(me, table_id) or url_for("tables.table", table_id=table_id)


def find_running(me: str, table_id: str) -> str:
    """The address of the newest game of this table where it is still on; "" where it is over."""
    store = phone.store()
    for newest in readable(store.games.read_logs(store.games.find_all(me, table_id)[:1])):
        if newest.story.replay.outcome is None:
            return newest.url
    return ""


def _asking(link: str, mistake: str = "", status: int = 200) -> Response:
    table = phone.store().invitations.find_table(link)
    me = phone.find_id()
    there = phone.store().tables.find(me, table.id) if me else None
    return page(
        "join.html",
        status,
        table=None,
        invited=table,
        there=there,
        way_on=where(me, table.id) if me and there else "",
        people=list_people(table),
        link=link,
        mistake=mistake,
        name=request.form.get("name", ""),
    )


def _describe_mistake(said: str) -> str:
    """Why this cannot be a code."""
    if join_codes.is_misread(said):
        return _("A code never has I, L, O or U, nor 0 or 1: they are easily misread. Look again.")
    return _("A code has eight letters and digits, such as %(code)s.", code="K7QM 3XRV")


def _code_page(mistake: str = "", said: str = "") -> Response:
    return page("code.html", 422 if mistake else 200, mistake=mistake, said=said)
