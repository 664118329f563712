"""Our deck: what a table knows of its cards, filled in, asked about, taken along and taken over."""

import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from sqlalchemy import create_engine, update

from companion.engine.deck import decode, encode
from companion.games import GAMES
from companion.games.the_game.deck import CHOICES, COPIES, COPIES_OF, LEARNING, NONE
from companion.games.the_game.entries import Command
from companion.games.the_game.words import COMMANDS
from companion.store import schema
from tests.web.actor import BOTH_WAYS, Phone
from tests.web.junk import BOOK, HOSTILE, HUGE, LONG
from tests.web.pages import Element, Page
from tests.web.test_strangers import blanked

SLUG = "the-game"
SKULLS = {"10": "skull", "20": "skull", "30": "skull", "40": "skull"}
ALL_28 = {
    str(number): str(command)
    for first, command in enumerate(Command, 1)
    for number in range(10 * first, 10 * first + 4)
}
"""Every command four times, as a deck has them."""
CHOOSE_FIRST = "Choose a command first, then tap a number."
NO_DECK = "This file is not a deck from Companion. Nothing was changed."
POSTS = {
    "": {"card": "47", "carries": "skull"},
    "rest": {"carries": "none"},
    "take-over": {"deck": encode(SLUG, {"47": "skull"})},
}
"""What is sent to each address below the page that changes a deck."""


@pytest.fixture
def deck(phone: Phone) -> Phone:
    """A phone at the deck of its table, with a game of Extreme under way and nothing known."""
    return at_its_deck(phone)


@pytest.fixture
def bare(plain: Phone) -> Phone:
    """The same without scripts, for what is the same with them."""
    return at_its_deck(plain)


def at_its_deck(phone: Phone) -> Phone:
    def sets_up() -> Page:
        phone.starts(2, ["Ann", "Ben"], extreme=True)
        return looks(phone)

    phone.sets_up_once("at the deck of Extreme", sets_up)
    return phone


def page_of(phone: Phone, slug: str = SLUG) -> str:
    """The address of the deck at the table of this phone."""
    return f"{phone.table}deck/{slug}/"


def looks(phone: Phone, **asked: str) -> Page:
    return phone.opens(f"{page_of(phone)}?{urlencode(asked)}" if asked else page_of(phone))


def exported(phone: Phone) -> str:
    """The deck as it can be taken along."""
    answer = phone.client.get(f"{page_of(phone)}deck.json")
    assert answer.status_code == 200, answer.status
    return answer.text


def known(phone: Phone) -> dict[str, str]:
    return decode(exported(phone), SLUG, LEARNING)


@contextmanager
def unchanged(phone: Phone) -> Iterator[None]:
    """Whatever is done in here leaves the deck as it was."""
    before = exported(phone)
    yield
    assert exported(phone) == before


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


def imports(phone: Phone, said: Mapping[str, str] | str | bytes, name: str = "deck.json") -> Page:
    """Choose a file, with this deck or with anything else in it, and take it over."""
    text = encode(SLUG, said) if isinstance(said, Mapping) else said
    body = text.encode() if isinstance(text, str) else text
    form, button = phone.page.form_of("Copy from file")
    assert form.attributes["enctype"] == "multipart/form-data"
    values: dict[str, Any] = {"csrf_token": phone.token, **form.values(button)}
    return phone.sends(
        form.attributes["action"], {**values, "file": (io.BytesIO(body), name)}, entry=False
    )


def takes_over(phone: Phone, other: str) -> Page:
    """Take over the deck of the table at this address, as the button on the page does."""
    values = phone.facts(**{"from": other.split("/")[2]})
    return phone.sends(f"{page_of(phone)}take-over", values, entry=False)


def offered(phone: Phone) -> list[str]:
    """The tables whose decks can be taken over, as their buttons say it."""
    forms = [form for form in looks(phone).main.all("form") if form.all("input", name="from")]
    return [form.find("button").text for form in forms]


def stays(page: Page, sentence: str) -> None:
    """The page of the deck says this, and that nothing was done."""
    assert (page.status, sentence in page.said) == (422, True), (page.status, page.said)
    assert len(page.main.classed("deck-card")) == 98


