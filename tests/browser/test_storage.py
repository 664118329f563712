"""A browser that keeps nothing: what is entered is not lost by it."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.shortcuts import card

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
