"""A phone that counts by its local app, killed after each tap: `python -m tests.drills.counted`.

It has no network. A card is tapped, and up to 150 ms later its browser is killed; the next one has
to show the board with each entry that was acknowledged: that the queue said was kept, or that the
phone's own board counted. At the end the network is back. Passes where each acknowledged entry was
on each board, and is in the log of the server, once and in the order of the taps.
"""

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from playwright.sync_api import Playwright, expect, sync_playwright

from tests.browser.guests import whole_log
from tests.browser.local_app import (
    KEEPS,
    STARTS,
    WHOLE_HAND,
    goes_away,
    is_kept,
    keeps_app,
)
from tests.browser.phone import BOTH, KEPT, Phone
from tests.browser.restarts import Restarts
from tests.drills.outcome import Outcome, run
from tests.drills.prepared import prepared
from tests.support.live_server import Server

GAMES, KILLS = 2, 50  # in each game
SMALL = (150, 60)  # ms from the tap to the kill
SEED, LATEST = 1, 150  # ms
FIRST = 2  # the lowest card
BROKEN = ("forgetful", "early", "swept")

# Each page gets a database of its own for the one that the queue asks for: it lasts as long as it.
OWN = """
const open = IDBFactory.prototype.open;
const page = Math.random();
IDBFactory.prototype.open = function (name, ...more) {
  return open.call(this, `${name} ${page}`, ...more);
};
"""
# What the phone says is kept, and what its own board counts: the cards of all that.
WATCH = """
document.addEventListener("queue", () => {
  for (const { values } of queue.all) acknowledge("queue", Number(values.card));
});
document.addEventListener("included", ({ detail }) => {
  for (const { id, values } of queue.all)
    if (detail.includes(id)) acknowledge("board", Number(values.card));
});
"""
# The queue is told that something is written while the database still works on it.
EARLY = """
const done = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
  set(does) {
    if (this.mode === "readonly") return done.set.call(this, does);
    const until = performance.now() + 400, store = this.objectStore("wishes");
    const work = () => {
      if (performance.now() < until) store.get(0).onsuccess = work;
    };
    work();
    setTimeout(does, 10);
  },
});
"""
# What the phone's own board counts is taken for delivered.
SWEPT = """
document.addEventListener("included", ({ detail }) => {
  queue.all.filter(({ id }) => detail.includes(id)).forEach(queue.remove);
});
"""
BUILDS = {"early": EARLY, "swept": SWEPT}


class Forgetful(Restarts):
    """A phone that keeps what waits in the memory of its page, and nowhere else."""

    def start(self) -> Phone:
        phone = super().start()
        phone.context.add_init_script(OWN)
        return phone


@dataclass
class Seen:
    """What came of all taps."""

    kills: int = 0
    queued: int = 0
    """Taps that the queue said were kept before the kill,"""
    counted: int = 0
    """and those that the phone's own board counted."""
    lost: int = 0
    doubled: int = 0
    unordered: int = 0
    acknowledged: set[tuple[str, int]] = field(default_factory=set)
    """By whom, and which card of the game that is played."""

    def __str__(self) -> str:
        return (
            f"{self.kills} kills within {LATEST} ms of a tap without network, {self.queued} taps"
            f" acknowledged by the queue and {self.counted} by the board before it, {self.lost}"
            f" lost, {self.doubled} doubled, {self.unordered} games in another order"
        )


def drill(*, small: bool, broken: str | None) -> Outcome:
    """One game after the other, each on a new phone."""
    random, seen, began = Random(SEED), Seen(), time.monotonic()
    plans = [SMALL] if small else [
        [random.uniform(0, LATEST) for _ in range(KILLS)] for _ in range(GAMES)
    ]  # fmt: skip
    with sync_playwright() as playwright:
        for pauses in plans:
            with tempfile.TemporaryDirectory() as folder:
                play(playwright, Path(folder), pauses, broken, seen, light=small)
    passed = not (seen.lost or seen.doubled or seen.unordered) and seen.queued > 0
    return Outcome(f"counted: {seen}, {time.monotonic() - began:.0f} s", passed)


