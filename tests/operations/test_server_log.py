"""What a server writes down while it runs, gunicorn's own words too: JSON that names nobody."""

import json
import re
import socket
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.live_server import Server

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
    with Server(tmp_path) as server:
        for raw in (
            f"GET /{SECRET} {SECRET}\r\n\r\n",
            f"{SECRET}\r\n\r\n",
            f"GET /{SECRET} HTTP/1.1\r\n{SECRET} {SECRET}: x\r\n\r\n",
            f"POST /{SECRET} HTTP/1.1\r\nContent-Length: {SECRET}\r\n\r\n",
            f"POST /t/{SECRET}/ HTTP/1.1\r\nContent-Length: 50\r\n\r\n{SECRET}",
            f"GET /t/{SECRET}/ HTTP/1.1\r\nHost: {SECRET}\r\nCookie: phone={SECRET}\r\n\r\n",
        ):
            says(server.port, raw.encode())
        with urlopen(f"{server.url}/healthz") as answer:
            assert answer.status == 200
        server.stop()
    lines = [json.loads(line) for line in server.said]
    assert {"request", "Worker exiting (pid: "} <= {line["event"][:21] for line in lines}
    assert "Invalid request from ip" in {line["event"] for line in lines}
    [where] = [line for line in server.said if "Listening at: http://127.0.0.1" in line]
    for line in server.said:
        assert SECRET not in line
        assert "127.0.0.1" not in line or line == where


def test_it_is_for_people_where_they_want_that(tmp_path: Path) -> None:
    with Server(tmp_path, settings={"LOG_FORMAT": "text"}) as server:
        server.stop()
    assert any(re.search(r"Z INFO    settings version=", line) for line in server.said)
    assert [
        line for line in server.said if not re.match(r"\d{4}-\d\d-\d\dT.+Z [A-Z]+ ", line)
    ] == []


@pytest.mark.long
def test_a_server_closes_what_it_opens(tmp_path: Path) -> None:
    """Files, whole or none of them, packed or not: Python says what was left open."""
    server = Server(tmp_path, settings={"PYTHONWARNINGS": "default::ResourceWarning"})
    server.start()
    files = ("/static/examples.svg", "/static/icon.svg", "/static/bluff.svg")
    for path in ("/", "/nowhere", "/rules/the-game", "/sw.js", *files):
        for encoding in ("br", "gzip", "identity"):
            tag = ""
            for method in ("GET", "HEAD", "GET"):
                asked = {"Accept-Encoding": encoding, "If-None-Match": tag}
                with closing(HTTPConnection("127.0.0.1", server.port)) as line:
                    line.request(method, path, headers=asked)
                    answer = line.getresponse()
                    tag = answer.headers.get("ETag", "")
                    answer.read()
    server.stop()
    server.is_silent()
    assert [line for line in server.said if "ResourceWarning" in line] == []
