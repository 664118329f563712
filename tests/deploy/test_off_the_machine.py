"""The database off the machine, as docs/deployment.md says it: copied while it is played on."""

import grp
import os
import pwd
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from companion.operations import backup, restore
from companion.operations.settings import database_url
from companion.store.database import connections
from companion.store.store import Store
from tests.deploy.installed import BESIDE_PYTHON, PATIENCE, ROOT, until
from tests.operations.test_backup import data
from tests.store.tables import connected, enter, everything
from tests.support.live_server import running
from tests.support.postgresql import Cluster, clean_environment, find_binaries, free_port, owner

pytestmark = pytest.mark.long

UNIT = ROOT / "deploy" / "companion-wal.service"
PAGE = ROOT / "docs" / "deployment.md"
POSTGRESQL = "Copy PostgreSQL to another machine"
STATE, PROGRAMS = "/var/lib/companion-wal", "/usr/lib/postgresql/*/bin"
SETTING = "/etc/companion-wal.env"
COPIED = text("SELECT flush_lsn >= pg_current_wal_flush_lsn() FROM pg_stat_replication")
FILES = ("postgresql-restored.conf", "postgresql-restored.hba", "companion-wal-base")


class Elsewhere:
    """The other machine, in a folder that belongs to whom PostgreSQL runs as."""

    def __init__(self, folder: Path, primary: str) -> None:
        self.folder, self.port, self.primary = folder, free_port(), primary
        self.user = pwd.getpwnam(owner()) if owner() else pwd.getpwuid(os.geteuid())
        self._setting = folder / "companion-wal.env"
        self._setting.write_text(f'PRIMARY="{primary}"\n')
        self._setting.chmod(0o600)
        for each in (folder, self._setting):
            os.chown(each, self.user.pw_uid, self.user.pw_gid)
        for name in FILES:
            said = self.here((ROOT / "deploy" / name).read_text())
            said = said.replace("= 5433", f"= {self.port}").replace("scram-sha-256", "trust")
            (folder / name).write_text(said)

    def here(self, said: str) -> str:
        """What the page or a unit says, with the places of this machine."""
        changed = {
            SETTING: str(self._setting),
            PROGRAMS: str(find_binaries()),
            "/usr/bin/pg_receivewal": str(find_binaries() / "pg_receivewal"),
            STATE: str(self.folder),
            "/opt/companion/deploy": str(self.folder),
        }
        for before, after in changed.items():
            said = said.replace(before, after)
        return said

    def as_owner(self, words: list[str]) -> list[str]:
        other = ["setpriv", f"--reuid={self.user.pw_name}", "--clear-groups", "--"]
        return [*(other if owner() else []), *words]

    def run(self, lines: str) -> None:
        self._run(self.as_owner(["sh", "-eu", "-c", self.here(lines)]))

    def run_as_root(self, lines: str) -> None:
        """Run these lines in a shell, as who we are; `postgres` is who PostgreSQL runs as here."""
        group = grp.getgrgid(self.user.pw_gid).gr_name
        theirs = f"--owner {self.user.pw_name} --group {group}"
        lines = lines.replace("--owner postgres --group postgres", theirs)
        self._run(["sh", "-eu", "-c", self.here(lines)])

    def _run(self, words: list[str]) -> None:
        subprocess.run(
            words, cwd=self.folder, env=clean_environment(), check=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def answers(self) -> bool:
        asked = [f"{find_binaries()}/pg_isready", "--host=127.0.0.1", f"--port={self.port}"]
        return subprocess.run(asked, stdout=subprocess.DEVNULL, check=False).returncode == 0

    def copied(self) -> set[str]:
        return {file.name for file in (self.folder / "wal").iterdir() if not file.suffix}

    @contextmanager
    def copying(self) -> Iterator[None]:
        """The command of the unit runs."""
        (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(), re.MULTILINE)
        words = [each.replace("${PRIMARY}", self.primary) for each in shlex.split(self.here(line))]
        with running(self.as_owner(words), clean_environment(), self.folder):
            yield


def is_copied(url: str) -> bool:
    with connected(url) as connection:
        return connection.execute(COPIED).scalar() is True


def switch(url: str) -> None:
    """PostgreSQL writes to another file from now on, and what it wrote before is copied."""
    with connected(url) as connection:
        connection.execute(text("SELECT pg_switch_wal()"))
    until(lambda: is_copied(url), lambda: "it is not copied")


def commands() -> list[str]:
    part = PAGE.read_text().partition(f"\n### {POSTGRESQL}\n")[2].partition("\n### ")[0]
    return [
        textwrap.dedent(block) for block in re.findall(r"^\n((?: {4,}\S.*\n)+)", part, re.MULTILINE)
    ]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[Cluster, Elsewhere]]:
    """A PostgreSQL, and the machine beside it."""
    folder = Path("/dev/shm") / f"{tmp_path.name}-{os.getpid()}"
    folder.mkdir(mode=0o755)
    with Cluster() as cluster:
        primary = f"host=127.0.0.1 port={cluster.port} user=postgres"
        other = Elsewhere(folder, primary)
        try:
            yield cluster, other
        finally:
            if (folder / "data" / "postmaster.pid").exists():
                other.run(f"{PROGRAMS}/pg_ctl stop --mode=immediate --pgdata={STATE}/data")
            shutil.rmtree(folder)


