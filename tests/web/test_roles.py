"""Who may: every route with every role, and the same for a stranger as for what is not there."""

import io
import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, url_for
from werkzeug.test import TestResponse

from companion.engine.deck import encode
from companion.engine.table import ONLOOKER, PLAYER
from companion.files import handover
from companion.store.database.ids import new_id
from tests.files.test_parsing import document
from tests.support.client_phone import Phone
from tests.support.page import blanked
from tests.web.junk import CARD
from tests.web.routes import ENDLESS, SCRIPT, addresses, made_in
from tests.web.test_decks import ALL_28
from tests.web.test_phone import rows

ROLES = ("stranger", "elsewhere", "onlooker", "player", "host", "removed", "closed", "deleted")
"""No cookie; at a table of its own; …; once there; at a closed table; host of a deleted one."""

MAY = Path(__file__).with_name("roles.txt").read_text(encoding="utf-8")
"""What each role is answered, and below it where: by GET, by POST, and how."""
LOOKS = {
    *("tables.sheet", "log.line", "log.show_insertion", "phone.prefer", "joining.code"),
    "lost.find_unknown",
}
"""What is posted there is looked at or kept on the phone: nothing of it is written here."""
DONE = {
    *((f"{room}.restore", role) for room in ("hosting", "games") for role in ("host", "player")),
    *(("phones.go_back", role) for role in ("host", "player", "onlooker", "closed")),
}
"""What is done already, and leads to the same place once more: nothing is written."""
WRITTEN = {201, 303, 428}
"""What is answered where something was written; by 428 a new phone gets its cookie."""


@dataclass(frozen=True)
class Row:
    """A way to ask, and what each role is answered."""

    method: str
    endpoint: str
    how: str
    answers: Mapping[str, int]

    def __str__(self) -> str:
        return " ".join((self.method, self.endpoint, self.how)).strip()


def _rows() -> Iterator[Row]:
    answers: dict[str, int] = {}
    for line in re.sub(r"\n    ", " ", MAY).strip().splitlines()[1:]:
        if not line.startswith(" "):
            answers = dict(zip(ROLES, map(int, line.split()), strict=True))
            continue
        method, _, asked = line.strip().partition(" ")
        for each in asked.split("; "):
            endpoint, _, how = each.partition(", ")
            yield Row(method, endpoint, how, answers)


ROWS = [*_rows()]
POSTED = [row for row in ROWS if row.method == "POST"]


def renamed(handed: dict[str, Any], table: str) -> dict[str, Any]:
    """This table as it is handed over: itself, or another one that is like it."""
    end = "" if handed["id"] == table else table[:8]
    games = [
        {**game, "id": game["id"] + end, "seats": [person + end for person in game["seats"]]}
        for game in handed["games"]
    ]
    people = [[person + end, name] for person, name in handed["people"]]
    return {**handed, "id": table, "games": games, "people": people}


@dataclass
class Evening:
    """A table with its host and a guest, and the phone that asks, in one of the roles."""

    host: Phone
    guest: Phone
    phone: Phone
    link: str
    code: str
    handed: dict[str, Any]
    """The table as a phone would hand it over."""

    @property
    def people(self) -> list[str]:
        """The ids of Ann and Ben, who have played together."""
        return [person for person, _ in self.handed["people"]]

    @property
    def table(self) -> str:
        return self.host.ids[0]

    def address(self, row: Row) -> str:
        """Where this row is asked for; KeyError for an argument that nobody has thought of."""
        own = row.endpoint == "phones.call" and not row.how
        slug = {"decks.call": "one-brain"}.get(row.endpoint, "the-game")
        member = self.phone.id if own and self.phone.cookie("phone") else self.guest.id
        known = SCRIPT | {"table_id": self.table, "game_id": self.host.ids[1]}
        known |= {"place": "1", "slug": slug, "chapter": "extreme", "edition": "none", "page": ""}
        known |= {"link": self.link, "member": member, "person_id": self.people[0]}
        known |= {"made_in": made_in(self.host), "name": "hands"}
        with self.host.app.test_request_context():
            rule = next(
                rule
                for rule in self.host.app.url_map.iter_rules(row.endpoint)
                if row.method in (rule.methods or ())
            )
            given = {name: known[name] for name in rule.arguments}
            more = {"table": self.table} if row.how == "at the table" else {}
            return url_for(row.endpoint, **given, **more)

    def asks(self, row: Row) -> TestResponse:
        """This row is asked for, with a form that a page would send."""
        if row.method == "GET":
            endless = row.endpoint in ENDLESS
            answer = self.phone.client.get(self.address(row), buffered=not endless)
            answer.close()
            return answer
        self.phone.opens("/")
        data = {"csrf_token": self.phone.token, **self.form(row)}
        return self.phone.client.post(self.address(row), data=data)

    def form(self, row: Row) -> dict[str, Any]:
        file = (io.BytesIO(json.dumps(document()).encode()), "game.json")
        table = self.table if row.how == "at the table" else new_id()
        handed = json.dumps(renamed(self.handed, table)).encode()
        forms: dict[str, dict[str, Any]] = {
            "shelf.new": {"players": "2", "name": ["Cas", "Dee"]},
            "phone.prefer": {"theme": "dark"},
            "joining.code": {"code": self.code},
            "joining.join": {"name": "Tablet"},
            "files.take_in": {"file": file},
            "handover.take": {"table": (io.BytesIO(handed), "table.json")},
            "decks.teach": {"card": "47", "carries": "none"},
            "decks.rest": {"carries": "none"},
            "decks.take_over": {"deck": encode("the-game", {"47": "none"})},
            "decks.call": {"game": "Brains", "sixth": "pink"},
            "tables.enter": {**CARD, "seen": "1", "id": "a-tap"},
            "phones.call": {"name": "Tablet"},
            "players.rename": {"name": "Anna"},
            "players.merge": {"other": self.people[1]},
            "games.change": {"when": "2026-01-31T20:15", "name": ["Ann", "Ben"]},
            "hosting.delete": {"sure": "1"},
            "hosting.forget": {"sure": "1"},
        }
        return forms.get(row.endpoint, {})


