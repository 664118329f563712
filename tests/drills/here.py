"""Tables that live on the phone, the browser killed at any moment.

It has no network. Games are set up, entries are made, taken back and begun again, and the deck is
taught, one request after the other; a random moment after the first of them the browser is killed.
The next one has to show all that was acknowledged by then: by an answer of the app to the page.
Passes where none of it is lost, nothing stands twice, and SQLite finds the database sound.
"""

import json
import sqlite3
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from tests.browser.local_app import KEEPS_TABLES, STARTS, keeps_app
from tests.browser.own_tables import OwnTables
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.browser.updates import read_database
from tests.drills.outcome import Outcome
from tests.support import local_app_package
from tests.support.live_server import Server

KILLS, FEW = 200, 4
SEED, LATEST = 1, 500  # ms, and on a slow machine three times what the first act took
PATIENCE = 30  # s
FIRST, LAST = 2, 80  # the cards that a game is played with
BROKEN = ("early",)

# One entry of the `game`: what is acknowledged is told with what it was.
ENTER = """
  const post = (address, said, headers = {}) =>
    fetch(address, { method: "POST", body: new URLSearchParams(said), headers });
  const enter = async (id, said, seen, tell) => {
    const whole = { ...said, id, seen, confirmed: "1" };
    const answer = await post(`${game}entries`, whole, { "HX-Request": "true" });
    const [mine, verdict, place] = (answer.headers.get("Verdict") ?? "").split(" ");
    tell?.(answer);
    if (mine === id && verdict === "recorded") {
      await acknowledge({ game, id, place: Number(place), kind: said.kind, card: said.card });
      return Number(place);
    }
    return seen;
  };
"""
# It goes on until it is killed.
WORKS = """async ([game, next]) => {
  ENTER
  const table = () => game.replace(/[^/]+\\/$/, "");
  const begin = async (address, said) => {
    const answer = await post(address, said);
    const found = /^.*\\/here\\/t\\/[^/]+\\/[^/]+\\//.exec(answer.url);
    if (!found) throw new Error(answer.url);
    game = new URL(found[0]).pathname;
    next = 2;
    await acknowledge({ game });
  };
  const teach = async (card) => {
    const answer = await post(`${table()}deck/the-game/`, { confirmed: `${card}=none` });
    if (answer.ok) await acknowledge({ table: table(), taught: card });
  };
  for (;;) {
    if (!game) await begin("/here/new/the-game", { players: 2, name: "" });
    if (next > 80) await begin(`${game}again`, {});
    const record = await (await fetch(`${game}record.json`)).json();
    let seen = record.entries.length;
    const made = Math.random().toString(36).slice(2);
    const whole = { kind: "hand-corrected", player: 0, cards: 72 };
    if (!seen) seen = await enter(`${made}-0`, whole, seen);
    await teach(next);
    for (let number = 1; number <= 4; number += 1, next += 1) {
      const laid = { kind: "card-played", card: next, pile: "up-1" };
      seen = await enter(`${made}-${number}`, laid, seen);
    }
    next -= 1;
    await enter(`${made}-5`, { kind: "taken-back", target: seen }, seen);
  }
}""".replace("ENTER", ENTER)
# The answer goes 5 s before what it tells of is on the disk, so that also a slow machine shows it.
EARLY = """async () => {
  const wait = "await new Promise((done) => setTimeout(done, 5000));";
  for (const name of (await caches.keys()).filter((each) => each.startsWith("local "))) {
    const cache = await caches.open(name), address = `${name.slice(6)}tables.mjs`,
      kept = await cache.match(address), text = await kept.text();
    const early = text.replace(/try \\{\\s+await flush\\(\\{ enters \\}\\);/, (start) =>
      `postMessage({ number, answer: answered }); ${wait} return flush({ enters }); ${start}`);
    if (early === text) throw new Error("There is no such place.");
    await cache.put(address, new Response(early, { headers: kept.headers }));
  }
}"""


@dataclass
class Seen:
    """What came of all kills."""

    kills: int = 0
    latest: float = LATEST
    """Within so many ms after the first acknowledgement each kill came."""
    games: set[str] = field(default_factory=set)
    entries: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    """What was acknowledged, by its game and its place there."""
    taught: set[tuple[str, str]] = field(default_factory=set)
    """The cards that the deck of a table was told of, and that was acknowledged."""
    told: int = 0
    lost: int = 0
    doubled: int = 0
    unsound: int = 0

    def take(self, told: dict[str, Any]) -> None:
        """The page was answered that this is so."""
        self.told += 1
        if "taught" in told:
            self.taught.add((find_table(told["table"]), str(told["taught"])))
            return
        self.games.add(told["game"])
        if "place" in told:
            self.doubled += (told["game"], told["place"]) in self.entries
            self.entries[told["game"], told["place"]] = told

    def __str__(self) -> str:
        return (
            f"{self.kills} kills within {self.latest:.0f} ms, {len(self.games)} games and"
            f" {len(self.entries)} entries and {len(self.taught)} cards of decks acknowledged"
            f" before them, {self.lost} lost, {self.doubled} doubled,"
            f" {self.unsound} unsound databases"
        )


