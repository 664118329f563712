"""The words on the pages: every language has all of them, and no page has words of its own."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po
from flask import Flask

from companion import create_app
from companion.engine.deck import encode
from companion.games import GAMES
from companion.games.game_of_bluff import GAME as BLUFF
from companion.games.one_brain import GAME as BRAIN
from companion.rulebook.book import rulebook
from companion.web import phone
from companion.web.words import CATALOGUES
from tests.support import pseudo_language
from tests.support.client_phone import Phone
from tests.support.page import Element, Page
from tests.web.routes import addresses

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
TRANSLATED = [language for language in phone.LANGUAGES if language != "en"]
NAMES = ["Cas", "Ada"]

FILES = (
    "tables.download", "tables.export", "decks.export", "sharing.text", "files.sheet",
    "files.table", "install.manifest", "phone.token", "health.show", "install.worker",
    "live.board", "local.files", "local.keeper", "local.file", "local.show_mirror",
    "handover.bundle",
)  # fmt: skip
"""What is no page."""

NAMES_AND_SIGNS = {
    "UTC", "The Game", "The Game: Extreme", "Extreme", "Game of Bluff", "On Fire", "Emma",
    "Ending Emma", "Rik", "%(cards)s; Rik: %(name)s", "%(what)s, %(games)s",
    "%(card)s: %(command)s", "%(card)s: %(action)s", "%(name)s: %(card)s",
    "%(name)s: %(action)s.", "%(name)s: %(card)s, %(pile)s, %(command)s.",
    "%(action)s: %(removed)s", "%(game)s, %(level)s", "%(label)s: %(told)s",
    "%(first)s; %(then)s", "%(result)s, %(level)s", "CSV", "%(minutes)s min", "%(number)s MB",
}  # fmt: skip
"""What every language says with the words of the source: names on boxes and cards, and signs."""
SAME = {
    "nl": {
        "stop", "Expert", "Beginner", "Dummy", "Esc", "hand", "zombie", "Live", "Offline", "Auto",
    },
    "de": {
        "Esc", "Download", "Dummy", "One Brain", "Live", "Offline", "%(hours)s h %(minutes)s min",
    },
    "fr": {
        "stop", "One Brain", "Options", "Action", "Auto", "Expert", "Pile", "Pile %(pile)s",
        "Place", "Points", "Table", "dragon", "excellent", "points", "silence", "total", "zombie",
    },
}  # fmt: skip
"""And what one of them does, as it has the same word, or the English one is in use."""

AS_IT_IS = {  # what nobody translates
    *("X-Forwarded-Proto", "Host", "TRUSTED_PROXIES=1"),
    *(rulebook("companion.games", slug, "en").title for slug in GAMES),
    *("E", "U"),  # keys
}
DATE_OR_CODE = re.compile(r"\d{4}-\w+-\d+|^[2-9A-Z]{4} [2-9A-Z]{4}$")
PLACEHOLDER = re.compile(r"%\((\w+)\)[ds]")
LETTER = re.compile(r"[^\W\d_]")
SENTENCE = re.compile(r"[A-Z][a-z]")
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
        assert (CATALOGUES / written).read_text() == (fresh / written).read_text(), (
            "run tools/words"
        )


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_with_its_placeholders(language: str) -> None:
    plurals = catalogue(language).num_plurals
    for message in messages(language):
        source = [set(PLACEHOLDER.findall(form)) for form in forms(message.id)]
        translated = forms(message.string)
        assert len(translated) == (plurals if message.pluralizable else 1), message.id
        assert not message.fuzzy, message.id
        for number, form in enumerate(translated):
            assert form.strip(), message.id
            assert set(PLACEHOLDER.findall(form)) == source[min(number, 1) if source[1:] else 0]
            assert "%" not in PLACEHOLDER.sub("", form), message.id
    same = {message.id for message in messages(language) if message.id == message.string}
    assert same <= NAMES_AND_SIGNS | SAME[language]
    assert SAME[language] <= same, "a reason for what is not the same any more"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app with a store of its own."""
    folder = tmp_path_factory.mktemp("words")
    database = f"sqlite:///{folder / 'companion.sqlite3'}"
    made = create_app(
        {"TESTING": True, "SECRET_KEY": "k" * 32, "INSTANCE": folder, "DATABASE_URL": database}
    )
    yield made
    made.extensions["store"].close()


