"""What a phone shows without network: the shelf, the rules, and the games."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect

from companion.games import TILES
from tests.browser.chromium import PORTRAIT
from tests.browser.phone import Phone
from tests.browser.shortcuts import card
from tests.support.live_server import Server

WORKERS = "allow"
# The second one is of a worker that was being fetched just then.
GONE = ("net::ERR_", "An unknown error occurred when fetching the script")
IS_COMPLETE = """async (pages) => {
  const { lang, dataset } = document.documentElement;
  const edition = await (await caches.match("/sw.js"))?.text();
  const kept = await Promise.all(pages.map((page) => caches.match(page)));
  return edition?.endsWith(`,${lang},${dataset.theme}`) && kept.every(Boolean);
}"""
SCRIPTED = """() => 'ready' in document.documentElement.dataset
  && [typeof htmx, typeof Idiomorph].every((each) => each === 'object')"""


def keeps(phone: Phone, *pages: str) -> None:
    """The worker is done: these pages are here, and the rules as this phone reads them."""
    phone.has(IS_COMPLETE, list(pages), timeout=60_000)


def test_a_board_the_shelf_and_the_rules_are_there_as_this_phone_reads_them(phone: Phone) -> None:
    phone.visits("/")
    phone.goes(phone.button("Nederlands"))
    phone.goes(phone.button("Donker"))
    phone.joins(card(47, "up-1"))
    path = phone.page.evaluate("location.pathname")
    keeps(phone, path, f"/rules/the-game?back={path}")
    top, html = phone.face("up-1").locator("b"), phone.page.locator("html")
    phone.forgives(*GONE)
    phone.context.set_offline(True)
    phone.visits("/rules/game-of-bluff/characters?q=gemma")
    expect(phone.page.locator("main")).to_have_attribute("lang", "nl")
    expect(html).to_have_attribute("data-theme", "dark")
    phone.visits("/")
    expect(html).to_have_attribute("lang", "nl")
    expect(phone.page.locator(".tile")).to_have_count(len(TILES))
    phone.visits(path)
    expect(top).to_have_text("47")
    phone.page.wait_for_function(SCRIPTED)
    phone.tap(phone.face("up-2"))
    expect(phone.pad).to_be_visible()
    phone.visits(path)
    phone.goes(phone.link("Regels"))
    phone.goes(phone.link("Terug naar het potje"))
    assert phone.page.evaluate("location.pathname") == path
    phone.context.set_offline(False)
    phone.page.reload()
    expect(top).to_have_text("47")


@pytest.mark.long
def test_without_https_nothing_is_kept_and_the_shelf_says_why(
    playwright: Playwright, chromium: Mapping[str, Any], server: Server
) -> None:
    named = [*chromium["args"], "--host-resolver-rules=MAP companion.test 127.0.0.1"]
    browser = playwright.chromium.launch(**{**chromium, "args": named})
    address = f"http://companion.test:{server.port}"
    phone = Phone(browser.new_context(base_url=address, viewport=PORTRAIT, has_touch=True))
    phone.forgives("Cross-Origin-Opener-Policy")  # it asks for https too
    phone.visits("/")
    said = phone.page.locator("[data-insecure]")
    expect(said).to_contain_text("Companion only works online here.")
    assert phone.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    phone.starts(2, ["Ann", "Ben"])
    phone.plays(2, "up-1")
    phone.visits("/")
    phone.goes(said.get_by_role("link"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Use offline")
    assert phone.complaints == []
    browser.close()
