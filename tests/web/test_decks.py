"""Our deck: what a table knows of its cards, filled in, asked about, taken along and taken over.

All decks are one code; what a game has of its own is in `GAMES_WITH_DECKS`. The words of a table,
which One Brain alone has, are in `test_called.py`.
"""

import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from sqlalchemy import update

from companion.engine.deck import Learning, decode, encode
from companion.games import GAMES
from companion.games.one_brain.deck import FROM_THE_RULES
from companion.games.the_game.deck import LEARNING, NONE
from companion.games.the_game.entries import Command
from companion.store import schema
from tests.support.client_phone import BOTH_WAYS, Phone
from tests.support.page import Element, Page
from tests.web.junk import BOOK, HOSTILE, HUGE, LONG
from tests.web.test_strangers import blanked

SLUG = "the-game"
SKULLS = {"10": "skull", "20": "skull", "30": "skull", "40": "skull"}
ALL_28 = {
    str(number): str(command)
    for first, command in enumerate(Command, 1)
    for number in range(10 * first, 10 * first + 4)
}
"""Every command four times, as a deck has them."""
NO_DECK = "This file is not a deck from Companion. Nothing was changed."
POSTS = {
    "": {"card": "47", "carries": "skull"},
    "rest": {"carries": "none"},
    "take-over": {"deck": encode(SLUG, {"47": "skull"})},
}
"""What is sent to each address below the page that changes a deck."""


@dataclass(frozen=True)
class WithDeck:
    """A game whose cards are learned: two of them, and words of its page."""

    slug: str
    tile: str
    cards: tuple[str, str]
    carries: tuple[str, str]
    was_known: str
    added: str
    choose_first: str

    @property
    def learning(self) -> Learning:
        found = GAMES[self.slug].learning
        assert found
        return found


GAMES_WITH_DECKS = [
    WithDeck(
        *(SLUG, "the-game-extreme", ("47", "48"), ("stop", "skull")),
        "47 was known as “stop”; you chose “skull”. Is that right?",
        "1 number added.",
        "Choose a command first, then tap a number.",
    ),
    WithDeck(
        *("one-brain", "one-brain", ("red cat", "sixth duck"), ("cover", "remove-kind cat")),
        "Red cat was known as “Cover”; you chose “Remove kind: cat”. Is that right?",
        "1 card added.",
        "Choose an action first, then tap a card.",
    ),
]
EACH_DECK = pytest.mark.parametrize("game", GAMES_WITH_DECKS, ids=lambda game: game.slug)


@pytest.fixture
def bare(plain: Phone) -> Phone:
    """A phone at the deck of its table, with a game of Extreme under way and nothing known."""
    return at_its_deck(plain)


def at_its_deck(phone: Phone, slug: str = SLUG, tile: str = "the-game-extreme") -> Phone:
    def sets_up() -> Page:
        phone.starts(2, ["Ann", "Ben"], tile=tile)
        return looks(phone, slug)

    phone.sets_up_once(f"at the deck of {slug}", sets_up)
    return phone


def page_of(phone: Phone, slug: str = SLUG) -> str:
    """The address of the deck at the table of this phone."""
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
    learning = GAMES[slug].learning
    assert learning
    given = FROM_THE_RULES if slug == "one-brain" else {}
    found = decode(exported(phone, slug), slug, learning)
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
    picked = [r for r in phone.page.main.all("input", type="radio") if "checked" in r.attributes]
    assert len(picked) == 1
    return picked[0].attributes["value"]


def teaches(phone: Phone, card: str, carries: str) -> Page:
    """Choose a command and tap a number."""
    form = phone.page.main.classed("deck-form")[0]
    values = {**form.values(key(phone, card)), "carries": carries}
    return phone.sends(form.attributes["action"], values, form.classed("entry"))


def presses(phone: Phone, **button: str) -> Page:
    """Press the button with these attributes, in the form that it stands in."""
    form = next(each for each in phone.page.main.all("form") if each.all("button", **button))
    values = form.values(form.find("button", **button))
    return phone.sends(form.attributes["action"], values, "entry" in form.attributes["class"])


