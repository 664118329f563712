"""Tables of a phone go onto a server, the line spoils what is sent, and both of them die:
`python -m tests.drills.handover`.

40 tables with 2,000 entries, one after the other, each until the phone knows that it has moved. The
server is killed while it takes them in, the phone ends between any two steps or before it has
written what it was told, and goes on entering meanwhile. After each try the server has the table as
before it, or as it was sent. Passes where in the end each table is there with every entry once, in
its order, and each game replays to the same on both sides.
"""

import http.client
import random
import shutil
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from companion.engine.log import read
from companion.engine.table import Closed, StoredGame, Unknown
from companion.engine.verdict import Answer, Submission, Verdict
from companion.files.handover import Handover
from companion.games import GAMES
from companion.local import serving
from companion.local.serving import Serving
from companion.operations.settings import database_url, secret_key
from companion.store.store import Store
from tests import handed
from tests.browser.server import Server
from tests.drills.broken import build
from tests.drills.outcome import Outcome, run
from tests.drills.proxy import Fault, Proxy
from tests.here import HerePhone

BROKEN = ("new_ids", "piecemeal")
SEED = 1
HEALTHY = 0.5  # of all tables that are sent, those that nothing happens to on their way
DOUBLED, DIES, ENTERS = 0.2, 0.08, 0.3  # how often a table is sent twice, and so on
SLOW = 1.0  # s that the phone waits for an answer
SOON = 0.12  # s after the sending within which the server is killed
MOST = 60  # tries with one table


@dataclass(frozen=True)
class Size:
    """How many tables of so many games, with so many acts behind each play; how often it dies."""

    tables: int
    games: int
    acts: int
    kills: int
    least: int


FULL, SMALL = Size(40, 7, 6, 30, 2000), Size(5, 3, 2, 5, 80)


class Died(Exception):
    """The phone has ended here, and is there again."""


class NotTaken(Exception):
    """No answer of ours came, or one that says no."""


@dataclass
class Told:
    """What came of it all."""

    tables: int = 0
    entries: int = 0
    tries: int = 0
    killed: int = 0
    died: int = 0
    halves: int = 0
    lost: int = 0
    doubled: int = 0
    disordered: int = 0
    different: int = 0
    stuck: int = 0
    requests: Counter[Fault] = field(default_factory=Counter)

    @property
    def right(self) -> bool:
        wrong = self.halves + self.lost + self.doubled + self.disordered
        return not (wrong + self.different + self.stuck)

    def __str__(self) -> str:
        spoilt = self.requests.total() - self.requests[Fault.PASSES]
        return ", ".join(
            [
                f"{self.tables} tables with {self.entries:,} entries in {self.tries} tries",
                f"{self.requests.total()} requests with {spoilt} spoilt",
                f"{self.killed} kills of the server and {self.died} of the phone",
                f"{self.halves} halves, {self.lost} lost, {self.doubled} doubled",
                f"{self.disordered} out of order, {self.different} replayed otherwise",
                f"{self.stuck} not over",
            ]
        )


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


