"""What happens at a real table: reloads, double taps, a dead server, no network, odd names."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Phones
from tests.browser.phone import SENT, Phone
from tests.browser.screen import assert_says
from tests.browser.server import Server
from tests.browser.shortcuts import END, card

pytestmark = pytest.mark.usefixtures("pooled_phones")

BOTH = ["Ann", "Ben"]
GONE = ("net::ERR_", "the server responded with a status of 5")


def assert_kept(phone: Phone, *entries: tuple[Any, ...]) -> None:
    assert phone.entries == list(entries)
    phone.page.reload()
    assert_says(phone.screen(), phone.state(), BOTH)


@pytest.mark.long
def test_a_reload_shows_the_same(phone: Phone) -> None:
    phone.joins(card(2, "up-1"), card(99, "down-1"), END)
    phone.plays(50, "up-2")
    before = phone.screen()
    phone.page.reload()
    assert phone.screen() == before
    assert_says(before, phone.state(), BOTH)


@pytest.mark.long
def test_a_second_tab_goes_on_where_the_first_one_is(phone: Phone) -> None:
    phone.joins()
    first = phone.page
    phone.opens().goto(first.url)
    phone.plays(2, "up-1")
    phone.page = first
    phone.plays(99, "down-1")
    assert_says(phone.screen(), phone.state(), BOTH)
    assert_kept(phone, ("card-played", 2, "up-1"), ("card-played", 99, "down-1"))


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


Finds = Callable[[Phone], Locator]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        pytest.param(lambda phone: phone.chip(3, "up-1"), ("card-played", 3, "up-1"), id="a chip"),
        pytest.param(lambda phone: phone.dock_button("End turn"), ("turn-ended",), id="end turn"),
        pytest.param(lambda phone: phone.button("Undo"), None, id="undo"),
    ],
)
def test_a_double_tap_is_one_tap(phone: Phone, target: Finds, said: tuple[Any, ...] | None) -> None:
    laid = [("card-played", 2, "up-1"), ("card-played", 99, "down-1")]
    phone.joins(card(2, "up-1"), card(99, "down-1"))
    phone.taps_twice(target(phone))
    phone.page.wait_for_function("() => settled > 0")
    phone.plays(50, "up-2")  # comes after whatever the second tap may have sent
    assert_kept(phone, *([*laid, said] if said else laid[:1]), ("card-played", 50, "up-2"))


@pytest.mark.long
def test_two_taps_on_one_key_of_the_pad_are_two_digits(phone: Phone) -> None:
    phone.joins()
    phone.tap(phone.face("up-1"))
    phone.taps_twice(phone.pad.get_by_role("button", name="4", exact=True))
    expect(phone.face("up-1").locator("b")).to_have_text("44")


@pytest.mark.long
def test_a_double_tap_that_ends_the_game_stays_on_its_end(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    phone.taps_twice(phone.button("I cannot play"), pause=200)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("97 cards left")
    expect(phone.button("Keep playing")).to_be_visible()
    assert phone.entries == [("card-played", 2, "up-1"), ("cannot-play",)]


@pytest.mark.long
def test_a_double_tap_starts_one_game(phone: Phone) -> None:
    phone.visits("/")
    phone.goes(phone.link("The Game"))
    phone.taps_twice(phone.button("Start"))
    phone.page.wait_for_url("**/t/**")
    phone.visits("/")
    expect(phone.page.get_by_role("link", name="Player 1 and Player 2")).to_have_count(1)
    phone.goes(phone.page.get_by_role("link", name="Player 1 and Player 2"))
    expect(phone.page.get_by_role("listitem")).to_have_count(1)


@pytest.mark.long
def test_a_double_tap_starts_one_more_game_with_the_same_people(phone: Phone) -> None:
    phone.joins(card(2, "up-1"), {"kind": "cannot-play"})
    first = phone.page.url
    phone.taps_twice(phone.button("Play again"))
    phone.page.wait_for_url(lambda url: url != first)
    phone.visits(phone.game.rsplit("/", 2)[0] + "/")
    expect(phone.page.get_by_role("listitem")).to_have_count(2)


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


@pytest.mark.parametrize("scripted", [True, False], ids=["with scripts", "without"])
def test_the_same_form_posted_twice_is_one_entry(phones: Phones, scripted: bool) -> None:
    phone = phones(java_script_enabled=scripted)
    phone.joins()
    with phone.page.expect_request("**/entries") as sent:
        phone.plays(3, "up-1")
    request = sent.value
    wanted = ("content-type", "hx-request", "x-csrftoken")
    headers = {name: value for name, value in request.headers.items() if name in wanted}
    again = phone.context.request.post(
        request.url, data=request.post_data, headers=headers, max_retries=1
    )
    assert again.status == 200
    assert_kept(phone, ("card-played", 3, "up-1"))


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


def test_taps_without_network_wait_and_go_in_once_it_is_back(phone: Phone) -> None:
    phone.joins()
    phone.goes_away()
    phone.plays(2, "up-1")
    phone.keys_in(44, "up-2")  # the page goes on working
    expect(phone.net).to_have_text("Offline: 2 waiting")
    phone.comes_back()
    expect(phone.face("up-2").locator("b")).to_have_text("44")
    assert_kept(phone, ("card-played", 2, "up-1"), ("card-played", 44, "up-2"))
