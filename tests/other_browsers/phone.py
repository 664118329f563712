"""Somebody with a phone of another make in one hand: what they tap, and what they read on it."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen

from tests.browser.phone import ANSWERED, KEPT, READ_BY_NOW, SENT
from tests.browser.recorded import READ, Recorded, Screen
from tests.other_browsers.webdriver import Refusal, Session, script

PATIENCE = 90  # s, for what takes a moment, on a machine that has much else to do
SOON = 20  # s, after which nobody believes in a tap any more
PAUSE, LONGEST = 0.01, 0.1  # s, between two looks at a page: each time longer, as a look takes work
FIND = """(css, name) => [...document.querySelectorAll(css)].find((each) => {
  const said = (each.getAttribute("aria-label") ?? each.innerText ?? "").replace(/\\s+/g, " ");
  return each.checkVisibility() && new RegExp(name).test(said.trim());
})"""
# Where a thumb taps this: there is such a thing, it has stopped moving, nothing lies over it, and
# who meant it has had time to read. Else what is in the way.
WHERE = f"""async (css, name) => {{
  const target = ({FIND})(css, name);
  if (!target) return "it is not there";
  const frame = () => new Promise(requestAnimationFrame);
  const middle = () => {{
    const {{ x, y, width, height }} = target.getBoundingClientRect();
    return [Math.round(x + width / 2), Math.round(y + height / 2)];
  }};
  const hit = () => {{
    const on = document.elementFromPoint(...middle());
    return Boolean(on) && (target.contains(on) || on.contains(target)) && on !== document.body;
  }};
  if (!hit()) target.scrollIntoView({{ block: "center", behavior: "instant" }});
  const before = middle();
  await frame();
  await frame();
  if (middle().join() !== before.join()) return "it moves";
  if (!hit()) return `under ${{document.elementFromPoint(...before)?.outerHTML.slice(0, 200)}}`;
  return ({READ_BY_NOW})() ? before : "tapped a moment ago";
}}"""
# The page on the screen is there with all of its scripts, those that it fetches last too. On the
# way from one to the next lies an empty one.
IS_THERE = """async (before) => {
  if (performance.timeOrigin === before || location.protocol === "about:") return false;
  if (document.readyState !== "complete") return false;
  const { dataset } = document.documentElement;
  return !("era" in dataset) || "ready" in dataset;
}"""
CHIPS = "(n) => document.querySelectorAll('.turn .wait').length === n"
RELOAD = "() => { setTimeout(() => location.reload()); return performance.timeOrigin; }"
# The board on the screen is the newest that the table has: the stream brings it when it likes.
IS_NEWEST = """async () => {
  const { live, seen } = document.getElementById("board").dataset;
  return (await (await fetch(`${live}/board`)).json()).place === Number(seen);
}"""
# What the page on the screen needs, and is not on this phone: the worker, the page, scripts.
MISSES = """async () => {
  const files = [...document.querySelectorAll("script[src]")].map(({ src }) => src);
  const missed = navigator.serviceWorker.controller ? [] : ["no worker"];
  for (const file of [location.href, ...files])
    if (!(await caches.match(file))) missed.push(file);
  if (!missed.length) return [];
  const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  const workers = [installing, waiting, active].map((each) => each?.state);
  return [...missed, `workers: ${workers}`, `caches: ${await caches.keys()}`];
}"""


@dataclass(frozen=True)
class Spot:
    """Something on the page: the first that can be seen and whose name fits this pattern."""

    css: str
    name: str = ""


def button(name: str, within: str = "") -> Spot:
    return Spot(f"{within} button", f"^{re.escape(name)}$")


def dock(name: str) -> Spot:
    """A button of the board itself; what is owed may follow its name."""
    return Spot("main > .dock button", f"^{re.escape(name)}")


def link(name: str, within: str = "") -> Spot:
    return Spot(f"{within} a", f"^{re.escape(name)}")


def face(pile: str) -> Spot:
    return Spot(f'a[data-pile="{pile}"]')


def chip(card: int, pile: str) -> Spot:
    return Spot(f'.pile:has([data-pile="{pile}"]) button.chip', rf"^{card}(?!\d)")


def key(digit: int) -> Spot:
    return Spot(f'dialog#pad [data-key="{digit}"]')


class Phone(Recorded):
    """One phone with its cookies and its page; `url` is where it finds the app."""

    def __init__(self, session: Session, url: str) -> None:
        self.session, self.url, self.reached = session, url, True
        self.counts = False
        """Whether it counts while nobody answers: it keeps the local app."""
        session.does("limits", script=30_000, pageLoad=60_000)

    # Going places

    def visits(self, path: str) -> None:
        self.session.does("goes", url=path if path.startswith("http") else self.url + path)
        self.awaits(IS_THERE, 0)

    def reloads(self) -> None:
        """As somebody does it: a driver's own way passes by what Firefox keeps of a page."""
        self.awaits(IS_THERE, self.runs(RELOAD))

    def starts(self, tile: str, players: int = 2) -> None:
        self.visits("/")
        self.sets_up(tile, players)
        self.goes(button("Start"))

    def sets_up(self, tile: str, players: int) -> None:
        self.goes(link(tile, ".tiles"))
        self.taps(Spot(f'label:has([name=players][value="{players}"])'))

    # Tapping

    def taps(self, spot: Spot) -> None:
        """One tap of the thumb, as soon as it can be meant."""
        x, y = self.awaits(WHERE, spot.css, spot.name, fits=lambda given: isinstance(given, list))
        at = {"type": "pointerMove", "duration": 0, "x": x, "y": y}
        presses = [at, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        finger = {"type": "pointer", "id": "thumb", "parameters": {"pointerType": "touch"}}
        self.session.does("acts", actions=[{**finger, "actions": presses}])

    def goes(self, spot: Spot) -> None:
        """One tap that leads to another page, which is there.

        A link that seems to do nothing is tapped once more, as anybody would.
        """
        before = self.runs("() => performance.timeOrigin")
        self.taps(spot)
        if spot.css.endswith(" a"):
            try:
                self.awaits(IS_THERE, before, patience=SOON)
            except AssertionError:
                self.taps(spot)
        self.awaits(IS_THERE, before)

    def enters(self, spot: Spot) -> None:
        """One tap that enters something; the page shows the answer, or that it waits."""
        if not self.reached:
            waiting = self.kept  # a chip is away for a moment while its entry is being sent
            self.taps(spot)
            if self.counts:
                self.reads(".hears small", rf"(^|: ){waiting + 1} waiting$")
            self.awaits(CHIPS, 0 if self.counts else waiting + 1)
            return
        before = self.runs("() => [settled, performance.timeOrigin]")
        self.taps(spot)
        self.awaits(ANSWERED, before)

    # Playing

    def plays(self, card: int, pile: str) -> None:
        self.enters(chip(card, pile))

    def keys_in(self, card: int, pile: str) -> None:
        self.taps(face(pile))
        first, second = divmod(card, 10)
        self.taps(key(first))
        self.enters(key(second))

    def is_reached(self) -> None:
        """Nothing waits on this phone any more, and it hears of its table."""
        self.reached = True
        self.awaits(SENT)
        self.reads(".hears small, .told", "^Live$|^Already ")
        self.awaits("() => !document.querySelector('.turn .wait')")
        self.awaits(IS_NEWEST)

    # Reading

    def becomes(self, width: int, height: int) -> None:
        self.session.does("becomes", width=width, height=height)

    def runs(self, function: str, *arguments: Any) -> Any:
        """What this JavaScript function gives in the page that is on the screen."""
        return self.session.does("runs", **script(function, *arguments))

    def awaits(
        self,
        function: str,
        *arguments: Any,
        fits: Callable[[Any], object] = bool,
        patience: float = PATIENCE,
    ) -> Any:
        """What this function gives as soon as that fits; the page may change meanwhile."""
        until, pause = time.monotonic() + patience, PAUSE
        while True:
            try:
                given = self.runs(function, *arguments)
            except Refusal as refusal:  # that page has gone, or is not there yet
                given, why = None, str(refusal)
            else:
                why = str(given)
                if fits(given):
                    return given
            assert time.monotonic() < until, f"{arguments or function}: {why}"
            time.sleep(pause)
            pause = min(LONGEST, pause * 1.5)

    def reads(self, css: str, pattern: str, patience: float = PATIENCE) -> None:
        """One of these says, within a moment, what fits this pattern."""
        self.awaits(
            f"(css, pattern) => Boolean(({FIND})(css, pattern))"
            " || [...document.querySelectorAll(css)].map((each) => each.innerText)",
            css, pattern, fits=lambda given: given is True, patience=patience,
        )  # fmt: skip

    @property
    def kept(self) -> int:
        """How many entries this phone keeps, and means, and has no answer to."""
        submissions = self.runs(KEPT)
        return sum(
            not (submission.get("said") or submission.get("withdrawn"))
            for submission in submissions
        )

    def is_kept(self) -> None:
        self.awaits(MISSES, fits=lambda missed: missed == [])

    def screen(self) -> Screen:
        return Screen(**self.runs(READ))

    def address(self) -> str:
        return str(self.runs("() => location.href"))

    def fetch(self, address: str) -> str:
        cookies = [f"{each['name']}={each['value']}" for each in self.session.does("cookies")]
        request = Request(address, headers={"Cookie": "; ".join(cookies)})
        with urlopen(request, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    @property
    def complaints(self) -> list[str]:
        """What went wrong in the pages of this phone since this was asked."""
        taken = "() => { const { complaints } = localStorage; delete localStorage.complaints; "
        return list(self.runs(f"{taken} return JSON.parse(complaints ?? '[]'); }}"))