class TestShown:
    @BOTH_WAYS
    def test_all_98_numbers_are_there_and_nothing_is_known(self, deck: Phone) -> None:
        page = looks(deck)
        assert page.status == 200
        cards = page.main.classed("deck-card")
        assert [card.attributes["value"] for card in cards] == [str(n) for n in range(2, 100)]
        assert all(card.text.endswith("not known") for card in cards)
        assert "0 of 98 numbers known." in page.main.text

    def test_what_a_number_carries_is_said_in_words(self, bare: Phone) -> None:
        for known, (number, choice) in enumerate(enumerate(CHOICES, 47), 1):
            imports(bare, {str(number): choice})
            assert key(bare, str(number)).text == f"{number} {COMMANDS[choice]}"
            assert key(bare, "46").text.endswith("not known")
            assert f"{known} of 98 numbers known." in bare.page.main.text
            palette = bare.page.main.find("fieldset").text
            assert f"{COMMANDS[choice]} 1 of {COPIES_OF[choice]}" in palette

    def test_a_whole_deck_says_so(self, bare: Phone) -> None:
        imports(bare, ALL_28)
        bare.taps("All others: no command")
        assert "The whole deck is known." in bare.page.main.text
        assert not bare.page.main.classed("open")

    def test_the_table_leads_to_it_and_it_leads_back(self, bare: Phone) -> None:
        bare.opens(bare.table)
        assert bare.taps("Our deck of The Game: Extreme").answer.request.path == page_of(bare)
        assert bare.taps("Back").answer.request.path == bare.table

    @pytest.mark.parametrize("name", ["brush", "took", "back"])
    def test_junk_in_its_address_changes_nothing(self, bare: Phone, name: str) -> None:
        with unchanged(bare):
            for junk in ("", "bogus", "1.5", HUGE, LONG, HOSTILE):
                page = looks(bare, **{name: junk})
                assert page.status == 200, junk
                assert not page.main.all("script"), junk
                assert brush(bare) == CHOICES[0], junk


class TestTaught:
    def test_a_command_and_a_number_teach_it(self, deck: Phone) -> None:
        page = teaches(deck, "47", "skull")
        assert (page.status, page.said) == (200, "")
        assert known(deck) == {"47": "skull"}
        assert key(deck, "47").text.endswith("skull")

    def test_the_same_command_is_still_chosen(self, deck: Phone) -> None:
        for card in ("47", "48"):
            teaches(deck, card, "silence")
            assert brush(deck) == "silence"
        assert known(deck) == {"47": "silence", "48": "silence"}

    @BOTH_WAYS
    def test_without_htmx_a_get_follows_and_with_it_comes_a_fragment(self, deck: Phone) -> None:
        answer = deck.posts(page_of(deck), deck.facts(card="47", carries="skull"))
        assert answer.status == (200 if deck.scripts else 303)
        if deck.scripts:
            assert not answer.whole
            assert answer.main.find("input", value="skull").having("checked")
        else:
            asked = urlsplit(answer.answer.location)
            assert (asked.path, parse_qs(asked.query)) == (page_of(deck), {"brush": ["skull"]})
            assert looks(deck).main.find("button", id=asked.fragment).attributes["value"] == "47"

    @BOTH_WAYS
    def test_it_can_be_forgotten(self, deck: Phone) -> None:
        teaches(deck, "47", "skull")
        teaches(deck, "48", "none")
        assert teaches(deck, "47", "unknown").said == ""
        assert known(deck) == {"48": "none"}
        assert brush(deck) == "unknown"
        assert key(deck, "47").text.endswith("not known")

    def test_what_was_never_known_can_be_forgotten_too(self, deck: Phone) -> None:
        with unchanged(deck):
            assert teaches(deck, "47", "unknown").status == 200

    def test_the_same_again_is_not_asked_about(self, deck: Phone) -> None:
        imports(deck, SKULLS)
        with unchanged(deck):
            page = teaches(deck, "40", "skull")
            assert (page.status, page.said) == (200, "")

    @pytest.mark.heavy
    @BOTH_WAYS
    def test_what_is_no_card_or_command_is_told_and_changes_nothing(self, deck: Phone) -> None:
        imports(deck, {"47": "stop"})
        for junk in NO_LESSONS:
            with unchanged(deck):
                page = deck.sends(page_of(deck), deck.facts(card="48", carries="skull") | junk)
                assert (page.status, page.said) == (422, CHOOSE_FIRST), junk
                assert not page.main.all("script"), junk
        stays(page, CHOOSE_FIRST)
        assert teaches(deck, "48", "skull").status == 200


NO_LESSONS: list[dict[str, Any]] = [
    *({"card": card} for card in ("", "1", "100", "02", "2.0", " 47", "٤٧", HUGE, LONG)),
    *({"card": card} for card in (BOOK, HOSTILE, None)),
    *({"carries": said} for said in ("bogus", "", "SKULL", "fire", BOOK, HOSTILE, None)),
    *({"confirmed": said} for said in ("bogus", "1", BOOK, HOSTILE)),
]
"""What is no card, no command, and no answer."""


