"""The deck that a table comes to know: learned while playing, filled in, taken along."""

import json
import re
from collections import Counter

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tests.browser.conftest import Phones
from tests.browser.guests import is_told_nothing, lets_in
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card

pytestmark = pytest.mark.usefixtures("pooled_phones")


@pytest.fixture
def table(phone: Phone) -> Phone:
    """Ann and Ben, at the beginning of their first game of Extreme."""
    phone.starts(names=["Ann", "Ben"], tile="The Game: Extreme")
    return phone


def plays_again(phone: Phone) -> None:
    """This game is given up, and the next one begun."""
    phone.cannot_play()
    phone.goes(phone.button("Play again"))


def known(phone: Phone) -> dict[str, str]:
    """What the deck of this table knows, by the file that it is taken along in."""
    answer = phone.context.request.get(f"{deck_of(phone)}deck.json", max_retries=1)
    cards: dict[str, str] = answer.json()["cards"]
    return cards


def deck_of(phone: Phone) -> str:
    table = re.match(r"[^?]*?/t/[^/]+/", phone.page.url)
    assert table
    return f"{table[0]}deck/the-game/"


class TestLearning:
    def test_a_chosen_sign_is_on_its_chip_in_the_next_game(self, table: Phone) -> None:
        table.plays(3, "up-1")
        expect(table.chip(3, "up-2")).to_have_accessible_name("3 ?")
        table.chooses("skull")
        plays_again(table)
        for pile in ("up-1", "up-2"):
            expect(table.chip(3, pile)).to_have_accessible_name("3 skull")
        table.taps = 0
        table.enters(table.chip(3, "up-1"))
        assert table.taps == 1
        assert table.entries == [("card-played", 3, "up-1", "skull")]
        assert table.screen().marks == {"up-1": "skull cover!"}
        expect(table.signs).to_have_count(0)

    @pytest.mark.long
    def test_none_is_learned_as_well(self, table: Phone) -> None:
        table.plays(3, "up-1")
        table.chooses("none")
        plays_again(table)
        expect(table.chip(3, "up-1")).to_have_accessible_name("3")
        table.enters(table.chip(3, "up-1"))
        assert table.screen().marks == {}
        expect(table.signs).to_have_count(0)

    @pytest.mark.long
    def test_a_tap_without_a_sign_teaches_nothing(self, table: Phone) -> None:
        table.plays(3, "up-1")
        table.plays(4, "up-2")
        assert known(table) == {}
        table.ends_turn()
        plays_again(table)
        expect(table.chip(3, "up-1")).to_have_accessible_name("3 ?")

    @pytest.mark.long
    def test_the_pad_knows_it_too(self, table: Phone) -> None:
        table.keys_in(47, "up-1", "draw-one")
        plays_again(table)
        table.taps = 0
        table.keys_in(47, "down-2")
        assert table.taps == 3
        assert table.entries == [("card-played", 47, "down-2", "draw-one")]
        assert table.screen().force == ["draw one"]

    @pytest.mark.long
    def test_a_choice_that_was_taken_back_is_forgotten(self, table: Phone) -> None:
        table.plays(3, "up-1")
        table.chooses("skull")
        assert known(table) == {"3": "skull"}
        table.undoes()
        assert known(table) == {}
        table.redoes()
        assert known(table) == {"3": "skull"}

    @pytest.mark.long
    def test_a_new_table_begins_with_the_deck_of_the_last_one(self, table: Phone) -> None:
        table.plays(3, "up-1")
        table.chooses("skull")
        first = deck_of(table)
        table.visits("/new/the-game-extreme")
        for player, name in enumerate(("Cas", "Dee"), 1):
            table.page.get_by_label(f"Player {player}").fill(name)
        table.goes(table.button("Start"))
        assert deck_of(table) != first
        expect(table.chip(3, "up-1")).to_have_accessible_name("3 skull")
        assert known(table) == {"3": "skull"}

    @pytest.mark.long
    def test_the_back_button_brings_a_board_that_knows_it(self, table: Phone) -> None:
        table.tap(table.face("up-1"))
        table.goes(table.link("Our deck"))
        takes(table, "skull")
        table.enters(number(table, 3))
        table.page.go_back()
        table.enters(table.chip(3, "up-1"))
        assert table.screen().marks == {"up-1": "skull cover!"}

    @pytest.mark.long
    def test_another_command_is_asked_about_and_then_holds(self, table: Phone) -> None:
        table.knows({"3": "skull"})
        table.keys_in(3, "up-1", "stop")
        table.hears("3 was known as “skull”; you chose “stop”. Is that right?")
        table.enters(table.question.get_by_role("link", name="My mistake"))
        assert (table.entries, known(table)) == ([], {"3": "skull"})
        table.keys_in(3, "up-1", "stop")
        table.enters(table.question.get_by_role("button", name="3: stop"))
        assert table.screen().heading == "Ben’s turn"
        assert known(table) == {"3": "stop"}

    def test_a_fifth_is_asked_about_at_its_sign(self, table: Phone) -> None:
        table.knows(dict.fromkeys("5678", "stop"))
        table.plays(3, "up-1")
        table.chooses("stop")
        table.hears(
            "There are only four of each, and “stop” is already on 5, 6, 7 and 8. Is that right?"
        )
        table.enters(table.question.get_by_role("link", name="My mistake"))
        expect(table.signs).to_be_visible()
        table.chooses("skull")
        assert table.screen().marks == {"up-1": "skull cover!"}
        assert known(table)["3"] == "skull"


