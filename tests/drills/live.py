"""1,000 tables of four phones, all live, and 100 entries a second; then the server is killed.

At some tables players leave and come, and people and games are put right; in the end others turn
out to have played there. Phones come back as board/live.js does. README.md says what passes.
"""

import asyncio
import hashlib
import json
import math
import random
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.drills import wire
from tests.drills.broken import build
from tests.drills.crowd import NAMES, Seated, seated
from tests.drills.outcome import Outcome
from tests.support.live_server import Server

BROKEN = ("untold", "deaf", "narrow", "once")
BUILDS = ("untold", "deaf")  # the others are served by Companion as it is
BLUFF = "game-of-bluff"  # where it is played, people and games are put right
SLUGS = (*["the-game"] * 4, BLUFF)
ROUND: dict[str, object] = {"kind": "round-scored", "cards-0": 2, "cards-1": 3, "cards-2": 1}
ENTRIES: tuple[dict[str, object], ...] = (
    {**ROUND, "cards-3": 4},
    {"kind": "player-left", "player": 3},
    {"kind": "leavers-ranked", "leavers": "below"},
    {**ROUND, "cards-3": 0},
    {"kind": "player-joined", "player": 3},
)
IN_THE_END = ("Wim", "Xia", "Yan", "Zoe")
BEFORE = "2026-01-31T20:15:00.000Z"
SLOWEST, SHARE = 0.250, 0.99  # s, at this percentile; the same share is back
BACK = 10.0  # s from the kill
LARGEST = 30_000  # bytes of memory for a stream
AT_ONCE = 200  # streams that are being opened
POLL = 3.0  # s between two boards that are asked for while there is no stream
FIRST = 30  # s more for the first that is back, who waits for the server itself
LATEST = 3  # s for the last push to come
LOOK = 0.05  # s between two looks at what came
PLACE = re.compile(rb"^id: ?(\d+)\.\d+", re.MULTILINE)
Keys = dict[str, str]  # the headers with which a phone may post


@dataclass(frozen=True)
class Size:
    """So many tables of four phones, and so many entries a second for so many seconds.

    For `rests` s nothing happens before the memory is measured, and before the end. A phone waits
    up to `base` s before it comes back, after more failures up to `cap`. Where nobody else has
    come for `patience` s, all that are missing are taken for lost. Before one entry in `righted`
    at a table of Bluff something is put right.
    """

    tables: int
    rate: int
    seconds: int
    rests: float
    base: float
    cap: float
    patience: float
    righted: int


FULL, SMALL = Size(1_000, 100, 30, 2, 3, 30, 20, 3), Size(10, 25, 2, 0, 0.3, 1, 6, 1)


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def told(times: Sequence[float]) -> str:
    figures = [f"{percentile(times, share) * 1000:.0f}" for share in (0.5, 0.99, 1)]
    return "{} ms (p99 {}, slowest {})".format(*figures)


class Phone:
    """A phone that keeps a stream open; `heard` is when that began to tell of its table.

    `place` and `board` are what it has last seen, `arrived` says when each place came.
    """

    def __init__(self, port: int, table: Seated, secret: str, seen: str, size: Size) -> None:
        self._port, self._secret, self._size = port, secret, size
        self._address = f"{table.address}live"
        self._seen = seen
        self._chance = random.Random(secret)
        self._failures, self._begins = 0, True
        self.heard = -math.inf
        self.place, self.board = 0, ""
        self.named = 0
        """How many of those who played in the end are on the board."""
        self.arrived: dict[int, float] = {}

    async def listen(self, *, gives_up: bool) -> None:
        """It hears of its table until this is cancelled, or it `gives_up` where nobody answers."""
        polling: asyncio.Task[None] | None = None
        while True:
            await self._listen_once()
            self._failures += 1
            if self._failures > 1:
                if gives_up:
                    return
                if polling is None or polling.done():
                    polling = asyncio.create_task(self._poll())
            longest = min(self._size.cap, self._size.base * 2 ** (self._failures - 1))
            await asyncio.sleep(self._chance.random() * longest)

    async def _listen_once(self) -> None:
        """The stream is over, or there was none."""
        self._begins, address = True, f"{self._address}?seen={self._seen}"
        with suppress(OSError):
            stream = await wire.listen(self._port, address, self._secret, self._hears)
            await stream.closed.wait()

    def _hears(self, name: bytes, event: bytes) -> None:
        now, self._failures = time.perf_counter(), 0
        if self._begins:
            self.heard, self._begins = now, False
        if name != b"board":
            return
        said = PLACE.search(event)
        assert said
        place = int(said[1])
        for each in range(self.place + 1, place + 1):
            self.arrived[each] = now
        if place >= self.place:
            shown = json.loads(event.partition(b"data:")[2])["board"]
            self.place, self.board = place, hashlib.sha256(shown.encode()).hexdigest()
            self.named = sum(name in shown for name in IN_THE_END)
            self._seen = said[0].decode().removeprefix("id:").strip()

    async def _poll(self) -> None:
        while self._failures > 1:
            with suppress(OSError, ValueError, IndexError):
                cookie = {"Cookie": f"phone={self._secret}"}
                await wire.request(self._port, "GET", f"{self._address}/board", cookie, {})
            await asyncio.sleep(POLL)


