"""Four browsers without network, killed, and started again: `python -m tests.drills.browsers`.

At each of four games ten entries are made on each phone; it is loaded anew, its browser is killed,
and the network is back. Passes where 40 of 40 are in the log of each, once, each phone's in the
order of its taps. It ends where something is gone once a page was loaded anew. Small it is one
game with three entries a phone.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from tests.browser.four_offline import (
    FOUR,
    GAMES,
    TAPS,
    Evening,
    arrived,
    die_and_come_back,
    enter,
    go_away,
)
from tests.browser.guests import whole_log
from tests.browser.phone import KEPT, Phone
from tests.browser.restarts import Restarts
from tests.browser.server import Server
from tests.drills.outcome import Outcome, run

FULL, SMALL = (tuple(GAMES), TAPS), (("the-game",), 3)  # games, and entries of each phone
BROKEN = ("forgetful",)

# Each page gets a database of its own for the one that the queue asks for: it lasts as long as it.
OWN = """
const open = IDBFactory.prototype.open;
const page = Math.random();
IDBFactory.prototype.open = function (name, ...more) {
  return open.call(this, `${name} ${page}`, ...more);
};
"""


class Forgetful(Restarts):
    """A phone that keeps what waits in the memory of its page, and nowhere else."""

    def start(self) -> Phone:
        phone = super().start()
        phone.context.add_init_script(OWN)
        return phone


@dataclass
class Seen:
    """What came of the entries of all phones together."""

    meant: int = 0
    lost: int = 0
    doubled: int = 0
    phones: int = 0
    ordered: int = 0

    @property
    def whole(self) -> bool:
        return not (self.lost or self.doubled) and self.ordered == self.phones

    def __str__(self) -> str:
        return (
            f"{self.meant - self.lost} of {self.meant} entries, "
            f"{self.doubled} doubled, {self.ordered} of {self.phones} phones in their own order"
        )


def drill(*, small: bool, broken: str | None) -> Outcome:
    """One game after the other, on four new phones each."""
    games, taps = SMALL if small else FULL
    seen, began = Seen(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "instance")
        server.start()
        try:
            for game in games:
                phones = Forgetful if broken else Restarts
                with four(phones, playwright, server, Path(folder) / game, light=small) as held:
                    played(server, held, GAMES[game], taps, seen)
        finally:
            server.stop()
    return Outcome(f"browsers: {seen}, {time.monotonic() - began:.0f} s", seen.whole)


@contextmanager
def four(
    made: type[Restarts], playwright: Playwright, server: Server, folder: Path, *, light: bool
) -> Iterator[list[Restarts]]:
    """A phone for each of them, with a browser of its own."""
    held: list[Restarts] = []
    try:
        for name in FOUR:
            held.append(made(playwright, server, folder / name, light=light))
        yield held
    finally:
        for each in held:
            each.ends()


def played(
    server: Server, four: Sequence[Restarts], evening: Evening, taps: int, seen: Seen
) -> None:
    """One evening without network; what came of it is seen."""
    address = go_away(server, four, evening)
    before = len(whole_log(server, four[0].phone))
    enter(four, evening, taps)
    left = [reload(held.phone) for held in four]
    if any(waiting < taps for waiting in left):  # the drill has failed already
        seen.meant += taps * len(four)
        seen.lost += taps * len(four) - sum(left)
        seen.phones += len(four)
        return
    die_and_come_back(four, address)
    for seat, got in enumerate(arrived(server, four, before)):
        meant = [evening.says(seat, nth) for nth in range(taps)]
        seen.meant += taps
        seen.lost += (Counter(meant) - Counter(got)).total()
        seen.doubled += (Counter(got) - Counter(meant)).total()
        seen.phones += 1
        seen.ordered += got == meant


def reload(phone: Phone) -> int:
    """The page is loaded anew; how many entries wait on this phone then."""
    phone.page.reload()
    phone.page.evaluate("() => window.ready")
    return len(phone.page.evaluate(KEPT))


if __name__ == "__main__":
    run(drill, BROKEN)
