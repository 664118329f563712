"""The word of a server that not everybody may start tables on."""

from typing import cast

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from flask_babel import gettext as _

from companion.web.pages.page import page
from companion.web.safety import limits, starters
from companion.web.safety.addresses import local

bp = Blueprint("word", __name__)


@bp.app_errorhandler(starters.NeedsWord)
def ask(_error: starters.NeedsWord) -> Response:
    """Ask for the word, and lead on to the page that was asked for."""
    return _page(403, request.script_root + request.full_path.rstrip("?"))


@bp.post("/word")
@limits.wrong_codes
def say() -> Response:
    """This phone may start tables if that is the word."""
    if not current_app.config["START_WORD"]:
        abort(404)
    where = local(request.form.get("next")) or url_for("shelf.home")
    if not starters.is_word(request.form.get("word", "")):
        return _page(422, where, _("That is the wrong password."))
    answer = cast(Response, redirect(where, 303))
    starters.admit(answer)
    return answer


def _page(status: int, where: str, mistake: str = "") -> Response:
    return page("word.html", status, where=where, mistake=mistake)
