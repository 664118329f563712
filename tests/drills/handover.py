"""Tables of a phone go onto a server and along on two phones, over a line that spoils what is sent,
and all of them die: `python -m tests.drills.handover`.

40 tables with 2,000 entries, one after the other, each until the phone knows that it has moved. The
server is killed while it takes them in, the phone ends between any two steps or before it has
written what it was told, and goes on entering meanwhile. After each try the server has the table as
before it, or as it was sent. Then two phones take eight of the tables along. By turns each plays
games on its copy, gives nicknames and learns cards, and tries once to send that; the server and the
phones die as before. In the end each sends until nothing waits, and answers what it is asked.

Passes where then each table is there with every entry once, in its order, and each game replays to
the same on both sides; and where of the eight the server and both copies have every game once, in
the order in which they began, and say the same of names and cards.
"""

import io
import random
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from werkzeug.datastructures import FileStorage

from companion.engine.deck import Lesson, merge_lessons
from companion.engine.log import read
from companion.engine.names import clean
from companion.engine.table import PLAYER, Closed, StoredGame, Unknown
from companion.engine.verdict import Answer, Submission, Verdict
from companion.files import handover
from companion.files.handover import Handover
from companion.games import GAMES
from companion.operations.settings import database_url, secret_key
from companion.store.store import Store
from companion.web import along
from tests.drills.broken import build
from tests.drills.carrier import Carrier, Died, NotTaken
from tests.drills.outcome import Outcome, run
from tests.drills.proxy import Fault, Proxy
from tests.support import cookies, handovers
from tests.support.live_server import Server

SERVERS = ("new_ids", "piecemeal")
BROKEN = (*SERVERS, "renames")
SEED = 1
HEALTHY = 0.5  # of all tables that are sent, those that nothing happens to on their way
DOUBLED, ENTERS = 0.2, 0.3  # how often a table is sent twice, and entered in meanwhile
SOON = 0.12  # s after the sending within which the server is killed
MOST = 60  # tries with one table
WORDS, CHOICES, CARDS = ("", "Cats", "Dogs", "Birds"), ("skull", "stop", "three"), ("2", "3", "47")


@dataclass(frozen=True)
class Size:
    """How many tables of so many games, with so many acts behind each play; how often it dies.

    So many of them are taken along, and so many games begin on each copy; `more` is how often the
    server dies over these.
    """

    tables: int
    games: int
    acts: int
    kills: int
    along: int
    rounds: int
    more: int
    least: int


FULL, SMALL = Size(40, 7, 6, 30, 8, 3, 6, 2000), Size(5, 3, 2, 5, 1, 2, 1, 80)


WRONG = (
    "halves", "lost", "doubled", "out of order", "replayed otherwise",
    "named or learned otherwise", "not over",
)  # fmt: skip
COUNTED = (
    "tables", "entries", "tries", "tables on two copies", "games more there", "requests", "spoilt",
    "kills of the server", "ends of a phone", "questions",
)  # fmt: skip


class Told(Counter[str]):
    """What came of it all, by its name in the line of this drill."""

    @property
    def right(self) -> bool:
        return not any(self[name] for name in WRONG)

    def __str__(self) -> str:
        return ", ".join(f"{self[name]:,} {name}" for name in (*COUNTED, *WRONG))


