"""Names: as people write them, and how they stand on pages."""

import re
import unicodedata

import pytest
from flask import Flask

from companion.engine.names import bare, name_key
from companion.web.pages.names import set_apart
from companion.web.safety.phone import LANGUAGES
from tests.support.client_phone import Phone
from tests.support.page import typed
from tests.web.named import MORE, ROOM, night
from tests.web.named import names as hostile_names

SENT = re.compile(r'<(?:input|button|option)[^>]*? value="([^"]*)"[^>]*>')
"""What a field holds: it is sent as it stands, and so has nothing around it."""


APART = '<bdi translate="no">'


def written_from_the_right(many: int) -> list[str]:
    """So many names, none of which is part of another, some with a number or a Latin word."""
    pairs = zip("אבגדהוזחטיכלמנסעפצק", "ابتثجحخدذرزسشصضطظعغ", strict=True)
    names = [f"{one * 3} {number}" if number % 3 else f"{other * 3} Ann"
             for number, (one, other) in enumerate(pairs, 20)]  # fmt: skip
    return names[:many]


@pytest.mark.parametrize("tile", ROOM)
def test_every_name_stands_by_itself_and_is_only_a_name(app: Flask, tile: str) -> None:
    """On every page. Every second name is written from the right, the others are hostile."""
    many, begins = ROOM[tile] + MORE, [*ROOM].index(tile)
    both = written_from_the_right(many), hostile_names(many)
    names = [both[(begins + at) % 2][at] for at in range(many)]
    from_the_right, found = {*names} & {*both[0]}, set[str]()
    for who, address in night(app, tile, names).pages:
        phone = Phone(app)
        phone.client.set_cookie("phone", who)
        page = phone.opens(address)
        if page.answer.mimetype != "text/html":
            continue
        for element in page.main:  # which is read strictly
            assert element.tag not in ("script", "img", "title") or not element.text, address
            assert not [name for name in element.attributes if name.startswith("on")], address
        for field in SENT.finditer(page.answer.text):
            typed = 'type="' not in field[0] and field[0].startswith("<input")
            if typed and field[1] in from_the_right:
                assert 'dir="auto"' in field[0], (address, field[0])
        for button in page.main.all("button") if tile == "the-game" else ():
            number = re.match(r"\d+", button.text.strip())  # alone, or with what it carries
            if number and button.attributes.get("value", "").split(" ")[0] == number[0]:
                assert button.attributes.get("translate") == "no", (address, button.text)
        text = SENT.sub("", page.answer.text)
        for name in from_the_right:
            loose = text.replace(f"\u2068{name}\u2069", "").replace(f"{APART}{name}</bdi>", "")
            assert name not in loose, (address, name, ascii(loose.partition(name)[0][-60:]))
            found |= {name} if len(loose) < len(text) else set()
        found |= {name for name in names if name in page.main.text}
    assert found >= from_the_right
    assert len(found) > many * 3 / 4


def test_in_files_there_is_nothing_around_a_name(app: Flask) -> None:
    names = written_from_the_right(5 + MORE)
    phone = night(app, "the-game", names).host
    phone.enters(kind="cannot-play", confirmed="1")
    tables, records = ("table.json", "table.csv"), ("record.json", "record.csv")
    for file in (*(phone.table + one for one in tables), *(phone.game + one for one in records)):
        text = phone.client.get(file).text
        assert (names[0] in text, bare(text) == text) == (True, True), file
    page = phone.opens(f"{phone.game}record")
    [play] = [a.attributes["href"] for a in page.main.all("a", rel="external noreferrer")]
    assert "%E2%81%A8" not in play
    assert f"\u2068{names[0]}\u2069" in phone.client.get(f"{phone.game}result.txt").text


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


FAMILY = "👨‍👩‍👧‍👦"
INVISIBLE = "\u3164"
TOO_LONG = "A name can have at most 24 characters."


