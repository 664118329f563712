"""The languages of the app: whose words a page has, and the catalogues they come from."""

from datetime import UTC, datetime
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel.support import NullTranslations, Translations
from flask import Flask, g, has_app_context
from flask_babel import Babel, Domain, get_locale, gettext
from jinja2 import pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup

from companion.games.averages import format_average
from companion.runtime import places
from companion.web.safety import phone

CATALOGUES = places.PACKAGE / "translations"


def init_app(app: Flask) -> None:
    """Every text of a page is in the language of its phone."""
    Babel(app, locale_selector=phone.locale).domain_instance = words = Words()
    # Babel's own ask twice for the domain with every text of a page.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: words.get_translations().ugettext(text),
        ngettext=lambda one, more, num: words.get_translations().ungettext(one, more, num),
        pgettext=lambda about, text: words.get_translations().upgettext(about, text),
        newstyle=True,
    )
    app.jinja_env.globals |= {"_": translate, "gettext": translate}
    app.add_template_global(get_locale)
    app.add_template_filter(within)
    app.add_template_filter(join_label)
    app.add_template_filter(format_average, "average")


@pass_eval_context
def translate(context: EvalContext, text: str, **named: object) -> str:
    """A text of a template in the language of its phone, with these things named in it."""
    if not context.autoescape:
        return str(load_catalogue(_language()).ugettext(text)) % named
    said, bare = _mark(_language(), text)
    return said % named if named or bare is None else bare


@lru_cache(maxsize=10_000)
def _mark(language: str, text: str) -> tuple[Markup, Markup | None]:
    """A text in this language, as it takes what is named in it, and as it is with nothing named.

    That is None where something has to be.
    """
    said = Markup(load_catalogue(language).ugettext(text))
    try:
        return said, said % {}
    except KeyError:
        return said, None


def _language() -> str:
    """The language of what is shown now: its two letters are all that tells ours apart.

    A board asks 35 times. Where Babel has noted its answer, it is read from there.
    """
    noted = getattr(g._get_current_object(), "_flask_babel", None) if has_app_context() else None
    locale = getattr(noted, "babel_locale", None) or get_locale()
    return str(locale.language) if locale else "en"


def within(label: str) -> str:
    """A label within a sentence: without its capital, which German nouns keep."""
    return label if _language() == "de" else label[:1].lower() + label[1:]


def join_label(label: str, told: str) -> str:
    """A label and what it stands for, with the colon of this language."""
    return gettext("%(label)s: %(told)s", label=label, told=told)


class Words(Domain):
    """The words of every language, out of the catalogues as they are written."""

    def get_translations(self) -> NullTranslations:
        """The words that the phone of this request asked for."""
        return load_catalogue(_language())


@cache
def load_catalogue(language: str) -> NullTranslations:
    """The words of a language, read once; those of the source where it has no catalogue."""
    source = CATALOGUES / language / "LC_MESSAGES" / "messages.po"
    if source.exists():
        return Translations(BytesIO(compile_catalogue(source)))
    made = source.with_suffix(".mo")
    return Translations(BytesIO(made.read_bytes())) if made.exists() else NullTranslations()


def compile_catalogue(source: Path) -> bytes:
    """A catalogue as it is read at once: a package of the local app has these alone.

    It does not say when it was made, so that the same words are the same bytes.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = BytesIO()
    with source.open("rb") as file:
        catalogue = read_po(file)
    catalogue.creation_date = catalogue.revision_date = datetime.fromtimestamp(0, UTC)
    write_mo(made, catalogue)
    return made.getvalue()
