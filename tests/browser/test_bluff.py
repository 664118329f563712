"""Game of Bluff on a phone: rounds entered in few taps, nothing lost, nothing entered twice."""

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.bluff_places import EIGHT, FIVE, closes, gives, holds_rik, sits, touches, white
from tests.browser.phone import Phone
from tests.games.game_of_bluff.telling import scored, starter, stop

# What a phone shows of a round that is being entered: by player the card, Rik and what is said.
ROWS = """() => Object.fromEntries([...document.querySelectorAll(".player")].map((row) => [
  row.querySelector(".who").lastElementChild.textContent.trim(),
  [Number(row.querySelector("[name^=cards-]:checked")?.value ?? 0),
    row.querySelector("[name=rik]").checked, row.querySelector("[data-said]").innerText],
]))"""
LINES = """() => [...document.querySelectorAll(".player")].map((row) => row.offsetHeight)"""
TOTALS = """() => [...document.querySelectorAll(".player .sum b")]
  .map((sum) => Number(sum.innerText))"""
# The cards on the pad by seat; 0 for none, and for Rik on the highest.
HOLDERS = """() => [...document.querySelectorAll("[data-holder]")]
  .filter((each) => each.checkVisibility())
  .map((each) => Number(each.querySelector("b").innerText || 0))"""


def rows(phone: Phone) -> Any:
    return phone.page.evaluate(ROWS)


def cards(phone: Phone) -> list[int]:
    """The cards that can be seen to be chosen, by seat, 0 for none."""
    return [card for card, _, _ in rows(phone).values()]


# Five players and their rows


def test_a_round_of_five_is_five_taps(phone: Phone) -> None:
    phone.visits("/")
    phone.goes(phone.link("Game of Bluff"))
    phone.tap(phone.page.get_by_role("radio", name="5", exact=True))
    phone.goes(phone.button("Start"))
    expect(phone.link("Player 1 starts")).to_be_visible()
    assert phone.taps == 3
    sits(phone)
    phone.taps = 0
    played = [[1, 2, 3, 4, 5], [2, 1, 3, 5, 4]]
    for number, round_ in enumerate(played, 1):
        for name, card in zip(FIVE[:-1], round_, strict=False):
            white(phone, name, card)
        assert rows(phone)["Eva"] == [round_[-1], False, "filled in"]  # before it is closed
        filled = phone.page.locator(".filled-in .white :checked + span")
        expect(filled).to_have_css("border-top-style", "dashed")
        phone.enters(phone.dock_button(f"Close round {number}"))
    assert phone.taps == 10
    assert [entry[1] for entry in phone.entries] == played


def test_cards_and_rik_are_given_moved_swapped_and_freed(phone: Phone) -> None:
    sits(phone)
    white(phone, "Ann", 2)
    white(phone, "Ann", 2)
    assert cards(phone) == [0, 0, 0, 0, 0]
    white(phone, "Ben", 4)
    white(phone, "Cas", 2)
    white(phone, "Ben", 2)  # both have each other's
    assert cards(phone) == [0, 2, 4, 0, 0]
    white(phone, "Ann", 1)
    white(phone, "Dee", 3)
    white(phone, "Ann", 5)  # which was filled in
    assert rows(phone)["Eva"] == [1, False, "filled in"]
    holds_rik(phone, "Eva")
    holds_rik(phone, "Ann")
    held = [each for _, each, _ in rows(phone).values()]
    assert held == [True, False, False, False, False]
    holds_rik(phone, "Ann")
    phone.taps = 0
    holds_rik(phone, "Ann")
    assert rows(phone)["Ann"] == [5, True, "holds Rik: 0 points"]
    closes(phone)
    assert phone.taps == 2
    assert phone.entries == [("round-scored", [5, 2, 4, 3, 1], 0)]
    assert phone.page.evaluate(TOTALS) == phone.state()["totals"] == [0, 2, 4, 3, 1]
    assert cards(phone) == [0, 0, 0, 0, 0]


def test_seven_enter_their_cards_on_the_board_where_each_has_room_for_a_line(phone: Phone) -> None:
    sits(phone, names=EIGHT[:7])
    phone.page.set_viewport_size({"width": 768, "height": 1024})
    expect(phone.link("Close round")).not_to_be_visible()
    lines = phone.page.evaluate(LINES)
    assert len(lines) == 7
    assert max(lines) < 2 * min(lines) < 200
    for seat, name in enumerate(EIGHT[:6]):
        white(phone, name, 7 - seat)
    phone.taps = 0
    closes(phone)
    assert phone.taps == 1
    assert phone.entries == [("round-scored", [7, 6, 5, 4, 3, 2, 1])]
    phone.page.set_viewport_size({"width": 390, "height": 844})
    expect(phone.link("Close round")).to_be_visible()
    assert phone.page.locator(".player:visible").count() == 0


# More players and one pad


def now(phone: Phone) -> str:
    return phone.page.locator("[aria-current=true]:visible > span:not(.unseen)").inner_text()


def holder(phone: Phone, name: str) -> Locator:
    return phone.page.locator("[data-holder]:visible").filter(
        has=phone.page.get_by_text(name, exact=True)
    )


def opens_the_pad(phone: Phone) -> None:
    touches(phone, phone.link("Close round"))
    expect(phone.sheet).to_be_visible()


def test_the_pad_goes_where_it_is_sent_and_keeps_what_it_has(phone: Phone) -> None:
    sits(phone, names=EIGHT)
    opens_the_pad(phone)
    gives(phone, 8)
    assert now(phone) == "Ben"
    touches(phone, holder(phone, "Gus"))
    gives(phone, 3)
    assert now(phone) == "Hannelore"
    expect(phone.sheet.locator("[aria-live]")).to_have_text("Hannelore")
    gives(phone, 1)
    assert now(phone) == "Ben"  # round again to who is left
    touches(phone, holder(phone, "Ann"))
    touches(phone, phone.page.locator("[data-crown]:visible"))
    expect(phone.sheet.locator("[aria-live]")).to_have_text("0 Ann holds Rik: 0 points")
    touches(phone, phone.sheet.get_by_role("link", name="Back"))
    expect(phone.sheet).not_to_be_visible()
    phone.page.reload()
    opens_the_pad(phone)
    assert phone.page.evaluate(HOLDERS) == [0, 0, 0, 0, 0, 0, 3, 1]
    touches(phone, holder(phone, "Ben"))
    gives(phone, 2, 4, 5, 6)
    expect(phone.page.locator("[aria-current=true]:visible")).to_have_count(1)  # also when full
    closes(phone)
    assert phone.entries == [("round-scored", [8, 2, 4, 5, 6, 7, 3, 1], 0)]
    phone.visits(f"{phone.game}log/1")
    expect(phone.page.locator("[aria-current=true]:visible")).to_have_count(1)


def test_a_chart_is_read_at_each_round(phone: Phone) -> None:
    """Its labels and its slider say what was then; once it is left, what is at the end."""
    sits(phone, starter(4), scored(1, 2, 3, 4, 5), scored(5, 1, 2, 3, 4), stop())
    labels, slider = phone.page.locator(".ends b"), phone.page.get_by_role("slider", name="Round")
    at_the_end = labels.all_inner_texts()
    slider.press("ArrowLeft")
    expect(phone.page.locator(".now")).to_have_text("1")
    assert sorted(labels.all_inner_texts()) == ["1", "2", "3", "4", "5"]
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Round 1, \w+ 1, \w+ 2, "))
    slider.blur()
    expect(phone.page.locator(".now")).to_be_empty()
    assert labels.all_inner_texts() == at_the_end