def imports(phone: Phone, said: Mapping[str, str] | str | bytes, slug: str = SLUG) -> Page:
    """Choose a file, with this deck or with anything else in it, and take it over."""
    text = encode(slug, said) if isinstance(said, Mapping) else said
    body = text.encode() if isinstance(text, str) else text
    form, button = phone.page.form_of("Copy from file")
    assert form.attributes["enctype"] == "multipart/form-data"
    values: dict[str, Any] = {"csrf_token": phone.token, **form.values(button)}
    values["file"] = (io.BytesIO(body), "deck.json")
    return phone.sends(form.attributes["action"], values, entry=False)


def offered(phone: Phone) -> list[str]:
    """The tables whose decks can be taken over, as their buttons say it."""
    forms = [form for form in looks(phone).main.all("form") if form.all("input", name="from")]
    return [form.find("button").text for form in forms]


def stays(page: Page, sentence: str) -> None:
    """The page of the deck says this, and that nothing was done."""
    assert (page.status, sentence in page.said) == (422, True), (page.status, page.said)
    assert len(page.main.all("button", name="card")) in (98, 36)
    assert not page.main.all("script")


def way_back(page: Page) -> str:
    """Where the arrow on top of the page leads."""
    assert page.status == 200
    return page.main.classed("tool")[0].attributes["href"]


@BOTH_WAYS
@EACH_DECK
def test_a_card_is_taught_asked_about_and_forgotten(phone: Phone, game: WithDeck) -> None:
    slug, (card, other), (first, second) = game.slug, game.cards, game.carries
    at_its_deck(phone, slug, game.tile)
    cards = [each.attributes["value"] for each in phone.page.main.all("button", name="card")]
    assert cards == [*game.learning.cards]
    looks(phone, slug, back=phone.game)
    assert teaches(phone, card, first).said == ""
    assert (known(phone, slug), brush(phone)) == ({card: first}, first)
    assert way_back(phone.page) == phone.game
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
    answer = form.values(form.find("button", name="confirmed"))
    phone.sends(form.attributes["action"], {**answer, "carries": "unknown"})
    assert known(phone, slug)[card] == second  # what its button says, whatever is chosen by now
    looks(phone, slug)
    for _ in range(2):
        assert teaches(phone, card, "unknown").said == ""
        assert card not in known(phone, slug)
    assert key(phone, card).label.endswith("not known")


@BOTH_WAYS
def test_without_htmx_a_get_follows_and_with_it_comes_a_fragment(phone: Phone) -> None:
    at_its_deck(phone)
    answer = phone.posts(page_of(phone), phone.facts(card="47", carries="skull"))
    if phone.scripts:
        assert (answer.status, answer.whole) == (200, False)
        assert answer.main.find("input", value="skull").having("checked")
    else:
        assert answer.status == 303
        asked = urlsplit(answer.answer.location)
        assert (asked.path, parse_qs(asked.query)) == (page_of(phone), {"brush": ["skull"]})
        assert looks(phone).main.find("button", id=asked.fragment).attributes["value"] == "47"


@EACH_DECK
def test_what_is_no_card_no_choice_and_no_answer_changes_nothing(
    plain: Phone, game: WithDeck
) -> None:
    at_its_deck(plain, game.slug, game.tile)
    said = {"card": game.cards[0], "carries": game.carries[0]}
    junk = {
        "card": ("", "1", "100", "02", "2.0", " 47", "٤٧", "duck", "Blue duck", "orange duck"),
        "carries": ("", "bogus", "SKULL", "fire", "remove-kind", "remove-kind blue", "cover cat"),
        "confirmed": ("bogus", "1", "=", "blue duck cover"),
    }
    with unchanged(plain, game.slug):
        for field, values in junk.items():
            for value in (*values, HUGE, LONG, BOOK, HOSTILE):
                sent = plain.facts(**{**said, field: value})
                page = plain.sends(page_of(plain, game.slug), sent)
                assert (page.status, page.said) == (422, game.choose_first), (field, value)
        stays(page, game.choose_first)
        for name in ("brush", "took", "back", "kept"):
            for value in ("", "bogus", "1.5", HUGE, LONG, HOSTILE):
                page = looks(plain, game.slug, **{name: value})
                assert (page.status, page.main.all("script")) == (200, []), (name, value)
                assert brush(plain) == next(iter(game.learning.carried))
        more = looks(plain, game.slug, card=game.cards[0], carries=game.carries[0])
        assert more.status == 200
        for verb in ("rest", "take-over", "words"):
            assert plain.opens(f"{page_of(plain, game.slug)}{verb}?sixth=x").status == 405


