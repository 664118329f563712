"""What lies between phones and their table on a bad evening: it loses, cuts, stalls and lies."""

import asyncio
import gc
import threading
import warnings
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum
from typing import Any
from weakref import WeakSet

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

    `plan` is asked for the fate of each entry; `met` counts what became of them. Everything else,
    the streams too, passes as it is. One request a connection, so that a cut one cuts no other.
    """

    def __init__(self, port: int, plan: Plan = lambda: Fault.PASSES) -> None:
        self.upstream, self.plan = port, plan
        self.met: Counter[Fault] = Counter()
        self._loop = asyncio.new_event_loop()
        self._ready: Future[int] = Future()
        self._lines: WeakSet[asyncio.StreamWriter] = WeakSet()
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
        server.close()
        with warnings.catch_warnings():  # what is cut off is closed by being let go
            warnings.simplefilter("ignore", ResourceWarning)
            self._cuts_off()
            self._loop.close()
            gc.collect()

    def _cuts_off(self) -> None:
        under_way = asyncio.all_tasks(self._loop)
        for task in under_way:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*under_way, return_exceptions=True))
        for line in self._lines:
            line.transport.abort()
        self._loop.run_until_complete(asyncio.sleep(0.01))  # each of them hears that it is closed

    async def _meets(self, asks: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        self._lines.add(answers)
        try:
            head = await asks.readuntil(END_OF_HEAD)
            request = _closing(head) + await asks.readexactly(_length(head))
            entry = head.startswith(b"POST ") and b"/entries " in head.partition(b"\r\n")[0]
            fault = self.plan() if entry else Fault.PASSES
            if entry:
                self.met[fault] += 1
            await self._does(fault, request, answers)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            answers.close()

    async def _does(self, fault: Fault, request: bytes, answers: asyncio.StreamWriter) -> None:
        if fault in SAID:
            answers.write(_said(*SAID[fault]))
            await answers.drain()
        elif fault is not Fault.LOST:
            source, sink = await asyncio.open_connection("127.0.0.1", self.upstream)
            self._lines.add(sink)
            try:
                sink.write(request)
                await sink.drain()
                await (_pumps if fault is Fault.PASSES else _spoils)(fault, source, answers)
            finally:
                sink.close()


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
