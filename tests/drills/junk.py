"""10,000 requests of junk, and 2,000 that begin and never end, beside ordinary ones.

What counts is what the app answers: 501 is what HTTP wants said of a transfer coding that nobody
knows (RFC 9112, 6.1), and gunicorn says it without asking the app.
"""

import asyncio
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from urllib.parse import quote, urlencode

from werkzeug.routing import Rule

from companion import create_app
from companion.games import GAMES
from companion.runtime import places
from tests.drills import wire
from tests.drills.broken import build
from tests.drills.crowd import Seated, seated
from tests.drills.outcome import Outcome
from tests.support.live_server import Server
from tests.web.junk import BOOK, HUGE, LONG, ODD_FORMS, hostile

BROKEN = ("trusting", "sync_worker")
SEED = 1
AT_ONCE, ORDINARY_AT_ONCE = 50, 15
UNKNOWN = 501
PATIENCE = 120  # s for an answer, on a machine that does much else
STATUS = re.compile(rb"HTTP/1\.\d (\d{3}) ")
BEGUN = (
    b"",
    b"GET /jo",
    b"GET /join HTTP/1.1\r\nHost: drill\r\n",
    b"POST /join HTTP/1.1\r\nHost: drill\r\nContent-Length: 100\r\n\r\ncode=",
)
"""How far requests come that never end: nobody spoke, in the first line, in the head, the body."""


ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")
METHODS = ("HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get", "G T")
HEADS = (
    "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Encoding",
    "Content-Type", "Cookie", "Expect", "Forwarded", "HX-Current-URL", "HX-Request", "HX-Target",
    "If-Match", "If-Modified-Since", "If-None-Match", "Last-Event-ID", "Origin", "Range", "Referer",
    "Sec-Fetch-Site", "Upgrade", "X-CSRFToken", "X-Forwarded-For", "X-Forwarded-Host",
    "X-Forwarded-Proto", "X-HTTP-Method-Override",
)  # fmt: skip
ODD = (
    "", "\x00", "\x01", "\xff\xfe", "\ud800", "\u202e", "x" * 2000, "a" * 4000, "..", "'--", "-1",
    "0", "50", "1,2,3", "up-1", "/", "?", "#", "%", "*", "*/*;q=x", "gzip;q=99", "zz-ZZ;q=nan",
    "bytes=9-1", 'W/"', "null", "Thu, 99 Foo 0000", "phone=\xff; session=.eJx.a.b", 'session="',
    "multipart/form-data", "multipart/form-data; boundary=", "application/json", "h2c",
    "100-continue", HUGE, LONG, BOOK,
)  # fmt: skip
SHEETS = tuple(name for game in GAMES.values() for name in game.pages.sheets)
KINDS = tuple(entry.kind for game in GAMES.values() for entry in game.rules.entries)
JOINS = b"POST /join HTTP/1.1\r\nHost: x\r\n"
CHUNKED = JOINS + b"Transfer-Encoding: chunked\r\n"
NOT_HTTP = (
    b"\r\n\r\n\r\n", b"\x00" * 64, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x07" * 64,
    b"GET / HTTP/1.1\r\nHost\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", b"GET http://[::/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n", b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET  / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET // HTTP/1.1\r\nHost: \xc3\x28\r\n\r\n", b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
    JOINS + b"Content-Length: -1\r\n\r\n", JOINS + b"Content-Length: " + b"9" * 400 + b"\r\n\r\n",
    JOINS + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    JOINS + b"Content-Length: 50\r\n\r\ncode=", CHUNKED + b"\r\nzz\r\n",
    CHUNKED + b"\r\n5\r\ncode=\r\n", CHUNKED + b"Content-Length: 3\r\n\r\n0\r\n\r\n",
)  # fmt: skip


@dataclass(frozen=True)
class Guest:
    """A phone at a table, with what its page has for it to post."""

    table: Seated
    keys: Mapping[str, str]


class Rubbish:
    """Junk without end, the same for the same seed: `request` after `request`."""

    def __init__(self, rules: Iterable[Rule], guests: Sequence[Guest], seed: int) -> None:
        self._guests, self._chance = guests, random.Random(seed)
        self._rules = {rule.rule: rule.methods or set() for rule in rules}
        self._texts = [*ODD, *hostile()]
        pages = "".join(file.read_text() for file in places.TEMPLATES.rglob("*.html"))
        self._fields = sorted({*re.findall(r'name="([a-z_]+)"', pages)})

    def request(self) -> bytes:
        """No HTTP, or any route with junk in its address, its head, its form, or all of them."""
        if self._happens(0.07):
            junk = self._chance.choice([*NOT_HTTP, self._chance.randbytes(200)])
            at = self._chance.randrange(len(junk))
            return junk if self._happens(0.7) else junk[:at] + b"\xa0" + junk[at:]
        rule, guest = self._chance.choice(list(self._rules)), self._chance.choice(self._guests)
        heads, form, method = dict(guest.keys), "", "GET"
        if self._happens(0.25):
            heads |= {self._chance.choice(HEADS): self._chance.choice(ODD) for _ in range(3)}
        if "POST" in self._rules[rule] and self._happens(0.7):
            method, form = "POST", self._form()
        elif self._happens(0.3):
            method = self._chance.choice(METHODS)
        if self._happens(0.3):
            rule, method, form = "/t/<table_id>/<game_id>/entries", "POST", self._form()
        query = f"?{self._form()}" if self._happens(0.2) else ""
        address = self._filled(rule, guest, self._chance.choice((0, 0.1, 0.4))) + query
        return _request(method, address, heads, form)

    def _happens(self, often: float) -> bool:
        return self._chance.random() < often

    def _form(self) -> str:
        """An entry of which one field cannot be what it is, or fields with anything in them."""
        entry, field, values = self._chance.choice(ODD_FORMS)
        form = {"seen": "0", "id": f"{self._chance.getrandbits(128):032x}", **entry}
        value = self._chance.choice([*values, self._chance.choice(self._texts)])
        form = {**form, field: value} if value is not None else form
        if self._happens(0.6):
            names = [*self._fields, self._chance.choice(self._texts)]
            form = {self._chance.choice(names): self._chance.choice(self._texts) for _ in range(4)}
            form |= {"kind": self._chance.choice(KINDS), "seen": "0"} if self._happens(0.5) else {}
        said = urlencode(form, errors="surrogatepass")
        return said if self._happens(0.9) else said.replace("%", "", 1) + "&=&%ff&%"

    def _filled(self, rule: str, guest: Guest, junk: float) -> str:
        """The address of this route for this guest; so large a share of its arguments is junk."""
        known = {
            "table_id": guest.table.table, "game_id": guest.table.game, "slug": guest.table.slug,
            "place": "1", "name": self._chance.choice(SHEETS), "chapter": "extreme",
            "filename": "icon.svg",
        }  # fmt: skip

        def argument(found: re.Match[str]) -> str:
            if found[1] in known and not self._happens(junk):
                return known[found[1]]
            return quote(self._chance.choice(self._texts), safe="", errors="surrogatepass")

        return ARGUMENT.sub(argument, rule)