@dataclass(frozen=True)
class Found:
    """What a database has: its games, the ids of its entries by place, the cards of its decks."""

    games: set[str]
    entries: dict[tuple[str, int], str]
    taught: set[tuple[str, str]]


def find_table(address: str) -> str:
    """The table of this address of a page."""
    return urlsplit(address).path.split("/")[3]


def drill(*, small: bool, broken: str | None) -> Outcome:
    """One phone, killed again and again."""
    random, seen, began = Random(SEED), Seen(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "instance")
        local_app_package.find_or_make()
        local_app_package.serve(server.instance)
        server.start()
        try:
            held = Restarts(playwright, server, Path(folder) / "phone", light=small)
            play(held, random, seen, small, broken)
        finally:
            server.stop()
    passed = not (seen.lost or seen.doubled or seen.unsound) and len(seen.entries) > seen.kills
    return Outcome(f"{seen}, {time.monotonic() - began:.0f} s", passed)


def play(held: Restarts, random: Random, seen: Seen, small: bool, broken: str | None) -> None:
    """All kills of one phone, which keeps the app and its tables, until something is lost."""
    try:
        phone = OwnTables(keeps_app(held.phone))
        phone.opens_tables()
        phone.tab.wait_for_function(KEEPS_TABLES, polling=100, timeout=STARTS)
        held.ends()
        held.start()
        if broken:
            held.phone.visits("/on-this-phone")
            held.phone.page.evaluate(EARLY)
        for number in range(FEW if small else KILLS):
            begins = ("new", "", "again", "")[number % 4]
            works_and_dies(reopen(held.phone, seen), held, random, seen, begins)
            if seen.lost or seen.unsound:
                return
            held.start()
        check(reopen(held.phone, seen), seen)
    finally:
        held.ends()


def reopen(started: Phone, seen: Seen) -> OwnTables:
    """The phone shows its tables, without network."""
    phone = OwnTables(started)
    phone.context.expose_function("acknowledge", seen.take)
    phone.context.set_offline(True)
    phone.opens_tables()
    return phone


def works_and_dies(
    phone: OwnTables, held: Restarts, random: Random, seen: Seen, begins: str
) -> None:
    """What was acknowledged is there; then it goes on, or begins with another game or table.

    Some time after the first that is acknowledged then, nothing runs any more.
    """
    game, cards = check(phone, seen)
    given = ["" if begins == "new" else game, LAST + 1 if begins == "again" else cards]
    before = seen.told
    phone.page.evaluate(f"(given) => {{ ({WORKS})(given).catch(console.error); }}", given)
    began = time.monotonic()
    while seen.told == before and time.monotonic() < began + PATIENCE:
        phone.tab.wait_for_timeout(10)
    if seen.told > before:
        latest = max(LATEST, 3000 * (time.monotonic() - began))
        phone.tab.wait_for_timeout(random.uniform(0, latest))
        seen.latest = max(seen.latest, latest)
    held.kill()
    seen.kills += 1


def check(phone: OwnTables, seen: Seen) -> tuple[str, int]:
    """Whether all is there; the game that goes on, and the card that comes next in it."""
    found = read(phone)
    if found is None:
        seen.unsound += 1
        return "", FIRST
    seen.lost += len({game.split("/")[-2] for game in seen.games} - found.games)
    seen.lost += len(seen.taught - found.taught)
    for (game, place), told in seen.entries.items():
        seen.lost += found.entries.get((game.split("/")[-2], place)) != told["id"]
    game = max(
        seen.games,
        key=lambda game: len([each for each in seen.entries if each[0] == game]),
        default="",
    )
    if not game:
        return "", FIRST
    shown = phone.fetch(f"{game}record.json")
    played = [each.get("card", 0) for each in json.loads(shown)["entries"]]
    return game, max([*played, FIRST - 1]) + 1


def read(phone: OwnTables) -> Found | None:
    """What the database on the disk of this phone has; None where it is not sound."""
    opened = sqlite3.connect(":memory:")
    try:
        opened.deserialize(read_database(phone.page))
        if opened.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            return None
        games = {row[0] for row in opened.execute("SELECT id FROM games")}
        entries = opened.execute("SELECT game, place, id FROM entries")
        ids = {(game, place): id for game, place, id in entries}
        return Found(games, ids, set(opened.execute('SELECT "table", card FROM lessons')))
    except sqlite3.DatabaseError:
        return None
    finally:
        opened.close()