LONGEST = ("n" * 24, FAMILY * 24, "a\u0301\u0302\u0323" * 24, "🇧🇪" * 24, "ஹா" * 24)
"""Of twenty-four characters as people count them."""
KEPT = (
    *(([name, "Ben"], [unicodedata.normalize("NFC", name), "Ben"]) for name in LONGEST),
    (["  Anna  Bel ", "Rene\u0301e"], ["Anna Bel", "Renée"]),
    (["", "Ann", ""], ["", "Ann", ""]),
    (["Player 1", "Joueur 2"], ["", ""]),  # the number of the own seat is no name
    (["Player 2", "Ann", ""], ["Player 2", "Ann", ""]),
)
ODD = ("n" * 25, FAMILY * 25, "a" + "\u0301" * 500, "A\u0000n", "A\u202en", "A\ue000")
WRONG = (
    *((["Ann", name], TOO_LONG, [2]) for name in ODD),
    (["Ann", "x" * 25, "y" * 25], TOO_LONG, [2, 3]),
    (["Ann", f"Ann{INVISIBLE}"], "the same name", [1, 2]),
    (["Ren\u00e9e", "Rene\u0301e"], "the same name", [1, 2]),
    (["Ann", "Ben", " ANN "], "the same name", [1, 3]),
    *(([name, ""], "", [1, 2]) for name in ("Player 2", "spieler 2", "JOUEUR 2", " Speler  2 ")),
    (["Ann", "Player 1", "", "Spieler 3"], "", [3, 4]),
)
"""Names that cannot be, what is said of them, and the seats whose fields are marked."""


def test_names_are_kept_as_people_write_them(plain: Phone) -> None:
    for names, kept in KEPT:
        assert (plain.starts(len(names), names).said, plain.record()["players"]) == ("", kept), (
            ascii(names)
        )
    units = max(len(name.encode("utf-16-le")) // 2 for name in LONGEST)  # as a browser counts
    for field in plain.opens("/new/the-game").main.all("input", name="name"):
        assert int(field.attributes.get("maxlength", units)) >= units


def test_names_that_cannot_be_are_told_and_stay_in_their_fields(plain: Phone) -> None:
    for language in LANGUAGES:
        plain.likes(language=language)
        for names, sentence, wrong in WRONG:
            tile = "game-of-bluff" if names[2:] and language != "en" else "the-game"
            page = plain.starts(len(names), names, tile=tile)
            assert (page.status, bool(page.said)) == (422, True), ascii(names)
            assert sentence in page.said or language != "en", ascii(names)
            for mark, seats in (("aria-invalid", wrong), ("autofocus", wrong[:1])):
                fields = enumerate(page.main.all("input", name="name"), 1)
                marked = [seat for seat, each in fields if mark in each.attributes]
                assert marked == seats, ascii(names)
            assert page.main.find("p", id="mistake").text == page.said
            if "\u0000" not in "".join(names):
                assert typed(page)[: len(names)] == names
    page = plain.starts(2, ["n" * 25, "Ben", "Cas", "", ""])  # more names than players
    assert typed(page) == ["n" * 25, "Ben", "Cas", "", ""]
    assert [each.attributes["value"] for each in page.main.picked("players")] == ["2"]


def test_what_shows_nothing_is_no_name_of_anybody_or_anything(plain: Phone) -> None:
    plain.starts(2, ["Ann", "Ben"], tile="one-brain")
    at, hidden = plain.ids[0], INVISIBLE
    plain.posts(f"{plain.table}phones/{plain.id}/name", plain.facts(name=hidden), entry=False)
    words = plain.facts(game=hidden, sixth=hidden)
    plain.posts(f"{plain.table}deck/one-brain/words", words, entry=False)
    assert plain.store.phones.find_members(plain.id, at)[0].name == ""
    assert plain.store.nicknames.find_all(plain.id, at) == {}
    game = plain.game
    plain.starts(2, [hidden, "Ben"])
    assert plain.record()["players"] == ["", "Ben"]
    [ann, _ben] = plain.store.tables.find(plain.id, at).people
    plain.store.people.rename(plain.id, at, ann.id, hidden)  # kept by an earlier version
    assert "Player 1" in plain.opens(game).main.text


@pytest.mark.parametrize("names", [("Player 2", ""), ("", "Joueur 1"), ("Ann", "ann")])
def test_no_two_people_read_the_same(plain: Phone, names: tuple[str, str]) -> None:
    plain.starts(2, ["Eve", "Dan"])
    found = plain.store.tables.find_all(plain.id)[0]
    for person, name in zip(found.people, names, strict=True):
        plain.store.people.rename(plain.id, found.id, person.id, name)
    for language in LANGUAGES:
        plain.likes(language=language)
        buttons = plain.opens(f"{plain.table}phones/").main.all("button", name="person")
        rows = plain.opens(f"{plain.game}sheet/hands").main.all("summary")
        for read in ([each.text for each in buttons], [row.find("span").text for row in rows]):
            assert len({name_key(name) for name in read}) == 2, (language, read)
