"""Whole games by the keys of a keyboard alone, on a laptop: nothing is tapped or clicked."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.bluff_places import FIFTEEN, FIVE
from tests.browser.bluff_places import sits as sits_down
from tests.browser.brain_places import sits
from tests.browser.conftest import Phones
from tests.browser.phone import IS_WHOLE, Phone
from tests.browser.shortcuts import CANNOT, card, enter

PILES = ("up-1", "up-2", "down-1", "down-2")
LAPTOP = {"viewport": {"width": 1180, "height": 820}, "has_touch": False, "is_mobile": False}
FOCUSED = """() => {
  const { activeElement: at } = document;
  return at.getAttribute("aria-label") ?? (at.innerText || at.value || at.tagName).trim();
}"""
OUTLINED = """() => {
  const { activeElement: at } = document;
  const shown = at.matches("[type=radio], [type=checkbox]") ? at.nextElementSibling : at;
  return at.matches(":focus-visible") && getComputedStyle(shown).outlineStyle !== "none";
}"""
HERE = "() => document.querySelector('template[data-within$=keys]') !== null"


class Typist:
    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page

    def presses(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def focused(self) -> str:
        return str(self.page.evaluate(FOCUSED))

    def enters(self, *keys: str) -> None:
        """These keys, and then Enter, which enters something: the answer is on the screen."""
        self.presses(*keys)
        before = self.page.evaluate("() => [settled, performance.timeOrigin]")
        self.presses("Enter")
        self.page.wait_for_function("([settled]) => window.settled > settled", arg=before)
        self.phone.taps += 1

    def opens(self) -> None:
        self.phone.has(HERE)

    def tabs_to(self, name: str) -> None:
        """Tab, until that has the focus, which everybody sees."""
        for _ in range(80):
            self.presses("Tab")
            if self.focused.startswith(name):
                assert self.page.evaluate(OUTLINED), name
                return
        raise AssertionError(f"Tab never comes to {name}")

    def lays(self, card: int, pile: str) -> None:
        self.presses(*str(card).zfill(2))
        expect(self.phone.pad).to_be_visible()
        now = self.page.evaluate("() => document.querySelector('#pad [name=pile]:checked').value")
        for _ in range((PILES.index(pile) - PILES.index(now)) % 4):
            self.presses("ArrowRight")
        self.enters()

    def ends_turn(self) -> None:
        self.presses("e")
        assert self.focused.startswith("End turn")
        self.enters()


@pytest.fixture
def typist(phones: Phones) -> Typist:
    return Typist(phones(**LAPTOP))


def test_a_game_of_cards(typist: Typist) -> None:
    phone = typist.phone
    phone.visits("/new/the-game")
    typist.tabs_to("Start")
    with typist.page.expect_navigation():
        typist.presses("Enter")
    phone.joins()
    typist.opens()
    typist.lays(2, "up-1")
    typist.lays(75, "down-2")
    typist.ends_turn()
    typist.lays(97, "down-1")
    laid = [("card-played", 2, "up-1"), ("card-played", 75, "down-2"), ("turn-ended",)]
    assert phone.entries == [*laid, ("card-played", 97, "down-1")]
    enter(phone.context.request, phone.game, [CANNOT], after=4)
    phone.visits(phone.game)
    typist.opens()
    typist.presses("u")
    typist.enters()
    expect(phone.page.locator(".result")).to_have_count(0)
    phone.joins(extreme="y")
    typist.opens()
    typist.presses("2", "0", "Tab", "Space", "ArrowRight")
    command = phone.page.locator("#pad [name=choice]:checked").get_attribute("value")
    typist.enters()
    assert phone.entries == [("card-played", 20, "up-1", command, command)]
    typist.presses("1", "9", "Enter")
    phone.hears("19 does not fit on 20 going up.")
    typist.presses("Escape")
    expect(phone.question).to_have_count(0)
    typist.presses("?")
    expect(phone.sheet.locator(".shortcuts")).to_contain_text("A card: its two digits")


@pytest.mark.long
def test_a_whole_attempt_of_one_brain(typist: Typist) -> None:
    phone = typist.phone
    sits(phone)
    typist.opens()
    kinds = phone.page.locator(".actions :is(input, button)").evaluate_all(
        "(all) => all.map(({ value }) => value)"
    )

    def chooses(kind: str) -> None:
        typist.presses(str(kinds.index(kind) + 1))

    def draws() -> None:
        typist.presses("d")
        assert typist.focused.startswith("Draw")
        typist.enters()

    chooses("donate")
    typist.enters("1")
    draws()
    chooses("cover")
    typist.presses("Escape")  # another one after all
    expect(phone.page.locator("#main .panel:visible")).to_have_count(0)
    chooses("extra")
    typist.enters("1")
    draws()
    phone.page.locator(".naming > summary").first.click()
    typist.presses("Escape")
    expect(phone.page.locator(".naming[open]")).to_have_count(0)
    typist.presses("n", "ArrowRight", "Enter")
    chooses("cover")
    typist.enters("2")
    draws()
    chooses("remove-kind")
    typist.presses("1", "2", "1")  # the first one not, after all
    typist.presses("ArrowDown", "Enter")
    typist.presses("e")
    typist.enters()
    entries = phone.record()["entries"]
    assert [entry.get("action") for entry in entries if entry["kind"] == "card-played"] == [
        "donate", "extra", "cover", "remove-kind",
    ]  # fmt: skip
    assert entries[0]["to"] == 1


@pytest.mark.long
def test_rounds_of_five_and_of_fifteen(typist: Typist) -> None:
    phone = typist.phone
    sits_down(phone, names=FIVE)
    typist.opens()
    for _ in range(2):
        typist.presses("5", "4", "k", "3", "2")
        assert typist.focused.startswith("Close round"), typist.focused
        typist.enters()
    assert phone.entries == [("round-scored", [5, 4, 3, 2, 1], 2)] * 2
    sits_down(phone, names=FIFTEEN)
    typist.opens()
    cards = [*range(15, 0, -1)]
    typist.presses("e", "Enter")
    expect(phone.sheet).to_be_visible()
    for seat, number in enumerate(cards[:-1]):
        typist.presses(*str(number))
        expect(phone.sheet.locator("[data-card]").nth(seat)).to_have_text(str(number))
    typist.presses("e")
    typist.enters()
    assert phone.entries == [("round-scored", cards)]


@pytest.mark.long
def test_who_is_on_a_tab_beside_the_board_stays_there(typist: Typist) -> None:
    phone = typist.phone
    phone.joins(card(47, "up-1"), card(99, "down-1"))
    typist.opens()
    log, rules = (phone.page.locator("#side").get_by_role("button", name=each)
                  for each in ("Log", "Rules"))  # fmt: skip
    typist.presses("l")
    expect(phone.page).to_have_url(phone.game)  # the log stands beside the board
    typist.presses("ArrowRight", "Enter")
    expect(rules).to_have_attribute("aria-pressed", "true")
    expect(rules).to_be_focused()
    typist.presses("u")
    typist.enters()
    typist.presses("r")
    assert typist.focused == "Redo"
    typist.presses("l")
    expect(log).to_be_focused()
    enter(phone.context.request, phone.game, [card(3, "up-2")], after=3)
    expect(phone.page.locator("#side .row-link").first).to_contain_text("3 on ▲ B")
    expect(log).to_be_focused()


def test_a_phone_fetches_no_keys_and_a_voice_when_its_switch_is_shown(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.joins(card(47, "up-1"))
    phone.page.wait_for_function(IS_WHOLE)
    phone.enters(phone.dock_button("End turn"))
    phone.page.wait_for_load_state("networkidle")
    assert [url for url in asked if re.search("/wide[-_]|/keys$|/voice-", url)] == []
    with phone.page.expect_request("**/voice-*.js"):
        phone.reviews()
    phone.page.evaluate("localStorage.voice = 1")
    with phone.page.expect_request("**/voice-*.js"):
        phone.page.reload()
