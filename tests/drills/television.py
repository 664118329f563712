"""A television: the server restarted, and twelve hours: `python -m tests.drills.television`.

A page that only looks on, as large as a television, hears of entries while the server is killed and
started again 20 times. Another one lives through twelve hours by a clock that runs ahead, with an
entry every five minutes. Passes where both show every entry without being loaded anew, and end with
no more timers, streams, listeners and nodes than after the first entries, and with a heap that is
at most a third larger. Small it is one restart and half an hour.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import TimeoutError as TooLate

from tests.browser import shortcuts
from tests.browser.chromium import close, launching
from tests.drills.outcome import Outcome
from tests.support.live_server import Server

BROKEN = ("once", "piling")
FULL, SMALL = (20, 12.0), (1, 0.5)  # restarts, and hours
EVERY = 300  # s between two entries of the long evening
PATIENCE = 30  # s until an entry is shown
NEVER = 10  # s after which the build that shows none any more is believed
FIRST = 4  # entries after which it is as large as it may be
MOMENT = 6  # s after which nothing stands out any more, and who hears of nothing has asked
SIZE = {"width": 1920, "height": 1080}

# What is alive in a page: timers that run, and streams that are open.
ALIVE = """
const timers = new Set(), streams = new Set();
const { setTimeout, clearTimeout, EventSource } = window;
window.setTimeout = (does, wait, ...more) => {
  const id = setTimeout((...given) => {
    timers.delete(id);
    does(...given);
  }, wait, ...more);
  timers.add(id);
  return id;
};
window.clearTimeout = (id) => {
  timers.delete(id);
  clearTimeout(id);
};
window.EventSource = class extends EventSource {
  constructor(...given) {
    super(...given);
    streams.add(this);
  }
  close() {
    streams.delete(this);
    super.close();
  }
};
window.alive = () => [timers.size, streams.size];
"""
BUILDS = {
    # It hears of its table until the stream ends, and never again.
    "once": """
let opened = 0;
const { EventSource: Opened, fetch: ask } = window;
window.EventSource = class extends Opened {
  constructor(url) {
    super(opened++ ? "/nothing-here" : url);
  }
};
window.fetch = (url, ...more) =>
  String(url).endsWith("/live/board") ? new Promise(() => {}) : ask(url, ...more);
