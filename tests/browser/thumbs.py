"""Two thumbs on one screen at the same time, as Chromium hears them."""

from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.phone import SENT

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
  && !document.querySelector(".echo") && ({SENT})()"""


def taps_both(page: Page, stagger: int = 0, *, rests: bool = False) -> bool:
    """The first chip of two piles under two thumbs at once; whether both cards are entered.

    With `stagger` 0 both come and go together; with 1 the first one goes first, with 2 last. Where
    the last one `rests`, it goes when the card of the other lies on the board.
    """
    before = page.evaluate("() => Number(document.getElementById('board').dataset.seen)")
    page.wait_for_timeout(400)  # a board is read before it counts what is tapped
    points = [
        {"x": x, "y": y, "id": number}
        for number, (x, y) in enumerate(page.evaluate(SPOT, pile) for pile in PILES)
    ]
    tools = page.context.new_cdp_session(page)
    for kind, touching in steps(points, stagger):
        if rests and not touching:
            page.wait_for_function(SEEN, arg=before + 1)
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})
    tools.detach()
    try:
        page.wait_for_function(LIE, arg=before + 2, timeout=PATIENCE)
    except TooLate:
        return False
    return True


def steps(points: list[dict[str, Any]], stagger: int) -> list[tuple[str, list[dict[str, Any]]]]:
    """What the glass says: after each step these points are still touched."""
    one, other = points
    if stagger == 0:
        return [("touchStart", points), ("touchEnd", [])]
    left = [other] if stagger == 1 else [one]
    return [("touchStart", [one]), ("touchStart", points), ("touchEnd", left), ("touchEnd", [])]
