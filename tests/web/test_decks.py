"""Our deck: what a table knows of its cards, filled in, taken along and over; and its words.

All decks are one code; what a game has of its own is in `GAMES_WITH_DECKS`. The words of a table,
which One Brain alone has, come last.
"""

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from urllib.parse import urlencode

import pytest

from companion.engine.deck import decode, encode
from companion.games import GAMES
from companion.games.one_brain.deck import FROM_THE_RULES
from companion.games.the_game.deck import LEARNING, NONE
from companion.games.the_game.entries import Command
from tests.support.client_phone import BOTH_WAYS, Another, Phone
from tests.support.page import Element, Page
from tests.web.junk import BOOK, HOSTILE, HUGE

SLUG = "the-game"
ALL_28 = {
    str(number): str(command)
    for first, command in enumerate(Command, 1)
    for number in range(10 * first, 10 * first + 4)
}
"""Every command four times, as a deck has them."""


@dataclass(frozen=True)
class WithDeck:
    """A game whose cards are learned: two of them, and words of its page."""

    slug: str
    tile: str
    cards: tuple[str, str]
    carries: tuple[str, str]
    was_known: str
    choose_first: str


GAMES_WITH_DECKS = [
    WithDeck(
        *(SLUG, "the-game-extreme", ("47", "48"), ("stop", "skull")),
        "47 was known as “stop”; you chose “skull”. Is that right?",
        "Choose a command first, then tap a number.",
    ),
    WithDeck(
        *("one-brain", "one-brain", ("red cat", "sixth duck"), ("cover", "remove-kind cat")),
        "Red cat was known as “Cover”; you chose “Remove creature: cat”. Is that right?",
        "Choose an action first, then tap a card.",
    ),
]
EACH_DECK = pytest.mark.parametrize("game", GAMES_WITH_DECKS, ids=lambda game: game.slug)


@pytest.fixture
def bare(plain: Phone) -> Phone:
    """A phone at the deck of its table, with a game of Extreme under way and nothing known."""
    return at_its_deck(plain)


def at_its_deck(phone: Phone, slug: str = SLUG, tile: str = "the-game-extreme") -> Phone:
    phone.starts(2, ["Ann", "Ben"], tile=tile)
    looks(phone, slug)
    return phone


def page_of(phone: Phone, slug: str = SLUG) -> str:
    return f"{phone.table}deck/{slug}/"


def looks(phone: Phone, slug: str = SLUG, **asked: str) -> Page:
    return phone.opens(page_of(phone, slug) + (f"?{urlencode(asked)}" if asked else ""))


def exported(phone: Phone, slug: str = SLUG) -> str:
    """The deck as it can be taken along."""
    answer = phone.client.get(f"{page_of(phone, slug)}deck.json")
    assert answer.status_code == 200, answer.status
    return answer.text


def known(phone: Phone, slug: str = SLUG) -> dict[str, str]:
    """What the deck says, beyond the examples of the rules."""
    given = FROM_THE_RULES if slug == "one-brain" else {}
    found = decode(exported(phone, slug), slug, GAMES[slug].learning)
    return {card: said for card, said in found.items() if given.get(card) != said}


@contextmanager
def unchanged(phone: Phone, slug: str = SLUG) -> Iterator[None]:
    """Whatever is done in here leaves the deck as it was."""
    before = exported(phone, slug)
    yield
    assert exported(phone, slug) == before


def key(phone: Phone, card: str) -> Element:
    return phone.page.main.find("button", name="card", value=card)


def brush(phone: Phone) -> str:
    """The command that is chosen on the page."""
    [picked] = phone.page.main.picked("carries")
    return picked.attributes["value"]


def teaches(phone: Phone, card: str, carries: str) -> Page:
    """Choose a command and tap a number."""
    form = phone.page.main.classed("deck-form")[0]
    return phone.submits(form, key(phone, card), carries=carries)


def presses(phone: Phone, **button: str) -> Page:
    """Press the button with these attributes, in the form that it stands in."""
    form = next(each for each in phone.page.main.all("form") if each.all("button", **button))
    return phone.submits(form, form.find("button", **button))


