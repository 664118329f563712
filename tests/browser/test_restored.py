"""A server that was put back to an earlier moment: phones notice, and offer what it has lost."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from companion import create_app
from tests.browser.guests import whole_log
from tests.browser.phone import Phone
from tests.support.live_server import Server

AWAY = ("net::ERR_", "the server responded with a status of")
WHOLE_HAND = {"kind": "hand-corrected", "player": 0, "cards": 60}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that only the phones of these tests know; nobody needs what was put back."""
    with Server(tmp_path_factory.mktemp("restored")) as running:
        yield running


def does(server: Server, command: str) -> None:
    app = create_app({"INSTANCE": server.instance})
    file = str(server.instance / "a.backup")
    result = app.test_cli_runner().invoke(args=[command, file, "--replace"])
    app.extensions["store"].close()
    assert result.exit_code == 0, result.output


def lost(phone: Phone) -> Locator:
    """The sheet that says what the server has lost, which comes by itself."""
    sheet = phone.page.locator("dialog[open] .lost")
    expect(sheet).to_be_visible(timeout=30_000)
    return sheet


def facts(server: Server, phone: Phone) -> list[Any]:
    return [(written.id, written.facts) for written in whole_log(server, phone)]


@pytest.fixture
def phone(phone: Phone) -> Phone:
    phone.forgives(*AWAY)
    return phone


@pytest.mark.long
def test_one_tap_enters_what_was_lost_and_what_waited(phone: Phone, server: Server) -> None:
    phone.joins(WHOLE_HAND)
    phone.plays(2, "up-1")
    does(server, "backup")
    phone.plays(99, "down-1")
    phone.keys_in(47, "up-2")
    phone.undoes()
    phone.ends_turn()
    before, said, game = facts(server, phone), phone.entries, phone.game
    phone.goes_away()
    phone.plays(3, "up-1")
    server.stop()
    does(server, "restore")
    server.start()
    phone.context.set_offline(False)
    missing = ["99 ▼ C", re.compile("47"), "Undo", "End turn"]
    expect(lost(phone).get_by_role("listitem")).to_have_text(missing)
    phone.visits("/")
    expect(lost(phone).get_by_role("listitem")).to_have_text(missing)
    phone.goes(lost(phone).get_by_role("link", name="Go to game"))
    expect(phone.page).to_have_url(game)
    expect(lost(phone)).to_contain_text("4 entries from this phone are missing there")
    button = lost(phone).get_by_role("button", name="Enter them again")
    phone.takes_a_moment(button)
    phone.tap(button)
    expect(phone.page.locator("dialog[open]")).to_have_count(0)
    phone.is_reached()
    assert facts(server, phone)[:-1] == before
    assert phone.entries == [*said, ("card-played", 3, "up-1")]
    phone.visits(phone.page.url)  # which may be loading itself, since it heard of the restore
    phone.has("() => localStorage.looked?.startsWith(document.documentElement.dataset.era)")
    expect(phone.page.locator(".lost")).to_have_count(0)
