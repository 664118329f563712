"""An evening: a game begins on one phone without network, and three phones finish it together."""

import re
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.browser.chromium import held as held_by
from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

pytestmark = pytest.mark.long

Laid = tuple[tuple[int, str], ...]
ALL = 98  # cards
BEFORE: Laid = ((3, "up-1"), (94, "down-1"), (4, "up-1"))
AWAY: Laid = ((10, "up-1"), (90, "down-1"))
TURNS: tuple[Laid, ...] = (
    ((12, "up-2"), (80, "down-2")),
    ((13, "up-2"), (79, "down-2")),
    ((20, "up-2"), (70, "down-2")),
)


@pytest.fixture
def guests(browser: Browser, server: Server) -> Iterator[list[Phone]]:
    """Two more phones; no page of theirs may have complained."""
    contexts = [browser.new_context(**held_by(server.url)) for _ in range(2)]
    made = [Phone(context) for context in contexts]
    yield made
    for context in contexts:
        context.close()
    assert [complaint for each in made for complaint in each.complaints] == []


def begins_offline(phone: OwnTables, players: int) -> str:
    """A game of Extreme in its second turn, on the phone alone; its address there."""
    phone.forgives("net::ERR_", "503")
    phone.context.set_offline(True)
    phone.opens_tables()
    phone.starts_here("The Game: Extreme", players)
    phone.plays(3, "up-1")
    phone.plays(94, "down-1")
    phone.plays(93, "down-1")
    phone.undoes()
    phone.ends_turn()
    phone.plays(4, "up-1")
    return str(phone.tab.url)


def to_phones(phone: OwnTables, here: str) -> None:
    table = here.rsplit("/", 2)[0]
    phone.page.goto(f"{table}/phones/")


def goes_over(phone: OwnTables) -> Phone:
    """Its table is on the server; the phone as it goes on there.

    Who was told that the server cannot be reached tries again, as it says.
    """
    notice = phone.page.locator(".handing .notice", has_text="try again when you are online")
    button = phone.page.get_by_role("button", name="Several phones")
    button.click()
    while "/here/" in phone.tab.url:
        with suppress(Error):  # its frame is gone with the page
            if notice.is_visible():
                button.click()
        phone.tab.wait_for_timeout(200)
    phone.tab.locator(".qr").first.wait_for(timeout=STARTS)
    return Phone(phone.context, page=phone.tab)


def sits_down(guest: Phone, link: str, name: str) -> None:
    """By the link of the host, as this player."""
    guest.visits(link)
    guest.goes(guest.page.locator(".names-of").get_by_role("button", name=name))


def enters(phone: Phone, table: list[Phone], laid: Laid) -> None:
    """The cards of a turn and its end, each of which all phones show before the next."""
    for card, pile in laid:
        phone.plays(card, pile)
        show(table, card, pile)
    phone.ends_turn()
    agree(table, phone)


def show(table: list[Phone], card: int, pile: str) -> None:
    for each in table:
        expect(each.face(pile).locator("b")).to_have_text(str(card))


def agree(table: list[Phone], phone: Phone) -> None:
    """All boards are as new as that of this phone."""
    seen = str(phone.board.get_attribute("data-seen"))
    for each in table:
        expect(each.board).to_have_attribute("data-seen", seen)


def counts_without_network(host: Phone) -> None:
    """As at any table of the server: its board counts what waits, and what is undone."""
    host.counts = True
    host.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    host.goes_away()
    host.plays(21, "up-2")
    expect(host.face("up-2").locator("b")).to_have_text("21")
    host.takes_a_moment(host.button("Undo"))
    host.tap(host.button("Undo"))
    expect(host.face("up-2").locator("b")).to_have_text("20")
    host.comes_back()


def log(phone: Phone, game: str) -> list[str]:
    phone.visits(f"{game}log/?all=1")
    return phone.page.locator("main li b").all_inner_texts()


def figures(phone: Phone, game: str) -> tuple[dict[str, str], str]:
    """What the page of the statistics says in large, and all that it says."""
    phone.visits(f"{game.rsplit('/', 2)[0]}/statistics")
    main = phone.page.get_by_role("main")
    values = main.locator("dl.big > div").all()
    said = {each.locator("dt").inner_text(): each.locator("dd").inner_text() for each in values}
    return said, main.inner_text()


def test_a_game_that_began_on_one_phone_is_finished_by_three(
    held: Restarts, guests: list[Phone]
) -> None:
    alone = OwnTables(held.phone)
    here = begins_offline(alone, 3)
    to_phones(alone, here)
    alone.page.get_by_role("button", name="Several phones").click()
    notice = alone.page.locator(".handing .notice")
    expect(notice).to_contain_text("The server cannot be reached.")
    alone.context.set_offline(False)
    held.phone.opens()
    before = OwnTables(held.phone)  # another tab, which shows the table as it is here
    before.opens_tables(here)
    alone.tab.bring_to_front()
    host = goes_over(alone)
    expect(before.page.get_by_role("main")).to_contain_text("This table is on the server now.")
    before.tab.close()
    link = host.page.locator("[data-share]").first.get_attribute("data-share")
    assert link
    second, third = guests
    for guest, name in ((second, "Player 2"), (third, "Player 3")):
        sits_down(guest, urlsplit(link).path, name)
    game = here.replace("/here/", "/")
    table = [host, second, third]
    for phone in table:
        phone.visits(game)
    enters(second, table, ((92, "down-1"),))

    third.goes_away()
    for card, pile in AWAY:
        third.plays(card, pile)
    third.ends_turn()
    second.plays(*AWAY[0])  # as nothing comes from the third phone
    show([host, second], *AWAY[0])
    third.comes_back()
    show(table, *AWAY[1])
    agree(table, third)

    for phone, laid in zip(table, TURNS, strict=True):
        enters(phone, table, laid)
    counts_without_network(host)
    host.cannot_play()
    for phone in guests:
        phone.page.locator(".result").wait_for()

    turns = (BEFORE[:2], (BEFORE[2], (92, "down-1")), AWAY, *TURNS)
    entries = [
        entry
        for laid in turns
        for entry in (*(("card-played", *each) for each in laid), ("turn-ended",))
    ]
    for phone in table:
        phone.visits(game)
        assert phone.entries == [*entries, ("cannot-play",)]
    logs = [log(phone, game) for phone in table]
    assert logs[0] == logs[1] == logs[2]
    assert len(logs[0]) == len(entries) + 2  # the end, and the card that was taken back

    left = str(ALL - sum(map(len, turns)))
    told = [figures(phone, game) for phone in table]
    assert told[0] == told[1] == told[2]
    said, whole = told[0]
    assert said["fewest cards left"] == said["cards left, on average"].removesuffix(".0") == left
    assert re.findall(r"\d+", said["won"]) == ["0", "1"]
    assert "1 game" in whole

    local = OwnTables(host)
    local.opens_tables(here)
    local.page.get_by_role("link", name="Go on there").click()
    host.page.wait_for_url(re.compile(re.escape(urlsplit(game).path) + "$"))
    host.page.locator(".result").wait_for()
