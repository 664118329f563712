"""A browser that throws away what it keeps, or keeps nothing: what is entered is not lost by it."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.shortcuts import card

DELETED = """() => new Promise((done, fail) => {
  const asked = indexedDB.deleteDatabase("companion");
  asked.onsuccess = () => done();
  asked.onerror = asked.onblocked = fail;
})"""


KEEPS_NOTHING = """
for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
}
navigator.locks.request = async () => { throw new DOMException("no", "SecurityError"); };
"""


def clears(phone: Phone) -> None:
    """The browser throws away the storage under the open page."""
    session = phone.context.new_cdp_session(phone.page)
    origin = phone.page.evaluate("location.origin")
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
    session.detach()


def deletes(phone: Phone) -> None:
    """Another page deletes the database under this one."""
    phone.page.evaluate(DELETED)


def rests(phone: Phone) -> None:
    """The next tap is no second one of the last, wherever its chip is drawn by then."""
    phone.page.wait_for_function(
        "() => Date.now() - JSON.parse(sessionStorage.tap ?? '[0, 0, 0]')[2] > 400"
    )


@pytest.mark.long
def test_what_waited_is_there_again_after_the_storage_was_thrown_away(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    phone.goes_away()
    for at, loses in enumerate((clears, deletes)):
        phone.plays(3 + 2 * at, "up-1")
        loses(phone)
        rests(phone)
        phone.plays(4 + 2 * at, "up-1")
        expect(phone.waits).to_have_count(2 + 2 * at)
    phone.comes_back()
    assert [number for _, number, _ in phone.entries] == [2, 3, 4, 5, 6]
    rests(phone)
    phone.plays(7, "up-1")
    assert phone.entries[-1] == ("card-played", 7, "up-1")


@pytest.mark.long
def test_a_browser_that_refuses_all_storage_plays_all_the_same(phone: Phone) -> None:
    phone.context.add_init_script(KEEPS_NOTHING)
    phone.joins(card(2, "up-1"))
    expect(phone.net).to_have_text("Live")
    for number in (3, 4):
        phone.tap(phone.chip(number, "up-1"))
        expect(phone.face("up-1").locator("b")).to_have_text(str(number))
        phone.page.wait_for_timeout(500)  # or the next one would be a second tap on the spot
