"""A phone with tables of its own, which dies now and then, and its way to the server."""

import http.client
import random
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path

from companion.local import serving
from companion.store.store import Store
from tests.support.phone_tables import HerePhone

DIES = 0.08  # how often the phone ends at a moment at which it may
SLOW = 1.0  # s that the phone waits for an answer


class Died(Exception):
    """The phone has ended here, and is there again."""


class NotTaken(Exception):
    """No answer of ours came, or one that says no."""


class Line:
    """The phone's way to the server, with the cookies that it has been given."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> tuple[int, bytes]:
        """Status and body of an answer of ours; `NotTaken` for anything else."""
        said = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SLOW)
        try:
            connection.request(method, path, body, {"Cookie": said, **(headers or {})})
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise NotTaken from error
        finally:
            connection.close()
        if not answer.headers.get("Companion"):
            raise NotTaken
        for header in answer.headers.get_all("Set-Cookie") or ():
            self.cookies |= {name: each.value for name, each in SimpleCookie(header).items()}
        return answer.status, content

    def get(self, path: str) -> bytes:
        """What is there; `NotTaken` where the server says no."""
        status, body = self.ask("GET", path)
        if status != 200:
            raise NotTaken
        return body


class Carrier:
    """The phone: its app, its disk, and the line, which leads nowhere before it has a port."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.chance, self.line = chance, Line(0)
        self.here = serving.start(str(folder))
        self.copy = folder.with_name(f"copy of {folder.name}")
        self.opens()
        self.phone = HerePhone(self.here)
        self.phone.starts()  # it has its cookie
        self.me = self.phone.id

    @property
    def own(self) -> Store:
        """What the phone has."""
        store: Store = self.here.app.extensions["store"]
        return store

    def opens(self) -> None:
        """The phone has just started, on what is on its disk."""
        self.here.open("", "http://localhost", server=True)

    def may_die(self) -> None:
        if self.chance.random() < DIES:
            raise Died

    @contextmanager
    def may_lose(self) -> Iterator[None]:
        """The phone may die before anything of what is done in here was written, or after it."""
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.here.folder, self.copy)
        yield
        if self.chance.random() < DIES:
            self.here.close()
            shutil.rmtree(self.here.folder)
            shutil.copytree(self.copy, self.here.folder)
            raise Died
        self.may_die()
