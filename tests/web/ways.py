"""Where each page around the boards leads: `python -m tests.web.ways` writes ways.txt anew.

Below a page stand its links and its forms, with what these send, and what scripts know them by; `*`
is what is chosen. What has an id stands there by its name.
"""

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from urllib.parse import parse_qsl, urlsplit

from flask import Flask

from companion.games import TILES
from tests.support.client_phone import Phone
from tests.support.own_app import open_app
from tests.support.page import Element, Page
from tests.web.routes import addresses

FILE = Path(__file__).with_name("ways.txt")
OTHERS = (
    *("health", "live", "local", "log.show_insertion", "reference."),
    *("tables.keys", "tables.prepare", "tables.sheet"),
)
"""Where boards, their sheets and the rules are: other tests look at these."""
QUERIES = {
    "decks.show": "back=/rules/",
    "files.choose": "table={T}",
    "games.show": "back=/rules/",
    "history.figures": "since=year&game=the-game&player={Ann}",
    "history.show": "game=game-of-bluff&player={Ann}",
    "log.show": "at=2&all=1",
    "phones.show": "back=/rules/",
    "players.show": "since=months&game=the-game",
    "shelf.new": "table={T}",
}
"""What a page is asked for besides."""
FIELDS, ON = ("input", "button", "textarea"), ("aria-current", "aria-pressed")
OWN = ("csrf_token", "page", "id")
MOST = 9  # values of a field that are written out


class Evening:
    """A table with games that are over or go on, its host, a guest, and somebody who watches."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.phones = {name: Phone(app) for name in ("host", "guest", "onlooker")}
        self.host, guest, onlooker = self.phones.values()
        games = [
            self.starts("game-of-bluff", {"kind": "game-stopped"}),
            self.starts("one-brain"),
            self.starts(
                "the-game",
                {"kind": "card-played", "card": 47, "pile": "up-1"},
                {"kind": "cannot-play"},
            ),
        ]
        guest.joins(self.host, name="Tablet")
        onlooker.joins(self.host, role="onlooker")
        self.store, self.table = self.host.store, self.host.ids[0]
        there = self.store.tables.find(self.host.id, self.table)
        self.ids = {each.name: each.id for each in there.people} | {"T": self.table}
        self.ids |= dict(games) | {name: phone.id for name, phone in self.phones.items()}
        for name, person in (("host", "Ann"), ("guest", "Ben")):
            phone = self.ids[name]
            self.store.phones.rename(phone, self.table, phone, "", self.ids[person])

    def starts(self, tile: str, *entries: dict[str, object]) -> tuple[str, str]:
        """The host has set this up and entered that; the game."""
        table = self.host.ids[0] if self.host.game else ""
        self.host.starts(3, ["Ann", "Ben", "Cas"], tile=tile, table=table)
        for facts in entries:
            self.host.enters(**facts)
        return tile, self.host.ids[1]

    def pages(self) -> Iterator[str]:
        """What stands on every page, and on some as others see them, and at other times."""
        for endpoint, address in addresses(self.host).items():
            if not endpoint.startswith(OTHERS):
                query = QUERIES.get(endpoint, "").format(**self.ids)
                for more in dict.fromkeys(("", query and f"?{query}")):
                    yield from self.page(endpoint, address + more, more)
        for tile in [*TILES][1:]:
            yield from self.page("shelf.new", f"/new/{tile}", f" of {tile}")
        table, game = self.host.table, f"{self.host.game}about/"
        for name in ("guest", "onlooker"):
            yield from self.page("tables.table", table, f" as the {name}", name)
            yield from self.page("phones.show", f"{table}phones/", f" as the {name}", name)
        self.store.corrections.delete(self.ids["host"], self.table, self.ids["the-game"])
        yield from self.page("games.show", game, ", deleted")
        self.store.people.rename(self.ids["host"], self.table, self.ids["Cas"], "Cassie")
        cas = f"{table}players/{self.ids['Cas']}/?was=Cas"
        yield from self.page("players.show", cas, ", called otherwise")
        self.store.tables.close(self.ids["host"], self.table)
        yield from self.page("phones.show", f"{table}phones/", ", closed")
        self.store.tables.delete(self.ids["host"], self.table)
        yield from self.page("shelf.home", "/", ", the table deleted")

    def page(self, what: str, address: str, more: str, phone: str = "host") -> Iterator[str]:
        answer = self.phones[phone].client.get(address, buffered=True)
        if answer.status_code == 200 and "<main" in answer.text:
            main = Page(answer).main
            said = "; ".join(dict.fromkeys((*self.links(main), *self.forms(main))))
            yield f"{what}{self.named(more)}: {said}"

    def named(self, text: str) -> str:
        for name, each in self.ids.items():
            text = text.replace(each, name)
        return re.sub(r"\d{4}-\d\d-\d\d[\dT :.+]*|(?<= )[\w-]{22}\b", "…", text)

    def way(self, address: str, method: str) -> str:
        """An address as what it leads to, and with what."""
        parts = urlsplit(address)
        routes = self.app.url_map.bind("localhost")
        endpoint, given = routes.match(parts.path, method=method)
        said = [str(each) for name, each in given.items() if name != "table_id"]
        said += [f"{name}={each}" for name, each in parse_qsl(parts.query, keep_blank_values=True)]
        return self.named(" ".join((endpoint, *said, *filter(None, [parts.fragment]))))

    def links(self, main: Element) -> Iterator[str]:
        for link in main.all("a"):
            address = link.attributes.get("href", "")
            if address.startswith("/") and not address.startswith("/static/"):
                yield "*" * ("aria-current" in link.attributes) + self.way(address, "GET")

    def forms(self, main: Element) -> Iterator[str]:
        for form in main.all("form"):
            fields = defaultdict[str, list[str]](list)
            for each in form:
                said = each.attributes
                if each.tag in FIELDS and said.get("name", "id") not in OWN:
                    is_on = "checked" in said or "true" in map(said.get, ON)
                    value = self.named(said.get("value", each.text))
                    fields[said["name"]].append("*" * is_on + value)
            told = [
                f"{name}={'|'.join(all if len(all) <= MOST else (all[0], '…', all[-1]))}"
                for name, all in fields.items()
            ]
            method = form.attributes.get("method", "get").upper()
            way = self.way(form.attributes["action"], method)
            marks = [name for name in form.attributes if name.startswith("data-")]
            marks += {"fills"} & {*form.attributes.get("class", "").split()}
            yield " ".join((method, way, f"({', '.join(told)})", *marks))


def told(app: Flask) -> str:
    """What stands on all pages, a paragraph each."""
    shape = {"subsequent_indent": "    ", "break_long_words": False, "break_on_hyphens": False}
    return "".join(f"{fill(page, 120, **shape)}\n" for page in Evening(app).pages())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, open_app(Path(folder)) as app:
        FILE.write_text(told(app), encoding="utf-8")
