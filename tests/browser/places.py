"""Every page and state of the app that a phone can show, by a sentence."""

from collections.abc import Callable

from tests.browser.phone import Phone
from tests.browser.shortcuts import CANNOT, END, Facts, card

LONG = ["W" * 24, "Wilhelmina-Konstanze van", "M" * 24, "Ännchen von Tharau-Thüri", "@" * 24]
Goes = Callable[[Phone], None]


def beaten() -> list[Facts]:
    """A game that is won in one turn, the cards nobody entered caught up with."""
    return [
        {"kind": "hand-corrected", "player": 1, "cards": 0},
        {"kind": "hand-corrected", "player": 0, "cards": 98},
        {"kind": "cards-missed", "pile": "up-1", "count": 97, "top": 98},
        card(99, "up-1"),
    ]


def opens(path: str) -> Goes:
    """A page that needs no game."""

    def go(phone: Phone) -> None:
        phone.visits(path)

    return go


def comes_back(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    phone.visits("/")


def visits(path: str) -> Goes:
    """A page of a game in which a few cards lie."""

    def go(phone: Phone) -> None:
        phone.joins(card(47, "up-1"), card(37, "up-1"), END, card(80, "down-2"), aids="y")
        phone.visits(f"{phone.game}{path}")

    return go


def asks(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), card(80, "down-1"))
    phone.keys_in(36, "up-1")
    phone.question.wait_for()


def asks_upward(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), card(80, "down-1"))
    phone.keys_in(91, "down-1")
    phone.question.wait_for()


def opens_pad(phone: Phone) -> None:
    phone.joins(card(47, "up-1"))
    phone.tap(phone.face("up-2"))
    phone.pad.wait_for()


def opens_missed(phone: Phone) -> None:
    opens_pad(phone)
    phone.tap(phone.pad.get_by_role("link").last)
    phone.sheet.wait_for()


def opens_hands(phone: Phone) -> None:
    phone.joins(card(47, "up-1"))
    phone.tap(phone.page.locator("main a[data-sheet]").nth(1))
    phone.sheet.wait_for()


def opens_aids(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), aids="y")
    phone.tap(phone.page.locator("main a[data-sheet]").last)
    phone.sheet.wait_for()


PLACES: dict[str, Goes] = {
    "the shelf, empty": opens("/"),
    "the shelf with tables": comes_back,
    "set-up": opens("/new/the-game"),
    "a board before the first card": lambda phone: phone.joins(),
    "a board in mid-game": visits(""),
    "a board with aids": visits(""),
    "a question": asks,
    "a question below": asks_upward,
    "the pad": opens_pad,
    "the sheet of cards missed": opens_missed,
    "the sheet of hands": opens_hands,
    "the sheet of aids": opens_aids,
    "the end, beaten": lambda phone: phone.joins(*beaten()),
    "the end, stuck": lambda phone: phone.joins(card(2, "up-1"), CANNOT),
    "the log": visits("log/?all=1"),
    "a line": visits("log/1"),
    "a line of a turn's end": visits("log/3"),
    "a forgotten card": visits("log/3/forgotten"),
    "the rules": opens("/rules/the-game"),
    "a table": visits("../"),
    "nothing here": opens("/t/nowhere/"),
    "the pad as a page": visits("sheet/pad?pile=up-1"),
    "the second digit as a page": visits("sheet/pad?pile=up-1&tens=4"),
    "the hands as a page": visits("sheet/hands"),
    "the cards missed as a page": visits("sheet/missed"),
    "the aids as a page": visits("sheet/aids"),
}
