"""A phone without network goes on: what is entered waits on it, in order, and goes in once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser import bluff_places, brain_places, measures
from tests.browser.bluff_places import FIVE, holds_rik, scored, white
from tests.browser.brain_places import DRAW, covers, draws, extra
from tests.browser.chromium import PORTRAIT
from tests.browser.local_app import is_kept
from tests.browser.phone import KEPT, Phone
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

WORKERS = "allow"


DOT = '(net) => getComputedStyle(net, "::before").backgroundColor'
Does = Callable[[Phone], object]


def plays_the_game(phone: Phone) -> None:
    phone.plays(3, "up-1")
    phone.keys_in(47, "up-2")
    phone.ends_turn()
    phone.plays(4, "up-1")  # the chips of a pile went on from the card that waits on it
    phone.plays(98, "down-1")
    expect(phone.page.locator(".owed:visible")).to_have_text("Not counted yet: 5")


def plays_brain(phone: Phone) -> None:
    covers(phone, 1)
    expect(phone.page.locator("#main .panel:visible")).to_have_count(0)  # the next card is another
    draws(phone)
    covers(phone, 2)
    phone.enters(phone.dock_button("End turn"))


def closes_round(phone: Phone, *cards: int) -> None:
    for name, number in list(zip(FIVE, cards, strict=True))[:-1]:
        white(phone, name, number)
    phone.enters(phone.dock_button("Close round"))


def plays_bluff(phone: Phone) -> None:
    closes_round(phone, 3, 4, 5, 1, 2)
    holds_rik(phone, "Ann")
    closes_round(phone, 5, 1, 2, 3, 4)
    sums = ["1 → 4", "2 → 7", "3 → 10", "4 → 8", "5 → 11"]
    expect(phone.page.locator(".player .sum b")).to_have_text(sums)


# How a game begins and goes on, the chips of what waits then, and its entries.
GAMES: dict[str, tuple[Does, Does, list[str], list[Any]]] = {
    "The Game": (
        lambda phone: phone.joins(), plays_the_game,
        ["3 ▲ A", "47 ▲ B", "End turn", "4 ▲ A", "98 ▼ C"],
        [("card-played", 3, "up-1"), ("card-played", 47, "up-2"), ("turn-ended",),
         ("card-played", 4, "up-1"), ("card-played", 98, "down-1")],
    ),
    "One Brain": (
        lambda phone: brain_places.sits(phone, extra(), DRAW), plays_brain,
        ["Cover", "Draw", "Cover", "End turn"],
        [("card-played", "hand", "cover", 1), ("card-drawn",),
         ("card-played", "hand", "cover", 2), ("turn-ended",)],
    ),
    "Game of Bluff": (
        lambda phone: bluff_places.sits(phone, scored(1, 2, 3, 4, 5)), plays_bluff,
        ["Round 2: 3 4 5 1 2", "Round 3: 5 1 2 3 4"],
        [("round-scored", [3, 4, 5, 1, 2]), ("round-scored", [5, 1, 2, 3, 4], 0)],
    ),
}  # fmt: skip


def test_every_game_goes_on_offline_on_every_size_and_through_a_reload(phone: Phone) -> None:
    rulers = ("sideways", "overlap")
    for name, (begins, plays, chips, entries) in GAMES.items():
        begins(phone)
        is_kept(phone)
        before = phone.entries
        phone.goes_away()
        plays(phone)
        expect(phone.waits).to_have_text(chips)
        assert phone.entries == before
        phone.page.reload()  # the page comes from the phone itself
        assert not phone.page.evaluate("navigator.onLine")
        expect(phone.waits).to_have_text(chips)
        for size in measures.SIZES:
            measures.is_sized(phone.page, *size)
            assert [*measures.found(phone.page, rulers).values()] == [[], []], (name, size)
        phone.page.set_viewport_size(PORTRAIT)  # type: ignore[arg-type]
        expect(phone.net).to_have_text(f"Offline: {len(chips)} waiting")
        away = phone.net.evaluate(DOT)
        expect(phone.reviews().locator("[data-waiting] li")).to_have_count(len(chips))
        phone.comes_back()
        assert phone.entries == [*before, *entries]
        expect(phone.page.get_by_text("Not counted yet")).to_have_count(0)
        expect(phone.board).to_have_attribute("data-seen", str(len(phone.entries)))
        shown = phone.board.inner_text()
        phone.page.reload()
        expect(phone.net).to_have_text("Live")
        assert phone.net.evaluate(DOT) != away
        assert phone.board.inner_text() == shown


@pytest.mark.long
def test_what_waits_outlives_a_kill(playwright: Playwright, server: Server, tmp_path: Path) -> None:
    held = Restarts(playwright, server.url, tmp_path / "browser")
    held.phone.joins()
    game = held.phone.game
    held.ends()  # that it was at this table is on its disk by now
    held.start().visits(game)
    is_kept(held.phone)
    held.phone.goes_away()
    for number in (2, 3, 4):
        held.phone.plays(number, "up-1")
    held.phone.has(f"async () => (await ({KEPT})()).length === 3")
    held.kill()
    held.start().visits(game)
    held.phone.is_reached()
    assert held.phone.page.evaluate(KEPT) == []
    assert [entry[1] for entry in held.phone.entries] == [2, 3, 4]
    held.ends()
