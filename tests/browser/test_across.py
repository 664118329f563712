"""A tablet between people who sit across: it faces whoever acts, and hears two thumbs at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import bluff_places, brain_places, measures
from tests.browser.conftest import Phones
from tests.browser.phone import SENT, Phone
from tests.browser.shortcuts import card

TABLET = {"width": 1024, "height": 768}
PAIRS = 6
TAPPED = ("covered", "hidden")
WELL: dict[str, list[str]] = {what: [] for what in TAPPED}


def turns(page: Page, times: int = 1) -> None:
    """The tool in the bar, as somebody taps it who waits a moment between two taps."""
    page.locator("html[data-facing]").wait_for(state="attached")
    for _ in range(times):
        page.locator('[data-screen="turn"]').dispatch_event("click")


def faces(page: Page, direction: int) -> None:
    expect(page.locator("html")).to_have_attribute("data-facing", str(direction))


@pytest.mark.long
def test_a_tablet_faces_whoever_acts(phones: Phones) -> None:
    tablet = phones(viewport=TABLET)
    page = tablet.page
    tablet.joins(card(47, "up-1"), card(80, "down-1"))
    turns(page)
    faces(page, 90)
    assert measures.found(page, TAPPED) == WELL
    tablet.plays(20, "up-1")  # nobody may
    question = page.locator(".question")
    expect(question).to_be_in_viewport(ratio=1)
    size = question.bounding_box()
    assert size
    assert size["height"] > size["width"]  # it is as wide as two piles, and stands on its side
    turns(page, 3)
    faces(page, 0)
    page.set_viewport_size({"width": 600, "height": 960})
    for goes in (
        lambda phone: phone.joins(card(47, "up-1", "three"), names=bluff_places.FIVE, extreme="y"),
        lambda phone: brain_places.sits(phone, *brain_places.FIVE_COLUMNS, names=("Cas", "Dee")),
    ):
        goes(tablet)
        turns(page)
        faces(page, 90)
        assert measures.found(page, TAPPED) == WELL


PILES = ("up-1", "down-1")
PATIENCE = 15_000  # ms
SPOT = """(pile) => {
  const chip = document.querySelector(`.chips:has([name=pile][value="${pile}"]) button`);
  const { left, top, width, height } = chip.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
SEEN = """(place) => Number(document.getElementById("board").dataset.seen) === place"""
# Both cards lie, and nothing that was tapped waits for an answer.
LIE = f"""async (place) => ({SEEN})(place)
  && !document.querySelector(".echo") && await ({SENT})()"""


def taps_both(tablet: Phone, left: int | None) -> None:
    """The first chip of two piles under two thumbs at once: both cards are entered.

    Both thumbs come and go together, or the one on the pile `left` is lifted last: it goes when the
    card of the other lies on the board.
    """
    page = tablet.page
    before = page.evaluate("() => Number(document.getElementById('board').dataset.seen)")
    page.wait_for_timeout(400)  # a board is read before it counts what is tapped
    spots = [page.evaluate(SPOT, pile) for pile in PILES]
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
    steps = [("touchStart", points), ("touchEnd", [])]
    if left is not None:
        steps = [("touchStart", points[:1]), steps[0], ("touchEnd", [points[left]]), steps[1]]
    tools = page.context.new_cdp_session(page)
    for kind, touching in steps:
        if left is not None and not touching:
            page.wait_for_function(SEEN, arg=before + 1)
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})
    tools.detach()
    tablet.has(LIE, before + 2, PATIENCE)


@pytest.mark.long
def test_two_thumbs_at_once_are_two_entries(phones: Phones) -> None:
    tablet = phones(viewport=TABLET)
    tablet.joins(card(47, "up-1"), card(80, "down-1"))
    tablet.ends_turn()
    tablet.page.reload()  # the forms of a page have more in them than those of an answer
    turns(tablet.page, 4)  # what hears thumbs is there
    before = len(tablet.entries)
    for pair in range(PAIRS):
        taps_both(tablet, (None, 0, 1)[pair % 3])
        tablet.ends_turn()
    laid = [each[1:3] for each in tablet.entries[before:] if each[0] == "card-played"]
    assert sorted(laid) == sorted(
        each for n in range(PAIRS) for each in ((48 + n, "up-1"), (79 - n, "down-1"))
    )