class Bare(HTMLParser):
    """Collects what a template says in its own words, to readers and to listeners."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value for name, value in attrs if name in READ_OUT and value]

    def handle_data(self, data: str) -> None:
        self.said += [] if self.lasttag == "title" and data.strip("· \n") == "Companion" else [data]


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


def test_no_template_has_words_of_its_own(app: Flask) -> None:
    known = {form for message in messages(TRANSLATED[0]) for form in forms(message.id)}
    assert TEMPLATES
    for template in TEMPLATES:
        tokens = list(app.jinja_env.lex(template.read_text()))
        data = "".join(value for _line, kind, value in tokens if kind == "data")
        own = [text.strip() for text in Bare(data).said if LETTER.search(text)]
        quoted = {"".join(parts) for parts in strings(tokens)}
        own += {text for text in quoted if SENTENCE.match(text)} - known
        assert own == [], template


def tour(visitor: Phone) -> Iterator[Page]:
    """Every page of the app, with a game that runs and one that is over."""
    yield visitor.opens("/")
    yield visitor.starts(1)
    yield visitor.starts(3)
    yield visitor.starts(2, NAMES, aids=True)
    yield visitor.ends_turn()  # too few
    visitor.plays(47, "up-1")
    yield from (visitor.plays(100, "up-1"), visitor.plays(30, "up-1"), visitor.plays(47, "up-2"))
    visitor.plays(30, "up-1", confirmed="1")
    visitor.takes_back(1)
    for _ in ("while it runs", "once it is over"):
        for name, address in addresses(visitor).items():
            if not name.startswith(("static", "assets", *FILES)):
                yield visitor.opens(address)
        visitor.opens(visitor.game)
        visitor.enters(kind="cannot-play")
    yield from commanded(visitor)
    yield from bluffed(visitor, 5)
    yield visitor.starts(15, tile="game-of-bluff")
    yield from pages_of(visitor, BLUFF.pages.sheets)
    yield from brained(visitor, 3)
    yield visitor.starts(1, tile="one-brain", given={"level": "beginner"})
    yield from pages_of(visitor, BRAIN.pages.sheets)
    visitor.opens("/import")
    yield visitor.sends("/import", visitor.facts(), entry=False)
    yield visitor.opens("/nowhere")


def commanded(visitor: Phone) -> Iterator[Page]:
    """A game of Extreme and On Fire with every command in it, and the deck that it teaches."""
    yield visitor.starts(2, NAMES, tile="the-game-extreme", on_fire=True, aids=True)
    played: tuple[tuple[object, ...], ...] = (
        (47, "up-1"), (47, "up-1", "none", 1), (12, "up-2", "skull"), (), (13, "up-2", "silence"),
        (77, "down-1"), (), (), (76, "down-1", "draw-one"), (75, "down-2", "no-trick"),
        (85, "down-2"), (), (48, "up-1", "same-pile"), (20, "up-2"), (49, "up-1", "three"), (),
        (50, "up-1", "stop"),
    )  # fmt: skip
    for said in played:
        given = dict(zip(("card", "pile", "choice", "change"), said, strict=False))
        kind = "card-played" if said else "turn-ended"
        yield visitor.enters(kind=kind, **given)
    for name, address in addresses(visitor).items():
        if name.startswith(("tables.s", "log.", "decks.show")):
            yield visitor.opens(address)
    deck = f"{visitor.table}deck/the-game/"
    skulls = {"51": "silence", "60": "skull", "61": "skull", "62": "skull"}
    for text in (encode("the-game", skulls), encode("the-game", {"51": "stop"}), "junk"):
        yield visitor.sends(f"{deck}take-over", visitor.facts(deck=text), entry=False)
    yield visitor.sends(deck, visitor.facts(card="51", carries="skull"), entry=False)
    visitor.opens(visitor.game)
    yield visitor.plays(51, "up-1", choice="skull")
    visitor.plays(51, "up-1", choice="skull", confirmed="1")
    yield visitor.ends_turn(confirmed="1")


def pages_of(visitor: Phone, sheets: Iterable[str]) -> Iterator[Page]:
    """The board, its sheets and its log."""
    for at in ("log/", *(f"sheet/{name}" for name in sheets), ""):
        yield visitor.opens(f"{visitor.game}{at}")


def lines(visitor: Phone, *places: int) -> Iterator[Page]:
    """The pages of these lines of the log, and of what was forgotten before them."""
    for place in places:
        yield visitor.opens(f"{visitor.game}log/{place}")
        yield visitor.opens(f"{visitor.game}log/{place}/forgotten")


def bluffed(visitor: Phone, seats: int) -> Iterator[Page]:
    """A game of Bluff of so many players with every page and every mistake, to its end."""

    def says(**facts: object) -> Page:
        visitor.opens(f"{visitor.game}sheet/starter")
        return visitor.enters(**facts)

    def shows(*cards: int, **more: object) -> Page:
        given = {f"cards-{seat}": card for seat, card in enumerate(cards)}
        return says(kind="round-scored", **given, **more)

    names = [f"Zz{seat}" for seat in range(seats)]
    up, down, ones = range(1, seats + 1), range(seats, 0, -1), [1] * seats
    yield visitor.opens("/new/game-of-bluff")
    yield visitor.starts(99, names, tile="game-of-bluff")
    yield visitor.starts(seats, names, tile="game-of-bluff", last_round=True)
    yield from pages_of(visitor, BLUFF.pages.sheets)
    yield from (says(kind="turn-taken"), shows(), shows(1, *range(1, seats - 1)), shows(*ones))
    yield from (shows(*down, rik="junk"), says(kind="emma-played", player=99))
    says(kind="emma-played", player=0)
    yield from pages_of(visitor, BLUFF.pages.sheets)
    yield says(kind="emma-played", player=0)
    yield from (says(kind="turn-taken") for _ in names)
    shows(*down, rik=0)
    yield shows(*down)
    yield from lines(visitor, 1, 2, seats + 2)
    yield from (shows(*ones, **{way: seats + 2}, back="log") for way in ("change", "before"))
    says(kind="game-stopped")
    yield from pages_of(visitor, BLUFF.pages.sheets)
    visitor.enters(kind="taken-back", target=visitor.head)
    for cards in (down, down, up):
        shows(*cards)
    yield from pages_of(visitor, BLUFF.pages.sheets)
    yield shows(*up)
    rules = "/rules/game-of-bluff"
    people = f"{rules}/characters"
    for address in (visitor.table, "/", rules, people, f"{people}?q=xyzzy"):
        yield visitor.opens(address)


def brained(visitor: Phone, seats: int) -> Iterator[Page]:
    """Attempts at One Brain of so many players with every page, to one that is given up."""
    names, tile = [f"Zz{seat}" for seat in range(seats)], "one-brain"

    def lays(action: str, **more: object) -> Page:
        return visitor.enters(kind="card-played", **{"from": "hand"}, action=action, **more)

    yield visitor.opens(f"/new/{tile}")
    yield visitor.starts(7, names, tile=tile, given={"hand": "6"})
    yield visitor.starts(seats, names, tile=tile, given={"level": "beginner"})
    yield from pages_of(visitor, BRAIN.pages.sheets)
    yield from (visitor.enters(kind="card-drawn"), lays(""))
    yield lays("donate", to=1, given_from="hand", card="blue duck")
    yield from (lays("cover", column=1), visitor.ends_turn(), lays("cover"))
    yield lays("cover", column=1, card="blue duck")
    yield lays("remove-kind", removes="cat", **{"columns-1": "y"}, card="red cat")
    yield from (visitor.enters(kind="discard-looked-at") for _ in range(2))
    yield from pages_of(visitor, BRAIN.pages.sheets)
    yield from lines(visitor, 1, 2, 3)
    visitor.opens(visitor.game)
    visitor.enters(kind="attempt-given-up")
    yield from pages_of(visitor, BRAIN.pages.sheets)
    for address in ("/", visitor.table, f"/rules/{tile}", f"{visitor.table}deck/{tile}/"):
        yield visitor.opens(address)


def test_no_text_is_beyond_translation(app: Flask) -> None:
    """Every text of every page is one of the catalogue: here all of them lose their vowels."""
    with pytest.MonkeyPatch.context() as patch:
        pseudo_language.learns(patch)
        visitor = Phone(app)
        visitor.client.set_cookie("language", pseudo_language.LANGUAGE)
        left, seen = set(), 0
        for page in tour(visitor):
            seen += 1
            assert page.tree.find("html").attributes["lang"] == pseudo_language.LANGUAGE
            left |= {
                (word, text)
                for text in texts_in(page.main, pseudo_language.LANGUAGE)
                for word in re.findall(r"[A-Za-z]+", DATE_OR_CODE.sub("", text))
                if re.search(r"[aeiouAEIOU]", word) and text not in AS_IT_IS and word not in NAMES
            }
    assert left == set()
    assert seen > 150


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
