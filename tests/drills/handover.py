"""Tables of a phone go onto a server over a line that spoils what is sent, and both sides die:
`python -m tests.drills.handover`.

40 tables with 2,000 entries, one after the other, each until the phone knows that it has moved. The
server is killed while it takes them in, the phone ends between any two steps or before it has
written what it was told, and goes on entering meanwhile. After each try the server has the table as
before it, or as it was sent.

Passes where then each table is there with every entry once, in its order, and each game replays to
the same on both sides.
"""

import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.engine.log import read
from companion.engine.names import clean
from companion.engine.table import Closed, StoredGame, Unknown
from companion.engine.verdict import Answer, Submission, Verdict
from companion.files import handover
from companion.files.handover import Handover
from companion.games import GAMES
from companion.operations.settings import database_url, secret_key
from companion.store.store import Store
from tests.drills.broken import build
from tests.drills.carrier import Carrier, Died, NotTaken
from tests.drills.outcome import Outcome
from tests.drills.proxy import Fault, Proxy
from tests.support import cookies, handovers
from tests.support.live_server import Server

BROKEN = ("new_ids", "piecemeal")
SEED = 1
HEALTHY = 0.5  # of all tables that are sent, those that nothing happens to on their way
DOUBLED, ENTERS = 0.2, 0.3  # how often a table is sent twice, and entered in meanwhile
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


COUNTED = (
    "tables", "entries", "tries", "requests", "spoilt", "kills of the server", "ends of the phone",
)  # fmt: skip
WRONG = ("halves", "lost", "doubled", "out of order", "replayed otherwise", "not over")


class Told(Counter[str]):
    """What came of it all, by its name in the line of this drill."""

    @property
    def right(self) -> bool:
        return not any(self[name] for name in WRONG)

    def __str__(self) -> str:
        return ", ".join(f"{self[name]:,} {name}" for name in (*COUNTED, *WRONG))


