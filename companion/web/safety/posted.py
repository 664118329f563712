"""What is posted, as it is read; and what is asked before a file is."""

from collections.abc import Callable
from typing import Any

from flask import Flask, current_app, request, session
from flask_wtf.csrf import CSRFError
from htmx_flask.requests import HtmxAwareRequest
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from companion.web.safety import limits, other_origins
from companion.web.safety.security import LARGER

FIRST: dict[str, Callable[[], object]] = {}
"""What looks at a request with a file before that is read, by its endpoint, and may end it."""


class Named(FormDataParser):
    """Reads a form without the parts that have no name: no page sends such, no view asks for it."""

    def parse(self, *given: Any, **named: Any) -> Any:
        stream, form, files = super().parse(*given, **named)
        _take_nameless(form)
        for file in _take_nameless(files):
            file.close()
        return stream, form, files


def _take_nameless(parts: dict[Any, Any]) -> list[Any]:
    nameless: list[Any] = dict.pop(parts, None, [])  # also where it is not to be changed any more
    return nameless


class Posted(HtmxAwareRequest):
    """A request with its form, as our pages send one."""

    form_data_parser_class = Named


def init_app(app: Flask) -> None:
    """Comes after what counts requests, and before the first that reads a form."""
    app.request_class = Posted
    app.before_request(_look_first)
    app.teardown_request(limits.end_upload)


def _look_first() -> None:
    """Nothing of a file is read, and lies on the disk, that would be refused anyway.

    It is not too large; it comes with the cookie without which no token is right, to a table that
    this phone enters at; and neither are there too many nor do too many arrive at once.
    """
    larger = LARGER.get(request.endpoint or "")
    if request.method != "POST" or not larger or request.mimetype != "multipart/form-data":
        return
    if (request.content_length or 0) > larger:
        raise RequestEntityTooLarge
    named = current_app.config["WTF_CSRF_FIELD_NAME"]
    needs_token = current_app.config["WTF_CSRF_ENABLED"] and not other_origins.is_asking()
    if needs_token and named not in session:
        raise CSRFError("The CSRF session token is missing.")
    if look := FIRST.get(request.endpoint or ""):
        look()
    limits.begin_upload()
