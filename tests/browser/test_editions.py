"""The app is brought up to date during an evening, or back: the page is older, or newer."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import held
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card

EDITIONS = {"older": "companion:create_app", "newer": "tests.browser.editions:newer"}
IS_KEPT = (
    "async () => Boolean(navigator.serviceWorker.controller && await caches.match(location.href))"
)
EDITION = "globalThis.edition ?? 'older'"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Server]:
    """An app of its own, which can come back as another edition."""
    server = Server(tmp_path)
    yield server
    server.stop()


@pytest.mark.long
@pytest.mark.parametrize(
    ("before", "after"),
    [("older", "newer"), ("newer", "older")],
)
def test_what_waited_for_one_edition_is_taken_by_another(
    browser: Browser, served: Server, before: str, after: str
) -> None:
    served.factory = EDITIONS[before]
    served.start()
    phone = Phone(browser.new_context(**held(served.url)))
    phone.forgives("net::ERR_")
    phone.joins(card(47, "up-1"))
    assert phone.page.evaluate(EDITION) == before
    phone.has(IS_KEPT)
    served.kill()
    phone.tap(phone.chip(48, "up-1"))
    expect(phone.waits).to_have_text(["48 ▲ 1"])
    served.factory = EDITIONS[after]
    served.start()
    phone.is_reached()
    assert phone.entries == [("card-played", 47, "up-1"), ("card-played", 48, "up-1")]
    phone.plays(49, "up-1")  # the page is still the one of before
    assert phone.page.evaluate(EDITION) == before
    phone.page.reload()
    assert phone.page.evaluate(EDITION) == after
    phone.plays(50, "up-1")
    assert len(phone.entries) == 4
    phone.context.close()
    assert phone.complaints == []
