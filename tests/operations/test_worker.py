"""What a request holds arrives in time, or is not waited for."""

import io
import socket
from pathlib import Path

import gevent
import pytest
from gevent.event import Event
from werkzeug.exceptions import RequestTimeout

from companion.operations.worker import Body
from tests.browser.server import Server


class Trickle(io.BytesIO):
    """Something of which no more comes after what it holds."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(size) or self.waits()

    def readline(self, size: int | None = -1) -> bytes:
        return super().readline(size) or self.waits()

    def waits(self) -> bytes:
        Event().wait()
        return b""


def test_what_has_arrived_is_read() -> None:
    body = Body(io.BytesIO(b"one\ntwo\nthree"), 30)
    assert body.readline() == b"one\n"
    assert body.read(2) == b"tw"
    assert body.readlines() == [b"o\n", b"three"]
    assert body.read() == b""


def test_what_does_not_come_is_waited_for_only_so_long_altogether() -> None:
    for read in (Body.read, Body.readline, Body.readlines):
        with pytest.raises(RequestTimeout):
            read(Body(Trickle(), 0.01))
    body = Body(Trickle(b"half"), 0.01)
    gevent.sleep(0.02)
    assert body.read(4) == b"half"  # it is there: nobody waits
    with pytest.raises(RequestTimeout):
        body.read(4)


@pytest.mark.heavy
def test_an_answer_before_the_whole_request_was_read_arrives(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        for version in ("1.0", "1.1"):  # the first closes the connection after the answer
            with socket.create_connection(("127.0.0.1", server.port)) as phone:
                head = f"POST /nothing/here HTTP/{version}\r\nHost: a\r\nConnection: close\r\n"
                phone.sendall(f"{head}Content-Length: 8000000\r\n\r\n".encode() + bytes(8_000_000))
                answer = b"".join(iter(lambda: phone.recv(65_536), b""))
            assert b" 404 " in answer.partition(b"\r\n")[0], answer[:80]
            assert answer.rstrip().endswith(b"</html>")
    finally:
        server.kill()