def _request(method: str, address: str, heads: Mapping[str, str], form: str) -> bytes:
    said, body = {"Host": "drill", **heads}, form.encode()
    if form:
        said = {"Content-Type": wire.FORM, **said, "Content-Length": str(len(body))}
    return wire.message(method, address, said, body, "1.1")


def drill(*, small: bool, broken: str | None) -> Outcome:
    requests, tables, half_open, ordinary, patience = (
        (600, 10, 100, 15, 30) if small else (10_000, 100, 2_000, 150, 10)
    )
    sync = broken == "sync_worker"
    with tempfile.TemporaryDirectory() as folder:
        crowd = seated(Path(folder), tables, tuple(GAMES))
        rules = list(create_app({"INSTANCE": folder}).url_map.iter_rules())
        options = ["--worker-class", "sync"] if sync else []
        with Server(Path(folder), build(None if sync else broken), options=options) as server:
            worker = _workers(server)
            guests = asyncio.run(_guests(server.port, crowd))
            failed = asyncio.run(_beside(server.port, guests, half_open, ordinary, patience))
            rubbish = Rubbish(rules, guests, SEED)  # who sends it may be at no table any more
            junk = [] if sync else [rubbish.request() for _ in range(requests)]
            came = asyncio.run(_answered(server.port, junk))
            same = _workers(server) == worker
    wrong = sum(times for status, times in came.items() if status >= 500 and status != UNKNOWN)
    said = ", ".join(f"{times:,} × {status or 'none'}" for status, times in sorted(came.items()))
    line = (
        f"{came.total():,} requests, {wrong} answers of 500 or above ({said}); beside "
        f"{half_open:,} half-open {failed} of {ordinary} ordinary requests failed"
    )
    return Outcome(line, same and not (wrong or failed))


def _workers(server: Server) -> str:
    return Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()


async def _guests(port: int, crowd: list[Seated]) -> list[Guest]:
    return [
        Guest(table, (await wire.keys(port, table.address, secret))[0])
        for table in crowd
        for secret in table.phones
    ]


async def _answered(port: int, requests: list[bytes]) -> Counter[int]:
    """How often each status came; 0 where the line was closed without any."""
    slots, chance = asyncio.Semaphore(AT_ONCE), random.Random(SEED)

    async def status(request: bytes) -> int:
        async with slots, asyncio.timeout(PATIENCE):
            return await _status(port, f"127.0.{chance.randrange(256)}.1", request)

    return Counter(await asyncio.gather(*map(status, requests)))


async def _status(port: int, origin: str, request: bytes) -> int:
    """The status of the answer to this, sent from that address of this machine and from no other.

    What comes after the first line of an answer is not waited for: it may be a stream.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(origin, 0))
    try:
        writer.write(request)
        writer.write_eof()
        while (said := STATUS.match(await reader.readline())) and said[1] == b"100":
            await reader.readuntil(b"\r\n\r\n")
    except ConnectionError:  # it may be closed before all of the junk is read
        said = None
    finally:
        writer.close()
    return int(said[1]) if said else 0


async def _beside(
    port: int, guests: list[Guest], half_open: int, ordinary: int, patience: float
) -> int:
    """How many of so many ordinary requests fail beside what is never ended."""
    held, slots = asyncio.Semaphore(0), asyncio.Semaphore(ORDINARY_AT_ONCE)
    holding = []
    for number in range(half_open):
        holding.append(asyncio.create_task(_hold(port, BEGUN[number % len(BEGUN)], held)))
        await held.acquire()

    async def fails(guest: Guest, number: int) -> bool:
        """It asks for its start page and its board, in turn."""
        address = ("/", guest.table.address)[number % 2]
        try:
            async with slots, asyncio.timeout(patience):
                status, _, _ = await wire.request(port, "GET", address, guest.keys, {})
        except (OSError, TimeoutError):
            return True
        return status != 200

    numbers = islice(count(), ordinary)
    asked = (fails(guests[number % len(guests)], number) for number in numbers)
    failed = sum(await asyncio.gather(*asked))
    for each in holding:
        each.cancel()
    await asyncio.wait(holding)
    return failed


async def _hold(port: int, begun: bytes, held: asyncio.Semaphore) -> None:
    """This comes, and no more, until it is cancelled; where the server closes it, once again."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(begun)
            held.release()
            with suppress(ConnectionError):
                await reader.read()
        finally:
            writer.close()
