"""A phone without network goes on: what is entered waits on it, in order, and goes in once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, Request, Route, expect

from tests.browser import bluff_places, brain_places, measures
from tests.browser.bluff_places import EIGHT, FIVE, gives, holds_rik, scored, touches, white
from tests.browser.brain_places import DRAW, extra
from tests.browser.conftest import Phones
from tests.browser.guests import lets_in, whole_log
from tests.browser.phone import KEPT, Phone
from tests.browser.restarts import Restarts
from tests.browser.server import Server
from tests.browser.shortcuts import card
from tests.browser.test_brain import covers, draws

pytestmark = pytest.mark.usefixtures("pooled_phones")

Does = Callable[[Phone], object]


# Every game goes on


def plays_the_game(phone: Phone) -> None:
    phone.plays(3, "up-1")
    phone.keys_in(47, "up-2")
    phone.ends_turn()
    phone.plays(4, "up-1")  # the chips of a pile went on from the card that waits on it
    phone.plays(98, "down-1")


def plays_extreme(phone: Phone) -> None:
    phone.plays(48, "up-1")
    phone.keys_in(60, "up-2", "draw-one")


def plays_brain(phone: Phone) -> None:
    covers(1)(phone)
    draws(phone)
    covers(2)(phone)
    phone.enters(phone.dock_button("End turn"))


def closes_round(phone: Phone, *cards: int) -> None:
    for name, number in list(zip(FIVE, cards, strict=True))[:-1]:
        white(phone, name, number)
    phone.enters(phone.dock_button("Close round"))


def plays_bluff(phone: Phone) -> None:
    closes_round(phone, 3, 4, 5, 1, 2)
    holds_rik(phone, "Ann")
    closes_round(phone, 5, 1, 2, 3, 4)


def begins_extreme(phone: Phone) -> None:
    phone.joins(card(47, "up-1", "none"), extreme="y")
    phone.knows({"48": "silence"})


GAMES: list[Any] = [
    pytest.param(
        lambda phone: phone.joins(), plays_the_game,
        ["3 ▲ 1", "47 ▲ 2", "End turn", "4 ▲ 1", "98 ▼ 1"],
        [("card-played", 3, "up-1"), ("card-played", 47, "up-2"), ("turn-ended",),
         ("card-played", 4, "up-1"), ("card-played", 98, "down-1")],
        id="The Game",
    ),
    pytest.param(
        begins_extreme, plays_extreme,
        ["48 ▲ 1", "60 ▲ 2"],
        [("card-played", 48, "up-1", "silence"),
         ("card-played", 60, "up-2", "draw-one", "draw-one")],
        id="Extreme",
    ),
    pytest.param(
        lambda phone: brain_places.sits(phone, extra(), DRAW), plays_brain,
        ["Cover", "Draw", "Cover", "End turn"],
        [("card-played", "hand", "cover", 1), ("card-drawn",),
         ("card-played", "hand", "cover", 2), ("turn-ended",)],
        id="One Brain",
    ),
    pytest.param(
        lambda phone: bluff_places.sits(phone, scored(1, 2, 3, 4, 5)), plays_bluff,
        ["Round 2: 3 4 5 1 2", "Round 3: 5 1 2 3 4"],
        [("round-scored", [3, 4, 5, 1, 2]), ("round-scored", [5, 1, 2, 3, 4], 0)],
        id="Game of Bluff",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("begins", "plays", "chips", "entries"), GAMES)
def test_a_phone_without_network_goes_on(
    phone: Phone, begins: Does, plays: Does, chips: list[str], entries: list[Any]
) -> None:
    begins(phone)
    before = phone.entries
    phone.goes_away()
    plays(phone)
    expect(phone.waits).to_have_text(chips)
    expect(phone.net).to_have_text(f"Offline: {len(chips)} waiting")
    assert phone.entries == before
    phone.comes_back()
    assert phone.entries == [*before, *entries]
    shown = phone.board.inner_text()
    phone.page.reload()
    expect(phone.net).to_have_text("Live")
    assert phone.board.inner_text() == shown


@pytest.mark.parametrize(
    ("begins", "plays"),
    [
        pytest.param(*game.values[:2], id=game.id, marks=pytest.mark.long if at else ())
        for at, game in enumerate(GAMES)
    ],
)
def test_what_waits_covers_nothing_on_every_size(phone: Phone, begins: Does, plays: Does) -> None:
    begins(phone)
    phone.goes_away()
    plays(phone)
    rulers = {what: measures.RULER[what] for what in ("sideways", "cut number", "overlap")}
    wrong = measures.on_every_size(phone.page, rulers)
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
def test_the_totals_say_that_they_are_without_what_waits(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    expect(phone.page.locator(".owed:visible")).to_have_text("Not counted yet: 2")
    expect(phone.face("up-1")).to_have_class("face echo late")
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    phone.comes_back()
    expect(phone.page.get_by_text("Not counted yet")).to_have_count(0)
    expect(phone.face("up-1").locator("b")).to_have_text("3")


@pytest.mark.long
def test_the_totals_of_bluff_stand_beside_those_with_what_waits(phone: Phone) -> None:
    bluff_places.sits(phone, scored(1, 2, 3, 4, 5))
    phone.goes_away()
    plays_bluff(phone)
    sums = phone.page.locator(".player .sum b")
    expect(sums).to_have_text(["1 → 4", "2 → 7", "3 → 10", "4 → 8", "5 → 11"])
    expect(phone.dock_button("Close round")).to_contain_text("Close round 4")
    phone.comes_back()
    expect(sums).to_have_text(["4", "7", "10", "8", "11"])


@pytest.mark.long
def test_from_seven_players_on_the_pad_of_a_round_needs_no_network(phone: Phone) -> None:
    phone.joins(names=EIGHT[:7], tile="game-of-bluff")
    phone.goes_away()
    for cards in ((1, 2, 3, 4, 5, 6), (7, 6, 5, 4, 3, 2)):
        touches(phone, phone.page.locator("main > .dock a.main"))
        gives(phone, *cards)
        phone.enters(phone.page.locator("dialog[open] .dock .button.main"))
    expect(phone.waits).to_have_text(["Round 1: 1 2 3 4 5 6 7", "Round 2: 7 6 5 4 3 2 1"])
    totals = phone.page.locator("#main tbody td b")
    expect(totals).to_have_text(["0 → 8"] * 7)
    phone.comes_back()
    expect(totals).to_have_text(["8"] * 7)
    assert [entry[0] for entry in phone.entries] == ["round-scored"] * 2


@pytest.mark.long
def test_the_panel_of_a_card_that_waits_is_closed(phone: Phone) -> None:
    """The next card is another one, whatever its action."""
    brain_places.sits(phone, extra(), DRAW)
    phone.goes_away()
    covers(1)(phone)
    expect(phone.page.locator("#main .panel:visible")).to_have_count(0)
    covers(2)(phone)


# Taps


@pytest.mark.long
def test_a_double_tap_is_one_entry(phone: Phone) -> None:
    phone.joins()
    phone.goes_away()
    phone.taps_twice(phone.chip(3, "up-1"))
    expect(phone.waits).to_have_text(["3 ▲ 1"])
    phone.comes_back()
    assert phone.entries == [("card-played", 3, "up-1")]


@pytest.mark.long
def test_two_taps_of_one_button_that_are_meant_are_two_entries(phone: Phone) -> None:
    brain_places.sits(phone, brain_places.holds(0, 0), brain_places.holds(1, 0))
    phone.goes_away()
    draws(phone)
    draws(phone)
    expect(phone.waits).to_have_text(["Draw", "Draw"])
    phone.comes_back()
    assert phone.entries[2:] == [("card-drawn",), ("card-drawn",)]


@pytest.mark.long
def test_a_line_that_is_changed_waits_too(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), card(88, "down-1"))
    phone.visits(f"{phone.game}log/1")
    phone.forgives("net::ERR_")
    phone.context.set_offline(True)
    for digit in "49":
        touches(phone, phone.button(digit))
    expect(phone.page.locator("#unsent")).to_contain_text("saved on this phone")
    phone.context.set_offline(False)
    expect(phone.page).to_have_url(f"{phone.game}log/")
    assert phone.entries == [("card-played", 49, "up-1"), ("card-played", 88, "down-1")]


# Removing


def by_its_chip(phone: Phone) -> None:
    touches(phone, phone.waits.last)


def on_the_sheet(phone: Phone) -> None:
    touches(phone, phone.reviews().get_by_role("button", name="Remove", exact=True).last)
    touches(phone, phone.review.get_by_role("button", name="Close"))


def by_undo(phone: Phone) -> None:
    touches(phone, phone.button("Undo"))


WAYS = pytest.mark.parametrize(
    "removes", [by_its_chip, *(pytest.param(each, marks=pytest.mark.long) for each in
                (on_the_sheet, by_undo))]
)  # fmt: skip


@WAYS
def test_what_waits_can_be_removed(phone: Phone, removes: Does) -> None:
    phone.joins(card(2, "up-1"))
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    removes(phone)
    expect(phone.waits).to_have_text(["3 ▲ 1"])
    phone.comes_back()
    assert phone.entries == [("card-played", 2, "up-1"), ("card-played", 3, "up-1")]


@pytest.mark.long
def test_what_was_removed_can_be_entered_after_all(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    phone.goes_away()
    phone.plays(3, "up-1")
    by_its_chip(phone)
    expect(phone.waits).to_have_count(0)
    phone.plays(3, "up-1")
    phone.comes_back()
    assert phone.entries == [("card-played", 2, "up-1"), ("card-played", 3, "up-1")]


def reaches_nothing(page: Page) -> None:
    """The page is there, and nothing that is entered gets through."""
    page.context.route("**/entries", lambda route: route.abort())


class Unanswered:
    """What is entered on this page is committed, and its answer lost, until it is `healed`."""

    def __init__(self, page: Page) -> None:
        self.healed = False
        page.route("**/entries", self._goes)

    def _goes(self, route: Route) -> None:
        if self.healed:
            route.continue_()
            return
        route.fetch()
        route.abort()


@WAYS
def test_what_was_removed_after_it_was_recorded_is_taken_back_once(
    phone: Phone, server: Server, removes: Does
) -> None:
    phone.joins(card(2, "up-1"))
    phone.forgives("net::ERR_")
    line = Unanswered(phone.page)
    phone.reached = False
    phone.plays(3, "up-1")
    assert len(whole_log(server, phone)) == 2
    removes(phone)
    expect(phone.waits).to_have_count(0)
    line.healed = True
    phone.is_reached()
    expect(phone.face("up-1").locator("b")).to_have_text("2")
    kinds = [written.kind for written in whole_log(server, phone)]
    assert kinds == ["card-played", "card-played", "taken-back"]
    assert phone.entries == [("card-played", 2, "up-1")]


@pytest.mark.long
def test_a_tap_on_what_is_being_taken_back_is_a_tap(phone: Phone) -> None:
    """Removed while nobody knew whether it had arrived, and then entered after all."""
    phone.joins(card(2, "up-1"))
    phone.forgives("net::ERR_")
    line = Unanswered(phone.page)
    phone.reached = False
    phone.plays(3, "up-1")
    by_its_chip(phone)
    expect(phone.waits).to_have_count(0)
    phone.plays(3, "up-1")
    line.healed = True
    phone.is_reached()
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    assert phone.entries == [("card-played", 2, "up-1"), ("card-played", 3, "up-1")]


@pytest.mark.long
def test_what_was_removed_and_never_arrived_can_be_entered_after_all(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    phone.forgives("net::ERR_")
    reaches_nothing(phone.page)
    phone.reached = False
    phone.plays(3, "up-1")
    by_its_chip(phone)
    expect(phone.waits).to_have_count(0)
    phone.context.unroute_all()
    phone.is_reached()
    phone.plays(3, "up-1")
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    assert phone.entries == [("card-played", 2, "up-1"), ("card-played", 3, "up-1")]


@pytest.mark.long
def test_two_phones_take_back_what_each_had_removed(
    phone: Phone, phones: Phones, server: Server
) -> None:
    """The first submission of one browser is called as the first submission of another is."""
    phone.joins(card(2, "up-1"))
    other = phones()
    lets_in(server, phone, other)
    other.visits(phone.game)
    for each, number, pile in ((phone, 3, "up-1"), (other, 99, "down-1")):
        each.forgives("net::ERR_")
        line = Unanswered(each.page)
        each.reached = False
        each.plays(number, pile)
        by_its_chip(each)
        line.healed = True
        each.is_reached()
        expect(each.net).to_have_text("Live")
    assert len(whole_log(server, phone)) == 5
    assert phone.entries == [("card-played", 2, "up-1")]


# Pages, tabs and browsers that go


def test_a_reload_loses_nothing(phone: Phone) -> None:
    phone.joins()
    phone.forgives("net::ERR_")
    reaches_nothing(phone.page)
    phone.reached = False
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    phone.page.reload()
    expect(phone.waits).to_have_text(["3 ▲ 1", "99 ▼ 1"])
    assert phone.entries == []
    phone.context.unroute_all()
    phone.is_reached()
    assert phone.entries == [("card-played", 3, "up-1"), ("card-played", 99, "down-1")]


@pytest.mark.long
def test_a_tab_that_is_closed_loses_nothing(phone: Phone) -> None:
    phone.joins()
    game = phone.page.url
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    phone.page.close()
    phone.context.set_offline(False)
    phone.opens().goto(game)
    phone.is_reached()
    assert phone.entries == [("card-played", 3, "up-1"), ("card-played", 99, "down-1")]


@pytest.mark.long
def test_a_browser_that_is_killed_loses_nothing(
    playwright: Playwright, server: Server, tmp_path: Path
) -> None:
    held = Restarts(playwright, server, tmp_path, light=True)
    held.phone.joins()
    game = held.phone.page.url
    held.ends()  # that it was here is on its disk by now
    phone = held.start()
    phone.visits(game)
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    held.kill()
    phone = held.start()
    phone.visits(game)
    phone.is_reached()
    assert phone.entries == [("card-played", 3, "up-1"), ("card-played", 99, "down-1")]
    assert len(whole_log(server, phone)) == 2
    held.ends()


class Sending:
    """How many entries of this phone are under way, over all its tabs, and were at the most."""

    def __init__(self, phone: Phone) -> None:
        self.now = self.most = self.all = 0
        phone.context.on("request", self._begins)
        phone.context.on("requestfinished", self._ends)
        phone.context.on("requestfailed", self._ends)

    def _begins(self, request: Request) -> None:
        if request.method == "POST":
            self.all += 1
            self.now += 1
            self.most = max(self.most, self.now)

    def _ends(self, request: Request) -> None:
        if request.method == "POST":
            self.now -= 1


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
    cards = [(2 + number, "up-1") for number in range(10)]
    cards += [(99 - number, "down-1") for number in range(10)]
    for at, (number, pile) in enumerate(cards):
        phone.page = (first, second)[at // 2 % 2]
        phone.page.bring_to_front()  # behind the other one it is drawn once in a while
        expect(phone.waits).to_have_count(at)  # each tab shows what waits in the other
        phone.plays(number, pile)
    phone.comes_back()
    assert phone.entries[1:] == [("card-played", number, pile) for number, pile in cards]
    assert (sending.most, sending.all) == (1, 20)


# Yesterday's

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


def test_what_a_page_keeps_has_this_shape(phone: Phone) -> None:
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


@pytest.mark.parametrize("tried", [pytest.param(False, marks=pytest.mark.long), True])
def test_what_was_kept_yesterday_is_taken(phone: Phone, tried: bool) -> None:
    phone.joins()
    at = phone.page.evaluate("Date.now()") - YESTERDAY
    phone.page.evaluate(KEEPS, submission(phone, at=at, tried=tried))
    phone.page.reload()
    phone.is_reached()
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    assert phone.entries == [("card-played", 3, "up-1")]


# What it says of the network


@pytest.mark.long
def test_a_doubt_of_less_than_three_seconds_is_none(phones: Phones) -> None:
    phone = phones(storage_state=None)  # a new one: its clock is another one
    phone.forgives("net::ERR_")
    phone.page.clock.install()
    phone.joins()
    expect(phone.net).to_have_text("Live")
    phone.page.route("**/live?*", lambda route: route.abort())
    phone.page.route("**/live/board", lambda route: route.abort())
    phone.page.clock.pause_at(phone.page.evaluate("Date.now()") + 100)
    phone.page.evaluate("dispatchEvent(new Event('offline'))")  # the stream is lost, no more
    phone.page.clock.run_for(2_900)
    expect(phone.net).to_have_text("Live")
    phone.page.clock.run_for(200)
    expect(phone.net).to_have_text("Reconnecting…")
    phone.page.unroute_all()
    phone.page.clock.resume()
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.net).to_have_text("Live")
