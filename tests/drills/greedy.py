"""Phones that try all they can, beside a pub of others who enter and look on.

One after the other: a phone takes streams, imports games and enters; phones enter where it takes
long to judge; whole tables come.
"""

import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count, pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from uuid import uuid4

from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.table import StoredGame
from companion.files import handover, parsing
from companion.store.store import Store
from companion.web.safety import limits
from tests.drills import wire
from tests.drills.broken import build
from tests.drills.crowd import NAMES, Seated, seated, store_of
from tests.drills.live import percentile, told
from tests.drills.outcome import Outcome
from tests.support.live_server import Server

BROKEN = ("uncapped", "blocking", "patient", "at_once")
SLOWEST = 0.5  # s that others wait, at the 99th percentile
SILENT = 0.4  # of the time that a try takes, without any answer to others
HICCUP = 1.0  # s; so long anybody waits for a busy machine
PHONES = 24  # at a table
MOST = 3  # streams of one phone (protocol.md, Limits)
STREAMS = 2  # of each phone of the others: it was away, and the server does not know yet
PATIENCE = 120  # s for one answer
AWAY = (OSError, TimeoutError, IndexError, ValueError)
LINE = "a-greedy-drill"
ENTRIES = 5_000  # of a game
HAND: Facts = {"kind": "hand-corrected", "player": 0, "cards": 5}


@dataclass(frozen=True)
class Size:
    """How many tables others have, how often a second they ask, and how much is tried.

    Of requests: by so many at once, so many times each.
    """

    tables: int
    rate: int
    streams: int
    imports: int
    posts: int
    judged: tuple[int, int]
    log: int
    handed: int
    lines: int


FULL = Size(2, 20, 5_020, 5, 200, (3, 4), 4_900, 3, 40_000)
SMALL = Size(1, 10, 100, 3, 60, (2, 1), 2_500, 1, 10_000)


@dataclass(frozen=True)
class Pub:
    """What those who try too much know: the server's port and data, and two tables at it."""

    size: Size
    port: int
    instance: Path
    own: Seated
    theirs: Seated
    game: str
    """A game at `theirs` whose log it takes long to judge by."""


@dataclass
class Tried:
    """What became of it all: each try from its beginning to its end, and the answers."""

    times: list[tuple[float, float]] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)

    async def one(self, what: str, said: Awaitable[object]) -> str:
        began, answer = time.monotonic(), "nothing"
        try:
            async with asyncio.timeout(PATIENCE):
                answer = str(await said)
        except AWAY:
            pass
        self.answers[f"{what} {answer}"] += 1
        self.times.append((began, time.monotonic()))
        return answer

    def __str__(self) -> str:
        return ", ".join(f"{times} × {said}" for said, times in sorted(self.answers.items()))


async def status(*asked: object) -> int:
    return (await wire.request(*asked))[0]  # type: ignore[arg-type]


# What is tried


async def take(pub: Pub) -> Tried:
    """One phone: streams, and entries, imports and pages beside each other."""
    table, size, imports, beside = pub.own, pub.size, Tried(), Tried()
    keys, _ = await wire.keys(pub.port, table.address, table.phones[0])
    gate = asyncio.Semaphore(100)

    async def opens(_: int) -> wire.Stream:
        async with gate:
            return await stream(pub.port, table, table.phones[0])

    async def posts() -> None:
        async with asyncio.TaskGroup() as posting:
            for number in range(size.posts):
                facts = {**HAND, "cards": number % 7, "seen": 0, "confirmed": "1"}
                entry = {**facts, "id": f"{number}"}
                asked = status(pub.port, "POST", f"{table.address}entries", keys, entry)
                posting.create_task(beside.one("entry", asked))
                if number > limits.WRITES.most:
                    await asyncio.sleep(limits.WRITES.each / 1000)

    posting = asyncio.create_task(posts())
    opened = await asyncio.gather(*map(opens, range(size.streams)))
    for number in range(size.imports):
        file, address = games_file(number), f"/import?table={table.table}"
        # Its entries and its files are counted together: what is too much is tried again.
        while (
            await imports.one("import", post_file(pub.port, address, "file", file, keys)) == "429"
        ):
            imports.times.pop()
            await asyncio.sleep(limits.WRITES.each / 1000)
    for page in ("table.csv", "table.json", "statistics", "history", ""):
        address = f"/t/{table.table}/{page}"
        await beside.one("page", status(pub.port, "GET", address, keys, {}))
    await posting
    await beside.one("page", status(pub.port, "GET", "/", keys, {}))  # all before it has been told
    still = sum(not each.closed.is_set() and each.status == 200 for each in opened)
    imports.answers += beside.answers + Counter({"streams open": still})
    return imports


