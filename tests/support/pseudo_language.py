"""A language in which every text is nearly half as long again, and none looks like its source."""

import re
from collections.abc import Mapping
from functools import cache
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations
from flask import Flask

from companion import create_app
from companion.web.pages import words
from companion.web.safety import phone

LANGUAGE = "eo"  # one that Babel knows the dates of, and the app does not
KEPT = re.compile(r"(%\(\w+\)[ds]|\{\w+\})")
STRANGE = str.maketrans({v: s * 2 for v, s in zip("aeiouAEIOU", "åéîøüÅÉÎØÜ", strict=True)})


def longer(text: str) -> str:
    """The text with each vowel strange and twice, and its placeholders left alone."""
    parts = KEPT.split(text)
    return "".join(p if at % 2 else p.translate(STRANGE) for at, p in enumerate(parts))


def learns(patch: pytest.MonkeyPatch) -> None:
    """The app has that language to choose beside its own."""
    patch.setitem(phone.LANGUAGES, LANGUAGE, longer("Pseudo"))
    known = words.load_catalogue

    def spoken(language: str) -> NullTranslations:
        return _spoken() if language == LANGUAGE else known(language)

    patch.setattr(words, "load_catalogue", spoken)


def create(config: Mapping[str, object]) -> Flask:
    """The app as it is served with that language."""
    learns(pytest.MonkeyPatch())
    return create_app(dict(config))


@cache
def _spoken() -> NullTranslations:
    some = next(folder for folder in sorted(words.CATALOGUES.iterdir()))
    with (some / "LC_MESSAGES" / "messages.po").open("rb") as file:
        catalogue = read_po(file, locale="nl")
    for message in catalogue:
        if message.id:
            forms = message.id if isinstance(message.id, tuple) else (message.id,)
            told = tuple(longer(form) for form in forms)
            message.string = told if message.pluralizable else told[0]
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)