class TestTwoPhones:
    @pytest.fixture
    def guest(self, table: Phone, phones: Phones, server: Server) -> Phone:
        """A second phone, with the board of the first one open before anything was learned."""
        guest = phones()
        guest.joins(names=["Eva"])
        lets_in(server, table, guest)
        guest.visits(table.game)
        is_told_nothing(guest)
        expect(guest.chip(3, "up-2")).to_have_accessible_name("3 ?")
        return guest

    @pytest.mark.long
    def test_a_stale_chip_still_asks_for_its_command(self, table: Phone, guest: Phone) -> None:
        table.visits(f"{deck_of(table)}?brush=skull")
        table.enters(table.page.locator("#card-3"))
        guest.enters(guest.chip(3, "up-2"))
        assert guest.entries == [("card-played", 3, "up-2")]
        assert guest.screen().marks == {"up-2": "command?"}
        guest.chooses("skull")
        assert guest.screen().marks == {"up-2": "skull cover!"}
        assert known(guest) == {"3": "skull"}

    @pytest.mark.long
    def test_a_stale_chip_of_a_card_that_is_out_leads_to_its_line(
        self, table: Phone, guest: Phone
    ) -> None:
        table.plays(3, "up-1")
        table.chooses("draw-one")
        guest.enters(guest.chip(3, "up-2"))
        guest.hears("3 is already out.")
        guest.hears("Another phone entered this first: Ann: 3 on ▲ 1, draw one")
        guest.enters(guest.question.get_by_role("link", name="OK"))
        assert guest.screen().force == ["draw one"]

    @pytest.mark.long
    def test_a_stale_chip_with_a_command_keeps_it(self, table: Phone, guest: Phone) -> None:
        table.knows({"4": "silence"})
        guest.page.reload()
        table.visits(f"{deck_of(table)}?brush=unknown")
        table.enters(table.page.locator("#card-4"))
        guest.enters(guest.chip(4, "up-1"))
        assert guest.entries == [("card-played", 4, "up-1", "silence")]
        assert guest.screen().force == ["silence"]

    @pytest.mark.long
    def test_both_choose_a_sign_for_one_card_and_the_later_one_is_asked(
        self, table: Phone, guest: Phone
    ) -> None:
        table.plays(3, "up-1")
        guest.page.reload()
        table.chooses("draw-one")
        guest.chooses("silence")
        guest.hears("Ann: 3 on ▲ 1, silence")
        guest.hears("Another phone entered this first: Ann: 3 on ▲ 1, draw one (changed)")
        guest.enters(guest.question.get_by_role("button", name="Enter 3"))
        assert guest.screen().force == ["silence"]
        assert known(guest) == {"3": "silence"}


def number(phone: Phone, card: int) -> Locator:
    return phone.page.locator(f"#card-{card}")


def takes(phone: Phone, command: str) -> None:
    """This command, for the numbers that are tapped from now on."""
    phone.tap(phone.command(command))


