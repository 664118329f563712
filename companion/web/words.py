"""The languages of the app: whose words a page has, and the catalogues they come from."""

from pathlib import Path
from tempfile import mkdtemp

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask_babel import Babel, get_locale

from companion.web import phone

CATALOGUES = Path(__file__).parents[1] / "translations"


def init_app(app: Flask) -> None:
    """Every text of a page is in the language of its phone."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = compiled()
    Babel(app, locale_selector=phone.language)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.add_template_global(get_locale)


def compiled() -> str:
    """A fresh folder with the catalogues as gettext reads them; only their sources are kept."""
    folder = Path(mkdtemp(prefix="companion-words-"))
    for source in CATALOGUES.glob("*/LC_MESSAGES/messages.po"):
        target = folder / source.relative_to(CATALOGUES).with_suffix(".mo")
        target.parent.mkdir(parents=True)
        with source.open("rb") as po, target.open("wb") as mo:
            write_mo(mo, read_po(po))
    return str(folder)
