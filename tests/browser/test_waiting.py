"""A phone without network goes on: what is entered waits on it, in order, and goes in once."""

from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser import measures
from tests.browser.chromium import PORTRAIT
from tests.browser.local_app import is_kept
from tests.browser.phone import KEPT, Phone
from tests.browser.restarts import Restarts
from tests.browser.waits import GAMES
from tests.support.live_server import Server


@pytest.fixture
def workers() -> str:
    return "allow"


def test_every_game_goes_on_without_network_on_every_size_and_through_a_reload(
    phone: Phone,
) -> None:
    rulers = ("sideways", "overlap")
    for name, game in GAMES.items():
        game.begins(phone)
        is_kept(phone)
        before = phone.entries
        phone.goes_away()
        game.plays(phone)
        expect(phone.waits).to_have_text(game.chips)
        assert phone.entries == before
        phone.page.reload()  # the page comes from the phone itself
        assert not phone.page.evaluate("navigator.onLine")
        expect(phone.waits).to_have_text(game.chips)
        assert measures.on_every_size(phone.page, rulers) == [], name
        phone.page.set_viewport_size(PORTRAIT)  # type: ignore[arg-type]
        expect(phone.net).to_have_text(f"Offline: {len(game.chips)} waiting")
        expect(phone.reviews().locator("[data-waiting] li")).to_have_count(len(game.chips))
        phone.comes_back()
        assert phone.entries == [*before, *game.entries]
        expect(phone.page.get_by_text("Not counted yet")).to_have_count(0)
        expect(phone.board).to_have_attribute("data-seen", str(len(phone.entries)))
        shown = phone.board.inner_text()
        phone.page.reload()
        expect(phone.net).to_have_text("Live")
        assert phone.board.inner_text() == shown


@pytest.mark.long
def test_what_waits_outlives_a_browser_that_is_killed_and_goes_in_once(
    playwright: Playwright, server: Server, tmp_path: Path
) -> None:
    held = Restarts(playwright, server, tmp_path / "browser", light=True)
    held.phone.joins()
    game = held.phone.game
    held.ends()  # that it was at this table is on its disk by now
    held.start().visits(game)
    is_kept(held.phone)
    held.phone.goes_away()
    for card in (2, 3, 4):
        held.phone.plays(card, "up-1")
    held.phone.has(f"async () => (await ({KEPT})()).length === 3")
    held.kill()
    held.start().visits(game)
    held.phone.is_reached()
    assert held.phone.page.evaluate(KEPT) == []
    assert [entry[1] for entry in held.phone.entries] == [2, 3, 4]
    held.ends()
