"""What only the host of a table does with it: closing, deleting, and having it back for a day."""

from typing import cast

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _

from companion.names import name_key
from companion.table import Table, Unknown
from companion.web import page, phone
from companion.web.names import table_name
from companion.web.phones import table_at

bp = Blueprint("hosting", __name__, url_prefix="/t/<table_id>")


@bp.post("/close")
def close(table_id: str) -> Response:
    """Nobody joins and nobody enters any more, or they do again."""
    store = phone.store()
    store.close_table(phone.certain(), table_id, request.form.get("open") is None)
    return cast(Response, redirect(url_for("phones.show", table_id=table_id), 303))


@bp.route("/delete", methods=["GET", "POST"])
def delete(table_id: str) -> Response:
    """Ask for the name of the table, and delete it once it is typed."""
    _me, table = table_at(table_id)
    if not table.hosts:
        raise Unknown(table_id)
    called = table_name(table)
    said = request.form.get("name", "")
    if request.method != "POST":
        return _page(table, called)
    if name_key(said) != name_key(called):
        return _page(table, called, said, _("That is not the name of this table."))
    phone.store().delete_table(phone.certain(), table_id)
    return cast(Response, redirect(url_for("shelf.home"), 303))


@bp.post("/restore")
def restore(table_id: str) -> Response:
    """A deleted table is there again as it was."""
    phone.store().restore_table(phone.certain(), table_id)
    return cast(Response, redirect(url_for("tables.table", table_id=table_id), 303))


@bp.post("/forget")
def forget(table_id: str) -> Response:
    """A deleted table is gone for good."""
    phone.store().forget_table(phone.certain(), table_id)
    return cast(Response, redirect(url_for("shelf.home"), 303))


def _page(table: Table, called: str, said: str = "", mistake: str = "") -> Response:
    status = 422 if mistake else 200
    return page("delete.html", status, table=table, called=called, said=said, mistake=mistake)
