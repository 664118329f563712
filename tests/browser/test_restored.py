"""A server that was put back to an earlier moment: phones notice, and offer what it has lost."""

import re
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Route, expect

from companion import create_app
from tests.browser.conftest import Phones
from tests.browser.guests import lets_in, whole_log
from tests.browser.phone import KEPT, Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card

AWAY = ("net::ERR_", "the server responded with a status of")
WHOLE_HAND = {"kind": "hand-corrected", "player": 0, "cards": 60}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that only the phones of these tests know; nobody needs what was put back."""
    running = Server(tmp_path_factory.mktemp("restored"))
    running.start()
    yield running
    running.stop()


class Backup:
    """A backup of this server, made now and restored once."""

    def __init__(self, server: Server) -> None:
        self.server, self.file = server, server.instance / "a.backup"
        self._says("backup", str(self.file), "--replace")

    def restore(self) -> None:
        """The server was stopped, put back, and answers again."""
        self.server.stop()
        try:
            self._says("restore", str(self.file), "--replace")
        finally:
            self.server.start()

    def _says(self, *words: str) -> None:
        app = create_app({"INSTANCE": self.server.instance})
        result = app.test_cli_runner().invoke(args=[*words])
        app.extensions["store"].close()
        assert result.exit_code == 0, result.output


def lost(phone: Phone) -> Locator:
    """The sheet that says what the server has lost, which comes by itself."""
    sheet = phone.page.locator("dialog[open] .lost")
    expect(sheet).to_be_visible(timeout=30_000)
    return sheet


def lines(phone: Phone) -> Locator:
    return lost(phone).get_by_role("listitem")


def presses(phone: Phone, name: str) -> None:
    button = lost(phone).get_by_role("button", name=name)
    phone.takes_a_moment(button)
    phone.tap(button)


def is_whole(phone: Phone) -> None:
    """The sheet is closed, and the board is there with all that was entered."""
    expect(phone.page.locator("dialog[open]")).to_have_count(0)
    phone.is_reached()


def is_not_offered(phone: Phone) -> None:
    """Nothing of this phone is said to be lost, on a page that has looked it through."""
    phone.visits(phone.page.url)  # which may be loading itself, since it heard of the restore
    phone.has("() => localStorage.looked?.startsWith(document.documentElement.dataset.era)")
    expect(phone.page.locator(".lost")).to_have_count(0)


def facts(server: Server, phone: Phone) -> list[Any]:
    return [(written.id, written.facts) for written in whole_log(server, phone)]


@pytest.fixture
def phone(phone: Phone) -> Phone:
    phone.forgives(*AWAY)
    return phone


def joined(phones: Phones, server: Server, phone: Phone) -> Phone:
    """Another phone at the table of this one."""
    other = phones()
    other.forgives(*AWAY)
    lets_in(server, phone, other)
    return other


@pytest.mark.long
def test_one_tap_enters_again_what_the_server_has_lost(phone: Phone, server: Server) -> None:
    phone.joins()
    phone.plays(2, "up-1")
    backup = Backup(server)
    phone.plays(99, "down-1")
    phone.keys_in(47, "up-2")
    phone.undoes()
    phone.ends_turn()
    before, said = facts(server, phone), phone.entries
    backup.restore()
    expect(lines(phone)).to_have_text(["99 ▼ 1", re.compile("47"), "Undo", "End turn"])
    expect(lost(phone)).to_contain_text("4 entries from this phone are missing there")
    presses(phone, "Enter them again")
    is_whole(phone)
    assert facts(server, phone) == before
    assert phone.entries == said
    is_not_offered(phone)
    assert facts(server, phone) == before


@pytest.mark.long
def test_two_phones_enter_theirs_at_the_places_where_they_were(
    phone: Phone, phones: Phones, server: Server
) -> None:
    """One pile, card by card in turn: in any other order it would be another board."""
    phone.joins(WHOLE_HAND)
    other = joined(phones, server, phone)
    other.visits(phone.game)
    backup = Backup(server)
    for number in range(2, 8):
        each = (phone, other)[number % 2]
        expect(each.face("up-1")).to_contain_text(str(number - 1))
        each.plays(number, "up-1")
    before = facts(server, phone)
    backup.restore()
    expect(lines(phone)).to_have_text([f"{number} ▲ 1" for number in (2, 4, 6)])
    expect(lines(other)).to_have_text([f"{number} ▲ 1" for number in (3, 5, 7)])
    presses(other, "Enter them again")
    expect(lost(other)).to_contain_text("Entries from another phone come first")
    presses(phone, "Enter them again")
    is_whole(phone)
    is_whole(other)
    assert facts(server, phone) == before
    for each in (phone, other):
        expect(each.face("up-1").locator("b")).to_have_text("7")
        is_not_offered(each)


@pytest.mark.long
def test_who_does_not_wait_enters_by_the_table_as_it_is(
    phone: Phone, phones: Phones, server: Server
) -> None:
    phone.joins(WHOLE_HAND)
    other = joined(phones, server, phone)
    other.visits(phone.game)
    backup = Backup(server)
    other.plays(2, "up-1")
    expect(phone.face("up-1")).to_contain_text("2")
    phone.plays(99, "down-1")
    phone.keys_in(47, "up-2")
    phone.undoes()
    phone.plays(98, "down-1")
    backup.restore()
    other.page.close()
    presses(phone, "Enter them again")
    presses(phone, "Enter these without waiting")
    is_whole(phone)
    assert phone.entries[1:] == [("card-played", 99, "down-1"), ("card-played", 98, "down-1")]
    is_not_offered(phone)


@pytest.mark.long
def test_a_line_that_was_changed_goes_in_as_it_was_changed_where_others_played_on(
    phone: Phone, phones: Phones, server: Server
) -> None:
    phone.joins(WHOLE_HAND)
    other = joined(phones, server, phone)
    backup = Backup(server)
    phone.keys_in(47, "up-1")
    phone.visits(f"{phone.game}log/2")
    for digit in "49":
        phone.takes_a_moment(phone.button(digit))
        phone.tap(phone.button(digit))
    phone.page.wait_for_url("**/log/")
    assert phone.entries[1:] == [("card-played", 49, "up-1")]
    game = phone.game
    phone.page.goto("about:blank")
    backup.restore()
    other.visits(game)
    other.plays(99, "down-1")
    phone.visits(game)
    presses(phone, "Enter them again")
    is_whole(phone)
    assert phone.entries[1:] == [("card-played", 99, "down-1"), ("card-played", 49, "up-1")]
    is_not_offered(phone)


@pytest.mark.long
def test_what_both_had_entered_is_entered_once(
    phone: Phone, phones: Phones, server: Server
) -> None:
    """The end of a turn, said on both phones: the second was told that it is there already."""
    phone.joins(card(2, "up-1"), card(99, "down-1"))
    other = joined(phones, server, phone)
    other.visits(phone.game)
    backup = Backup(server)
    for each in (phone, other):
        each.forgives("net::ERR_")
        expect(each.net).to_have_text("Live")
        each.context.set_offline(True)
        each.reached = False
        each.ends_turn()
    phone.comes_back()
    other.comes_back()
    before = facts(server, phone)
    assert len(before) == 3
    backup.restore()
    presses(other, "Enter them again")
    is_whole(other)
    presses(phone, "Enter them again")
    is_whole(phone)
    assert [said for _, said in facts(server, phone)] == [said for _, said in before]
    is_not_offered(phone)
    is_not_offered(other)


@pytest.mark.long
def test_what_is_left_is_not_offered_again(phone: Phone, server: Server) -> None:
    phone.joins()
    backup = Backup(server)
    phone.plays(2, "up-1")
    backup.restore()
    presses(phone, "Discard them")
    is_whole(phone)
    is_not_offered(phone)
    assert phone.entries == []


@pytest.mark.long
def test_nothing_is_said_where_nothing_is_lost(phone: Phone, server: Server) -> None:
    phone.joins()
    phone.plays(2, "up-1")
    backup = Backup(server)
    backup.restore()
    is_not_offered(phone)
    phone.plays(99, "down-1")
    backup.restore()
    expect(lines(phone)).to_have_text(["99 ▼ 1"])  # and not the one that is there


@pytest.mark.long
def test_what_waited_meanwhile_goes_in_behind_what_was_lost(phone: Phone, server: Server) -> None:
    phone.joins(WHOLE_HAND)
    backup = Backup(server)
    phone.plays(2, "up-1")
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.plays(4, "up-1")
    backup.restore()
    phone.context.set_offline(False)
    expect(lines(phone)).to_have_text(["2 ▲ 1"])
    assert len(phone.entries) == 1
    presses(phone, "Enter them again")
    is_whole(phone)
    assert phone.entries[1:] == [("card-played", card, "up-1") for card in (2, 3, 4)]
    is_not_offered(phone)


@pytest.mark.long
def test_what_waited_goes_in_by_itself_where_nothing_is_lost(phone: Phone, server: Server) -> None:
    phone.joins(card(2, "up-1"))
    backup = Backup(server)
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    backup.restore()
    phone.context.set_offline(False)
    expect(phone.pile("down-1").locator(".face:not(.echo) b")).to_have_text("99", timeout=30_000)
    is_whole(phone)
    played = [(2, "up-1"), (3, "up-1"), (99, "down-1")]
    assert phone.entries == [("card-played", *each) for each in played]


@pytest.mark.long
def test_a_late_no_to_what_waited_does_not_hold_what_goes_in(phone: Phone, server: Server) -> None:
    """The server's word on a submission of before arrives when the phone has made it one of now."""
    phone.joins(card(2, "up-1"))
    backup = Backup(server)
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    epoch, late = phone.page.locator("html").get_attribute("data-era") or "", list[Route]()

    def entering(route: Route) -> None:
        is_old = f"era={epoch}" in (route.request.post_data or "")
        late.append(route) if is_old else route.continue_()

    phone.page.route("**/entries", entering)
    backup.restore()
    phone.context.set_offline(False)
    expect(phone.page.locator("html")).not_to_have_attribute("data-era", epoch, timeout=30_000)
    phone.has(f"async () => (await ({KEPT})()).every(({{ values }}) => values.era !== '{epoch}')")
    for route in late:
        with suppress(Error):  # the page that asked is gone
            route.fulfill(response=route.fetch())
    expect(phone.pile("down-1").locator(".face:not(.echo) b")).to_have_text("99", timeout=30_000)
    is_whole(phone)


