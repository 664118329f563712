"""What goes wrong outside a game: no such page, an old page, too much at once."""

import logging
from contextlib import suppress
from typing import cast

from flask import Flask, Response, current_app, g, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import (
    Conflict,
    Forbidden,
    HTTPException,
    InternalServerError,
    Locked,
    MethodNotAllowed,
    NotFound,
    ServiceUnavailable,
    TooManyRequests,
)

from companion.engine.table import (
    WRITERS,
    Away,
    Closed,
    Crowded,
    Damaged,
    Full,
    Table,
    TooMuch,
    Unknown,
)
from companion.runtime import server_log
from companion.web.pages.mistakes import too_crowded, too_much
from companion.web.safety import limits, phone, requests
from companion.web.safety.rate_limiter import TooOften
from companion.web.safety.security import SAFE, NotOurs
from companion.web.safety.senders import REFUSED_FOR, says_ours

ANOTHER_EPOCH = _l("The server was restored from a backup. Reload this page.")
NOT_ALLOWED = _l("This phone is not allowed to do that here. Ask the host.")
OUR_FAULT = _l("Something went wrong on our side. Your earlier entries are safe.")
CANNOT = _l("This page cannot do that. Go back and try again.")
WHY = {
    404: _l("This page does not exist, or it belongs to another phone."),
    409: _l("This game is full. Start a new one."),
    413: _l("That is too large. Choose a smaller file, or type less."),
    414: _l("That is too large. Choose a smaller file, or type less."),
    423: _l(
        "Nothing can be entered: this table is closed, or this game was deleted. The host can "
        "reopen the table under “Phones”."
    ),
    503: _l(
        "The tables cannot be opened or saved right now. Your earlier entries are safe, and "
        "those waiting on this phone will be sent automatically. Try again in a moment."
    ),
}
"""What the codes say that mean one thing only."""

RETRY_AFTER = 3  # seconds; a phone whose entry waits asks again then


class NotAllowed(Forbidden):
    """This phone is at the table, in a role that does not do this."""


class AnotherEpoch(Conflict):
    """This was entered before the server was put back to an earlier moment."""


class TableFull(Conflict):
    """The games of this table hold as much as they can."""


class TableCrowded(Conflict):
    """As many phones are at this table as there can be."""


class NotReadable(Conflict):
    """What is stored of this game cannot be read."""


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, sorry)
    app.register_error_handler(MethodNotAllowed, page_of_form)
    app.register_error_handler(Unknown, lambda error: sorry(_not_for_this_phone()))
    app.register_error_handler(Closed, lambda error: sorry(Locked()))
    app.register_error_handler(Full, lambda error: sorry(Conflict()))
    app.register_error_handler(Damaged, damaged)
    app.register_error_handler(TooMuch, lambda error: sorry(TableFull()))
    app.register_error_handler(Crowded, lambda error: sorry(TableCrowded()))
    app.register_error_handler(TooOften, too_often)
    app.register_error_handler(Away, away)


def to_write(table: Table) -> Table:
    """This table, for a phone that enters there; `NotAllowed` for onlookers, `Closed` for all."""
    if table.role not in WRITERS:
        raise NotAllowed
    if table.closed:
        raise Closed(table.id)
    return table


def _not_for_this_phone() -> HTTPException:
    """What a phone at the table is told that may not do this; for a stranger nothing is there.

    A host may do everything: what it asks for is gone, such as a phone that was removed before.
    """
    table_id, me = (request.view_args or {}).get("table_id"), phone.find_id()
    there = phone.store().tables.find(me, table_id) if table_id and me else None
    return NotAllowed() if there and not there.hosts else NotFound()


def too_often(error: TooOften) -> Response:
    """This was tried too often: a page says when it may be tried again.

    A stream that is refused costs no page, which nobody would read.
    """
    wait = limits.seconds(error.wait)
    if request.blueprint == "live":
        return Response(status=TooManyRequests.code, headers={"Retry-After": str(wait)})
    said = _("Too many tries.") + " " + limits.when(error.wait)
    return sorry(TooManyRequests(said, retry_after=wait))


def away(error: Away) -> Response:
    """The database is away: nothing here asks it anything, and the phone is told when to ask again.

    Without a verdict: whatever this phone wanted entered, it keeps.
    """
    told = requests.describe_request() | {"reason": server_log.reason(error)}
    server_log.write(logging.WARNING, "away", told)  # in few words: its disk may be the full one
    g.setdefault("phone", None)
    return sorry(ServiceUnavailable(retry_after=RETRY_AFTER))


def damaged(error: Damaged) -> Response:
    """A game cannot be read: its page says so, and has what is stored of it."""
    told = requests.describe_request() | {"reason": server_log.reason(error.__cause__ or error)}
    server_log.write(logging.ERROR, "damaged", told)
    return sorry(NotReadable())


