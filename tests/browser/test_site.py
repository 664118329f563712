"""A site without a server in a browser: what works at once, and what waits for the app."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, Route, expect

from companion.web import assets, packages
from tests import local_package, packaged
from tests.browser import updates
from tests.browser.chromium import held
from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.browser.test_here import TILES
from tests.browser.test_offer import NO_ROOM
from tests.static_host import ROOT, StaticHost

IS_HERE = "Companion is on this phone and works offline."
IS_COMING = "Downloading Companion, so that it works offline."
STOPS = [
    (NO_ROOM, "There is not enough space on this phone. Make some room, then try again."),
    (
        "Object.defineProperty(window, 'DecompressionStream', { value: undefined });",
        "This browser cannot keep Companion. Update it, leave private browsing, or use another "
        "one.",
    ),
    (
        "Object.defineProperty(window, 'isSecureContext', { value: false });"
        "Object.defineProperty(window, 'caches', { value: undefined });",
        "Games need an address that begins with https. Here you can only read the rules.",
    ),
]
# The phone keeps a snapshot of the started app, by and by.
STARTED = """async () => {
  for (;;) {
    for (const name of (await caches.keys()).filter((each) => each.startsWith("local ")))
      for (const { url } of await (await caches.open(name)).keys())
        if (url.includes("/tables-snapshot?")) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}"""
ENGLISH, GERMAN = "en-GB", "de-CH"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHost]:
    """A site whose app is tiny, and does nothing."""
    instance = tmp_path_factory.mktemp("instance")
    local_package.put(instance)
    package = packages.find(packages.folder(instance))
    assert package
    running = StaticHost(tmp_path_factory.mktemp("www"), package)
    yield running
    running.stop()


@pytest.fixture
def language() -> str:
    return ENGLISH


@pytest.fixture
def phone(browser: Browser, host: StaticHost, language: str) -> Iterator[Phone]:
    """A phone that has never been here."""
    context = browser.new_context(**{**held(host.url), "locale": language})
    made = Phone(context)
    yield made
    assert made.complaints == []
    context.close()


def says(phone: Phone) -> Locator:
    return phone.page.locator("#local [role=status]")


def breaks(route: Route) -> None:
    route.abort("connectionreset")


def never(route: Route) -> None:
    """Nothing comes."""


def test_the_app_comes_behind_the_shelf(phone: Phone) -> None:
    phone.visits(ROOT)
    expect(says(phone)).to_have_text(IS_HERE)
    expect(phone.page.locator("#local progress")).to_be_hidden()


@pytest.mark.parametrize("language", [GERMAN])
def test_the_shelf_is_in_a_language_that_its_browser_likes(phone: Phone) -> None:
    phone.context.route("**/app.zip*", never)
    phone.visits(ROOT)
    phone.page.wait_for_url(f"**{ROOT}de/")
    expect(phone.page.get_by_role("heading", name="Am Tisch")).to_be_visible()


def test_another_language_and_light_are_chosen_before_there_is_an_app(phone: Phone) -> None:
    phone.context.route("**/app.zip*", never)
    phone.visits(ROOT)
    phone.page.get_by_role("button", name="Dark").click()
    html = phone.page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    phone.page.get_by_role("link", name="Nederlands").click()
    phone.page.wait_for_url(f"**{ROOT}nl/")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(phone.page.get_by_role("button", name="Donker")).to_have_attribute(
        "aria-pressed", "true"
    )
    phone.visits(ROOT)
    phone.page.wait_for_url(f"**{ROOT}nl/")
    assert phone.page.evaluate("localStorage.hereChosen") == "language=nl&theme=dark"


def test_a_wide_screen_gets_its_style_without_a_server(phone: Phone) -> None:
    phone.context.route("**/app.zip*", never)
    phone.page.set_viewport_size({"width": 1024, "height": 768})
    for page in ("de/", "en/new/the-game/", "nl/rules/the-game/"):
        phone.visits(f"{ROOT}{page}")
        phone.page.locator("style[data-wide]").wait_for(state="attached")


def test_meanwhile_rules_are_read_and_a_game_is_set_up(phone: Phone) -> None:
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


@pytest.mark.parametrize(("script", "sentence"), STOPS)
def test_what_stops_it_is_said_with_what_to_do(phone: Phone, script: str, sentence: str) -> None:
    phone.context.add_init_script(script)
    phone.visits(f"{ROOT}en/new/the-game/")
    expect(says(phone)).to_have_text(sentence)
    phone.page.get_by_role("button", name="Start").click()
    expect(says(phone)).to_be_in_viewport()
    expect(phone.page.get_by_role("button", name="Start")).to_be_visible()


def test_an_interrupted_download_goes_on_where_it_stopped(phone: Phone) -> None:
    phone.forgives("net::ERR_")
    phone.context.route("**/pyodide.asm.wasm*", breaks)
    phone.visits(ROOT)
    expect(says(phone)).to_have_text(
        "The download was interrupted. It will continue where it stopped."
    )
    phone.context.unroute("**/pyodide.asm.wasm*")
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url.split("/")[-1]))
    phone.page.get_by_role("button", name="Try again").click()
    expect(says(phone)).to_have_text(IS_HERE)
    assert not any(name.startswith(("app.zip", "page.js")) for name in asked)


def test_a_portal_on_the_way_does_no_harm(phone: Phone) -> None:
    phone.context.route("**/app.zip*", lambda route: route.fulfill(body="Log in first."))
    phone.visits(ROOT)
    expect(says(phone)).to_have_text("A file arrived damaged and was not kept. Try again.")
    phone.context.unroute("**/app.zip*")
    phone.page.get_by_role("button", name="Try again").click()
    expect(says(phone)).to_have_text(IS_HERE)


@pytest.mark.long
def test_the_app_starts_once_while_a_game_is_set_up(browser: Browser, tmp_path: Path) -> None:
    host = StaticHost(tmp_path / "www", packaged.find_or_make())
    phone = OwnTables(Phone(browser.new_context(**held(host.url))))
    phone.forgives("404")
    phone.visits(f"{ROOT}en/new/the-game/")
    phone.page.evaluate(STARTED)
    phone.page.get_by_role("radio", name="2").check()
    phone.page.get_by_role("button", name="Start").click()
    phone.tab.wait_for_url(f"**{ROOT}here/t/**", timeout=STARTS)
    phone.shows_tables()
    phone.plays(2, "up-1")
    phone.context.close()
    host.stop()


def lets_through(page: Page, held: list[Route]) -> None:
    """What was held goes on its way."""
    for route in held:
        route.continue_()
    page.context.unroute("**/tables.zip*")


@pytest.mark.long
def test_all_games_are_played_to_their_ends_in_flight_mode_and_are_there_again(
    playwright: Playwright, tmp_path: Path
) -> None:
    host = StaticHost(tmp_path / "www", packaged.find_or_make())
    browsers = Restarts(playwright, host, tmp_path / "browser", light=True)  # type: ignore[arg-type]
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
        lets_through(phone.page, waiting)
        phone.tab.wait_for_url(f"**{ROOT}here/**", timeout=STARTS)
        phone.shows_tables()
        phone.context.set_offline(True)
        expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
        records = {}
        for tile, (players, plays) in TILES.items():
            if records:  # the first one began while the app came
                phone.starts_here(tile, players)
            plays(phone)
            phone.page.locator(".result").wait_for()
            records[phone.game] = phone.record()
        assert all(game.startswith(f"{host.url}{ROOT}here/t/") for game in records)
        browsers.ends()

        again = OwnTables(browsers.start())
        again.forgives("net::ERR_", "404")
        again.context.set_offline(True)
        again.tab.goto(ROOT)
        again.shows_tables()
        assert again.tab.url.endswith(f"{ROOT}here/")
        for game, record in records.items():
            again.page.goto(game)
            again.page.locator(".result").wait_for()
            assert again.record() == record
    finally:
        browsers.ends()
        host.stop()


@pytest.mark.long
def test_a_newer_site_with_a_migration_takes_the_tables_along(
    playwright: Playwright, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked = tmp_path / "newer"
    unpacked.mkdir()
    edition = updates.newer()
    later = local_package.put(tmp_path, edition, updates.later_files(unpacked, {}))
    host = StaticHost(tmp_path / "www", packaged.find_or_make())
    browsers = Restarts(playwright, host, tmp_path / "browser", light=True)  # type: ignore[arg-type]
    try:
        phone = OwnTables(browsers.phone)
        phone.forgives("net::ERR_", "404")
        phone.visits(ROOT)
        expect(says(phone)).to_have_text(IS_HERE, timeout=STARTS)
        phone.opens_tables(f"{ROOT}here/")
        phone.starts_here("The Game", 2)
        phone.plays(2, "up-1")
        with monkeypatch.context() as patched:
            patched.setattr(assets, "edition", lambda: edition)
            newer = packages.find(later.parent)
            assert newer
            host.write(newer)
        updates.fetch(phone.tab, phone.tab.url)
        phone.context.set_offline(True)
        phone.opens_tables(phone.tab.url)
        assert updates.read_version(phone.tab) == updates.LATER
        phone.plays(3, "up-1")
        assert [entry[1] for entry in phone.entries] == [2, 3]
    finally:
        browsers.ends()
        host.stop()
