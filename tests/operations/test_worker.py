"""A request arrives in time or is not waited for, and all connections take turns."""

import io
import runpy
import socket
import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import gevent
import pytest
from gevent.event import Event
from gunicorn.config import Config
from gunicorn.http.parser import RequestParser
from gunicorn.workers.ggevent import GeventWorker
from werkzeug.exceptions import RequestTimeout

from companion.operations import worker as module
from companion.operations.settings import GUNICORN
from companion.operations.worker import Body, Worker
from companion.runtime import yielding
from companion.web.handover import whole_tables
from tests.support.live_server import Server


class Trickle(io.BytesIO):
    """Something of which no more comes after what it holds."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(size) or self.waits()

    def readline(self, size: int | None = -1) -> bytes:
        return super().readline(size) or self.waits()

    def waits(self) -> bytes:
        Event().wait()
        return b""


def test_what_has_arrived_is_read_and_the_rest_waited_for_only_so_long_altogether() -> None:
    body = Body(io.BytesIO(b"one\ntwo\nthree"), 30)
    assert body.readline() == b"one\n"
    assert body.read(2) == b"tw"
    assert body.readlines() == [b"o\n", b"three"]
    assert body.read() == b""
    for read in (Body.read, Body.readline, Body.readlines):
        with pytest.raises(RequestTimeout):
            read(Body(Trickle(), 0.01))
    body = Body(Trickle(b"half"), 0.01)
    gevent.sleep(0.02)
    assert body.read(4) == b"half"  # it is there: nobody waits
    with pytest.raises(RequestTimeout):
        body.read(4)


def test_nothing_is_read_as_a_request_after_one_that_cannot_be_read() -> None:
    arrives = (
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"junk\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    )
    parser = RequestParser(Config(), arrives, None)
    request = next(parser)
    request.body = Body(request.body, 30)
    request.body.discard()
    with pytest.raises(StopIteration):
        next(parser)


def test_no_request_is_waited_for_longer_than_the_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    body = Mock(wraps=Body)
    monkeypatch.setattr(module, "Body", body)
    monkeypatch.setattr(GeventWorker, "handle_request", lambda *_: None)
    monkeypatch.setattr(Worker, "_let_others_go", lambda *_: None)
    worker = Worker.__new__(Worker)
    worker._under_way = 0
    for length in (whole_tables.LARGEST, 10_000_000_000, 10**400):
        heads = [("CONTENT-LENGTH", str(length))]
        req = SimpleNamespace(headers=heads, body=io.BytesIO(), unreader=None)
        worker.handle_request(None, req, None)
    patience = {seconds for (_holds, seconds), _named in body.call_args_list}
    assert patience == {30 + whole_tables.LARGEST / 40_000}
    assert worker._under_way == 0


def test_an_answer_before_the_whole_request_was_read_arrives(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        for version in ("1.0", "1.1"):  # the first closes the connection after the answer
            with socket.create_connection(("127.0.0.1", server.port)) as phone:
                head = f"POST /nothing/here HTTP/{version}\r\nHost: a\r\nConnection: close\r\n"
                phone.sendall(f"{head}Content-Length: 8000000\r\n\r\n".encode() + bytes(8_000_000))
                answer = b"".join(iter(lambda: phone.recv(65_536), b""))
            assert b" 404 " in answer.partition(b"\r\n")[0], answer[:80]
            assert answer.rstrip().endswith(b"</html>")


def test_connections_with_requests_at_hand_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is answered a second time while somebody who has asked waits for the first."""
    monkeypatch.setattr(yielding, "let_others_go", lambda: gevent.sleep(yielding.TURN))
    worker = Worker.__new__(Worker)
    worker.cfg = SimpleNamespace(keepalive=30)
    for sent_ahead in (b"", b"GET / HTTP/1.1"):
        answered, pairs = list[int](), [socket.socketpair() for _ in range(3)]

        def serve(number: int, server: socket.socket, ahead: bytes, answered: list[int]) -> None:
            for _ in range(4):
                answered.append(number)
                worker._let_others_go(SimpleNamespace(buf=io.BytesIO(ahead)), server)

        for _, phone in pairs:
            phone.sendall(b"GET / HTTP/1.1")
        serving = [
            gevent.spawn(serve, number, server, sent_ahead, answered)
            for number, (server, _) in enumerate(pairs)
        ]
        gevent.joinall(serving, raise_error=True)
        assert [sorted(answered[turn : turn + 3]) for turn in (0, 3, 6, 9)] == 4 * [[0, 1, 2]]
        for one in (end for pair in pairs for end in pair):
            one.close()


def test_a_proxy_closes_its_idle_connections_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caddy does after two minutes. Strangers may keep none for so long."""
    for proxies, is_longer in ((0, False), (1, True)):
        monkeypatch.setenv("TRUSTED_PROXIES", str(proxies))
        assert (runpy.run_path(str(GUNICORN))["keepalive"] > 120) is is_longer


def test_who_has_asked_in_time_is_answered_however_many_others_have() -> None:
    """A connection on which nothing more is asked is closed."""
    worker = Worker.__new__(Worker)
    worker.cfg = SimpleNamespace(keepalive=0.01)
    server, phone = socket.socketpair()
    with server, phone, pytest.raises(StopIteration):
        worker._let_others_go(SimpleNamespace(buf=io.BytesIO()), server)
    pairs = [socket.socketpair() for _ in range(200)]
    for _, phone in pairs:
        phone.sendall(b"GET / HTTP/1.1")
    waiting = [
        gevent.spawn(worker._let_others_go, SimpleNamespace(buf=io.BytesIO()), server)
        for server, _ in pairs
    ]
    gevent.sleep(0)
    time.sleep(0.02)  # the loop has no turn until the time is over
    gevent.joinall(waiting, raise_error=True)
    for one in (end for pair in pairs for end in pair):
        one.close()
