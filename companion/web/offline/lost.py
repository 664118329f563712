"""What a phone entered, and the server, put back to an earlier moment, does not have any more."""

from flask import Blueprint, Response, request

from companion.web.pages.page import page
from companion.web.safety import phone

MOST = 300  # ids in one request

bp = Blueprint("lost", __name__, url_prefix="/t/<table_id>/<game_id>")


@bp.post("/known")
def find_unknown(table_id: str, game_id: str) -> Response:
    """Say which of these ids are not known here, and offer to enter them again.

    Where the game itself is not here, or not for this phone, that is said: the phone keeps what
    was entered on it until somebody decides.
    """
    store, me = phone.store(), phone.find_id()
    ids = request.form.getlist("id")[:MOST]
    outline = store.games.find_outline(me, table_id, game_id) if me else None
    if me is None or outline is None:
        table = store.tables.find(me, table_id) if me else None
        return page("lost.html", 404, unknown=ids, head=0, game=None, table=table)
    unknown, head = store.submissions.find_unknown(me, outline, ids)
    return page("lost.html", unknown=unknown, head=head, game=outline, table=None)