@pytest.fixture
def evening(app: Flask) -> Callable[[str], Evening]:
    """Makes an evening on which a phone in this role asks."""
    return partial(begun, app)


def begun(app: Flask, role: str) -> Evening:
    host, guest, phone = Phone(app), Phone(app), Phone(app)
    host.starts(2, ["Ann", "Ben"])
    host.plays(47, "up-1")
    sits(guest, host, PLAYER)
    asked = host.invitations()[PLAYER]
    if role in ("onlooker", "player", "removed", "closed"):
        sits(phone, host, ONLOOKER if role == "onlooker" else PLAYER)
    elif role == "elsewhere":
        phone.starts(1)
    elif role in ("host", "deleted"):
        phone = host
    table = host.ids[0]
    host.store.lessons.teach(host.id, table, "the-game", ALL_28)
    handed = handover.encode(host.store.handovers.read(host.id, table))
    if role == "removed":
        host.store.phones.remove(host.id, table, phone.id)
    elif role == "closed":
        host.store.tables.close(host.id, table)
    elif role == "deleted":
        host.store.tables.delete(host.id, table)
    return Evening(host, guest, phone, asked.link, asked.code, handed)


def sits(phone: Phone, host: Phone, role: str) -> None:
    """This phone is at the table of that one, without a page."""
    secret = secrets.token_urlsafe()
    phone.store.phones.join(phone.store.phones.remember(secret), host.invitations()[role].link)
    phone.client.set_cookie("phone", secret)


def test_the_table_knows_every_route_and_method(app: Flask) -> None:
    served = {
        f"{method} {rule.endpoint}"
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.endpoint != "static"
    }
    assert {f"{row.method} {row.endpoint}" for row in ROWS} == served
    assert MAY.splitlines()[0].split() == list(ROLES)


@pytest.mark.parametrize("role", ROLES)
def test_who_may_look(evening: Callable[[str], Evening], role: str) -> None:
    asking = evening(role)
    before = rows(asking.host)
    for row in ROWS:
        if row.method == "GET":
            assert asking.asks(row).status_code == row.answers[role], str(row)
            head = asking.phone.client.head(asking.address(row))
            assert head.status_code == row.answers[role], str(row)
    assert rows(asking.host) == before


@pytest.mark.parametrize("role", ROLES)
def test_who_may_do_something(evening: Callable[[str], Evening], role: str) -> None:
    """On one evening as long as nothing is written, and on the next one after it."""
    asking = evening(role)
    for row in POSTED:
        before = rows(asking.host)
        answered = asking.asks(row).status_code
        wrote = rows(asking.host) != before
        should = answered in WRITTEN and row.endpoint not in LOOKS
        should = should and (row.endpoint, role) not in DONE
        assert (answered, wrote) == (row.answers[role], should), str(row)
        if wrote:
            asking = evening(role)


