"""An evening: a game begins on one phone without network, and three phones finish it together."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import held as held_by
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.browser.test_handover import begins_offline, goes_over, to_phones
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
    alone.context.set_offline(False)
    to_phones(alone, here)
    host = goes_over(alone)
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
