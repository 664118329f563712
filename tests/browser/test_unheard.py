"""An answer that is cut on its way: the entry stays on its phone, and goes in once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.bluff_places import touches
from tests.browser.conftest import Phones
from tests.browser.guests import whole_log
from tests.drills.proxy import Fault, Proxy
from tests.support.live_server import Server


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    """A line between phones and the app, on which all goes well until a test says otherwise."""
    between = Proxy(server.port)
    between.start()
    yield between
    between.stop()


CUTS = (Fault.LOST, Fault.UNANSWERED, Fault.CUT_IN_HEAD, Fault.CUT_IN_BODY)


@pytest.mark.long
def test_an_answer_that_is_cut_short_loses_and_doubles_nothing(
    phones: Phones, proxy: Proxy, server: Server
) -> None:
    phone, coming = phones(base_url=proxy.url), list[Fault]()
    phone.forgives("net::ERR_")
    phone.joins({"kind": "hand-corrected", "player": 0, "cards": 60})
    proxy.plan = lambda: coming.pop(0) if coming else Fault.PASSES
    for number, fault in enumerate(CUTS, 2):
        coming[:] = [fault, fault]  # the second one is met unless the stream told of the entry
        with phone.page.expect_request("**/entries"):
            touches(phone, phone.chip(number, "up-1"))
        phone.is_reached()
        expect(phone.face("up-1").locator("b")).to_have_text(str(number))
        assert proxy.met[fault] > 0
    assert len(whole_log(server, phone)) == 1 + len(CUTS)

    coming.clear()
    phone.keys_in(90, "up-1")
    coming[:] = [Fault.CUT_IN_BODY]  # of a question, which is asked again
    phone.keys_in(60, "up-1")
    phone.hears("Enter it anyway?")
    phone.enters(phone.question.get_by_role("button", name="Enter 60"))
    assert phone.entries[-2:] == [("card-played", 90, "up-1"), ("card-played", 60, "up-1", True)]