class TestAsked:
    @BOTH_WAYS
    def test_a_fifth_of_a_command_is_asked_about(self, deck: Phone) -> None:
        imports(deck, SKULLS)
        with unchanged(deck):
            stays(
                teaches(deck, "50", "skull"),
                "“skull” is already on 10, 20, 30 and 40. Is that right?",
            )
        assert presses(deck, name="confirmed").status == 200
        assert known(deck) == {**SKULLS, "50": "skull"}
        assert f"5 of {COPIES}" in deck.page.main.text

    def test_so_is_another_command(self, deck: Phone) -> None:
        imports(deck, {"47": "stop"})
        with unchanged(deck):
            page = teaches(deck, "47", "skull")
            stays(page, "47 was known as “stop”; you chose “skull”. Is that right?")
        assert presses(deck, name="confirmed").said == ""
        assert known(deck) == {"47": "skull"}

    def test_and_both_at_once(self, deck: Phone) -> None:
        imports(deck, {**SKULLS, "47": "none"})
        with unchanged(deck):
            page = teaches(deck, "47", "skull")
            stays(page, "47 was known as “none”; you chose “skull”.")
            stays(page, "There are only four of each, and “skull” is already on 10, 20, 30 and 40.")

    def test_and_one_more_without_a_command_than_there_are(self, bare: Phone) -> None:
        imports(bare, dict.fromkeys(LEARNING.cards[: COPIES_OF[NONE]], NONE))
        with unchanged(bare):
            stays(teaches(bare, "99", NONE), "All 70 cards without a command are already known.")

    def test_it_is_left_with_no_a_slip(self, deck: Phone) -> None:
        imports(deck, {"47": "stop"})
        with unchanged(deck):
            teaches(deck, "47", "skull")
            page = deck.taps("My mistake")
            assert (page.status, page.said, brush(deck)) == (200, "", "skull")

    def test_the_number_asked_about_is_marked_and_its_answer_named(self, deck: Phone) -> None:
        imports(deck, {"47": "stop"})
        page = teaches(deck, "47", "skull")
        assert [card.attributes["value"] for card in page.main.classed("asked")] == ["47"]
        assert page.main.find("button", name="confirmed").text == "47: skull"

    def test_yes_takes_only_what_its_button_says(self, deck: Phone) -> None:
        imports(deck, {"47": "stop"})
        teaches(deck, "47", "skull")
        form = deck.page.main.classed("deck-form")[0]
        chosen_meanwhile = {**form.values(form.find("button", name="confirmed")), "carries": "none"}
        deck.sends(form.attributes["action"], chosen_meanwhile)
        assert known(deck)["47"] in ("stop", "skull")

    def test_another_number_can_be_tapped_instead(self, deck: Phone) -> None:
        imports(deck, {"47": "stop"})
        teaches(deck, "47", "skull")
        assert teaches(deck, "48", "skull").said == ""
        assert known(deck) == {"47": "stop", "48": "skull"}

    def test_forgetting_is_never_asked_about(self, deck: Phone) -> None:
        imports(deck, SKULLS)
        assert teaches(deck, "10", "unknown").said == ""
        assert "10" not in known(deck)


class TestRest:
    @BOTH_WAYS
    def test_only_what_is_not_known_is_filled(self, deck: Phone) -> None:
        imports(deck, ALL_28)
        assert deck.taps("All others: no command").status == 200
        assert known(deck) == {**dict.fromkeys(LEARNING.cards, NONE), **ALL_28}

    def test_before_all_28_are_known_it_would_be_too_many(self, deck: Phone) -> None:
        imports(deck, dict(list(ALL_28.items())[1:]))
        with unchanged(deck):
            page = deck.taps("All others: no command")
            stays(page, "71 numbers are still unknown, but only 70 more can be without a command.")

    def test_nor_is_everything_else_a_command(self, deck: Phone) -> None:
        for command in Command:
            with unchanged(deck):
                page = deck.sends(f"{page_of(deck)}rest", deck.facts(carries=command))
                stays(
                    page, "98 numbers are still unknown, but only 4 more can be without a command."
                )

    def test_where_all_is_known_nothing_is_left_to_fill(self, deck: Phone) -> None:
        imports(deck, ALL_28)
        deck.taps("All others: no command")
        with unchanged(deck):
            assert deck.taps("All others: no command").status == 200

    @BOTH_WAYS
    def test_with_anything_else_nothing_is(self, deck: Phone) -> None:
        for junk in ("", "bogus", "unknown", BOOK, HOSTILE, None):
            with unchanged(deck):
                page = deck.sends(f"{page_of(deck)}rest", deck.facts(carries=junk))
                stays(page, CHOOSE_FIRST)


