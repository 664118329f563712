"""While a server has no room, boards are shown and entries wait; then they go in by themselves."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.guests import whole_log
from tests.browser.phone import Phone
from tests.browser.shortcuts import card
from tests.support.full_disk import LARGEST
from tests.support.live_server import Server


@contextmanager
def no_room(server: Server) -> Iterator[None]:
    """No file of this server may grow."""
    workers = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    before = {pid: resource.prlimit(int(pid), resource.RLIMIT_FSIZE) for pid in workers}
    for pid, (_, hard) in before.items():
        resource.prlimit(int(pid), resource.RLIMIT_FSIZE, (LARGEST, hard))
    try:
        yield
    finally:
        for pid, limits in before.items():
            resource.prlimit(int(pid), resource.RLIMIT_FSIZE, limits)


@pytest.mark.long
def test_an_entry_waits_for_room_and_goes_in_once(phone: Phone, server: Server) -> None:
    phone.forgives("the server responded with a status of 503")
    phone.joins(card(2, "up-1"))
    top = phone.face("up-1").locator("b")
    with no_room(server):
        phone.reached = False
        with phone.page.expect_response("**/entries") as answer:
            phone.plays(3, "up-1")
        assert answer.value.status == 503
        phone.page.reload()
        expect(top).to_have_attribute("data-was", "2")
    phone.reached = True
    expect(top).not_to_have_attribute("data-was", "2", timeout=30_000)
    expect(top).to_have_text("3")
    assert [written.kind for written in whole_log(server, phone)] == ["card-played"] * 2
