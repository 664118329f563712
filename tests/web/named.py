"""Tables of which everything that can be named has a hostile name, at games of every tile."""

import io
import json
from dataclasses import dataclass

from flask import Flask

from companion.engine.names import clean
from companion.games import GAMES, TILES
from tests.games.telling import LOG_OF
from tests.support.client_phone import Phone
from tests.web.junk import allowed
from tests.web.routes import addresses
from tests.web.test_games import enter

ROOM = {"the-game": 5, "the-game-extreme": 5, "one-brain": 7, "game-of-bluff": 15}
"""How many people sit at each tile."""
MORE = 4  # other names at a table: of a phone, of a game, of a colour, and of the table itself
RUNS = (
    "<script>a()</script>", "'\"><script>a()</script>", "<img src=x onerror=a()>",
    "\"><svg onload=a()>", "</title><svg onload=a()>", "-->\"'><svg onload=a()>",
    "' onfocus=a() autofocus ", "\" onfocus=a() autofocus ",
)  # fmt: skip
"""What would call `a`, wherever it stands."""

OPENINGS = {
    "the-game": "47 up-1, 48 up-1, end",
    "one-brain": "hold 0 3 1, hold 2 1 1",
    "game-of-bluff": "start 0, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 rik 14",
}
ENDS = {"the-game": "cannot", "one-brain": "give-up", "game-of-bluff": "stop"}


@dataclass(frozen=True)
class Night:
    """A table with a game that has ended and one that goes on, its host's phone being there.

    `pages` are the addresses where its names stand, each with the secret of the phone that may look
    there; "" for one that nobody knows yet.
    """

    host: Phone
    pages: tuple[tuple[str, str], ...]


def names(many: int) -> list[str]:
    """So many hostile ones, those that would run something before all others."""
    runs = [name for said in RUNS if (name := clean(said))]
    return [*runs, *(name for name in allowed(many) if name not in runs)][:many]


def night(app: Flask, tile: str, names: list[str]) -> Night:
    """People, a phone, the words of a deck, and the table in a file have these names."""
    people, (phone, game, colour, table) = names[:-MORE], names[-MORE:]
    host, guest, slug = Phone(app), Phone(app), TILES[tile].slug
    host.starts(len(people), people, tile=tile)
    Phone(app).joins(host, name=phone)
    enters(host, slug, f"{OPENINGS[slug]}, {ENDS[slug]}")
    deck = f"{host.table}deck/one-brain/"
    called = {"csrf_token": host.token, "game": game, "sixth": colour}
    assert host.posts(f"{deck}words", called, entry=False).status == 303
    pages = [*addresses(host, slug=slug).values(), deck]
    host.starts(len(people), people, tile=tile, table=host.ids[0])
    enters(host, slug, OPENINGS[slug])
    pages += addresses(host, slug=slug).values()
    link = f"/j/{host.invitations()['player'].link}"
    theirs = taken_in(host, guest, table)
    looked_at = [(secret(host), page) for page in dict.fromkeys(pages)]
    looked_at += [("", link), *((secret(guest), page) for page in theirs)]
    return Night(host, tuple(looked_at))


def enters(phone: Phone, slug: str, said: str) -> None:
    """These entries are in the log; AssertionError where one of them is not."""
    for facts in LOG_OF[slug](said):
        enter(phone, GAMES[slug], facts)


def taken_in(phone: Phone, guest: Phone, name: str) -> list[str]:
    """Where a guest sees a table with this name, out of the file of the table of this phone."""
    told = phone.client.get(f"{phone.table}table.json").json
    file = io.BytesIO(json.dumps({**told, "name": name}).encode())
    guest.opens("/import")
    data = {"csrf_token": guest.token, "file": (file, "table.json")}
    answer = guest.client.post("/import", data=data)
    assert answer.status_code == 303, answer.text
    table = str(answer.location).partition("?")[0]
    return ["/", str(answer.location), f"{table}delete", f"{table}history", f"{table}table.json"]


def secret(phone: Phone) -> str:
    """By which this phone is known."""
    return str(phone.cookie("phone").value)
