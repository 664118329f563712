"""The drill sees what it is there to see; its figures are for whoever runs it."""

import subprocess
import sys

import pytest

SMALL = ["--tables", "10", "--rate", "20", "--seconds", "2"]


def run(*asked: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.drills.live", *SMALL, *asked]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "entries in" in done.stdout, done.stderr
    return done.returncode, done.stdout


def test_all_phones_are_alike() -> None:
    assert "40 of 40 phones alike" in run()[1]


@pytest.mark.parametrize("build", ["deaf"])
def test_a_broken_build_is_seen(build: str) -> None:
    code, said = run("--broken", build)
    assert code == 1
    assert "40 of 40 phones alike" not in said
