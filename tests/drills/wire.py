"""The least of HTTP that a drill needs, thousands of times at once: streams, and requests."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.parse import urlencode

TOKEN = re.compile(rb'name="csrf-token" content="([^"]+)"')
SEEN = re.compile(rb'data-seen="(\d+)" data-moment="(\d+)"')
LENGTH = re.compile(rb"^content-length: *(\d+)", re.IGNORECASE | re.MULTILINE)
SESSION = re.compile(rb"^set-cookie: (session-\w+=[^;]+)", re.IGNORECASE | re.MULTILINE)
FORM = "application/x-www-form-urlencoded"

Heard = Callable[[bytes, bytes], None]
"""What is done with an event: its name, and all of it."""
T = TypeVar("T")


def run(does: Coroutine[Any, Any, T]) -> T:
    """What comes of this, in another thread: once Playwright has begun, this one has a loop."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, does).result()


class Stream(asyncio.Protocol):
    """An open stream of events; HTTP/1.0, so that they come as they are."""

    def __init__(self, address: str, secret: str, heard: Heard) -> None:
        self._ask = f"GET {address} HTTP/1.0\r\nHost: drill\r\nCookie: phone={secret}\r\n\r\n"
        self._heard = heard
        self.left = b""
        """What has come of an event that is not whole."""
        self._began = False
        self.status = 0
        self.opened = asyncio.get_running_loop().create_future()
        self.closed = asyncio.Event()
        self.transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._ask.encode())

    def data_received(self, data: bytes) -> None:
        self.left += data
        if not self._began:
            head, between, rest = self.left.partition(b"\r\n\r\n")
            if not between:
                return
            self._began, self.left = True, rest
            self.status = int(head.split(b" ", 2)[1])
            if not self.opened.done():
                self.opened.set_result(self.status)
        while True:
            event, between, rest = self.left.partition(b"\n\n")
            if not between:
                return
            self.left = rest
            named = re.search(rb"^event: ?(\S+)", event, re.MULTILINE)
            self._heard(named[1] if named else b"message", event)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed before it began"))
        self.closed.set()


async def listen(port: int, address: str, secret: str, heard: Heard = lambda *_: None) -> Stream:
    """A stream of this phone that has begun; OSError where nobody answers."""
    _, stream = await asyncio.get_running_loop().create_connection(
        lambda: Stream(address, secret, heard), "127.0.0.1", port
    )
    await stream.opened
    return stream


async def request(
    port: int, method: str, address: str, headers: Mapping[str, str], form: Mapping[str, object]
) -> tuple[int, bytes, bytes]:
    body = urlencode(form, doseq=True).encode()
    said = {"Host": f"127.0.0.1:{port}", **headers}
    if form:
        said |= {"Content-Type": FORM, "Content-Length": str(len(body))}
    return await send(port, message(method, address, said, body))


def message(
    method: str, address: str, headers: Mapping[str, str], body: bytes = b"", version: str = "1.0"
) -> bytes:
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"{method} {address} HTTP/{version}\r\n{lines}\r\n"
    return head.encode("latin-1", "replace") + body


async def send(port: int, message: bytes) -> tuple[int, bytes, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(message)
        answer = await reader.read()
    finally:
        writer.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]), head, rest


def entry_request(
    address: str, headers: Mapping[str, str], form: Mapping[str, object], keeps: bool
) -> bytes:
    """An entry as it goes over the line; the connection is kept for more, or closed behind it."""
    body = urlencode(form).encode()
    said = {"Host": "drill", "Connection": "keep-alive" if keeps else "close", **headers}
    said |= {"Content-Type": FORM, "Content-Length": str(len(body))}
    return message("POST", address, said, body, "1.1")


async def read_answer(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Head and body of the next answer on a line; IncompleteReadError has all that came of it."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = LENGTH.search(head)
    assert length
    try:
        return head, await reader.readexactly(int(length[1]))
    except asyncio.IncompleteReadError as cut:
        raise asyncio.IncompleteReadError(head + cut.partial, cut.expected) from cut


async def keys(port: int, address: str, secret: str) -> tuple[dict[str, str], str]:
    """The headers with which this phone may post, as its page has them, and what it has seen."""
    status, head, body = await request(port, "GET", address, {"Cookie": f"phone={secret}"}, {})
    token, session, seen = TOKEN.search(body), SESSION.search(head), SEEN.search(body)
    assert status == 200, status
    assert token
    assert session
    assert seen
    cookies = f"phone={secret}; {session[1].decode()}"
    headers = {"Cookie": cookies, "X-CSRFToken": token[1].decode(), "HX-Request": "true"}
    return headers, f"{seen[1].decode()}.{seen[2].decode()}"
