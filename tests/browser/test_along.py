"""Two phones take a table of the server along, and both play on there without network."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.local_app import STARTS, keeps_app
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

pytestmark = pytest.mark.long

TOLD = "While you were away, somebody else started a game too."


@pytest.fixture
def other(playwright: Playwright, server: Server, offered: None, tmp_path: Path) -> Iterator[Phone]:
    """Another phone, which keeps the app too."""
    made = Restarts(playwright, server, tmp_path / "other browser", light=True)
    yield keeps_app(made.phone)
    made.ends()


def takes_along(phone: Phone, table: str) -> OwnTables:
    """The table is on this phone too, by a tap on the page of its phones."""
    phone.page.goto(table)
    phone.page.goto(f"{table}phones/")
    phone.page.get_by_role("link", name="Take it along").click()
    own = OwnTables(phone)
    own.shows_tables()
    own.tab.wait_for_url(f"**/here{table}", timeout=60_000, wait_until="commit")
    expect(own.page.get_by_role("main")).to_contain_text("A copy of a table of the server.")
    return own


def by_its_link(own: OwnTables, table: str) -> None:
    own.tab.goto(table)
    own.tab.get_by_role("link", name="New game: The Game", exact=True).click()


def by_playing_again(own: OwnTables, table: str) -> None:
    own.tab.goto(table)
    own.tab.locator(".game-row").first.click()
    own.tab.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    own.tab.wait_for_function("!navigator.onLine")
    own.tab.get_by_role("button", name="Play again").click()
    own.tab.wait_for_url(re.compile(r"/here/new/the-game\?table="), timeout=60_000)


def plays_away(
    own: OwnTables, table: str, card: int, starts: Callable[[OwnTables, str], None]
) -> None:
    """Without network, from the pages of the server's table, a game is played to its end."""
    own.forgives("net::ERR_", "503")
    own.context.set_offline(True)
    starts(own, table)
    own.shows_tables()
    own.goes(own.button("Start"))
    assert f"/here{table}" in own.tab.url
    own.plays(card, "up-1")
    own.plays(card + 1, "up-1")
    own.ends_turn()
    own.cannot_play()
    own.page.locator(".result").wait_for()


def comes_back(own: OwnTables, table: str) -> None:
    """With network, its page of the table has sent what waited."""
    own.page.goto(own.page.url.split("/here/")[0] + f"/here{table}")
    expect(own.page.locator(".handing small")).to_have_text("1 game is not on the server yet.")
    own.context.set_offline(False)
    expect(own.page.locator(".handing small")).to_have_count(0, timeout=STARTS)


def games(page: Page) -> list[str]:
    """The addresses of the games that this page of a table lists, newest first."""
    rows = page.locator(".game-row").all()
    return [str(row.get_attribute("href")).replace("/here/", "/") for row in rows]


def test_two_phones_took_it_along_and_both_played_on(held: Restarts, other: Phone) -> None:
    host = held.phone
    host.starts(2)
    host.plays(47, "up-1")
    host.cannot_play()
    first = urlsplit(host.page.url).path
    table = first.rsplit("/", 2)[0] + "/"
    host.page.goto(f"{table}phones/")
    link = host.page.locator("[data-share]").first.get_attribute("data-share")
    assert link
    other.page.goto(urlsplit(link).path)
    other.goes(other.page.locator(".names-of button").last)

    phones = [takes_along(each, table) for each in (host, other)]
    plays_away(phones[0], table, 10, by_playing_again)
    plays_away(phones[1], table, 20, by_its_link)
    for phone in phones:
        comes_back(phone, table)
    one, two = phones
    expect(two.page.get_by_role("main")).to_contain_text(TOLD)
    expect(one.page.get_by_role("main")).not_to_contain_text(TOLD)
    one.page.goto(one.page.url)
    expect(one.page.get_by_role("main")).to_contain_text(TOLD, timeout=STARTS)

    for phone in phones:
        phone.page.get_by_role("button", name="Got it").click()
        expect(phone.page.locator(".news")).to_have_count(0)
        phone.page.goto(phone.page.url)
        expect(phone.page.locator(".handing button")).to_be_enabled(timeout=STARTS)
        expect(phone.page.get_by_role("main")).not_to_contain_text(TOLD)
        here = games(phone.page)
        phone.tab.goto(table)
        there = games(phone.tab)
        assert len(there) == len(set(there)) == 3
        assert here == there
        assert there[-1] == first
        played = []
        for game in reversed(there[:-1]):
            record = phone.tab.request.get(f"{game}record.json", max_retries=1).json()
            played.append([entry["card"] for entry in record["entries"] if "card" in entry])
        assert played == [[10, 11], [20, 21]]
        phone.tab.goto(f"{table}statistics")
        expect(phone.tab.get_by_role("main")).to_contain_text("3 games")
