"""Every tap on a board without network: it is heard, or says what it needs, and nothing breaks."""

import pytest
from playwright.sync_api import expect

from tests.browser import bluff_places, brain_places
from tests.browser.bluff_places import scored
from tests.browser.brain_places import DRAW, extra
from tests.browser.phone import Phone
from tests.browser.shortcuts import CANNOT, card

LOADED = "() => typeof kept === 'object' && typeof htmx === 'object'"
TELLS = """
window.rejected = [];
addEventListener("unhandledrejection", ({ reason }) => rejected.push(String(reason)));
addEventListener("click", (event) => {
  if (event.target.closest("a[href]")) event.preventDefault();
});
"""
# Each of them is tapped, if it is still there, and what that opened is closed again.
TAP_ALL = """async () => {
  const kinds = "a[href], button, summary, input, label";
  const shown = () => [...document.querySelectorAll(`#main :is(${kinds})`)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const before = shown().length;
  for (let at = 0; at < before; at += 1) {
    const target = shown()[at];
    const tap = new MouseEvent("click", { bubbles: true, cancelable: true });
    if (target && !target.disabled) target.dispatchEvent(tap);
    await new Promise((done) => setTimeout(done));
    document.querySelectorAll("dialog[open]").forEach((each) => each.close());
  }
  return before;
}"""
BEGINS = (
    lambda phone: phone.joins(),
    lambda phone: phone.joins(card(2, "up-1"), aids="y"),
    lambda phone: phone.joins(card(47, "up-1", "none"), extreme="y"),
    lambda phone: brain_places.sits(phone, extra(), DRAW),
    lambda phone: bluff_places.sits(phone, scored(1, 2, 3, 4, 5)),
    lambda phone: phone.joins(card(2, "up-1"), CANNOT),
)


@pytest.fixture
def phone(phone: Phone) -> Phone:
    phone.context.grant_permissions(["clipboard-write"])  # as browsers do for a page that is tapped
    phone.context.add_init_script(TELLS)
    phone.page.reload()
    phone.forgives("net::ERR_", "htmx:")
    return phone


@pytest.mark.long
def test_no_tap_on_a_board_without_network_breaks_anything(phone: Phone) -> None:
    """What leads to another page is the browser's: it is not followed here."""
    for begins in BEGINS:
        begins(phone)
        phone.page.wait_for_function(LOADED)
        phone.context.set_offline(True)
        assert phone.page.evaluate(TAP_ALL)
        phone.context.set_offline(False)
        phone.has("async () => !queue.waiting().length")
        assert phone.page.evaluate("rejected") == []


@pytest.mark.long
def test_a_sheet_says_that_it_needs_the_network_and_a_question_is_left_without(
    phone: Phone,
) -> None:
    phone.joins(card(2, "up-1"), card(47, "up-2"))
    phone.page.wait_for_function(LOADED)
    said = phone.page.get_by_text("You need a connection for that.")
    link = phone.page.locator("#main .owed a[data-sheet]")
    phone.page.route("**/rules/**", lambda route: route.fulfill(body="<h1>Hotel</h1>"), times=1)
    phone.tap(link)  # a portal on the way fills no sheet
    expect(said).to_be_in_viewport(ratio=1)
    expect(phone.sheet).to_be_hidden()
    expect(phone.page.get_by_text("Hotel")).to_have_count(0)
    phone.context.set_offline(True)
    phone.takes_a_moment(link)
    phone.tap(link)
    expect(said).to_be_in_viewport(ratio=1)
    phone.context.set_offline(False)
    expect(said).to_be_hidden()
    assert phone.page.evaluate("rejected") == []

    phone.keys_in(36, "up-2")
    phone.hears("Enter it anyway?")
    phone.goes_away()
    phone.tap(phone.question.get_by_role("link", name="My mistake"))
    expect(phone.question).to_have_count(0)
    phone.plays(48, "up-2")
    phone.comes_back()
    assert phone.entries[2:] == [("card-played", 48, "up-2")]
