"""What lies between phones and their table on a bad evening: it loses, cuts, stalls and lies."""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from enum import Enum
from typing import Any

END_OF_HEAD = b"\r\n\r\n"
PORTAL = b"<!doctype html><html><body><h1>Welcome to the WLAN of the pub</h1></body></html>"
FOREVER = 3600  # s, for what nobody waits for that long


class Fault(Enum):
    """What becomes of one entry on its way."""

    PASSES = "passes"
    LOST = "never arrives"
    UNANSWERED = "answer lost after the commit"
    CUT_IN_HEAD = "answer cut in its head"
    CUT_IN_BODY = "answer cut in its body"
    STALLS = "answer stalls after the commit"
    PORTAL = "a portal's page"
    ELSEWHERE = "a portal's redirect"
    TOO_MANY = "429, Retry-After: 1"
    UNAVAILABLE = "503"


SAID = {
    Fault.PORTAL: ("200 OK", {"Content-Type": "text/html"}, PORTAL),
    Fault.ELSEWHERE: ("302 Found", {"Location": "http://portal.invalid/"}, b""),
    Fault.TOO_MANY: ("429 Too Many Requests", {"Retry-After": "1"}, b"slowly"),
    Fault.UNAVAILABLE: ("503 Service Unavailable", {}, b"later"),
}
"""What is said by somebody on the way, who lets nothing through."""

Plan = Callable[[], Fault]


class Proxy:
    """A proxy on a free loopback port before the server at `port`; only entries meet a fault.

    `plan` is asked for the fate of each entry; `met` counts what became of them. An entry is what
    is posted to an address with `entry` in it. Everything else,
    the streams too, passes as it is. One request a connection, so that a cut one cuts no other.
    """

    def __init__(
        self, port: int, plan: Plan = lambda: Fault.PASSES, entry: bytes = b"/entries "
    ) -> None:
        self.upstream, self.plan, self.entry = port, plan, entry
        self.met: Counter[Fault] = Counter()
        self._loop = asyncio.new_event_loop()
        self._ready: Future[int] = Future()
        self._lines: set[asyncio.StreamWriter] = set()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """It listens."""
        self._thread.start()
        self.port = self._ready.result(10)

    def stop(self) -> None:
        """It is gone, with all that was under way."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        self._loop.set_exception_handler(lambda loop, context: None)  # a cut line is no news here
        server = self._loop.run_until_complete(asyncio.start_server(self._meets, "127.0.0.1", 0))
        self._ready.set_result(server.sockets[0].getsockname()[1])
        self._loop.run_forever()
        self._loop.run_until_complete(self._ends(server))
        self._loop.close()

    async def _ends(self, server: asyncio.Server) -> None:
        """Nobody is let in any more, and every line is cut, the one let in a moment ago too."""
        server.close()
        while self._lines or len(asyncio.all_tasks()) > 1:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            for line in self._lines:
                line.transport.abort()
            await asyncio.sleep(0.01)

    async def _meets(self, asks: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        async with self._line(answers):
            await self._carries(asks, answers)

    @asynccontextmanager
    async def _line(self, line: asyncio.StreamWriter) -> AsyncIterator[None]:
        """A line is held until it is closed: the loop itself forgets one that waits for nothing."""
        self._lines.add(line)
        try:
            yield
        finally:
            line.close()
            self._lines.discard(line)

    async def _carries(self, asks: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        try:
            head = await asks.readuntil(END_OF_HEAD)
            request = _closing(head) + await asks.readexactly(_length(head))
            entry = head.startswith(b"POST ") and self.entry in head.partition(b"\r\n")[0]
            fault = self.plan() if entry else Fault.PASSES
            if entry:
                self.met[fault] += 1
            await self._does(fault, request, answers)
        except (OSError, asyncio.IncompleteReadError):
            pass

    async def _does(self, fault: Fault, request: bytes, answers: asyncio.StreamWriter) -> None:
        if fault in SAID:
            answers.write(_said(*SAID[fault]))
            await answers.drain()
        elif fault is not Fault.LOST:
            source, sink = await asyncio.open_connection("127.0.0.1", self.upstream)
            async with self._line(sink):
                sink.write(request)
                await sink.drain()
                await (_pumps if fault is Fault.PASSES else _spoils)(fault, source, answers)


async def _pumps(fault: Fault, source: asyncio.StreamReader, answers: Any) -> None:
    """All of the answer, as it comes."""
    while some := await source.read(65536):
        answers.write(some)
        await answers.drain()


async def _spoils(fault: Fault, source: asyncio.StreamReader, answers: Any) -> None:
    """The answer is read to its end, so that what it tells of is committed; then it is spoiled."""
    answer = await source.read(-1)
    head = answer.index(END_OF_HEAD)
    if fault is Fault.STALLS:
        await asyncio.sleep(FOREVER)
    elif fault is Fault.CUT_IN_HEAD:
        answers.write(answer[: head // 2])
    elif fault is Fault.CUT_IN_BODY:
        answers.write(answer[: (head + len(answer)) // 2])
    await answers.drain()


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def _closing(head: bytes) -> bytes:
    """The request, for an answer after which the line is closed."""
    lines = [
        line for line in head[:-4].split(b"\r\n") if not line.lower().startswith(b"connection")
    ]
    return b"\r\n".join([*lines, b"Connection: close"]) + END_OF_HEAD


def _said(status: str, headers: dict[str, str], body: bytes) -> bytes:
    lines = [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "Connection: close"]
    return "\r\n".join([f"HTTP/1.1 {status}", *lines]).encode() + END_OF_HEAD + body
