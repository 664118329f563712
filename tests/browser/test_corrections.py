"""What went wrong is put right from the board: questions, refusals, hands, cards missed."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.screen import assert_says
from tests.browser.shortcuts import card

pytestmark = pytest.mark.usefixtures("pooled_phones")

BOTH = ["Ann", "Ben"]


@pytest.fixture
def table(phone: Phone) -> Phone:
    """Ann has laid 47 on ▲ 1; one more card is owed."""
    phone.joins(card(47, "up-1"))
    return phone


LAID = ("card-played", 47, "up-1")


def slips(phone: Phone) -> None:
    """36 is entered where it does not fit."""
    phone.keys_in(36, "up-1")
    phone.hears("36 does not fit on 47 going up. Enter it anyway?")


def answers(phone: Phone, label: str) -> None:
    """A button of the question that stands open; it stands no more."""
    phone.enters(phone.question.get_by_role("button", name=label, exact=True))
    expect(phone.question).to_have_count(0)


def assert_stands(phone: Phone, *entries: tuple[object, ...]) -> None:
    """These entries count, and the screen says what they make."""
    assert phone.entries == list(entries)
    assert_says(phone.screen(), phone.state(), BOTH)


def test_a_slip_is_asked_about_and_taken_for_one(table: Phone) -> None:
    slips(table)
    table.enters(table.question.get_by_role("link", name="My mistake"))
    expect(table.question).to_have_count(0)
    assert_stands(table, LAID)


def test_a_slip_can_be_entered_all_the_same(table: Phone) -> None:
    slips(table)
    answers(table, "Enter 36")
    assert_stands(table, LAID, ("card-played", 36, "up-1", True))
    assert table.state()["flags"] == [{"entry": 1, "rule": "pile-direction"}]
    marked = table.pile("up-1").get_by_role("link", name="36 was entered anyway")
    expect(marked).to_be_visible()
    table.goes(table.link("Log"))
    expect(table.page.get_by_role("link", name="Ann: 36")).to_contain_text("entered anyway")


@pytest.mark.long
def test_a_slip_can_go_onto_another_pile(table: Phone) -> None:
    slips(table)
    table.enters(table.other_pile("down-2"))
    expect(table.question).to_have_count(0)
    assert_stands(table, LAID, ("card-played", 36, "down-2"))


@pytest.mark.long
def test_another_pile_that_does_not_fit_is_asked_about_too(table: Phone) -> None:
    table.plays(99, "down-1")
    table.keys_in(36, "up-1")
    table.enters(table.other_pile("up-2"))
    table.undoes()
    table.keys_in(46, "up-2")
    table.keys_in(36, "up-1")
    table.enters(table.other_pile("up-2"))
    expect(table.question).to_have_count(0)  # exactly ten back
    table.keys_in(34, "up-1")
    table.enters(table.other_pile("up-2"))
    table.hears("34 does not fit on 36 going up.")


@pytest.mark.long
def test_a_slip_can_have_been_the_next_players(table: Phone) -> None:
    table.plays(99, "down-1")
    slips(table)
    answers(table, "It was Ben’s")
    ended, forced = ("turn-ended",), ("card-played", 36, "up-1", True)
    assert_stands(table, LAID, ("card-played", 99, "down-1"), ended, forced)
    assert table.screen().heading == "Ben’s turn"


@pytest.mark.long
def test_the_rule_of_a_question_is_one_tap_away_and_so_is_the_way_back(table: Phone) -> None:
    slips(table)
    table.tap(table.question.get_by_role("link", name="The rule"))
    expect(table.sheet.get_by_role("heading", name="Which card fits")).to_be_in_viewport()
    table.tap(table.sheet.get_by_role("link", name="Back", exact=True))
    expect(table.question).to_be_visible()
    table.tap(table.question.get_by_role("link", name="The rule"))
    table.goes(table.sheet.get_by_role("link", name="All the rules"))
    expect(table.page.locator("#pile-direction")).to_be_in_viewport()
    table.goes(table.link("Back to the game"))
    assert_stands(table, LAID)


def test_a_card_that_is_out_leads_to_the_line_that_says_so(table: Phone) -> None:
    table.keys_in(47, "up-2")
    table.hears("47 is already out. Entry 1 in the log: Ann: 47 on ▲ 1.")
    table.goes(table.question.get_by_role("link", name="That was another card"))
    table.tap(table.button("4"))
    table.enters(table.button("6"))
    expect(table.page.get_by_role("link", name="Ann: 46 on ▲ 1")).to_contain_text("changed")
    table.goes(table.link("Back"))
    table.keys_in(47, "up-2")
    assert_stands(table, ("card-played", 46, "up-1"), ("card-played", 47, "up-2"))


@pytest.mark.long
def test_a_card_that_is_out_can_be_a_slip(table: Phone) -> None:
    table.keys_in(47, "up-2")
    table.enters(table.question.get_by_role("link", name="OK"))
    assert_stands(table, LAID)


def test_ending_a_turn_too_early_is_asked_about(table: Phone) -> None:
    table.ends_turn()
    table.hears("Ann still has to lay 1 card. End the turn anyway?")
    table.enters(table.question.get_by_role("link", name="My mistake"))
    assert_stands(table, LAID)
    table.ends_turn()
    answers(table, "End the turn")
    assert_stands(table, LAID, ("turn-ended", True))
    assert table.state()["flags"] == [{"entry": 1, "rule": "minimum"}]


@pytest.mark.long
def test_who_owes_nothing_can_simply_end_the_turn(table: Phone) -> None:
    table.plays(99, "down-1")
    table.cannot_play()
    table.hears("Ann has laid enough: just end the turn.")
    answers(table, "End turn")
    assert_stands(table, LAID, ("card-played", 99, "down-1"), ("turn-ended",))


def test_a_hand_is_counted_again(table: Phone) -> None:
    table.tap(table.page.get_by_role("link", name="Ben"))
    table.enters(table.sheet.get_by_role("button", name="5", exact=True))
    expect(table.sheet).not_to_be_visible()
    assert_stands(table, LAID, ("hand-corrected", 1, 5))
    assert table.screen().hands == [6, 5]
    assert table.screen().draw_pile == 86
    table.undoes()
    assert_stands(table, LAID)


@pytest.mark.long
def test_another_seat_of_the_same_sheet_can_be_opened(table: Phone) -> None:
    table.tap(table.page.get_by_role("link", name="Ben"))
    table.tap(table.sheet.locator("summary", has_text="Ann"))
    table.enters(table.sheet.get_by_role("button", name="7", exact=True))
    assert_stands(table, LAID, ("hand-corrected", 0, 7))


@pytest.mark.long
def test_the_sheet_closes_without_an_entry(table: Phone) -> None:
    table.tap(table.page.get_by_role("link", name="Ben"))
    table.tap(table.sheet.get_by_role("link", name="Back", exact=True))
    expect(table.sheet).not_to_be_visible()
    assert_stands(table, LAID)


def test_cards_that_nobody_entered_are_caught_up_with(table: Phone) -> None:
    table.tap(table.face("up-2"))
    table.tap(table.pad.get_by_role("link", name="Enter missed cards"))
    expect(table.pad).not_to_be_visible()
    table.tap(table.sheet.get_by_role("radio", name="100 ▼").last)
    table.tap(table.sheet.get_by_role("radio", name="3", exact=True))
    table.tap(table.sheet.get_by_role("button", name="8", exact=True))
    table.enters(table.sheet.get_by_role("button", name="0", exact=True))
    expect(table.sheet).not_to_be_visible()
    assert_stands(table, LAID, ("cards-missed", "down-2", 3, 80))
    assert table.screen().laid == "4 laid"


@pytest.mark.long
def test_undo_and_redo_reach_back_to_the_first_entry(table: Phone) -> None:
    said = [LAID, ("card-played", 99, "down-1"), ("turn-ended",), ("card-played", 2, "up-2")]
    table.plays(99, "down-1")
    table.ends_turn()
    table.plays(2, "up-2")
    for length in (3, 2, 1, 0):
        table.undoes()
        assert_stands(table, *said[:length])
    expect(table.button("Undo")).to_have_count(0)
    for length in (1, 2, 3, 4):
        table.redoes()
        assert_stands(table, *said[:length])
    expect(table.button("Redo")).to_have_count(0)


@pytest.mark.long
def test_a_new_entry_ends_redo(table: Phone) -> None:
    table.undoes()
    table.plays(3, "up-2")
    expect(table.button("Redo")).to_have_count(0)
    assert_stands(table, ("card-played", 3, "up-2"))