def drill(*, small: bool, broken: str | None) -> Outcome:
    """All phones end up alike, and are back; in full, in time and within the memory too."""
    size = SMALL if small else FULL
    with tempfile.TemporaryDirectory() as folder:
        tables = seated(Path(folder), size.tables, SLUGS)
        with Server(Path(folder), build(broken if broken in BUILDS else None)) as server:
            return Outcome(*asyncio.run(_watched(server, tables, size, broken, small=small)))


async def _watched(
    server: Server, tables: list[Seated], size: Size, broken: str | None, *, small: bool
) -> tuple[str, bool]:
    """What these phones hear while cards are laid, and after the server was killed."""
    pages = [await wire.keys(server.port, table.address, table.phones[0]) for table in tables]
    phones = [
        Phone(server.port, table, secret, seen, size)
        for table, (_, seen) in zip(tables, pages, strict=True)
        for secret in table.phones
    ]
    before = memory(server.pid)
    listening: list[asyncio.Task[None]] = []
    for some in range(0, len(phones), AT_ONCE):
        these = phones[some : some + AT_ONCE]
        listening += [asyncio.create_task(each.listen(gives_up=broken == "once")) for each in these]
        await _come(these, 0, listening, size.patience)
    await asyncio.sleep(size.rests)
    each = (memory(server.pid) - before) / len(phones)
    keys = [key for key, _ in pages]
    answers, pushes, alike = await _play(server.port, tables, keys, phones, size)
    back = 0
    if alike == len(phones):  # else the drill has failed already
        if broken == "narrow":
            server.options = ["--worker-connections", str(len(phones) // 2)]
        killed = time.perf_counter()
        server.kill()
        await asyncio.to_thread(server.launch)
        await _come(phones, killed, listening, size.patience)
        took = [each.heard - killed if each.heard > killed else math.inf for each in phones]
        back, slowest = sum(map(math.isfinite, took)), percentile(took, SHARE)
    for task in listening:
        task.cancel()
    await asyncio.wait(listening)
    line = (
        f"{len(answers):,} entries, answer {told(answers)}, push {told(pushes)}, "
        f"{each / 1000:.1f} KB a stream, {alike:,} of {len(phones):,} phones alike"
    )
    if not back:
        return line, False
    line += f"; {back:,} back after a kill, 99 % within {slowest:.1f} s"
    in_time = max(percentile(times, SHARE) for times in (answers, pushes)) <= SLOWEST
    return line, back == len(phones) if small else in_time and each <= LARGEST and slowest <= BACK


async def _play(
    port: int, tables: list[Seated], keys: list[Keys], phones: list[Phone], size: Size
) -> tuple[list[float], list[float], int]:
    """Cards are laid: what each answer and each push took, s, and how many phones end up alike."""
    began, heads = time.perf_counter(), [0] * len(tables)
    turns = [asyncio.Lock() for _ in tables]  # each card of a table after the one before
    done: list[tuple[int, int, float, float]] = []

    async def lay(number: int) -> None:
        at, place = number % len(tables), number // len(tables) + 1
        await asyncio.sleep(max(0, began + number / size.rate - time.perf_counter()))
        async with turns[at]:
            if tables[at].slug == BLUFF and not (at // len(SLUGS) + place) % size.righted:
                await _put_right(port, tables[at], keys[at], at + place)
            sent, answered = await _lay(port, tables[at], keys[at], place)
        done.append((at, place, sent, answered))
        heads[at] = max(heads[at], place)

    await asyncio.gather(*(lay(number) for number in range(size.rate * size.seconds)))
    fours = [phones[4 * at : 4 * at + 4] for at in range(len(tables))]
    await _until(
        lambda: all(p.place >= head for four, head in zip(fours, heads, strict=True) for p in four)
    )
    await asyncio.sleep(size.rests)
    answers = [answered - sent for _, _, sent, answered in done]
    pushes = [
        phone.arrived.get(place, math.inf) - sent
        for at, place, sent, _ in done
        for phone in fours[at]
    ]
    return answers, pushes, await _end(port, tables, keys, fours, heads)


async def _end(
    port: int, tables: list[Seated], keys: list[Keys], fours: list[list[Phone]], heads: list[int]
) -> int:
    """Where Bluff is played others turn out to have played; how many phones end up alike."""
    mixed = [at for at, table in enumerate(tables) if table.slug == BLUFF]
    await asyncio.gather(*(_put_right_last(port, tables[at], keys[at]) for at in mixed))

    def count() -> int:
        return sum(
            (phone.place, phone.board) == (heads[at], four[0].board)
            and (at not in mixed or phone.named == len(IN_THE_END))
            for at, four in enumerate(fours)
            for phone in four
        )

    await _until(lambda: count() == sum(map(len, fours)), BACK)
    return count()


async def _until(is_so: Callable[[], bool], within: float = LATEST) -> None:
    """It is so, or what the phones miss does not come any more."""
    until = time.perf_counter() + within
    while time.perf_counter() < until and not is_so():
        await asyncio.sleep(LOOK)


async def _lay(port: int, table: Seated, keys: Keys, place: int) -> tuple[float, float]:
    card: dict[str, object] = {"kind": "card-played", "card": 2 + place, "pile": "up-1"}
    facts = ENTRIES[place - 1] if table.slug == BLUFF else card
    made = hashlib.sha256(f"{table.game} {place}".encode()).hexdigest()[:32]
    form = {**facts, "seen": place - 1, "id": made}
    sent = time.perf_counter()
    status, _, body = await wire.request(port, "POST", f"{table.address}entries", keys, form)
    assert status == 200, (status, body[-300:])
    return sent, time.perf_counter()


async def _put_right(port: int, table: Seated, keys: Keys, number: int) -> None:
    """Something is said of those who began, which may be refused, or others sat at the game."""
    first, second, *_ = table.people
    at, sat = f"/t/{table.table}/players", (f"Eve {number}", *NAMES[1:])
    ways: tuple[tuple[str, dict[str, object]], ...] = (
        (f"{table.address}about/", {"name": sat, "at": BEFORE}),
        (f"{at}/{first}/merge", {"other": second}),
        (f"{at}/{second}/name", {"name": f"Fay {number}"}),
        (f"{at}/{first}/separate", {"other": second}),
    )
    address, form = ways[number % len(ways)]
    status, _, body = await wire.request(port, "POST", address, keys, form)
    assert status < 500, (status, body[-300:])


async def _put_right_last(port: int, table: Seated, keys: Keys) -> None:
    """Others turn out to have played this game, which is deleted and restored."""
    about, played = f"{table.address}about/", {"name": IN_THE_END, "at": BEFORE}
    acts = ((f"{about}delete", {"sure": "y"}), (about, played), (f"{about}restore", {"sure": "y"}))
    for address, form in acts:
        status, _, body = await wire.request(port, "POST", address, keys, form)
        assert status < 400, (status, body[-300:])


async def _come(
    phones: list[Phone], since: float, listening: list[asyncio.Task[None]], patience: float
) -> None:
    """All of these have heard of their table since then, or no more of them will."""
    there, last = 0, time.perf_counter() + FIRST
    while there < len(phones) and not all(each.done() for each in listening):
        await asyncio.sleep(LOOK)
        now, before = time.perf_counter(), there
        there = sum(each.heard > since for each in phones)
        if there > before:
            last = now
        elif now - last > patience:
            return


def memory(pid: int) -> int:
    """Bytes that a process and its children have of their own and share, by the kernel's count."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    status = Path(f"/proc/{pid}/status").read_text()
    own = int(status.partition("\nVmRSS:")[2].split()[0]) * 1024
    return own + sum(memory(int(child)) for child in children)
