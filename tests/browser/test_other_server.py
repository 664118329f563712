"""A game that began on a phone of a site without a server goes onto a server elsewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.support import local_app_package
from tests.support.live_server import Server
from tests.support.static_host import ROOT, StaticHost

pytestmark = pytest.mark.long

REFUSED = "The server cannot be reached, or it takes no tables from here."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHost]:
    """A site with the whole app, and no server."""
    running = StaticHost(tmp_path_factory.mktemp("www"), local_app_package.find_or_make())
    yield running
    running.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of another address."""
    running = Server(tmp_path / "instance")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def alone(playwright: Playwright, site: StaticHost, tmp_path: Path) -> Iterator[OwnTables]:
    """A phone of the site, in the second turn of a game of Extreme."""
    browser = Restarts(playwright, site, tmp_path / "browser", light=True)  # type: ignore[arg-type]
    phone = OwnTables(browser.phone)
    phone.forgives("net::ERR_", "404", "CORS")
    phone.visits(ROOT)
    said = phone.page.locator("#local [role=status]")
    expect(said).to_have_text(re.compile("works offline"), timeout=STARTS)
    phone.opens_tables(f"{ROOT}here/")
    phone.starts_here("The Game: Extreme", 2)
    phone.plays(3, "up-1")
    phone.plays(94, "down-1")
    phone.ends_turn()
    phone.plays(4, "up-1")
    yield phone
    assert phone.complaints == []
    browser.ends()


def chooses(phone: OwnTables, address: str) -> str:
    """On the page of its phones it types this address; that of its game here."""
    game = phone.page.url
    phone.page.goto(f"{game.rsplit('/', 2)[0]}/phones/")
    another = phone.page.locator("summary", has_text="Another server")
    if not phone.page.get_by_label("Address of the server").is_visible():
        another.click()
    phone.page.get_by_label("Address of the server").fill(address)
    phone.goes(phone.page.get_by_role("button", name="Use this server"))
    return game


def cards(phone: Phone) -> list[int]:
    return [entry["card"] for entry in phone.record()["entries"] if "card" in entry]


def goes_on(phone: OwnTables, server: Server) -> Phone:
    """The phone as it goes on at the server, by the page that it was led to."""
    phone.tab.wait_for_url(f"{server.url}/arrive/*", timeout=STARTS)
    expect(phone.tab.get_by_role("main")).to_contain_text("This table is on this server now.")
    phone.tab.get_by_role("button", name="Go on").click()
    phone.tab.locator(".qr").first.wait_for(timeout=STARTS)
    return Phone(phone.context, page=phone.tab)


def several(phone: OwnTables, server: Server) -> None:
    """A tap that puts its table onto this server."""
    button = phone.page.get_by_role("button", name="Several phones")
    expect(button.locator("small")).to_have_text(f"on 127.0.0.1:{server.port}")
    button.click()


def test_an_evening_goes_onto_a_server_at_another_address_that_allows_it_and_back(
    alone: OwnTables, site: StaticHost, server: Server
) -> None:
    before = alone.record()
    game = chooses(alone, "ftp://cards.example")
    expect(alone.page.get_by_label("Address of the server")).to_have_value("ftp://cards.example")
    expect(alone.page.get_by_role("alert")).to_contain_text("begins with https or http")
    alone.page.goto(game)
    here = chooses(alone, f"{server.url}/join")
    several(alone, server)
    notice = alone.page.locator(".handing .notice")
    expect(notice).to_contain_text(REFUSED)
    expect(notice).to_contain_text(f"allow {site.url}.")

    server.stop()
    server.settings["ALLOWED_ORIGINS"] = site.url
    server.start()
    several(alone, server)
    host = goes_on(alone, server)
    expect(host.page.get_by_role("main")).to_contain_text("2 phones at this table")
    there = here.replace(f"{site.url}{ROOT}here/", f"{server.url}/")
    host.page.goto(there)
    host.page.locator("#board").wait_for()
    assert host.record() == before
    host.plays(5, "up-1")
    assert cards(host) == [3, 94, 4, 5]

    again = OwnTables(host)
    again.opens_tables(here)
    expect(again.page.get_by_role("main")).to_contain_text("This table is on the server now.")
    again.page.locator("summary", has_text="Is it not there?").click()
    again.page.get_by_role("button", name="Put it there again").click()
    host = goes_on(again, server)
    host.page.goto(there)
    host.page.locator("#board").wait_for()
    assert cards(host) == [3, 94, 4, 5]

    again = OwnTables(host)
    again.opens_tables(here)
    again.page.get_by_role("button", name="Take it along").click()
    table = f"{here.rsplit('/', 2)[0]}/"
    again.page.wait_for_url(table, timeout=STARTS)
    expect(again.page.get_by_role("main")).to_contain_text("A copy of a table of the server.")
    again.page.get_by_role("link", name="New game: The Game: Extreme", exact=True).click()
    again.page.get_by_role("button", name="Start").click()
    again.page.locator("#board").wait_for()
    again.plays(7, "up-1")
    new = again.page.url
    again.page.goto(table)
    expect(again.page.locator(".handing small")).to_have_count(0, timeout=STARTS)
    again.tab.goto(new.replace(f"{site.url}{ROOT}here/", f"{server.url}/"))
    again.tab.locator("#board").wait_for()
    assert cards(Phone(again.context, page=again.tab)) == [7]
