"""Whatever comes back that is no verdict on it, an entry stays on its phone, and goes in once."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phones
from tests.browser.guests import whole_log
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card
from tests.drills.proxy import Fault, Proxy

OURS = {"Companion": "1", "Content-Type": "text/html"}
BOARD = '<main id="board" data-seen="9" data-moment="9999999999999"><h1>Not yours</h1></main>'
ANSWERS: dict[str, dict[str, Any]] = {
    "429, to be tried in a second": {"status": 429, "headers": {**OURS, "Retry-After": "1"}},
    "503": {"status": 503, "headers": OURS},
    "500": {"status": 500, "headers": OURS, "body": BOARD},
    "502 of a proxy": {"status": 502, "body": "Bad Gateway"},
    "a portal's page": {"status": 200, "content_type": "text/html", "body": "<h1>Hotel</h1>"},
    "a portal's redirect": {"status": 302, "headers": {"Location": "http://127.0.0.1:9/"}},
    "a page of ours that is no verdict": {"status": 200, "headers": OURS, "body": BOARD},
    "nothing at all": {"status": 200, "body": ""},
    "404 of somebody else": {"status": 404, "body": "not found"},
    "the verdict on another entry": {
        "status": 200, "headers": {**OURS, "Verdict": f"{'f' * 32} recorded 2 -"}, "body": BOARD,
    },
    "half a verdict": {"status": 200, "headers": {**OURS, "Verdict": "recorded"}, "body": BOARD},
}  # fmt: skip


class Spoilt:
    """What is entered on this page is answered so by somebody on the way, until it is `healed`."""

    def __init__(self, page: Page, does: Callable[[Route], object]) -> None:
        self.met, self.healed, self._does = 0, False, does
        page.route("**/entries", self._goes)

    def _goes(self, route: Route) -> None:
        if self.healed:
            route.continue_()
            return
        self.met += 1
        self._does(route)


USUAL = "503"


@pytest.mark.parametrize(
    "answer",
    [pytest.param(each, marks=() if each == USUAL else pytest.mark.long) for each in ANSWERS],
)
def test_what_is_no_verdict_leaves_an_entry_where_it_is(
    phone: Phone, server: Server, answer: str
) -> None:
    phone.forgives("the server responded with a status of", "net::ERR_")
    phone.joins(card(2, "up-1"))
    line = Spoilt(phone.page, lambda route: route.fulfill(**ANSWERS[answer]))
    phone.reached = False
    phone.plays(3, "up-1")
    assert line.met > 0
    expect(phone.face("up-1")).to_have_class("face echo late")
    assert phone.entries == [("card-played", 2, "up-1")]
    line.healed = True
    phone.is_reached()
    expect(phone.face("up-1")).to_have_class("face")
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    assert [written.kind for written in whole_log(server, phone)] == ["card-played"] * 2


def test_an_answer_that_does_not_come_is_not_waited_for(phone: Phone, server: Server) -> None:
    phone.forgives("net::ERR_")
    phone.page.clock.install()
    phone.joins(card(2, "up-1"))
    stalled: list[Route] = []
    line = Spoilt(phone.page, stalled.append)
    phone.reached = False
    phone.plays(3, "up-1")
    phone.plays(99, "down-1")
    assert line.met == 1  # the second waits for the first
    line.healed = True
    phone.page.clock.fast_forward(12_500)
    phone.page.clock.fast_forward(2_000)
    phone.is_reached()
    assert len(whole_log(server, phone)) == 3
    for route in stalled:
        route.abort()


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    """A line between phones and the app, on which all goes well until a test says otherwise."""
    between = Proxy(server.port)
    between.start()
    yield between
    between.stop()


CUTS = (Fault.LOST, Fault.UNANSWERED, Fault.CUT_IN_HEAD, Fault.CUT_IN_BODY)


def meets(proxy: Proxy, *faults: Fault) -> None:
    """The next entries meet these, and those after them nothing."""
    coming = list(faults)
    proxy.plan = lambda: coming.pop(0) if coming else Fault.PASSES


def cuts(often: Fault) -> list[Any]:
    """All of these; only one of them is tried often."""
    return [
        pytest.param(each, id=each.value, marks=() if each is often else pytest.mark.long)
        for each in CUTS
    ]


@pytest.mark.long
@pytest.mark.parametrize("fault", cuts(Fault.LOST))
def test_an_answer_that_is_cut_short_loses_and_doubles_nothing(
    phones: Phones, proxy: Proxy, server: Server, fault: Fault
) -> None:
    phone = phones(base_url=proxy.url)
    phone.forgives("net::ERR_")
    phone.joins(card(2, "up-1"))
    meets(proxy, fault, fault)
    phone.tap(phone.chip(3, "up-1"))
    phone.is_reached()
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    assert proxy.met[fault] > 0
    assert [written.kind for written in whole_log(server, phone)] == ["card-played"] * 2


@pytest.mark.long
@pytest.mark.parametrize("fault", cuts(Fault.CUT_IN_BODY))
def test_a_question_that_is_cut_short_is_asked_again(
    phones: Phones, proxy: Proxy, fault: Fault
) -> None:
    phone = phones(base_url=proxy.url)
    phone.forgives("net::ERR_")
    phone.joins(card(47, "up-1"))
    meets(proxy, fault)
    phone.keys_in(36, "up-1")
    phone.hears("Enter it anyway?")
    assert proxy.met == {fault: 1, Fault.PASSES: 2}
    phone.enters(phone.question.get_by_role("button", name="Enter 36"))
    assert phone.entries == [("card-played", 47, "up-1"), ("card-played", 36, "up-1", True)]


@pytest.mark.long
def test_a_session_that_is_gone_is_no_reason_to_ask_anybody(phone: Phone) -> None:
    phone.forgives("status of 400")
    phone.joins()
    phone.goes_away()
    phone.plays(3, "up-1")
    phone.context.clear_cookies(name=phone.cookie_name("session"))
    phone.comes_back()
    assert phone.entries == [("card-played", 3, "up-1")]
    phone.plays(99, "down-1")
    assert len(phone.entries) == 2
