"""A table of a phone goes onto this server, and one of this server goes along on a phone."""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import PreconditionRequired

from companion.engine.names import LONGEST_NAME
from companion.engine.table import PLAYER, Diverged, Unknown
from companion.files import handover
from companion.web.handover import whole_tables
from companion.web.join.phones import table_at
from companion.web.safety import limits, other_origins, phone, security

bp = Blueprint("handover", __name__)

security.LARGER["handover.take"] = whole_tables.LARGEST


@bp.get("/t/<table_id>/handover")
@limits.whole_tables
def bundle(table_id: str) -> Response:
    """This table for a phone that takes it along; 403 for onlookers, 404 for strangers."""
    me, _table = table_at(table_id)
    table = phone.store().handovers.read(me, table_id)
    whole = replace(table, games=tuple(filter(handover.fits, table.games)))
    return Response(handover.write(whole), mimetype="application/json")


@bp.post("/handover")
def take() -> Response:
    """Put this table here, with all its ids, or what is not here of it yet; and say where it is.

    The answer names no board where it has no games: what a copy learned and named came then.

    404 where it, or anything of it, belongs to others; 409 where one of its games went on otherwise
    here, or was deleted. 428 for a phone that nobody knows yet: it gets its cookie by that, and
    sends the table again. A phone of another origin has a secret of its own already, and is told by
    which way its browser comes here.
    """
    try:
        with whole_tables.refusals():
            table = whole_tables.read()
            is_new = phone.find_id() is None and not other_origins.is_asking()
            with limits.new_table() as may_begin:
                if is_new:  # where this answer is lost, nobody could come to the table any more
                    return Response(status=PreconditionRequired.code)
                came = phone.store().handovers.take(phone.ensure_id(), table, may_begin)
    except Unknown:
        whole_tables.refuse(
            _(
                "On the server, this table belongs to another phone or was deleted. You can save "
                "the one on this phone as a file."
            ),
            404,
        )
    except Diverged as error:
        said = _(
            "A game of this table went on differently on the server, or was deleted there. Save "
            "the table as a file, then delete that game here and try again."
        )
        [game] = error.args
        whole_tables.refuse(said, 409, game.id)
    answer = jsonify(_say_where(table))
    answer.status_code = 201 if came else 200
    return answer


def _say_where(table: handover.Handover) -> Mapping[str, str]:
    """The addresses of a table that is here now."""
    where = {"address": url_for("phones.show", table_id=table.id)}
    if table.games:
        newest = max(table.games, key=lambda game: game.made_at)
        where["board"] = url_for("tables.show", table_id=table.id, game_id=newest.id)
    if other_origins.is_asking():
        where["way"] = _make_way(table.id, where["address"])
    return where


def _make_way(table_id: str, address: str) -> str:
    """The address that brings the browser of a phone of another origin here, to host the table."""
    me, store = phone.require_id(), phone.store()
    host = urlsplit(other_origins.find_origin()).hostname or ""
    store.phones.give_way(me, table_id, host[:LONGEST_NAME])
    found, invited = store.tables.find(me, table_id), store.invitations.find_all(me, table_id)
    if found is None or found.closed or PLAYER not in invited:
        return address
    return url_for("joining.ask", link=invited[PLAYER].link)