@pytest.mark.parametrize("role", ["host", "deleted"])
def test_without_a_token_nobody_may(evening: Callable[[str], Evening], role: str) -> None:
    """Not even who may do most. Before a file is read it is asked whether its table is there."""
    asking = evening(role)
    asking.phone.opens("/")
    before = rows(asking.host)
    for row in POSTED:
        answer = asking.phone.client.post(asking.address(row), data=asking.form(row))
        is_gone = role == "deleted" and str(row) == "POST files.take_in at the table"
        assert answer.status_code == (404 if is_gone else 400), str(row)
        assert rows(asking.host) == before, str(row)


def test_whoever_asks_for_the_head_alone_sends_no_form(evening: Callable[[str], Evening]) -> None:
    """Else it would be a form without a token, and a code that nobody counts."""
    for role in ("host", "deleted", "stranger"):
        asking = evening(role)
        before = rows(asking.host)
        for row in POSTED:
            answer = asking.phone.client.head(asking.address(row), data=asking.form(row))
            assert answer.status_code in (200, 308, 404, 405), str(row)
        assert rows(asking.host) == before


def test_methods_say_nothing_of_what_is_there(evening: Callable[[str], Evening]) -> None:
    asking = evening("elsewhere")
    for row in ROWS:
        here = asking.address(row)
        nowhere = here.replace(asking.table, "t" * 22).replace(asking.link, "l" * 22)
        told = [asking.phone.client.options(address) for address in (here, nowhere)]
        assert told[0].status_code == told[1].status_code == 200
        assert told[0].allow.as_set() == told[1].allow.as_set()


ODD = ["nowhere", "t" * 22, "%00", "%ED%A0%80", "a%20b", "%E2%80%AE", "x" * 5000, "..", "'--"]
"""What stands in an address where an id should."""


def everywhere(host: Phone) -> Iterator[tuple[str, str]]:
    """Each address below the table, also with something odd in it, and the same of no table."""
    table, played = host.ids
    for at, address in enumerate(addresses(host).values()):
        if table in address and not address.endswith("/forget"):  # which a host may ask for
            nowhere, odd = address.replace(table, "n" * 22), ODD[at % len(ODD)]
            for each in (address, address.replace(played, odd), address.replace(table, odd)):
                yield each, nowhere


class TestTheSame:
    """Byte for byte, headers too: whatever is there, was there, or never was."""

    @pytest.fixture(params=["stranger", "elsewhere", "removed", "deleted"])
    def asking(self, request: pytest.FixtureRequest, app: Flask) -> Evening:
        """An evening with nothing to look for any more; `self.there` is where all of it was."""
        made = begun(app, "host" if request.param == "deleted" else request.param)
        host, table = made.host, made.table
        self.there = [*everywhere(host)]
        host.store.invitations.renew(host.id, table)  # its link invites nobody any more
        if request.param == "deleted":
            host.store.tables.delete(host.id, table)
        made.phone.opens("/")
        return made

    def test_wherever_it_looks(self, asking: Evening) -> None:
        links = [(f"/j/{said}", "/t/nothing/here/") for said in (asking.link, *ODD)]
        for headers in ({}, {"HX-Request": "true"}):
            nothing: dict[str, str] = {}
            for address, nowhere in (*self.there, *links):
                if nowhere not in nothing:
                    nothing[nowhere] = blanked(asking.phone.opens(nowhere, headers))
                page = asking.phone.opens(address, headers)
                assert page.status == 404, address
                assert "or it belongs to another phone" in page.main.text
                assert blanked(page) == nothing[nowhere], address

    def test_whatever_it_sends(self, asking: Evening) -> None:
        table, played, phone = *asking.host.ids, asking.phone
        before, member = rows(asking.host), asking.guest.id
        verbs = [f"{played}/entries", f"{played}/again", "close", "phones/leave", "phones/links"]
        verbs += ["deck/the-game/", f"phones/{member}/remove", f"phones/{member}/name"]
        asked = [f"/t/{at}/{verb}" for at in (table, *ODD) for verb in verbs]
        asked += [f"/t/{at}/{verb}" for at in ODD for verb in ("delete", "restore", "forget")]
        asked += [f"/j/{said}" for said in (asking.link, *ODD)]
        facts = {"csrf_token": phone.token, **CARD, "name": "Ann and Ben"}
        nothing = blanked(phone.posts("/t/nothing/here/entries", facts, entry=False))
        for address in asked:
            page = phone.posts(address, facts, entry=False)
            assert (page.status, blanked(page) == nothing) == (404, True), address
        assert rows(asking.host) == before