class Drill:
    """A phone with tables, another one, a server, and what lies between them."""

    def __init__(self, folder: Path, size: Size, broken: str | None) -> None:
        self.size, self.chance, self.told = size, random.Random(SEED), Told()
        self.server = Server(folder / "instance", build(broken if broken in SERVERS else None))
        self.proxy = Proxy(0, self.plan, b" /handover ")
        self.host, self.guest = (
            Carrier(folder / name, self.chance) for name in ("phone", "another phone")
        )
        self.tables = [
            handovers.table(SEED + number, size.acts, size.games) for number in range(size.tables)
        ]
        for table in self.tables:
            self.host.own.handovers.take(self.host.me, table)
        self.wanted: dict[str, dict[str, list[str]]] = {}
        """By table that was taken along: the entries of all its games, in the order they began."""

    def plan(self) -> Fault:
        if self.chance.random() < HEALTHY:
            return Fault.PASSES
        return self.chance.choice([fault for fault in Fault if fault is not Fault.PASSES])

    def go(self) -> None:
        """All tables go over, and some of them along; then all sides are compared."""
        self.server.start()
        self.proxy.upstream = self.server.port
        self.proxy.start()
        for phone in (self.host, self.guest):
            phone.line.port = self.proxy.port
        try:
            for number, table in enumerate(self.tables, 1):
                due = self.size.kills * (number + 1) // len(self.tables)  # one table ahead
                if self.told.right:  # else the drill has failed already
                    self.goes_on(self.host, table.id, min(due, self.size.kills))
            if self.told.right:
                for table in self.tables:
                    self.compare(self.has(self.host, table.id), self.there(self.host, table.id))
            for number, table in enumerate(self.tables[: self.size.along], 1):
                due = self.size.kills + self.size.more * number // self.size.along
                if self.told.right:
                    self.goes_along(table.id, due)
        finally:
            self.proxy.stop()
            self.server.stop()
        self.told["requests"] = self.proxy.met.total()
        self.told["spoilt"] = self.proxy.met.total() - self.proxy.met[Fault.PASSES]
        for phone in (self.host, self.guest):
            phone.here.close()

    def goes_on(self, phone: Carrier, table: str, kills: int, most: int = MOST) -> None:
        """The server has this table, however often it takes; so many kills there are by then.

        Once one was not over nothing is tried any more: the drill has failed.
        """
        for _ in range(0 if self.told["not over"] else most):
            self.told["tries"] += 1
            try:
                if self.tries(phone, table, kills=self.told["kills of the server"] < kills):
                    return
            except Died:
                self.told["ends of a phone"] += 1
                phone.opens()
            except NotTaken:
                pass
        self.told["not over"] += most == MOST and not self.told["not over"]

    def goes_along(self, table: str, kills: int) -> None:
        """Two phones take this table along, and both play on; then all have the same."""
        self.sits_down(table)
        self.wanted[table] = logs(self.there(self.host, table))
        phones = (self.host, self.guest)
        for phone in phones:
            self.goes_on(phone, table, 0)  # the host's leads there, and the guest has none
        for number in range(self.size.rounds):
            for at, phone in enumerate(phones):
                self.plays(phone, table, 2 * number + at)
                self.goes_on(phone, table, kills, most=1)
        for _ in range(2):
            for phone in phones:
                self.goes_on(phone, table, kills)
                self.answers(phone, table)
        for phone in (*phones, self.host):
            self.goes_on(phone, table, kills)
        self.told["tables on two copies"] += 1
        sides = [self.there(self.host, table), *(self.has(phone, table) for phone in phones)]
        self.compare_copies(table, sides)

    def sits_down(self, table: str) -> None:
        """The other phone is at this table of the server."""
        held = self.guest.line.cookies
        secret = cookies.find(held, "phone") or held.setdefault("phone", uuid4().hex)
        with self.opened() as store:
            host = store.phones.find(cookies.find(self.host.line.cookies, "phone") or "")
            assert host
            link = store.invitations.find_all(host, table)[PLAYER].link
            store.phones.join(store.phones.remember(secret), link)

    def plays(self, phone: Carrier, table: str, number: int) -> None:
        """A game on this copy, what the table calls a game there, and what a card carries."""
        copy = self.has(phone, table)
        began = handovers.again(self.chance.choice(copy.games), number)
        phone.own.handovers.take(phone.me, replace(copy, games=(began,), lessons=(), nicknames={}))
        self.wanted[table][began.id] = [each.id for each in began.log]
        self.told["games more there"] += 1
        words = {thing: self.chance.choice(WORDS) for thing in ("game", "sixth")}
        phone.own.nicknames.give(phone.me, table, "one-brain", words)
        taught = {card: self.chance.choice((*CHOICES, None)) for card in CARDS}
        phone.own.lessons.teach(phone.me, table, "the-game", taught)

    def answers(self, phone: Carrier, table: str) -> None:
        """What the page of this copy asks is answered, at random."""
        page = phone.phone.opens(f"/t/{table}/")
        if asked := page.main.classed("contradictions"):
            self.told["questions"] += len(asked[0].all("li"))
            phone.phone.taps(self.chance.choice(["As on the server", "As on this phone"]))

    def tries(self, phone: Carrier, table: str, *, kills: bool) -> bool:
        """What the script of the page does, once; whether it is over.

        A table has moved then; of a copy nothing waits any more, and it has what the server has.
        """
        is_copy = table in self.wanted
        assert phone.here.phone
        if is_copy and table not in phone.here.phone.along:
            return self.brings(phone, table)
        said = phone.phone.client.get(f"/t/{table}/handover")
        if said.status_code == 204:
            return self.brings(phone, table)
        phone.may_die()
        token = phone.line.get("/token")
        phone.may_die()
        sent, before = handover.decode(said.data, clean), self.there(phone, table)
        try:
            self.sends(phone, said.data, token.decode(), kills=kills)
        finally:
            self.is_whole(before, sent, self.there(phone, table))
        phone.may_die()
        if self.chance.random() < ENTERS:
            self.enters(phone, sent)
        headers = {"If-Match": said.headers["ETag"]}
        with phone.may_lose():
            answer = phone.phone.client.post(f"/t/{table}/moved", headers=headers)
        if answer.status_code != 200:
            return False
        return not is_copy or self.brings(phone, table)

    def brings(self, phone: Carrier, table: str) -> bool:
        """The copy gets what the server has; whether nothing waits there then."""
        data = phone.line.get(f"/t/{table}/handover")
        phone.may_die()
        with phone.may_lose():
            file = FileStorage(io.BytesIO(data), "table.json")
            told = phone.phone.client.post("/along", data={"table": file})
        assert told.status_code == 200, told.text
        return phone.phone.client.get(f"/t/{table}/handover").status_code == 204

    def sends(self, phone: Carrier, table: bytes, token: str, *, kills: bool) -> None:
        """The table is sent, perhaps twice at once; the server may die over it."""
        edge = "drill"
        head = 'Content-Disposition: form-data; name="table"; filename="table.json"'
        body = f"--{edge}\r\n{head}\r\n\r\n".encode() + table + f"\r\n--{edge}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "X-CSRFToken": token}
        answers: list[int] = []

        def post() -> None:
            try:
                answers.append(phone.line.ask("POST", "/handover", headers, body)[0])
            except NotTaken:
                answers.append(0)

        posts = [threading.Thread(target=post)]
        if cookies.find(phone.line.cookies, "phone") and self.chance.random() < DOUBLED:
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
            return self.sends(phone, table, token, kills=False)
        if not {200, 201}.intersection(answers):
            raise NotTaken

    def enters(self, phone: Carrier, table: Handover) -> None:
        """One more entry in the newest game that has any: its first one is taken back."""
        game = next((game for game in reversed(table.games) if game.log), None)
        if game is None:
            return
        place = len(game.log) + 1
        facts = {"kind": "taken-back", "target": 1}
        submission = Submission(f"{game.id}-{place}", phone.me, place - 1, facts)
        verdict = Verdict(Answer.RECORDED, place=place)
        with suppress(Closed, Unknown):  # it has moved, or has another id here: a broken build
            enter = phone.own.submissions.enter
            _game, told = enter(phone.me, table.id, game.id, submission, lambda _: verdict)
            if game.id in self.wanted.get(table.id, {}) and told.place == place:
                self.wanted[table.id][game.id].append(submission.id)

    def has(self, phone: Carrier, table: str) -> Handover:
        """This table as the phone has it."""
        return phone.own.handovers.read(phone.me, table)

    def there(self, phone: Carrier, table: str) -> Handover | None:
        """This table as the server's database has it; None where it does not."""
        secret = cookies.find(phone.line.cookies, "phone")
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

    def compare_copies(self, table: str, sides: Sequence[Handover | None]) -> None:
        """What the server and both copies have in the end of a table, beside what was played."""
        wanted, first = self.wanted[table], sides[0]
        for side in sides:
            found = logs(side)
            self.match(wanted, found)
            self.told["out of order"] += list(wanted) != list(found)
            if first:
                self.told["replayed otherwise"] += count_different(first, side)
            self.told["named or learned otherwise"] += says(first) != says(side)

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