def test_more_of_a_command_than_there_are_is_asked_about(bare: Phone) -> None:
    imports(bare, {**SKULLS, "47": "none"})
    with unchanged(bare):
        assert teaches(bare, "40", "skull").said == ""
        stays(teaches(bare, "50", "skull"), "“skull” is already on 10, 20, 30 and 40. Is that")
        page = teaches(bare, "47", "skull")
        stays(page, "47 was known as “none”; you chose “skull”.")
        stays(page, "There are only four of each, and “skull” is already on 10, 20, 30 and 40.")
    assert presses(bare, name="confirmed").status == 200
    assert "5 of 4" in bare.page.main.text


def test_the_rest_is_filled_once_it_can_be(bare: Phone) -> None:
    imports(bare, dict(list(ALL_28.items())[1:]))
    assert "27 of 98 numbers known." in bare.page.main.text
    with unchanged(bare):
        page = bare.taps("All others: no command")
        stays(page, "71 numbers are still unknown, but only 70 more can be without a command.")
        for junk in ("", "bogus", "unknown", BOOK, HOSTILE, None):
            page = bare.sends(f"{page_of(bare)}rest", bare.facts(carries=junk))
            stays(page, "Choose a command first, then tap a number.")
        page = bare.sends(f"{page_of(bare)}rest", bare.facts(carries="stop"))
        stays(page, "numbers are still unknown, but only")
    imports(bare, ALL_28)
    for _ in range(2):
        assert bare.taps("All others: no command").status == 200
        assert known(bare) == {**dict.fromkeys(LEARNING.cards, NONE), **ALL_28}
    assert "The whole deck is known." in bare.page.main.text
    with unchanged(bare):
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
    named = answer.headers["Content-Disposition"]
    assert named == f'attachment; filename="{slug}-deck.json"'
    assert set(json.loads(answer.text)) == {"format", "game", "cards"}
    assert not [word for word in ("Ann", "Ben", plain.name) if word in answer.text]
    friend = at_its_deck(Phone(plain.app), slug, game.tile)
    assert known(friend, slug) == {}  # a new table of another phone begins with nothing
    assert imports(friend, "\ufeff\n " + answer.text + "\r\n", slug).said == game.added
    assert known(friend, slug) == {card: first}
    with unchanged(friend, slug):
        nothing_new = "Nothing new: this deck already had all of it."
        for again in (answer.text, encode(slug, {})):
            assert imports(friend, again, slug).said == nothing_new
        theirs = {card: second, other: first}
        page = imports(friend, theirs, slug)
        stays(page, "differs from ours: ")
        assert f"{card} " in page.said
        assert "add 1 new" in page.said
        assert friend.taps("Leave everything as it is").said == ""
        for junk in ("", "bogus", HOSTILE):
            sent = friend.facts(deck=encode(slug, theirs), differing=junk)
            stays(friend.sends(f"{page_of(friend, slug)}take-over", sent), "differs from ours")
    presses(friend, name="differing", value="keep")
    assert known(friend, slug) == {card: first, other: first}
    imports(friend, {card: second}, slug)
    presses(friend, name="differing", value="change")
    assert known(friend, slug) == {card: second, other: first}


def file(cards: object = None, game: str = SLUG, form: str = "companion-deck/1") -> str:
    """A file that says to be a deck."""
    return json.dumps({"format": form, "game": game, "cards": cards})


