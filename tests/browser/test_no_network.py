"""Every tap on a board without network: nothing breaks."""

import pytest

from tests.browser import bluff_places, brain_places
from tests.browser.bluff_places import scored
from tests.browser.brain_places import DRAW, extra
from tests.browser.phone import IS_WHOLE, SENT, Phone
from tests.browser.shortcuts import CANNOT, card

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
        phone.page.wait_for_function(IS_WHOLE)
        phone.context.set_offline(True)
        assert phone.page.evaluate(TAP_ALL)
        phone.context.set_offline(False)
        phone.has(SENT)
        assert phone.page.evaluate("rejected") == []
