"""A PostgreSQL server of the tests' own: made on entering, gone without a trace on leaving."""

import os
import pwd
import random
import shutil
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import LiteralString, Self

import psycopg
from psycopg import sql

MEMORY = Path("/dev/shm")
ROOM = 2**30  # bytes that there have to be for a cluster in memory


class Cluster:
    """A throwaway cluster on a free loopback port, for `with Cluster() as cluster`.

    `durable` keeps fsync on, for drills about what a crash leaves. The server's programs are looked
    for in POSTGRES_BIN, on PATH and where Debian puts them; RuntimeError when they are nowhere.
    """

    def __init__(self, *, durable: bool = False) -> None:
        self.binaries = find_binaries()
        self.durable = durable
        self.port = 0
        self._folder = Path()

    def __enter__(self) -> Self:
        self._folder = Path(tempfile.mkdtemp(prefix="companion-postgres-", dir=self._where()))
        self._owner = owner()
        if self._owner is not None:
            shutil.chown(self._folder, self._owner)
        try:
            self._run(
                "initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8",
                "--locale=C.UTF-8", "--no-sync", f"--pgdata={self.data}",
            )  # fmt: skip
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_up:
            self.stop("immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def data(self) -> Path:
        return self._folder / "data"

    @property
    def is_up(self) -> bool:
        """Whether nobody has stopped it."""
        return (self.data / "postmaster.pid").exists()

    def start(self) -> None:
        """The server answers: at first on a free port, after a `stop` on the same one."""
        self.port = self.port or free_port()
        settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=''"]
        if not self.durable:
            # Not synchronous_commit: what was committed must outlive the server's process.
            settings += ["fsync=off", "full_page_writes=off"]
        options = " ".join([f"-p {self.port}", *(f"-c {setting}" for setting in settings)])
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", str(self.data), "-l", log, "-o", options)

    def stop(self, mode: str = "fast") -> None:
        """The server is down: 'smart', 'fast', or 'immediate' as if it had crashed."""
        self._run("pg_ctl", "stop", "-w", "-D", str(self.data), "-m", mode)

    def create(self, database: str, template: str = "template1") -> str:
        """Create the database of this name as a copy of `template`, empty by default; its URL."""
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}" + self._strategy())
        self._ask(statement.format(sql.Identifier(database), sql.Identifier(template)))
        return self.url(database)

    def drop(self, database: str) -> None:
        """No database of this name is left, whoever was connected to it."""
        statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        self._ask(statement.format(sql.Identifier(database)))

    def url(self, database: str = "postgres") -> str:
        """The address of a database of this cluster, as SQLAlchemy wants it."""
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/{database}"

    def _where(self) -> Path | None:
        """In memory where there is room and nothing is about disks; else where files usually go."""
        has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
        return MEMORY if has_room and not self.durable else None

    def _strategy(self) -> LiteralString:
        """To copy files is quicker than to log each page, and until version 14 the only way."""
        return " STRATEGY FILE_COPY" if int((self.data / "PG_VERSION").read_text()) > 14 else ""

    def _ask(self, statement: sql.Composed) -> None:
        server = f"host=127.0.0.1 port={self.port} user=postgres dbname=postgres"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(statement)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.binaries / program), *arguments]
        if self._owner is not None:
            command = ["setpriv", f"--reuid={self._owner}", "--clear-groups", "--", *command]
        # Files, not pipes: the server that pg_ctl leaves running would hold a pipe open for ever.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, cwd=self._folder,
                env=clean_environment(),
            )  # fmt: skip
            said.seek(0)
            if done.returncode:
                raise RuntimeError(f"{program} failed: {said.read().decode(errors='replace')}")


def find_binaries() -> Path:
    """The folder with initdb and pg_ctl, the newest version's where there are several."""
    given = os.environ.get("POSTGRES_BIN")
    known = (given and f"{given}/initdb", shutil.which("initdb"))  # perhaps links to where all are
    folders = [Path(each).resolve().parent for each in known if each]
    installed = Path("/usr/lib/postgresql").glob("*/bin")
    folders += sorted(installed, key=lambda folder: float(folder.parent.name), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    raise RuntimeError("no initdb and pg_ctl found: install postgresql, or set POSTGRES_BIN")


def owner() -> str | None:
    """Whom to run the server as: PostgreSQL refuses root. None: as whoever we are."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def clean_environment() -> dict[str, str]:
    """Ours, without what would send PostgreSQL's programs elsewhere: PGPORT, PGDATA and so on."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}


def free_port() -> int:
    """A port below those that systems give to whoever asks for any: nobody takes it meanwhile."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no free port found")
