"""A site without a server in a browser: what works at once, and what waits for the app."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Playwright, Route, expect

from companion.web.static import packages
from tests.browser.conftest import Phones
from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.support import local_app_package, tiny_package
from tests.support.static_host import ROOT, StaticHost

IS_COMING = "Downloading Companion, so that it works offline."


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHost]:
    """A site whose app is tiny, and does nothing."""
    instance = tmp_path_factory.mktemp("instance")
    tiny_package.put(instance)
    package = packages.find(packages.folder(instance))
    assert package
    running = StaticHost(tmp_path_factory.mktemp("www"), package)
    yield running
    running.stop()


@pytest.fixture
def workers() -> str:
    return "allow"


def says(phone: Phone) -> Locator:
    return phone.page.locator("#local [role=status]")


def never(route: Route) -> None:
    """Nothing comes."""


@pytest.mark.long
def test_before_there_is_an_app_likes_hold_and_rules_open(phones: Phones, host: StaticHost) -> None:
    phone = phones(base_url=host.url, locale="de-CH")
    phone.context.route("**/pyodide.asm.wasm*", never)
    phone.visits(ROOT)
    phone.page.wait_for_url(f"**{ROOT}de/")
    expect(phone.page.get_by_role("heading", name="Am Tisch")).to_be_visible()
    phone.page.get_by_role("button", name="Dunkel").click()
    html = phone.page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    phone.page.get_by_role("link", name="Nederlands").click()
    phone.page.wait_for_url(f"**{ROOT}nl/")
    expect(html).to_have_attribute("data-theme", "dark")
    phone.visits(ROOT)
    phone.page.wait_for_url(f"**{ROOT}nl/")
    assert phone.page.evaluate("localStorage.hereChosen") == "language=nl&theme=dark"

    phone = phones(base_url=host.url)
    phone.context.route("**/pyodide.asm.wasm*", never)
    phone.visits(ROOT)
    expect(says(phone)).to_have_text(IS_COMING)
    phone.page.get_by_role("link", name="Rules of The Game", exact=True).click()
    expect(phone.page.get_by_role("heading", name="Aim")).to_be_visible()
    phone.page.get_by_role("link", name="To the games").click()
    phone.page.get_by_role("link", name="The Game 1 to 5 players").click()
    phone.page.get_by_role("radio", name="3").check()
    phone.page.get_by_role("button", name="Start").click()
    expect(phone.page.locator(".dock .button.main")).to_have_text(
        re.compile(r"^Downloading: [1-9]\d?%$")
    )
    assert phone.page.url.endswith(f"{ROOT}en/new/the-game/")
    phone.page.set_viewport_size({"width": 1024, "height": 768})
    for page in ("de/", "en/new/the-game/", "nl/rules/the-game/"):
        phone.visits(f"{ROOT}{page}")
        phone.page.locator("style[data-wide]").wait_for(state="attached")


@pytest.mark.long
def test_a_game_is_played_and_there_again_offline(playwright: Playwright, tmp_path: Path) -> None:
    """That every page of every game has all it needs there is in tests/local."""
    host = StaticHost(tmp_path / "www", local_app_package.find_or_make())
    browsers = Restarts(playwright, host.url, tmp_path / "browser")
    try:
        phone = OwnTables(browsers.phone)
        phone.forgives("net::ERR_", "404")
        waiting: list[Route] = []
        phone.context.route("**/tables.zip*", lambda route: waiting.append(route))
        phone.visits(ROOT)
        phone.page.get_by_role("button", name="Dark").click()
        phone.page.get_by_role("link", name="The Game 1 to 5 players").click()
        phone.page.get_by_role("radio", name="2").check()
        phone.page.get_by_role("button", name="Start").click()
        expect(phone.page.get_by_role("button", name="Downloading")).to_be_visible()
        phone.page.wait_for_function("() => document.querySelector('progress').value > 0.5")
        for route in waiting:
            route.continue_()
        phone.context.unroute("**/tables.zip*")
        phone.tab.wait_for_url(f"**{ROOT}here/**", timeout=STARTS)
        phone.shows_tables()
        phone.context.set_offline(True)
        expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
        phone.plays(2, "up-1")
        phone.plays(99, "down-1")
        phone.undoes()
        phone.plays(98, "down-1")
        phone.ends_turn()
        phone.cannot_play()
        phone.page.locator(".result").wait_for()
        game, record = phone.game, phone.record()
        assert game.startswith(f"{host.url}{ROOT}here/t/")
        browsers.ends()

        again = OwnTables(browsers.start())
        again.forgives("net::ERR_", "404")
        again.context.set_offline(True)
        again.tab.goto(ROOT)
        again.shows_tables()
        again.page.goto(game)
        again.page.locator(".result").wait_for()
        assert again.record() == record
    finally:
        browsers.ends()
        host.stop()