class TestExport:
    def test_it_is_a_file_with_a_name_that_reads_as_a_deck(self, deck: Phone) -> None:
        for card, carries in {"12": "stop", "99": "none", "2": "draw-one"}.items():
            teaches(deck, card, carries)
        link = deck.page.main.having("download")[0]
        answer = deck.client.get(link.attributes["href"])
        assert answer.mimetype == "application/json"
        named = answer.headers["Content-Disposition"]
        assert named == 'attachment; filename="the-game-deck.json"'
        wanted = {"2": "draw-one", "12": "stop", "99": "none"}
        assert decode(answer.text, SLUG, LEARNING) == wanted

    def test_an_empty_deck_reads_as_one_too(self, bare: Phone) -> None:
        assert known(bare) == {}

    def test_it_holds_nothing_of_the_table(self, bare: Phone) -> None:
        imports(bare, SKULLS)
        told = json.loads(exported(bare))
        assert set(told) == {"format", "game", "cards"}
        assert not [word for word in ("Ann", "Ben", bare.name) if word in exported(bare)]


class TestImport:
    def test_what_is_new_is_learned_at_once(self, deck: Phone) -> None:
        teaches(deck, "47", "stop")
        page = imports(deck, {"47": "stop", "48": "skull", "49": "none"})
        assert (page.status, page.said) == (200, "2 numbers added.")
        assert known(deck) == {"47": "stop", "48": "skull", "49": "none"}

    @pytest.mark.parametrize("file", [{}, {"47": "stop"}], ids=["empty", "the same"])
    def test_where_nothing_is_new_it_says_so(self, deck: Phone, file: dict[str, str]) -> None:
        teaches(deck, "47", "stop")
        with unchanged(deck):
            page = imports(deck, file)
            assert (page.status, page.said) == (
                200,
                "Nothing new: this deck already had all of it.",
            )

    def test_what_differs_is_asked_about_before_anything_is_learned(self, deck: Phone) -> None:
        imports(deck, {"47": "stop", "50": "none"})
        with unchanged(deck):
            page = imports(deck, {"47": "skull", "48": "silence", "50": "none"})
            stays(page, "1 number differs from ours: 47 stop → skull")
            assert "add 1 new" in page.said

    @pytest.mark.parametrize(
        ("answer", "ours"), [("keep", {"47": "stop"}), ("change", {"47": "skull"})]
    )
    @BOTH_WAYS
    def test_ours_is_kept_or_theirs_is_taken(
        self, deck: Phone, answer: str, ours: dict[str, str]
    ) -> None:
        imports(deck, {"47": "stop", "50": "none"})
        imports(deck, {"47": "skull", "48": "silence"})
        assert presses(deck, name="differing", value=answer).status == 200
        assert known(deck) == {"48": "silence", "50": "none", **ours}
        assert deck.page.said == f"{len(ours) + (answer == 'change')} " + (
            "numbers added." if answer == "change" else "number added."
        )

    def test_or_everything_is_left_as_it_is(self, deck: Phone) -> None:
        imports(deck, {"47": "stop"})
        with unchanged(deck):
            imports(deck, {"47": "skull", "48": "silence"})
            page = deck.taps("Leave everything as it is")
            assert (page.status, page.said) == (200, "")

    @pytest.mark.parametrize("junk", ["", "bogus", HOSTILE])
    def test_another_answer_is_none(self, bare: Phone, junk: str) -> None:
        imports(bare, {"47": "stop"})
        theirs = bare.facts(deck=encode(SLUG, {"47": "skull"}), differing=junk)
        with unchanged(bare):
            stays(bare.sends(f"{page_of(bare)}take-over", theirs), "1 number differs")

    def test_a_whole_deck_comes_back_as_it_was(self, bare: Phone) -> None:
        imports(bare, ALL_28)
        bare.taps("All others: no command")
        other = at_its_deck(Phone(bare.app))
        assert imports(other, exported(bare)).said == "98 numbers added."
        assert known(other) == known(bare)
        skulls = [card for card, command in ALL_28.items() if command == "skull"]
        flipped = {**known(bare), **dict.fromkeys(skulls, "stop")}
        stays(imports(other, flipped), "4 numbers differ from ours:")
        presses(other, name="differing", value="change")
        assert known(other) == flipped

    @pytest.mark.parametrize(
        ("before", "after"), [("\ufeff", ""), ("\n  ", "\r\n")], ids=["a mark", "white space"]
    )
    def test_what_an_editor_leaves_around_it_does_no_harm(
        self, bare: Phone, before: str, after: str
    ) -> None:
        imports(bare, before + encode(SLUG, {"47": "skull"}) + after)
        assert known(bare) == {"47": "skull"}


def file(cards: object = None, game: str = SLUG, form: str = "companion-deck/1") -> str:
    """A file that says to be a deck."""
    return json.dumps({"format": form, "game": game, "cards": cards})


