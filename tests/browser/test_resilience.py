"""What happens at a real table: the back button, double taps, a slow server, a dead one."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Phones
from tests.browser.phone import SENT, Phone
from tests.browser.screen import assert_says
from tests.browser.shortcuts import card
from tests.support.live_server import Server

pytestmark = pytest.mark.usefixtures("pooled_phones")

BOTH = ["Ann", "Ben"]
GONE = ("net::ERR_", "the server responded with a status of 5")


def assert_kept(phone: Phone, *entries: tuple[Any, ...]) -> None:
    assert phone.entries == list(entries)
    phone.page.reload()
    assert_says(phone.screen(), phone.state(), BOTH)


@pytest.mark.parametrize(
    "scripted",
    [True, pytest.param(False, marks=pytest.mark.long)],
    ids=["with scripts", "without"],
)
def test_the_back_button_shows_the_game_as_it_stands(phones: Phones, scripted: bool) -> None:
    phone = phones(java_script_enabled=scripted)
    phone.visits("/")
    phone.joins()
    phone.plays(2, "up-1")
    phone.goes(phone.link("Log"))
    phone.page.go_back()
    assert_says(phone.screen(), phone.state(), BOTH)
    phone.plays(99, "down-1")
    phone.page.go_back()
    phone.page.go_forward()
    assert_says(phone.screen(), phone.state(), BOTH)
    phone.ends_turn()
    entries = [("card-played", 2, "up-1"), ("card-played", 99, "down-1"), ("turn-ended",)]
    assert_kept(phone, *entries)


@pytest.mark.long
def test_a_double_tap_is_one_tap(phone: Phone) -> None:
    laid = [("card-played", 2, "up-1"), ("card-played", 99, "down-1")]
    for target, left in (
        (phone.chip(3, "up-1"), [*laid, ("card-played", 3, "up-1")]),
        (phone.dock_button("End turn"), [*laid, ("turn-ended",)]),
        (phone.button("Undo"), laid[:1]),
    ):
        phone.joins(card(2, "up-1"), card(99, "down-1"))
        phone.taps_twice(target)
        phone.page.wait_for_function("() => settled > 0")
        phone.plays(50, "up-2")  # comes after whatever the second tap may have sent
        assert_kept(phone, *left, ("card-played", 50, "up-2"))

    phone.tap(phone.face("up-2"))  # but of a key it is two digits
    phone.taps_twice(phone.pad.get_by_role("button", name="5", exact=True))
    expect(phone.face("up-2").locator("b")).to_have_text("55")


@pytest.mark.long
def test_a_double_tap_ends_one_game_and_starts_one(phone: Phone) -> None:
    phone.visits("/")
    phone.goes(phone.link("The Game"))
    phone.taps_twice(phone.button("Start"))
    phone.page.wait_for_url("**/t/**")
    phone.visits("/")
    people = phone.page.get_by_role("link", name="Player 1 and Player 2")
    expect(people).to_have_count(1)
    phone.goes(people)
    games: Locator = phone.page.get_by_role("listitem")
    expect(games).to_have_count(1)

    phone.joins(card(2, "up-1"))
    first = phone.page.url
    phone.taps_twice(phone.button("I cannot play"), pause=200)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("97 cards left")
    expect(phone.button("Keep playing")).to_be_visible()
    assert phone.entries == [("card-played", 2, "up-1"), ("cannot-play",)]
    phone.taps_twice(phone.button("Play again"))
    phone.page.wait_for_url(lambda url: url != first)
    phone.visits(phone.game.rsplit("/", 2)[0] + "/")
    expect(games).to_have_count(2)


@pytest.mark.long
def test_quick_taps_while_the_server_is_slow_are_all_kept_in_order(phone: Phone) -> None:
    phone.joins()
    held: list[Route] = []
    phone.page.route("**/entries", lambda route: held.append(route), times=1)
    with phone.page.expect_request("**/entries"):
        phone.tap(phone.chip(3, "up-1"))
    phone.tap(phone.chip(98, "down-2"))
    phone.tap(phone.dock_button("End turn"))
    phone.tap(phone.chip(4, "up-2"))
    assert len(held) == 1  # one after the other
    assert phone.entries == []
    held[0].continue_()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(
        "Ben’s turn", use_inner_text=True
    )
    expect(phone.face("up-2").locator("b")).to_have_text("4")  # which it says before the server
    phone.has(SENT)
    said = [("card-played", 3, "up-1"), ("card-played", 98, "down-2"), ("turn-ended",)]
    assert_kept(phone, *said, ("card-played", 4, "up-2"))


@pytest.mark.long
def test_taps_wait_for_a_server_that_died_and_comes_back(phone: Phone, server: Server) -> None:
    phone.forgives(*GONE)
    phone.joins(card(2, "up-1"))
    expect(phone.net).to_have_text("Live")
    try:
        server.kill()
        phone.reached = False
        phone.plays(99, "down-1")
        phone.ends_turn()
        expect(phone.waits).to_have_text(["99 ▼ 1", "End turn"])
    finally:
        server.start()
    phone.is_reached()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(
        "Ben’s turn", use_inner_text=True
    )
    said = [("card-played", 2, "up-1"), ("card-played", 99, "down-1"), ("turn-ended",)]
    assert_kept(phone, *said)
