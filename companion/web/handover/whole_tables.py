"""A whole table that is posted to a server or to a phone, and why it is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from flask import abort, request
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from companion.engine.names import clean
from companion.engine.table import NoRoom, TooMuch
from companion.files import handover, parsing
from companion.files.handover import Handover, NotATable
from companion.web.pages.mistakes import no_room, too_much
from companion.web.pages.page import page

LARGEST = parsing.LARGEST_FILE + 16 * 1024  # bytes of a request, with what is around the file


def read() -> Handover:
    """The table of this request. Raises `NotATable`; 413 where it is too large."""
    file = request.files.get("table")
    data = file.read(parsing.LARGEST_FILE + 1) if file else b""
    if len(data) > parsing.LARGEST_FILE:
        raise RequestEntityTooLarge
    return handover.decode(data, clean)


@contextmanager
def refusals() -> Iterator[None]:
    """Answer with a page that says why the table is not taken.

    422 where it is none; 409 where it has too much.
    """
    try:
        yield
    except NotATable:
        said = _(
            "The server cannot read this table. Save it as a file, or ask whoever runs the server."
        )
        refuse(said, 422)
    except TooMuch:
        refuse(too_much(), 409)
    except NoRoom as error:
        refuse(no_room(error), 409)


def refuse(why: str, status: int, game: str = "") -> NoReturn:
    """End this request with a page that says so, and about which game."""
    abort(
        page(
            "sorry.html",
            status,
            title=_("That did not work"),
            why=why + " " + _("Nothing has changed."),
            game=game,
            tell="",
            again=None,
            unsent=None,
        )
    )
