"""The Python of browsers draws the same boards as that of servers, byte for byte.

Both are given the same mirrors of games, those of all shared cases, each in another language than
the one before, and the last entry of each as a form that waits.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from companion.engine.log import Written
from companion.engine.table import Person, StoredGame
from companion.files.mirror import Mirror, encode
from companion.files.record import Record, decode
from companion.local import asking
from companion.local.asking import LocalApp
from companion.web.static.packages import Package
from tests.support.local_app_package import NodePhone, started
from tests.support.random_logs import MADE_AT
from tests.web.anything import LOT

LANGUAGES = ("en", "de", "fr", "nl")
CASES = sorted(Path(__file__).parents[1].glob("cases/*.json"))


@pytest.fixture(scope="module")
def restored(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodePhone]:
    """The local app in the Python of browsers, from the snapshot of one that had started."""
    with started(package, tmp_path_factory.mktemp("restored"), restored=True) as phone:
        yield phone


def compare(here: LocalApp, there: NodePhone, address: str, waiting: list[dict[str, str]]) -> None:
    """Both show the same of the game at this address. Raises AssertionError."""
    for asked in ([], waiting):
        said = json.dumps({"game": address, "waiting": asked})
        own: dict[str, Any] = json.loads(here.show(said))
        other: dict[str, Any] = json.loads(there.ask("show", said))
        pages = [(own.pop("html"), other.pop("html"))]
        assert own == other
        if not asked:  # it says when something was entered
            pages.append((here.read(f"{address}log"), there.ask("read", f"{address}log")))
        for ours, theirs in pages:
            assert LOT.sub("lot", ours) == LOT.sub("lot", theirs), address


def mirror_of(record: Record, game_id: str) -> Mirror:
    """All of this record but its last entry, as a phone has it."""
    log = tuple(
        Written(place, f"id-{place}", "phone", MADE_AT + timedelta(seconds=place), place - 1,
                dict(facts))
        for place, facts in enumerate(record.entries[:-1], 1)
    )  # fmt: skip
    game, setup = record.game, record.setup
    people = tuple(Person(f"person-{seat}", name) for seat, name in enumerate(setup.players))
    stored = StoredGame(game_id, "table", game.slug, dict(setup.options), people, MADE_AT, log)
    return Mirror("this one", "epoch", replace(stored, phones={"phone": "Ann", "this one": ""}), 1)


def waiting(record: Record) -> list[dict[str, str]]:
    """Its last entry as a form says it."""
    if not record.entries:
        return []
    facts = record.entries[-1]
    form = record.game.pages.find_form(str(facts["kind"]))
    assert form
    said = {name: str(value) for name, value in form.fields(facts).items() if value is not None}
    return [{**said, "seen": str(len(record.entries) - 1), "id": "waits"}]


@pytest.mark.long
def test_the_shared_cases_look_the_same(restored: NodePhone) -> None:
    here = asking.start()
    for case, language in zip(CASES, cycle(LANGUAGES)):
        record = decode(json.dumps(json.loads(case.read_text())["record"]))
        told = json.dumps({**encode(mirror_of(record, case.stem)), "language": language})
        here.put(told)
        restored.ask("put", told)
        compare(here, restored, f"/t/table/{case.stem}/", waiting(record))
