"""Phones of other addresses put tables here and read them, where this server allows it.

Their pages are of another origin: no cookie says who asks, but a secret that the phone sends.
"""

import re

from flask import Flask, Response, abort, current_app, request, session
from werkzeug.datastructures import ImmutableMultiDict

from companion.web.safety.addresses import own_origins

METHODS = {"handover.take": "POST", "handover.bundle": "GET"}
"""What another origin may do here, and by which method."""
BEARER = re.compile(r"Bearer ([\w-]{43,})", re.ASCII)
KNOWN_FOR = 600  # seconds for which a browser need not ask again whether it may


def init_app(app: Flask) -> None:
    """Comes before whatever reads cookies, and before what refuses other origins."""
    app.config.setdefault("ALLOWED_ORIGINS", ())
    app.before_request(_check_origin)
    app.after_request(_allow_to_read)


def is_asking() -> bool:
    """Whether this is a request of an allowed origin, for something that it may do."""
    return bool(find_origin()) and request.method != "OPTIONS"


def find_origin() -> str:
    """The allowed origin that this request, or its preflight, comes from; "" for none."""
    if request.method not in (METHODS.get(str(request.endpoint)), "OPTIONS"):
        return ""
    origin = request.headers.get("Origin", "")
    is_allowed = origin in current_app.config["ALLOWED_ORIGINS"] and origin not in own_origins()
    return origin if is_allowed and request.endpoint in METHODS else ""


def find_secret() -> str | None:
    """The secret by which a phone of another origin is known here; None where it sends none."""
    found = BEARER.fullmatch(request.headers.get("Authorization", ""))
    return found[1] if found else None


def _check_origin() -> Response | None:
    """Answer a preflight. Of any other request of such an origin forget the cookies.

    401 where it brings no secret.
    """
    if request.method == "OPTIONS" and find_origin():
        answer = Response(status=204)
        answer.headers["Access-Control-Allow-Methods"] = METHODS[str(request.endpoint)]
        answer.headers["Access-Control-Allow-Headers"] = "Authorization"
        answer.headers["Access-Control-Max-Age"] = str(KNOWN_FOR)
        return answer
    if is_asking():
        request.cookies = ImmutableMultiDict()
        session.clear()
        if find_secret() is None:
            abort(401)
    return None


def _allow_to_read(response: Response) -> Response:
    """Let the page there read this answer, also one that says what went wrong."""
    if request.endpoint in METHODS:
        response.vary.add("Origin")
    if origin := find_origin():
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = "Companion"
    return response
