"""The words on the pages: every language has all of them, and no page has words of its own."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po
from flask import Flask

from companion.engine.deck import encode
from companion.games import GAMES, SHELF
from companion.games.game import Game
from companion.games.plays import Play
from companion.rulebook.book import rulebook
from companion.web.pages.words import CATALOGUES
from companion.web.safety import phone
from tests.support import pseudo_language
from tests.support.client_phone import Phone
from tests.support.page import Element, Page
from tests.support.random_logs import plays_of
from tests.web.routes import addresses
from tests.web.test_games import begin

ROOT = Path(__file__).parents[2]
TRANSLATED = [language for language in phone.LANGUAGES if language != "en"]
NAMES = ["Cas", "Ada"]
LONG = 50  # entries: a play of so many shows no page that shorter ones do not

FILES = (
    "tables.download", "tables.export", "decks.export", "sharing.text", "files.sheet",
    "files.table", "install.manifest", "phone.token", "health.show", "install.worker",
    "live.board", "local.files", "local.keeper", "local.file", "local.show_mirror",
    "handover.bundle",
)  # fmt: skip
"""What is no page."""

LINES = Path(__file__).with_name("as_in_english.txt").read_text(encoding="utf-8").splitlines()
NAMES_AND_SIGNS, *OWN = (
    {line.partition(" | ")[2] for line in LINES if line.startswith(f"{language} |")}
    for language in ("all", *TRANSLATED)
)
SAME = dict(zip(TRANSLATED, OWN, strict=True))
"""What every language says with the words of the source, names on boxes and cards, and signs; and
what one of them does, as it has the same word, or the English one is in use."""

TITLES = {rulebook(SHELF, slug, "en").title for slug in GAMES}
AS_IT_IS = TITLES | {  # what nobody translates
    *("X-Forwarded-Proto", "Host", "TRUSTED_PROXIES=1"),
    *("E", "U"),  # keys
}
DATE_OR_CODE = re.compile(
    r"\d{4}-\w+-\d+|^\w+ 20\d\d$|^[2-9A-Z]{4} [2-9A-Z]{4}$|^http://\S+/j/\S+$"
)
PLACEHOLDER = re.compile(r"%\((\w+)\)[ds]")
LETTER = re.compile(r"[^\W\d_]")
SENTENCE = re.compile(r"[A-Z][a-z]")
BROKEN = r"\{[{%]|%\(\w+\)s|LazyString|Undefined|object at 0x"  # no text for a person
READ_OUT = ("aria-label", "title", "placeholder", "alt")


@cache
def catalogue(language: str) -> Catalog:
    with (CATALOGUES / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def forms(text: object) -> tuple[str, ...]:
    """A text of the source or of a catalogue, one form for each number that has its own."""
    return tuple(map(str, text)) if isinstance(text, list | tuple) else (str(text),)


def test_the_catalogues_are_those_of_the_languages_to_choose_from() -> None:
    assert sorted(folder.name for folder in CATALOGUES.iterdir()) == sorted(TRANSLATED)


@pytest.mark.program
def test_extracting_the_texts_again_changes_nothing(tmp_path: Path) -> None:
    fresh = shutil.copytree(CATALOGUES, tmp_path / "translations")
    subprocess.run([ROOT / "tools" / "words", fresh], check=True)
    for language in TRANSLATED:
        written = f"{language}/LC_MESSAGES/messages.po"
        before = (CATALOGUES / written).read_text()
        assert before == (fresh / written).read_text(), "run tools/words"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_with_its_placeholders(language: str) -> None:
    plurals = catalogue(language).num_plurals
    for message in messages(language):
        source = [set(PLACEHOLDER.findall(form)) for form in forms(message.id)]
        translated = forms(message.string)
        assert len(translated) == (plurals if message.pluralizable else 1), message.id
        assert not message.fuzzy, message.id
        for number, form in enumerate(translated):
            assert form.strip(), f"translate this: {message.id}"
            assert set(PLACEHOLDER.findall(form)) == source[min(number, 1) if source[1:] else 0]
            assert "%" not in PLACEHOLDER.sub("", form), message.id
    same = {message.id for message in messages(language) if message.id == message.string}
    new = same - NAMES_AND_SIGNS - SAME[language] - TITLES
    assert not new, "translate these, or say in as_in_english.txt that they stay"
    assert SAME[language] <= same, "a reason for what is not the same any more"


def strings(tokens: Iterable[tuple[int, str, str]]) -> list[list[str]]:
    """The quoted texts of a template, each with the parts that stand side by side."""
    found: list[list[str]] = []
    side_by_side = False
    for _line, kind, value in tokens:
        if kind == "string" and side_by_side:
            found[-1].append(value[1:-1])
        elif kind == "string":
            found.append([value[1:-1]])
        side_by_side = kind == "string" or (kind == "whitespace" and side_by_side)
    return found


READ_OUT_LOUD = re.compile(rf'(?:{"|".join(READ_OUT)})="([^"]*)"')
TAGS = re.compile(r"<(style|title)\b.*?</\1>|<[^>]*>", re.DOTALL)


def test_a_template_has_no_words_of_its_own_and_each_page_a_title(app: Flask) -> None:
    """And no browser fills in a form again: at a reload it would send what another page has shown.

    While a game is set up, what was typed stands again.
    """
    pages = {"page.html", "fragment.html"}
    known = {form for message in messages(TRANSLATED[0]) for form in forms(message.id)}
    for template in sorted((ROOT / "templates").rglob("*.html")):
        name, source = str(template.relative_to(ROOT / "templates")), template.read_text()
        made = app.jinja_env.get_template(name)
        if re.search(r"^\{% extends layout %\}", source, re.MULTILINE) or name in pages:
            assert {"title", "main"} <= made.blocks.keys(), name
            pages.add(name)
        widths = enumerate(map(len, source.splitlines()), 1)
        assert not [f"{name}:{at}" for at, width in widths if width > 120]
        if name != "setup.html":
            assert source.count("<form") == source.count('<form autocomplete="off"'), name
        tokens = list(app.jinja_env.lex(source))
        data = "".join(value for _line, kind, value in tokens if kind == "data")
        said = READ_OUT_LOUD.findall(data) + TAGS.sub("\n", data).splitlines()
        own = [text.strip() for text in said if LETTER.search(unescape(text))]
        quoted = {"".join(parts) for parts in strings(tokens)}
        own += {text for text in quoted if SENTENCE.match(text)} - known
        assert own == [], template
    assert len(pages) > 10


def tour(visitor: Phone, slug: str) -> Iterator[Page]:
    """Every page of a game: each of its plays, with all that can be asked or refused."""
    game, known, shown = GAMES[slug], set[object](), set[str]()
    for made in (each for each in plays_of(game).games if len(each.entries) < LONG):
        play = replace(made, names=[f"Zz{seat}" for seat, _ in enumerate(made.names)])
        begin(visitor, game, play)
        is_first = not known
        yield from entered(visitor, game, play, known)
        for name, address in addresses(visitor, len(play.entries), game.slug).items():
            is_asked = is_first or name.startswith(("tables.s", "log.show"))
            if is_asked and not name.startswith(("static", "assets", *FILES)):
                yield visitor.opens(address)
                shown |= {name} if visitor.page.status == 200 else set()
    assert {f"tables.sheet {sheet}" for sheet in game.pages.sheets} <= shown
    yield visitor.starts(99, NAMES, tile=game.tiles[0].slug)


def tour_around(visitor: Phone) -> Iterator[Page]:
    """What the app shows besides a game as it is usually played."""
    yield visitor.opens("/")
    yield from taught(visitor)
    visitor.opens("/import")
    yield visitor.sends("/import", visitor.facts(), entry=False)
    yield visitor.opens("/rules/game-of-bluff/characters?q=xyzzy")


def entered(visitor: Phone, game: Game[Any, Any], play: Play, known: set[object]) -> Iterator[Page]:
    """Enter all of this play; a new kind may be asked about, and comes again at the end."""
    new: list[tuple[int, dict[str, Any]]] = []
    for place, facts in enumerate(play.entries):
        form = game.pages.find_form(facts["kind"])
        said = form.fields(facts)
        if facts["kind"] not in known:
            known.add(facts["kind"])
            new.append((place + 1, said))
            visitor.opens(visitor.game)
            yield visitor.enters(**said)
            if visitor.page.status == 200:
                continue
        sent = visitor.facts(**said, confirmed="1", id=f"told {place}")
        visitor.posts(f"{visitor.game}entries", sent | {"seen": place}, entry=None)
    for place, said in new:
        for more in ("", "/forgotten"):
            yield visitor.opens(f"{visitor.game}log/{place}{more}")
        for again in (said, {"kind": said["kind"]}):
            visitor.opens(visitor.game)
            yield visitor.enters(**again)


def taught(visitor: Phone) -> Iterator[Page]:
    """What a deck says that is filled in, and asked about, on its page and on a board."""
    yield visitor.starts(2, NAMES, tile="the-game-extreme", on_fire=True, aids=True)
    deck = f"{visitor.table}deck/the-game/"
    skulls = {"51": "silence", "60": "skull", "61": "skull", "62": "skull"}
    for text in (encode("the-game", skulls), encode("the-game", {"51": "stop"}), "junk"):
        yield visitor.sends(f"{deck}take-over", visitor.facts(deck=text), entry=False)
    yield visitor.sends(deck, visitor.facts(card="51", carries="skull"), entry=False)
    visitor.opens(visitor.game)
    yield visitor.plays(51, "up-1", choice="skull")


@pytest.mark.parametrize("slug", [*GAMES, ""])
def test_no_text_is_beyond_translation(app: Flask, slug: str) -> None:
    """Every text of every page is one of the catalogue: here all of them lose their vowels.

    A is a pile of The Game.
    """
    with pytest.MonkeyPatch.context() as patch:
        pseudo_language.learns(patch)
        visitor = Phone(app)
        visitor.client.set_cookie("language", pseudo_language.LANGUAGE)
        left, seen = set(), 0
        for page in tour(visitor, slug) if slug else tour_around(visitor):
            seen += 1
            assert not re.search(BROKEN, page.answer.text), page.title
            assert page.tree.find("html").attributes["lang"] == pseudo_language.LANGUAGE
            left |= {
                (word, text)
                for text in texts_in(page.main, pseudo_language.LANGUAGE)
                for word in re.findall(r"[A-Za-z]+", DATE_OR_CODE.sub("", text))
                if re.search(r"[aeiouAEIOU]", word)
                and text not in AS_IT_IS
                and word not in (*NAMES, "A")
            }
    assert left == set(), "mark these texts to be translated"
    assert seen > (20 if slug else 5)


def texts_in(element: Element, language: str) -> Iterator[str]:
    """What is read or heard of it, without what says that it is in another language."""
    if element.attributes.get("lang", language) != language:
        return
    said = [element.attributes.get(name, "") for name in READ_OUT]
    said += [child for child in element.children if isinstance(child, str)]
    yield from (" ".join(text.split()) for text in said if text.strip())
    for child in element.children:
        if isinstance(child, Element):
            yield from texts_in(child, language)