def imports(phone: Phone, said: Mapping[str, str] | str | bytes, slug: str = SLUG) -> Page:
    """Choose a file, with this deck or with anything else in it, and take it over."""
    text = encode(slug, said) if isinstance(said, Mapping) else said
    body = text.encode() if isinstance(text, str) else text
    form, button = phone.page.form_of("Copy from file")
    assert form.attributes["enctype"] == "multipart/form-data"
    file = (io.BytesIO(body), "deck.json")
    return phone.submits(form, button, csrf_token=phone.token, file=file)


def stays(page: Page, sentence: str) -> None:
    """The page of the deck says this, and that nothing was done."""
    assert (page.status, sentence in page.said) == (422, True), (page.status, page.said)
    assert len(page.main.all("button", name="card")) in (98, 36)
    assert not page.main.all("script")


@BOTH_WAYS
@EACH_DECK
def test_a_card_is_taught_asked_about_and_forgotten(phone: Phone, game: WithDeck) -> None:
    slug, (card, other), (first, second) = game.slug, game.cards, game.carries
    at_its_deck(phone, slug, game.tile)
    cards = [each.attributes["value"] for each in phone.page.main.all("button", name="card")]
    assert cards == [*GAMES[slug].learning.cards]
    looks(phone, slug, back=phone.game)
    assert teaches(phone, card, first).said == ""
    assert (known(phone, slug), brush(phone)) == ({card: first}, first)
    assert phone.page.main.classed("tool")[0].attributes["href"] == phone.game
    with unchanged(phone, slug):
        page = teaches(phone, card, second)
        stays(page, game.was_known)
        assert [each.attributes["value"] for each in page.main.classed("asked")] == [card]
        page = phone.taps("My mistake")
        assert (page.status, page.said, brush(phone)) == (200, "", second)
        teaches(phone, card, second)
        asked = phone.page
    assert teaches(phone, other, second).said == ""  # another card instead
    phone.page = asked
    form = phone.page.main.classed("deck-form")[0]
    phone.submits(form, form.find("button", name="confirmed"), carries="unknown")
    assert known(phone, slug)[card] == second  # what its button says, whatever is chosen by now
    looks(phone, slug)
    for _ in range(2):
        assert (teaches(phone, card, "unknown").said, card in known(phone, slug)) == ("", False)
    assert key(phone, card).label.endswith("not known")


@EACH_DECK
def test_what_is_no_card_choice_or_answer_changes_nothing(plain: Phone, game: WithDeck) -> None:
    at_its_deck(plain, game.slug, game.tile)
    said = {"card": game.cards[0], "carries": game.carries[0]}
    junk = {
        "card": ("", "1", "100", "02", "2.0", " 47", "duck", "Blue duck", "orange duck", BOOK),
        "carries": ("", "SKULL", "fire", "remove-kind", "remove-kind blue", "cover cat", HOSTILE),
        "confirmed": ("bogus", "1", "blue duck cover"),
    }
    with unchanged(plain, game.slug):
        for field, values in junk.items():
            for value in values:
                sent = plain.facts(**{**said, field: value})
                stays(plain.sends(page_of(plain, game.slug), sent), game.choose_first)
        for name in ("brush", "took", "back", "kept"):
            for value in ("", "bogus", HUGE, HOSTILE):
                page = looks(plain, game.slug, **{name: value})
                assert (page.status, page.main.all("script")) == (200, []), (name, value)
                assert brush(plain) == next(iter(GAMES[game.slug].learning.carried))
        for verb in ("rest", "take-over", "words"):
            assert plain.opens(f"{page_of(plain, game.slug)}{verb}?sixth=x").status == 405


def test_the_rest_is_filled_once_it_can_be(bare: Phone) -> None:
    imports(bare, dict(list(ALL_28.items())[1:]))
    with unchanged(bare):
        page = bare.taps("Others: no command")
        stays(page, "71 numbers are still unknown. At most 70 more can be without a command.")
        for junk in ("", "unknown", None):
            page = bare.sends(f"{page_of(bare)}rest", bare.facts(carries=junk))
            stays(page, "Choose a command first, then tap a number.")
    imports(bare, ALL_28)
    assert bare.taps("Others: no command").status == 200
    assert known(bare) == {**dict.fromkeys(LEARNING.cards, NONE), **ALL_28}
    assert "The whole deck is known." in bare.page.main.text
    at_its_deck(bare, "one-brain", "one-brain")
    answer = bare.posts(f"{page_of(bare, 'one-brain')}rest", bare.facts(carries="cover"))
    assert answer.status == 404  # there each card has an action


