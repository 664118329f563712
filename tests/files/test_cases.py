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
    "the-game": {
        "tops", "draw_pile", "hands", "played", "left", "turn", "active", "outcome", "flags",
    },
    "game-of-bluff": {
        "round", "starter", "totals", "rounds", "limit", "to_limit", "countdown", "leaders",
        "outcome", "flags",
    },
    "one-brain": {
        "limit", "columns", "hands", "domains", "draw_pile", "discarded", "turn", "late_draw",
        "must_draw", "outcome", "flags",
    },
}  # fmt: skip


def case(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text())
    return read


def contract(state: dict[str, Any], game: str) -> dict[str, Any]:
    """A STATE of this game without the extra keys that an app may add."""
    return {key: value for key, value in state.items() if key in STATE_KEYS[game]}


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
    for read in map(case, NAMES):
        assert read["state"].keys() == STATE_KEYS[read["record"]["game"]]


@pytest.mark.parametrize("name", NAMES)
def test_a_case_replays_exactly(name: str) -> None:
    expected = case(name)
    told = report(decode(json.dumps(expected["record"])))
    assert_replays(json.loads(json.dumps(told)), expected)


def flask(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the app's own command in an environment without any setting."""
    return subprocess.run(
        [sys.executable, "-m", "flask", "--app", "companion", *arguments],
        cwd=CASES.parents[1],
        env={"PATH": os.environ["PATH"], "LANG": "C"},
        capture_output=True,
        text=True,
        **options,
    )


@pytest.mark.parametrize("name", ["the-game-slips", "extreme-last-card-skull", "on-fire-open"])
def test_the_command_prints_one_json_document(name: str, tmp_path: Path) -> None:
    expected = case(name)
    status, said, error = invoke(json.dumps(expected["record"]).encode(), tmp_path)
    assert (status, error) == (0, "")
    assert_replays(json.loads(said), expected)


@pytest.mark.heavy
def test_the_command_reads_standard_input() -> None:
    expected = case("the-game-tricks")
    done = flask("replay", "-", input=json.dumps(expected["record"]))
    assert (done.returncode, done.stderr) == (0, "")
    assert_replays(json.loads(done.stdout), expected)


@pytest.mark.heavy
def test_the_command_fails_as_its_shell_sees_it(tmp_path: Path) -> None:
    done = flask("replay", str(tmp_path / "missing.json"))
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def test_a_pipe_that_nobody_writes_into_is_refused(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    done = CliRunner().invoke(replay_command, [str(pipe)])
    assert (done.exit_code, "is a pipe" in done.stderr) == (2, True)


RECORD: dict[str, Any] = {
    "format": "companion-record/1",
    "game": "the-game",
    "players": ["Ann", "Ben"],
    "options": {},
    "entries": [],
}


def invoke(content: bytes, tmp_path: Path) -> tuple[int, str, str]:
    """The exit status of the replay command on a file of these bytes, and what it printed."""
    file = tmp_path / "record.json"
    file.write_bytes(content)
    done = CliRunner().invoke(replay_command, [str(file)])
    return done.exit_code, done.stdout, done.stderr


def refused(sentence: str, says: str, **changed: object) -> Any:
    return pytest.param(json.dumps({**RECORD, **changed}).encode(), says, id=sentence)


def lacking(key: str, says: str) -> Any:
    rest = {name: value for name, value in RECORD.items() if name != key}
    return pytest.param(json.dumps(rest).encode(), says, id=f"{key} missing")


def raw(sentence: str, content: bytes, says: str) -> Any:
    return pytest.param(content, says, id=sentence)


def with_entries(entries: str) -> bytes:
    return json.dumps(RECORD).replace('"entries": []', f'"entries": {entries}').encode()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        raw("nothing at all", b"", "not JSON"),
        raw("no JSON", b"hello", "not JSON"),
        raw("cut off", json.dumps(RECORD).encode()[:-1], "not JSON"),
        raw("two documents", b"{}\n{}", "not JSON"),
        raw("bytes that are no UTF-8", json.dumps(RECORD).encode().replace(b"Ann", b"\xff"), ""),
        raw("UTF-16", json.dumps(RECORD).encode("utf-16"), ""),
        raw("NaN in an entry", with_entries('[{"kind": "turn-ended", "at": NaN}]'), "NaN"),
        raw("Infinity in an entry", with_entries('[{"at": Infinity}]'), "Infinity"),
        raw("minus Infinity in an entry", with_entries("[-Infinity]"), "Infinity"),
        raw("deeper than can be read", with_entries("[" * 100_000 + "]" * 100_000), "not JSON"),
        raw("a list", b"[]", "object"),
        raw("null", b"null", "object"),
        raw("a word", b'"companion-record/1"', "object"),
        refused("an unknown format", "format", format="companion-record/2"),
        refused("a format that is a list", "format", format=["companion-record/1"]),
        lacking("format", "format"),
        refused("an unknown game", "game", game="chess"),
        refused("a game that is an object", "game", game={}),
        refused("the name of a game instead of its slug", "game", game="The Game"),
        lacking("game", "game"),
        refused("nobody sits there", "not 0", players=[]),
        refused("six players", "not 6", players=list("abcdef")),
        refused("players that are a word", "players", players="Ann"),
        refused("players that are no words", "players", players=["Ann", 2]),
        refused("a player that is null", "players", players=["Ann", None]),
        refused("players that are an object", "players", players={"Ann": 1}),
        refused("players that are null", "players", players=None),
        lacking("players", "players"),
        refused("an unknown option", "level", options={"level": "expert"}),
        refused("an option of the app only", "aids", options={"aids": True}),
        refused("an option that is 1, not true", "expert", options={"expert": 1}),
        refused("an option that is 0, not false", "expert", options={"expert": 0}),
        refused("an option that is a word, not true", "extreme", options={"extreme": "true"}),
        refused("an unknown ruling", "same_pile", options={"same_pile": "hard"}),
        refused("a ruling that is a list", "same_pile", options={"same_pile": ["soft"]}),
        refused("options that are a list", "options", options=[]),
        refused("options that are false", "options", options=False),
        refused("entries that are an object", "entries", entries={}),
        refused("entries that are a word", "entries", entries="turn-ended"),
        refused("entries that are null", "entries", entries=None),
        lacking("entries", "entries"),
    ],
)
def test_what_is_no_record_is_status_2_and_one_line(
    content: bytes, says: str, tmp_path: Path
) -> None:
    status, printed, why = invoke(content, tmp_path)
    assert (status, printed) == (2, "")
    assert len(why.splitlines()) == 1
    assert says in why


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_status_2(name: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(replay_command, [str(tmp_path / name)])
    assert (done.exit_code, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def readable(sentence: str, **changed: object) -> Any:
    return pytest.param(json.dumps({**RECORD, **changed}).encode(), id=sentence)


@pytest.mark.parametrize(
    "content",
    [
        readable("options that are null", options=None),
        readable("an option that is null", options={"expert": None}),
        readable("further keys", made="yesterday"),
        readable("names in any script", players=["Zoë", "张伟", "\ud800"]),
        readable("entries that are no objects", entries=[1, None, [], "x", True, 1.5, {}]),
        pytest.param(b"\xef\xbb\xbf" + json.dumps(RECORD).encode(), id="a byte order mark"),
    ],
)
def test_what_is_a_record_is_status_0(content: bytes, tmp_path: Path) -> None:
    status, printed, why = invoke(content, tmp_path)
    assert (status, why) == (0, "")
    assert json.loads(printed).keys() == {"steps", "state"}
