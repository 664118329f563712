"""The clock of the server is set while people play, and before it starts again.

It jumps by an hour, a day and 401 days, both ways, under clients that enter all the time. After
each jump somebody sets up a game, so that old tables are looked for, mistypes a code and joins by
the right one. Passes where each acknowledged entry is in the log once and at the place that was
said, no table is gone, also none at which nobody plays, what was deleted just before can be
restored, all who hosted a table host it, and nobody had to wait for longer than a minute.
"""

import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.engine.table import HOST
from companion.operations.settings import database_url, secret_key
from companion.store import join_codes
from companion.store.store import Store
from tests.drills import wire
from tests.drills.crowd import Seated, seated
from tests.drills.outcome import Outcome, run
from tests.drills.season import Season, audited, laid_out
from tests.drills.shifted import set_to
from tests.drills.writers import LOOK, Writers
from tests.support.live_server import Server

BROKEN = ("hasty", "wall_clock")
HOUR, DAY = 3600, 24 * 3600  # s
LONGEST = 60.0  # s that anybody may be held up
QUIET = 6  # tables at which nobody plays meanwhile
WRONG = "K7QM 3XRV"
PHONE = re.compile(rb"^set-cookie: phone-\w+=([^;]+)", re.IGNORECASE | re.MULTILINE)
PLACE = re.compile(rb"^location: (\S+)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Size:
    """How many tables of four clients there are, the jumps, and the entries after each of them.

    After a jump of `running` the server goes on, before one of `restarted` it ends.
    """

    tables: int
    games: int
    each: int
    running: tuple[int, ...]
    restarted: tuple[int, ...]


BOTH = tuple(at for jump in (HOUR, DAY, 401 * DAY) for at in (jump, 0, -jump, 0))
FULL = Size(3, 20, 60, BOTH, BOTH)  # a table has room for eight phones more
SMALL = Size(1, 6, 12, (401 * DAY, 0, -HOUR, 0), (401 * DAY, 0))


class Locked(Exception):
    """Somebody was held up for longer than a minute, or was told to wait for so long."""


@dataclass
class Passers:
    """Phones that nobody knows: each sets a game up, or joins one, and is gone."""

    port: int
    codes: Sequence[str]
    hosted: int = 0
    joined: int = 0

    async def pass_by(self) -> None:
        await self._sets_up()
        await self._joins(self.codes[self.joined % len(self.codes)])

    async def _sets_up(self) -> None:
        address = "/new/the-game"
        form = {"players": 2, "name": f"Ann {self.hosted}"}
        head = await self._posts(address, await self._keys(address), form, 303)
        self.hosted += bool(PHONE.search(head))

    async def _joins(self, code: str) -> None:
        keys = await self._keys("/join")
        await self._posts("/join", keys, {"code": WRONG}, 422)
        found = PLACE.search(await self._posts("/join", keys, {"code": code}, 303))
        assert found
        head = await self._posts(found[1].decode(), keys, {"name": "Eve"}, 303)
        self.joined += bool(PHONE.search(head))

    async def _keys(self, address: str) -> dict[str, str]:
        """The headers with which a phone may post that was never here."""
        _, head, body = await wire.request(self.port, "GET", address, {}, {})
        token, session = wire.TOKEN.search(body), wire.SESSION.search(head)
        assert token
        assert session
        return {"Cookie": session[1].decode(), "X-CSRFToken": token[1].decode()}

    async def _posts(
        self, address: str, keys: dict[str, str], form: dict[str, object], wanted: int
    ) -> bytes:
        """The head of the answer that is wanted; `Locked` for any other one."""
        status, head, _ = await wire.request(self.port, "POST", address, keys, form)
        if status != wanted:
            raise Locked(f"{status} at {address}")
        return head


def drill(*, small: bool, broken: str | None) -> Outcome:
    size = SMALL if small else FULL
    with tempfile.TemporaryDirectory() as folder:
        instance, clock = Path(folder), Path(folder) / "clock"
        database, key = database_url(instance), secret_key(instance)
        set_to(clock, 0)
        quiet = seated(instance, QUIET)
        seasons = laid_out(database, key, size.tables, size.games)
        deleted, codes = _prepared(database, key, quiet, seasons)
        factory = f"tests.drills.shifted:{broken or 'healthy'}"
        server = Server(instance, factory, settings={"CLOCK": str(clock)}, limited=True)
        server.start()
        writers, passers = Writers(server.port, seasons), Passers(server.port, codes)
        try:
            held = asyncio.run(_jumps(server, clock, writers, passers, size))
        finally:
            server.stop()
        gone, strangers = _missing(database, key, quiet, seasons, deleted)
        told = writers.told
        if gone:
            books, right = "the logs not looked at", False
        else:
            found = audited(database, key, seasons, told.acknowledged)
            books, right = str(found), found.right
    jumps = len(size.running) + len(size.restarted)
    line = (
        f"clock: {jumps} jumps under {writers.clients} clients, {books}, {told.contradicted} "
        f"contradicted, {gone} tables gone, {strangers} hosts strangers, {passers.hosted} games "
        f"set up, {passers.joined} joined by code, held up for at most {held:,.0f} s"
    )
    every = passers.hosted == passers.joined == jumps
    right = right and every and not (gone or strangers or told.contradicted)
    return Outcome(line, right and held <= LONGEST)


async def _jumps(
    server: Server, clock: Path, writers: Writers, passers: Passers, size: Size
) -> float:
    """The longest that anybody was held up, or was told to wait, s; it ends with the first of them
    for whom that is too long."""
    await writers.sit_down()
    writing = asyncio.create_task(writers.write())
    try:
        await _go_on(writers, size.each)
        for ahead in size.running:
            set_to(clock, ahead)
            await passers.pass_by()
            await _go_on(writers, size.each)
        for ahead in size.restarted:
            await asyncio.to_thread(server.stop)
            set_to(clock, ahead)
            await asyncio.to_thread(server.start)
            await passers.pass_by()
            await _go_on(writers, size.each)
        writers.stopped = True
        await writing
    except Locked as locked:
        print(f"held up: {locked}", file=sys.stderr)
        writing.cancel()
        await asyncio.wait([writing])
        return max(LONGEST + 1, writers.told.sent_away)
    return max(writers.told.felt, writers.told.sent_away)


async def _go_on(writers: Writers, each: int) -> None:
    """So many entries more are acknowledged; `Locked` where that takes too long."""
    until, goal = time.perf_counter() + LONGEST, len(writers.told.moments) + each
    while len(writers.told.moments) < goal:
        if writers.told.sent_away > LONGEST or time.perf_counter() > until:
            raise Locked(
                f"{len(writers.told.moments)} of {goal} entries, {writers.told.unanswered}"
            )
        await asyncio.sleep(LOOK)


def _prepared(
    database: str, key: str, quiet: Sequence[Seated], seasons: Sequence[Season]
) -> tuple[Seated, list[str]]:
    """The quiet table that its host has just deleted, and the codes of the tables of the season."""
    store = Store(database, key.encode())
    store.tables.delete(store.phones.remember(quiet[0].phones[0]), quiet[0].table)
    hosts = [(store.phones.remember(each.phones[0][0]), each.table) for each in seasons]
    codes = [
        join_codes.spell_code(store.invitations.find_all(*host)["player"].code) for host in hosts
    ]
    store.close()
    return quiet[0], codes


def _missing(
    database: str, key: str, quiet: Sequence[Seated], seasons: Sequence[Season], deleted: Seated
) -> tuple[int, int]:
    """How many tables are gone, and how many that are there have another host than before."""
    store = Store(database, key.encode())
    gone = strangers = 0
    there = [(each.phones[0], each.table) for each in quiet if each is not deleted]
    there += [(each.phones[0][0], each.table) for each in seasons]
    for secret, table in there:
        phone = store.phones.find(secret)
        found = store.tables.find(phone, table) if phone else None
        gone += found is None
        strangers += found is not None and found.role != HOST
    host = store.phones.remember(deleted.phones[0])
    gone += deleted.table not in [each.table.id for each in store.tables.find_deleted(host)]
    store.close()
    return gone, strangers


if __name__ == "__main__":
    run(drill, BROKEN)