class Drill:
    """A phone with tables, a server, and what lies between them."""

    def __init__(self, folder: Path, size: Size, broken: str | None) -> None:
        self.size, self.chance, self.told = size, random.Random(SEED), Told()
        self.server = Server(folder / "instance", build(broken))
        self.proxy = Proxy(0, self.plan, b" /handover ")
        self.phone = Carrier(folder / "phone", self.chance)
        self.tables = [
            handovers.table(SEED + number, size.acts, size.games) for number in range(size.tables)
        ]
        for table in self.tables:
            self.phone.own.handovers.take(self.phone.me, table)

    def plan(self) -> Fault:
        if self.chance.random() < HEALTHY:
            return Fault.PASSES
        return self.chance.choice([fault for fault in Fault if fault is not Fault.PASSES])

    def go(self) -> None:
        """All tables go over; then both sides are compared."""
        self.server.start()
        self.proxy.upstream = self.server.port
        self.proxy.start()
        self.phone.line.port = self.proxy.port
        try:
            for number, table in enumerate(self.tables, 1):
                due = self.size.kills * (number + 1) // len(self.tables)  # one table ahead
                if self.told.right:  # else the drill has failed already
                    self.goes_on(table.id, min(due, self.size.kills))
            if self.told.right:
                for table in self.tables:
                    self.compare(self.has(table.id), self.there(table.id))
        finally:
            self.proxy.stop()
            self.server.stop()
        self.told["requests"] = self.proxy.met.total()
        self.told["spoilt"] = self.proxy.met.total() - self.proxy.met[Fault.PASSES]
        self.phone.here.close()

    def goes_on(self, table: str, kills: int) -> None:
        """The server has this table, however often it takes; so many kills there are by then.

        Once one was not over nothing is tried any more: the drill has failed.
        """
        for _ in range(0 if self.told["not over"] else MOST):
            self.told["tries"] += 1
            try:
                if self.tries(table, kills=self.told["kills of the server"] < kills):
                    return
            except Died:
                self.told["ends of the phone"] += 1
                self.phone.opens()
            except NotTaken:
                pass
        self.told["not over"] += 1

    def tries(self, table: str, *, kills: bool) -> bool:
        """What the script of the page does, once; whether the table has moved."""
        phone = self.phone
        said = phone.phone.client.get(f"/t/{table}/handover")
        phone.may_die()
        token = phone.line.get("/token")
        phone.may_die()
        sent, before = handover.decode(said.data, clean), self.there(table)
        try:
            self.sends(said.data, token.decode(), kills=kills)
        finally:
            self.is_whole(before, sent, self.there(table))
        phone.may_die()
        if self.chance.random() < ENTERS:
            self.enters(sent)
        headers = {"If-Match": said.headers["ETag"]}
        with phone.may_lose():
            answer = phone.phone.client.post(f"/t/{table}/moved", headers=headers)
        return answer.status_code == 200

    def sends(self, table: bytes, token: str, *, kills: bool) -> None:
        """The table is sent, perhaps twice at once; the server may die over it."""
        edge = "drill"
        head = 'Content-Disposition: form-data; name="table"; filename="table.json"'
        body = f"--{edge}\r\n{head}\r\n\r\n".encode() + table + f"\r\n--{edge}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "X-CSRFToken": token}
        answers: list[int] = []

        def post() -> None:
            try:
                answers.append(self.phone.line.ask("POST", "/handover", headers, body)[0])
            except NotTaken:
                answers.append(0)

        posts = [threading.Thread(target=post)]
        if cookies.find(self.phone.line.cookies, "phone") and self.chance.random() < DOUBLED:
            posts.append(threading.Thread(target=post))
        for each in posts:
            each.start()
        if kills:
            time.sleep(self.chance.uniform(0, SOON))
            self.server.kill()
        for each in posts:
            each.join()
        if kills:
            self.told["kills of the server"] += 1
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
        submission = Submission(f"{game.id}-{place}", self.phone.me, place - 1, facts)
        verdict = Verdict(Answer.RECORDED, place=place)
        with suppress(Closed, Unknown):  # it has moved, or has another id here: a broken build
            enter = self.phone.own.submissions.enter
            enter(self.phone.me, table.id, game.id, submission, lambda _: verdict)

    def has(self, table: str) -> Handover:
        """This table as the phone has it."""
        return self.phone.own.handovers.read(self.phone.me, table)

    def there(self, table: str) -> Handover | None:
        """This table as the server's database has it; None where it does not."""
        secret = cookies.find(self.phone.line.cookies, "phone")
        if not secret:
            return None
        with self.opened() as store, suppress(Unknown):
            known = store.phones.find(secret)
            return store.handovers.read(known, table) if known else None
        return None

    @contextmanager
    def opened(self) -> Iterator[Store]:
        """The server's database."""
        key = secret_key(self.server.instance).encode()
        store = Store(database_url(self.server.instance), key)
        yield store
        store.close()

    def is_whole(self, before: Handover | None, sent: Handover, after: Handover | None) -> None:
        """After a try the server has the table as before it, or as it was sent."""
        known = [logs(before), {**logs(before), **logs(sent)}]
        self.told["halves"] += logs(after) not in known

    def compare(self, ours: Handover, theirs: Handover | None) -> None:
        """What the server has in the end of a table, beside what the phone has."""
        mine = logs(ours)
        self.told["tables"] += 1
        self.told["entries"] += sum(map(len, mine.values()))
        self.match(mine, logs(theirs))
        self.told["replayed otherwise"] += count_different(ours, theirs)

    def match(self, mine: Mapping[str, list[str]], found: Mapping[str, list[str]]) -> None:
        """What was found of these logs."""
        for game in mine.keys() | found.keys():
            wanted, got = mine.get(game, []), found.get(game, [])
            self.told["lost"] += (Counter(wanted) - Counter(got)).total()
            self.told["doubled"] += (Counter(got) - Counter(wanted)).total()
            self.told["out of order"] += wanted != got


def count_different(ours: Handover, theirs: Handover | None) -> int:
    """How many of our games come to something else there, or are not there."""
    here, there = (
        {game.id: outcome(game) for game in (table.games if table else ())}
        for table in (ours, theirs)
    )
    return sum(here[game] != there.get(game) for game in here)


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
    """One phone, all of whose tables go over, and some of them along with another phone too."""
    size, began = SMALL if small else FULL, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        made = Drill(Path(folder), size, broken)
        made.go()
    told = made.told
    right = told.right and told["entries"] >= size.least
    right = right and told["kills of the server"] == size.kills
    return Outcome(f"{told}, {time.monotonic() - began:.0f} s", right)