@pytest.mark.long
def test_what_waited_about_a_line_that_is_gone_is_for_its_player(
    phone: Phone, phones: Phones, server: Server
) -> None:
    """It named the line by its place, where by now somebody else's may stand."""
    phone.joins(WHOLE_HAND)
    other = joined(phones, server, phone)
    other.visits(phone.game)
    backup = Backup(server)
    other.plays(47, "up-1")
    expect(phone.face("up-1")).to_contain_text("47")
    phone.goes_away()
    phone.undoes()
    backup.restore()
    presses(other, "Discard them")
    other.plays(99, "down-1")
    phone.context.set_offline(False)
    expect(lines(phone)).to_have_text(["Undo"])
    expect(lost(phone)).to_contain_text("corrections to another phone’s entries")
    presses(phone, "Discard them")
    is_whole(phone)
    assert phone.entries[1:] == [("card-played", 99, "down-1")]


@pytest.mark.long
def test_the_shelf_leads_to_the_game_that_lost_something(phone: Phone, server: Server) -> None:
    phone.joins()
    backup = Backup(server)
    phone.plays(2, "up-1")
    game = phone.game
    phone.visits("/")
    backup.restore()
    phone.visits("/")
    expect(lines(phone)).to_have_text(["2 ▲ 1"])
    phone.goes(lost(phone).get_by_role("link", name="To the game"))
    expect(phone.page).to_have_url(game)
    presses(phone, "Enter them again")
    is_whole(phone)
    assert phone.entries == [("card-played", 2, "up-1")]


@pytest.mark.long
def test_of_a_table_that_is_gone_all_that_was_entered_is_still_here(
    phone: Phone, server: Server
) -> None:
    """The phone itself is one that the server does not know any more."""
    with closing(create_app({"INSTANCE": server.instance}).extensions["store"]) as store:
        store.database.upgrade()
    backup = Backup(server)
    phone.joins()
    phone.plays(2, "up-1")
    phone.plays(99, "down-1")
    backup.restore()
    expect(lost(phone)).to_contain_text("This table is no longer on the server")
    for _ in range(2):
        expect(lines(phone)).to_have_text(["2 ▲ 1", "99 ▼ 1"])
        phone.page.reload()
    text = phone.takes_along(lost(phone).get_by_role("link", name="Save as a file"))
    assert [line.split("\t")[1:] for line in text.splitlines()] == [
        ["The Game", "2 ▲ 1"],
        ["The Game", "99 ▼ 1"],
    ]
    presses(phone, "Delete them from this phone")
    expect(phone.page.locator("dialog[open]")).to_have_count(0)
    is_not_offered(phone)
