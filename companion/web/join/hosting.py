"""What only the host of a table does with it: closing, deleting, and having it back for a day."""

from typing import cast

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _

from companion.engine.table import Unknown
from companion.web.join.phones import table_at
from companion.web.pages.page import page
from companion.web.safety import phone

bp = Blueprint("hosting", __name__, url_prefix="/t/<table_id>")


@bp.post("/close")
def close(table_id: str) -> Response:
    """Nobody joins and nobody enters any more, or they do again."""
    store = phone.store()
    store.tables.close(phone.require_id(), table_id, request.form.get("open") is None)
    return cast(Response, redirect(url_for("phones.show", table_id=table_id), 303))


@bp.route("/delete", methods=["GET", "POST"])
def delete(table_id: str) -> Response:
    """Ask whether the host knows what goes, and delete the table once that is ticked."""
    _me, table = table_at(table_id)
    if not table.hosts:
        raise Unknown(table_id)
    if request.method != "POST":
        return page("delete.html", table=table, mistake="")
    if not request.form.get("sure"):
        mistake = _("To delete it, tick the box first.")
        return page("delete.html", 422, table=table, mistake=mistake)
    phone.store().tables.delete(phone.require_id(), table_id)
    return cast(Response, redirect(url_for("shelf.home"), 303))


@bp.post("/restore")
def restore(table_id: str) -> Response:
    """A deleted table is there again as it was; asked twice, its host lands there twice."""
    me = phone.require_id()
    there = phone.store().tables.find(me, table_id)
    if not there or not there.hosts:
        phone.store().tables.restore(me, table_id)
    return cast(Response, redirect(url_for("tables.table", table_id=table_id), 303))


@bp.route("/forget", methods=["GET", "POST"])
def forget(table_id: str) -> Response:
    """Ask whether the host knows that the table goes for good, and do it once that is ticked."""
    me = phone.require_id()
    deleted = (gone.table for gone in phone.store().tables.find_deleted(me))
    table = next((table for table in deleted if table.id == table_id), None)
    if table is None:
        raise Unknown(table_id)
    if request.method != "POST":
        return page("forget.html", table=table, mistake="")
    if not request.form.get("sure"):
        mistake = _("To delete it, tick the box first.")
        return page("forget.html", 422, table=table, mistake=mistake)
    phone.store().tables.forget(me, table_id)
    return cast(Response, redirect(url_for("shelf.home"), 303))
