"""PostgreSQL off the machine, as docs/deployment.md says it: copied while it is played on."""

import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from companion.operations import backup, restore
from companion.operations.settings import database_url
from companion.store import connections
from companion.store.store import Store
from tests.deploy.installed import PATIENCE, ROOT, until
from tests.deploy.test_unit import EXPOSED, analyzed, judged
from tests.operations.test_backup import data
from tests.operations.test_move import enter
from tests.postgres import Cluster, clean_environment, find_binaries, free_port, owner
from tests.store.test_store import FACTS, connected

pytestmark = pytest.mark.long

UNIT = ROOT / "deploy" / "companion-wal.service"
PAGE = ROOT / "docs" / "deployment.md"
STATE, PROGRAMS = "/var/lib/companion-wal", "/usr/lib/postgresql/15/bin"
COPIED = text("SELECT flush_lsn >= pg_current_wal_flush_lsn() FROM pg_stat_replication")
FILES = ("postgresql-restored.conf", "postgresql-restored.hba", "companion-wal-base")


class Elsewhere:
    """The other machine, in a folder that belongs to whom PostgreSQL runs as."""

    def __init__(self, folder: Path, primary: str) -> None:
        self.folder, self.port = folder, free_port()
        self.environment = clean_environment() | {"PRIMARY": primary}
        changed = {"= 5433": f"= {self.port}", "scram-sha-256": "trust", STATE: str(folder)}
        changed |= {"/opt/companion/deploy": str(folder), PROGRAMS: str(find_binaries())}
        for name in FILES:
            said = (ROOT / "deploy" / name).read_text()
            for before, after in changed.items():
                said = said.replace(before, after)
            (folder / name).write_text(said)

    def words(self, line: str) -> list[str]:
        """This line of the page or the unit, as it is said here."""
        changed = {
            "$PRIMARY": self.environment["PRIMARY"],
            "${PRIMARY}": self.environment["PRIMARY"],
            PROGRAMS: str(find_binaries()),
            "/usr/bin/pg_receivewal": str(find_binaries() / "pg_receivewal"),
            STATE: str(self.folder),
            "/opt/companion/deploy": str(self.folder),
        }
        found = shlex.split(line)
        for before, after in changed.items():
            found = [word.replace(before, after) for word in found]
        user = owner()
        return [*(["setpriv", f"--reuid={user}", "--clear-groups", "--"] if user else []), *found]

    def run(self, line: str) -> None:
        subprocess.run(
            self.words(line), cwd=self.folder, env=self.environment, check=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def answers(self) -> bool:
        """Whether all that was copied is there again."""
        asked = [f"{find_binaries()}/pg_isready", "--host=127.0.0.1", f"--port={self.port}"]
        return subprocess.run(asked, stdout=subprocess.DEVNULL, check=False).returncode == 0

    def copied(self) -> set[str]:
        """The files that are copied whole."""
        return {file.name for file in (self.folder / "wal").iterdir() if not file.suffix}

    @contextmanager
    def copying(self) -> Iterator[None]:
        """The command of the unit runs."""
        (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(), re.MULTILINE)
        process = subprocess.Popen(
            self.words(line), cwd=self.folder, env=self.environment, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            yield
            assert process.poll() is None
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)


def is_copied(url: str) -> bool:
    """Whether all that this PostgreSQL has written is on the other machine."""
    with connected(url) as connection:
        return connection.execute(COPIED).scalar() is True


def switch(url: str) -> None:
    """PostgreSQL writes to another file from now on, and what it wrote before is copied."""
    with connected(url) as connection:
        connection.execute(text("SELECT pg_switch_wal()"))
    until(lambda: is_copied(url), lambda: "it is not copied")


def said(heading: str) -> list[str]:
    """The lines that the page says to run after this sentence."""
    part = PAGE.read_text().partition(heading)[2].lstrip("\n")
    return [line.strip() for line in part.partition("\n\n")[0].splitlines()]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[Cluster, Elsewhere]]:
    """A PostgreSQL, and the machine beside it."""
    folder = Path("/dev/shm") / f"{tmp_path.name}-{os.getpid()}"
    folder.mkdir(mode=0o755)
    with Cluster() as cluster:
        primary = f"host=127.0.0.1 port={cluster.port} user=postgres"
        other = Elsewhere(folder, primary)
        if user := owner():
            shutil.chown(folder, user)
        try:
            yield cluster, other
        finally:
            if (folder / "data" / "postmaster.pid").exists():
                other.run(f"{PROGRAMS}/pg_ctl stop --mode=immediate --pgdata={STATE}/data")
            shutil.rmtree(folder)


def test_what_was_entered_is_there_after_a_fire(
    elsewhere: tuple[Cluster, Elsewhere], tmp_path: Path
) -> None:
    cluster, other = elsewhere
    url = cluster.create("companion")
    with closing(Store(url)) as store:
        phone = store.phones.remember("secret")
        game = store.games.start(phone, "the-game", {}, ["Ann", "Ben"])
        folders, slot, base = said("with what `/etc/companion-wal.env` says:\n")
        other.run(folders)
        other.run(slot)
        with other.copying():
            other.run(base)
            for _ in range(10):
                enter(store, phone, game, FACTS)
            switch(url)
            before_base = other.copied()
            for line in said("with the same settings:\n"):
                other.run(line)
            assert not before_base & other.copied()
            for _ in range(10):
                enter(store, phone, game, FACTS)
            epoch, before = store.database.epoch, data(url)
            until(lambda: is_copied(url), lambda: "it is not copied")
            cluster.stop("immediate")
    for line in said("with `companion-wal` stopped:\n"):
        other.run(line)
    until(other.answers, lambda: (other.folder / "log").read_text())
    restored = make_url(url).set(port=other.port).render_as_string()
    assert data(restored) == before
    backup.back_up(connections.address(restored), tmp_path / "copy.backup")
    new = database_url(tmp_path)
    restore.restore(tmp_path / "copy.backup", connections.address(new), tmp_path)
    assert data(new) == before
    with closing(Store(new)) as store:
        assert store.database.epoch != epoch


def test_systemd_understands_the_unit_and_finds_little_to_misuse(tmp_path: Path) -> None:
    program = str(find_binaries() / "pg_receivewal")
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/usr/bin/pg_receivewal", program))
    assert analyzed("verify", str(unit)) == ""
    found = re.search(r"level for companion-wal.service: ([\d.]+)", judged(unit))
    assert found
    assert float(found[1]) < EXPOSED
