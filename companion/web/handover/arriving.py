"""A phone of another origin has put a table here: the browser that comes with it hosts it too."""

import hashlib
from dataclasses import dataclass
from typing import NoReturn, cast
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, redirect, url_for
from flask_babel import gettext as _
from itsdangerous import BadData, URLSafeTimedSerializer

from companion.engine.names import LONGEST_NAME
from companion.engine.table import PHONES_PER_TABLE, Crowded, Table, Unknown
from companion.web.pages.page import page
from companion.web.safety import limits, other_origins, phone

bp = Blueprint("arriving", __name__)

HOLDS = 15 * 60  # seconds


@dataclass(frozen=True)
class Ticket:
    """What a way here says: the table, the phone that put it here, and where that one is from."""

    table: str
    sender: str
    host: str


def make_way(table_id: str) -> str:
    """The address that brings a browser to this table, which this phone has put here just now."""
    host = urlsplit(other_origins.find_origin()).hostname or ""
    ticket = _signer().dumps([table_id, phone.require_id(), host])
    return url_for("arriving.ask", ticket=ticket, _external=True)


@bp.get("/arrive/<ticket>")
def ask(ticket: str) -> Response:
    """Show which table is here now. Opening this changes nothing."""
    return _asking(ticket)


@bp.post("/arrive/<ticket>")
def arrive(ticket: str) -> Response:
    """This phone hosts the table from now on, as the one does that put it here."""
    read, table = _read(ticket)
    limits.joins()
    phones = phone.store().phones
    try:
        if phone.find_id() is None:
            phones.check_room(table.id)  # else nobody would remember it for nothing
        phones.arrive(phone.ensure_id(), table.id, read.sender, read.host[:LONGEST_NAME])
    except Crowded:
        crowded = _(
            "This table already has %(most)s phones: no more can join.", most=PHONES_PER_TABLE
        )
        return _asking(ticket, crowded, 409)
    except Unknown:  # it was deleted just now
        _refuse()
    return cast(Response, redirect(url_for("phones.show", table_id=table.id), 303))


def _asking(ticket: str, mistake: str = "", status: int = 200) -> Response:
    _ticket, table = _read(ticket)
    return page("arrive.html", status, arrived=table, ticket=ticket, mistake=mistake)


def _read(ticket: str) -> tuple[Ticket, Table]:
    """What this says, and its table; 404 where it is over, or the table is gone."""
    try:
        read = Ticket(*_signer().loads(ticket, max_age=HOLDS))
    except BadData:
        _refuse()
    table = phone.store().tables.find(read.sender, read.table)
    if table is None or not table.hosts:
        _refuse()
    return read, table


def _refuse() -> NoReturn:
    abort(
        page(
            "sorry.html",
            404,
            title=_("That did not work"),
            why=_(
                "This link no longer works. Open the table on the phone that it came from, and "
                "put it onto this server once more."
            ),
            tell="",
            again=None,
            unsent=None,
        )
    )


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(
        str(current_app.config["SECRET_KEY"]),
        salt="arriving",
        signer_kwargs={"digest_method": hashlib.sha256},
    )
