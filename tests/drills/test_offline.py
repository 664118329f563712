"""The drill over a bad line passes, and sees a queue that trusts it; its figures are for others."""

import subprocess
import sys

import pytest

from tests.drills.pages import BROKEN


def run(entries: int, *asked: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.drills.offline", "--entries", str(entries), *asked]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f"{entries} entries" in done.stdout, done.stderr
    return done.returncode, done.stdout


def test_nothing_is_lost_or_doubled() -> None:
    code, said = run(60)
    assert "0 lost, 0 doubled, 0 waiting\n4 of 4 phones in their own order" in said
    assert code == 0


@pytest.mark.parametrize("build", BROKEN)
def test_a_broken_queue_is_seen(build: str) -> None:
    code, said = run(60, "--broken", build, "--seed", "6")  # it lies early, under any load
    assert code == 1
    assert "0 lost, 0 doubled" not in said
