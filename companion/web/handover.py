"""A table of a phone goes onto this server, and one of this server goes along on a phone."""

from flask import Blueprint, Response, jsonify, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import PreconditionRequired, RequestEntityTooLarge

from companion.engine.names import clean
from companion.engine.table import Diverged, NoRoom, TooMuch, Unknown
from companion.files import handover, parsing
from companion.files.handover import NotATable
from companion.web import limits, page, phone, security
from companion.web.mistakes import diverged, no_room, too_much
from companion.web.phones import table_at

bp = Blueprint("handover", __name__)

security.LARGER["handover.take"] = parsing.LARGEST_FILE + 16 * 1024  # and what is around it


@bp.get("/t/<table_id>/handover")
@limits.whole_tables
def bundle(table_id: str) -> Response:
    """This table for a phone that takes it along; 403 for onlookers, 404 for strangers."""
    me, _table = table_at(table_id)
    table = phone.store().handovers.read(me, table_id)
    return Response(handover.write(table), mimetype="application/json")


@bp.post("/handover")
@limits.whole_tables
def take() -> Response:
    """Put this table here, with all its ids, or what is not here of it yet; and say where it is.

    404 where it, or anything of it, belongs to others. 428 for a phone that nobody knows yet: it
    gets its cookie by that, and sends the table again.
    """
    file = request.files.get("table")
    data = file.read(parsing.LARGEST_FILE + 1) if file else b""
    if len(data) > parsing.LARGEST_FILE:
        raise RequestEntityTooLarge
    try:
        table = handover.decode(data, clean)
        is_new = phone.find_id() is None
        with limits.new_table() as may_begin:
            if is_new:  # where this answer is lost, nobody could come to the table any more
                return Response(status=PreconditionRequired.code)
            came = phone.store().handovers.take(phone.ensure_id(), table, may_begin)
    except NotATable:
        return _refuse(_("The server cannot read this table."), 422)
    except Unknown:
        return _refuse(
            _("On the server this table belongs to another phone, or it was deleted there."), 404
        )
    except Diverged:
        return _refuse(diverged(), 409)
    except TooMuch:
        return _refuse(too_much(), 409)
    except NoRoom as error:
        return _refuse(no_room(error), 409)
    newest = max(table.games, key=lambda game: game.made_at)
    answer = jsonify(
        address=url_for("phones.show", table_id=table.id),
        board=url_for("tables.show", table_id=table.id, game_id=newest.id),
    )
    answer.status_code = 201 if came else 200
    return answer


def _refuse(why: str, status: int) -> Response:
    return page(
        "sorry.html",
        status,
        title=_("That did not work"),
        why=why + " " + _("Nothing has changed."),
        tell="",
        again=None,
        unsent=None,
    )
