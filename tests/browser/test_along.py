"""Two phones take a table of the server along, and both play on there without network."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.local_app import STARTS, keeps_app
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.browser.server import Server

pytestmark = pytest.mark.long

SET_UP = r"/here/new/the-game\?table="
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


def plays_away(own: OwnTables, table: str, card: int) -> None:
    """Without network, from the page of the server's table, a game is played to its end."""
    own.forgives("net::ERR_", "503")
    own.context.set_offline(True)
    own.tab.goto(table)
    own.tab.get_by_role("link", name="New game: The Game", exact=True).click()
    own.shows_tables()
    own.page.get_by_role("button", name="Start").click()
    own.page.locator("#board").wait_for()
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
    for card, phone in zip((10, 20), phones, strict=True):
        plays_away(phone, table, card)
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


def test_play_again_without_network_begins_where_it_came_along(held: Restarts) -> None:
    phone = held.phone
    phone.starts(2)
    phone.plays(47, "up-1")
    phone.cannot_play()
    game = urlsplit(phone.page.url).path
    table = game.rsplit("/", 2)[0] + "/"
    own = takes_along(phone, table)
    own.tab.goto(game)
    own.tab.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    own.forgives("net::ERR_", "503")
    own.context.set_offline(True)
    own.tab.wait_for_function("queue.off")
    own.tab.get_by_role("button", name="Play again").click()
    own.tab.wait_for_url(re.compile(SET_UP), timeout=60_000, wait_until="commit")
    own.shows_tables()
    own.goes(own.button("Start"))
    own.plays(12, "up-1")
    assert f"/here{table}" in own.tab.url


def test_a_name_that_both_sides_gave_is_asked_about_once(held: Restarts) -> None:
    """What is given on the copy goes over by itself, and so does the answer."""
    phone = held.phone
    phone.starts(2)
    phone.cannot_play()
    table = urlsplit(phone.page.url).path.rsplit("/", 2)[0] + "/"
    own = takes_along(phone, table)
    here = own.page.url
    deck = f"{table}deck/one-brain/"

    def calls(thing: str, word: str) -> None:
        own.page.goto(here.replace(table, deck))
        own.page.get_by_label(thing, exact=True).fill(word)
        own.page.get_by_role("button", name="Save names").click()
        own.page.get_by_role("button", name="Saved").wait_for()

    def is_called() -> str:
        own.tab.wait_for_timeout(200)
        return own.context.request.get(deck, max_retries=1).text()

    calls("The sixth colour", "rose")
    own.page.goto(here)
    until = time.monotonic() + STARTS / 1000
    while 'value="rose"' not in is_called():
        assert time.monotonic() < until
    calls("The game", "Dogs")
    token = own.context.request.get("/token", max_retries=1).text()
    said = {"game": "Cats", "sixth": "rose", "csrf_token": token}
    assert own.context.request.post(f"{deck}words", form=said, max_retries=1).ok
    own.page.goto(here)
    question = own.page.locator(".contradictions li")
    expect(question).to_have_count(1, timeout=STARTS)
    expect(question).to_contain_text("On the server: Cats")
    expect(question).to_contain_text("On this phone: Dogs")
    own.page.get_by_role("button", name="As on this phone").click()
    expect(question).to_have_count(0)
    while 'value="Dogs"' not in is_called():
        assert time.monotonic() < until
    own.page.goto(here)
    expect(own.page.locator(".handing button")).to_be_enabled(timeout=STARTS)
    expect(question).to_have_count(0)
