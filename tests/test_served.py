"""What a server writes down while it runs, gunicorn's own words too: JSON that names nobody."""

import json
import socket
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

from tests.browser.server import Server

SECRET = "Xylophone"


def says(port: int, raw: bytes) -> None:
    """Send this over a connection of its own, whatever is made of it."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as line:
        line.sendall(raw)
        line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while line.recv(4096):
                pass


def test_whatever_is_sent_the_log_is_json_without_it(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    for raw in (
        f"GET /{SECRET} {SECRET}\r\n\r\n",
        f"{SECRET}\r\n\r\n",
        f"GET /{SECRET} HTTP/1.1\r\n{SECRET} {SECRET}: x\r\n\r\n",
        f"POST /{SECRET} HTTP/1.1\r\nContent-Length: {SECRET}\r\n\r\n",
        f"POST /t/{SECRET}/ HTTP/1.1\r\nContent-Length: 50\r\n\r\n{SECRET}",
        f"GET /t/{SECRET}/ HTTP/1.1\r\nHost: {SECRET}\r\nCookie: phone={SECRET}\r\n\r\n",
    ):
        says(server.port, raw.encode())
    asking = HTTPConnection("127.0.0.1", server.port)
    asking.request("GET", "/healthz")
    assert asking.getresponse().status == 200
    asking.close()
    server.stop()
    lines = [json.loads(line) for line in server.said]
    assert {"request", "Worker exiting (pid: "} <= {line["event"][:21] for line in lines}
    assert "Invalid request from ip" in {line["event"] for line in lines}
    [where] = [line for line in server.said if "Listening at: http://127.0.0.1" in line]
    for line in server.said:
        assert SECRET not in line
        assert "127.0.0.1" not in line or line == where