class Drill:
    """A phone with tables, a server, and what lies between them."""

    def __init__(self, folder: Path, size: Size, broken: str | None) -> None:
        self.size, self.chance, self.told = size, random.Random(SEED), Told()
        self.server = Server(folder / "instance", build(broken))
        self.proxy = Proxy(0, self.plan, b" /handover ")
        self.here: Serving = serving.start(str(folder / "phone"))
        self.copy = folder / "copy"
        self.opens()
        self.phone = HerePhone(self.here)
        self.phone.starts()  # it has its cookie
        self.me = self.phone.id
        self.tables = [
            handed.table(SEED + number, size.acts, size.games) for number in range(size.tables)
        ]
        for table in self.tables:
            self.own.handovers.take(self.me, table)

    @property
    def own(self) -> Store:
        """What the phone has."""
        store: Store = self.here.app.extensions["store"]
        return store

    def opens(self) -> None:
        """The phone has just started, on what is on its disk."""
        self.here.open("", "http://localhost", server=True)

    def plan(self) -> Fault:
        if self.chance.random() < HEALTHY:
            return Fault.PASSES
        return self.chance.choice([fault for fault in Fault if fault is not Fault.PASSES])

    def go(self) -> None:
        """All tables go over; then both sides are compared."""
        self.server.start()
        self.proxy.upstream = self.server.port
        self.proxy.start()
        self.line = Line(self.proxy.port)
        try:
            for number, table in enumerate(self.tables, 1):
                due = self.size.kills * (number + 1) // len(self.tables)  # one table ahead
                self.moves(table.id, min(due, self.size.kills))
        finally:
            self.proxy.stop()
            self.server.stop()
        self.told.requests = self.proxy.met
        for table in self.tables:
            self.compare(self.own.handovers.read(self.me, table.id), self.there(table.id))
        self.here.close()

    def moves(self, table: str, kills: int) -> None:
        """This table goes over, however often it takes; so many kills there are by then."""
        for _ in range(MOST):
            self.told.tries += 1
            try:
                if self.tries(table, kills=self.told.killed < kills):
                    return
            except Died:
                self.told.died += 1
                self.opens()
            except NotTaken:
                pass
        self.told.stuck += 1

    def tries(self, table: str, *, kills: bool) -> bool:
        """What the script of the page does, once; whether the table has moved."""
        said = self.phone.client.get(f"/t/{table}/handover")
        self.may_die()
        status, token = self.line.ask("GET", "/token")
        if status != 200:
            raise NotTaken
        self.may_die()
        sent, before = self.own.handovers.read(self.me, table), self.there(table)
        try:
            self.sends(said.data, token.decode(), kills=kills)
        finally:
            self.is_whole(before, sent, self.there(table))
        self.may_die()
        if self.chance.random() < ENTERS:
            self.enters(sent)
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.here.folder, self.copy)
        headers = {"If-Match": said.headers["ETag"]}
        answer = self.phone.client.post(f"/t/{table}/moved", headers=headers)
        if self.chance.random() < DIES:  # before anything of that was written
            self.here.close()
            shutil.rmtree(self.here.folder)
            shutil.copytree(self.copy, self.here.folder)
            raise Died
        self.may_die()
        return answer.status_code == 200

    def may_die(self) -> None:
        if self.chance.random() < DIES:
            raise Died

    def sends(self, table: bytes, token: str, *, kills: bool) -> None:
        """The table is sent, perhaps twice at once; the server may die over it."""
        edge = "drill"
        head = 'Content-Disposition: form-data; name="table"; filename="table.json"'
        body = f"--{edge}\r\n{head}\r\n\r\n".encode() + table + f"\r\n--{edge}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "X-CSRFToken": token}
        answers: list[int] = []

        def post() -> None:
            try:
                answers.append(self.line.ask("POST", "/handover", headers, body)[0])
            except NotTaken:
                answers.append(0)

        posts = [threading.Thread(target=post)]
        if self.line.cookies.get("phone") and self.chance.random() < DOUBLED:
            posts.append(threading.Thread(target=post))
        for each in posts:
            each.start()
        if kills:
            time.sleep(self.chance.uniform(0, SOON))
            self.server.kill()
        for each in posts:
            each.join()
        if kills:
            self.told.killed += 1
            self.server.start()
        if 428 in answers:
            return self.sends(table, token, kills=False)
        if not {200, 201}.intersection(answers):
            raise NotTaken

    def enters(self, table: Handover) -> None:
        """One more entry in the newest game that has any: its first one is taken back."""
        game = next((game for game in reversed(table.games) if game.log), None)
        if game is None:
            return
        place = len(game.log) + 1
        facts = {"kind": "taken-back", "target": 1}
        submission = Submission(f"{game.id}-{place}", self.me, place - 1, facts)
        verdict = Verdict(Answer.RECORDED, place=place)
        with suppress(Closed):  # it has moved, and the phone ended before it knew
            self.own.submissions.enter(self.me, table.id, game.id, submission, lambda _: verdict)

    def there(self, table: str) -> Handover | None:
        """This table as the server's database has it; None where it does not."""
        secret = self.line.cookies.get("phone")
        if not secret:
            return None
        store = Store(database_url(self.server.instance), secret_key(self.server.instance).encode())
        try:
            host = store.phones.find(secret)
            return store.handovers.read(host, table) if host else None
        except Unknown:
            return None
        finally:
            store.close()

    def is_whole(self, before: Handover | None, sent: Handover, after: Handover | None) -> None:
        """After a try the server has the table as before it, or as it was sent."""
        known = [logs(before), {**logs(before), **logs(sent)}]
        self.told.halves += logs(after) not in known

    def compare(self, ours: Handover, theirs: Handover | None) -> None:
        """What the server has in the end of a table, beside what the phone has."""
        mine, found = logs(ours), logs(theirs)
        self.told.tables += 1
        self.told.entries += sum(map(len, mine.values()))
        for game in mine.keys() | found.keys():
            wanted, got = mine.get(game, []), found.get(game, [])
            self.told.lost += (Counter(wanted) - Counter(got)).total()
            self.told.doubled += (Counter(got) - Counter(wanted)).total()
            self.told.disordered += wanted != got
        here, there = (
            {game.id: outcome(game) for game in (table.games if table else ())}
            for table in (ours, theirs)
        )
        self.told.different += sum(here[game] != there.get(game) for game in here)


def logs(table: Handover | None) -> dict[str, list[str]]:
    """The ids of all entries, in order, by game."""
    return {game.id: [each.id for each in game.log] for game in (table.games if table else ())}


def outcome(game: StoredGame) -> Any:
    """What a game comes to, and what every line of it says."""
    rules = GAMES[game.slug].rules
    setup = rules.setup_of([person.name for person in game.people], game.options)
    story = read(rules, setup, game.log)
    return story.replay, [(line.place, dict(line.facts), line.counts) for line in story.lines]


def drill(*, small: bool, broken: str | None) -> Outcome:
    """One phone, all of whose tables go over."""
    size, began = SMALL if small else FULL, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        made = Drill(Path(folder), size, broken)
        made.go()
    told = made.told
    right = told.right and told.entries >= size.least and told.killed == size.kills
    return Outcome(f"handover: {told}, {time.monotonic() - began:.0f} s", right)


if __name__ == "__main__":
    run(drill, BROKEN)
