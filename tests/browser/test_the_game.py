"""The Game by taps: as few as can be, on chips and on the pad, and turns by numbers."""

import re
import struct
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone
from tests.browser.places import BEATEN

Does = Callable[[Phone], object]


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
        opens_keyboard = "input:not([type=radio], [type=hidden]), textarea"
        assert phone.pad.locator(opens_keyboard).count() == 0
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


def test_three_seats_share_a_row_and_an_ending_begins_at_its_top(phone: Phone) -> None:
    phone.starts(players=3)
    tops = "all => new Set(all.map((each) => each.getBoundingClientRect().top)).size"
    for width, height in ((360, 640), (390, 844)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.page.locator(".counts > [data-seat-of]").evaluate_all(tops) == 1, width
    phone.page.set_viewport_size({"width": 280, "height": 653})
    phone.enters(phone.button("I can’t play"))
    expect(phone.page.get_by_role("heading", level=1)).to_be_in_viewport(ratio=1)


def test_a_result_becomes_a_picture(phone: Phone) -> None:
    phone.joins(*BEATEN)
    with phone.page.expect_download() as coming:
        phone.tap(phone.link("Picture"))
    assert re.fullmatch(r"The Game \d{4}-\d\d-\d\d\.png", coming.value.suggested_filename)
    head = coming.value.path().read_bytes()[:24]
    assert (head[1:4], head[16:]) == (b"PNG", struct.pack(">II", 1080, 1350))
    expect(phone.link("Saved")).to_be_visible()
