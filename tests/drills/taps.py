"""Four phones tap the same within 50 ms, round after round: `python -m tests.drills.taps`.

Passes where each of 200 rounds is one entry, and every phone is told of that one: recorded once,
and merged three times. The rounds are those of a real game: two cards, the end of the turn, and a
count of the hand that was played from.
"""

import asyncio
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path

from companion.engine.entry import Facts
from companion.operations.settings import database_url, secret_key
from companion.store.store import Store
from tests.drills import wire
from tests.drills.broken import build
from tests.drills.crowd import NAMES, Seated, seated
from tests.drills.outcome import Outcome, run
from tests.support.live_server import Server

BROKEN = ("unmerged",)
FULL, SMALL = (4, 50), (1, 12)  # tables, and rounds at each of them that are at once
AT_ONCE = 0.050  # s
APART = 0.030  # s between the first and the last tap as they are meant: a loop is never on time
VERDICT = re.compile(rb"^verdict: \S+ (\S+) (\S+)", re.IGNORECASE | re.MULTILINE)


@dataclass
class Seen:
    """What came of the rounds: how many there were, and how their taps were answered."""

    rounds: int = 0
    at_once: int = 0
    answers: Counter[str] = field(default_factory=Counter)


def drill(*, small: bool, broken: str | None) -> Outcome:
    """One table after the other; what is in the log is what was meant, once and in order."""
    tables, rounds = SMALL if small else FULL
    seen = Seen()
    with tempfile.TemporaryDirectory() as folder:
        crowd = seated(Path(folder), tables)
        server = Server(Path(folder), build(broken))
        server.start()
        try:
            for table in crowd:
                asyncio.run(_play(server.port, table, rounds, seen))
        finally:
            server.stop()
        logs = [_recorded(Path(folder), table) for table in crowd]
    entries = sum(map(len, logs))
    answers = ", ".join(f"{many:,} {said}" for said, many in seen.answers.most_common())
    near = f"{seen.at_once} of them within {AT_ONCE * 1000:.0f} ms"
    right = entries == seen.rounds and all(log == list(islice(taps(), len(log))) for log in logs)
    right = right and seen.answers == {"recorded": seen.rounds, "merged": 3 * seen.rounds}
    line = f"taps: {seen.rounds} rounds, {near}: {entries} entries, {answers}"
    return Outcome(line, right and (small or seen.at_once >= tables * rounds))


def taps() -> Iterator[Facts]:
    """What is tapped round after round, as long as cards last on one pile."""
    for turn in count():
        for card in (2 + 2 * turn, 3 + 2 * turn):
            yield {"kind": "card-played", "card": card, "pile": "up-1"}
        yield {"kind": "turn-ended"}
        yield {"kind": "hand-corrected", "player": turn % len(NAMES), "cards": 5}


async def _play(port: int, table: Seated, rounds: int, seen: Seen) -> None:
    """So many rounds at this table; who taps first is another each time, the same in each run.

    Those in which the taps came too far apart, on a busy machine, are made up for by others.
    """
    keys = [(await wire.keys(port, table.address, secret))[0] for secret in table.phones]
    chance, place, wanted = random.Random(1), 0, seen.at_once + rounds

    async def tap(phone: int, wait: float, form: Facts) -> tuple[float, str, int]:
        """When this was sent, what became of it, and its place; 0 for none."""
        await asyncio.sleep(wait)
        sent, address = time.perf_counter(), f"{table.address}entries"
        status, head, _ = await wire.request(port, "POST", address, keys[phone], form)
        if not (said := VERDICT.search(head)):
            return sent, f"status {status}", 0
        return sent, said[1].decode(), int(said[2]) if said[2].isdigit() else 0

    for number, facts in enumerate(islice(taps(), 2 * rounds)):
        if seen.at_once == wanted:
            return
        waits = [0.0, APART, *(chance.uniform(0, APART) for _ in keys[2:])]
        chance.shuffle(waits)
        forms = [{**facts, "seen": place, "id": f"{number}.{phone}"} for phone in range(len(keys))]
        told = await asyncio.gather(*map(tap, range(len(keys)), waits, forms))
        seen.rounds += 1
        seen.answers.update(answer for _, answer, _ in told)
        sent = [moment for moment, _, _ in told]
        seen.at_once += max(sent) - min(sent) <= AT_ONCE
        place = max(place, *(at for _, _, at in told))


def _recorded(instance: Path, table: Seated) -> list[Facts]:
    """What the log of this table says."""
    store = Store(database_url(instance), secret_key(instance).encode())
    phone = store.phones.remember(table.phones[0])
    stored = store.games.find(phone, table.table, table.game)
    store.close()
    assert stored is not None
    return [dict(written.facts) for written in stored.log]


if __name__ == "__main__":
    run(drill, BROKEN)
