"""A phone takes a table of the server along, and plays on there without network."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.restarts import Restarts


def by_its_link(own: OwnTables, table: str) -> None:
    own.tab.goto(table)
    own.tab.get_by_role("link", name="New game: The Game", exact=True).click()


def by_playing_again(own: OwnTables, table: str) -> None:
    own.tab.goto(table)
    own.tab.locator(".game-row").first.click()
    own.tab.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    own.tab.wait_for_function("queue.off")
    own.tab.get_by_role("button", name="Play again").click()
    own.tab.wait_for_url(re.compile(r"/here/new/the-game\?table="), timeout=60_000)


def plays_away(
    own: OwnTables, table: str, number: int, starts: Callable[[OwnTables, str], None]
) -> None:
    """Without network, from the pages of the server's table, a game is played to its end."""
    own.context.set_offline(True)
    starts(own, table)
    own.shows_tables()
    own.goes(own.button("Start"))
    assert f"/here{table}" in own.tab.url
    own.plays(number, "up-1")
    own.cannot_play()
    own.page.locator(".result").wait_for()


def games(page: Page) -> list[str]:
    """The addresses of the games that this page of a table lists, newest first."""
    rows = page.locator(".game-row").all()
    return [str(row.get_attribute("href")).replace("/here/", "/") for row in rows]


@pytest.mark.long
def test_a_table_is_taken_along_and_played_on_with(held: Restarts) -> None:
    """What two phones come to that both played on is shown by the drill handover."""
    phone = held.phone
    phone.starts(2)
    phone.plays(47, "up-1")
    phone.cannot_play()
    first = urlsplit(phone.page.url).path
    table = first.rsplit("/", 2)[0] + "/"
    phone.page.goto(f"{table}phones/")
    phone.page.get_by_role("link", name="Take it along").click()
    own = OwnTables(phone)
    own.shows_tables()
    own.tab.wait_for_url(f"**/here{table}", timeout=60_000, wait_until="commit")
    expect(own.page.get_by_role("main")).to_contain_text("A copy of a table of the server.")

    own.forgives("net::ERR_", "503")
    plays_away(own, table, 10, by_playing_again)
    plays_away(own, table, 20, by_its_link)
    own.page.goto(own.page.url.split("/here/")[0] + f"/here{table}")
    waiting = own.page.locator(".handing small")
    expect(waiting).to_have_text("2 games are not on the server yet.")
    own.context.set_offline(False)
    expect(waiting).to_have_count(0, timeout=STARTS)
    own.page.goto(own.page.url)
    expect(own.page.locator(".handing button")).to_be_enabled(timeout=STARTS)
    here = games(own.page)
    own.tab.goto(table)
    there = games(own.tab)
    assert here == there
    assert there[-1] == first
    played = []
    for game in reversed(there):
        record = own.tab.request.get(f"{game}record.json", max_retries=1).json()
        played += [entry["card"] for entry in record["entries"] if "card" in entry]
    assert played == [47, 10, 20]
