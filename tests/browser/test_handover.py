"""A game that began on one phone without network goes onto the server, and on with two."""

from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.browser.chromium import held as held_by
from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

pytestmark = pytest.mark.long


# Its board and its mirror are on the phone.
KEPT_PAGE = """async (address) => {
  const has = async (name) => Boolean(await (await caches.open(name)).match(address));
  return (await has("pages")) && has("mirrors");
}"""


@pytest.fixture
def guest(browser: Browser, server: Server) -> Iterator[Phone]:
    """Another phone."""
    context = browser.new_context(**held_by(server.url))
    yield Phone(context)
    context.close()


def begins_offline(phone: OwnTables) -> str:
    """A game of Extreme in its second turn, on the phone alone; its address there."""
    phone.forgives("net::ERR_", "503")
    phone.context.set_offline(True)
    phone.opens_tables()
    phone.starts_here("The Game: Extreme", 2)
    phone.plays(3, "up-1")
    phone.plays(94, "down-1")
    phone.plays(93, "down-1")
    phone.undoes()
    phone.ends_turn()
    phone.plays(4, "up-1")
    return str(phone.tab.url)


def to_phones(phone: OwnTables, here: str) -> None:
    table = here.rsplit("/", 2)[0]
    phone.page.goto(f"{table}/phones/")


def goes_over(phone: OwnTables) -> Phone:
    """Its table is on the server; the phone as it goes on there.

    Who was told that the server cannot be reached tries again, as it says.
    """
    notice = phone.page.locator(".handing .notice", has_text="try again when you are online")
    button = phone.page.get_by_role("button", name="Several phones")
    button.click()
    while "/here/" in phone.tab.url:
        with suppress(Error):  # its frame is gone with the page
            if notice.is_visible():
                button.click()
        phone.tab.wait_for_timeout(200)
    phone.tab.locator(".qr").first.wait_for(timeout=STARTS)
    return Phone(phone.context, page=phone.tab)


def test_an_evening_goes_from_one_phone_to_two(held: Restarts, guest: Phone) -> None:
    alone = OwnTables(held.phone)
    here = begins_offline(alone)
    before = alone.record()
    to_phones(alone, here)
    alone.page.get_by_role("button", name="Several phones").click()
    notice = alone.page.locator(".handing .notice")
    expect(notice).to_contain_text("The server cannot be reached.")
    alone.context.set_offline(False)
    held.phone.opens()
    stale = OwnTables(held.phone)
    stale.opens_tables(here)
    alone.tab.bring_to_front()
    host = goes_over(alone)
    link = host.page.locator("[data-share]").first.get_attribute("data-share")
    assert link
    stale.tab.bring_to_front()
    expect(stale.page.get_by_role("main")).to_contain_text("This table is on the server now.")
    host.page.bring_to_front()
    there = here.replace("/here/", "/")
    guest.visits(urlsplit(link).path)
    guest.goes(guest.page.locator(".names-of button").last)
    guest.visits(there)
    host.visits(there)
    assert host.record() == before
    host.plays(5, "up-1")
    expect(guest.face("up-1").locator("b")).to_have_text("5")

    host.counts = True  # without network it goes on as any table of the server
    host.visits(there)
    host.has(KEPT_PAGE, there, timeout=STARTS)
    host.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    host.forgives("net::ERR_")
    host.context.set_offline(True)
    host.visits(there)
    host.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    host.reached = False
    expect(host.face("up-1").locator("b")).to_have_text("5")
    host.plays(6, "up-1")
    expect(host.face("up-1").locator("b")).to_have_text("6")
    host.comes_back()
    expect(guest.face("up-1").locator("b")).to_have_text("6")
    guest.ends_turn()
    guest.plays(92, "down-1")
    expect(host.face("down-1").locator("b")).to_have_text("92")
    host.cannot_play()
    for phone in (host, guest):
        phone.visits(there)
        phone.page.locator(".result").wait_for()
    assert host.record() == guest.record()
    assert [entry["card"] for entry in host.record()["entries"] if "card" in entry] == [
        3, 94, 4, 5, 6, 92,
    ]  # fmt: skip

    local = OwnTables(host)
    local.opens_tables(here)
    expect(local.page.get_by_role("main")).to_contain_text("This table is on the server now.")
    local.page.get_by_role("link", name="Go on there").click()
    host.page.locator(".result").wait_for()
    assert host.page.url == there
    host.visits("/")
    expect(host.page.locator(".rows a", has_text="Player")).to_have_count(1)
