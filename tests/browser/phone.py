"""Somebody with a phone in one hand: what they tap, and what they read on it."""

import re
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Response,
    expect,
)
from playwright.sync_api import TimeoutError as TooLate

from companion.engine.deck import Deck
from companion.engine.entry import Facts
from tests.browser import shortcuts
from tests.browser.recorded import READ, Recorded, Screen
from tests.support import cookies

EXPECTED = ("409", "422")  # our own answers, which Chromium writes on its console as errors
BOTH = ("Ann", "Ben")
PATIENCE = 15  # s
SOON = 5  # s in which a page begins to come, if Chromium has not forgotten it
WATCH = """
window.settled = window.pushed = 0;
addEventListener("htmx:afterSettle", () => { window.settled += 1; });
addEventListener("htmx:afterSwap", () => { window.pushed = Date.now(); });
"""
# An answer is a new picture in the page, or another page.
ANSWERED = """([before, page]) => settled > before
  || (performance.timeOrigin !== page && document.readyState === "complete")"""
# What a page fetches when nobody waits for it any more has come.
IS_WHOLE = "() => 'ready' in document.documentElement.dataset"
# What a phone keeps of what was entered on it, and whether the table has answered all of it.
KEPT = """() => new Promise((done) => {
  const asked = indexedDB.open("companion", 1);
  asked.onsuccess = () => {
    const all = asked.result.transaction("wishes").objectStore("wishes").getAll();
    all.onsuccess = () => done(all.result);
  };
})"""
HEARD = re.compile("^Live$|^Already ")  # what was entered by another phone is said in that place
SENT = f"async () => (await ({KEPT})()).every((submission) => submission.said)"
# Where something lies once it is scrolled into sight and lies still: nothing, if it is not there
# any more, as when a newer picture came meanwhile. The observer tells it of the next frame.
LIES = """async (each) => {
  const box = () => new Promise((done) => new IntersectionObserver(([seen], observer) => {
    observer.disconnect();
    const { left, top, width, height } = seen.boundingClientRect;
    done([left + width / 2, top + height / 2, width, height]);
  }).observe(each));
  each.scrollIntoViewIfNeeded();
  let before = [], now = await box();
  for (let frames = 0; String(before) !== String(now) && frames < 300; frames += 1) {
    [before, now] = [now, await box()];
  }
  return each.isConnected && each.getClientRects().length ? now.slice(0, 2) : null;
}"""
# Two taps on one spot within a moment are one to the app, and a tap right after a newer picture
# is meant for the one before. Whoever means what they tap has waited since the last tap: the app
# is told that it was so long ago. Of a newer picture it says how many ms they still read.
TO_READ = """() => {
  const last = JSON.parse(sessionStorage.getItem("tap"));
  if (last) {
    last[2] = Math.min(last[2], Date.now() - 401);
    sessionStorage.setItem("tap", JSON.stringify(last));
  }
  return 401 - (Date.now() - pushed);
}"""
READ_BY_NOW = f"() => ({TO_READ})() <= 0"
# All of that, with nothing over it, and then what an answer is told by: the page as it is before
# the tap.
READY = f"""async (each) => {{
  const spot = await ({LIES})(each), on = spot && document.elementFromPoint(...spot);
  if (!on) return null;
  const isOver = !each.contains(on) && !on.contains(each);
  if (isOver && on.closest("label")?.control !== each) {{
    each.scrollIntoView({{ block: "center", behavior: "instant" }});
    return null;
  }}
  for (let left; (left = ({TO_READ})()) > 0;) {{
    await new Promise((done) => setTimeout(done, left));
  }}
  return [settled, performance.timeOrigin];
}}"""
# Playwright waits for ever for what never answers, as in a page that is not drawn.
OR_NOTHING = """(each) => Promise.race([
  (ASKED)(each), new Promise((done) => setTimeout(done, 5000, null)),
])"""


SIGNS = {"up-1": "▲ A", "up-2": "▲ B", "down-1": "▼ C", "down-2": "▼ D"}


def goes_to(page: Page, address: str) -> Response:
    """This page begins to show that address.

    It is asked for once more where the page was just loading itself, and where nothing comes:
    Chromium may forget what it was asked for during an update (docs/design/offline.md).
    """
    try:
        answer = page.goto(address, wait_until="commit", timeout=SOON * 1000)
    except Error as error:
        if not isinstance(error, TooLate) and "ERR_ABORTED" not in error.message:
            raise
        answer = page.goto(address, wait_until="commit", timeout=PATIENCE * 1000)
    assert answer is not None
    return answer


