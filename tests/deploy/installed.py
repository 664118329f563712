"""Companion started as those do who deploy it: by a command line of theirs, with its settings."""

import http.client
import os
import re
import shlex
import socket
import ssl
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Self
from urllib.parse import urlencode, urlsplit

from tests.drills.wire import FORM, SEEN, TOKEN
from tests.support.live_server import Program

ROOT = Path(__file__).parents[2]
BESIDE_PYTHON = Path(sys.executable).parent  # where the environment has its gunicorn
PATIENCE = 60  # s


def procfile() -> list[str]:
    """The command line of the Procfile's one process, as its words."""
    (line,) = (ROOT / "Procfile").read_text().splitlines()
    name, _, command = line.partition(": ")
    assert name == "web"
    return shlex.split(command)


class Started(Program):
    """A command that serves on a loopback port, for `with Started(...)`: it answers until the end.

    It sees the environment of a service: `environment`, and PATH. What it makes is for whom `umask`
    lets. RuntimeError, with what it said, if it ends instead of serving.
    """

    def __init__(
        self,
        command: list[str],
        port: int,
        environment: Mapping[str, str],
        folder: Path = ROOT,
        umask: int = 0o022,
    ) -> None:
        super().__init__()
        self.command, self.port, self.folder, self.umask = command, port, folder, umask
        self.environment = {"PATH": f"{BESIDE_PYTHON}:{os.environ['PATH']}", **environment}

    def __enter__(self) -> Self:
        self.run(self.command, self.environment, self.folder, self.umask)
        try:
            until(self._is_served, lambda: f"{self.command[0]} does not serve: {self.said}")
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.is_silent()

    def _is_served(self) -> bool:
        if not self.answers:
            self.is_silent()
            raise RuntimeError(f"{self.command[0]} ended: {self.said}")
        return is_open(self.port)


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until(holds: Callable[[], bool], otherwise: Callable[[], str]) -> None:
    """It holds by now; else RuntimeError, with what is said otherwise."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise RuntimeError(otherwise())
        time.sleep(0.02)


class Client:
    """A phone that asks at a port of this machine, over https where there is an `authority`."""

    def __init__(self, port: int, secret: str = "", authority: Path | None = None) -> None:
        self.port, self.cookies = port, dict[str, str]()
        if secret:
            self.cookies["__Host-phone" if authority else "phone"] = secret
        self._trust = ssl.create_default_context(cafile=authority) if authority else None

    @contextmanager
    def asks(
        self,
        method: str,
        address: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Iterator[http.client.HTTPResponse]:
        """The answer, of which nothing is read yet; its connection lasts as long as this."""
        with closing(self._line()) as line:
            cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            line.request(method, address, body, {"Cookie": cookie, **(headers or {})})
            with line.getresponse() as answer:
                yield answer

    def opens(self, address: str) -> bytes:
        """The page at this address; its cookies are this phone's from now on."""
        with self.asks("GET", address) as answer:
            page = answer.read()
            assert answer.status == 200, (address, answer.status)
        self._keep_cookies(answer)
        self._token = TOKEN.search(page)
        self._seen = SEEN.search(page)
        return page

    def enters(self, address: str, **facts: object) -> int:
        """The status of an entry at the game whose page was opened."""
        assert self._seen
        return self.posts(f"{address}entries", seen=self._seen[1].decode(), **facts)

    def posts(self, address: str, **form: object) -> int:
        """The status of a form of the page that was opened; `sent_to` is where it leads."""
        assert self._token
        origin = f"{'https' if self._trust else 'http'}://localhost:{self.port}"
        headers = {"Content-Type": FORM, "Origin": origin, "Referer": f"{origin}/"}
        body = urlencode({"csrf_token": self._token[1].decode(), **form}, doseq=True).encode()
        with self.asks("POST", address, headers, body) as answer:
            answer.read()
            self._keep_cookies(answer)
            self.sent_to = urlsplit(answer.headers.get("Location", "")).path
            return answer.status

    def _keep_cookies(self, answer: http.client.HTTPResponse) -> None:
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value

    def _line(self) -> http.client.HTTPConnection:
        if self._trust is None:
            return http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        return http.client.HTTPSConnection(
            "localhost", self.port, timeout=PATIENCE, context=self._trust
        )


def play(phone: Client, cards: Iterable[int] = (12, 20)) -> str:
    """The address of a new game for two, with these cards on its first pile."""
    phone.opens("/new/the-game")
    assert phone.posts("/new/the-game", players=2, name=["Ann", "Ben"]) == 303
    game = phone.sent_to
    for card in cards:
        phone.opens(game)
        played = {"kind": "card-played", "card": card, "pile": "up-1", "id": uuid.uuid4().hex}
        assert phone.enters(game, **played) == 303
    return game


def place(stream: http.client.HTTPResponse) -> int:
    """The place that the next event of a stream tells of; waits for it."""
    while line := stream.readline():
        if said := re.match(rb'data: .*?"place": ?(\d+)', line):
            return int(said[1])
    raise AssertionError("the stream has ended")