def page_of_form(error: MethodNotAllowed) -> Response:
    """Where a form is sent to there is no page: who comes there by Back sees the one it was on."""
    if request.headers.get("Sec-Fetch-Mode") == "navigate":
        found, path = current_app.url_map.bind_to_environ(request.environ), request.path
        while path := path.rstrip("/").rpartition("/")[0]:
            with suppress(HTTPException):
                found.match(f"{path}/", method="GET")
                return cast(Response, redirect(f"{request.script_root}{path}/", 303))
    return sorry(error)


def sorry(error: HTTPException) -> Response:
    """A page in plain words with the way back; the same for a stranger as for nothing there."""
    from companion.web.pages.page import page

    code = error.code or 500
    answer = page(
        "sorry.html",
        code,
        title=_title(error, code),
        why=_why(error, code),
        tell=requests.identity() if code >= 500 else "",
        again=_again() if code == 429 or code >= 500 else None,
        unsent=_unsent(error),
        asks_code=code == 404 and not current_app.config["HERE"],
        stored=_stored(error),
    )
    if isinstance(error, MethodNotAllowed):
        answer.allow.update(error.valid_methods or ())
    if isinstance(error, NotOurs) and error.doubt.header:
        answer.headers[REFUSED_FOR] = error.doubt.header
    if wait := getattr(error, "retry_after", None):
        answer.headers["Retry-After"] = str(wait)
    return answer


def _stored(error: HTTPException) -> str:
    """Where all that is stored of this game can be had, if no page can show it; "" for others."""
    asked = request.view_args or {}
    is_game = {"table_id", "game_id"} <= asked.keys()
    if not (is_game and (isinstance(error, NotReadable | InternalServerError))):
        return ""
    return url_for("tables.download", table_id=asked["table_id"], game_id=asked["game_id"])


def _unsent(error: HTTPException) -> list[tuple[str, str]] | None:
    """The fields of a form of ours whose token was old, to be sent with a new one; else None."""
    if not isinstance(error, CSRFError) or not _may_send_again():
        return None
    given = request.form.items(multi=True)
    return [(name, value) for name, value in given if name not in ("csrf_token", "page")]


def _may_send_again() -> bool:
    """Whether this form comes from a page of ours; another site gets no fields into our pages."""
    return request.mimetype == "application/x-www-form-urlencoded" and says_ours()


def _again() -> str | None:
    """The address that may answer next time: this one, or the board of what was entered.

    None where what was sent is in the page before, which is a step back.
    """
    if request.method in SAFE:
        return ""
    asked = request.view_args or {}
    if {"table_id", "game_id"} <= asked.keys():
        return url_for("tables.show", table_id=asked["table_id"], game_id=asked["game_id"])
    return None


def _explain_doubt(error: HTTPException) -> str:
    """What a proxy may do that makes a form of ours look like one of another site; "" for none."""
    if not isinstance(error, NotOurs) or not error.doubt.header:
        return ""
    return _(
        "If you did not come from another site, the proxy in front of this server changes "
        "the header “%(header)s”. Tell whoever runs it: in nginx, this line fixes it: %(line)s",
        header=error.doubt.header,
        line=error.doubt.line,
    )


def _title(error: HTTPException, code: int) -> str:
    if code == 404:
        return _("Page not found")
    if code == 429:
        return _("Please wait a moment")
    return _("That did not work")


def _why(error: HTTPException, code: int) -> str:
    if isinstance(error, CSRFError):
        return _why_too_old()
    if isinstance(error, NotReadable):
        return _(
            "This game cannot be shown: its saved data cannot be read. The other games of this "
            "table go on without it."
        )
    if isinstance(error, TooManyRequests):
        return str(error.description)
    if code == 403 and not isinstance(error, NotAllowed):
        said = _("That request came from another site and was not carried out.")
        return f"{said} {_explain_doubt(error)}".strip()
    says = {AnotherEpoch: ANOTHER_EPOCH, TableFull: too_much(), NotAllowed: NOT_ALLOWED}
    says[TableCrowded] = too_crowded()
    return str(says.get(type(error)) or WHY.get(code) or (OUR_FAULT if code >= 500 else CANNOT))


def _why_too_old() -> str:
    """Why a form is not taken whose token is missing or old."""
    if not request.cookies:
        return _(
            "This browser does not accept cookies, and Companion needs them to recognise this "
            "phone. Allow cookies for this site, then try again."
        )
    if _may_send_again():
        return _("This page has been open for too long. What you filled in is still here.")
    return _("This page has been open for too long. Go back and reload it.")
