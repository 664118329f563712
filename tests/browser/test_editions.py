"""The app is brought up to date during an evening, or back: the page is older, or newer."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import held
from tests.browser.phone import Phone
from tests.browser.shortcuts import card
from tests.support.live_server import Server

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
def test_what_waited_for_one_edition_is_taken_by_a_newer_and_an_older_one(
    browser: Browser, served: Server
) -> None:
    served.start()
    phone = Phone(browser.new_context(**held(served.url)))
    phone.forgives("net::ERR_")
    phone.joins(card(47, "up-1"))
    number = 47
    for before, after in pairwise(("older", "newer", "older")):
        assert phone.page.evaluate(EDITION) == before
        phone.has(IS_KEPT)
        expect(phone.net).to_have_text("Live")  # all scripts are there
        served.kill()
        phone.tap(phone.chip(number + 1, "up-1"))
        expect(phone.waits).to_have_text([f"{number + 1} ▲ 1"])
        served.factory = EDITIONS[after]
        served.start()
        phone.is_reached()
        phone.plays(number + 2, "up-1")  # the page is still the one of before
        assert phone.page.evaluate(EDITION) == before
        phone.page.reload()
        assert phone.page.evaluate(EDITION) == after
        number += 2
        played = [("card-played", each, "up-1") for each in range(47, number + 1)]
        assert phone.entries == played
    phone.context.close()
    assert phone.complaints == []
