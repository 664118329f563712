"""The power fails at every write of a first start, of entries, backups, migrations and restores.

All calls that change a file are recorded (needs strace). After each of them the files are built
again as a disk may hold them then: what was synced, and nothing, all or any part of the rest, torn
and out of order. README.md says what passes.
"""

import asyncio
import gzip
import heapq
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from companion.operations import backup, keys, settings
from companion.runtime import private_files
from companion.store.database import connections
from companion.store.database.migrations import head
from companion.store.store import Store
from tests.drills import wire
from tests.drills.broken import build
from tests.drills.contents import DATABASE, Entry, Found, entry, look, read_entries
from tests.drills.cuts import Disk, Remains
from tests.drills.outcome import Outcome
from tests.drills.recorded import Marked, Said, Timed, read, recording_to
from tests.drills.season import Acknowledged, Season, laid_out
from tests.drills.writers import Count, Writers
from tests.store.tables import enter, revision
from tests.support.live_server import ROOT, Server

BROKEN = ("early", "synchronous_off", "synchronous_normal", "unsynced")
UPGRADES = ROOT / "tests" / "store" / "upgrades"
OLD_KEY, NEW_KEY = "0ld" * 20, "new" * 20
DAILY = re.compile(r"companion-[\d-]+\.backup")  # that `daily` has found nothing against
OPENED = 25  # every so many-th state is opened by the app and replayed as well
ENOUGH = 10  # faults, after which no more are looked for
BEGUN, OVER = " begun", " over"  # how marks end that belong together
STEADY = 0.5  # s without another line, after which a recording is complete
# The first start of an installation: its key, its database, its tables, which it prints.
FIRST_START = """
import json, sys
from dataclasses import asdict
from werkzeug.utils import import_string
from tests.drills.season import laid_out
factory, tables, games = sys.argv[1:]
config = import_string(factory)({}).config
seasons = laid_out(config["DATABASE_URL"], config["SECRET_KEY"], int(tables), int(games))
print(json.dumps([asdict(season) for season in seasons]))
"""


@dataclass(frozen=True)
class Size:
    """How many tables of four clients play how many games; which of the cuts are tried."""

    tables: int
    games: int
    cuts: int
    """Every so many-th cut under writing clients is tried,"""
    others: int
    """and everywhere else."""
    versions: Sequence[str]
    """Which fixtures of older versions are brought up to date."""


EVERY = sorted(file.name[: -len(".json.gz")] for file in UPGRADES.glob("*.json.gz"))
FULL, SMALL = Size(1, 1, 1, 1, EVERY), Size(1, 1, 40, 2, ("0.3.0",))


@dataclass(frozen=True)
class Until:
    """What was seen to be done before a cut."""

    marks: frozenset[str]
    said: frozenset[Entry]
    said_at: Mapping[str, frozenset[Entry]]
    """What had been acknowledged when each mark was set; of what is over, when it was begun."""


Tally = Counter[str]
Rule = Callable[[Found, Until], str]
"""What is wrong with what was found; "" for nothing."""


class Scene:
    """A folder whose files are recorded while something is done to them."""

    def __init__(self, folder: Path, name: str, broken: str | None) -> None:
        self.name, self.root, self._broken = name, folder / name, broken
        self.instance, self.backups = self.root / "data" / "instance", self.root / "backups"
        self._traces = folder / f"{name}-traces"
        for made in (self.root, self._traces):
            made.mkdir()
        self.disk = Disk(self.root, seed=1)
        self._marks: list[Timed] = []

    @property
    def database(self) -> Path:
        return self.instance / DATABASE

    def under(self) -> list[str]:
        return recording_to(self._traces / f"{len(list(self._traces.iterdir()))}")

    def mark(self, name: str) -> None:
        self._marks.append((time.time(), Marked(name)))

    def server(self) -> Server:
        return Server(self.instance, build(self._broken), under=self.under())

    def start_first(self, tables: int, games: int) -> list[Season]:
        words = build(self._broken), str(tables), str(games)
        return [
            Season(each["table"], tuple(each["games"]), tuple(map(tuple, each["phones"])))
            for each in json.loads(self._run("-c", FIRST_START, *words))
        ]

    def command(self, *arguments: object) -> str:
        app = f"{build(self._broken)}({{}})"
        return self._run("-m", "flask", "--app", app, *map(str, arguments))

    def _run(self, *arguments: str) -> str:
        unset = ("DATABASE_URL", "SECRET_KEY")
        environment = {name: said for name, said in os.environ.items() if name not in unset}
        environment |= {"INSTANCE": str(self.instance), "BACKUPS": str(self.backups)}
        command = [*self.under(), sys.executable, *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=environment, check=True, text=True, stdout=subprocess.PIPE
        ).stdout

    def events(self) -> Iterator[Timed]:
        self._settle()
        traces = sorted(self._traces.iterdir())
        recorded = [read(trace, self.root) for trace in traces]
        return heapq.merge(self._marks, *recorded, key=lambda each: each[0])

    def _settle(self) -> None:
        """The recordings are complete: what writes them may take a moment longer."""
        sizes: list[int] = []
        while sizes != (now := [trace.stat().st_size for trace in self._traces.iterdir()]):
            sizes = now
            time.sleep(STEADY)


