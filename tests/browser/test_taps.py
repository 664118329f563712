"""How many taps a thing takes: the phone is used with one thumb while others wait."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.shortcuts import card

pytestmark = pytest.mark.usefixtures("pooled_phones")

Does = Callable[[Phone], None]
RARE = pytest.mark.long  # a variation of another case


def test_the_first_visit_is_three_taps_from_a_ready_board(phone: Phone) -> None:
    phone.starts(players=4)
    assert phone.taps == 3
    assert phone.screen().hands == [6, 6, 6, 6]
    assert phone.screen().heading == "Player 1 starts"


def plays(card: int, pile: str) -> Does:
    return lambda phone: phone.plays(card, pile)


def keys_in(card: int, pile: str) -> Does:
    return lambda phone: phone.keys_in(card, pile)


def types_one_digit_and_sends(phone: Phone) -> None:
    phone.tap(phone.face("down-1"))
    phone.tap(phone.pad.get_by_role("button", name="7", exact=True))
    phone.enters(phone.pad.get_by_role("button", name="Enter"))


def lets_ben_start(phone: Phone) -> None:
    phone.enters(phone.page.get_by_role("button", name="Ben"))


def case(
    sentence: str,
    does: Does,
    taps: int,
    *entries: tuple[Any, ...],
    first: tuple[Does, ...] = (),
    marks: Any = (),
) -> Any:
    """One row: what is done first, then what is done within so many taps, and all that was said."""
    return pytest.param(first, does, taps, list(entries), id=sentence, marks=marks)


TWO_LAID = (plays(2, "up-1"), plays(99, "down-1"))
LAID = (("card-played", 2, "up-1"), ("card-played", 99, "down-1"))
ENDED = ("turn-ended",)


@pytest.mark.parametrize(
    ("first", "does", "taps", "entries"),
    [
        case("a card with a chip", plays(4, "up-2"), 1, ("card-played", 4, "up-2")),
        case("any other card", plays(47, "up-1"), 3, ("card-played", 47, "up-1")),
        case("a low card by a leading zero", keys_in(9, "down-2"), 3,
             ("card-played", 9, "down-2"), marks=RARE),
        case("a low card by the send key", types_one_digit_and_sends, 3,
             ("card-played", 7, "down-1"), marks=RARE),
        case("ten back", plays(37, "up-1"), 1, ("card-played", 47, "up-1"),
             ("card-played", 37, "up-1"), first=(plays(47, "up-1"),)),
        case("another starter", lets_ben_start, 1, ("starter-chosen", 1)),
        case("a forgotten end of turn", lambda phone: phone.enters(phone.button("4 was Ben’s")), 1,
             *LAID, ENDED, ("card-played", 4, "up-2"), first=(*TWO_LAID, plays(4, "up-2"))),
    ],
)  # fmt: skip
def test_it_takes_no_more_taps(
    phone: Phone, first: tuple[Does, ...], does: Does, taps: int, entries: list[tuple[Any, ...]]
) -> None:
    phone.joins()
    for step in first:
        step(phone)
    phone.taps = 0
    does(phone)
    assert phone.taps == taps
    assert phone.entries == entries


def test_what_is_not_about_a_card_is_one_tap(phone: Phone) -> None:
    phone.joins(card(2, "up-1"), card(99, "down-1"))
    walk: dict[str, tuple[Does, list[tuple[Any, ...]]]] = {
        "undo": (Phone.undoes, [LAID[0]]),
        "redo": (Phone.redoes, [*LAID]),
        "end of turn": (Phone.ends_turn, [*LAID, ENDED]),
        "I cannot play": (Phone.cannot_play, [*LAID, ENDED, ("cannot-play",)]),
        "play on after the end": (
            lambda phone: phone.enters(phone.button("Keep playing")),
            [*LAID, ENDED],
        ),
    }
    for what, (does, entries) in walk.items():
        phone.taps = 0
        does(phone)
        assert (phone.taps, phone.entries) == (1, entries), what


def lays(card: int, pile: str, command: str) -> Does:
    """By its chip, and then its sign."""

    def does(phone: Phone) -> None:
        phone.plays(card, pile)
        phone.chooses(command)

    return does


def keys_command(card: int, pile: str, command: str) -> Does:
    return lambda phone: phone.keys_in(card, pile, command)


def chooses_between_the_digits(phone: Phone) -> None:
    phone.tap(phone.face("up-1"))
    phone.tap(phone.pad.get_by_role("button", name="4", exact=True))
    phone.tap(phone.command("skull"))
    phone.enters(phone.pad.get_by_role("button", name="7", exact=True))


SKULL_47 = ("card-played", 47, "up-1", "skull", "skull")
OVER_THREE = (plays(2, "up-1"), plays(3, "up-1"))


@pytest.mark.parametrize(
    ("first", "does", "taps", "entries"),
    [
        case("a card that nobody knows", plays(4, "up-2"), 1,
             ("card-played", 4, "up-2"), marks=RARE),
        case("its command", lays(4, "up-2", "draw-one"), 2,
             ("card-played", 4, "up-2", "draw-one", "draw-one")),
        case("a card that is known", plays(5, "up-2"), 1,
             ("card-played", 5, "up-2", "skull"), marks=RARE),
        case("a known card by the pad", keys_in(50, "up-1"), 3,
             ("card-played", 50, "up-1", "silence"), marks=RARE),
        case("a command by the pad", keys_command(47, "up-1", "skull"), 4, SKULL_47),
        case("a command between the digits", chooses_between_the_digits, 4, SKULL_47, marks=RARE),
        case("a command after the digits", lays(47, "up-1", "skull"), 4, SKULL_47, marks=RARE),
        case("end of turn", Phone.ends_turn, 1, ("card-played", 2, "up-1"),
             ("card-played", 3, "up-1"), ENDED, first=OVER_THREE, marks=RARE),
        case("undo of a sign", Phone.undoes, 1, ("card-played", 4, "up-2"),
             first=(lays(4, "up-2", "stop"),), marks=RARE),
        case("undo of a stop that was known", Phone.undoes, 1, first=(plays(6, "up-2"),)),
    ],
)  # fmt: skip
def test_extreme_takes_no_more_taps(
    phone: Phone, first: tuple[Does, ...], does: Does, taps: int, entries: list[tuple[Any, ...]]
) -> None:
    phone.joins(extreme="y")
    phone.knows({"5": "skull", "50": "silence", "6": "stop"})
    for step in first:
        step(phone)
    phone.taps = 0
    does(phone)
    assert phone.taps == taps
    assert phone.entries == entries


@pytest.mark.long
def test_a_deck_of_28_commands_is_filled_in_with_36_taps(phone: Phone) -> None:
    phone.joins(extreme="y")
    phone.visits(f"{phone.game}../deck/the-game/")
    phone.taps = 0
    commands = ["stop", "skull", "three", "silence", "no-trick", "same-pile", "draw-one"]
    for first, command in enumerate(commands):
        phone.tap(phone.command(command))
        for number in range(10 + first, 94, 21):
            phone.enters(phone.page.locator(f"#card-{number}"))
    phone.goes(phone.button("All others: no command"))
    assert phone.taps == 36
    assert phone.page.get_by_text("The whole deck is known.").is_visible()


def test_the_pad_never_opens_a_keyboard(phone: Phone) -> None:
    phone.joins()
    phone.tap(phone.face("up-1"))
    fields = phone.pad.locator("input:not([type=radio]):not([type=hidden]), textarea")
    assert fields.count() == 0


def test_cards_that_are_none_are_said_on_the_pad_and_never_sent(phone: Phone) -> None:
    phone.joins()
    phone.tap(phone.face("up-1"))
    for digit in "01":
        phone.tap(phone.pad.get_by_role("button", name=digit, exact=True))
    assert phone.pad.get_by_text("Cards go from 2 to 99").is_visible()
    phone.tap(phone.pad.get_by_role("button", name="0", exact=True))
    phone.enters(phone.pad.get_by_role("button", name="2", exact=True))
    assert phone.entries == [("card-played", 2, "up-1")]


@pytest.mark.long
def test_the_pad_closes_without_an_entry(phone: Phone) -> None:
    phone.joins()
    phone.tap(phone.face("up-1"))
    phone.tap(phone.pad.get_by_role("button", name="5", exact=True))
    phone.tap(phone.pad.get_by_role("link", name="Cancel"))
    assert not phone.pad.is_visible()
    phone.tap(phone.face("up-1"))
    phone.tap(phone.pad.get_by_role("button", name="4", exact=True))
    phone.enters(phone.pad.get_by_role("button", name="7", exact=True))
    assert phone.entries == [("card-played", 47, "up-1")]


SET_BACK = "() => { const now = Date.now; Date.now = () => now() - 3_600_000; }"


def test_a_clock_that_is_set_back_takes_no_tap_away(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    expect(phone.net).to_have_text("Live")
    here = phone.page
    phone.opens().goto(here.url)
    phone.plays(3, "up-1")
    phone.page = here
    phone.page.bring_to_front()  # behind the other one it is drawn once in a while
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    phone.page.evaluate(SET_BACK)
    phone.page.wait_for_timeout(500)  # nobody takes a tap so late for one on the older picture
    for number in (4, 5):
        phone.tap(phone.chip(number, "up-1"))
        expect(phone.face("up-1").locator("b")).to_have_text(str(number))
        phone.page.wait_for_timeout(500)


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


@pytest.mark.long
def test_what_is_no_entry_is_sent_once_from_the_shelf(phone: Phone) -> None:
    phone.visits("/")
    assert phone.page.evaluate(TWICE) == [False, True]


def test_a_key_that_is_held_down_enters_once(phone: Phone) -> None:
    """Also where no script for keyboards is loaded, as in a low or narrow window."""
    phone.joins()
    phone.page.set_viewport_size({"width": 560, "height": 500})
    phone.goes_away()
    phone.page.locator(".pile button").first.focus()
    for _ in range(20):
        phone.page.keyboard.down("Enter")
    phone.page.keyboard.up("Enter")
    phone.has("() => queue.waiting().length > 0")
    phone.page.evaluate("queue.inTurn(() => {})")
    assert phone.waiting == 1


@pytest.mark.parametrize(
    "lacks",
    ["Array.prototype.findLast", pytest.param("HTMLDialogElement.prototype.showModal", marks=RARE)],
)
def test_a_browser_without_what_the_scripts_need_has_plain_forms(
    phones: Phones, lacks: str
) -> None:
    phone = phones(storage_state=None)
    phone.context.add_init_script(f"delete {lacks}")
    phone.joins()
    expect(phone.page.locator("#unable")).to_be_in_viewport()
    expect(phone.page.locator("#unable")).to_contain_text("This browser is too old")
    for target in (phone.chip(3, "up-1"), phone.button("Undo"), phone.face("up-1")):
        before = phone.page.url
        with phone.page.expect_navigation():
            target.click()
    assert phone.page.url != before  # the pad is a page of its own
    assert phone.entries == []
    phone.forgives("SyntaxError")
