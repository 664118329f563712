"""Worked records replay exactly, in the app and by the command; what is no record says so."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.files.record import decode, replay_command, report

CASES = Path(__file__).parents[1] / "cases"
NAMES = sorted(path.stem for path in CASES.glob("*.json"))
STATE_KEYS = {
    "the-game": "tops draw_pile hands played left turn active outcome flags",
    "game-of-bluff": "round starter totals rounds limit to_limit countdown leaders outcome flags",
    "one-brain": "limit columns hands domains draw_pile discarded turn late_draw must_draw "
    "outcome flags",
}


def case(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text())
    return read


def contract(state: dict[str, Any], game: str) -> dict[str, Any]:
    """A STATE of this game without the extra keys that an app may add."""
    return {key: state[key] for key in STATE_KEYS[game].split()}


def assert_replays(told: dict[str, Any], expected: dict[str, Any]) -> None:
    game = expected["record"]["game"]
    assert [(step["result"], step["rules"]) for step in told["steps"]] == [
        (step["result"], step["rules"]) for step in expected["steps"]
    ]
    for number, (step, wanted) in enumerate(zip(told["steps"], expected["steps"], strict=True)):
        assert contract(step["state"], game) == wanted["state"], f"after entry {number}"
    assert contract(told["state"], game) == expected["state"]


def test_there_are_cases_of_every_variant() -> None:
    variants = {name.split("-")[0] for name in NAMES}
    assert variants >= {"the", "extreme", "on", "bluff", "one", "light"}


@pytest.mark.parametrize("name", NAMES)
def test_a_case_replays_exactly(name: str) -> None:
    expected = case(name)
    told = report(decode(json.dumps(expected["record"])))
    assert_replays(json.loads(json.dumps(told)), expected)


def replays(*arguments: str, **options: Any) -> tuple[int, str, str]:
    """The app's own command in an environment without any setting: its status, what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "companion", "replay", *arguments],
        cwd=CASES.parents[1], env={"PATH": os.environ["PATH"], "LANG": "C"},
        capture_output=True, text=True, check=False, **options,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.program
def test_the_command_reads_standard_input_and_fails_as_its_shell_sees_it(tmp_path: Path) -> None:
    expected = case("the-game-tricks")
    status, said, error = replays("-", input=json.dumps(expected["record"]))
    assert (status, error) == (0, "")
    assert_replays(json.loads(said), expected)
    status, said, error = replays(str(tmp_path / "missing.json"))
    assert (status, said, len(error.splitlines())) == (2, "", 1)


RECORD: dict[str, Any] = {
    "format": "companion-record/1",
    "game": "the-game",
    "players": ["Ann", "Ben"],
    "options": {},
    "entries": [],
}
GOOD = json.dumps(RECORD).encode()


def invoke(content: bytes | None, file: Path) -> tuple[int, str, str]:
    """The exit status of the replay command on a file of these bytes, and what it printed."""
    if content is not None:
        file.write_bytes(content)
    done = CliRunner().invoke(replay_command, [str(file)])
    return done.exit_code, done.stdout, done.stderr


def test_what_is_no_record_is_status_2_and_one_line(tmp_path: Path) -> None:
    """What else is none is shown of the function behind it, in test_record.py."""
    os.mkfifo(pipe := tmp_path / "pipe")  # into which nobody writes
    file = tmp_path / "record.json"
    wrong: tuple[tuple[bytes | None, Path, str], ...] = (
        (None, tmp_path / "missing.json", ""),
        (None, tmp_path, ""),
        (None, pipe, "is a pipe"),
        (GOOD[:-1], file, "not JSON"),
        (GOOD.replace(b"Ann", b"\xff"), file, ""),
        (GOOD.decode().encode("utf-16"), file, ""),
        (GOOD.replace(b"[]", b"[NaN]"), file, "NaN"),
        (GOOD.replace(b"[]", b"[" * 100_000 + b"]" * 100_000), file, "not JSON"),
        (json.dumps({**RECORD, "options": {"aids": True}}).encode(), file, "aids"),
    )
    for content, place, says in wrong:
        status, printed, why = invoke(content, place)
        assert (status, printed, len(why.splitlines())) == (2, "", 1), content
        assert says in why
    for more in ({}, {"options": None}, {"made": "now"}, {"players": ["张伟", "\ud800"]}):
        right = b"\xef\xbb\xbf" * (not more) + json.dumps({**RECORD, **more}).encode()
        status, printed, why = invoke(right, file)
        assert (status, why, json.loads(printed).keys()) == (0, "", {"steps", "state"}), more
