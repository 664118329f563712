"""The database off the machine, as docs/deployment.md says it: copied while it is played on."""

import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.operations.settings import database_url
from companion.store.store import Store
from tests.deploy.installed import BESIDE_PYTHON, ROOT, until
from tests.deploy.litestream import CHECKOUT, Litestream
from tests.operations.test_move import enter, everything
from tests.store.tables import FACTS

pytestmark = pytest.mark.long

PAGE = ROOT / "docs" / "deployment.md"
KEY = "k" * 32


def commands() -> list[list[str]]:
    """What the page says to run after a fire, word by word."""
    part = PAGE.read_text().partition("\n### After a fire\n")[2].partition("\n### ")[0]
    lines = re.sub(r" \\\n +", " ", part)
    return [line.split() for line in re.findall(r"^ {4}(\S.*)$", lines, re.MULTILINE)]


def test_what_was_entered_is_there_after_a_fire(tmp_path: Path) -> None:
    """The page is followed to the letter, in folders of the test's own."""
    instance, replica = tmp_path / "companion", tmp_path / "elsewhere"
    litestream = Litestream(instance, replica)
    with closing(Store(database_url(instance), KEY.encode())) as store:
        phone = store.phones.remember("secret")
        game = store.games.start(phone, "the-game", {}, ["Ann", "Ben"])
        with litestream.replicating():
            for _ in range(20):
                enter(store, phone, game, FACTS)
            until(lambda: copied(litestream, tmp_path) == 20, lambda: "it is not copied")
        epoch = store.database.epoch
        before = everything(database_url(instance))
    shutil.rmtree(instance)
    instance.mkdir(mode=0o700)
    environment = litestream.environment | {"SECRET_KEY": KEY}
    said = commands()
    assert [words[0] for words in said] == ["sudo", "companion", "companion"]
    for words in said:
        here = [word.replace("/var/lib/companion", str(instance)) for word in words]
        run(here, environment)
    with closing(Store(database_url(instance), KEY.encode())) as store:
        assert store.database.epoch != epoch
    after = everything(database_url(instance))
    assert {**after, "eras": []} == {**before, "eras": []}


def run(words: list[str], environment: dict[str, str]) -> None:
    """Run a command of the page as it is meant there, as nobody else than the test."""
    if words[0] == "sudo":
        words = words[words.index(f"{CHECKOUT}/.venv/bin/litestream") :]
        words = [word.replace(f"{CHECKOUT}/.venv/bin", str(BESIDE_PYTHON)) for word in words]
        words = [word.replace(CHECKOUT, str(ROOT)) for word in words]
    else:
        words = [sys.executable, "-m", *words]
    done = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def copied(litestream: Litestream, folder: Path) -> int:
    """How many entries are in the copy by now."""
    file = folder / "seen.sqlite3"
    if not litestream.restore(file):
        return 0
    with closing(sqlite3.connect(file)) as connection:
        [(entries,)] = connection.execute("SELECT count(*) FROM entries")
    file.unlink()
    return int(entries)
