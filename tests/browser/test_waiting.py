"""A phone without network goes on: what is entered waits on it, in order, and goes in once."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.bluff_places import touches
from tests.browser.chromium import PORTRAIT
from tests.browser.local_app import is_kept
from tests.browser.phone import KEPT, Phone
from tests.browser.shortcuts import card
from tests.browser.waits import GAMES

KEEPS = """(submission) => new Promise((done, fail) => {
  const asked = indexedDB.open("companion", 1);
  asked.onsuccess = () => {
    const all = asked.result.transaction("wishes", "readwrite");
    all.oncomplete = done;
    all.onabort = fail;
    all.objectStore("wishes").add(submission);
  };
})"""
YESTERDAY = 24 * 3600 * 1000  # ms


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
        shown = phone.board.inner_text()
        phone.page.reload()
        expect(phone.net).to_have_text("Live")
        assert phone.board.inner_text() == shown


@pytest.mark.long
def test_what_waits_is_removed_by_its_chip_on_the_sheet_or_by_undo(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    phone.goes_away()
    for number in (3, 4, 5, 6):
        phone.plays(number, "up-1")
    touches(phone, phone.waits.last)
    touches(phone, phone.reviews().get_by_role("button", name="Remove", exact=True).last)
    touches(phone, phone.review.get_by_role("button", name="Close"))
    touches(phone, phone.button("Undo"))
    expect(phone.waits).to_have_text(["3 ▲ 1"])
    phone.plays(4, "up-1")  # after all
    phone.comes_back()
    assert phone.entries == [("card-played", number, "up-1") for number in (2, 3, 4)]


def submission(phone: Phone, **differing: Any) -> dict[str, Any]:
    """What a page of today keeps of a card; pages that come after it have to take that."""
    path = "/" + phone.game.split("/", 3)[3]
    return {
        "id": "0123456789abcdef0123456789abcdef",
        "game": path,
        "url": f"{path}entries",
        "values": {"kind": "card-played", "pile": "up-1", "seen": "0", "card": "3"},
        "says": "3 ▲ 1",
        "title": "The Game",
        "tab": "k3jx9",
        "at": 1_790_000_000_000,
        "tried": False,
        **differing,
    }


@pytest.mark.long
def test_what_a_page_keeps_has_this_shape_and_is_taken_the_day_after(phone: Phone) -> None:
    phone.joins()
    phone.goes_away()
    phone.plays(3, "up-1")
    [kept] = phone.page.evaluate(KEPT)
    assert kept.pop("n") == 1
    own = {name: kept[name] for name in ("id", "tab", "at")}
    assert kept["values"].pop("era") == phone.page.locator("html").get_attribute("data-era")
    assert kept == submission(phone, **own)
    assert {name: type(said) for name, said in own.items()} == {"id": str, "tab": str, "at": int}
    assert len(kept["id"]) == 32
    phone.comes_back()
    for tried in (False, True):
        phone.joins()
        at = phone.page.evaluate("Date.now()") - YESTERDAY
        phone.page.evaluate(KEEPS, submission(phone, at=at, tried=tried))
        phone.page.reload()
        phone.is_reached()
        expect(phone.face("up-1").locator("b")).to_have_text("3")
        assert phone.entries == [("card-played", 3, "up-1")]