""",
    # Nothing that was to happen later is ever called off.
    "piling": "window.clearTimeout = () => {};",
}


@dataclass(frozen=True)
class Alive:
    """How much of a page there is: timers and streams, listeners, nodes, and bytes of its heap."""

    timers: int
    streams: int
    listeners: int
    nodes: int
    heap: int

    def is_no_more_than(self, first: "Alive") -> bool:
        """With room for what is just being drawn, and for what the browser has not freed."""
        return (
            self.timers <= first.timers + 3
            and self.streams <= 1
            and self.listeners <= first.listeners * 1.2 + 10
            and self.nodes <= first.nodes * 1.3 + 200
            and self.heap <= first.heap * 4 / 3 + 1_000_000
        )

    def __str__(self) -> str:
        return f"{self.timers} timers, {self.streams} streams, {self.heap / 1e6:.1f} MB"


@dataclass
class Television:
    """A page that looks on at a game, and who enters there; `place` is that of the last entry.

    It is given `patience` to show one, in s. Its clock may run `ahead` of what the network does.
    """

    page: Page
    host: BrowserContext
    game: str
    patience: int
    ahead: bool
    began: float
    place: int = 0
    shown: int = 0
    first: Alive | None = None

    def enters(self) -> bool:
        """Whether the next entry is shown in time: a card, or that it was none.

        What is alive after the first entries is remembered.
        """
        facts = (
            {"kind": "taken-back", "target": self.place}
            if self.place % 2
            else {"kind": "card-played", "card": 47, "pile": "up-1"}
        )
        shortcuts.enter(self.host.request, self.game, [facts], after=self.place)
        self.place += 1
        self.goes_on()
        newest = self.page.locator(f'#board[data-seen="{self.place}"]')
        with suppress(TooLate):
            newest.wait_for(timeout=self.patience * 1000)
            self.shown += 1
        if self.place == FIRST:
            self.first = self.alive()
        return self.shown == self.place

    def alive(self) -> Alive:
        """What is left when nothing stands out any more and all rubbish is gone."""
        self.goes_on()
        with suppress(TooLate):
            self.page.locator("html:not(.just)").wait_for(timeout=self.patience * 1000)
        tools = self.page.context.new_cdp_session(self.page)
        tools.send("HeapProfiler.collectGarbage")
        tools.send("Performance.enable")
        said = tools.send("Performance.getMetrics")["metrics"]
        figures = {each["name"]: int(each["value"]) for each in said}
        tools.detach()
        kinds = ("JSEventListeners", "Nodes", "JSHeapUsedSize")
        return Alive(*self.page.evaluate("alive()"), *(figures[kind] for kind in kinds))

    def goes_on(self) -> None:
        """A clock that runs ahead is a moment later."""
        if self.ahead:
            self.page.clock.run_for(MOMENT * 1000)

    def judged(self) -> tuple[str, bool]:
        """What came of it, in words, and whether that is right: it was never loaded anew."""
        last, same = self.alive(), self.page.evaluate("performance.timeOrigin") == self.began
        well = same and self.shown == self.place
        well = well and self.first is not None and last.is_no_more_than(self.first)
        loaded = "" if same else ", loaded anew"
        said = f"{self.shown} of {self.place} entries shown{loaded}, {self.first} at first"
        return f"{said} and {last}", well


def drill(*, small: bool, broken: str | None) -> Outcome:
    """The restarts on one television, and the hours on another."""
    restarts, hours = SMALL if small else FULL
    began, seen = time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "instance")
        server.start()
        browser = playwright.chromium.launch(**launching(light=small))
        try:
            with television(browser, server, broken) as screen:
                restarted(screen, server, restarts)
                seen.append((f"{restarts} restarts", *screen.judged()))
            if not broken:
                with television(browser, server, broken, ahead=True) as screen:
                    passed(screen, hours)
                    seen.append((f"{hours:g} hours", *screen.judged()))
        finally:
            close(browser)
            server.stop()
    told = "; ".join(f"{what}, {figures}" for what, figures, _ in seen)
    line = f"{told}, {time.monotonic() - began:.0f} s"
    return Outcome(line, all(well for _, _, well in seen))


@contextmanager
def television(
    browser: Browser, server: Server, broken: str | None, ahead: bool = False
) -> Iterator[Television]:
    """A new game, and a page of a size of its own that looks on; its clock may run `ahead`."""
    host = browser.new_context(base_url=server.url)
    screen = browser.new_context(base_url=server.url, viewport=SIZE)  # type: ignore[arg-type]
    try:
        game = shortcuts.start(host.request, ("Ann", "Ben"), {})
        phones = host.new_page()
        phones.goto(f"{game}../phones/")
        link = phones.locator("[data-share]").last.get_attribute("href")
        phones.close()
        page = screen.new_page()
        if ahead:
            page.clock.install()
        page.add_init_script(f"{{{ALIVE}}}")
        page.add_init_script(f"{{{BUILDS.get(broken or '', '')}}}")
        page.goto(str(link))
        page.get_by_role("button", name="Watch").click()
        page.wait_for_url(game)
        page.locator('html[data-net="live"]').wait_for()
        patience = NEVER if broken == "once" else PATIENCE
        began = page.evaluate("performance.timeOrigin")
        yield Television(page, host, game, patience, ahead, began)
    finally:
        close(screen)
        close(host)


def restarted(screen: Television, server: Server, restarts: int) -> None:
    """Some entries, and two after each restart; it ends with the first that is not shown."""
    for _ in range(FIRST):
        screen.enters()
    for _ in range(restarts):
        server.kill()
        server.start()
        if not (screen.enters() and screen.enters()):
            return


def passed(screen: Television, hours: float) -> None:
    """An entry every five minutes by a clock that runs ahead of what the network does."""
    for _ in range(int(hours * 3600 / EVERY)):
        screen.page.clock.run_for(EVERY * 1000)
        if not screen.enters():
            return
