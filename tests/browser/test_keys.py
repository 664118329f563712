"""Whole games by the keys of a keyboard alone, on a laptop: nothing is tapped or clicked."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.bluff_places import FIFTEEN, FIVE, scored
from tests.browser.bluff_places import sits as sits_down
from tests.browser.brain_places import sits
from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.plans import beaten, in_turns
from tests.browser.screen import assert_says
from tests.browser.shortcuts import END, card, enter

BOTH = ["Ann", "Ben"]
PILES = ("up-1", "up-2", "down-1", "down-2")
LAPTOP = {
    "viewport": {"width": 1180, "height": 820},
    "has_touch": False,
    "is_mobile": False,
}
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
    """Somebody at a laptop who only types."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page

    def presses(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def focused(self) -> str:
        """What has the focus."""
        return str(self.page.evaluate(FOCUSED))

    def enters(self, *keys: str) -> None:
        """The same, and then Enter, which enters something: the answer is on the screen."""
        self.presses(*keys)
        before = self.page.evaluate("() => [settled, performance.timeOrigin]")
        self.presses("Enter")
        self.page.wait_for_function("([settled]) => window.settled > settled", arg=before)
        self.phone.taps += 1

    def opens(self) -> None:
        """What keys need is there."""
        self.phone.has(HERE)

    def tabs_to(self, name: str) -> None:
        """Tab, until that has the focus, which everybody sees."""
        for _ in range(80):
            self.presses("Tab")
            if self.focused.startswith(name):
                assert self.page.evaluate(OUTLINED), name
                return
        raise AssertionError(f"Tab never comes to {name}")

    def lays(self, card: int, pile: str, command: str = "") -> None:
        """A card onto a pile: two digits, arrows, Enter."""
        self.presses(*str(card).zfill(2))
        expect(self.phone.pad).to_be_visible()
        now = self.page.evaluate("() => document.querySelector('#pad [name=pile]:checked').value")
        for _ in range((PILES.index(pile) - PILES.index(now)) % 4):
            self.presses("ArrowRight")
        if command:
            self.presses("Tab", "Space")
            for _ in range(10):
                if self.page.locator(f'#pad [name=choice][value="{command}"]').is_checked():
                    break
                self.presses("ArrowRight")
        self.enters()

    def ends_turn(self) -> None:
        self.presses("e")
        assert self.focused.startswith("End turn")
        self.enters()

    def does(self, entry: Mapping[str, Any]) -> None:
        if entry["kind"] == "card-played":
            self.lays(entry["card"], entry["pile"])
        else:
            self.ends_turn()


@pytest.fixture
def laptop(phones: Phones) -> Phone:
    return phones(**LAPTOP)


@pytest.fixture
def typist(laptop: Phone) -> Typist:
    return Typist(laptop)


def sets_up(typist: Typist) -> None:
    """From the shelf to the board of a game of two, with their names."""
    typist.phone.visits("/")
    typist.tabs_to("The Game")
    with typist.page.expect_navigation():
        typist.presses("Enter")
    for name in BOTH:
        for _ in range(40):
            typist.presses("Tab")
            if typist.page.evaluate("() => document.activeElement.matches('summary')"):
                typist.presses("Enter")
            if typist.page.evaluate("() => document.activeElement.name === 'name'"):
                break
        typist.page.keyboard.type(name)
    typist.tabs_to("Start")
    with typist.page.expect_navigation():
        typist.presses("Enter")
    typist.opens()


def test_a_game_of_cards(typist: Typist) -> None:
    sets_up(typist)
    phone, plan = typist.phone, in_turns(beaten(), BOTH)
    game = phone.game
    for entry in plan[:9]:
        typist.does(entry)
    assert_says(phone.screen(), phone.state(), BOTH)
    enter(phone.context.request, game, plan[9:-4], after=9)
    phone.visits(game)
    typist.opens()
    for entry in plan[-4:]:
        typist.does(entry)
    assert phone.record()["entries"] == plan
    expect(phone.page.locator(".result h1")).to_have_text("You won!")
    typist.presses("u")
    typist.enters()
    expect(phone.page.locator(".result")).to_have_count(0)
    assert phone.record()["entries"] == plan[:-1]


@pytest.mark.long
def test_extreme_with_commands_and_a_question(typist: Typist) -> None:
    phone = typist.phone
    phone.joins(extreme="y")
    typist.opens()
    typist.lays(20, "up-1", "skull")
    expect(phone.band("up-1")).to_contain_text("cover!")
    typist.lays(19, "up-1")
    phone.hears("19 does not fit on 20 going up.")
    assert typist.focused == "My mistake"
    typist.enters()
    expect(phone.question).to_have_count(0)
    typist.lays(19, "up-1")
    typist.presses("Escape")
    expect(phone.question).to_have_count(0)
    typist.lays(30, "up-1", "none")
    typist.ends_turn()
    typist.lays(80, "down-2", "skull")
    typist.lays(70, "up-2", "none")
    typist.ends_turn()
    assert typist.focused == "My mistake"
    typist.presses("ArrowRight")
    typist.enters()
    expect(phone.page.locator(".result h1")).to_be_visible()
    laid = [entry for entry in phone.record()["entries"] if entry["kind"] == "card-played"]
    assert [entry["card"] for entry in laid] == [20, 30, 80, 70]
    assert [entry.get("command") for entry in laid] == ["skull", None, "skull", None]


@pytest.mark.long
def test_a_whole_attempt_of_one_brain(typist: Typist) -> None:
    phone = typist.phone
    sits(phone)
    typist.opens()
    kinds = ["donate", "cover", "extra", "take-back", "remove-kind", "remove-colour"]
    number = {
        kind: phone.page.locator(".actions :is(input, button)").evaluate_all(
            "(all, kind) => all.findIndex(({ value }) => value === kind) + 1", kind
        )
        for kind in kinds
    }

    def chooses(kind: str) -> None:
        typist.presses(str(number[kind]))

    def draws() -> None:
        typist.presses("d")
        assert typist.focused == "Draw"
        typist.enters()

    chooses("donate")
    typist.enters("1")
    draws()
    chooses("extra")
    typist.presses("Escape")  # another one after all
    expect(phone.page.locator("#main .panel:visible")).to_have_count(0)
    chooses("extra")
    typist.enters("1")
    draws()
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
def test_a_whole_game_of_bluff(typist: Typist) -> None:
    phone = typist.phone
    sits_down(phone, names=FIVE)
    typist.opens()
    rounds = 0
    while not phone.page.locator(".result").count():
        typist.presses("5", "4", "k", "3", "2")
        assert typist.focused.startswith("Close round"), typist.focused
        typist.enters()
        rounds += 1
        assert rounds < 9
    entries = phone.record()["entries"]
    assert [entry["cards"] for entry in entries] == [[5, 4, 3, 2, 1]] * rounds
    assert all(entry["rik"] == 2 for entry in entries)
    typist.presses("u")
    typist.enters()
    expect(phone.page.locator(".result")).to_have_count(0)


@pytest.mark.long
def test_a_round_of_fifteen(typist: Typist) -> None:
    phone = typist.phone
    sits_down(phone, names=FIFTEEN)
    typist.opens()
    cards = [*range(15, 0, -1)]
    typist.presses("e", "Enter")
    expect(phone.sheet).to_be_visible()
    for seat, number in enumerate(cards[:-1]):
        typist.presses(*str(number))
        expect(phone.sheet.locator("[data-card]").nth(seat)).to_have_text(str(number))
    typist.presses("e")
    assert typist.focused.startswith("Close round")
    typist.enters()
    assert phone.entries == [("round-scored", cards)]


@pytest.mark.long
def test_nothing_is_entered_without_enter(typist: Typist) -> None:
    """Every key but those by which a browser taps, on the board of each game."""
    phone = typist.phone
    every = [*"0123456789abcdefghijklmnopqrstuvwxyz", "ArrowUp", "ArrowLeft", "Tab", "Backspace"]
    for begins in (
        lambda: phone.joins(card(47, "up-1"), END),
        lambda: sits(phone),
        lambda: sits_down(phone, scored(3, 4, 5, 1, 2), names=FIVE),
    ):
        begins()
        typist.opens()
        board, before = phone.page.url, phone.record()["entries"]
        for key in every:
            typist.presses(key, "Escape")
            if phone.page.url != board:  # the log
                phone.visits(board)
                typist.opens()
        assert phone.record()["entries"] == before


@pytest.mark.long
def test_keys_of_the_browser_are_left_alone(typist: Typist) -> None:
    phone = typist.phone
    phone.joins(card(47, "up-1"))
    typist.opens()
    for held in ("Control", "Alt", "Meta"):
        typist.presses(f"{held}+u", f"{held}+4")
        expect(phone.pad).to_be_hidden()
        assert not typist.focused.startswith("Undo")
    assert len(phone.record()["entries"]) == 1
    typist.presses("e")
    before = phone.page.locator("#board").get_attribute("data-seen")
    phone.page.evaluate("""() => document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
      { key: "Enter", repeat: true, bubbles: true, cancelable: true }))""")
    phone.page.evaluate("queue.inTurn(() => {})")
    assert phone.page.evaluate("queue.waiting().length") == 0
    assert phone.page.locator("#board").get_attribute("data-seen") == before


@pytest.mark.long
def test_the_keys_are_told_behind_a_question_mark(typist: Typist) -> None:
    phone = typist.phone
    for begins, says in (
        (lambda: phone.joins(card(47, "up-1")), "A card: its two digits"),
        (lambda: sits(phone), "To “Draw”"),
        (lambda: sits_down(phone, names=FIVE), "Redemption Rik for that player"),
    ):
        begins()
        typist.opens()
        expect(phone.page.locator(".help")).to_be_visible()
        typist.presses("?")
        expect(phone.sheet.get_by_role("heading", name="Keys")).to_be_visible()
        expect(phone.sheet.locator(".shortcuts")).to_contain_text(says)
        typist.presses("Escape")
        expect(phone.sheet).to_be_hidden()
    typist.presses("l")
    expect(phone.page).to_have_url(phone.game)  # the log stands beside the board


@pytest.mark.long
def test_who_is_on_a_tab_beside_the_board_stays_there(typist: Typist) -> None:
    phone = typist.phone
    phone.joins(card(47, "up-1"), card(99, "down-1"))
    typist.opens()
    log, rules = (phone.page.locator("#side").get_by_role("button", name=each)
                  for each in ("Log", "Rules"))  # fmt: skip
    typist.presses("l")
    expect(log).to_be_focused()
    typist.presses("ArrowRight", "Enter")
    expect(rules).to_have_attribute("aria-pressed", "true")
    expect(rules).to_be_focused()
    typist.presses("u")
    assert typist.focused == "Undo"
    typist.enters()
    typist.presses("r")
    assert typist.focused == "Redo"
    typist.presses("l")
    expect(log).to_be_focused()
    enter(phone.context.request, phone.game, [card(3, "up-2")], after=3)
    expect(phone.page.locator("#side .row-link").first).to_contain_text("3 on ▲ 2")
    expect(log).to_be_focused()


def test_a_phone_fetches_nothing_for_keys(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.joins(card(47, "up-1"))
    phone.page.evaluate("() => window.ready")
    phone.enters(phone.dock_button("End turn"))
    phone.page.wait_for_load_state("networkidle")
    assert [url for url in asked if "wide" in url or url.endswith("/keys")] == []
