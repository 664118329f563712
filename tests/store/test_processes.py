"""Two processes on one PostgreSQL: their phones are alike, also when one of them is killed."""

import http.client
import json
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from companion.engine.table import StoredGame
from companion.engine.verdict import Answer, Submission, Verdict
from companion.store.store import Store
from tests.browser.server import Server
from tests.postgres import Cluster

KEY = "k" * 32
PATIENCE = 60  # s


class Listener(threading.Thread):
    """A phone that keeps a stream open, and comes back when it is cut; `place` is what it shows."""

    def __init__(self, port: int, secret: str, address: str) -> None:
        super().__init__(daemon=True)
        self.port, self.secret, self.address = port, secret, address
        self.place = self.moment = -1
        self.done = False

    def run(self) -> None:
        while not self.done:
            try:
                self._listen()
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)

    def _listen(self) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=1)
        seen = f"?seen={self.place}.{self.moment}" if self.place >= 0 else ""
        try:
            line.request("GET", self.address + seen, headers={"Cookie": f"phone={self.secret}"})
            answer = line.getresponse()
            while not self.done and (said := answer.readline()):
                if said.startswith(b"data: "):
                    told = json.loads(said[6:])
                    self.place, self.moment = told["place"], told["moment"]
        finally:
            line.close()


@pytest.fixture
def url(cluster: Cluster) -> Iterator[str]:
    name = f"test_{uuid4().hex}"
    yield cluster.create(name)
    cluster.drop(name)


def enter(store: Store, phone: str, game: StoredGame, number: int) -> None:
    submission = Submission(
        f"id-{number}", phone, 0, {"kind": "card-played", "card": number, "pile": "up-1"}
    )
    store.submissions.enter(
        phone, game.table, game.id, submission, lambda now: Verdict(Answer.RECORDED)
    )


def all_show(listeners: list[Listener], place: int) -> None:
    end = time.monotonic() + PATIENCE
    while {each.place for each in listeners} != {place}:
        assert time.monotonic() < end, [each.place for each in listeners]
        time.sleep(0.01)


def test_eight_phones_of_two_processes_are_alike_while_one_is_killed(
    url: str, tmp_path: Path
) -> None:
    settings = {"DATABASE_URL": url, "SECRET_KEY": KEY}
    store = Store(url, KEY.encode())
    host = store.phones.remember("host")
    game = store.games.start(host, "the-game", {}, ["Ann", "Ben"])
    link = store.invitations.find_all(host, game.table)["player"].link
    servers = [Server(tmp_path, settings=settings) for _ in range(2)]
    listeners = []
    for number in range(8):
        secret = secrets.token_urlsafe()
        store.phones.join(store.phones.remember(secret), link)
        port = servers[number % 2].port
        listeners.append(Listener(port, secret, f"/t/{game.table}/{game.id}/live"))
    try:
        for server in servers:
            server.start()
        for each in listeners:
            each.start()
        for number in range(2, 12):
            enter(store, host, game, number)
            all_show(listeners, number - 1)
        servers[1].kill()
        enter(store, host, game, 12)
        all_show(listeners[::2], 11)
        servers[1].start()
        all_show(listeners, 11)
        enter(store, host, game, 13)
        all_show(listeners, 12)
    finally:
        for each in listeners:
            each.done = True
        for server in servers:
            server.stop()
        for each in listeners:
            each.join()
        store.close()
