"""A phone without network goes on: what is entered waits on it, in order, and goes in once."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Request, expect

from tests.browser.bluff_places import touches
from tests.browser.conftest import Phones
from tests.browser.phone import KEPT, Phone
from tests.browser.shortcuts import card
from tests.browser.waits import GAMES

pytestmark = pytest.mark.usefixtures("pooled_phones")

FIRST = ("card-played", 2, "up-1")


def test_every_game_goes_on_without_network(phone: Phone) -> None:
    for game in GAMES.values():
        game.begins(phone)
        before = phone.entries
        phone.goes_away()
        game.plays(phone)
        expect(phone.waits).to_have_text(game.chips)
        expect(phone.net).to_have_text(f"Offline: {len(game.chips)} waiting")
        assert phone.entries == before
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
    touches(phone, last_removal(phone))
    touches(phone, phone.review.get_by_role("button", name="Close"))
    touches(phone, phone.button("Undo"))
    expect(phone.waits).to_have_text(["3 ▲ 1"])
    phone.plays(4, "up-1")  # after all
    phone.comes_back()
    assert phone.entries == [("card-played", number, "up-1") for number in (2, 3, 4)]


def last_removal(phone: Phone) -> Locator:
    """The button on the sheet of what waits that removes the last of it."""
    return phone.reviews().get_by_role("button", name="Remove", exact=True).last


class Sending:
    """How many entries of this phone are under way, over all its tabs, and were at the most."""

    def __init__(self, phone: Phone) -> None:
        self.now = self.most = self.all = 0
        phone.context.on("request", lambda request: self._counts(request, 1))
        phone.context.on("requestfinished", lambda request: self._counts(request, -1))
        phone.context.on("requestfailed", lambda request: self._counts(request, -1))

    def _counts(self, request: Request, more: int) -> None:
        if request.method == "POST":
            self.all += more == 1
            self.now += more
            self.most = max(self.most, self.now)


@pytest.mark.long
def test_one_tab_sends_for_all_and_in_order(phones: Phones) -> None:
    phone = phones(storage_state=None)  # a new one: what it sends is listened to
    phone.joins({"kind": "hand-corrected", "player": 0, "cards": 60})
    first = phone.page
    expect(phone.net).to_have_text("Live")
    second = phone.opens()
    second.goto(first.url)
    phone.goes_away()
    sending = Sending(phone)
    cards = [(2, "up-1"), (3, "up-1"), (99, "down-1"), (98, "down-1"), (4, "up-1"), (97, "down-1")]
    for at, (number, pile) in enumerate(cards):
        phone.page = (first, second)[at // 2 % 2]
        phone.page.bring_to_front()  # behind the other one it is drawn once in a while
        expect(phone.waits).to_have_count(at)  # each tab shows what waits in the other
        phone.plays(number, pile)
    phone.comes_back()
    assert phone.entries[1:] == [("card-played", number, pile) for number, pile in cards]
    assert (sending.most, sending.all) == (1, len(cards))


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
