"""A server behind a proxy that tells what reached it, and whether anybody listens."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.deploy.installed import PATIENCE


class Echo(ThreadingHTTPServer):
    """Answers with the headers and the size of each request, and keeps what was `asked`.

    `/silence` begins a stream and says no more, and sets `left` when nobody listens any more.
    `/gone` gets no answer, as while Companion restarts.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.left = threading.Event()
        self.status = 200
        self.asked: list[str] = []

    @property
    def port(self) -> int:
        return self.server_address[1]


class Answering(BaseHTTPRequestHandler):
    server: Echo
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        (self._silence if self.path == "/silence" else self._echo)()

    def do_POST(self) -> None:
        if self.path == "/gone":
            self.close_connection = True
        else:
            self._echo()

    def log_message(self, format: str, *values: object) -> None:
        """Nothing of what is asked is written anywhere."""

    def _echo(self) -> None:
        self.server.asked.append(self.path)
        size = len(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        told = {"headers": [*self.headers.items()], "size": size, "version": self.request_version}
        body = json.dumps(told).encode()
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _silence(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        data = b"data: first\n\n"
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()
        self.connection.settimeout(PATIENCE)
        if not self.rfile.read(1):
            self.server.left.set()
        self.close_connection = True


@contextmanager
def echoing() -> Iterator[Echo]:
    with Echo() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
