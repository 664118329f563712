"""What happens at a real table: the back button, double taps, browsers that keep nothing."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.bluff_places import touches
from tests.browser.phone import IS_WHOLE, Phone
from tests.browser.shortcuts import card

# What the board shows in the first frame after a submit, and whether its parts lie as before.
FRAME = """() => {
  const boxes = () => [...document.querySelectorAll("#main *")].map((each) => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = each;
    return [offsetLeft, offsetTop, offsetWidth, offsetHeight].join();
  }).join(" ");
  addEventListener("submit", () => {
    const before = boxes();
    requestAnimationFrame(() => {
      const echoes = [...document.querySelectorAll(".echo")];
      window.frame = [...echoes.map((each) => each.innerText.split(/\\s/)[0]), before === boxes()];
    });
  }, { capture: true, once: true });
}"""


def test_the_back_button_shows_the_game_as_it_stands(phone: Phone) -> None:
    phone.joins()
    phone.plays(2, "up-1")
    phone.goes(phone.link("Log"))
    phone.page.go_back()
    expect(phone.board).to_have_attribute("data-seen", "1")
    phone.plays(99, "down-1")
    phone.page.go_back()
    phone.page.go_forward()
    expect(phone.board).to_have_attribute("data-seen", "2")
    phone.ends_turn()
    laid = [("card-played", 2, "up-1"), ("card-played", 99, "down-1")]
    assert phone.entries == [*laid, ("turn-ended",)]


def test_back_closes_what_lies_on_top_and_passes_by_what_was_filled_in(phone: Phone) -> None:
    phone.visits("/")
    phone.starts(names=["Ann", "Ann"])
    expect(phone.page.get_by_role("alert")).to_be_visible()
    phone.page.get_by_label("Player 2").fill("Ben")
    phone.goes(phone.button("Start"))
    phone.page.wait_for_function(IS_WHOLE)
    cancel = phone.pad.get_by_role("link", name="Cancel")
    for closes in (cancel.tap, phone.page.go_back, phone.page.go_back):
        touches(phone, phone.face("up-1"))
        expect(phone.pad).to_be_visible()
        phone.page.wait_for_function("() => history.state?.covered")
        closes()
        expect(phone.pad).to_be_hidden()
    phone.plays(2, "up-1")
    phone.goes(phone.link("Log"))
    log = phone.page.url
    phone.goes(phone.page.locator("a.row-link"))
    phone.goes(phone.button("Undo this entry"))
    phone.page.go_back()
    expect(phone.page).to_have_url(log)
    phone.page.go_back()
    expect(phone.board).to_be_visible()
    phone.page.go_back()
    expect(phone.page).to_have_url(re.compile(r"[0-9]/$"))  # past both forms


@pytest.mark.long
def test_a_double_tap_is_one_tap(phone: Phone) -> None:
    phone.joins(card(2, "up-1"), card(99, "down-1"))
    phone.taps_twice(phone.button("Undo"))
    phone.page.wait_for_function("() => settled > 0")
    phone.plays(50, "up-2")  # comes after whatever the second tap may have sent
    assert phone.entries == [("card-played", 2, "up-1"), ("card-played", 50, "up-2")]

    phone.tap(phone.face("up-2"))  # but of a key it is two digits
    phone.taps_twice(phone.pad.get_by_role("button", name="5", exact=True))
    expect(phone.face("up-2").locator("b")).to_have_text("55")

    phone.ends_turn()
    phone.taps_twice(phone.button("I can’t play"), pause=200)
    expect(phone.button("Keep playing")).to_be_visible()
    assert phone.entries[-1] == ("cannot-play",)


def test_what_is_tapped_is_seen_in_the_next_frame_and_nothing_moves(phone: Phone) -> None:
    phone.joins(card(2, "up-1"), card(99, "down-1"))
    held: list[Route] = []
    phone.page.route("**/entries", lambda route: held.append(route))
    echoes = phone.page.locator(".echo")
    for tap, seen, pile, meanwhile, after in (
        (phone.chip(4, "up-1"), ["4", "4"], "up-1", "4", "4"),  # the pile and the chip
        (phone.pad.get_by_role("button", name="9", exact=True), ["99"], "up-2", "99", "1"),
        (phone.dock_button("End turn"), ["End"], "up-1", "4", "4"),
    ):
        phone.page.wait_for_function(IS_WHOLE)  # what shows it comes after the first view
        if seen == ["99"]:
            phone.tap(phone.face("up-2"))
            phone.tap(tap)
        phone.page.evaluate(FRAME)
        phone.takes_a_moment(tap)
        with phone.page.expect_request("**/entries"):
            phone.tap(tap)
        phone.page.wait_for_function("() => window.frame")
        assert phone.page.evaluate("frame") == [*seen, seen != ["99"]]  # the pad goes
        expect(phone.face(pile).locator("b")).to_have_text(meanwhile)
        phone.page.evaluate("() => { window.frame = undefined; }")
        held.pop().continue_()
        expect(echoes).to_have_count(0)
        expect(phone.face(pile).locator("b")).to_have_text(after)
        if phone.question.count():  # 99 is out
            phone.enters(phone.question.get_by_role("link", name="OK"))


KEEPS_NOTHING = """
for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
}
navigator.locks.request = async () => { throw new DOMException("no", "SecurityError"); };
"""


@pytest.mark.long
def test_a_browser_that_refuses_all_storage_plays_all_the_same(phone: Phone) -> None:
    phone.context.add_init_script(KEEPS_NOTHING)
    phone.joins(card(2, "up-1"))
    expect(phone.net).to_have_text("Live")
    for number in (3, 4):
        phone.tap(phone.chip(number, "up-1"))
        expect(phone.face("up-1").locator("b")).to_have_text(str(number))
        phone.page.wait_for_timeout(500)  # or the next one would be a second tap on the spot
