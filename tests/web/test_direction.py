"""Names on pages: a line keeps its order around them, and no browser translates them."""

import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.engine.names import bare, isolate, settle
from companion.web.names import set_apart
from tests.support.client_phone import Phone
from tests.support.page import Page
from tests.web.named import MORE, ROOM, Night, night
from tests.web.named import names as hostile_names

LETTERS = "אבגדהוזחטיכלמנסעפצק"
ARABIC = "ابتثجحخدذرزسشصضطظعغ"
SENT = re.compile(r'<(?:input|button|option)[^>]*? value="([^"]*)"[^>]*>')
"""What a field holds: it is sent as it stands, and so has nothing around it."""


APART = '<bdi translate="no">'
TAG = re.compile(r"<[^>]*>")
PLAIN = re.compile(r"<(title|option|textarea)\b.*?</\1>", re.DOTALL)


def written_from_the_right(many: int) -> list[str]:
    """So many names, none of which is part of another, some with a number or a Latin word."""
    pairs = zip(LETTERS, ARABIC, strict=True)
    names = [f"{one * 3} {number}" if number % 3 else f"{other * 3} Ann"
             for number, (one, other) in enumerate(pairs, 20)]  # fmt: skip
    return names[:many]


def pages_of(app: Flask, made: Night) -> Iterator[tuple[str, Page]]:
    """Every page of this table, as who may look there sees it, with its address."""
    for who, address in made.pages:
        phone = Phone(app)
        if who:
            phone.client.set_cookie("phone", who)
        page = phone.opens(address)
        if page.answer.mimetype == "text/html":
            yield address, page


@pytest.mark.parametrize("tile", ROOM)
def test_every_name_stands_by_itself_on_every_page(app: Flask, tile: str) -> None:
    names = written_from_the_right(ROOM[tile] + MORE)
    found: set[str] = set()
    for address, page in pages_of(app, night(app, tile, names)):
        for field in SENT.finditer(page.answer.text):
            typed = 'type="' not in field[0] and field[0].startswith("<input")
            if typed and field[1] in names:
                assert 'dir="auto"' in field[0], (address, field[0])
        text = SENT.sub("", page.answer.text)
        for name in names:
            loose = text.replace(f"\u2068{name}\u2069", "").replace(f"{APART}{name}</bdi>", "")
            assert name not in loose, (address, name, _around(loose, name))
            found |= {name} if len(loose) < len(text) else set()
    assert found == set(names)


@pytest.mark.parametrize("tile", ROOM)
def test_hostile_names_are_only_names_on_every_page(app: Flask, tile: str) -> None:
    names = hostile_names(ROOM[tile] + MORE)
    found: set[str] = set()
    for address, page in pages_of(app, night(app, tile, names)):
        for element in page.main:  # which is read strictly
            assert element.tag not in ("script", "img", "title") or not element.text, address
            assert not [name for name in element.attributes if name.startswith("on")], address
        found |= {name for name in names if name in page.main.text}
    assert len(found) > ROOM[tile] / 2


def test_no_name_is_translated_on_any_page(app: Flask) -> None:
    names = [f"Qx{letter}" for letter in "abcdefgh"][: ROOM["the-game"] + MORE]
    found: set[str] = set()
    for address, page in pages_of(app, night(app, "the-game", names)):
        html = page.answer.text
        assert "\u2068" not in html, address
        for name in names:
            found |= {name} if f"{APART}{name}</bdi>" in html else set()
            html = html.replace(f"{APART}{name}</bdi>", "")
        text = TAG.sub("", PLAIN.sub("", html))
        assert "Qx" not in text, (address, _around(text, "Qx"))
        for button in page.main.all("button"):
            number = re.match(r"\d+", button.text.strip())  # alone, or with what it carries
            if number and button.attributes.get("value", "").split(" ")[0] == number[0]:
                assert button.attributes.get("translate") == "no", (address, button.text)
    assert found == set(names)


def test_in_files_there_is_nothing_around_a_name(app: Flask) -> None:
    names = written_from_the_right(5 + MORE)
    phone = night(app, "the-game", names).host
    for file in ("table.json", "table.csv"):
        text = phone.client.get(f"{phone.table}{file}").text
        assert names[0] in text
        assert bare(text) == text, file
    phone.enters(kind="cannot-play", confirmed="1")
    for file in ("record.json", "record.csv"):
        text = phone.client.get(f"{phone.game}{file}").text
        assert names[0] in text
        assert bare(text) == text, file
    page = phone.opens(phone.game)
    [play] = [a.attributes["href"] for a in page.main.all("a", rel="external noreferrer")]
    assert "%E2%81%A8" not in play
    shared = phone.client.get(f"{phone.game}result.txt").text
    assert f"\u2068{names[0]}\u2069" in shared


def test_a_name_that_is_copied_from_a_page_is_the_same_name(plain: Phone) -> None:
    name = written_from_the_right(1)[0]
    plain.starts(2, [isolate(name), "Ben"])
    assert plain.record()["players"] == [name, "Ben"]


def test_in_plain_text_other_names_have_nothing_around_them() -> None:
    for name in ("Ann", "O’Brien", "7", "李小龍", "Ольга", "👩‍👧‍👦", "Player 1"):
        assert settle(isolate(name)) == name
    assert json.dumps(settle(isolate("שרה"))) == '"\\u2068\\u05e9\\u05e8\\u05d4\\u2069"'
    assert isolate("") == ""


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("<p>A⁨Ann⁩ and ⁨שרה⁩</p>", f"<p>A{APART}Ann</bdi> and {APART}שרה</bdi></p>"),
        ('<a title="⁨Ann⁩, ⁨שרה⁩">⁨Ann⁩</a>', f'<a title="Ann, ⁨שרה⁩">{APART}Ann</bdi></a>'),
        ("<title>⁨Ann⁩, ⁨Ben⁩</title><p>⁨Ann⁩", f"<title>Ann, Ben</title><p>{APART}Ann</bdi>"),
        ("<option>⁨Ann⁩</option>⁨Ben⁩", f"<option>Ann</option>{APART}Ben</bdi>"),
        ("⁨Ann⁩", f"{APART}Ann</bdi>"),
        ("Nobody", "Nobody"),
    ],
)
def test_a_name_in_text_has_an_element_of_its_own(said: str, shown: str) -> None:
    assert set_apart(said) == shown


def _around(text: str, name: str) -> str:
    at = text.index(name)
    return ascii(text[at - 60 : at + 30])
