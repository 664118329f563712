"""What is around the pages of tables that live on the phone: one document for all languages."""

from flask import render_template
from flask_babel import force_locale
from flask_babel import gettext as _

from companion.web.safety import phone, security
from companion.web.static import assets

NAME = "shell.html"
"""What it is called among the files of the local app: the last one, for the others come first."""


def render(folder: str) -> str:
    """The document, the same for every phone; in `folder` are the files of the local app."""
    texts = {}
    for language in phone.LANGUAGES:
        with force_locale(language):
            texts[language] = _say()
    return render_template(
        NAME, folder=folder, texts=texts, grounds=assets.GROUNDS, policy=security.in_page(policy())
    )


def policy() -> str:
    """Its Content-Security-Policy: it has a frame and a Worker of ours besides."""
    return f"{security.policy()}; frame-src 'self'; worker-src 'self'"


def _say() -> dict[str, str]:
    return {
        "starting": _("Opening the tables on this phone."),
        "first": _("The first time takes a little longer."),
        "failed": _("The tables on this phone do not open."),
        "help": _(
            "Nothing is lost: they stay on this phone. Try again, or open them in another tab. If "
            "that does not help, restart the browser."
        ),
        "tab": _("Open in another tab"),
        "retry": _("Try again"),
        "close": _("Close"),
        "full": _(
            "There is no space left on this phone: what you entered last was not saved. Make some "
            "room, then try again."
        ),
        "refused": _(
            "The browser may delete these tables one day. Add Companion to the home screen and "
            "play there, or save them as files."
        ),
        "week": _(
            "This browser deletes these tables after seven days without a visit. Add Companion to "
            "the home screen and play there, or save them as files."
        ),
        "older": _("The new version did not start. This is the previous one."),
        "download": _("The file could not be made. Try again."),
    }
