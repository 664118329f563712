"""Records: what they hold, the worked ones that replay exactly, and what is none."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.replay import Result
from companion.files.record import (
    FORMAT,
    NotARecord,
    Record,
    decode,
    encode,
    entries_of,
    replay_command,
    report,
)
from companion.games import GAMES
from companion.games.game import Game
from tests.games.the_game.telling import depth, end, laid, play, sure, turn
from tests.support.entry_strategies import JUNK
from tests.support.submitted_log import Book

GAME = GAMES["the-game"]
RECORD: dict[str, Any] = {"format": FORMAT, "game": GAME.slug, "players": ["Ann"], "entries": []}
GOOD = json.dumps(RECORD).encode()
NAMES = st.text(st.characters(exclude_categories=()), max_size=24)  # lone surrogates included


VALUES = {option.name: st.sampled_from(option.values) for option in GAME.rules.options}
OPTIONS = st.fixed_dictionaries({}, optional=VALUES)


@given(st.lists(NAMES, min_size=1, max_size=5), OPTIONS, st.lists(JUNK, max_size=5))
def test_it_comes_back(players: list[str], options: dict[str, object], entries: list[Any]) -> None:
    setup = GAME.rules.setup(players, options)
    document = {"format": FORMAT, "game": GAME.slug, "players": players, "options": options}
    bare = decode(json.dumps({**document, "entries": entries}))
    assert (bare.game, bare.setup, list(bare.entries)) == (GAME, setup, entries)
    facts = [each for each in entries if isinstance(each, dict)]
    text = encode(GAME, setup, facts)
    record = decode(text)
    assert (record.game, record.setup, list(record.entries)) == (GAME, setup, facts)
    assert encode(record.game, record.setup, facts) == text


@given(JUNK, st.text())
def test_any_other_document_or_text_is_no_record(document: object, text: str) -> None:
    for said in (json.dumps(document), text):
        with pytest.raises(NotARecord):
            decode(said)


def test_it_is_said_why_a_text_is_no_record() -> None:
    for document, why in (
        (float("nan"), "not JSON: NaN is no JSON number"),
        ([], "not a record: a record is a JSON object"),
        (RECORD | {"format": "x/2"}, f"unknown format 'x/2': expected {FORMAT!r}"),
        (RECORD | {"game": "chess"}, "unknown game 'chess'"),
        (RECORD | {"players": ["Ann", 1]}, "players is not a list of names"),
        (RECORD | {"options": []}, "options is not an object"),
        (RECORD | {"entries": {}}, "entries is not a list"),
    ):
        with pytest.raises(NotARecord) as error:
            decode(json.dumps(document))
        assert str(error.value) == why


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_record_holds_what_record_md_names_and_nothing_else(game: Game[Any, Any]) -> None:
    setup = game.rules.setup(["Ann"] * game.rules.seats[-1], {})
    document = json.loads(encode(game, setup, [{"kind": "turn-ended"}]))
    assert document == {
        "format": "companion-record/1",
        "game": game.slug,
        "players": ["Ann"] * game.rules.seats[-1],
        "options": {each.name: each.default for each in game.rules.options if not each.newer},
        "entries": [{"kind": "turn-ended"}],
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_switches_of_the_app_are_no_rules_and_in_no_record(game: Game[Any, Any]) -> None:
    assert not {option.name for option in game.rules.options} & set(game.pages.helps)
    for name in game.pages.helps:
        with pytest.raises(ValueError, match=name):
            game.rules.setup(["Ann"] * game.rules.seats[0], {name: True})


def test_a_whole_turn_is_spelled_out_and_a_note_left_out() -> None:
    book = Book(turn(2), depth("turns"), sure(turn(1)), turn(7), play(40, "up-1"), turn(1))
    book.writes(turn(9))
    record = json.loads(encode(GAME, book.setup, entries_of(GAME, book.story)))
    bare = [{name: each[name] for name in each if name != "at"} for each in record["entries"]]
    assert bare == [
        laid(2),
        end(),
        laid(1),
        sure(end()),
        laid(7),  # the whole hand ends its turn itself
        play(40, "up-1"),
        laid(1),
        end(),
        {**laid(9), "refused": True},
    ]
    assert len({each["at"] for each in record["entries"]}) == 1


def test_where_every_card_is_needed_a_whole_turn_is_one_entry_and_no_file_says_one() -> None:
    book = Book(extreme=True)
    book.writes(turn(2))
    [entry] = entries_of(GAME, book.story)
    assert {name: entry[name] for name in entry if name != "at"} == {**laid(2), "refused": True}
    setup = GAME.rules.setup(["Zoë"], {})
    assert '"Zoë"' in encode(GAME, setup, [])
    for facts in (turn(2), depth("turns")):
        assert Record(GAME, setup, (facts,)).replay().last.result is Result.UNREADABLE


CASES = Path(__file__).parents[1] / "cases"
CASE_NAMES = sorted(path.stem for path in CASES.glob("*.json"))
STATE_KEYS = {
    "the-game": "tops draw_pile hands played left turn active outcome flags",
    "game-of-bluff": "round starter totals rounds limit to_limit countdown leaders outcome flags",
    "one-brain": "limit columns hands domains draw_pile discarded turn late_draw must_draw "
    "outcome flags",
}


def case(name: str) -> dict[str, Any]:
    return json.loads((CASES / f"{name}.json").read_text())


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
    variants = {name.split("-")[0] for name in CASE_NAMES}
    assert variants >= {"the", "extreme", "on", "bluff", "one", "light"}


@pytest.mark.parametrize("name", CASE_NAMES)
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


def invoke(content: bytes | None, file: Path) -> tuple[int, str, str]:
    """The exit status of the replay command on a file of these bytes, and what it printed."""
    if content is not None:
        file.write_bytes(content)
    done = CliRunner().invoke(replay_command, [str(file)])
    return done.exit_code, done.stdout, done.stderr


def test_what_is_no_record_is_status_2_and_one_line(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")  # into which nobody writes
    file = tmp_path / "record.json"
    wrong: tuple[tuple[bytes | None, Path, str], ...] = (
        (None, tmp_path / "missing.json", ""),
        (None, tmp_path, ""),
        (None, pipe, "is a pipe"),
        (GOOD[:-1], file, "not JSON"),
        (GOOD.replace(b"Ann", b"\xff"), file, ""),
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
