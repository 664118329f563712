"""What is posted, as it is read."""

from typing import Any

from flask import Flask
from htmx_flask.requests import HtmxAwareRequest
from werkzeug.formparser import FormDataParser


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
    """Comes after what else says of which sort the requests are."""
    app.request_class = Posted
