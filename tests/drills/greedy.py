"""One phone with all that it can: streams, whole tables in and out, and entries.

Passes where a pub of other phones enters and looks on meanwhile: none of them is refused anything
or loses a stream, the one has no more streams than a phone may have, and imports do not keep
everybody else silent. Then come those of `attacks`: strangers who ask for much, entries that it
takes long to judge, whole tables, and files that never end. In full, no single one of them keeps
others silent, and these wait at most 0.5 s at the 99th percentile, in each part.
"""

import asyncio
import json
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count, pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from companion.operations.settings import database_url, secret_key
from companion.store.store import Store
from companion.web import limits
from tests.drills import attacks, wire
from tests.drills.attacks import Attack, Strength
from tests.drills.broken import build
from tests.drills.crowd import NAMES, Seated
from tests.drills.live import percentile, told
from tests.drills.outcome import Outcome, run
from tests.support.live_server import Server

BROKEN = ("uncapped", "blocking", "endless", "patient", "at_once", "trustful")
SLOWEST = 0.5  # s that others wait, at the 99th percentile
SILENT = 0.4  # of the time that an import takes, without any answer to others
HICCUP = 1.0  # s; so long anybody waits for a busy machine
PHONES = 24  # at a table
MOST = 3  # streams of one phone (protocol.md, Limits)
STREAMS = 2  # of each phone of the others: it was away, and the server does not know yet
PATIENCE = 60  # s for one answer
AT_ONCE = 100  # streams that are being opened
BOUNDARY = "a-greedy-drill"
SPAWN = get_context("spawn")


@dataclass(frozen=True)
class Size:
    """How many tables others have, how often a second they ask, and what the one phone takes."""

    tables: int
    rate: int
    streams: int
    imports: int
    games: int
    entries: int
    posts: int
    asks: Strength
    judged: Strength
    handed: Strength
    uploads: Strength


FULL = Size(
    2, 20, 5_020, 5, 2, 5_000, 200,
    Strength(8, 100, 3_800), Strength(3, 4, 4_900), Strength(1, 3, 40_000),
    Strength(60, 1, 4_000_000),
)  # fmt: skip
SMALL = Size(
    1, 10, 100, 3, 2, 5_000, 60,
    Strength(4, 4, 3_800), Strength(2, 1, 2_500), Strength(1, 1, 10_000),
    Strength(20, 1, 1_000_000),
)  # fmt: skip


@dataclass(frozen=True)
class Taken:
    """What the one phone came to: its streams that are open, and what it was answered.

    `imports` are the moments of the beginning and the end of each, on the clock of the machine.
    """

    streams: int
    imports: list[tuple[float, float]]
    answers: Counter[str]


