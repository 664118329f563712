"""One word stands for one thing in all texts and rules of a language: `terms.txt` has the words."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web.pages.words import CATALOGUES
from companion.web.safety.phone import LANGUAGES
from tests.web.test_words import forms, messages

TERMS = Path(__file__).with_name("terms.txt")
GAMES = CATALOGUES.parent / "games"
# And what a value fills in.
ANCHOR = re.compile(r"\{#[^}]*\}|\((?:#|switch:)[^)]*\)|\{\{ \w+ \}\}|^%.*")


def terms(language: str) -> Iterator[tuple[bool, str, re.Pattern[str]]]:
    """Whether a term holds in the app only, its word, and what nobody may say for it."""
    spoken = ""
    for line in TERMS.read_text(encoding="utf-8").splitlines():
        if line in LANGUAGES:
            spoken = line
        elif spoken == language:
            *only, word, pattern = line.split(" | ")
            yield bool(only), word, re.compile(pattern)


def texts(language: str) -> list[str]:
    """All texts of the app in a language."""
    known = messages("nl" if language == "en" else language)
    told = [forms(each.id if language == "en" else each.string) for each in known]
    return [text for each in told for text in each]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_has_two_words(language: str) -> None:
    app = texts(language)
    rules = [
        ANCHOR.sub("", line)
        for page in sorted(GAMES.glob(f"*/*.{language}.md"))
        for line in page.read_text(encoding="utf-8").splitlines()
    ]
    assert len(app) > 700
    assert len(rules) > 500
    wrong = [
        (word, text)
        for in_app_only, word, pattern in terms(language)
        for text in (app if in_app_only else app + rules)
        if pattern.search(text)
    ]
    assert wrong == [], "say these otherwise: tests/terms.txt has the words"
