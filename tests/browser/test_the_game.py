"""The Game by taps: a whole game, slips that are put right, lines of the log, turns by numbers."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.plans import beaten, in_turns
from tests.browser.screen import assert_says
from tests.browser.shortcuts import END, card, enter

BOTH = ["Ann", "Ben"]
ENDS = 14  # entries at the beginning, and as many at the end
Does = Callable[[Phone], object]


def assert_stands(phone: Phone, *entries: tuple[object, ...]) -> None:
    """These entries count, and the board says what they make."""
    assert phone.entries == list(entries)
    assert_says(phone.screen(), phone.state(), BOTH)


# A whole game


def test_a_game_for_two_is_beaten(phone: Phone) -> None:
    """Its first and its last part by taps; what lies between is entered by requests."""
    phone.starts(names=BOTH)
    plan = in_turns(beaten(), BOTH)
    for number, entry in enumerate(plan[:ENDS]):
        phone.does(entry)
        if number % 5 == 0:
            assert_says(phone.screen(), phone.state(), BOTH)
    game, seen = phone.game, phone.page.locator("#board").get_attribute("data-seen")
    phone.visits("/")  # no board is drawn again and again meanwhile
    enter(phone.context.request, game, plan[ENDS:-ENDS], after=int(str(seen)))
    phone.visits(game)
    assert_says(phone.screen(), phone.state(), BOTH)
    for entry in plan[-ENDS:]:
        phone.does(entry)
    assert phone.record()["entries"] == plan
    screen = phone.screen()
    assert (screen.heading, screen.ended[0]) == ("You won!", "All 98 cards are laid.")
    assert screen.figures == {"Ann": 49, "Ben": 49, "cards laid": 98}
    assert screen.final == [25, 50, 76, 51]


def test_a_game_gets_stuck_goes_on_and_is_played_again(phone: Phone) -> None:
    phone.starts(players=3, names=["Ann", "Ben", "Cas"], switches=["Expert"])
    phone.plays(90, "up-1")
    before = phone.screen()
    phone.cannot_play()
    ended = phone.screen()
    assert (ended.heading, ended.ended[0]) == ("97 cards left", "Ann could not play.")
    phone.enters(phone.button("Keep playing"))
    assert phone.screen() == before
    phone.cannot_play()
    phone.page.reload()
    assert phone.screen() == ended
    phone.tap(phone.page.get_by_text("Look back"))
    cards = phone.page.locator("details li")
    expect(cards).to_have_count(98)
    expect(cards.filter(has_text="90")).to_contain_text("out")
    first, phone.taps = phone.game, 0
    phone.goes(phone.button("Play again"))
    assert phone.taps == 1
    assert phone.game != first
    record = phone.record()
    assert (record["players"], record["options"]["expert"]) == (["Ann", "Ben", "Cas"], True)
    assert record["entries"] == []


# Taps


def on_pad(phone: Phone, name: str) -> Locator:
    return phone.pad.get_by_role("button", name=name, exact=True)


def test_nothing_takes_more_taps(phone: Phone) -> None:
    phone.starts(players=4)
    assert (phone.taps, phone.screen().heading) == (3, "Player 1 starts")
    phone.joins()
    two, far = ("card-played", 2, "up-1"), ("card-played", 47, "up-2")
    low, back, ended = ("card-played", 7, "down-2"), ("card-played", 37, "up-2"), ("turn-ended",)

    def types_one_digit(phone: Phone) -> None:
        phone.tap(phone.face("down-2"))
        phone.tap(on_pad(phone, "7"))
        phone.enters(on_pad(phone, "Enter"))

    walk: list[tuple[Does, int, list[tuple[Any, ...]]]] = [
        (lambda phone: phone.enters(phone.page.get_by_role("button", name="Ben")), 1,
         [("starter-chosen", 1)]),
        (Phone.undoes, 1, []),
        (lambda phone: phone.plays(2, "up-1"), 1, [two]),
        (lambda phone: phone.plays(47, "up-2"), 3, [two, far]),
        (types_one_digit, 3, [two, far, low]),
        (lambda phone: phone.enters(phone.button("7 was Ben’s")), 1, [two, far, ended, low]),
        (lambda phone: phone.plays(37, "up-2"), 1, [two, far, ended, low, back]),
        (Phone.undoes, 1, [two, far, ended, low]),
        (Phone.redoes, 1, [two, far, ended, low, back]),
        (Phone.ends_turn, 1, [two, far, ended, low, back, ended]),
    ]  # fmt: skip
    for at, (does, taps, entries) in enumerate(walk):
        phone.taps = 0
        does(phone)
        assert (phone.taps, phone.entries) == (taps, entries), at


def test_the_pad_takes_only_cards_and_opens_no_keyboard(phone: Phone) -> None:
    phone.joins()
    phone.tap(phone.face("up-1"))
    fields = phone.pad.locator("input:not([type=radio]):not([type=hidden]), textarea")
    assert fields.count() == 0
    phone.tap(on_pad(phone, "5"))
    phone.tap(phone.pad.get_by_role("link", name="Cancel"))
    assert not phone.pad.is_visible()
    phone.tap(phone.face("up-1"))
    for digit in "01":
        phone.tap(on_pad(phone, digit))
    assert phone.pad.get_by_text("Cards go from 2 to 99").is_visible()
    phone.tap(on_pad(phone, "0"))
    phone.enters(on_pad(phone, "2"))
    assert phone.entries == [("card-played", 2, "up-1")]


TWICE = """() => {
  const form = document.querySelector("form.preferences"), refused = [];
  addEventListener("submit", (event) => {
    refused.push(event.defaultPrevented);
    event.preventDefault();
  });
  form.requestSubmit();
  form.requestSubmit();
  return refused;
}"""
SET_BACK = "() => { const now = Date.now; Date.now = () => now() - 3_600_000; }"


@pytest.mark.long
def test_a_clock_that_is_set_back_takes_no_tap_away_and_the_shelf_takes_one(phone: Phone) -> None:
    phone.visits("/")
    assert phone.page.evaluate(TWICE) == [False, True]
    phone.joins(card(2, "up-1"))
    phone.enters(phone.chip(3, "up-1"))
    phone.page.evaluate(SET_BACK)
    for number in (4, 5):
        phone.page.evaluate("() => new Promise((done) => setTimeout(done, 500))")  # read it anew
        phone.tap(phone.chip(number, "up-1"))
        expect(phone.face("up-1").locator("b")).to_have_text(str(number))


@pytest.mark.long
def test_a_browser_that_is_too_old_for_the_scripts_has_plain_forms(phones: Phones) -> None:
    phone = phones(storage_state=None)
    phone.context.add_init_script("CSS.supports = (what) => !what.includes(':has')")
    phone.joins()
    expect(phone.page.locator("#unable")).to_contain_text("This browser is too old")
    for target in (phone.chip(3, "up-1"), phone.button("Undo"), phone.face("up-1")):
        with phone.page.expect_navigation():
            target.click()
    assert phone.page.url != phone.game  # the pad is a page of its own
    assert phone.entries == []
    phone.forgives("SyntaxError")


# Slips


LAID = ("card-played", 47, "up-1")


def answers(phone: Phone, name: str) -> None:
    """A way out of the question that stands open; it stands no more."""
    ways = phone.question.locator("a, button").filter(has_text=name)
    phone.enters(ways.first)
    expect(phone.question).to_have_count(0)


def test_a_slip_is_asked_about_and_can_be_many_things(phone: Phone) -> None:
    phone.joins(card(47, "up-1"))

    def slips() -> None:
        phone.keys_in(36, "up-1")
        phone.hears("36 does not fit on 47 going up. Enter it anyway?")

    slips()
    phone.tap(phone.question.get_by_role("link", name="The rule"))
    expect(phone.sheet.get_by_role("heading", name="Which card fits")).to_be_in_viewport()
    phone.tap(phone.sheet.get_by_role("link", name="Back", exact=True))
    answers(phone, "My mistake")
    assert_stands(phone, LAID)
    slips()
    answers(phone, "Enter 36")
    assert_stands(phone, LAID, ("card-played", 36, "up-1", True))
    expect(phone.pile("up-1").get_by_role("link", name="36 was entered anyway")).to_be_visible()
    phone.undoes()
    slips()
    phone.enters(phone.other_pile("down-2"))
    assert_stands(phone, LAID, ("card-played", 36, "down-2"))


# Turns by numbers


def lays(phone: Phone, cards: int) -> None:
    """One tap on this number."""
    phone.enters(phone.page.locator(f'.laid-numbers button[value="{cards}"]'))


@pytest.mark.long
def test_turns_by_numbers_and_only_the_result_are_few_taps(phone: Phone) -> None:
    phone.joins(card(40, "up-1"), card(41, "up-1"), END)
    phone.tap(phone.page.locator("a.laid"))
    phone.enters(phone.sheet.get_by_role("button", name="Every turn", exact=True))
    phone.taps = 0
    lays(phone, 2)
    assert (phone.taps, phone.face("up-1").locator("b").inner_text()) == (1, "?")
    phone.visits("/")
    phone.taps = 0
    phone.goes(phone.page.locator('a[href="/new/the-game-extreme"]'))
    phone.tap(phone.page.get_by_role("radio", name="Only the result"))
    phone.goes(phone.button("Start"))
    phone.tap(phone.page.get_by_role("switch", name="Lost by a command or fire"))
    phone.tap(phone.button("1"))
    phone.enters(phone.button("2"))
    assert phone.taps == 6
    expect(phone.page.locator(".result")).to_contain_text("Only the result was entered.")
