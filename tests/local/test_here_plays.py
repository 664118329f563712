"""The tables of a phone come to what those of a server come to."""

import re
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.web.entering import VERDICT
from tests.support.page import Page
from tests.support.phone_tables import HerePhone
from tests.support.random_examples import choose
from tests.web.anything import LOT, TABLES, Evening

KINDS = ("The Game by turns", "Extreme", "One Brain", "Bluff with a pad")
ACTS = choose(few=12, many=30, deep=200)
ID = re.compile(r"[\w-]{22,}")
MOMENT = re.compile(r' data-(?:moment|live|corrected)="[^"]*"')
TO_PHONES = re.compile(r'<a class="tool to-phones".*?</a>\s*', re.DOTALL)
LASTED = re.compile(r", \d+ min\b")
SHARED = re.compile(r'<div class="share">.*?</div>', re.DOTALL)


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


@pytest.mark.parametrize("kind", KINDS)
def test_random_games_go_as_at_a_server(app: Flask, phone: HerePhone, kind: str) -> None:
    evening = Beside(app, phone, kind, Random(26))
    for _ in range(ACTS):
        evening.act()
    records = [each.record() for each in (evening.phones[0], phone)]
    assert records[0] == records[1]