class Phone(Recorded):
    """One phone with its cookies and its page; it counts its taps and keeps what goes wrong."""

    def __init__(self, context: BrowserContext, page: Page | None = None) -> None:
        """With a page of its own, or with this one of another phone."""
        self.context = context
        self.reached = True
        self.counts = False
        """Whether it counts without network: it keeps the local app."""
        self.taps = 0
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        context.set_default_timeout(8_000)
        if page:
            self.page = self._listens_to(page)
        else:
            context.add_init_script(WATCH)
            self.page = self.opens()

    def opens(self) -> Page:
        """One more tab; what it complains about counts too."""
        self.page = self._listens_to(self.context.new_page())
        return self.page

    def likes(self, url: str, **likes: str) -> None:
        """It has chosen this language or width at that server, whatever it had before."""
        given = [each["name"] for each in self.context.cookies()]
        for name, value in likes.items():
            said = cookies.name_of(given, name)
            self.context.add_cookies([{"name": said, "value": value, "url": url}])

    def forgives(self, *sentences: str) -> None:
        """Complaints with these words in them are what this test is about."""
        self.forgiven += sentences
        self.complaints = [said for said in self.complaints if not self._is_forgiven(said)]

    # Going places

    def visits(self, path: str) -> Response:
        answer = goes_to(self.page, path)
        self.page.wait_for_load_state()
        return answer

    def starts(self, players: int = 2, names: Sequence[str] = (), tile: str = "The Game") -> None:
        """From the shelf to the board of a new game, by taps; names are typed."""
        if urlsplit(self.page.url).path != "/":
            self.visits("/")
        self.goes(self.link(tile))
        self.tap(self.page.get_by_role("radio", name=str(players), exact=True))
        if names:
            for number, name in enumerate(names, 1):
                self.page.get_by_label(f"Player {number}").fill(name)
        self.goes(self.button("Start"))

    def joins(
        self,
        *entries: Facts,
        names: Sequence[str] = BOTH,
        tile: str = "the-game",
        players: int = 0,
        **switches: str,
    ) -> None:
        """On the screen is a game with these entries, made without a tap."""
        game = shortcuts.start(self.context.request, names, switches, players, f"/new/{tile}")
        shortcuts.enter(self.context.request, game, entries)
        self.visits(game)

    def knows(self, deck: Deck) -> None:
        """The deck of the table on the screen knows this, taught without a tap."""
        shortcuts.teach(self.context.request, self.game, deck)
        self.page.reload()

    # Playing

    def plays(self, card: int, pile: str) -> None:
        """A card onto a pile: its chip if there is one, else the pad."""
        chip = self.chip(card, pile)
        if chip.count():
            self.enters(chip)
        else:
            self.keys_in(card, pile)

    def keys_in(self, card: int, pile: str, command: str | None = None) -> None:
        """A card by the pad: the pile, its command if it is to be said, then two digits."""
        self.tap(self.face(pile))
        if command:
            self.tap(self.command(command))
        digits = map(str, divmod(card, 10))
        first, second = (self.pad.get_by_role("button", name=d, exact=True) for d in digits)
        self.tap(first)
        self.enters(second)

    def chooses(self, command: str) -> None:
        self.enters(self.sign(command))

    def ends_turn(self) -> None:
        self.enters(self.dock_button("End turn"))

    def undoes(self) -> None:
        self.enters(self.button("Undo"))

    def redoes(self) -> None:
        self.enters(self.button("Redo"))

    def cannot_play(self) -> None:
        self.enters(self.button("I can’t play"))

    # Without network

    def goes_away(self) -> None:
        """No network reaches this phone; what is entered on it waits."""
        self.forgives("net::ERR_")
        expect(self.net).to_have_text("Live")
        self.context.set_offline(True)
        expect(self.net).to_have_text("Offline")
        self.reached = False

    def comes_back(self) -> None:
        self.context.set_offline(False)
        self.is_reached()

    def is_reached(self) -> None:
        """Nothing waits on this phone any more, and it hears of its table."""
        self.reached = True
        self.has(SENT)
        expect(self.page.locator(".bar :is(.hears small, .told)")).to_have_text(HEARD)
        expect(self.waits).to_have_count(0)

    def has(self, what: str, arg: Any = None, timeout: float = PATIENCE * 1000) -> None:
        """Wait at most so many ms until this script says that it is so; it may take its time."""
        until, pause = time.monotonic() + timeout / 1000, 20.0
        while not self.page.evaluate(what, arg):
            assert time.monotonic() < until, self.page.evaluate(KEPT)
            self.page.wait_for_timeout(pause)
            pause = min(300, pause * 1.5)

    def reviews(self) -> Locator:
        self.page.wait_for_function(IS_WHOLE)  # a script of it comes after the first view
        self.tap(self.page.locator(".hears"))
        self.review.wait_for()
        return self.review

    # Tapping

    def tap(self, target: Locator, **where: Any) -> None:
        self.taps += 1
        target.tap(**where)

    def tap_at_once(self, target: Locator) -> None:
        """The same on what lies still, with nothing over it, as `takes_a_moment` has seen."""
        self.tap(target, force=True)

    def goes(self, target: Locator) -> None:
        """One tap that leads to another page, which is there."""
        self.takes_a_moment(target)
        with self.page.expect_navigation():
            self.tap_at_once(target)

    def takes_a_moment(self, target: Locator) -> list[float]:
        """Time to read what is there, so that a tap on this is no second one of the last.

        What ANSWERED is told of the page before that tap is handed back.
        """
        return self._once_seen(target, READY)

    def taps_twice(self, target: Locator, pause: int = 60) -> None:
        """Two real touches on one spot, so many ms apart, as a thumb does unawares.

        The page is told these times, however long this machine takes for them.
        """
        self.takes_a_moment(target)
        finger = self.context.new_cdp_session(self.page)
        point = dict(zip("xy", self._once_seen(target, LIES), strict=True))
        first = time.time()
        for at in (first, first + pause / 1000):
            for kind, points in (("touchStart", [point]), ("touchEnd", [])):
                touch = {"type": kind, "touchPoints": points, "timestamp": at}
                finger.send("Input.dispatchTouchEvent", touch)
        finger.detach()

    def enters(self, target: Locator) -> None:
        """One tap that enters something; the page shows the answer, or that it waits."""
        before = self.takes_a_moment(target)
        if not self.reached:
            waiting = self.waiting if self.counts else self.waits.count()
            self.tap_at_once(target)
            if self.counts:
                expect(self.net).to_have_text(f"Offline: {waiting + 1} waiting")
            expect(self.waits).to_have_count(0 if self.counts else waiting + 1)
            return
        self.tap_at_once(target)
        self.page.wait_for_function(ANSWERED, arg=before)

    @property
    def waiting(self) -> int:
        found = re.search(r"\d+", self.net.inner_text())
        return int(found[0]) if found else 0

    # Where things are, found as a player finds them: by role and name

    @property
    def board(self) -> Locator:
        return self.page.locator("#board")

    @property
    def pad(self) -> Locator:
        return self.page.locator("dialog#pad")

    @property
    def sheet(self) -> Locator:
        return self.page.locator("dialog#sheet")

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("alertdialog")

    @property
    def net(self) -> Locator:
        """Whether this phone hears of its table, in a word, under the title."""
        return self.page.locator(".hears small")

    @property
    def waits(self) -> Locator:
        return self.page.locator(".turn .waits .wait")

    @property
    def review(self) -> Locator:
        return self.page.locator("dialog#waits")

    @property
    def signs(self) -> Locator:
        return self.page.locator("form.signs")

    @property
    def strip(self) -> Locator:
        return self.page.locator("ul.strip")

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=re.compile(rf"^{re.escape(name)}")).first

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def dock_button(self, name: str) -> Locator:
        """A button of the board itself, not of a question on it; what is owed may follow."""
        return self.page.locator("main > .dock").get_by_role("button", name=re.compile(rf"^{name}"))

    def pile(self, pile: str) -> Locator:
        return self.page.get_by_role("region", name=f"Pile {SIGNS[pile]}")

    def face(self, pile: str) -> Locator:
        return self.page.locator(f'a[data-pile="{pile}"]')

    def chip(self, card: int, pile: str) -> Locator:
        return self.pile(pile).get_by_role("button", name=re.compile(rf"^{card}\b"))

    def sign(self, command: str) -> Locator:
        return self.signs.locator(f'[value="{command}"]')

    def command(self, command: str) -> Locator:
        """This command where it is chosen before the number: on the pad, or for the deck."""
        return self.page.locator(f'input[value="{command}"]:visible')

    def band(self, pile: str) -> Locator:
        return self.face(pile).locator(".band")

    # Reading

    def screen(self) -> Screen:
        return Screen(**self.page.evaluate(READ))

    def address(self) -> str:
        return self.page.url

    def fetch(self, address: str) -> str:
        answer = self.context.request.get(address, max_retries=1)  # gunicorn ends idle connections
        assert answer.status == 200
        return answer.text()

    def hears(self, sentence: str) -> None:
        expect(self.question).to_contain_text(sentence)

    def _once_seen(self, target: Locator, script: str) -> list[float]:
        """What this script says of it as soon as it says anything."""
        until = time.monotonic() + PATIENCE
        while not (told := target.evaluate(OR_NOTHING.replace("ASKED", script))):
            assert time.monotonic() < until, f"{target} cannot be seen"
        return [float(each) for each in told]

    def _listens_to(self, page: Page) -> Page:
        page.on("console", self._hears)
        page.on("pageerror", lambda error: self.complaints.append(f"{self.page.url}: {error}"))
        return page

    def _hears(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        said = f"{self.page.url}: {message.text} {message.location.get('url', '')}"
        ours = "the server responded with a status of"
        expected = any(f"{ours} {status}" in said for status in EXPECTED)
        if not expected and not self._is_forgiven(said):
            self.complaints.append(said)

    def _is_forgiven(self, said: str) -> bool:
        return any(sentence in said for sentence in self.forgiven)
