"""A game that began on one phone goes onto a server, comes along again, and other games follow.

What comes of each step is shown by tests/local and tests/store: here are the scripts.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Playwright, expect

from companion.web.static.packages import Package
from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.support.live_server import Server
from tests.support.static_host import ROOT, StaticHost

pytestmark = pytest.mark.long

MOVED = "This game is on the server, and goes on there."
COPY = "A copy of a table on the server."
WAITS = ".handing small"
# Its board and its mirror are on the phone.
KEPT_PAGE = """async (address) => {
  const has = async (name) => Boolean(await (await caches.open(name)).match(address));
  return (await has("pages")) && has("mirrors");
}"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "instance") as running:
        yield running


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, package: Package) -> Iterator[StaticHost]:
    """A site with the whole app, and no server."""
    with StaticHost(tmp_path_factory.mktemp("www"), package) as running:
        yield running


def plays(phone: OwnTables) -> str:
    """A game of Extreme that has just begun goes on; its address."""
    phone.plays(3, "up-1")
    phone.plays(94, "down-1")
    phone.ends_turn()
    phone.plays(4, "up-1")
    return str(phone.page.url)


def starts_before_the_app(phone: OwnTables) -> None:
    """From the shelf of a site to the board of that game, while the app is still coming."""
    phone.visits(ROOT)
    phone.page.get_by_role("link", name="The Game: Extreme 1 to 5").click()
    phone.page.get_by_role("radio", name="2").check()
    phone.page.get_by_role("button", name="Start").click()
    expect(phone.page.get_by_role("button", name="Downloading")).to_be_visible()
    phone.tab.wait_for_url(f"**{ROOT}here/t/**", timeout=STARTS)
    phone.shows_tables()


def phones_of(game: str) -> str:
    """The page of the phones at the table of this game."""
    return f"{game.rsplit('/', 2)[0]}/phones/"


def cards(phone: Phone, game: str) -> list[int]:
    record = phone.context.request.get(f"{game}record.json", max_retries=1).json()
    return [entry["card"] for entry in record["entries"] if "card" in entry]


def test_an_evening_goes_from_one_phone_to_several_and_along(held: Restarts) -> None:
    alone = OwnTables(held.phone)
    alone.forgives("net::ERR_", "503")
    alone.opens_tables("/here/")
    alone.starts_here("The Game: Extreme", 2)
    here = plays(alone)
    held.phone.opens()
    stale = OwnTables(held.phone)
    stale.opens_tables(here)
    alone.tab.bring_to_front()
    alone.page.goto(phones_of(here))
    alone.page.get_by_role("button", name="Several phones").click()
    alone.tab.locator(".qr").first.wait_for(timeout=STARTS)
    host = Phone(alone.context, page=alone.tab)
    stale.tab.bring_to_front()
    expect(stale.page.get_by_role("main")).to_contain_text(MOVED)
    host.page.bring_to_front()
    there = here.replace("/here/", "/")
    host.has(KEPT_PAGE, there, timeout=STARTS)
    host.visits("/")
    rows = host.page.locator(".rows a", has_text="Player")
    expect(rows.locator("span")).to_have_text(["1 game", "1 game, copied here"])

    table = there.rsplit("/", 2)[0] + "/"
    host.visits(table)  # is kept
    host.visits(f"{table}phones/")
    host.page.get_by_role("link", name="Copy to phone").click()
    own = OwnTables(host)
    own.shows_tables()
    own.tab.wait_for_url(f"**/here{urlsplit(table).path}", timeout=STARTS, wait_until="commit")
    expect(own.page.get_by_role("main")).to_contain_text(COPY)
    host.visits(there)
    host.plays(5, "up-1")
    host.ends_turn()
    host.cannot_play()
    host.page.locator(".result").wait_for()
    host.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    own.context.set_offline(True)
    host.visits(there)
    host.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    host.page.wait_for_function("!navigator.onLine")
    host.page.get_by_role("button", name="Play again").click()
    host.page.wait_for_url(re.compile(r"/here/new/the-game"), timeout=STARTS)
    own.shows_tables()
    own.goes(own.button("Start"))
    own.plays(10, "up-1")
    new = own.page.url.replace("/here/", "/")
    own.page.goto(table.replace("/t/", "/here/t/"))
    expect(own.page.locator(WAITS)).to_have_text("1 game is not on the server yet.")
    own.context.set_offline(False)
    expect(own.page.locator(WAITS)).to_have_count(0, timeout=STARTS)
    assert (cards(own, there), cards(own, new)) == ([3, 94, 4, 5], [10])


def several(phone: OwnTables, server: Server) -> None:
    button = phone.page.get_by_role("button", name="Several phones")
    expect(button.locator("small")).to_have_text(f"on 127.0.0.1:{server.port}")
    button.click()


def test_an_evening_goes_onto_a_server_at_another_address_that_allows_it_and_back(
    playwright: Playwright, site: StaticHost, elsewhere: Server, tmp_path: Path
) -> None:
    browser = Restarts(playwright, site.url, tmp_path / "browser")
    alone = OwnTables(browser.phone)
    starts_before_the_app(alone)
    alone.context.set_offline(True)
    here = plays(alone)
    browser.ends()
    alone = OwnTables(browser.start())
    alone.forgives("net::ERR_", "404", "CORS")
    alone.context.set_offline(True)
    alone.tab.goto(ROOT)
    alone.shows_tables()
    alone.page.goto(here)
    expect(alone.face("up-1").locator("b")).to_have_text("4")
    alone.context.set_offline(False)
    alone.page.goto(phones_of(here))
    there = here.replace(f"{site.url}{ROOT}here/", f"{elsewhere.url}/")
    alone.page.get_by_label("Address of the server").fill(f"{elsewhere.url}/join")
    alone.goes(alone.page.get_by_role("button", name="Use this server"))
    several(alone, elsewhere)
    notice = alone.page.locator(".handing .notice")
    expect(notice).to_contain_text("The server cannot be reached, or it takes no tables from here.")
    expect(notice).to_contain_text(f"allow {site.url}.")

    elsewhere.stop()
    elsewhere.settings["ALLOWED_ORIGINS"] = site.url
    elsewhere.start()
    several(alone, elsewhere)
    alone.tab.wait_for_url(f"{elsewhere.url}/j/*", timeout=STARTS)
    alone.tab.locator(".names-of button").first.click()
    alone.tab.locator(".qr").first.wait_for(timeout=STARTS)
    assert cards(Phone(alone.context, page=alone.tab), there) == [3, 94, 4]

    alone.opens_tables(here)
    expect(alone.page.get_by_role("main")).to_contain_text(MOVED)
    with alone.tab.expect_response(re.compile(r"/along\?"), timeout=STARTS) as updated:
        alone.page.goto(phones_of(here))
    assert updated.value.ok
    assert alone.complaints == []
    browser.ends()
