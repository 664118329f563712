"""A browser says that there is no network, rightly or wrongly: what waits is there and goes in."""

import pytest
from playwright.sync_api import expect

from tests.browser import bluff_places
from tests.browser.bluff_places import FIVE, scored, touches, white
from tests.browser.conftest import Phones
from tests.browser.phone import KEPT, Phone
from tests.browser.shortcuts import card
from tests.browser.test_offline_pages import goes_off, keeps
from tests.browser.test_waiting import GAMES, closes_round

FIRST = ("card-played", 2, "up-1")
STUCK = "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })"


@pytest.fixture
def workers() -> str:
    return "allow"


def is_kept(phone: Phone, *more: str) -> None:
    """This page, and what it leads to here, is there without network."""
    path: str = phone.page.evaluate("location.pathname")
    keeps(phone, path, *(path + each for each in more))


def reloads(phone: Phone) -> None:
    """The page comes from the phone itself, which says that there is no network."""
    phone.page.reload()
    assert not phone.page.evaluate("navigator.onLine")


@pytest.mark.long
def test_a_reload_without_network_shows_what_waits(phone: Phone) -> None:
    for game in GAMES:
        begins, plays, chips, entries = game.values
        begins(phone)
        is_kept(phone)
        before = phone.entries
        phone.goes_away()
        plays(phone)
        reloads(phone)
        expect(phone.waits).to_have_text(chips)
        expect(phone.net).to_have_text(f"Offline: {len(chips)} waiting")
        expect(phone.reviews().locator("[data-waiting] li")).to_have_count(len(chips))
        phone.comes_back()
        assert phone.entries == [*before, *entries]


@pytest.mark.long
def test_undo_after_a_reload_without_network_means_what_waits(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    is_kept(phone)
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    reloads(phone)
    touches(phone, phone.button("Undo"))
    expect(phone.waits).to_have_text(["3 ▲ 1"])
    phone.plays(98, "down-2")
    expect(phone.waits).to_have_text(["3 ▲ 1", "98 ▼ 2"])
    phone.comes_back()
    assert phone.entries == [FIRST, ("card-played", 3, "up-1"), ("card-played", 98, "down-2")]


@pytest.mark.long
def test_every_page_that_is_opened_without_network_knows_what_waits(phone: Phone) -> None:
    """The shelf, the log, one of its lines, another tab, and the board on the way back."""
    phone.joins(card(2, "up-1"))
    board = phone.page.url
    for page in ("log/1", "log/", ""):
        phone.visits(board + page)
        is_kept(phone)
    phone.goes_away()
    phone.plays(3, "up-1")
    said = phone.page.locator("#unsent")
    for page in ("log/", "log/1"):
        phone.visits(board + page)
        expect(said).to_contain_text("saved on this phone")
    phone.visits("/")
    expect(phone.page.locator("#left li")).to_contain_text("1 waiting")
    phone.page.go_back()
    phone.page.go_back()
    phone.page.go_back()
    expect(phone.waits).to_have_text(["3 ▲ 1"])
    phone.opens().goto(board)
    expect(phone.waits).to_have_text(["3 ▲ 1"])
    phone.comes_back()
    assert phone.entries == [FIRST, ("card-played", 3, "up-1")]


@pytest.mark.long
def test_half_a_round_is_still_there_behind_one_that_waits(phone: Phone) -> None:
    bluff_places.sits(phone, scored(1, 2, 3, 4, 5))
    is_kept(phone)
    phone.goes_away()
    closes_round(phone, 3, 4, 5, 1, 2)
    white(phone, FIVE[0], 5)
    reloads(phone)
    expect(phone.waits).to_have_count(1)
    chosen = phone.page.locator("form.closing input:checked")
    expect(chosen).to_have_count(1)
    expect(phone.page.get_by_role("radio", name=f"{FIVE[0]}: 5")).to_be_checked()
    phone.comes_back()


def test_a_round_that_waits_is_not_filled_in_again(phone: Phone) -> None:
    """The page went before it had seen that its round waits."""
    bluff_places.sits(phone, scored(1, 2, 3, 4, 5))
    is_kept(phone)
    phone.goes_away()
    for name, number in list(zip(FIVE, (3, 4, 5, 1, 2), strict=True))[:-1]:
        white(phone, name, number)
    keep = "() => Object.entries(localStorage).filter(([key]) => key.startsWith('round '))"
    kept = phone.page.evaluate(keep)
    phone.enters(phone.dock_button("Close round"))
    phone.page.evaluate(
        "(all) => all.forEach(([key, value]) => { localStorage[key] = value; })", kept
    )
    reloads(phone)
    expect(phone.waits).to_have_count(1)
    expect(phone.page.locator("form.closing input:checked")).to_have_count(0)
    phone.comes_back()


# A browser that says so though it is not true


@pytest.fixture
def stuck(phones: Phones) -> Phone:
    """A phone whose browser never says that there is a network, on whose clock time can pass."""
    held = phones()
    held.context.add_init_script(STUCK)
    held.page.clock.install()
    held.visits("/")
    return held


@pytest.mark.long
def test_a_board_that_hears_of_its_table_is_not_offline(stuck: Phone) -> None:
    stuck.joins(card(2, "up-1"))
    expect(stuck.net).to_have_text("Live")
    stuck.plays(3, "up-1")
    assert stuck.entries == [FIRST, ("card-played", 3, "up-1")]


@pytest.mark.long
def test_what_waits_is_tried_now_and_then_all_the_same(stuck: Phone) -> None:
    """On a page that hears of nothing."""
    stuck.joins(card(2, "up-1"), card(99, "down-1"))
    stuck.visits(f"{stuck.game}log/1")
    for digit in "49":
        touches(stuck, stuck.button(digit))
    stuck.has(f"async () => (await ({KEPT})()).length === 1")
    stuck.page.clock.fast_forward(31_000)
    expect(stuck.page).to_have_url(f"{stuck.game}log/")
    assert stuck.entries == [("card-played", 49, "up-1"), ("card-played", 99, "down-1")]


@pytest.mark.long
def test_a_form_is_sent_all_the_same(stuck: Phone) -> None:
    stuck.starts(2)
    expect(stuck.board).to_be_visible()


def test_a_form_that_cannot_be_sent_says_so(phone: Phone) -> None:
    phone.visits("/new/the-game")
    phone.page.wait_for_function("() => typeof kept === 'object'")
    goes_off(phone)
    phone.tap(phone.button("Start"))
    said = phone.page.locator("#unsent")
    expect(said).to_contain_text("need a connection")
    phone.context.set_offline(False)
    expect(said).to_be_hidden()
    phone.goes(phone.button("Start"))