class Trial:
    """Cuts the power in a scene, and looks at what is left."""

    def __init__(self, scene: Scene, facts: Mapping[str, Entry], scratch: Path, tally: Tally):
        self._scene, self._facts, self._scratch, self._tally = scene, facts, scratch, tally
        self._found: dict[Remains, Found] = {}

    def cut(self, rule: Rule, every: int = 1, mixed: int = 12) -> None:
        """Cut the power after every so many-th change and acknowledgement; see `Disk.cuts`."""
        chance, disk, tally = random.Random(2), self._scene.disk, self._tally
        marks: dict[str, frozenset[Entry]] = {}
        said: set[Entry] = set()
        for _, event in self._scene.events():
            match event:
                case Marked(name):
                    begun = name.replace(OVER, BEGUN)
                    marks[name] = marks[begun] if name.endswith(OVER) else frozenset(said)
                    changed = True
                case Said(id):
                    changed = id in self._facts and self._facts[id] not in said
                    said |= {self._facts[id]} if id in self._facts else set()
                case _:
                    changed = disk.do(event)
            if not changed or (every > 1 and chance.randrange(every)):
                continue
            tally["cuts"] += 1
            until = Until(frozenset(marks), frozenset(said), marks)
            for remains in disk.cuts(mixed):
                if wrong := self._look(remains).wrong or rule(self._look(remains), until):
                    tally["faults"] += 1
                    print(f"{self._scene.name}: {wrong}", file=sys.stderr)
            if tally["faults"] >= ENOUGH:
                break
        tally["acknowledged"] += len(said)

    def _look(self, remains: Remains) -> Found:
        if remains not in self._found:
            folder = self._scratch / "state"
            self._build(remains, folder)
            is_opened = self._tally["states"] % OPENED == 0
            self._tally["states"] += 1
            self._tally["opened and replayed by the app"] += is_opened
            instance = folder / self._scene.instance.relative_to(self._scene.root)
            self._found[remains] = look(folder, instance, by_app=is_opened)
            shutil.rmtree(folder)
        return self._found[remains]

    def _build(self, remains: Remains, folder: Path) -> None:
        """Write the files that remain; what SQLite keeps in memory beside them is rubbish."""
        folder.mkdir()
        for path, number, _, chosen in remains.files:
            file = folder / Path(path).relative_to(self._scene.root)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self._scene.disk.content(remains, number, chosen))
        for log in list(folder.rglob("*-wal")):
            log.with_name(f"{log.name.removesuffix('wal')}shm").write_bytes(b"rubbish " * 4096)


def drill(*, small: bool, broken: str | None) -> Outcome:
    size, tally = SMALL if small else FULL, Tally()
    memory = Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as scratch,
    ):
        for scene in (play, restore, partial(restore, name="move-in"), upgrade):
            if tally["faults"] < ENOUGH:
                scene(Path(folder), Path(scratch), size, broken, tally)
    line = ", ".join(f"{many:,} {what}" for what, many in tally.items())
    passed = tally["acknowledged"] == tally["told"] > 0 and not tally["faults"]
    return Outcome(line, passed)


def play(folder: Path, scratch: Path, size: Size, broken: str | None, tally: Tally) -> None:
    """A first start, entries under backups, and another start after a good end."""
    scene = Scene(folder, "play", broken)
    scene.backups.mkdir()
    scene.disk.hold(scene.root)
    seasons = scene.start_first(size.tables, 2 * size.games)
    scene.mark("laid out")
    key = keys.secret_key(scene.instance)
    said: list[Acknowledged] = []
    file = str(scene.backups / "one.backup")
    again = ("backup", file, "--with-key", "--replace")
    for half, commands in (
        (slice(0, size.games), (again[:-1], again)),
        (slice(size.games, None), (again, ("daily",))),
    ):
        server = scene.server()
        server.start()
        part = [replace(season, games=season.games[half]) for season in seasons]
        writers = Writers(server.port, part)
        try:
            asyncio.run(enter_all(scene, writers, commands))
        finally:
            server.stop()
        said += writers.told.acknowledged
    tally["told"] = len(said)
    Trial(scene, facts_by_id(said), scratch, tally).cut(
        lambda found, until: judge_play(found, until, key), size.cuts, mixed=3
    )


