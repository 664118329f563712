"""The log in plain words: any line is taken back, restored, changed, or has one put before it."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.screen import assert_says
from tests.browser.shortcuts import END, card

pytestmark = pytest.mark.usefixtures("pooled_phones")

BOTH = ["Ann", "Ben"]
FIRST, SECOND = ("card-played", 47, "up-1"), ("card-played", 88, "down-1")
ENDED, THIRD = ("turn-ended",), ("card-played", 5, "up-2")


@pytest.fixture(params=["with scripts", pytest.param("without", marks=pytest.mark.long)])
def log(request: pytest.FixtureRequest, phones: Phones) -> Phone:
    """The log of a game in Ben's first turn, all of its lines shown."""
    phone = phones(java_script_enabled=request.param == "with scripts")
    phone.joins(card(47, "up-1"), card(88, "down-1"), END, card(5, "up-2"))
    phone.visits(f"{phone.game}log/?all=1")
    return phone


def line(phone: Phone, words: str) -> Locator:
    return phone.page.get_by_role("listitem").filter(has_text=words)


def opens(phone: Phone, words: str) -> None:
    """The page of the line that says this."""
    phone.goes(line(phone, words).get_by_role("link"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(words)


def keys(phone: Phone, first: str, second: str) -> None:
    """Two digits on the pad in the page."""
    (phone.tap if phone.scripted else phone.goes)(phone.button(first))
    phone.enters(phone.button(second))


def assert_stands(phone: Phone, *entries: tuple[object, ...]) -> None:
    """These entries count; the board, one tap away from the log, says what they make."""
    assert phone.entries == list(entries)
    phone.goes(phone.link("Back"))
    assert_says(phone.screen(), phone.state(), BOTH)


def test_the_lines_are_in_plain_words_newest_first(log: Phone) -> None:
    lines = log.page.get_by_role("listitem").locator("b")
    expect(lines).to_have_text(
        ["Ben: 5 on ▲ 2", "Ann: end of turn", "Ann: 88 on ▼ 1", "Ann: 47 on ▲ 1"]
    )


@pytest.mark.long
def test_older_lines_wait_behind_a_button_for_they_say_which_cards_are_out(log: Phone) -> None:
    log.goes(log.link("Back"))
    log.goes(log.link("Log"))
    expect(log.page.get_by_role("listitem")).to_have_count(1)
    log.goes(log.link("Show older entries"))
    expect(log.page.get_by_role("listitem")).to_have_count(4)


def test_a_line_is_taken_back_and_counts_again(log: Phone) -> None:
    opens(log, "Ann: 88 on ▼ 1")
    log.enters(log.button("Undo this entry"))
    log.goes(log.link("Show older entries"))
    expect(line(log, "88")).to_contain_text("undone")
    assert log.entries == [FIRST, ENDED, THIRD] or log.state()["flags"]
    opens(log, "Ann: 88 on ▼ 1")
    log.enters(log.button("Restore this entry"))
    assert_stands(log, FIRST, SECOND, ENDED, THIRD)


@pytest.mark.long
def test_what_no_longer_fits_is_flagged_not_lost(log: Phone) -> None:
    opens(log, "Ann: 88 on ▼ 1")
    log.enters(log.button("Undo this entry"))
    assert_stands(log, FIRST, ("turn-ended", True), THIRD)
    assert log.state()["flags"] == [{"entry": 1, "rule": "minimum"}]


def test_a_card_is_changed(log: Phone) -> None:
    opens(log, "Ann: 47 on ▲ 1")
    keys(log, "4", "6")
    assert_stands(log, ("card-played", 46, "up-1"), SECOND, ENDED, THIRD)


@pytest.mark.long
def test_a_pile_is_changed(log: Phone) -> None:
    opens(log, "Ann: 88 on ▼ 1")
    log.tap(log.page.get_by_role("radio", name="100 ▼"))
    keys(log, "8", "8")
    assert_stands(log, FIRST, ("card-played", 88, "down-2"), ENDED, THIRD)


def test_a_change_that_does_not_fit_is_asked_about(log: Phone) -> None:
    log.goes(log.link("Back"))
    log.ends_turn()
    log.enters(log.question.get_by_role("button", name="End the turn"))
    log.plays(60, "up-1")
    log.goes(log.link("Log"))
    opens(log, "Ann: 60 on ▲ 1")
    keys(log, "3", "0")
    log.hears("30 does not fit on 47 going up.")
    log.enters(log.button("Enter 30"))
    changed = ("card-played", 30, "up-1", True)
    assert_stands(log, FIRST, SECOND, ENDED, THIRD, ("turn-ended", True), changed)


@pytest.mark.long
def test_a_forgotten_card_is_put_before_a_line(log: Phone) -> None:
    opens(log, "Ann: end of turn")
    log.goes(log.link("A card"))
    keys(log, "4", "8")
    assert_stands(log, FIRST, SECOND, ("card-played", 48, "up-1"), ENDED, THIRD)


@pytest.mark.long
def test_a_forgotten_end_of_turn_is_put_before_a_line(log: Phone) -> None:
    log.goes(log.link("Back"))
    log.plays(6, "up-2")
    log.plays(7, "up-2")
    log.goes(log.link("Log"))
    opens(log, "Ben: 7 on ▲ 2")
    log.enters(log.button("End of turn"))
    two = (("card-played", 6, "up-2"), ENDED, ("card-played", 7, "up-2"))
    assert_stands(log, FIRST, SECOND, ENDED, THIRD, *two)
    assert log.screen().heading == "Ann’s turn"


@pytest.mark.long
def test_a_hand_once_counted_is_counted_anew(log: Phone) -> None:
    log.goes(log.link("Back"))
    if log.scripted:
        log.tap(log.page.get_by_role("link", name="Ann"))
        log.enters(log.sheet.get_by_role("button", name="4", exact=True))
    else:
        log.goes(log.page.get_by_role("link", name="Ann"))
        log.enters(log.button("4"))
    log.goes(log.link("Log"))
    opens(log, "Ann: hand corrected to 4 cards")
    log.enters(log.button("5"))
    assert_stands(log, FIRST, SECOND, ENDED, THIRD, ("hand-corrected", 0, 5))
