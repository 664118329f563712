"""Four pages enter 2,000 numbers over a line that loses, cuts, stalls and lies:
`python -m tests.drills.offline`.

Passes where the log has each of them once, each phone's in the order of its taps. Every entry goes
through the app's own form, script and queue; only the finger is missing: the form of the sheet of
hands is submitted at the pace of a very quick one. Everybody counts the own hand, which contradicts
nobody, so that whatever is missing, twice or in another order is the line's doing.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from companion.settings import database_url, secret_key
from companion.store import Store
from tests.browser.server import Server
from tests.drills import pages
from tests.drills.crowd import Seated, seated
from tests.drills.proxy import Fault, Plan, Proxy

HEALTHY = 0.75  # of all entries, those that nothing happens to
PATIENCE = 120  # s until all is in once the line is good


def planned(seed: int) -> Plan:
    """What becomes of one entry after the other, the same for the same seed."""
    chance, faults = random.Random(seed), [fault for fault in Fault if fault is not Fault.PASSES]
    return lambda: Fault.PASSES if chance.random() < HEALTHY else chance.choice(faults)


def recorded(server: Server, table: Seated) -> list[list[int]]:
    """What the log has of each phone, in its order."""
    key = secret_key(server.instance).encode()
    store = Store(database_url(server.instance), key)
    phones = [store.remember_phone(secret) for secret in table.phones]
    stored = store.game(phones[0], table.table, table.game)
    store.close()
    assert stored is not None
    log = stored.log
    return [[int(str(w.facts["cards"])) for w in log if w.phone == phone] for phone in phones]


def drill(server: Server, table: Seated, entries: int, seed: int, broken: str) -> bool:
    proxy = Proxy(server.port, planned(seed))
    proxy.start()
    began = time.monotonic()
    with pages.opened(proxy.url, table, broken) as opened:
        meant = pages.count_all(opened, entries // len(table.phones))
        proxy.plan = lambda: Fault.PASSES
        waiting = pages.left(opened, PATIENCE)
    seconds = time.monotonic() - began
    proxy.stop()
    came = recorded(server, table)
    both = list(zip(meant, came, strict=True))
    lost = sum((Counter(wanted) - Counter(got)).total() for wanted, got in both)
    doubled = sum((Counter(got) - Counter(wanted)).total() for wanted, got in both)
    ordered = sum(wanted == got for wanted, got in both)
    print(f"{sum(map(len, meant)):,} entries, {proxy.met.total():,} requests, {seconds:.0f} s")
    for fault, times in proxy.met.most_common():
        print(f"{times:6,} {fault.value}")
    print(f"{lost} lost, {doubled} doubled, {waiting} waiting")
    print(f"{ordered} of {len(meant)} phones in their own order")
    return not (lost or doubled or waiting) and ordered == len(meant)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--broken", choices=pages.BROKEN, default="", help="must not pass")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        [table] = seated(Path(folder), 1)
        server = Server(Path(folder))
        server.start()
        try:
            passed = drill(server, table, asked.entries, asked.seed, asked.broken)
        finally:
            server.stop()
    print("passed" if passed else "FAILED")
    sys.exit(not passed)


if __name__ == "__main__":
    main()