async def enter_all(scene: Scene, writers: Writers, commands: Sequence[Sequence[str]]) -> None:
    """All is entered, and these commands make backups meanwhile."""
    await writers.sit_down()
    async with asyncio.TaskGroup() as under_way:
        under_way.create_task(writers.write())
        for number, words in enumerate(commands, start=1):
            await writers.until(number * writers.entries // (len(commands) + 1))
            scene.mark(f"{words[0]}{BEGUN}")
            await asyncio.to_thread(scene.command, *words)
            scene.mark(f"{words[0]}{OVER}")


def facts_by_id(said: Sequence[Acknowledged]) -> dict[str, Entry]:
    """What was acknowledged, by the id of its submission."""
    nowhere = Season("", (), ())
    return {
        Count(nowhere, each.game, each.seat, each.cards).id: entry(
            each.game, each.place, "hand-corrected",
            json.dumps({"player": each.seat, "cards": each.cards}),
        )
        for each in said
    }  # fmt: skip


def judge_play(found: Found, until: Until, key: str) -> str:
    if "laid out" not in until.marks:
        return ""
    if found.key != key:
        return "key lost"
    if found.entries is None:
        return "no database"
    if until.said - found.entries:
        return "entries lost"
    of_themselves = (held for name, held in found.backups.items() if DAILY.fullmatch(name))
    for name, held in (
        ("backup", found.backups.get("one.backup", frozenset())),
        ("daily", frozenset[Entry]().union(*of_themselves)),
    ):
        if until.said_at.get(f"{name}{OVER}", frozenset()) - held:
            return f"entries lost from a backup: {name}"
    return ""


def restore(
    folder: Path, scratch: Path, size: Size, broken: str | None, tally: Tally, name: str = "restore"
) -> None:
    """A backup in place of a database whose server did not end well, with another key.

    By another name it is put onto a machine where nothing was before.
    """
    scene = Scene(folder, name, broken)
    file, new = make_backup(folder / f"{name}-other", scene.root / "backups" / "new.backup")
    old, old_key = None, None
    if name == "restore":
        old, old_key = fill(folder / "before", OLD_KEY, 12, left=scene.instance), OLD_KEY
    scene.disk.hold(scene.root)
    scene.command("restore", file, *(["--replace"] if old else []))
    scene.mark("restored")

    def judge(found: Found, until: Until) -> str:
        if found.entries not in (old, new) or found.key not in (old_key, NEW_KEY):
            return "half a restore"
        if old and found.entries == new and old not in found.kept:
            return "the old database is lost"
        if old and found.key == NEW_KEY and OLD_KEY not in found.keys:
            return "the old key is lost"
        is_new = found.entries == new and found.key == NEW_KEY
        return "" if is_new or "restored" not in until.marks else "the restore is undone"

    Trial(scene, {}, scratch, tally).cut(judge, size.others)


def upgrade(folder: Path, scratch: Path, size: Size, broken: str | None, tally: Tally) -> None:
    """Databases of older versions, which the server brings up to date at its first request."""
    for version in size.versions:
        scene = Scene(folder, f"upgrade-{version}", broken)
        scene.instance.mkdir(parents=True)
        packed = (UPGRADES / f"{version}.sqlite3.gz").read_bytes()
        scene.database.write_bytes(gzip.decompress(packed))
        seen = json.loads(gzip.decompress((UPGRADES / f"{version}.json.gz").read_bytes()))
        (scene.instance / "secret_key").write_text(OLD_KEY)
        held = read_entries(scene.database)
        scene.disk.hold(scene.root)
        server = scene.server()
        server.start()
        cookie = {"Cookie": f"phone={seen['phones'][0]}"}
        try:
            asyncio.run(wire.request(server.port, "GET", seen["games"][0], cookie, {}))
        finally:
            server.stop()
        assert revision(scene.database) == head()

        def judge(found: Found, until: Until, held: frozenset[Entry] = held) -> str:
            if found.key != OLD_KEY:
                return "key lost"
            return "" if found.entries == held else "not the entries of before"

        Trial(scene, {}, scratch, tally).cut(judge, size.others)


def make_backup(other: Path, file: Path) -> tuple[Path, frozenset[Entry]]:
    """A backup of another installation, with its key; what is in it."""
    file.parent.mkdir()
    entries = fill(other, NEW_KEY, 7)
    url = connections.address(settings.database_url(other))
    backup.back_up(url, file, NEW_KEY)
    return file, entries


def fill(instance: Path, key: str, many: int, left: Path | None = None) -> frozenset[Entry]:
    """An installation with so many entries, and what they are.

    In `left` lies the same as a server leaves it that is killed: a part of it is in the log alone.
    """
    url = settings.database_url(instance)
    season = laid_out(url, key, tables=1, games=1)[0]
    private_files.make_file(instance / "secret_key", key)
    with closing(Store(url, key.encode())) as store:
        host = store.phones.remember(season.phone(0, season.games[0]))
        [game] = store.games.find_latest(host, 1)
        for cards in range(many):
            facts = {"kind": "hand-corrected", "player": 0, "cards": cards}
            enter(store, host, game, f"{cards}", facts=facts)
        if left:
            shutil.copytree(instance, left)
    return read_entries(instance / DATABASE)
