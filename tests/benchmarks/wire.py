"""HTTP over plain sockets: a client so small that what it measures is the server."""

import re
import selectors
import socket
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
PATIENCE = 10  # s


@dataclass(frozen=True)
class Reply:
    """A whole answer: its status, its head as it came, its body."""

    status: int
    head: bytes
    body: bytes


@dataclass(frozen=True)
class Rush:
    """Many requests over some connections at once: how many were answered in how many seconds."""

    seconds: float
    times: list[float]

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds


class Wire:
    """One connection that is kept alive."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.came = b""
        self.sent_at = 0.0

    def send(self, request: bytes) -> None:
        self.came = b""
        self.sent_at = time.perf_counter()
        self.socket.sendall(request)

    def hear(self) -> Reply | None:
        """What has come by now; None while it is not the whole answer."""
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server hung up")
        self.came += data
        return _whole(self.came)

    def ask(self, request: bytes) -> Reply:
        self.send(request)
        while (reply := self.hear()) is None:
            pass
        return reply

    def close(self) -> None:
        self.socket.close()


def rush(port: int, scripts: Iterator[Iterable[bytes]], connections: int, limit: float) -> Rush:
    """Requests over so many connections for `limit` seconds, each sent when the last is answered.

    A script is what one connection sends in this order; having sent it, it takes the next one.
    Raises `RuntimeError` for an answer other than 200, `StopIteration` when the scripts run out.
    """
    with selectors.DefaultSelector() as waiting:
        wires = [Wire(port) for _ in range(connections)]
        under_way = {}
        for wire in wires:
            waiting.register(wire.socket, selectors.EVENT_READ, wire)
            under_way[wire] = iter(next(scripts))
        times: list[float] = []
        began = now = time.perf_counter()
        for wire in wires:
            wire.send(next(under_way[wire]))
        open_ones = len(wires)
        while open_ones:
            for key, _ in waiting.select(PATIENCE):
                wire = key.data
                reply = wire.hear()
                if reply is None:
                    continue
                if reply.status != 200:
                    raise RuntimeError(f"answered {reply.status}: {reply.body[:200]!r}")
                now = time.perf_counter()
                times.append(now - wire.sent_at)
                if now - began > limit:
                    open_ones -= 1
                    continue
                following = next(under_way[wire], None)
                if following is None:
                    under_way[wire] = iter(next(scripts))
                    following = next(under_way[wire])
                wire.send(following)
        for wire in wires:
            wire.close()
    return Rush(now - began, times)


def get(path: str, cookies: str = "") -> bytes:
    return _request("GET", path, {"Cookie": cookies} if cookies else {})


def post(path: str, fields: Mapping[str, object], headers: Mapping[str, str]) -> bytes:
    body = urlencode(fields)
    form = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
    return _request("POST", path, {**headers, **form}) + body.encode()


def _request(method: str, path: str, headers: Mapping[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def _whole(came: bytes) -> Reply | None:
    head, end, body = came.partition(b"\r\n\r\n")
    if not end:
        return None
    length = LENGTH.search(head)
    if length is None:
        raise RuntimeError(f"an answer without a length: {head[:200]!r}")
    if len(body) < int(length[1]):
        return None
    return Reply(int(head.split(b" ", 2)[1]), head, body)