NO_CARD = "This deck has a card that does not exist. Nothing was changed."
NO_COMMAND = "This deck has a command that does not exist. Nothing was changed."
OTHER_GAME = "This is the deck of another game. Nothing was changed."
WRONG: dict[str, tuple[str | bytes, str]] = {
    "an empty file": (b"", NO_DECK),
    "a text": (b"2: skull", NO_DECK),
    "half a deck": (encode(SLUG, {"48": "skull"})[:-3], NO_DECK),
    "a PNG": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", NO_DECK),
    "a JPEG": (b"\xff\xd8\xff\xe0\x00\x10JFIF", NO_DECK),
    "UTF-16": (encode(SLUG, {"48": "skull"}).encode("utf-16"), NO_DECK),
    "UTF-16 without a mark": (encode(SLUG, {"48": "skull"}).encode("utf-16-le"), NO_DECK),
    "a list": (b"[]", NO_DECK),
    "nothing, as JSON": (b"null", NO_DECK),
    "the name of the format": (b'"companion-deck/1"', NO_DECK),
    "an empty object": (b"{}", NO_DECK),
    "a number beyond all numbers": (BOOK, NO_DECK),
    "lists without end": ("[" * 10_000, NO_DECK),
    "nested junk": ('{"cards":' * 1000 + "1" + "}" * 1000, NO_DECK),
    "a later format": (file({}, form="companion-deck/2"), NO_DECK),
    "a list of cards": (file(["48", "skull"]), NO_DECK),
    "no cards": (file(None), NO_DECK),
    "another game": (file({"48": "skull"}, "patience"), OTHER_GAME),
    "a hostile game": (file({}, HOSTILE), OTHER_GAME),
    "a card too high": (file({"48": "skull", "100": "stop"}), NO_CARD),
    "a card with a nought": (file({"048": "skull"}), NO_CARD),
    "a card as long as a book": (file({BOOK: "skull"}), NO_CARD),
    "a hostile card": (file({HOSTILE: "skull"}), NO_CARD),
    "half a character": (file({"\ud800": "skull"}), NO_CARD),
    "an unknown command": (file({"48": "skull", "49": "bogus"}), NO_COMMAND),
    "a hostile command": (file({"48": "skull", "49": HOSTILE}), NO_COMMAND),
    "the word of the page": (file({"48": "unknown"}), NO_COMMAND),
    "no command": (file({"48": None}), NO_COMMAND),
    "a list of commands": (file({"48": ["skull"]}), NO_COMMAND),
    "a nested command": (file({"48": {"skull": {}}}), NO_COMMAND),
}


class TestWrongFiles:
    def test_it_says_what_is_wrong_and_changes_nothing(
        self, bare: Phone, subtests: pytest.Subtests
    ) -> None:
        imports(bare, {"47": "stop"})
        for wrong, (body, sentence) in WRONG.items():
            with subtests.test(wrong), unchanged(bare):
                page = imports(bare, body)
                stays(page, sentence)
                assert not page.main.all("script")
                assert len(page.said) < 120

    def test_the_card_it_stumbled_on_is_named(self, bare: Phone) -> None:
        assert "(100)" in imports(bare, file({"100": "stop"})).said
        assert "(48)" in imports(bare, file({"48": "bogus"})).said

    def test_the_record_of_a_game_is_no_deck(self, bare: Phone) -> None:
        record = bare.client.get(f"{bare.game}record.json").text
        with unchanged(bare):
            stays(imports(bare, record, "the-game-2026-01-01.json"), NO_DECK)

    def test_what_is_too_large_is_told_in_the_page_too(self, bare: Phone) -> None:
        for size in (15_000, 20_000, 70_000, 400_000):
            with unchanged(bare):
                page = imports(bare, b"\xff\xd8" + b"\0" * size, "holiday.jpg")
                stays(page, "Nothing was changed.")

    def test_no_file_chosen(self, bare: Phone) -> None:
        head = 'Content-Disposition: form-data; name="file"; filename=""\r\n'
        kind = "Content-Type: application/octet-stream\r\n\r\n\r\n"
        with unchanged(bare):
            answer = bare.client.post(
                f"{page_of(bare)}take-over",
                data=f"--part\r\n{head}{kind}--part--\r\n".encode(),
                content_type="multipart/form-data; boundary=part",
                headers={"X-CSRFToken": bare.token},
            )
            stays(Page(answer), "Choose a file first.")

    @pytest.mark.parametrize("field", ["file", "deck", "junk"])
    @BOTH_WAYS
    def test_a_form_without_a_file(self, deck: Phone, field: str) -> None:
        with unchanged(deck):
            values = deck.facts(**{field: "" if field == "deck" else "junk"})
            stays(deck.sends(f"{page_of(deck)}take-over", values), "Choose a file first.")


