"""A phone that counts by itself comes to the boards that its server draws.

Games are made up at random, at which two phones of different languages sit. After each act both
follow the log of the server by its mirror, and show the board and the pages that it leads to.
Now and then entries wait on one of them: its board with them is what the server answers to them.
All of that in the Python of servers, and in that of browsers, out of the package that phones keep.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.engine.table import ONLOOKER
from companion.local import asking
from companion.local.asking import LocalApp, NotShown
from companion.local.walk import LINK, STREAM
from companion.web.pages import playing
from companion.web.play.entering import VERDICT
from companion.web.static.packages import Package
from tests.support import local_app_package
from tests.support.client_phone import Phone
from tests.support.random_examples import choose
from tests.web.anything import LOT, TABLES, Evening

ACTS = choose(few=8, many=20, deep=150)
FRAGMENT = {"HX-Request": "true"}
OWN = re.compile(r'name="csrf_token" value="[^"]*"')
NEWS = re.compile(r' data-corrected="[^"]*"')  # of what waits a phone tells itself nothing
PLACE = re.compile(r'(?:data-(?:seen|moment|undo)|name="seen" value)="[\d ]*"')
MOST = 4  # entries that wait


@pytest.fixture(scope="session")
def once() -> LocalApp:
    """The local app, started once: its templates take longer than many boards."""
    return asking.start()


@pytest.fixture
def started(once: LocalApp) -> LocalApp:
    """The local app as a Worker starts it: it knows no boards of the games of other tests."""
    once.app.extensions["boards"].clear()
    playing.init_app(once.app)
    return once


@pytest.fixture(scope="module")
def packed(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The local app in the Python of browsers, from the snapshot of one that had started."""
    folder = tmp_path_factory.mktemp("restored")
    with local_app_package.started(package, folder, restored=True) as phone:
        yield SimpleNamespace(
            **{verb: partial(phone.ask, verb) for verb in ("put", "show", "read")}
        )


class Mirrored:
    """A phone that has the mirror of its game, and shows the game by itself."""

    def __init__(self, local: LocalApp, phone: Phone, language: str) -> None:
        self.local, self.phone, self.language = local, phone, language
        self.mirror: dict[str, Any] = {}

    def follows(self) -> None:
        """Fetch what is new in the log, as static/local/mirror.js does."""
        log = self.mirror["game"]["log"] if self.mirror else []
        address = f"{self.phone.game}mirror?since={len(log)}"
        newest = self.phone.client.get(address).get_json()
        log = log[: newest["since"]] + newest["game"]["log"]
        self.mirror = {**newest, "since": 0, "game": {**newest["game"], "log": log}}
        self.local.put(json.dumps({**self.mirror, "language": self.language}))

    def shows(self, waiting: list[dict[str, str]]) -> dict[str, Any]:
        asked = {"game": self.phone.game, "waiting": waiting}
        return json.loads(self.local.show(json.dumps(asked)))

    def reads(self, address: str) -> str:
        try:
            return clean(self.local.read(address))
        except (NotShown, RuntimeError) as error:  # the latter from the Python of browsers
            return str(error).rpartition("NotShown: ")[2].strip()

    def asks(self, address: str) -> str:
        answer = self.phone.client.get(address, headers=FRAGMENT, follow_redirects=True)
        return clean(answer.get_data(as_text=True)) if answer.status_code == 200 else answer.status


