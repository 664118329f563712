"""The names of the people at a table: as people write them, and what nobody is called."""

import unicodedata

import pytest

from companion.engine.names import name_key
from companion.web.phone import LANGUAGES
from tests.support.client_phone import Phone
from tests.support.page import chosen, switches, typed

FAMILY = "👨‍👩‍👧‍👦"
INVISIBLE = ("\u3164", "\u2800", "\ufe0f", "\u200d")
TOO_LONG = "A name can have at most 24 characters."


def players(phone: Phone) -> list[str]:
    """The names of this game, as its record has them."""
    told: list[str] = phone.record()["players"]
    return told


def test_twenty_four_characters_are_counted_as_people_count_them(plain: Phone) -> None:
    for name in ("n" * 24, FAMILY * 24, "a\u0301\u0302\u0323" * 24, "🇧🇪" * 24, "ஹா" * 24):
        assert plain.starts(2, [name, "Ben"]).said == "", ascii(name)
        assert players(plain) == [unicodedata.normalize("NFC", name), "Ben"]
        units = len(name.encode("utf-16-le")) // 2  # what a browser counts
        for field in plain.opens("/new/the-game").main.all("input", name="name"):
            assert int(field.attributes.get("maxlength", units)) >= units
    for name in ("n" * 25, FAMILY * 25, "a" + "\u0301" * 500, "A\u0000n", "A\u202en", "A\ue000"):
        page = plain.starts(2, ["Ann", name, "", "", ""], smaller_hand=True)
        assert (page.status, page.said) == (422, TOO_LONG), ascii(name)
        if "\u0000" not in name:
            assert typed(page) == ["Ann", name, "", "", ""]
        assert (chosen(page), switches(page)) == ("2", {"smaller_hand"})
    page = plain.starts(2, ["n" * 25, "Ben", "Cas", "", ""])  # more names than players
    assert typed(page) == ["n" * 25, "Ben", "Cas", "", ""]


def test_names_are_trimmed_and_the_same_name_twice_is_told(plain: Phone) -> None:
    for names, kept in (
        (["  Anna  Bel ", "Rene\u0301e"], ["Anna Bel", "Renée"]),
        (["", "Ann", ""], ["", "Ann", ""]),
        (["Player 1", "Joueur 2"], ["", ""]),  # the number of the own seat is no name
        (["Player 2", "Ann", ""], ["Player 2", "Ann", ""]),
    ):
        assert (plain.starts(len(names), names).said, players(plain)) == ("", kept), names
    same = ("Ann", " ANN ", *(f"Ann{hidden}" for hidden in INVISIBLE))
    for names in [["Ann", other] for other in same] + [["Ren\u00e9e", "Rene\u0301e"]]:
        page = plain.starts(2, names)
        assert (page.status, "the same name" in page.said) == (422, True), ascii(names)
        assert typed(page)[:2] == names


def test_what_shows_nothing_is_no_name_of_anybody_or_anything(plain: Phone) -> None:
    plain.starts(2, ["Ann", "Ben"], tile="one-brain")
    at, hidden = plain.table.split("/")[2], INVISIBLE[0]
    plain.posts(f"{plain.table}phones/{plain.id}/name", plain.facts(name=hidden), entry=False)
    words = plain.facts(game=hidden, sixth=hidden)
    plain.posts(f"{plain.table}deck/one-brain/words", words, entry=False)
    assert plain.store.phones.find_members(plain.id, at)[0].name == ""
    assert plain.store.nicknames.find_all(plain.id, at) == {}
    game = plain.game
    plain.starts(2, [hidden, "Ben"])
    assert players(plain) == ["", "Ben"]
    [ann, _ben] = plain.store.tables.find(plain.id, at).people  # type: ignore[union-attr]
    plain.store.people.rename(plain.id, at, ann.id, hidden)  # kept by an earlier version
    assert "Player 1" in plain.opens(game).main.text


def test_the_number_of_a_seat_without_a_name_is_taken_in_every_language(plain: Phone) -> None:
    for language in LANGUAGES:
        plain.likes(language=language)
        for name in ("Player 2", "spieler 2", "JOUEUR 2", " Speler  2 "):
            page = plain.starts(2, [name, ""])
            assert (page.status, bool(page.said)) == (422, True), (language, name)
            assert typed(page)[:2] == [name, ""]


@pytest.mark.parametrize("names", [("Player 2", ""), ("", "Joueur 1"), ("Ann", "ann")])
def test_no_two_people_read_the_same(plain: Phone, names: tuple[str, str]) -> None:
    """Out of a file, or out of an older database, where nothing asked for other names."""
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


def test_the_fields_of_names_that_are_wrong_are_marked(plain: Phone) -> None:
    for tile in ("the-game", "game-of-bluff"):
        for names, wrong in (
            (["Ann", "Ben", " ANN "], ["1", "3"]),
            (["Ann", "Player 1", "", "Spieler 3"], ["3", "4"]),
            (["Ann", "x" * 25, "y" * 25], ["2", "3"]),
        ):
            page = plain.starts(len(names), names, tile=tile)
            fields = page.main.all("input", name="name")
            marked = [
                each.label for each in fields if each.attributes.get("aria-invalid") == "true"
            ]
            assert marked == [f"Player {seat}" for seat in wrong], names
            assert [each.label for each in fields if "autofocus" in each.attributes] == marked[:1]
            assert page.main.find("p", id="mistake").text == page.said