NO_CARD = "This deck has a card that does not exist. Nothing was changed."
NO_COMMAND = "This deck has a command that does not exist. Nothing was changed."
OTHER_GAME = "This is the deck of another game. Nothing was changed."
WRONG: dict[str, list[str | bytes]] = {
    NO_DECK: [
        *(b"", b"2: skull", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", BOOK, "[" * 10_000),
        *(encode(SLUG, {"48": "skull"}).encode("utf-16"), b"\xff\xd8" + b"\0" * 400_000),
    ],
    OTHER_GAME: [file({"48": "skull"}, "patience"), file({}, HOSTILE), file({}, "one-brain")],
    NO_CARD: [file({card: "skull"}) for card in ("100", BOOK, HOSTILE, "\ud800")],
    NO_COMMAND: [file({"48": said}) for said in ("bogus", HOSTILE, "unknown", None)],
}
"""What each sentence is said of."""


def test_a_wrong_file_says_what_is_wrong_and_changes_nothing(bare: Phone) -> None:
    imports(bare, {"47": "stop"})
    with unchanged(bare):
        for sentence, files in WRONG.items():
            for wrong in files:
                page = imports(bare, wrong)
                stays(page, sentence)
                assert len(page.said) < 120
        assert "(100)" in imports(bare, file({"100": "stop"})).said
        assert "(48)" in imports(bare, file({"48": "bogus"})).said
        stays(imports(bare, bare.client.get(f"{bare.game}record.json").text), NO_DECK)
        for field in ("file", "deck", "junk"):
            values = bare.facts(**{field: "" if field == "deck" else "junk"})
            stays(bare.sends(f"{page_of(bare)}take-over", values), "Choose a file first.")
    at_its_deck(bare, "one-brain", "one-brain")
    page = imports(bare, {"sixth cat": "skull"}, "one-brain")
    stays(page, "an action that does not exist. Nothing was changed. (cat of the sixth colour)")


def test_that_of_another_table_of_this_phone_is_one_tap_away(bare: Phone) -> None:
    first = bare.table
    bare.starts(1, ["Cas"])
    looks(bare)
    imports(bare, {"47": "skull", "48": "stop"})
    cas = bare.table
    stranger = at_its_deck(Phone(bare.app))
    imports(stranger, SKULLS)
    bare.game = bare.game.replace(cas, first)
    assert offered(bare) == ["Copy from Cas 2 numbers known"]
    assert bare.taps("Copy from Cas 2 numbers known").said == "2 numbers added."
    assert known(bare) == {"47": "skull", "48": "stop"}
    bare.starts(1, ["Dee"])  # a new table of this phone begins with the same
    assert known(bare) == {"47": "skull", "48": "stop"}
    bare.game = bare.game.replace(bare.table, first)
    looks(bare)
    teaches(bare, "47", "unknown")
    assert bare.client.get(f"{cas}deck/{SLUG}/deck.json").text.count("skull") == 1
    teaches(bare, "47", "none")
    with unchanged(bare):
        sent = bare.facts(**{"from": cas.split("/")[2]})
        stays(bare.sends(f"{page_of(bare)}take-over", sent), "47 none → skull")
        nowhere = [stranger.table.split("/")[2], "nowhere", "\x00", HOSTILE, BOOK, "../deck", " "]
        pages = []
        for other in nowhere:
            looks(bare)
            sent = bare.facts(**{"from": other})
            pages.append(bare.sends(f"{page_of(bare)}take-over", sent))
            assert pages[-1].status == 404, other
        assert blanked(pages[0]) == blanked(pages[1])
    hostile = "\"'><b>&%(name)s{{7*7}}"
    with bare.store.database.write() as connection:
        row = schema.tables.c.id == cas.split("/")[2]
        connection.execute(update(schema.tables).where(row).values(name=hostile))
    assert f"Copy from {hostile} 2 numbers known" in offered(bare)


class TestMay:
    def test_an_onlooker_looks_and_takes_it_along_and_teaches_nothing(
        self, bare: Phone, another: Callable[..., Phone]
    ) -> None:
        imports(bare, {"10": "skull"})
        onlooker = another(bare, "onlooker")
        page = looks(onlooker)
        assert key(onlooker, "10").text.endswith("skull")
        assert exported(onlooker) == exported(bare)
        assert "You are watching: only players can fill in the deck." in page.main.text
        assert not [each for each in page.main.all("button") if "disabled" not in each.attributes]
        assert not page.main.all("input", type="file")
        player = another(bare)
        looks(player)
        teaches(player, "47", "skull")
        assert known(bare) == {"10": "skull", "47": "skull"}

    def test_who_may_not_changes_nothing(self, bare: Phone, another: Callable[..., Phone]) -> None:
        stranger, onlooker, unknown = Phone(bare.app), another(bare, "onlooker"), Phone(bare.app)
        stranger.starts(1)
        unknown.page = stranger.page
        nowhere = f"/t/{'t' * 22}/deck/{SLUG}/"
        for verb in ("", "deck.json"):
            found = stranger.opens(page_of(bare) + verb)
            assert found.status == unknown.opens(page_of(bare) + verb).status == 404
            assert blanked(found) == blanked(stranger.opens(nowhere + verb))
        bare.opens(bare.game)
        headers = {"X-CSRFToken": bare.token, "Sec-Fetch-Site": "cross-site"}
        with unchanged(bare):
            for verb, said in POSTS.items():
                address = page_of(bare) + verb
                assert onlooker.posts(address, onlooker.facts(**said)).status in (403, 404)
                assert unknown.posts(address, unknown.facts(**said)).status == 404
                found = stranger.posts(address, stranger.facts(**said))
                assert found.status == 404
                there = stranger.posts(nowhere + verb, stranger.facts(**said))
                assert blanked(found) == blanked(there)
                for token in ({}, {"csrf_token": ""}, {"csrf_token": "junk"}):
                    assert bare.client.post(address, data=said | token).status_code == 400
                answer = bare.client.post(address, data=said, headers=headers)
                assert answer.status_code == 403, verb

    def test_of_no_game_and_of_one_without_lessons_there_is_no_deck(
        self, bare: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(GAMES, "patience", replace(GAMES[SLUG], slug="patience", deck=None))
        for slug in ("nothing", "patience", "the_game", "the-game-extreme", "%00"):
            for verb in ("", "deck.json"):
                assert bare.opens(page_of(bare, slug) + verb).status == 404
            bare.opens(bare.game)
            for verb, said in POSTS.items():
                assert bare.posts(page_of(bare, slug) + verb, bare.facts(**said)).status == 404


def test_the_arrow_leads_where_the_page_was_come_from_and_nowhere_else(bare: Phone) -> None:
    bare.opens(bare.table)
    assert bare.taps("Our deck of The Game: Extreme").answer.request.path == page_of(bare)
    assert bare.taps("Back").answer.request.path == bare.table
    for address in ("/", "/rules/the-game?back=/#deck", "/t/a/b/"):
        assert way_back(looks(bare, back=address)) == address
    for address in ("", "t/a/b/", "//evil.example/", "javascript:alert(1)", "/\t/evil.example/"):
        assert way_back(looks(bare, back=address)) == bare.table, address


@BOTH_WAYS
def test_the_page_and_the_games_teach_one_deck(phone: Phone) -> None:
    at_its_deck(phone)
    phone.opens(phone.game)
    phone.plays(48, "up-1", choice="skull")
    looks(phone)
    stays(teaches(phone, "48", "stop"), "48 was known as “skull”; you chose “stop”.")
    presses(phone, name="confirmed")
    phone.opens(phone.game)
    phone.takes_back(1)
    assert known(phone) == {"48": "stop"}  # which the page taught later
    phone.starts(2, ["Ann", "Ben"], extreme=True)
    assert phone.plays(48, "up-1", choice="skull").status == 422
    phone.plays(48, "up-1", choice="skull", confirmed="1")
    assert known(phone) == {"48": "skull"}
    looks(phone)
    teaches(phone, "48", "unknown")
    board = phone.opens(phone.game)
    asked = len(board.main.all("button", name="choice"))
    assert board.main.all("button", name="card", value="49")
    looks(phone)
    teaches(phone, "48", "none")
    teaches(phone, "49", "skull")
    board = phone.opens(phone.game)
    assert board.main.all("button", name="card", value="49 skull")
    assert json.loads(board.main.attributes["data-deck"]) == {"48": "none", "49": "skull"}
    assert len(board.main.all("button", name="choice")) <= asked
