"""The database off the machine, as docs/deployment.md says it: copied while it is played on."""

import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.operations.settings import database_url
from companion.store.store import Store
from tests.deploy.installed import BESIDE_PYTHON, PATIENCE, ROOT, until
from tests.store.tables import enter, everything

pytestmark = pytest.mark.long

PAGE = ROOT / "docs" / "deployment.md"
UNIT = ROOT / "deploy" / "litestream.service"
CHECKOUT = "/opt/companion"
KEY = "k" * 32


def after_a_fire() -> list[list[str]]:
    """What the page says to run after a fire, word by word."""
    part = PAGE.read_text().partition("\n### If the machine is lost\n")[2].partition("\n### ")[0]
    lines = re.sub(r" \\\n +", " ", part)
    return [line.split() for line in re.findall(r"^ {4}(\S.*)$", lines, re.MULTILINE)]


def litestream() -> list[str]:
    found = re.search(r"^ExecStart=(.+)$", UNIT.read_text(), re.MULTILINE)
    assert found
    program, *words = shlex.split(found[1])
    return [
        str(BESIDE_PYTHON / Path(program).name),
        *(word.replace(CHECKOUT, str(ROOT)) for word in words),
    ]


@contextmanager
def replicating(environment: Mapping[str, str], replica: Path) -> Iterator[None]:
    """The command of the unit runs, and has copied what there was; it dies at the end."""
    process = subprocess.Popen(
        litestream(), env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until(lambda: any(replica.rglob("*.ltx")), lambda: f"nothing is copied to {replica}")
        yield
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)


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