class TestOtherTables:
    def test_the_deck_of_another_table_of_this_phone_is_one_tap_away(self, bare: Phone) -> None:
        bare.starts(1, ["Cas"])
        looks(bare)
        imports(bare, {"47": "skull", "48": "stop"})
        at_its_deck(bare)
        assert known(bare) == {}
        assert bare.taps("Copy from Cas 2 numbers known").said == "2 numbers added."
        assert known(bare) == {"47": "skull", "48": "stop"}

    def test_what_differs_there_is_asked_about(self, bare: Phone) -> None:
        bare.starts(1, ["Cas"])
        looks(bare)
        imports(bare, {"47": "skull", "48": "stop"})
        other = bare.table
        at_its_deck(bare)
        imports(bare, {"47": "none"})
        with unchanged(bare):
            stays(takes_over(bare, other), "47 none → skull")
        presses(bare, name="differing", value="change")
        assert known(bare) == {"47": "skull", "48": "stop"}

    def test_the_other_table_keeps_its_own(self, bare: Phone) -> None:
        bare.starts(1, ["Cas"])
        looks(bare)
        imports(bare, SKULLS)
        other = bare.table
        at_its_deck(bare)
        takes_over(bare, other)
        looks(bare)
        teaches(bare, "10", "unknown")
        assert "10" in decode(bare.client.get(f"{other}deck/{SLUG}/deck.json").text, SLUG, LEARNING)

    def test_a_table_that_knows_nothing_is_not_offered_nor_is_this_one(self, bare: Phone) -> None:
        bare.starts(1, ["Cas"])
        at_its_deck(bare)
        imports(bare, SKULLS)
        assert offered(bare) == []

    def test_a_table_that_knows_something_is_offered_among_many_that_do_not(
        self, bare: Phone
    ) -> None:
        names = ["Cas", "Dee", "Eva", "Fay", "Gus", "Hal"]
        for name in names:
            bare.starts(1, [name])
        at_its_deck(bare)
        imports(bare, SKULLS)
        for name in names:
            bare.starts(1, [name])
        assert offered(bare) == ["Copy from Ann and Ben 4 numbers known"]

    def test_that_of_a_stranger_is_neither_offered_nor_there(self, bare: Phone) -> None:
        stranger = at_its_deck(Phone(bare.app))
        imports(stranger, SKULLS)
        assert offered(bare) == []
        with unchanged(bare):
            found = takes_over(bare, stranger.table)
            assert found.status == 404
            assert blanked(found) == blanked(takes_over(bare, "/t/nowhere/"))

    def test_that_of_no_table_is_not_there(self, bare: Phone) -> None:
        with unchanged(bare):
            for junk in ("\x00", HOSTILE, BOOK, "../deck", " "):
                looks(bare)
                values = bare.facts(**{"from": junk})
                assert bare.sends(f"{page_of(bare)}take-over", values).status == 404, junk

    @pytest.mark.parametrize("hostile", ["<img src=x onerror=q()>", "\"'><b>&%(name)s{{7*7}}"])
    def test_hostile_names_are_only_names(self, bare: Phone, hostile: str) -> None:
        bare.starts(1, [hostile])
        looks(bare)
        imports(bare, SKULLS)
        named = bare.table.split("/")[2]
        at_its_deck(bare)
        assert offered(bare) == [f"Copy from {hostile} 4 numbers known"]
        called(bare, named, f"Table {hostile}")
        assert offered(bare) == [f"Copy from Table {hostile} 4 numbers known"]
        assert not bare.page.main.all("img")


def called(phone: Phone, table: str, name: str) -> None:
    """Give this table a name: nothing on a page does that yet."""
    engine = create_engine(phone.app.config["DATABASE_URL"])
    with engine.begin() as connection:
        tables = schema.tables
        connection.execute(update(tables).where(tables.c.id == table).values(name=name))
    engine.dispose()


