"""Four pages enter numbers over a line that loses, cuts, stalls and lies:
`python -m tests.drills.offline`.

2,000 of them in ten games, one after the other. Passes where the log has each of them once, each
phone's in the order of its taps. Every entry goes through the app's own form, script and queue;
only the finger is missing: the form of the sheet of hands is submitted at the pace of a very quick
one. Everybody counts the own hand, which contradicts nobody, so that whatever is missing, twice or
in another order is the line's doing.
"""

import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from companion.operations.settings import database_url, secret_key
from companion.store.store import Store
from tests.browser.server import Server
from tests.drills import pages
from tests.drills.crowd import Seated, seated
from tests.drills.outcome import Outcome, run
from tests.drills.proxy import Fault, Plan, Proxy

HEALTHY = 0.75  # of all entries, those that nothing happens to
FULL, SMALL = 2000, 60  # entries
LONGEST = 200  # entries of one game, twice what a long one has
PATIENCE = 120  # s until all is in once the line is good
SEED = 1
LIES_EARLY = 6  # the seed of evenings on which that is so, under any load
BROKEN = tuple(pages.BROKEN)


def drill(*, small: bool, broken: str | None) -> Outcome:
    """Game after game over a line that spoils every fourth entry, as the seed says."""
    entries, seed = SMALL if small else FULL, LIES_EARLY if broken else SEED
    told = Told()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tables = seated(Path(folder), -(-entries // LONGEST))
        server = Server(Path(folder))
        server.start()
        try:
            for number, table in enumerate(tables):
                played = min(LONGEST, entries - number * LONGEST)
                game(server, table, played, seed + number, broken or "", told, light=small)
        finally:
            server.stop()
    return Outcome(f"offline: {told}, {time.monotonic() - began:.0f} s", told.whole)


def planned(seed: int) -> Plan:
    """What becomes of one entry after the other, the same for the same seed."""
    chance, faults = random.Random(seed), [fault for fault in Fault if fault is not Fault.PASSES]
    return lambda: Fault.PASSES if chance.random() < HEALTHY else chance.choice(faults)


def recorded(server: Server, table: Seated) -> list[list[int]]:
    """What the log has of each phone, in its order."""
    key = secret_key(server.instance).encode()
    store = Store(database_url(server.instance), key)
    phones = [store.phones.remember(secret) for secret in table.phones]
    stored = store.games.find(phones[0], table.table, table.game)
    store.close()
    assert stored is not None
    log = stored.log
    return [[int(str(w.facts["cards"])) for w in log if w.phone == phone] for phone in phones]


@dataclass
class Told:
    """What came of so many games, together."""

    entries: int = 0
    lost: int = 0
    doubled: int = 0
    waiting: int = 0
    phones: int = 0
    ordered: int = 0
    requests: Counter[Fault] = field(default_factory=Counter)

    @property
    def whole(self) -> bool:
        return not (self.lost or self.doubled or self.waiting) and self.ordered == self.phones

    def __str__(self) -> str:
        spoilt = self.requests.total() - self.requests[Fault.PASSES]
        return ", ".join(
            [
                f"{self.entries:,} entries",
                f"{self.requests.total():,} requests with {spoilt:,} spoilt",
                f"{self.lost} lost, {self.doubled} doubled, {self.waiting} waiting",
                f"{self.ordered} of {self.phones} phones in their own order",
            ]
        )


def game(
    server: Server,
    table: Seated,
    entries: int,
    seed: int,
    broken: str,
    told: Told,
    *,
    light: bool,
) -> None:
    """One game of so many entries; what came of it is told."""
    proxy = Proxy(server.port, planned(seed))
    proxy.start()
    with pages.opened(proxy.url, table, broken, light=light) as opened:
        meant = pages.count_all(opened, entries // len(table.phones))
        proxy.plan = lambda: Fault.PASSES
        told.waiting += pages.left(opened, PATIENCE)
    proxy.stop()
    came = recorded(server, table)
    for wanted, got in zip(meant, came, strict=True):
        told.entries += len(wanted)
        told.lost += (Counter(wanted) - Counter(got)).total()
        told.doubled += (Counter(got) - Counter(wanted)).total()
        told.phones += 1
        told.ordered += wanted == got
    told.requests += proxy.met


if __name__ == "__main__":
    run(drill, BROKEN)
