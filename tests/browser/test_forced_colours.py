"""Where the system forces its colours, as in the high contrast of Windows."""

from typing import Any

import pytest

from tests.browser.bluff_places import FIVE, sits, white
from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.places import PLACES

STYLE = """(each) => {
  const { backgroundColor, outlineStyle, outlineWidth, stroke } = getComputedStyle(each);
  return { backgroundColor, outline: [outlineStyle, outlineWidth], stroke };
}"""


def dark(phones: Phones) -> Phone:
    held = phones(forced_colors="active", color_scheme="dark")
    held.visits("/")
    return held


def style(phone: Phone, selector: str) -> Any:
    return phone.page.locator(selector).first.evaluate(STYLE)


@pytest.mark.long
def test_a_code_to_scan_is_dark_on_white(phones: Phones) -> None:
    phone = dark(phones)
    PLACES["the phones at a table, both ways in"](phone)
    assert style(phone, ".qr")["backgroundColor"] == "rgb(255, 255, 255)"
    assert style(phone, ".qr path")["stroke"] == "rgb(0, 0, 0)"


@pytest.mark.long
def test_what_is_chosen_looks_other_than_what_is_free_or_given(phones: Phones) -> None:
    phone = dark(phones)
    sits(phone)
    white(phone, FIVE[0], 3)
    first, second = ('[data-seat="0"] [value="{}"] + span', '[data-seat="1"] [value="{}"] + span')
    looks = [style(phone, each)["outline"] for each in (first.format(3), first.format(2))]
    looks.append(style(phone, second.format(3))["outline"])
    assert looks == [["solid", "4px"], ["solid", "1px"], ["dashed", "1px"]]