@dataclass
class Waited:
    """What the others came to: when each was asked, and answered, on the clock of the machine."""

    times: list[tuple[float, float]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    streams: int = 0
    lost: int = 0

    def silence(self, began: float, ended: float) -> float:
        """The longest time in between in which nobody was answered, of all of it."""
        answered = sorted(at for _, at in self.times if began < at < ended)
        moments = [began, *answered, ended]
        longest = max(later - at for at, later in pairwise(moments))
        return longest / (ended - began)

    def waits(self, began: float, ended: float) -> list[float]:
        """How long each waited who asked in between."""
        return [answered - asked for asked, answered in self.times if began <= asked <= ended]


@dataclass(frozen=True)
class Part:
    """What became of an attack, from its beginning to its end, and how many files lay there."""

    name: str
    began: float
    ended: float
    attack: Attack
    files: int = 0


def drill(*, small: bool, broken: str | None) -> Outcome:
    size = SMALL if small else FULL
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        database, key = database_url(instance), secret_key(instance)
        tables = [_table(database, key, number) for number in range(size.tables + 2)]
        game = _prepare_log(database, key, tables[1], size.judged.size)
        server = Server(instance, build(broken), limited=True)
        server.start()
        try:
            taken, waited, parts = asyncio.run(_pub(server, tables, size, game, database, key))
        finally:
            server.kill()
    times = [answered - asked for asked, answered in waited.times]
    # In the small size one bad moment of a busy machine may fall into one import, not into most.
    judge = median if small else max
    silence = judge(waited.silence(*each) for each in taken.imports)
    refused, slowest = waited.refused.total(), percentile(times, 0.99)
    figures = [
        f"{len(taken.imports)} imports, {taken.streams} of {size.streams:,} streams stay open",
        f"the phone was answered {_counted(taken.answers)}",
        f"others waited {told(times)} for {len(times):,} answers",
        f"{refused} refused{_why(waited.refused)}, {waited.lost} of {waited.streams} streams lost",
        f"nobody else was answered for {silence:.0%} of an import",
    ]
    held = not (refused or waited.lost) and taken.streams <= MOST
    held = held and taken.answers["import 303"] == size.imports and silence <= SILENT
    for part in parts:
        waits = waited.waits(part.began, part.ended)
        worst = max if part.name == "handed over" else judge  # each of its files is another one
        gap = worst([_gap(waited, *each) for each in part.attack.times] or [0.0])
        longest = worst([ended - began for began, ended in part.attack.times] or [0.0])
        came = _counted(part.attack.answers) or f"{part.files} files on the disk"
        figures.append(f"{part.name}: {came}, others {told(waits)}, silent for {gap:.1f} s")
        held = (
            held and gap <= max(HICCUP, SILENT * longest) and part.files <= limits.UPLOADS_OF_A_PUB
        )
        held = held and (small or percentile(waits, 0.99) <= SLOWEST)
        held = held and not part.attack.answers["long 200"]
    return Outcome(f"greedy: {'; '.join(figures)}", held and (small or slowest <= SLOWEST))


def _gap(waited: Waited, began: float, ended: float) -> float:
    """The seconds in between in which nobody else was answered, at most."""
    return waited.silence(began, ended) * (ended - began)


def _prepare_log(database: str, key: str, table: Seated, entries: int) -> str:
    store = Store(database, key.encode())
    host = store.phones.find(table.phones[0])
    assert host
    try:
        return attacks.prepare_log(store, host, table.table, entries)
    finally:
        store.close()


def _why(refused: Counter[str]) -> str:
    return f" ({_counted(refused)})" if refused else ""


def _counted(answers: Counter[str]) -> str:
    return ", ".join(f"{times} × {said}" for said, times in sorted(answers.items()))


def _table(database: str, key: str, number: int) -> Seated:
    """A table with a running game, and as many phones as it may have."""
    store = Store(database, key.encode())
    secrets = tuple(f"greedy-{number}-{phone}" for phone in range(PHONES))
    host, *others = (store.phones.remember(secret) for secret in secrets)
    game = store.games.start(host, "the-game", {}, NAMES)
    link = store.invitations.find_all(host, game.table)["player"].link
    for other in others:
        store.phones.join(other, link)
    store.close()
    return Seated(game.table, "the-game", game.id, secrets)


async def _pub(
    server: Server, tables: list[Seated], size: Size, game: str, database: str, key: str
) -> tuple[Taken, Waited, list[Part]]:
    """The first of these tables is that of the one phone; what it and the others came to.

    At the second one are those who attack after it.
    """
    port, (its, theirs, *others), parts = server.port, tables, list[Part]()
    waited, over = Waited(), asyncio.Event()
    streams = [
        await _stream(port, table, secret)
        for table in others
        for secret in table.phones
        for _ in range(STREAMS)
    ]
    asking = asyncio.create_task(_ask(port, others, size.rate, waited, over))
    with ProcessPoolExecutor(1, mp_context=SPAWN) as pool:
        loop = asyncio.get_running_loop()
        try:
            taken = await loop.run_in_executor(pool, take, port, its, size)
            for name, attack, given in (
                ("asked", attacks.ask, (size.asks,)),
                ("judged", attacks.judge, (size.judged, theirs, game)),
                ("handed over", attacks.hand, (size.handed, theirs, database, key)),
            ):
                began = time.monotonic()
                came = await loop.run_in_executor(pool, attack, port, *given)
                parts.append(Part(name, began, time.monotonic(), came))
            began = time.monotonic()
            files = await attacks.upload(port, server.pid, size.uploads)
            parts.append(Part("uploaded", began, time.monotonic(), Attack(), files))
        finally:
            over.set()
            await asking
    waited.streams = len(streams)
    waited.lost = sum(stream.closed.is_set() for stream in streams)
    return taken, waited, parts


async def _answer(
    port: int, method: str, address: str, keys: dict[str, str], form: dict[str, object]
) -> tuple[str, bytes]:
    """The status of the answer and its body, or what came instead of one."""
    try:
        async with asyncio.timeout(PATIENCE):
            status, _, body = await wire.request(port, method, address, keys, form)
            return str(status), body
    except (OSError, TimeoutError, IndexError, ValueError):
        return "nothing", b""


async def _stream(port: int, table: Seated, secret: str) -> wire.Stream:
    address = f"{table.address}live?seen=0.0"
    loop = asyncio.get_running_loop()
    _transport, stream = await loop.create_connection(
        lambda: wire.Stream(address, secret, lambda name, event: None), "127.0.0.1", port
    )
    async with asyncio.timeout(PATIENCE):
        await stream.opened
    return stream


async def _ask(
    port: int, tables: list[Seated], rate: int, waited: Waited, over: asyncio.Event
) -> None:
    """The phones of these tables enter and look on in turn, so often a second, until it is over.

    No more of them ask at once than would at one table: so a slow server is not buried.
    """
    gate = asyncio.Semaphore(PHONES)
    phones = [(table, secret) for secret_of in zip(*(t.phones for t in tables), strict=True)
              for table, secret in zip(tables, secret_of, strict=True)]  # fmt: skip
    keys = {secret: (await wire.keys(port, table.address, secret))[0] for table, secret in phones}
    seen = dict.fromkeys(tables, 0)  # entries of each table, as its phones show them

    async def asked(number: int) -> None:
        table, secret = phones[number % len(phones)]
        seat = table.phones.index(secret)
        facts = {"kind": "hand-corrected", "player": seat, "cards": number // len(phones) % 20}
        entry: dict[str, object] = {**facts, "seen": seen[table], "id": f"{number:032x}"}
        method, address, form = (
            ("POST", f"{table.address}entries", entry)
            if seat < len(NAMES)
            else ("GET", ("/", table.address)[seat % 2], {})
        )
        began = time.monotonic()
        said, body = await _answer(port, method, address, keys[secret], form)
        waited.times.append((began, time.monotonic()))
        if shown := wire.SEEN.search(body):
            seen[table] = max(seen[table], int(shown[1]))
        if said != "200":
            waited.refused[said] += 1

    async with asyncio.TaskGroup() as asking:
        for number in count():
            if over.is_set():
                return
            await gate.acquire()
            asking.create_task(asked(number)).add_done_callback(lambda _: gate.release())
            await asyncio.sleep(1 / rate)


def take(port: int, table: Seated, size: Size) -> Taken:
    """All that one phone can take, in a process of its own, so that its work is not the others'."""
    return asyncio.run(Greedy(port, table, size).takes())


class Greedy:
    """A phone at this table that takes all that it can."""

    def __init__(self, port: int, table: Seated, size: Size) -> None:
        self._port, self._table, self._size = port, table, size
        self._secret = table.phones[0]
        self._answers: Counter[str] = Counter()
        self._imports: list[tuple[float, float]] = []

    async def takes(self) -> Taken:
        self._keys, _ = await wire.keys(self._port, self._table.address, self._secret)
        posts = asyncio.create_task(self._posts())
        opened = await self._streams()
        for number in range(self._size.imports):
            await self._imported(number)
        for page in ("table.csv", "table.json", "statistics", "history", ""):
            await self._asked("GET", f"/t/{self._table.table}/{page}", {})
        await self._asked("GET", "/", {})
        await posts
        await self._asked("GET", "/", {})  # by now everything before it has been told
        still = sum(not stream.closed.is_set() and stream.status == 200 for stream in opened)
        return Taken(still, self._imports, self._answers)

    async def _streams(self) -> list[wire.Stream]:
        gate, opened = asyncio.Semaphore(AT_ONCE), list[wire.Stream]()

        async def opens() -> None:
            async with gate:
                opened.append(await _stream(self._port, self._table, self._secret))

        async with asyncio.TaskGroup() as opening:
            for _ in range(self._size.streams):
                opening.create_task(opens())
        return opened

    async def _posts(self) -> None:
        """Entries, as many at once as may be, and as often as may be after that."""
        async with asyncio.TaskGroup() as posting:
            for number in range(self._size.posts):
                facts = {"kind": "hand-corrected", "player": 0, "cards": number % 7, "seen": 0}
                entry = {**facts, "confirmed": "1", "id": f"{number:032x}"}
                address = f"{self._table.address}entries"
                posting.create_task(self._asked("POST", address, entry))
                if number > limits.WRITES.most:
                    await asyncio.sleep(limits.WRITES.each / 1000)

    async def _imported(self, number: int) -> None:
        """A file goes in; where that is too much at once it is tried again, as often as it takes.

        Its entries and its files are counted together.
        """
        while (status := await self._import(number)) == "429":
            await asyncio.sleep(limits.WRITES.each / 1000)
        self._answers[f"import {status}"] += 1

    async def _import(self, number: int) -> str:
        file = games_file(self._size, number)
        head = (
            f"--{BOUNDARY}\r\nContent-Disposition: form-data; "
            'name="file"; filename="file.json"\r\n\r\n'
        )
        body = head.encode() + file + f"\r\n--{BOUNDARY}--\r\n".encode()
        said = {
            **self._keys,
            "Host": "drill",
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
            "Content-Length": str(len(body)),
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        address = f"/import?table={self._table.table}"
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(f"POST {address} HTTP/1.0\r\n{lines}\r\n".encode() + body)
        await writer.drain()
        began = time.monotonic()
        async with asyncio.timeout(PATIENCE):
            answer = await reader.read()
        status = answer.split(b" ", 2)[1].decode()
        if status != "429":
            self._imports.append((began, time.monotonic()))
        writer.close()
        return status

    async def _asked(self, method: str, address: str, form: dict[str, object]) -> None:
        said, _ = await _answer(self._port, method, address, self._keys, form)
        self._answers[f"{'entry' if form else 'page'} {said}"] += 1


def games_file(size: Size, number: int) -> bytes:
    """A file of so many games of so many entries, each in as few bytes as can be."""
    games = [
        {
            "format": "companion-record/1",
            "game": "the-game",
            "players": NAMES,
            "made_at": f"2026-01-{number + 1:02}T10:{game:02}:00Z",
            "entries": [
                {"kind": "hand-corrected", "player": 0, "cards": entry % 7}
                for entry in range(size.entries)
            ],
        }
        for game in range(size.games)
    ]
    document = {"format": "companion-table/1", "games": games}
    return json.dumps(document, separators=(",", ":")).encode()


if __name__ == "__main__":
    run(drill, BROKEN)
