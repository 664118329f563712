"""Whether this server can do its work, for whatever watches over it: no page, and nobody's."""

from flask import Blueprint, Response, current_app

from companion.runtime.version import VERSION
from companion.web.safety import phone

bp = Blueprint("health", __name__)


@bp.get("/healthz")
def show() -> Response:
    """Answer 200 where entries can be written, 503 where they cannot, and the version.

    A backup that is late is for the log: whoever asks here could not do anything about it.
    """
    current_app.extensions["backups"].warn_if_late()
    if phone.store().health.can_write():
        return Response(f"ok\nCompanion {VERSION}\n", mimetype="text/plain")
    return Response(f"unavailable\nCompanion {VERSION}\n", 503, mimetype="text/plain")