class TestMay:
    @pytest.fixture
    def onlooker(self, deck: Phone, another: Callable[..., Phone]) -> Phone:
        imports(deck, {"10": "skull"})
        return another(deck, "onlooker")

    @BOTH_WAYS
    def test_an_onlooker_looks_and_takes_it_along(self, deck: Phone, onlooker: Phone) -> None:
        page = looks(onlooker)
        assert page.status == 200
        assert key(onlooker, "10").text.endswith("skull")
        assert exported(onlooker) == exported(deck)

    @BOTH_WAYS
    def test_but_teaches_nothing(self, deck: Phone, onlooker: Phone) -> None:
        looks(onlooker)
        for verb, said in POSTS.items():
            with unchanged(deck):
                page = onlooker.posts(page_of(deck) + verb, onlooker.facts(**said))
                assert page.status in (403, 404), verb

    def test_and_finds_nothing_to_tap_there(self, onlooker: Phone) -> None:
        page = looks(onlooker)
        assert "You are watching: only players can fill in the deck." in page.main.text
        assert not [each for each in page.main.all("button") if "disabled" not in each.attributes]
        assert not page.main.all("input", type="file")

    def test_another_player_teaches_as_well(
        self, deck: Phone, another: Callable[..., Phone]
    ) -> None:
        player = another(deck)
        looks(player)
        teaches(player, "47", "skull")
        assert known(deck) == {"47": "skull"}

    @BOTH_WAYS
    def test_strangers_see_what_one_sees_where_nothing_is(self, deck: Phone) -> None:
        imports(deck, SKULLS)
        stranger = Phone(deck.app, scripts=deck.scripts)
        stranger.starts(1)
        nowhere = f"/t/{'t' * 22}/deck/{SLUG}/"
        for verb in ("", "deck.json"):
            found = stranger.opens(page_of(deck) + verb)
            assert found.status == 404
            assert blanked(found) == blanked(stranger.opens(nowhere + verb))
        with unchanged(deck):
            for verb, said in POSTS.items():
                found = stranger.posts(page_of(deck) + verb, stranger.facts(**said))
                assert found.status == 404
                there = stranger.posts(nowhere + verb, stranger.facts(**said))
                assert blanked(found) == blanked(there)

    @BOTH_WAYS
    def test_a_phone_that_nobody_remembers_is_a_stranger(self, deck: Phone) -> None:
        unknown = Phone(deck.app, scripts=deck.scripts)
        for verb in ("", "deck.json"):
            page = unknown.opens(page_of(deck) + verb)
            assert page.status == 404
            assert "phone=" not in page.answer.headers.get("Set-Cookie", "")
        with unchanged(deck):
            for verb, said in POSTS.items():
                page = unknown.posts(page_of(deck) + verb, unknown.facts(**said))
                assert page.status == 404

    @pytest.mark.parametrize("slug", ["patience", "the_game", "the-game-extreme", "%00"])
    def test_of_no_game_there_is_no_deck(self, bare: Phone, slug: str) -> None:
        nothing_there(bare, slug)

    def test_nor_of_a_game_whose_cards_carry_nothing(
        self, bare: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(GAMES, "patience", replace(GAMES[SLUG], slug="patience", deck=None))
        nothing_there(bare, "patience")

    @BOTH_WAYS
    def test_every_form_brings_the_token_of_its_phone(self, deck: Phone) -> None:
        headers = {"HX-Request": "true"} if deck.scripts else {}
        for verb, said in POSTS.items():
            for token in ({}, {"csrf_token": ""}, {"csrf_token": "junk"}):
                with unchanged(deck):
                    address = page_of(deck) + verb
                    answer = deck.client.post(address, data=said | token, headers=headers)
                    assert answer.status_code == 400, (verb, token)
                    assert "This page has been open for too long." in Page(answer).main.text

    def test_none_of_it_comes_from_another_site(self, bare: Phone) -> None:
        headers = {"X-CSRFToken": bare.token, "Sec-Fetch-Site": "cross-site"}
        for verb, said in POSTS.items():
            with unchanged(bare):
                answer = bare.client.post(page_of(bare) + verb, data=said, headers=headers)
                assert answer.status_code == 403, verb

    def test_looking_teaches_nothing(self, bare: Phone) -> None:
        with unchanged(bare):
            assert looks(bare, card="47", carries="skull", confirmed="47").status == 200
            for verb in ("rest", "take-over"):
                assert bare.opens(f"{page_of(bare)}{verb}?carries=none").status == 405


def nothing_there(phone: Phone, slug: str) -> None:
    """No deck is at any address of this game."""
    here = page_of(phone, slug)
    for verb in ("", "deck.json"):
        assert phone.opens(here + verb).status == 404
    for verb, said in POSTS.items():
        assert phone.posts(here + verb, phone.facts(**said)).status == 404


class TestBack:
    @pytest.mark.parametrize("address", ["/", "/rules/the-game?back=/#deck", "/t/a/b/"])
    def test_it_leads_where_the_page_was_come_from(self, bare: Phone, address: str) -> None:
        assert way_back(looks(bare, back=address)) == address

    def test_only_to_addresses_of_our_own(self, bare: Phone) -> None:
        for address in (
            "",
            "t/a/b/",
            "//evil.example/",
            "/\\evil.example/",
            "\\\\evil.example/",
            "https://evil.example/",
            "javascript:alert(1)",
            " //evil.example/",
            "/\t/evil.example/",
            "/\n/evil.example/",
            "/\r\nLocation: https://evil.example/",
            HOSTILE,
        ):
            assert way_back(looks(bare, back=address)) == bare.table, address

    def test_a_question_of_the_board_leads_here_and_back(self, bare: Phone) -> None:
        imports(bare, {"48": "stop"})
        bare.opens(bare.game)
        bare.plays(48, "up-1", choice="skull")
        assert bare.taps("Our deck").answer.request.path == page_of(bare)
        assert way_back(bare.page) == bare.game

    @BOTH_WAYS
    def test_it_still_does_after_a_tap(self, deck: Phone) -> None:
        looks(deck, back=deck.game)
        teaches(deck, "47", "skull")
        assert way_back(deck.page) == deck.game


def way_back(page: Page) -> str:
    """Where the arrow on top of the page leads."""
    assert page.status == 200
    return page.main.classed("tool")[0].attributes["href"]


class TestNewTables:
    def test_a_new_table_begins_with_the_last_deck_and_then_goes_its_own_way(
        self, bare: Phone
    ) -> None:
        imports(bare, SKULLS)
        first = Phone(bare.app)
        first.client, first.game = bare.client, bare.game
        bare.starts(1, ["Cas"])
        assert bare.table != first.table
        assert known(bare) == SKULLS
        looks(first)
        teaches(first, "47", "stop")
        teaches(first, "10", "unknown")
        assert known(bare) == SKULLS
        looks(bare)
        teaches(bare, "48", "silence")
        assert known(bare) == {**SKULLS, "48": "silence"}
        assert "48" not in known(first)

    def test_that_of_another_phone_begins_with_none(self, bare: Phone) -> None:
        imports(bare, SKULLS)
        assert known(at_its_deck(Phone(bare.app))) == {}


class TestGames:
    def test_the_page_wins_over_an_earlier_game(self, deck: Phone) -> None:
        deck.opens(deck.game)
        deck.plays(48, "up-1", choice="skull")
        assert known(deck) == {"48": "skull"}
        looks(deck)
        stays(teaches(deck, "48", "stop"), "48 was known as “skull”; you chose “stop”.")
        presses(deck, name="confirmed")
        assert known(deck) == {"48": "stop"}

    def test_and_a_later_game_over_the_page(self, deck: Phone) -> None:
        teaches(deck, "48", "stop")
        deck.starts(2, ["Ann", "Ben"], extreme=True)
        assert deck.plays(48, "up-1", choice="skull").status == 422
        assert known(deck) == {"48": "stop"}
        deck.plays(48, "up-1", choice="skull", confirmed="1")
        assert known(deck) == {"48": "skull"}

    def test_in_one_game_what_was_said_last_holds(self, deck: Phone) -> None:
        deck.opens(deck.game)
        deck.plays(48, "up-1", choice="skull")
        looks(deck)
        teaches(deck, "48", "unknown")
        assert known(deck) == {}
        deck.opens(deck.game)
        deck.takes_back(1)
        deck.plays(48, "up-1", choice="silence")
        assert known(deck) == {"48": "silence"}

    def test_taking_back_a_card_leaves_what_the_page_taught(self, deck: Phone) -> None:
        deck.opens(deck.game)
        deck.plays(48, "up-1", choice="skull")
        looks(deck)
        teaches(deck, "48", "stop")
        presses(deck, name="confirmed")
        deck.opens(deck.game)
        deck.takes_back(1)
        assert known(deck) == {"48": "stop"}

    @BOTH_WAYS
    def test_the_board_of_a_running_game_shows_it_at_its_next_view(self, deck: Phone) -> None:
        deck.opens(deck.game)
        deck.plays(47, "up-1", choice="none")
        assert deck.page.main.all("button", name="card", value="48")
        looks(deck)
        teaches(deck, "48", "skull")
        board = deck.opens(deck.game)
        assert board.main.all("button", name="card", value="48 skull")
        assert not board.main.all("button", name="card", value="48")
        assert json.loads(board.main.attributes["data-deck"]) == {"47": "none", "48": "skull"}
        looks(deck)
        teaches(deck, "48", "unknown")
        assert deck.opens(deck.game).main.all("button", name="card", value="48")

    def test_a_card_that_lies_there_is_no_longer_asked_about(self, deck: Phone) -> None:
        deck.opens(deck.game)
        deck.plays(48, "up-1")
        before = len(deck.opens(deck.game).main.all("button", name="choice"))
        looks(deck)
        teaches(deck, "48", "none")
        assert len(deck.opens(deck.game).main.all("button", name="choice")) < before