def says(table: Handover | None) -> Any:
    """What things are called, and what is known of cards."""
    if table is None:
        return None
    lessons = [replace(each, card=f"{each.slug} {each.card}") for each in table.lessons]
    return table.nicknames, merge_lessons(
        Lesson(each.card, each.carries, each.game) for each in lessons
    )


def logs(table: Handover | None) -> dict[str, list[str]]:
    """The ids of all entries, in order, by game."""
    return {game.id: [each.id for each in game.log] for game in (table.games if table else ())}


def outcome(game: StoredGame) -> Any:
    """What a game comes to, and what every line of it says."""
    rules = GAMES[game.slug].rules
    setup = rules.setup_of([person.name for person in game.people], game.options)
    story = read(rules, setup, game.log)
    return story.replay, [(line.place, dict(line.facts), line.counts) for line in story.lines]


@contextmanager
def renaming() -> Iterator[None]:
    """A copy sends its games under other ids than it has itself."""
    pick = along.pick_waiting

    def picked(table: Handover) -> Handover | None:
        found = pick(table)
        if found is None or table.id not in along.find_all():
            return found
        return replace(found, games=tuple(replace(g, id=f"{g.id}-sent") for g in found.games))

    along.pick_waiting = picked
    yield
    along.pick_waiting = pick


def drill(*, small: bool, broken: str | None) -> Outcome:
    """One phone, all of whose tables go over, and some of them along with another phone too."""
    size, began = SMALL if small else FULL, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        made = Drill(Path(folder), size, broken)
        with renaming() if broken == "renames" else nullcontext():
            made.go()
    told = made.told
    kills = size.kills + size.more
    right = told.right and told["entries"] >= size.least and told["kills of the server"] == kills
    return Outcome(f"handover: {told}, {time.monotonic() - began:.0f} s", right)


if __name__ == "__main__":
    run(drill, BROKEN)