def brings(phone: Phone, text: str) -> None:
    """A file with this in it, taken over."""
    file: FilePayload = {"name": "deck.json", "mimeType": "text/plain", "buffer": text.encode()}
    phone.page.get_by_label("A deck from a file").set_input_files(file)
    phone.goes(phone.button("Copy from file"))


def a_deck(**cards: str) -> str:
    named = {name.removeprefix("c"): carries for name, carries in cards.items()}
    return json.dumps({"format": "companion-deck/1", "game": "the-game", "cards": named})


COMMANDS = ["stop", "skull", "three", "silence", "no-trick", "draw-one", "same-pile"]
ASKED = "48 was known as “same pile”; you chose “stop”. Is that right?"


NO_DECK = "This file is not a deck from Companion."
WRONG = [
    (a_deck(c100="stop"), "This deck has a card that does not exist."),
    ("", NO_DECK),
    (a_deck(c5="bell"), "This deck has a command that does not exist."),
    ("Dear Ann,", NO_DECK),
    (a_deck(c5="stop").replace("the-game", "one-brain"), "This is the deck of another game."),
]


class TestThePage:
    @pytest.fixture(params=["with scripts", pytest.param("without", marks=pytest.mark.long)])
    def desk(self, request: pytest.FixtureRequest, phones: Phones) -> Phone:
        """The page of a deck that knows one card, opened from the board."""
        phone = phones(java_script_enabled=request.param == "with scripts")
        phone.joins(extreme="y")
        phone.knows({"48": "same-pile"})
        if phone.scripted:
            phone.tap(phone.face("up-1"))
        else:
            phone.goes(phone.face("up-1"))
        phone.goes(phone.link("Our deck"))
        return phone

    def test_a_number_is_one_tap_once_its_command_is_chosen(self, desk: Phone) -> None:
        desk.taps = 0
        takes(desk, "stop")
        for card_number in (5, 50, 95):
            desk.enters(number(desk, card_number))
        assert desk.taps == 4
        assert known(desk) == {"48": "same-pile", "5": "stop", "50": "stop", "95": "stop"}
        expect(desk.page.locator(".lead b")).to_have_text("4 of 98 numbers known.")
        expect(desk.command("stop")).to_be_checked()
        expect(number(desk, 95)).to_have_accessible_name("95 stop")
        expect(desk.page.locator("label", has=desk.command("stop"))).to_contain_text("3 of 4")

    @pytest.mark.long
    def test_a_tap_keeps_the_place_on_the_page(self, desk: Phone) -> None:
        takes(desk, "stop")
        place = number(desk, 80)
        place.scroll_into_view_if_needed()
        desk.enters(place)
        expect(place).to_be_in_viewport(ratio=1)
        place.tap(trial=True)
        expect(desk.command("skull")).to_be_in_viewport(ratio=1)

    @pytest.mark.long
    def test_the_way_back_stays_the_board(self, desk: Phone) -> None:
        takes(desk, "stop")
        desk.enters(number(desk, 5))
        desk.goes(desk.link("Back"))
        expect(desk.chip(5, "up-1")).to_have_accessible_name("5 stop")

    @pytest.mark.long
    def test_a_number_is_forgotten(self, desk: Phone) -> None:
        takes(desk, "unknown")
        desk.enters(number(desk, 48))
        assert known(desk) == {}

    @pytest.mark.long
    def test_what_is_odd_is_asked_and_can_be_so(self, desk: Phone) -> None:
        takes(desk, "stop")
        desk.enters(number(desk, 48))
        desk.hears(ASKED)
        expect(desk.question).to_be_in_viewport(ratio=1)
        assert known(desk) == {"48": "same-pile"}
        desk.enters(desk.question.get_by_role("button", name="48: stop"))
        expect(desk.question).to_have_count(0)
        assert known(desk) == {"48": "stop"}

    @pytest.mark.long
    def test_what_is_odd_can_be_a_slip(self, desk: Phone) -> None:
        takes(desk, "stop")
        number(desk, 48).scroll_into_view_if_needed()
        desk.enters(number(desk, 48))
        desk.goes(desk.question.get_by_role("link", name="My mistake"))
        expect(desk.command("stop")).to_be_checked()
        assert known(desk) == {"48": "same-pile"}

    @pytest.mark.long
    def test_the_answer_is_what_its_button_says(self, desk: Phone) -> None:
        takes(desk, "stop")
        desk.enters(number(desk, 48))
        takes(desk, "skull")
        desk.enters(desk.question.get_by_role("button", name="48: stop"))
        assert known(desk) == {"48": "stop"}

    @pytest.mark.long
    def test_all_others_carry_none_in_one_tap(self, desk: Phone) -> None:
        commanded = {f"c{number}": COMMANDS[number % 7] for number in range(21, 49)}
        brings(desk, a_deck(**{**commanded, "c48": "same-pile"}))
        desk.goes(desk.button("All others: no command"))
        expect(desk.page.get_by_text("The whole deck is known.")).to_be_visible()
        assert Counter(known(desk).values()) == {**dict.fromkeys(COMMANDS, 4), "none": 70}

    @pytest.mark.long
    def test_a_wrong_file_says_so_and_nothing_is_lost(self, desk: Phone) -> None:
        takes(desk, "stop")
        desk.enters(number(desk, 5))
        for text, said in WRONG:
            brings(desk, text)
            alert = desk.page.get_by_role("alert").filter(has_text=said)
            expect(alert, text).to_contain_text("Nothing was changed.")
            expect(alert, text).to_be_in_viewport()
            assert known(desk) == {"48": "same-pile", "5": "stop"}, text

    @pytest.mark.long
    def test_a_file_teaches_what_is_new(self, desk: Phone) -> None:
        brings(desk, a_deck(c5="stop", c48="same-pile"))
        expect(desk.page.get_by_role("alert").first).to_have_text("1 number added.")
        assert known(desk) == {"48": "same-pile", "5": "stop"}

    @pytest.mark.parametrize(
        ("way", "carries"),
        [pytest.param("Keep ours", "same-pile", marks=pytest.mark.long), ("Use theirs", "skull")],
    )
    def test_what_differs_is_shown_before_it_is_taken(
        self, desk: Phone, way: str, carries: str
    ) -> None:
        brings(desk, a_deck(c5="stop", c48="skull"))
        desk.hears("1 number differs from ours:")
        desk.hears("48 same pile → skull")
        assert known(desk) == {"48": "same-pile"}
        desk.goes(desk.question.get_by_role("button", name=way))
        assert known(desk) == {"48": carries, "5": "stop"}

    @pytest.mark.long
    def test_what_differs_can_stay_as_it_is(self, desk: Phone) -> None:
        brings(desk, a_deck(c5="stop", c48="skull"))
        desk.goes(desk.link("Leave everything as it is"))
        assert known(desk) == {"48": "same-pile"}

    def test_it_is_taken_along_to_another_phone(self, desk: Phone, phones: Phones) -> None:
        file = desk.takes_along(desk.link("Save this deck as a file"))
        there = phones()
        there.joins(extreme="y")
        there.visits(deck_of(there))
        brings(there, file)
        assert known(there) == {"48": "same-pile"}


