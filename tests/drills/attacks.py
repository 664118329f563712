"""What strangers and greedy phones try, each beside a pub of others: the parts of `greedy`."""

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.table import StoredGame
from companion.files import handover, parsing
from companion.store.store import Store
from tests.drills import wire
from tests.drills.crowd import Seated

LINE = "a-greedy-drill"
PATIENCE = 120  # s for one answer
AWAY = (OSError, TimeoutError, IndexError, ValueError)
ENTRIES = 5_000  # of a game


@dataclass(frozen=True)
class Strength:
    """How much is tried: by so many at once, so many times each, with so many bytes or entries."""

    at_once: int
    times: int
    size: int


@dataclass
class Attack:
    """What became of it: each try from its beginning to its end, and the answers."""

    times: list[tuple[float, float]] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)

    async def tries(self, said: Awaitable[str]) -> None:
        began = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                self.answers[await said] += 1
        except AWAY:
            self.answers["nothing"] += 1
        self.times.append((began, time.monotonic()))


async def _all(strength: Strength, one: Callable[[int], Awaitable[None]]) -> None:
    """Each of so many tries one after the other."""

    async def tries(number: int) -> None:
        for turn in range(strength.times):
            await one(number * strength.times + turn)

    async with asyncio.TaskGroup() as trying:
        for number in range(strength.at_once):
            trying.create_task(tries(number))


def ask(port: int, strength: Strength) -> Attack:
    """Strangers look for words, and for many places in the rules at once, and go back far."""
    attack = Attack()
    words = ("kaart", "abcdefgh", "stopp", "verdeckt", "xyzxyz", "annonce", "turn", "pioche")

    async def one(number: int) -> None:
        query = "+".join(words[(number + more) % len(words)] + str(number) for more in range(5))
        addresses = (
            f"/rules/the-game?now={'a,' * (strength.size // 2)}",
            f"/rules/?q={query}",
            f"/rules/one-brain?now={'skull,' * 300}",
            f"/rules/one-brain?back=/{'a' * 1_900}",
        )
        address = addresses[number % len(addresses)]

        async def said() -> str:
            status, _, _ = await wire.request(port, "GET", address, {}, {})
            return f"{'long' if len(address) > 2_100 else 'page'} {status}"

        await attack.tries(said())

    asyncio.run(_all(strength, one))
    return attack


