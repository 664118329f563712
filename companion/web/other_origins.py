"""Phones of other addresses put tables here and read them, where this server allows it.

Their pages are of another origin: no cookie says who asks, but a secret that the phone sends.
"""

import re

from flask import Flask, Response, abort, current_app, request, session
from werkzeug.datastructures import ImmutableMultiDict

from companion.web.addresses import own_origins

METHODS = {"handover.take": "POST", "handover.bundle": "GET"}
"""What another origin may do here, and by which method."""
BEARER = re.compile(r"Bearer ([\w-]{43,})", re.ASCII)
KNOWN_FOR = 600  # seconds for which a browser need not ask again whether it may


def init_app(app: Flask) -> None:
    """Comes before whatever reads cookies, and before what refuses other origins."""
    app.config.setdefault("ALLOWED_ORIGINS", ())
    app.before_request(_meet)
    app.after_request(_allow)


def is_asking() -> bool:
    """Whether a page of another origin asks for what it may."""
    return bool(find_origin()) and request.method != "OPTIONS"


def find_origin() -> str:
    """The other origin that asks for what it may, or whether it may; else ""."""
    if request.method not in (METHODS.get(str(request.endpoint)), "OPTIONS"):
        return ""
    origin = request.headers.get("Origin", "")
    is_allowed = origin in current_app.config["ALLOWED_ORIGINS"] and origin not in own_origins()
    return origin if is_allowed and request.endpoint in METHODS else ""


def find_secret() -> str | None:
    """By what a phone of another origin is known here; None where it says nothing of the kind."""
    found = BEARER.fullmatch(request.headers.get("Authorization", ""))
    return found[1] if found else None


def _meet() -> Response | None:
    """Say what another origin may do here, and forget what a browser says by itself; 401 without
    a secret.
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


def _allow(response: Response) -> Response:
    """The page there may read this answer, also where it says what went wrong."""
    if request.endpoint in METHODS:
        response.vary.add("Origin")
    if origin := find_origin():
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = "Companion"
    return response
