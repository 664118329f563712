"""A result goes to the phone's own sheet where there is one; else it is copied, or saved."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.shortcuts import card

SAYS = r"The Game, 97 cards left\. Ann and Ben\. 1 turn\. .+ \d{4}\."


def ends(phone: Phone) -> None:
    """The end of a game comes into the page of its board."""
    phone.joins(card(2, "up-1"))
    phone.cannot_play()
    expect(phone.page.locator("[data-share]")).to_be_visible()
    phone.page.wait_for_function("() => window.sharing")


@pytest.mark.long
def test_without_one_it_is_copied_and_says_so(phone: Phone) -> None:
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.page.add_init_script("delete Navigator.prototype.share;")
    ends(phone)
    phone.tap(phone.link("Share"))
    expect(phone.link("Copied")).to_be_visible()
    assert phone.page.locator("#status").text_content() == "Copied"
    assert re.fullmatch(SAYS, pasted(phone))


def pasted(phone: Phone) -> str:
    """What the clipboard holds, as somebody pastes it: no page of ours may read it."""
    phone.page.evaluate("document.body.append(document.createElement('textarea'))")
    field = phone.page.locator("body > textarea")
    field.focus()
    phone.page.keyboard.press("ControlOrMeta+V")
    return field.input_value()