class Compared(Evening):
    """An evening whose phones compare what they show by themselves with what the server says."""

    def __init__(self, app: Flask, started: LocalApp, kind: str, random: Random) -> None:
        super().__init__(app, kind, random)
        second, played = self.phones[1], self.playing.stored
        names, me = [person.name for person in played.people], played.people[0].id
        second.store.phones.rename(second.id, self.table, second.id, "Zoë’s", me)
        before = (played.slug, played.options, names, self.table)
        second.store.games.start(second.id, *before, day=date(2026, 1, 1))
        phones = zip(self.phones, ("en", "de"), strict=True)
        self.mirrored = [Mirrored(started, *each) for each in phones]

    def compare(self) -> None:
        """Both phones show what the server says, with nothing waiting. Raises AssertionError."""
        for each in self.mirrored:
            each.follows()
            shown = clean(each.shows([])["html"])
            assert shown == each.asks(each.phone.game)
            self.compare_page(each, shown)

    def compare_page(self, each: Mirrored, shown: str, kind: str = "") -> None:
        """One of the pages that this board leads to is the same as well."""
        begins = each.phone.game + kind
        links = [link for link in LINK.findall(shown) if link.startswith(begins)]
        link = self.random.choice([each.phone.game, *links]).replace("&amp;", "&")
        if STREAM not in link:
            is_other = link.endswith("/before")  # another game, which the phone has not mirrored
            said = "404 NOT FOUND" if is_other else placeless(each.asks(link))
            assert placeless(each.reads(link)) == said, link

    def wait(self) -> None:
        """Some entries wait on a phone, and are sent: it has shown what the server answers."""
        each, counted = self.random.choice(self.mirrored), list[str]()
        each.follows()
        address, forms, places = f"{each.phone.game}entries", [], list[int]()
        for number in range(self.random.randint(1, MOST)):
            forms.append(self.make_form(f"waits-{self.acts}-{number}"))
            told = each.shows(forms)
            seen = int(forms[-1]["seen"])
            for place in places:  # of its own that are recorded by now (queue/machine.js)
                seen += seen == place - 1
            sent = {**forms[-1], "seen": str(seen)}
            answer = each.phone.client.post(address, data=sent, headers=self.headers(each))
            _, said, at, _ = answer.headers[VERDICT].split(" ")
            if said == "recorded":
                places.append(int(at))
            if said in ("recorded", "merged"):
                counted.append(forms[-1]["id"])
            assert [*told["counted"]] == counted
            assert told["asked"] == (said not in ("recorded", "merged"))
            page = answer.get_data(as_text=True) or each.asks(each.phone.game)
            assert placeless(told["html"]) == placeless(page), said
        last = each.asks(each.phone.game)
        assert placeless(each.reads(each.phone.game)) == placeless(last)
        self.compare_page(each, last, "sheet/")

    def make_form(self, made: str) -> dict[str, str]:
        facts, head = self.made_up(), len(self.log)
        if self.log and self.random.random() < 0.2:
            facts = {"kind": "taken-back", "target": self.random.randint(1, head)}
        elif self.log and self.random.random() < 0.2:
            facts |= {self.random.choice(["change", "before"]): self.random.randint(1, head)}
        seen = self.random.choice([head, head, max(0, head - self.random.randint(0, 5))])
        sure = {"confirmed": "1"} if self.random.random() < 0.5 else {}
        said = {**self.fields(facts), **sure, "seen": seen, "id": made}
        return {name: str(value) for name, value in said.items()}

    def headers(self, each: Mirrored) -> Mapping[str, str]:
        return {**FRAGMENT, "X-CSRFToken": each.phone.token}


def clean(page: str) -> str:
    """A page without what is another one each time that it is drawn."""
    return OWN.sub("", LOT.sub("lot", page))


def placeless(page: str) -> str:
    """A page without the place in the log that it stands for."""
    return PLACE.sub("", NEWS.sub("", clean(page)))


def play(app: Flask, started: LocalApp, kind: str, acts: int) -> None:
    """Play a game of this kind through so many acts. Raises AssertionError where boards differ."""
    table = Compared(app, started, kind, Random(7))
    for _ in range(acts):
        table.act()
        table.compare()
        if table.random.random() < 0.4:
            table.look()
            table.wait()


@pytest.mark.parametrize("kind", TABLES)
def test_a_phone_shows_what_its_server_would(app: Flask, started: LocalApp, kind: str) -> None:
    play(app, started, kind, ACTS)


@pytest.mark.long
@pytest.mark.parametrize("kind", TABLES)
def test_a_browser_s_python_shows_what_its_server_would(app: Flask, packed: Any, kind: str) -> None:
    play(app, packed, kind, ACTS // 2)


def test_a_phone_that_only_watches_counts_nothing(app: Flask, started: LocalApp) -> None:
    table = Compared(app, started, "The Game", Random(7))
    table.look()
    watching = table.mirrored[0]
    watching.follows()
    form = table.make_form("waits")
    assert watching.shows([form])["counted"].keys() == {form["id"]}
    game = {**watching.mirror["game"], "role": ONLOOKER}
    watching.local.put(json.dumps({**watching.mirror, "game": game, "language": "en"}))
    with pytest.raises(NotShown, match="404"):
        watching.shows([form])
