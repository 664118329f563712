"""The Python of browsers draws the same boards as that of servers, byte for byte.

Both are given the same mirrors of games, random ones and all shared cases, and the same forms that
wait in them. Each game is in another language than the one before.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import local
from companion.engine.log import Written
from companion.engine.setup import Setup
from companion.engine.table import Person, StoredGame
from companion.files.mirror import Mirror, encode
from companion.files.record import decode
from companion.games import GAMES
from companion.games.game import Game
from companion.local.asking import LocalApp
from companion.web.packages import Package
from tests.support.local_app_package import NodePhone, started
from tests.support.random_examples import choose
from tests.support.random_logs import MADE_AT, NAMES, plays_of, told
from tests.web.anything import LOT

COUNT = choose(few=25, many=40, deep=2_000)  # logs of each game
LANGUAGES = ("en", "de", "fr", "nl")
ACTS = (["enter"] * 4) + ["back", "change", "insert"]
ADDRESS = "/t/table/{}/"
SHEETS = ("log", "record.json", "set-up")  # of which one is opened as well
CASES = sorted(Path(__file__).parents[1].glob("cases/*.json"))


@dataclass(frozen=True)
class Asked:
    """A mirror, and what is asked of the local app that has it."""

    mirror: Mirror
    language: str
    waiting: tuple[dict[str, str], ...] = ()
    sheet: str = ""

    @property
    def address(self) -> str:
        return ADDRESS.format(self.mirror.game.id)

    @property
    def show(self) -> str:
        """What `LocalApp.show` is given."""
        return json.dumps({"game": self.address, "waiting": self.waiting})


@pytest.fixture(scope="module")
def here() -> LocalApp:
    """The local app in the Python of these tests."""
    return local.start()


@pytest.fixture(scope="module")
def there(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodePhone]:
    """The local app in the Python of browsers."""
    with started(package, tmp_path_factory.mktemp("phone")) as phone:
        yield phone


@pytest.fixture(scope="module")
def restored(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodePhone]:
    """The local app in the Python of browsers, from the snapshot of one that had started."""
    with started(package, tmp_path_factory.mktemp("restored"), restored=True) as phone:
        yield phone


def compare(here: LocalApp, there: NodePhone, asked: Asked) -> None:
    """Both show the same. Raises AssertionError."""
    mirror = json.dumps({**encode(asked.mirror), "language": asked.language})
    here.put(mirror)
    there.ask("put", mirror)
    other: dict[str, Any] = json.loads(there.ask("show", asked.show))
    own: dict[str, Any] = json.loads(here.show(asked.show))
    pages = [(own.pop("html"), other.pop("html"))]
    assert own == other
    if asked.sheet:
        address = asked.address + asked.sheet
        pages.append((here.read(address), there.ask("read", address)))
    for ours, theirs in pages:
        assert LOT.sub("lot", ours) == LOT.sub("lot", theirs), asked


def games(game: Game[Any, Any], count: int) -> Iterator[Asked]:
    """So many random logs of this game, with up to two entries waiting in each."""
    random, languages = Random(25), cycle(LANGUAGES)
    for number in range(count):
        setup = make_setup(game, random)
        facts = plays_of(game).make_entry
        acts = [
            (random.choice(ACTS), {**facts(setup, random), "confirmed": True},
             random.randint(0, 60), random.randint(0, 900_000))
            for _ in range(random.randint(5, 30))
        ]  # fmt: skip
        log = told(game, setup, acts).log
        waiting = [make_form(game, setup, len(log), random) for _ in range(random.randint(0, 2))]
        forms = tuple({**form, "id": f"waits-{at}"} for at, form in enumerate(waiting))
        sheet = "" if forms else random.choice(SHEETS)  # which say when something was entered
        made = f"{game.slug}-{number}"
        yield Asked(mirror_of(game, setup, log, made), next(languages), forms, sheet)


def make_setup(game: Game[Any, Any], random: Random) -> Setup:
    names = NAMES[: random.choice([seats for seats in game.rules.seats if seats <= len(NAMES)])]
    options = {each.name: random.choice(each.values) for each in game.rules.options}
    try:
        return game.rules.setup(names, options)
    except ValueError:  # the options do not go together with so many
        return game.rules.setup(names, {})


def make_form(game: Game[Any, Any], setup: Setup, head: int, random: Random) -> dict[str, str]:
    """An entry of any kind as a form says it, sure of itself or not."""
    facts = plays_of(game).make_entry(setup, random)
    form = game.pages.find_form(str(facts["kind"]))
    assert form
    said = {name: str(value) for name, value in form.fields(facts).items() if value is not None}
    sure = {"confirmed": "1"} if random.random() < 0.5 else {}
    return {**said, **sure, "seen": str(head)}


def mirror_of(game: Game[Any, Any], setup: Setup, log: tuple[Written, ...], game_id: str) -> Mirror:
    people = tuple(Person(f"person-{seat}", name) for seat, name in enumerate(setup.players))
    stored = StoredGame(game_id, "table", game.slug, dict(setup.options), people, MADE_AT, log)
    return Mirror("this one", "epoch", replace(stored, phones={"phone": "Ann", "this one": ""}), 1)


@pytest.mark.long
@pytest.mark.parametrize("slug", GAMES)
def test_random_games_look_the_same(here: LocalApp, there: NodePhone, slug: str) -> None:
    for asked in games(GAMES[slug], COUNT):
        compare(here, there, asked)


@pytest.mark.long
def test_the_shared_cases_look_the_same(here: LocalApp, restored: NodePhone) -> None:
    for case, language in zip(CASES, cycle(LANGUAGES)):
        record = decode(json.dumps(json.loads(case.read_text())["record"]))
        log = tuple(
            Written(place, f"id-{place}", "phone", MADE_AT + timedelta(seconds=place), place - 1,
                    dict(facts))
            for place, facts in enumerate(record.entries, 1)
        )  # fmt: skip
        mirror = mirror_of(record.game, record.setup, log, case.stem)
        compare(here, restored, Asked(mirror, language, sheet="log"))
