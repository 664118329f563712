"""What makes no sense for tables that live on the phone: each address says so in a sentence."""

from flask import Blueprint, Response
from flask_babel import gettext as _

from companion.web.handover.phone_file import server_shelf
from companion.web.pages.page import page

bp = Blueprint("alone", __name__)


@bp.get("/join")
@bp.get("/j/<link>")
def join(link: str = "") -> Response:
    """Say that no table is joined here, and where there may be some to be joined."""
    return page(
        "alone.html",
        title=_("Join a table"),
        why=_("The tables here are on this phone only: no other phone can join them."),
        beyond=f"{server_shelf()}join" if server_shelf() else "",
    )


@bp.get("/no-room")
def no_room() -> Response:
    """Say that nothing of what was asked is on this phone: its Worker could not write it."""
    return page(
        "sorry.html",
        507,
        title=_("That was not saved"),
        why=_(
            "This phone could not save it: there may be no space left. Make some room, then try "
            "again. What was saved before is safe."
        ),
        tell="",
        again=None,
        unsent=None,
    )


@bp.get("/https")
@bp.get("/on-this-phone")
def offline() -> Response:
    """Say that all of this works without network."""
    return page(
        "alone.html",
        title=_("Use offline"),
        why=_("The tables here are on this phone: they work offline."),
        beyond="",
    )