def test_taps_on_the_page_neither_load_nor_move_it(phone: Phone) -> None:
    phone.joins(card(2, "up-1", "none"), extreme="y")
    phone.visits(deck_of(phone))
    page = phone.page
    number(phone, 80).scroll_into_view_if_needed()
    before = page.evaluate("[performance.timeOrigin, Math.round(scrollY)]")
    assert before[1] > 0
    takes(phone, "stop")
    for card_number in (80, 78, 66):
        phone.enters(number(phone, card_number))
        assert page.evaluate("[performance.timeOrigin, Math.round(scrollY)]") == before
    takes(phone, "skull")
    phone.enters(number(phone, 80))
    phone.hears("80 was known as “stop”; you chose “skull”.")
    assert page.evaluate("[performance.timeOrigin, Math.round(scrollY)]") == before
    phone.enters(phone.question.get_by_role("button", name="80: skull"))
    assert page.evaluate("[performance.timeOrigin, Math.round(scrollY)]") == before
    assert known(phone) == {"2": "none", "80": "skull", "78": "stop", "66": "stop"}


@pytest.mark.long
def test_numbers_tapped_quickly_are_all_learned(phone: Phone) -> None:
    phone.joins(extreme="y")
    phone.visits(f"{deck_of(phone)}?brush=none")
    for card_number in (2, 3, 4, 8, 9):
        phone.tap(number(phone, card_number))
    expect(phone.page.locator(".lead b")).to_have_text("5 of 98 numbers known.")
