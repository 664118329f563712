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

pytestmark = pytest.mark.usefixtures("pooled_phones")

BOTH = ["Ann", "Ben"]
ENDS = 14  # entries at the beginning, and as many at the end
Does = Callable[[Phone], object]


def assert_stands(phone: Phone, *entries: tuple[object, ...]) -> None:
    """These entries count, and the board says what they make."""
    assert phone.entries == list(entries)
    assert_says(phone.screen(), phone.state(), BOTH)


# A whole game


def plays_the_ends(phone: Phone, plan: list[dict[str, Any]], every: int) -> None:
    """The plan, its first and its last part by taps; what lies between is entered by requests."""
    for number, entry in enumerate(plan[:ENDS]):
        phone.does(entry)
        if number % every == 0:
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


def test_a_game_for_two_is_beaten(phone: Phone) -> None:
    phone.starts(names=BOTH)
    plays_the_ends(phone, in_turns(beaten(), BOTH), every=5)


@pytest.mark.long
def test_a_game_for_two_is_beaten_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    phone.starts(names=BOTH)
    phone.plays(40, "up-1")
    phone.plays(38, "up-1")
    phone.hears("38 does not fit on 40 going up.")
    phone.enters(phone.question.get_by_role("link", name="My mistake"))
    phone.undoes()
    plays_the_ends(phone, in_turns(beaten(), BOTH), every=10)


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
    phone.undoes()
    phone.plays(99, "down-1")
    slips()
    answers(phone, "It was Ben’s")
    laid = LAID, ("card-played", 99, "down-1"), ("turn-ended",)
    assert_stands(phone, *laid, ("card-played", 36, "up-1", True))
    phone.keys_in(47, "up-2")
    phone.hears("47 is already out. Entry 1 in the log: Ann: 47 on ▲ 1.")
    phone.goes(phone.question.get_by_role("link", name="That was another card"))
    phone.tap(phone.button("4"))
    phone.enters(phone.button("6"))
    phone.goes(phone.link("Show older entries"))
    expect(phone.page.get_by_role("link", name="Ann: 46 on ▲ 1")).to_contain_text("changed")
    phone.goes(phone.link("Back"))
    phone.ends_turn()
    phone.hears("Ben still has to lay 1 card. End the turn anyway?")
    answers(phone, "End the turn")
    assert phone.entries[-1] == ("turn-ended", True)


@pytest.mark.long
def test_hands_and_missed_cards_are_entered_on_sheets(phone: Phone) -> None:
    phone.joins(card(47, "up-1"))
    phone.tap(phone.page.get_by_role("link", name="Ben"))
    phone.tap(phone.sheet.locator("summary", has_text="Ann"))
    phone.enters(phone.sheet.get_by_role("button", name="7", exact=True))
    expect(phone.sheet).not_to_be_visible()
    hands = (("hand-corrected", 0, 7),)
    assert phone.screen().hands[0] == 7
    phone.tap(phone.face("up-2"))
    phone.tap(phone.pad.get_by_role("link", name="Enter missed cards"))
    expect(phone.pad).not_to_be_visible()
    phone.tap(phone.sheet.get_by_role("radio", name="100 ▼").last)
    phone.tap(phone.sheet.get_by_role("radio", name="3", exact=True))
    phone.tap(phone.sheet.get_by_role("button", name="8", exact=True))
    phone.enters(phone.sheet.get_by_role("button", name="0", exact=True))
    expect(phone.sheet).not_to_be_visible()
    assert_stands(phone, LAID, *hands, ("cards-missed", "down-2", 3, 80))
    for length in (2, 1, 0):
        phone.undoes()
        assert len(phone.entries) == length
    expect(phone.button("Undo")).to_have_count(0)
    phone.redoes()
    phone.plays(3, "up-2")
    expect(phone.button("Redo")).to_have_count(0)


# Lines of the log


@pytest.mark.long
@pytest.mark.parametrize("scripted", [True, False])
def test_any_line_is_changed_undone_and_restored(phones: Phones, scripted: bool) -> None:
    phone = phones(java_script_enabled=scripted)
    phone.joins(card(47, "up-1"), card(88, "down-1"), END, card(5, "up-2"))
    phone.goes(phone.link("Log"))
    expect(phone.page.get_by_role("listitem")).to_have_count(1)  # others say what is out

    def opens(words: str) -> None:
        if (older := phone.link("Show older entries")).count():
            phone.goes(older)
        phone.goes(phone.page.get_by_role("listitem").filter(has_text=words).get_by_role("link"))
        expect(phone.page.get_by_role("heading", level=1)).to_have_text(words)

    def keys(first: str, second: str) -> None:
        (phone.tap if scripted else phone.goes)(phone.button(first))
        phone.enters(phone.button(second))

    opens("Ann: 88 on ▼ 1")
    phone.enters(phone.button("Undo this entry"))
    opens("Ann: 88 on ▼ 1")
    phone.enters(phone.button("Restore this entry"))
    opens("Ann: 47 on ▲ 1")
    keys("4", "6")
    opens("Ann: 88 on ▼ 1")
    phone.tap(phone.page.get_by_role("radio", name="100 ▼"))
    keys("8", "8")
    opens("Ann: end of turn")
    phone.goes(phone.link("A card"))
    keys("4", "8")
    phone.goes(phone.link("Back"))
    first = ("card-played", 46, "up-1"), ("card-played", 88, "down-2")
    assert_stands(phone, *first, ("card-played", 48, "up-1"), ("turn-ended",),
                  ("card-played", 5, "up-2"))  # fmt: skip


# Turns by numbers


def lays(phone: Phone, cards: int) -> None:
    """One tap on this number."""
    phone.enters(phone.page.locator(f'.laid-numbers button[value="{cards}"]'))


def switches(phone: Phone, depth: str) -> None:
    """How much is entered, on its sheet."""
    phone.tap(phone.page.locator("a.laid"))
    phone.enters(phone.sheet.get_by_role("button", name=depth, exact=True))


def tops(phone: Phone) -> list[str]:
    return [phone.face(pile).locator("b").inner_text() for pile in ("up-1", "down-1")]


@pytest.mark.long
def test_turns_by_numbers_and_only_the_result_are_few_taps(phone: Phone) -> None:
    phone.joins(card(40, "up-1"), card(41, "up-1"), END)
    switches(phone, "Every turn")
    phone.taps = 0
    lays(phone, 2)
    assert (phone.taps, tops(phone)) == (1, ["?", "?"])
    phone.undoes()
    assert tops(phone) == ["41", "100"]
    phone.undoes()
    assert phone.chip(42, "up-1").count() == 1
    phone.redoes()
    phone.redoes()
    switches(phone, "Every card")
    phone.keys_in(60, "down-1")
    assert tops(phone) == ["?", "60"]
    phone.taps = 0
    phone.tap(phone.page.locator("a.laid"))
    phone.tap(phone.sheet.get_by_role("button", name="9", exact=True))
    phone.enters(phone.sheet.get_by_role("button", name="Enter", exact=True))
    assert phone.taps == 3
    expect(phone.page.locator(".result")).to_contain_text("left: excellent")

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
