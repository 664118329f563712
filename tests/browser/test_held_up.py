"""A phone that was too quick for the server: what was entered goes in when it may, by itself."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.guests import whole_log
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that counts, and soon has had enough."""
    folder = tmp_path_factory.mktemp("hasty")
    running = Server(folder, "tests.browser.rate_limits:hasty", limited=True)
    running.start()
    yield running
    running.stop()


@pytest.mark.long
def test_what_was_too_much_is_sent_again_when_it_may_and_not_before(
    phone: Phone, server: Server
) -> None:
    phone.forgives("the server responded with a status of 429")
    phone.joins(card(2, "up-1"), card(99, "down-1"), card(98, "down-1"))
    answers: list[tuple[int, bool]] = []
    phone.page.on(
        "response",
        lambda answer: (
            answers.append((answer.status, "retry-after" in answer.headers))
            if answer.url.endswith("/entries")
            else None
        ),
    )
    phone.reached = False
    phone.plays(3, "up-1")
    expect(phone.face("up-1")).to_have_class("face echo late")
    phone.is_reached()
    expect(phone.face("up-1")).to_have_class("face")
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    assert answers == [(429, True), (200, False)]
    assert len(whole_log(server, phone)) == 4
