"""htmx as this app speaks it: the one module that knows the headers and the library behind them.

htmx-flask 0.1.0 is its only release and never varies an answer by `HX-Request`, so everything that
the app needs of it goes through here and can be replaced here.
"""

from typing import cast

from flask import Flask, Response, redirect, request
from htmx_flask import Htmx, make_response
from htmx_flask.requests import HtmxAwareRequest

_htmx = Htmx()


def init_app(app: Flask) -> None:
    """`request.htmx` exists in every view of the app, and answers vary by it."""
    _htmx.init_app(app)
    app.after_request(_vary)


def wants_fragment() -> bool:
    """Whether the page on the phone asks for its main region only."""
    htmx = cast(HtmxAwareRequest, request).htmx
    return bool(htmx) and not htmx.history_restore_request


def go(address: str) -> Response:
    """To another page of the app, which then stands in the phone's address bar too."""
    if wants_fragment():
        gone: Response = make_response("", redirect=address)
        return gone
    return cast(Response, redirect(address, 303))


def _vary(response: Response) -> Response:
    response.vary.add("HX-Request")
    return response