@EACH_DECK
def test_it_is_taken_along_as_a_file_and_comes_back(plain: Phone, game: WithDeck) -> None:
    slug, (card, other), (first, second) = game.slug, game.cards, game.carries
    at_its_deck(plain, slug, game.tile)
    teaches(plain, card, first)
    answer = plain.client.get(plain.page.main.having("download")[0].attributes["href"])
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{slug}-deck.json"'
    assert not [word for word in ("Ann", "Ben", plain.name) if word in answer.text]
    friend = at_its_deck(Phone(plain.app), slug, game.tile)
    assert known(friend, slug) == {}  # a new table of another phone begins with nothing
    assert imports(friend, "\ufeff\n " + answer.text + "\r\n", slug).said == "1 card added."
    assert known(friend, slug) == {card: first}
    theirs = {card: second, other: first}
    with unchanged(friend, slug):
        again = imports(friend, answer.text, slug)
        assert again.said == "Nothing new: this deck already had all of it."
        page = imports(friend, theirs, slug)
        stays(page, f"differs from ours: {card} ")
        assert "add 1 new" in page.said
        sent = friend.facts(deck=encode(slug, theirs), differing="bogus")
        stays(friend.sends(f"{page_of(friend, slug)}take-over", sent), "differs from ours")
        imports(friend, theirs, slug)
        assert friend.taps("Change nothing").said == ""
    imports(friend, theirs, slug)
    presses(friend, name="differing", value="keep")
    assert known(friend, slug) == {card: first, other: first}
    imports(friend, {card: second}, slug)
    presses(friend, name="differing", value="change")
    assert known(friend, slug) == {card: second, other: first}


def test_a_wrong_file_says_what_is_wrong_and_changes_nothing(bare: Phone) -> None:
    imports(bare, {"47": "stop"})
    no_deck = "This file is not a deck from Companion. Nothing was changed."
    with unchanged(bare):
        for wrong, sentence in (
            (b"\xff" * 400_000, no_deck),
            (bare.client.get(f"{bare.game}record.json").text, no_deck),
            (encode("patience", {}), "This is the deck of another game. Nothing was changed."),
            (encode(SLUG, {"48": HOSTILE}), "has a command that does not exist. Nothing was"),
        ):
            page = imports(bare, wrong)
            stays(page, sentence)
            assert len(page.said) < 120
        for field in ("file", "deck"):
            values = bare.facts(**{field: "" if field == "deck" else "junk"})
            stays(bare.sends(f"{page_of(bare)}take-over", values), "Choose a file first.")


def test_that_of_another_table_of_this_phone_is_one_tap_away(bare: Phone) -> None:
    first = bare.table
    bare.starts(1, ["Cas"])
    looks(bare)
    imports(bare, {"47": "skull", "48": "stop"})
    cas = bare.table
    stranger = at_its_deck(Phone(bare.app))
    imports(stranger, {"10": "skull", "20": "skull", "30": "skull", "40": "skull"})
    bare.game = bare.game.replace(cas, first)
    forms = [form for form in looks(bare).main.all("form") if form.all("input", name="from")]
    assert [form.find("button").text for form in forms] == ["Copy from Cas 2 cards known"]
    assert bare.taps("Copy from Cas 2 cards known").said == "2 cards added."
    assert known(bare) == {"47": "skull", "48": "stop"}
    with unchanged(bare):
        for other in (stranger.ids[0], "nowhere"):
            sent = bare.facts(**{"from": other})
            assert bare.posts(f"{page_of(bare)}take-over", sent).status == 404, other


def test_a_game_without_lessons_has_no_deck(bare: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "patience", replace(GAMES[SLUG], slug="patience", deck=None))
    for slug in ("nothing", "patience", "the_game", "%00"):
        for verb in ("", "deck.json"):
            assert bare.opens(page_of(bare, slug) + verb).status == 404
        bare.opens(bare.game)
        said = bare.facts(card="47", carries="none", deck=encode(SLUG, {"47": "skull"}))
        for verb in ("", "rest", "take-over"):
            assert bare.posts(page_of(bare, slug) + verb, said).status == 404