def mended(entries: int) -> list[Facts]:
    """A log in which each second entry is about one of its first half: it is read ever anew."""
    hand: Facts = {"kind": "hand-corrected", "player": 0, "cards": 5}
    half = entries // 2
    facts = [hand] * half
    for number in range(half):
        changed = {"kind": "changed", "target": 1 + number // 2, "facts": {**hand, "cards": 4}}
        facts.append(changed if number % 2 else hand)
    return facts


def long_game(table: handover.Handover, facts: list[Facts]) -> StoredGame:
    """A game of this table with a log of these facts."""
    now, game = datetime.now(UTC), uuid4().hex
    log = tuple(
        Written(place, f"{game}-{place}", "", now, place - 1, said)
        for place, said in enumerate(facts, 1)
    )
    return StoredGame(game, table.id, "the-game", {}, table.people[:4], now, log)


def prepare_log(store: Store, host: str, table: str, entries: int) -> str:
    """The id of a game at this table whose log it takes long to judge by."""
    whole = store.handovers.read(host, table)
    game = long_game(whole, mended(entries))
    store.handovers.take(host, replace(whole, games=(game,), lessons=()))
    return game.id


def judge(port: int, strength: Strength, table: Seated, game: str) -> Attack:
    """Phones enter in a long game as if they had seen nothing of it."""
    attack = Attack()

    async def tries() -> None:
        keys = [
            (await wire.keys(port, table.address, secret))[0]
            for secret in table.phones[1 : 1 + strength.at_once]
        ]

        async def one(number: int) -> None:
            facts = {"kind": "hand-corrected", "player": 1, "cards": 5, "seen": 0, "confirmed": "1"}
            entry: dict[str, object] = {**facts, "id": f"judged-{number}"}
            address = f"/t/{table.table}/{game}/entries"
            mine = keys[number // strength.times]

            async def said() -> str:
                return f"entry {(await wire.request(port, 'POST', address, mine, entry))[0]}"

            await attack.tries(said())

        await _all(strength, one)

    asyncio.run(tries())
    return attack


def hand(port: int, strength: Strength, table: Seated, database: str, key: str) -> Attack:
    """Tables are posted: of half a million people, of numbers and lists, and of long logs."""
    attack, store = Attack(), Store(database, key.encode())
    phone = store.phones.find(table.phones[0])
    assert phone
    whole = store.handovers.read(phone, table.table)
    store.close()
    games = strength.size // ENTRIES
    hands: Facts = {"kind": "hand-corrected", "player": 0, "cards": 5}
    lines = parsing.LARGEST_FILE // 20

    def files() -> list[bytes]:
        ids = {person.id: uuid4().hex for person in whole.people}
        people = tuple(replace(each, id=ids[each.id]) for each in whole.people)
        new = replace(whole, id=uuid4().hex, people=people, mine=None, lessons=())
        long = replace(new, games=tuple(long_game(new, [hands] * ENTRIES) for _ in range(games)))
        few = handover.encode(replace(new, games=(long_game(new, [hands]),)))
        crowd = {**few, "people": [[f"{number:x}", ""] for number in range(lines)]}
        lists = {**few, "junk": [[]] * (4 * lines)}
        return [handover.write(long), *(json.dumps(each).encode() for each in (crowd, lists))]

    async def tries() -> None:
        mine, _ = await wire.keys(port, table.address, table.phones[2])
        for _ in range(strength.times):
            for file in files():
                await attack.tries(post_file(port, "/handover", "table", file, mine))

    asyncio.run(tries())
    return attack


async def post_file(
    port: int, address: str, name: str, file: bytes, keys: dict[str, str], lacks: int = 0
) -> str:
    """The status of the answer to a file, of which so many bytes never come."""
    head = f'--{LINE}\r\nContent-Disposition: form-data; name="{name}"; filename="f"\r\n\r\n'
    body = head.encode() + file + f"\r\n--{LINE}--\r\n".encode()
    said = {
        **keys,
        "Host": f"127.0.0.1:{port}",
        "Content-Type": f"multipart/form-data; boundary={LINE}",
        "Content-Length": str(len(body) + lacks),
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"POST {address} HTTP/1.0\r\n{lines}\r\n".encode() + body)
        await writer.drain()
        answer = await reader.read()
    finally:
        writer.close()
    return f"file {answer.split(b' ', 2)[1].decode()}"


async def upload(port: int, pid: int, strength: Strength) -> int:
    """How many files lie on the disk of the server while so many come that never end.

    Every second one has no cookie.
    """
    _, head, body = await wire.request(port, "GET", "/import", {}, {})
    session, token = wire.SESSION.search(head), wire.TOKEN.search(body)
    assert session
    assert token
    cookie = {"Cookie": session[1].decode(), "X-CSRFToken": token[1].decode()}
    file = b"x" * strength.size
    coming = [
        asyncio.create_task(post_file(port, "/import", "file", file, (cookie, {})[at % 2], 1_000))
        for at in range(strength.at_once)
    ]
    most = 0
    for _ in range(20):
        await asyncio.sleep(0.1)
        most = max(most, _files(pid))
    for each in coming:
        each.cancel()
    await asyncio.gather(*coming, return_exceptions=True)
    return most


def _files(pid: int) -> int:
    """How many files without a name the server and its workers have open."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    found = 0
    for process in (str(pid), *children):
        for each in Path(f"/proc/{process}/fd").iterdir():
            try:
                target, large = os.readlink(each), each.stat().st_size > 500_000
            except OSError:
                continue
            found += large and target.endswith("(deleted)")
    return found
