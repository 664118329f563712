"""What each version kept is opened by this one: it replays alike, and is played on."""

import gzip
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.operations import move
from tests.support.client_phone import Phone
from tests.support.databases import on_both
from tests.support.own_app import open_app

ROOT = Path(__file__).parents[2]
FIXTURES = Path(__file__).with_name("upgrades")
RELEASED = re.compile(r"^## (\d+\.\d+\.\d+)", re.MULTILINE)
TABLE = "table.json"


@dataclass(frozen=True)
class Kept:
    """What one version kept of an evening; `seen` is what it showed of it."""

    version: str
    seen: Mapping[str, Any]

    @property
    def games(self) -> list[str]:
        """The address of each game, in the order in which they were played."""
        return list(self.seen["games"])

    @property
    def records(self) -> list[dict[str, Any]]:
        numbers = range(1, len(self.games) + 1)
        return [read_saved(self.seen["files"][f"{number}.json"]) for number in numbers]


def load(version: str) -> Kept:
    packed = FIXTURES / f"{version}.json.gz"
    return Kept(version, json.loads(gzip.decompress(packed.read_bytes())))


def read_saved(text: str) -> dict[str, Any]:
    """What was saved of a game or a table.

    Until version 0.5.0 it called somebody without a name after the seat.
    """
    saved: dict[str, Any] = json.loads(text)
    for game in saved.get("games", [saved]):
        seats = enumerate(game["players"], start=1)
        game["players"] = ["" if name == f"Player {seat}" else name for seat, name in seats]
    return saved


def known(app: Flask, secret: str) -> Phone:
    phone = Phone(app)
    phone.client.set_cookie("phone", secret)
    return phone


VERSIONS = sorted(
    (file.name[: -len(".json.gz")] for file in FIXTURES.glob("*.json.gz")),
    key=lambda version: [*map(int, version.split("."))],
)


@pytest.fixture(
    params=[
        pytest.param(version, marks=[pytest.mark.long] if version in VERSIONS[1:-1] else [])
        for version in VERSIONS
    ]
)
def kept(request: pytest.FixtureRequest) -> Kept:
    return load(request.param)


@pytest.fixture
def app(kept: Kept, database: str, tmp_path: Path) -> Iterator[Flask]:
    """This version on the data of that one, which has moved to PostgreSQL for one of the two."""
    file = tmp_path / "older.sqlite3"
    packed = FIXTURES / f"{kept.version}.sqlite3.gz"
    file.write_bytes(gzip.decompress(packed.read_bytes()))
    if database.startswith("sqlite"):
        database = f"sqlite:///{file}"
    else:
        before = file.read_bytes()
        move.move(file, database)
        assert file.read_bytes() == before
    given = {"DATABASE_URL": database, "SECRET_KEY": kept.seen["key"], "LIMITED": False}
    with open_app(tmp_path, **given) as made:
        yield made


def assert_holds(new: Any, old: Any, where: str) -> None:
    """Whatever was said before is said now too, and of lists nothing else."""
    match old:
        case dict():
            for name, said in old.items():
                assert_holds(new[name], said, f"{where}/{name}")
        case list():
            assert len(new) == len(old), where
            for number, (one, other) in enumerate(zip(new, old, strict=True)):
                assert_holds(one, other, f"{where}/{number}")
        case _:
            assert new == old, where


def test_every_version_but_the_newest_has_its_fixture() -> None:
    released = RELEASED.findall((ROOT / "CHANGELOG.md").read_text())
    assert len(released) > 1
    assert set(released[1:]) <= set(VERSIONS)


NEXT: Mapping[str, Mapping[str, Any]] = {
    "the-game": {"kind": "hand-corrected", "player": 0, "cards": 0},
    "one-brain": {"kind": "cards-corrected", "player": 0, "hand": 0, "domain": 0},
    "game-of-bluff": {"kind": "starter-chosen", "player": 0},
}
"""What can be entered at any time in a game that goes on."""


@on_both
def test_all_that_was_kept_is_still_there_and_everybody_plays_on(kept: Kept, app: Flask) -> None:
    host, *others = (known(app, secret) for secret in kept.seen["phones"])
    for game, before, entries in zip(kept.games, kept.records, kept.seen["entries"], strict=True):
        now = host.client.get(f"{game}record.json")
        assert_holds(now.json, before, game)
        assert host.opens(game).status == 200
        assert host.head == entries
    if saved := kept.seen["files"].get(TABLE):  # some versions could not do that yet
        now = host.client.get(f"{host_table(kept)}{TABLE}")
        assert_holds(now.json, read_saved(saved), TABLE)
    assert host.opens(f"{host_table(kept)}history").status == 200
    assert host.opens(f"{host_table(kept)}statistics").status == 200
    assert_nothing_differs(app)
    for link in kept.seen["links"]:
        late = Phone(app)
        assert late.opens(link).status == 200
        late.sends(link, {"csrf_token": late.token, "name": "Late"}, entry=False)
        assert late.opens(kept.games[0]).status == 200
    guest = others[0] if others else host
    for game in kept.games:
        host.game = guest.game = game
        host.opens(game)
        slug = host.record()["game"]
        host.takes_back(host.head)
        guest.opens(game)
        assert guest.enters(**NEXT[slug]).status == 200
        assert host.record()["entries"][-1] == NEXT[slug]
    for onlooker in others[1:]:
        onlooker.game = kept.games[0]
        assert onlooker.opens(onlooker.game).status == 200
    host.game = kept.games[0]
    host.starts(2, ["Ann", "Bèn"], table=host_table(kept).split("/")[2])
    assert host.plays(50, "up-1").status == 200
    assert_nothing_differs(app)


def host_table(kept: Kept) -> str:
    return "/".join(kept.games[0].split("/")[:3]) + "/"


def assert_nothing_differs(app: Flask) -> None:
    """Every log replays to what is kept of it, as `companion check` says."""
    said = app.test_cli_runner().invoke(args=["check"])
    assert said.exit_code == 0, said.output


def test_files_replay_as_they_did_and_are_taken_in(kept: Kept, tmp_path: Path) -> None:
    with open_app(tmp_path, SECRET_KEY="another key of another place", LIMITED=False) as app:
        for name, before in kept.seen["replays"].items():
            file = tmp_path / name
            file.write_text(kept.seen["files"][name])
            said = app.test_cli_runner().invoke(args=["replay", str(file)])
            assert said.exit_code == 0, said.output
            now = json.loads(said.output)
            assert_holds(now["state"], before["state"], name)
            assert [step["result"] for step in now["steps"]] == before["results"]
        for name, text in kept.seen["files"].items():
            saved = read_saved(text)
            assert_holds(read_in(app, name, text), saved.get("games", [saved]), name)


def read_in(app: Flask, name: str, text: str) -> list[Any]:
    """The games of the table that a phone of nobody gets of this file, oldest first."""
    phone = Phone(app)
    phone.opens("/import")
    file = (io.BytesIO(text.encode()), name)
    answer = phone.client.post("/import", data={"csrf_token": phone.token, "file": file})
    assert answer.status_code == 303, (name, answer.status_code)
    table = "/".join(str(answer.location).partition("?")[0].split("/")[:3])
    return list(phone.client.get(f"{table}/{TABLE}").json["games"])
