"""What a tap shows before there is an answer: what was tapped, by its tone, and nothing moves."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone import Phone
from tests.browser.shortcuts import card

pytestmark = pytest.mark.usefixtures("pooled_phones")

# What the board shows in the first frame after a submit, and where its parts lie then and before.
FRAME = """() => {
  const boxes = () => [...document.querySelectorAll("#main *")].map((each) => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = each;
    return [offsetLeft, offsetTop, offsetWidth, offsetHeight].join();
  }).join(" ");
  addEventListener("submit", () => {
    const before = boxes();
    requestAnimationFrame(() => {
      const echoes = [...document.querySelectorAll(".echo")];
      window.frame = { echoes: echoes.map((each) => each.innerText), moved: before !== boxes() };
    });
  }, { capture: true, once: true });
}"""
LAID = (card(2, "up-1"), card(99, "down-1"))


@contextmanager
def unanswered(phone: Phone) -> Iterator[None]:
    """What is sent meanwhile gets its answer behind it."""
    held: list[Route] = []
    phone.page.route("**/entries", lambda route: held.append(route))
    phone.page.evaluate("ready")  # what shows it comes after the first view
    phone.page.evaluate(FRAME)
    yield
    for route in held:
        route.continue_()
    phone.page.unroute("**/entries")


def frame(phone: Phone) -> dict[str, Any]:
    """The first frame after the tap."""
    phone.page.wait_for_function("() => window.frame")
    shown: dict[str, Any] = phone.page.evaluate("frame")
    return shown


def test_a_tapped_card_stands_on_its_pile_in_the_next_frame(phone: Phone) -> None:
    phone.joins(*LAID, tile="the-game-extreme")
    top = phone.face("up-1").locator("b")
    with unanswered(phone):
        phone.tap(phone.chip(4, "up-1"))
        shown = frame(phone)
        assert [said.split()[0] for said in shown["echoes"]] == ["4", "4"]  # the pile, the chip
        assert not shown["moved"]
        expect(top).to_have_text("4")
        expect(phone.page.locator(".laid")).to_have_text("2 of 2")
    expect(phone.page.locator(".laid")).to_have_text("3 laid")
    expect(top).to_have_text("4")
    expect(phone.page.locator(".echo")).to_have_count(0)


@pytest.mark.long
def test_a_turn_that_is_ended_is_seen_on_its_button(phone: Phone) -> None:
    phone.joins(*LAID)
    with unanswered(phone):
        phone.tap(phone.dock_button("End turn"))
        assert frame(phone) == {"echoes": ["End turn"], "moved": False}
    expect(phone.page.get_by_role("heading")).to_contain_text("Ben")
    expect(phone.page.locator(".echo")).to_have_count(0)


@pytest.mark.long
def test_a_question_takes_the_card_back(phone: Phone) -> None:
    phone.joins(*LAID)
    with unanswered(phone):
        phone.tap(phone.face("up-2"))
        for digit in "99":
            phone.tap(phone.pad.get_by_role("button", name=digit, exact=True))
        assert [said.split()[0] for said in frame(phone)["echoes"]] == ["99"]
    expect(phone.question).to_be_visible()
    expect(phone.face("up-2").locator("b")).to_have_text("1")
    expect(phone.page.locator(".echo")).to_have_count(0)


@pytest.mark.long
def test_what_is_removed_before_it_was_sent_leaves_its_pile(phone: Phone) -> None:
    phone.joins(*LAID)
    phone.goes_away()
    phone.plays(4, "up-1")
    expect(phone.face("up-1")).to_have_class("face echo late")
    phone.tap(phone.button("Undo"))
    expect(phone.face("up-1").locator("b")).to_have_text("2")
    expect(phone.page.locator(".echo")).to_have_count(0)
    phone.comes_back()
    assert phone.entries == [("card-played", 2, "up-1"), ("card-played", 99, "down-1")]
