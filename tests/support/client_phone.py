"""A phone as somebody at the table uses it: with htmx, or without any script."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from flask import Flask
from werkzeug.test import Cookie, TestResponse

from companion.engine.table import PLAYER
from companion.files.record import decode, report
from companion.store.store import Store
from companion.store.tables.join_codes import Invitation
from companion.web.safety import security
from tests.support.page import Element, Page

BOTH_WAYS = pytest.mark.parametrize(
    "scripts", [False, True], ids=["without scripts", "with htmx"], indirect=True
)
"""For tests that run without scripts and with htmx: those without it have htmx alone."""


@dataclass(frozen=True)
class Board:
    """The figures on a board, as one reads them from a metre away."""

    seen: int
    turn: str
    tops: dict[str, int]
    draw_pile: int
    hands: list[int]
    left: int


class Phone:
    """Somebody's phone; `page` is what it shows, `game` the address of the game it is in."""

    def __init__(self, app: Flask, *, scripts: bool = False, host: str = "http://localhost"):
        self.app, self.scripts, self.host = app, scripts, host
        self.client = app.test_client()
        self.page: Page
        self.game = ""
        self.token = self.name = ""

    @property
    def table(self) -> str:
        return self.game[: self.game.rstrip("/").rindex("/") + 1]

    @property
    def ids(self) -> list[str]:
        """What the store knows its table and its game by."""
        return self.game.split("/")[2:4]

    def opens(self, address: str, headers: Mapping[str, str] | None = None) -> Page:
        """Go to this address and follow where it leads."""
        answer = self._get(address, headers)
        while 300 <= answer.status_code < 400:
            answer = self._get(str(answer.location), headers)
        self.page = Page(answer)
        if self.page.whole:
            self.token, self.name = self.page.meta("csrf-token"), self.page.meta("phone")
        return self.page

    def _get(self, address: str, headers: Mapping[str, str] | None) -> TestResponse:
        return self.client.get(address, base_url=self.host, headers=headers, buffered=True)

    def taps(self, label: str, **typed: str) -> Page:
        """Press the button, or follow the link, that is called so, with this in the fields."""
        links = [a for a in self.page.main.all("a") if label in (a.text, a.label)]
        if links:
            return self.opens(links[0].attributes["href"])
        form, button = self.page.form_of(label)
        if form.attributes.get("method") != "post":
            asked = [(name, typed.get(name, value)) for name, value in form.pairs(button)]
            return self.opens(f"{form.attributes['action']}?{urlencode(asked)}")
        return self.submits(form, button, **typed)

    def submits(self, form: Element, button: Element | None = None, **said: Any) -> Page:
        """Send this form by this button, with what is `said` in place of what stands there."""
        values = {**form.values(button), **said}
        return self.sends(form.attributes["action"], values, form.classed("entry"))

    def again(self, label: str = "Play again", times: int = 1) -> Page:
        """Press the button of the end that starts another game, sent so often; the phone is in it.

        assert phone.again("Next attempt").status == 200
        """
        form, button = self.opens(self.game).form_of(label)
        for _ in range(times):
            page = self.submits(form, button)
        if page.status == 200:
            self.game = page.answer.request.path.removesuffix("sheet/result")
        return page

    def sends(self, address: str, values: Mapping[str, Any], entry: object = True) -> Page:
        """Send these values as the page does it, and show what comes back."""
        answer = self.posts(address, values, entry)
        if elsewhere := answer.answer.headers.get("HX-Redirect"):
            return self.opens(elsewhere)
        if answer.status == 303:
            headers = {"HX-Request": "true"} if self.scripts and entry else None
            return self.opens(str(answer.answer.location), headers)
        self.page = answer
        return answer

    def posts(self, address: str, values: Mapping[str, Any], entry: object = True) -> Page:
        """Send these values, entries through htmx where there are scripts; the bare answer."""
        values, headers = dict(values), {}
        if self.scripts and entry:
            values = {k: v for k, v in values.items() if k not in ("csrf_token", "page")}
            said = json.dumps([self.name, values], sort_keys=True)
            values.setdefault("id", hashlib.sha256(said.encode()).hexdigest()[:32])
            headers = {"HX-Request": "true", "X-CSRFToken": self.token}
        if self.host.startswith("https"):
            headers["Referer"] = self.host + "/"
        return Page(self.client.post(address, data=values, headers=headers, base_url=self.host))

    def starts(
        self,
        players: int = 2,
        names: Sequence[str] = (),
        *,
        table: str = "",
        tile: str = "the-game",
        given: Mapping[str, str] | None = None,
        **switches: bool,
    ) -> Page:
        """Set up a game on the screen of its tile, with what is `given`, and open its board."""
        page = self.opens(f"/new/{tile}{'?table=' + table if table else ''}")
        form = page.main.find("form")
        filled = {**form.values(), "players": str(players), "name": list(names)}
        filled = {name: said for name, said in filled.items() if switches.get(name, True)}
        filled |= {name: "y" for name, on in switches.items() if on} | dict(given or {})
        page = self.sends(form.attributes["action"], filled, entry=False)
        if page.status == 200:
            self.game = page.answer.request.path.partition("sheet/")[0]
        return page

    def facts(self, **facts: Any) -> dict[str, Any]:
        """What a form on the page that is shown would send; None leaves a field out.

        Where all forms of a board are on sheets, it is what one of them would.
        """
        given = {"csrf_token": self.token}
        if self.page.main.having("data-seen"):
            given |= {"page": uuid4().hex, "seen": str(self.head)}
        for name in ("page", "seen"):
            if fields := self.page.tree.all("input", name=name):
                given[name] = fields[0].attributes["value"]
        return {name: value for name, value in {**given, **facts}.items() if value is not None}

    @property
    def head(self) -> int:
        """The place in the log that the board on the page stands for."""
        return int(self.page.main.having("data-seen")[0].attributes["data-seen"])

    def enters(self, **facts: Any) -> Page:
        return self.sends(f"{self.game}entries", self.facts(**facts))

    def plays(self, card: object, pile: object, **more: Any) -> Page:
        return self.enters(kind="card-played", card=card, pile=pile, **more)

    def ends_turn(self, **more: Any) -> Page:
        return self.enters(kind="turn-ended", **more)

    def takes_back(self, target: object, **more: Any) -> Page:
        return self.enters(kind="taken-back", target=target, **more)

    def sees(self) -> Board:
        """Look at the board, in a whole page."""
        main = self.opens(self.game).main
        numbers = [int(li.find("b").text) for li in main.classed("counts")[0].all("li")]
        return Board(
            seen=int(main.attributes["data-seen"]),
            turn=main.find("h1").text,
            tops={
                f.attributes["data-pile"]: int(f.find("b").text) for f in main.having("data-pile")
            },
            draw_pile=numbers[0],
            hands=numbers[1:-1],
            left=numbers[-1],
        )

    def record(self) -> dict[str, Any]:
        """The record of the game, as it can be taken along, without its times."""
        answer = self.client.get(f"{self.game}record.json", base_url=self.host)
        assert answer.status_code == 200, answer.status
        return timeless(answer.json)

    def state(self) -> Any:
        """The STATE that the record of the game replays to."""
        replayed = report(decode(json.dumps(self.record())))
        assert {step["result"] for step in replayed["steps"]} <= {"recorded"}
        return replayed["state"]

    def cards(self) -> list[object]:
        return [entry["card"] for entry in self.record()["entries"] if "card" in entry]

    def cookie(self, name: str) -> Cookie | None:
        """What it was given under this name, or brought from before names had a mark."""
        return self.client.get_cookie(self.cookie_name(name)) or self.client.get_cookie(name)

    def likes(self, **likes: str) -> None:
        """It has chosen this language or theme, whatever it had before: `likes(language="nl")`."""
        for name, value in likes.items():
            self.client.set_cookie(self.cookie_name(name), value)

    def cookie_name(self, name: str) -> str:
        """What its server calls this cookie."""
        with self.app.test_request_context(base_url=self.host):
            return security.cookie_name(name)

    @property
    def id(self) -> str:
        """What the store knows this phone by."""
        return str(self.store.phones.find(self.cookie("phone").value))

    @property
    def store(self) -> Store:
        return self.app.extensions["store"]

    def invitations(self) -> Mapping[str, Invitation]:
        """How others come to the table of the game that this phone is in."""
        return self.store.invitations.find_all(self.id, self.ids[0])

    def joins(self, other: "Phone", role: str = PLAYER, **said: str) -> None:
        """Sit down at the table of another phone by its link, and see the game it is in."""
        link = f"/j/{other.invitations()[role].link}"
        self.opens(link)
        self.sends(link, {"csrf_token": self.token, **said}, entry=False)
        self.game = other.game
        self.opens(self.game)


Another = Callable[..., Phone]
"""What the fixture `another` gives: `another(game)` is one more phone at the table of `game`."""


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what is another in each run: its id and its times."""
    entries = [{k: v for k, v in entry.items() if k != "at"} for entry in record["entries"]]
    kept = {k: v for k, v in record.items() if k not in ("id", "made_at")}
    return kept | {"entries": entries}


def written(phone: Phone) -> tuple[int, dict[str, Any]]:
    """The place of the last entry, and what can be taken along; the phone keeps its page."""
    page, found = phone.page, phone.opens(phone.game, {"HX-Request": "true"})
    phone.page = page
    return int(found.main.having("data-seen")[0].attributes["data-seen"]), phone.record()


@contextmanager
def nothing_written(phone: Phone) -> Iterator[None]:
    """Whatever is done in here leaves the game as it was."""
    before = written(phone)
    yield
    assert written(phone) == before


def answers(page: Page, status: int, sentence: str) -> None:
    """The page has this status and says this beside the board, or on the page of the end."""
    assert (page.status, sentence in page.said) == (status, True), page.said
    assert page.main.having("data-seen")