def test_it_is_there_after_a_fire(elsewhere: tuple[Cluster, Elsewhere], tmp_path: Path) -> None:
    cluster, other = elsewhere
    url = cluster.create("companion")
    with closing(Store(url)) as store:
        phone = store.phones.remember("secret")
        game = store.games.start(phone, "the-game", {}, ["Ann", "Ben"])
        _, folders, slot, start, base, fire = commands()
        other.run_as_root(folders)
        other.run(slot)
        assert f"systemctl enable --now {UNIT.stem}" in start
        with other.copying():
            other.run(base)
            for number in range(10):
                enter(store, phone, game, f"{number}")
            switch(url)
            before_base = other.copied()
            other.run(base)
            assert not before_base & other.copied()
            for number in range(10, 20):
                enter(store, phone, game, f"{number}")
            epoch, before = store.database.epoch, data(url)
            until(lambda: is_copied(url), lambda: "it is not copied")
            cluster.stop("immediate")
    other.run(fire)
    until(other.answers, lambda: (other.folder / "log").read_text())
    restored = make_url(url).set(port=other.port).render_as_string()
    assert data(restored) == before
    backup.back_up(connections.address(restored), tmp_path / "copy.backup")
    new = database_url(tmp_path)
    restore.restore(tmp_path / "copy.backup", connections.address(new), tmp_path)
    assert data(new) == before
    with closing(Store(new)) as store:
        assert store.database.epoch != epoch


LITESTREAM = ROOT / "deploy" / "litestream.service"
CHECKOUT = "/opt/companion"
KEY = "k" * 32


def after_a_fire() -> list[list[str]]:
    part = PAGE.read_text().partition("\n### If the machine is lost\n")[2].partition("\n### ")[0]
    lines = re.sub(r" \\\n +", " ", part)
    return [line.split() for line in re.findall(r"^ {4}(\S.*)$", lines, re.MULTILINE)]


def litestream() -> list[str]:
    found = re.search(r"^ExecStart=(.+)$", LITESTREAM.read_text(), re.MULTILINE)
    assert found
    program, *words = shlex.split(found[1])
    return [
        str(BESIDE_PYTHON / Path(program).name),
        *(word.replace(CHECKOUT, str(ROOT)) for word in words),
    ]


@contextmanager
def replicating(environment: Mapping[str, str], replica: Path) -> Iterator[None]:
    """The command of the unit runs, and has copied what there was; it dies at the end."""
    with running(litestream(), environment):
        until(lambda: any(replica.rglob("*.ltx")), lambda: f"nothing is copied to {replica}")
        yield


def test_what_was_entered_is_there_after_a_fire(tmp_path: Path) -> None:
    """The page is followed to the letter, in folders of the test's own."""
    instance, replica = tmp_path / "companion", tmp_path / "elsewhere"
    environment = {"PATH": os.environ["PATH"], "INSTANCE": str(instance), "SECRET_KEY": KEY}
    environment["REPLICA"] = f"file://{replica}"
    with closing(Store(database_url(instance), KEY.encode())) as store:
        phone = store.phones.remember("secret")
        game = store.games.start(phone, "the-game", {}, ["Ann", "Ben"])
        with replicating(environment, replica):
            for number in range(20):
                enter(store, phone, game, f"{number}")
            until(lambda: copied(environment, tmp_path) == 20, lambda: "it is not copied")
        epoch = store.database.epoch
        before = everything(database_url(instance))
    shutil.rmtree(instance)
    instance.mkdir(mode=0o700)
    said = after_a_fire()
    assert [words[0] for words in said] == ["systemd-run", "companion", "companion"]
    for words in said:
        run([word.replace("/var/lib/companion", str(instance)) for word in words], environment)
    with closing(Store(database_url(instance), KEY.encode())) as store:
        assert store.database.epoch != epoch
    after = everything(database_url(instance))
    assert {**after, "eras": []} == {**before, "eras": []}


def run(words: list[str], environment: Mapping[str, str]) -> None:
    """Run a command of the page as it is meant there, as nobody else than the test."""
    if words[0] == "systemd-run":
        words = words[words.index(f"{CHECKOUT}/.venv/bin/litestream") :]
        words = [word.replace(f"{CHECKOUT}/.venv/bin", str(BESIDE_PYTHON)) for word in words]
        words = [word.replace(CHECKOUT, str(ROOT)) for word in words]
    else:
        words = [sys.executable, "-m", *words]
    done = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def copied(environment: Mapping[str, str], folder: Path) -> int:
    file = folder / "seen.sqlite3"
    program, _, *config = litestream()
    database = f"{environment['INSTANCE']}/companion.sqlite3"
    words = [program, "restore", *config, "-o", str(file), database]
    if subprocess.run(words, env=environment, capture_output=True, check=False).returncode:
        return 0
    with closing(sqlite3.connect(file)) as connection:
        [(entries,)] = connection.execute("SELECT count(*) FROM entries")
    file.unlink()
    return int(entries)