async def judge(pub: Pub) -> Tried:
    """Phones enter in a long game as if they had seen nothing of it."""
    tried, table = Tried(), pub.theirs
    keys = [(await wire.keys(pub.port, table.address, each))[0] for each in table.phones]

    at_once, times = pub.size.judged

    async def enters(phone: int) -> None:
        for turn in range(times):
            entry = {**HAND, "player": 1, "seen": 0, "confirmed": "1", "id": f"j-{phone}-{turn}"}
            address = f"/t/{table.table}/{pub.game}/entries"
            await tried.one("entry", status(pub.port, "POST", address, keys[phone], entry))

    await asyncio.gather(*map(enters, range(at_once)))
    return tried


async def hand(pub: Pub) -> Tried:
    """Tables are posted: of half a million people, of numbers and lists, and of long logs."""
    tried, table = Tried(), pub.theirs
    mine, _ = await wire.keys(pub.port, table.address, table.phones[2])
    with closing(store_of(pub.instance)) as store:
        whole = store.handovers.read(str(store.phones.find(table.phones[0])), table.table)
    lines = parsing.LARGEST_FILE // 20
    for _ in range(pub.size.handed):
        ids = {person.id: uuid4().hex for person in whole.people}
        people = tuple(replace(each, id=ids[each.id]) for each in whole.people)
        new = replace(whole, id=uuid4().hex, people=people, mine=None, lessons=())
        games = [long_game(new, [HAND] * ENTRIES) for _ in range(pub.size.lines // ENTRIES)]
        few = handover.encode(replace(new, games=(long_game(new, [HAND]),)))
        crowd = {**few, "people": [[f"{number:x}", ""] for number in range(lines)]}
        lists = {**few, "more": [[]] * (4 * lines)}
        whole_table = handover.write(replace(new, games=tuple(games)))
        for file in (whole_table, *(json.dumps(each).encode() for each in (crowd, lists))):
            await tried.one("file", post_file(pub.port, "/handover", "table", file, mine))
    return tried


async def post_file(port: int, address: str, name: str, file: bytes, keys: dict[str, str]) -> str:
    head = f'--{LINE}\r\nContent-Disposition: form-data; name="{name}"; filename="f.json"\r\n\r\n'
    body = head.encode() + file + f"\r\n--{LINE}--\r\n".encode()
    said = {**keys, "Host": f"127.0.0.1:{port}", "Content-Length": str(len(body))}
    said["Content-Type"] = f"multipart/form-data; boundary={LINE}"
    return str((await wire.send(port, wire.message("POST", address, said, body)))[0])


def games_file(number: int) -> bytes:
    """A file of two games, each entry in as few bytes as can be."""
    entries = [{**HAND, "cards": entry % 7} for entry in range(ENTRIES)]
    game = {"format": "companion-record/1", "game": "the-game", "players": NAMES}
    games = [
        {**game, "made_at": f"2026-01-{number + 1:02}T10:0{at}:00Z", "entries": entries}
        for at in range(2)
    ]
    whole = {"format": "companion-table/1", "games": games}
    return json.dumps(whole, separators=(",", ":")).encode()


def long_game(table: handover.Handover, facts: list[Facts]) -> StoredGame:
    now, game = datetime.now(UTC), uuid4().hex
    log = tuple(
        Written(place, f"{game}-{place}", "", now, place - 1, said)
        for place, said in enumerate(facts, 1)
    )
    return StoredGame(game, table.id, "the-game", {}, table.people[:4], now, log)


def prepare_log(store: Store, table: Seated, entries: int) -> str:
    """The id of a new game: each second entry of its second half is about one of its first."""
    half = entries // 2
    facts: list[Facts] = [HAND] * half
    for number in range(half):
        changed = {"kind": "changed", "target": 1 + number // 2, "facts": {**HAND, "cards": 4}}
        facts.append(changed if number % 2 else HAND)
    host = str(store.phones.find(table.phones[0]))
    whole = store.handovers.read(host, table.table)
    game = long_game(whole, facts)
    store.handovers.take(host, replace(whole, games=(game,), lessons=()))
    return game.id


# The others


@dataclass
class Others:
    """The phones of these tables enter and look on in turn, so often a second."""

    port: int
    tables: list[Seated]
    rate: int
    times: list[tuple[float, float]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    over: bool = False

    async def ask(self) -> None:
        """Until it is over. No more of them ask at once than would at one table."""
        gate, seen = asyncio.Semaphore(PHONES), dict.fromkeys(self.tables, 0)
        phones = [(table, secret) for at in range(PHONES) for table in self.tables
                  for secret in table.phones[at : at + 1]]  # fmt: skip
        keys = {
            secret: (await wire.keys(self.port, table.address, secret))[0]
            for table, secret in phones
        }

        async def asked(number: int) -> None:
            table, secret = phones[number % len(phones)]
            seat, cards = table.phones.index(secret), number // len(phones) % 20
            entry = {**HAND, "player": seat, "cards": cards, "seen": seen[table]}
            given = (
                ("POST", f"{table.address}entries", keys[secret], {**entry, "id": f"{number:032x}"})
                if seat < len(NAMES)
                else ("GET", ("/", table.address)[seat % 2], keys[secret], {})
            )
            began, said = time.monotonic(), "nothing"
            try:
                async with asyncio.timeout(PATIENCE):
                    answer, _, body = await wire.request(self.port, *given)
            except AWAY:
                body = b""
            else:
                said = str(answer)
            self.times.append((began, time.monotonic()))
            if shown := wire.SEEN.search(body):
                seen[table] = max(seen[table], int(shown[1]))
            if said != "200":
                self.refused[said] += 1

        async with asyncio.TaskGroup() as asking:
            for number in count():
                if self.over:
                    return
                await gate.acquire()
                asking.create_task(asked(number)).add_done_callback(lambda _: gate.release())
                await asyncio.sleep(1 / self.rate)

    def silence(self, began: float, ended: float) -> float:
        """The longest time in between in which nobody was answered, s."""
        answered = sorted(at for _, at in self.times if began < at < ended)
        return max(later - at for at, later in pairwise([began, *answered, ended]))

    def waits(self, began: float, ended: float) -> list[float]:
        return [answered - asked for asked, answered in self.times if began <= asked <= ended]


async def stream(port: int, table: Seated, secret: str) -> wire.Stream:
    async with asyncio.timeout(PATIENCE):
        return await wire.listen(port, f"{table.address}live?seen=0.0", secret)


# All of it


Part = Callable[[Pub], Coroutine[None, None, Tried]]
PARTS: dict[str, Part] = {"taken": take, "judged": judge, "handed over": hand}


def play(name: str, pub: Pub) -> Tried:
    """In a process of its own, so that this work is not the others'."""
    return asyncio.run(PARTS[name](pub))


def drill(*, small: bool, broken: str | None) -> Outcome:
    size = SMALL if small else FULL
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder)
        own, theirs, *others = seated(instance, size.tables + 2, phones=PHONES)
        with closing(store_of(instance)) as store:
            game = prepare_log(store, theirs, size.log)
        with Server(instance, build(broken), limited=True) as server:
            pub = Pub(size, server.port, instance, own, theirs, game)
            figures, held = asyncio.run(watched(pub, others, small=small))
    return Outcome("; ".join(figures), held)


async def watched(pub: Pub, tables: list[Seated], *, small: bool) -> tuple[list[str], bool]:
    """The figures of all parts, and whether they are right."""
    others, figures, held = Others(pub.port, tables, pub.size.rate), list[str](), True
    streams = [
        await stream(pub.port, table, secret)
        for table in tables
        for secret in table.phones
        for _ in range(STREAMS)
    ]
    asking = asyncio.create_task(others.ask())
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        loop = asyncio.get_running_loop()
        for name in PARTS:
            began = time.monotonic()
            tried = await loop.run_in_executor(pool, play, name, pub)
            waits, times = others.waits(began, time.monotonic()), tried.times
            # In the small size one bad moment of a busy machine may fall into one try, not into
            # most; each of the files that are handed over is another one.
            worst = median if small and name != "handed over" else max
            gap = worst([others.silence(*each) for each in times])
            longest = worst([ended - started for started, ended in times])
            figures.append(f"{name}: {tried}, others {told(waits)}, silent for {gap:.1f} s")
            held = held and gap <= max(HICCUP, SILENT * longest)
            held = held and tried.answers["streams open"] <= MOST
            held = held and (name != "taken" or tried.answers["import 303"] == pub.size.imports)
            held = held and (small or percentile(waits, 0.99) <= SLOWEST)
    others.over = True
    await asking
    lost, every = sum(each.closed.is_set() for each in streams), others.waits(0, time.monotonic())
    figures.append(f"{others.refused.total()} of {len(every):,} refused {dict(others.refused)}")
    figures.append(f"{lost} of {len(streams)} streams lost")
    held = held and not (others.refused or lost)
    return figures, held and (small or percentile(every, 0.99) <= SLOWEST)
