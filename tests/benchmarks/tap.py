"""One tap in a browser: from the finger that leaves the glass to the board that shows it."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.benchmarks import chromium
from tests.benchmarks.figures import Figure, Section, timed
from tests.benchmarks.served import Served, companion
from tests.benchmarks.stock import Stock, board

TAPS = 60
PAUSE = 400  # ms: a tap sooner than 350 ms may be no tap to the app, and no thumb plays quicker
BUDGET = 20.0  # ms
# htmx settles 20 ms after the swap; the tap is over for the player with the DOM and its picture.
WATCH = """
window.taps = [];
let tap = null;
addEventListener("touchend", (event) => { tap = { touch: event.timeStamp }; }, true);
addEventListener("click", (event) => { if (tap) tap.click = performance.now(); }, true);
document.addEventListener("queue:sends", () => { if (tap) tap.sent = performance.now(); });
document.addEventListener("queue:answer", () => { if (tap) tap.came = performance.now(); });
addEventListener("htmx:afterSwap", () => {
  if (!tap) return;
  const done = tap;
  tap = null;
  done.swapped = performance.now();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { done.painted = performance.now(); };
    channel.port2.postMessage(0);
  });
  const loaded = performance.getEntriesByType("resource");
  const post = loaded.filter((each) => each.name.endsWith("/entries")).pop();
  done.served = post.responseStart - post.requestStart;
  addEventListener("htmx:afterSettle", () => { taps.push(done); }, { once: true });
});
"""
CARDS = ('[data-pile="up-1"] ~ form .chip', '[data-pile="down-1"] ~ form .chip')
TURN = (*CARDS, "main > .dock form:last-of-type button")


def section(folder: Path) -> Section:
    stock = Stock.within(folder)
    game = stock.game()
    stock.close()
    with Served(companion(folder)) as served, chromium.chromium() as browser:
        with chromium.phone(browser, served.url, stock.secret) as phone:
            phone.add_init_script(WATCH)
            page = phone.new_page()
            page.goto(board(game))
            page.wait_for_load_state("load")
            page.wait_for_function("() => typeof Idiomorph !== 'undefined'")
            taps = [_tap(page, TURN[number % 3], number) for number in range(TAPS)]
        machine = chromium.machine_with(browser)
    figures = [
        _between(taps, "finger up → DOM (htmx:afterSwap)", "touch", "swapped", BUDGET),
        _between(taps, "click heard in the page → DOM", "click", "swapped", BUDGET),
        _between(taps, "finger up → after the next frame", "touch", "painted"),
        _between(taps, "of it: finger up → click heard in the page", "touch", "click"),
        _between(taps, "of it: click → kept, request handed over", "click", "sent"),
        _between(taps, "of it: request → answer in the script", "sent", "came"),
        timed("of that: request out → first byte back", [tap["served"] / 1000 for tap in taps]),
        _between(taps, "of it: answer → DOM", "came", "swapped"),
    ]
    runs = f"{TAPS} taps in one game of two (two cards, end of turn, …), loopback, real gunicorn"
    return Section("Tap to DOM", runs, figures, machine)


def _tap(page: Page, target: str, number: int) -> dict[str, Any]:
    box = page.locator(target).first.bounding_box()
    assert box
    page.wait_for_timeout(PAUSE)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("count => taps.length > count && taps.at(-1).painted", arg=number)
    measured: dict[str, Any] = page.evaluate("taps.at(-1)")
    return measured


def _between(
    taps: list[dict[str, Any]], what: str, first: str, then: str, budget: float | None = None
) -> Figure:
    times = [(tap[then] - tap[first]) / 1000 for tap in taps]
    return timed(what, times, against=budget, beside="budget")
