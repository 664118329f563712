"""A result goes to the phone's own sheet where there is one; else it is copied, or saved."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.shortcuts import card

SHARES = "navigator.share = async ({ text }) => { window.shared = text; };"
NO_CLIPBOARD = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
document.execCommand = (what) => {
  window.copied = [what, getSelection().toString()];
  return true;
};
"""
SAYS = r"The Game, 97 cards left\. Ann and Ben\. 1 turn\. .+ \d{4}\."


def ends(phone: Phone) -> None:
    """The end of a game comes into the page of its board."""
    phone.joins(card(2, "up-1"))
    phone.cannot_play()
    expect(phone.page.locator("[data-share]")).to_be_visible()
    phone.page.wait_for_function("() => window.sharing")


def test_it_goes_to_the_sheet_of_the_phone(phone: Phone) -> None:
    phone.page.add_init_script(SHARES)
    ends(phone)
    phone.tap(phone.link("Share"))
    assert re.fullmatch(SAYS, phone.page.evaluate("shared"))
    phone.page.evaluate("""() => { navigator.share = async () => {
      window.times = (window.times ?? 0) + 1;
      throw new DOMException("no", "AbortError");
    }; }""")
    phone.enters(phone.dock_button("Keep playing"))
    phone.cannot_play()
    phone.page.wait_for_load_state("networkidle")
    phone.tap(phone.link("Share"))
    assert phone.page.evaluate("times") == 1  # also by a second end in the same page
    expect(phone.link("Share")).to_be_visible()  # whoever leaves that sheet is where they were


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


@pytest.mark.long
def test_without_https_it_is_copied_the_old_way(phone: Phone) -> None:
    phone.page.add_init_script("delete Navigator.prototype.share;" + NO_CLIPBOARD)
    ends(phone)
    phone.tap(phone.link("Share"))
    expect(phone.link("Copied")).to_be_visible()
    what, text = phone.page.evaluate("copied")
    assert what == "copy"
    assert re.fullmatch(SAYS, text)
    assert phone.page.locator("textarea:visible, body > textarea").count() == 0
