"""A table enters as much as it wants: every card, every turn, or only the result."""

import pytest
from playwright.sync_api import Locator, expect

from companion.engine.entry import Facts
from tests.browser.conftest import Phones
from tests.browser.guests import lets_in
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card

pytestmark = pytest.mark.usefixtures("pooled_phones")

ENDED = ("turn-ended",)
UNKNOWN = dict.fromkeys(("up-1", "up-2", "down-1", "down-2"), "?")


def turn(cards: int) -> Facts:
    return {"kind": "turn-laid", "cards": cards}


def tile(phone: Phone, slug: str) -> Locator:
    """The place of this game on the shelf."""
    return phone.page.locator(f'a[href="/new/{slug}"]')


def chooses_depth(phone: Phone, depth: str) -> None:
    """On the screen where a game is set up."""
    phone.tap(phone.page.get_by_role("radio", name=depth))


def lays(phone: Phone, cards: int) -> None:
    """One tap on this number."""
    phone.enters(phone.page.locator(f'.laid-numbers button[value="{cards}"]'))


def opens_sheet(phone: Phone) -> None:
    """One tap on how much is entered."""
    phone.tap(phone.page.locator("a.laid"))
    phone.sheet.wait_for()


def switches(phone: Phone, depth: str) -> None:
    opens_sheet(phone)
    phone.enters(phone.sheet.get_by_role("button", name=depth, exact=True))


def tops(phone: Phone) -> dict[str, str]:
    """What the piles show."""
    return {pile: phone.face(pile).locator("b").inner_text() for pile in UNKNOWN}


def begins_by_turns(phone: Phone, names: tuple[str, ...]) -> None:
    """The table of these people is there, and from the shelf they set up a game by turns."""
    phone.joins(names=names)
    phone.visits("/")
    phone.taps = 0
    phone.goes(tile(phone, "the-game"))
    chooses_depth(phone, "Every turn")
    phone.goes(phone.button("Start"))


@pytest.mark.long
@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ben", "Cas", "Dea", "Eva")])
def test_a_whole_game_is_a_tap_a_turn(phone: Phone, names: tuple[str, ...]) -> None:
    begins_by_turns(phone, names)
    turns = 0
    while not phone.page.locator(".result").count():
        chosen = phone.page.locator(".laid-numbers .chosen")
        phone.enters(chosen)
        turns += 1
    expect(phone.page.locator(".result h1")).to_have_text("You won!")
    phone.goes(phone.button("Play again"))
    assert phone.taps == turns + 4
    expect(phone.page.locator(".laid-numbers .chosen")).to_have_text("2")


def test_the_set_up_says_where_every_card_has_to_be_entered(phone: Phone) -> None:
    said = phone.page.get_by_text("every card has to be entered")
    phone.visits("/new/the-game")
    chooses_depth(phone, "Every turn")
    expect(said).to_be_hidden()
    phone.tap(phone.page.get_by_role("switch", name="On Fire"))
    expect(said).to_be_visible()
    phone.visits("/new/the-game-extreme")
    expect(said).to_be_hidden()
    chooses_depth(phone, "Every turn")
    expect(said).to_be_visible()


def test_a_turn_is_one_tap_and_undo_takes_it_back_whole(phone: Phone) -> None:
    begins_by_turns(phone, ("Ann", "Ben"))
    assert phone.taps == 3
    expect(phone.page.locator(".laid-numbers .chosen")).to_have_text("2")
    lays(phone, 3)
    screen = phone.screen()
    assert (screen.heading, screen.draw_pile, screen.hands) == ("Ben’s turn", 81, [7, 7])
    assert tops(phone) == UNKNOWN
    lays(phone, 1)
    expect(phone.question).to_contain_text("Ben still has to lay 1 card.")
    assert phone.entries == [("cards-laid", 3), ENDED]
    phone.enters(phone.button("Enter it"))
    assert phone.screen().heading == "Ann’s turn"
    phone.undoes()
    phone.undoes()
    assert (phone.screen().heading, phone.entries) == ("Ann starts", [])


def test_a_table_changes_its_mind_and_undo_crosses_each_border(phone: Phone) -> None:
    phone.joins(card(40, "up-1"), card(41, "up-1"), {"kind": "turn-ended"})
    switches(phone, "Every turn")
    lays(phone, 2)
    assert tops(phone) == UNKNOWN
    phone.undoes()
    assert tops(phone)["up-1"] == "41"
    phone.undoes()
    assert phone.chip(42, "up-1").count() == 1
    phone.redoes()
    phone.redoes()
    switches(phone, "Every card")
    phone.keys_in(60, "down-1")
    assert tops(phone) == UNKNOWN | {"down-1": "60"}
    assert phone.screen().laid == "1 of 2"
    phone.undoes()
    phone.undoes()
    assert phone.page.locator(".laid-numbers").count() == 1
    phone.redoes()
    phone.redoes()
    phone.plays(70, "down-1")
    phone.ends_turn()
    assert phone.screen().heading == "Ben’s turn"
    assert phone.screen().draw_pile == 78
    phone.cannot_play()
    screen = phone.screen()
    assert screen.figures == {"Ann": 4, "Ben": 2, "cards laid": 6}
    assert phone.page.locator(".chart").count() == 0


def test_two_phones_enter_turns_one_of_them_without_network(phones: Phones, server: Server) -> None:
    ann, ben = phones(), phones()
    ann.joins(turn(2), depth="turns")
    lets_in(server, ann, ben)
    ben.visits(ann.game)
    ann.goes_away()
    lays(ann, 3)
    expect(ann.waits).to_have_text(["Ben: 3"])
    lays(ben, 3)
    ann.comes_back()
    assert ann.entries == ben.entries == [("cards-laid", 2), ENDED, ("cards-laid", 3), ENDED]
    ben.goes_away()
    lays(ben, 2)
    lays(ann, 4)
    ben.context.set_offline(False)
    expect(ben.question).to_contain_text("Ann")
    assert ann.entries[4:] == [("cards-laid", 4), ENDED]


def test_only_the_result_is_few_taps_from_the_shelf(phone: Phone) -> None:
    phone.joins()
    for slug, last in (("the-game", ()), ("the-game-extreme", ("Lost by a command or fire",))):
        phone.visits("/")
        phone.taps = 0
        phone.goes(tile(phone, slug))
        chooses_depth(phone, "Only the result")
        phone.goes(phone.button("Start"))
        for switch in last:
            phone.tap(phone.page.get_by_role("switch", name=switch))
        phone.tap(phone.button("1"))
        phone.enters(phone.button("2"))
        assert phone.taps == 5 + len(last)
        expect(phone.page.locator(".result")).to_contain_text("Only the result was entered.")
        assert phone.page.locator(".chart").count() == 0


def test_a_running_game_ends_with_its_result(phone: Phone) -> None:
    phone.joins(card(40, "up-1"), card(41, "up-1"), {"kind": "turn-ended"})
    phone.taps = 0
    opens_sheet(phone)
    phone.tap(phone.sheet.get_by_role("button", name="9", exact=True))
    phone.enters(phone.sheet.get_by_role("button", name="Enter", exact=True))
    assert phone.taps == 3
    expect(phone.page.locator(".result")).to_contain_text("left: excellent")
    phone.enters(phone.button("Keep playing"))
    opens_sheet(phone)
    for digit in "97":
        phone.tap(phone.sheet.get_by_role("button", name=digit, exact=True))
    expect(phone.page.get_by_role("alert")).to_contain_text("only 96 cards are left")
