"""The tables of a phone come to what those of a server come to."""

import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from companion.files.record import decode, report
from companion.games.game import Game
from companion.web.entering import VERDICT
from tests.files.test_cases import NAMES as CASES
from tests.files.test_cases import case, contract
from tests.here import HerePhone, at
from tests.often import choose_depth, few_or_many
from tests.web.anything import LOT, TABLES, Evening
from tests.web.pages import Page

FEW, MANY = 12, choose_depth(80, deep=200)  # acts
ABOUT = {"change": "target", "before": "before"}
ID = re.compile(r"[\w-]{22,}")
MOMENT = re.compile(r' data-(?:moment|live|corrected)="[^"]*"')
TO_PHONES = re.compile(r'<a class="tool to-phones".*?</a>\s*', re.DOTALL)
LASTED = re.compile(r", \d+ min\b")
SHARED = re.compile(r'<div class="share">.*?</div>', re.DOTALL)


@pytest.mark.parametrize("name", CASES)
def test_a_shared_case_ends_as_it_should(phone: HerePhone, name: str) -> None:
    expected = case(name)
    record = decode(json.dumps(expected["record"]))
    game, setup = record.game, record.setup
    switches = game.pages.switches.fields(setup.options)
    given = {key: str(value) for key, value in switches.items() if value}
    names, tile = setup.players, game.tile(setup.options).slug
    page = phone.starts(len(names), names, tile=tile, given=given)
    assert page.status == 200, page.said
    places: dict[int, int] = {}
    for number, facts in enumerate(record.entries):
        recorded = enters(phone, game, facts)
        assert recorded == (expected["steps"][number]["result"] == "recorded"), facts
        places |= {number: len(places)} if recorded else {}
    ended = report(decode(json.dumps(phone.client.get(f"{phone.game}record.json").json)))
    flags = [{**flag, "entry": places[flag["entry"]]} for flag in expected["state"]["flags"]]
    state = json.loads(json.dumps(ended["state"]))
    assert contract(state, game.slug) == {**expected["state"], "flags": flags}


def enters(phone: HerePhone, game: Game[Any, Any], facts: Mapping[str, Any]) -> bool:
    """Whether this is recorded, about a line of the log or by itself."""
    about = {name: facts[key] for name, key in ABOUT.items() if key in facts and "facts" in facts}
    inner = facts.get("facts", facts)
    form = game.pages.find_form(str(inner["kind"]))
    assert form
    said = {name: value for name, value in form.fields(inner).items() if value is not None}
    sure = {"confirmed": "1"} if facts.get("confirmed") else {}
    more = {"seen": len(phone.store.games.find(phone.id, *at(phone)).log), "id": uuid4().hex}
    answer = phone.posts(f"{phone.game}entries", {**said, **about, **sure, **more}).answer
    return answer.headers[VERDICT].split(" ")[1] == "recorded"


class Beside(Evening):
    """An evening at a server and one on a phone, at which the same happens."""

    def __init__(self, app: Flask, phone: HerePhone, kind: str, random: Random) -> None:
        super().__init__(app, kind, random)
        tile, players, switches, given = TABLES[kind]
        names = [person.name for person in self.playing.stored.people]
        phone.scripts, self.here = True, phone
        phone.starts(players, names, tile=tile, given=given, **switches)
        self.phones = self.phones[:1]

    def renames(self) -> None:
        """The people of a table have other ids at another table."""

    def calls(self) -> None: ...

    def posts(self, facts: dict[str, Any], seen: int | None = None) -> None:
        """Both enter it, with the same answer. Raises AssertionError."""
        head = len(self.log) if seen is None else seen
        more = {"seen": head, "confirmed": "1", "id": f"act-{self.acts}"}
        said = {**self.fields(facts), **more}
        pages = [each.posts(f"{each.game}entries", said) for each in (self.phones[0], self.here)]
        at_server, here = pages
        assert at_server.answer.headers[VERDICT] == here.answer.headers[VERDICT]
        assert clean(at_server) == clean(here)


def clean(page: Page) -> str:
    """A page without what differs between a server and a phone, and between two tables."""
    text = page.answer.text
    for each in (LOT, MOMENT, LASTED, TO_PHONES, SHARED):
        text = each.sub("", text)
    return re.sub(r"\s+", " ", ID.sub("id", text.replace('"/here/', '"/').replace("=/here/", "=/")))


@few_or_many("acts", FEW, MANY)
@pytest.mark.parametrize("kind", TABLES)
def test_random_games_go_as_at_a_server(app: Flask, phone: HerePhone, kind: str, acts: int) -> None:
    evening = Beside(app, phone, kind, Random(26))
    for _ in range(acts):
        evening.act()
    records = [each.record() for each in (evening.phones[0], phone)]
    assert records[0] == records[1]
