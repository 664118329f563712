"""What a table calls One Brain and its sixth colour: typed on the page of its deck, said on all."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.support.client_phone import BOTH_WAYS, Another, Phone
from tests.support.page import Element, Page
from tests.web.junk import HOSTILE
from tests.web.test_decks import at_its_deck, imports, key, looks, page_of, stays, teaches

SLUG = "one-brain"
TOO_LONG = "A name can have at most 24 characters."
WORDS = {"game": "Breinbreker", "sixth": "petrol"}


@pytest.fixture
def deck(phone: Phone) -> Phone:
    """A phone at the deck of its table, of which only the examples of the rules are known."""
    return at_its_deck(phone, SLUG, SLUG)


@pytest.fixture
def bare(plain: Phone) -> Phone:
    """The same without scripts, for what is the same with them."""
    return at_its_deck(plain, SLUG, SLUG)


def calling(phone: Phone) -> Element:
    """The form in which things are named."""
    return phone.page.main.classed("calling")[0]


def typed(phone: Phone) -> dict[str, str]:
    """What stands in its fields."""
    return {name: calling(phone).values()[name] for name in WORDS}


def names(phone: Phone, **words: str) -> Page:
    """Type these words over those that stand there, and keep them."""
    form = calling(phone)
    values = {**form.values(form.find("button")), **words}
    return phone.sends(form.attributes["action"], values, form.classed("entry"))


def called(phone: Phone, slug: str = SLUG) -> dict[str, str]:
    """What the table of this phone calls the game and its sixth colour, as it is kept."""
    return dict(phone.store.nicknames.find(phone.id, phone.table.split("/")[2], slug))


@contextmanager
def unchanged(phone: Phone) -> Iterator[None]:
    """Whatever is done in here leaves these words as they were."""
    before = called(phone)
    yield
    assert called(phone) == before


@BOTH_WAYS
def test_all_pages_of_the_table_say_so_from_then_on(deck: Phone) -> None:
    looks(deck, SLUG, back=deck.game)
    page = names(deck, **WORDS)
    assert page.main.classed("calling")[0].find("button").text == "Saved"
    assert page.main.find("a", aria_label="Back").attributes["href"] == deck.game
    page = looks(deck, SLUG)
    assert calling(deck).find("button").text == "Save names"
    assert called(deck) == typed(deck) == WORDS
    assert page.main.find("h1").text == "Our deck of Breinbreker"
    assert page.main.classed("deck-row")[-1].label == "petrol"
    assert key(deck, "sixth duck").label == "petrol duck, not known"
    assert "Remove colour: petrol, 0 of 1" in page.main.text
    board = deck.opens(deck.game)
    assert "Breinbreker" in board.main.classed("bar-title")[0].text
    assert "petrol cat" in [each.label for each in board.main.all("input", name="card")]
    assert deck.opens("/").main.classed("continue-game")[0].text == "Breinbreker"
    labels = deck.opens(deck.table).labels()
    assert {"Our deck of Breinbreker", "New game: Breinbreker"} <= set(labels)
    looks(deck, SLUG)
    imports(deck, {"red cat": "remove-colour sixth", "sixth cat": "cover"}, SLUG)
    stays(teaches(deck, "sixth cat", "remove-colour sixth"), "Petrol cat was known as")
    assert "“Remove colour: petrol” is already on red cat" in deck.page.said


def test_an_empty_field_gives_the_usual_name_back(bare: Phone) -> None:
    names(bare, game="  Ons \t brein ", sixth=" e\u0301cru ")
    assert typed(bare) == {"game": "Ons brein", "sixth": "\u00e9cru"}
    for empty in ("", " \t\n"):
        names(bare, **WORDS)
        names(bare, game=empty)
        assert called(bare) == {"sixth": "petrol"}
        assert bare.page.main.find("h1").text == "Our deck of One Brain"
        names(bare, sixth=empty)
        assert (called(bare), bare.page.main.classed("deck-row")[-1].label) == ({}, "sixth colour")
    names(bare, **WORDS)  # a field that is not sent keeps its name
    bare.sends(f"{page_of(bare, SLUG)}words", bare.facts(sixth="pink", bogus="junk"))
    assert called(bare) == {**WORDS, "sixth": "pink"}


@BOTH_WAYS
def test_what_cannot_be_a_name_is_told_and_what_was_typed_is_kept(deck: Phone) -> None:
    names(deck, **WORDS)
    with unchanged(deck):
        for thing, other in (("game", "sixth"), ("sixth", "game")):
            for bad in ("W" * 25, "a\u202eb", HOSTILE):
                stays(names(deck, **{thing: bad, other: "new"}), TOO_LONG)
                assert typed(deck)[other] == "new", bad
                assert typed(deck)[thing].replace("\ufffd", "\0") == bad
                wrong = calling(deck).find("input", aria_invalid="true").attributes
                assert wrong["name"] == thing, bad
                assert deck.page.main.find("p", id=wrong["aria-describedby"]).text == TOO_LONG
        for bad in ("blue", "YELLOW", " red ", "Sixth"):
            page = names(deck, sixth=bad, game="Breinbreker")
            stays(page, f"“{bad.strip()}” is taken: choose another name for the sixth colour.")
        deck.likes(language="nl")
        looks(deck, SLUG)
        for bad in ("Geel", "blue"):  # nor in the language of the phone
            assert f"“{bad}” is al in gebruik" in names(deck, sixth=bad).said
    deck.likes(language="en")
    looks(deck, SLUG)
    assert (names(deck, sixth="petrol", game="Blue").status, called(deck)["game"]) == (200, "Blue")


def test_only_players_name_things_in_this_game(bare: Phone, another: Another) -> None:
    names(bare, **WORDS)
    page = looks(another(bare, "onlooker"), SLUG)
    assert page.main.find("h1").text == "Our deck of Breinbreker"
    assert not page.main.classed("calling")
    for slug in ("the-game", "game-of-bluff", "patience", "one_brain"):
        said = bare.facts(game="Theirs", sixth="pink")
        assert bare.posts(f"{page_of(bare, slug)}words", said).status == 404
        assert called(bare, slug) == {}
    assert not looks(bare).main.classed("calling")