BRAIN = "one-brain"
TOO_LONG = "A name can have at most 24 characters."
WORDS = {"game": "Breinbreker", "sixth": "petrol"}


@pytest.fixture
def deck(phone: Phone) -> Phone:
    """A phone at the deck of its table, of which only the examples of the rules are known."""
    return at_its_deck(phone, BRAIN, BRAIN)


def calling(phone: Phone) -> Element:
    """The form in which things are named."""
    return phone.page.main.classed("calling")[0]


def typed(phone: Phone) -> dict[str, str]:
    """What stands in its fields."""
    return {name: calling(phone).values()[name] for name in WORDS}


def names(phone: Phone, **words: str) -> Page:
    """Type these words over those that stand there, and keep them."""
    form = calling(phone)
    return phone.submits(form, form.find("button"), **words)


def called(phone: Phone, slug: str = BRAIN) -> dict[str, str]:
    """What the table of this phone calls the game and its sixth colour, as it is kept."""
    return dict(phone.store.nicknames.find(phone.id, phone.ids[0], slug))


@BOTH_WAYS
def test_all_pages_of_the_table_say_so_from_then_on(deck: Phone) -> None:
    looks(deck, BRAIN, back=deck.game)
    page = names(deck, **WORDS)
    assert page.main.classed("calling")[0].find("button").text == "Saved"
    assert page.main.find("a", aria_label="Back").attributes["href"] == deck.game
    page = looks(deck, BRAIN)
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
    looks(deck, BRAIN)
    imports(deck, {"red cat": "remove-colour sixth", "sixth cat": "cover"}, BRAIN)
    stays(teaches(deck, "sixth cat", "remove-colour sixth"), "Petrol cat was known as")
    assert "“Remove colour: petrol” is already on red cat" in deck.page.said


def test_an_empty_field_gives_the_usual_name_back(deck: Phone) -> None:
    names(deck, game="  Ons \t brein ", sixth=" e\u0301cru ")
    assert typed(deck) == {"game": "Ons brein", "sixth": "\u00e9cru"}
    for empty in ("", " \t\n"):
        names(deck, **WORDS)
        names(deck, game=empty)
        assert called(deck) == {"sixth": "petrol"}
        assert deck.page.main.find("h1").text == "Our deck of One Brain"
        names(deck, sixth=empty)
        assert (called(deck), deck.page.main.classed("deck-row")[-1].label) == ({}, "sixth colour")
    names(deck, **WORDS)  # a field that is not sent keeps its name
    deck.sends(f"{page_of(deck, BRAIN)}words", deck.facts(sixth="pink", bogus="junk"))
    assert called(deck) == {**WORDS, "sixth": "pink"}


@BOTH_WAYS
def test_what_cannot_be_a_name_is_told_and_what_was_typed_is_kept(deck: Phone) -> None:
    names(deck, **WORDS)
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
    looks(deck, BRAIN)
    for bad in ("Geel", "blue"):  # nor in the language of the phone
        assert f"“{bad}” is al in gebruik" in names(deck, sixth=bad).said
    assert called(deck) == WORDS
    deck.likes(language="en")
    looks(deck, BRAIN)
    assert (names(deck, sixth="petrol", game="Blue").status, called(deck)["game"]) == (200, "Blue")


def test_an_onlooker_looks_and_only_players_teach_and_name_things(
    deck: Phone, another: Another
) -> None:
    names(deck, **WORDS)
    imports(deck, {"red cat": "cover"}, BRAIN)
    onlooker = another(deck, "onlooker")
    page = looks(onlooker, BRAIN)
    assert page.main.find("h1").text == "Our deck of Breinbreker"
    assert key(onlooker, "red cat").label == "red cat, Cover"
    assert exported(onlooker, BRAIN) == exported(deck, BRAIN)
    assert "You are watching: only players can fill in the deck." in page.main.text
    assert not [each for each in page.main.all("button") if "disabled" not in each.attributes]
    assert not page.main.all("input", type="file")
    assert not page.main.classed("calling")
    for slug in ("the-game", "game-of-bluff", "patience", "one_brain"):
        said = deck.facts(game="Theirs", sixth="pink")
        assert deck.posts(f"{page_of(deck, slug)}words", said).status == 404
        assert called(deck, slug) == {}
    assert not looks(deck).main.classed("calling")