def play(
    playwright: Playwright,
    folder: Path,
    pauses: Sequence[float],
    broken: str | None,
    seen: Seen,
    *,
    light: bool,
) -> None:
    """One game, with a kill so many ms after each tap; what came of it is seen."""
    kind = Forgetful if broken == "forgetful" else Restarts
    first = partial(prepare, playwright, light)
    with prepared("counted", folder, first) as (server, phone, (address, before)):
        held = kind(playwright, server, phone, light=light)
        try:
            seen.acknowledged = set()
            for pause in pauses:
                reopen(held.phone, address, broken, seen)
                if not shows_all(held.phone, seen):
                    return
                tap_and_kill(held, pause, seen)
                held.start()
            finish(server, held.phone, address, before, seen)
        finally:
            held.ends()


def prepare(playwright: Playwright, light: bool, server: Server, folder: Path) -> tuple[str, int]:
    """The address of a game that a phone keeps, with the app that counts it, and its entries."""
    held = Restarts(playwright, server, folder, light=light)
    try:
        phone = keeps_app(held.phone)
        phone.joins(WHOLE_HAND, names=BOTH)
        is_kept(phone)
        goes_away(phone)
        phone.page.wait_for_timeout(1000)
        phone.has(KEEPS, timeout=STARTS)
        return phone.game, len(whole_log(server, phone))
    finally:
        held.ends()  # that it is at this table is on its disk then


def reopen(phone: Phone, address: str, broken: str | None, seen: Seen) -> None:
    """The phone shows this game again, without network, and counts."""
    phone.forgives("net::ERR_")
    phone.context.expose_function("acknowledge", lambda by, card: acknowledge(seen, by, card))
    phone.context.add_init_script(WATCH + BUILDS.get(broken or "", ""))
    phone.context.set_offline(True)
    phone.visits(address)
    phone.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)


def acknowledge(seen: Seen, by: str, card: int) -> None:
    """The queue or the board says of this card that it is entered."""
    if (by, card) in seen.acknowledged:
        return
    seen.acknowledged.add((by, card))
    seen.queued += by == "queue"
    seen.counted += by == "board"


def shows_all(phone: Phone, seen: Seen) -> bool:
    """Whether this phone has kept what was acknowledged, and shows the newest of what it kept."""
    kept = [int(each["values"]["card"]) for each in phone.page.evaluate(KEPT)]
    lost = {card for _, card in seen.acknowledged} - set(kept)
    seen.lost += len(lost)
    seen.doubled += len(kept) - len(set(kept))
    if lost:
        return False
    expect(phone.face("up-1").locator("b")).to_have_text(str(max(kept)) if kept else "1")
    return True


def tap_and_kill(held: Restarts, pause: float, seen: Seen) -> None:
    """The next card is tapped, and so many ms later nothing runs any more."""
    phone = held.phone
    kept = phone.page.evaluate(KEPT)
    chip = phone.chip(FIRST + len(kept), "up-1")
    phone.takes_a_moment(chip)
    phone.tap(chip)
    phone.page.wait_for_timeout(pause)
    held.kill()
    seen.kills += 1


def finish(server: Server, phone: Phone, address: str, before: int, seen: Seen) -> None:
    """With network, the log of the server has each acknowledged card once, in order."""
    phone.visits(address)
    phone.is_reached()
    cards = [int(each.facts["card"]) for each in whole_log(server, phone)[before:]]
    seen.lost += len({card for _, card in seen.acknowledged} - set(cards))
    seen.doubled += len(cards) - len(set(cards))
    seen.unordered += cards != sorted(cards)


if __name__ == "__main__":
    run(drill, BROKEN)
