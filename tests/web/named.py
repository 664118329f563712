"""Tables of which everything that can be named has a hostile name, at games of every tile."""

import io
import json
from dataclasses import dataclass
from typing import Any

from flask import Flask

from companion.engine.names import clean
from companion.games import TILES
from tests.support.client_phone import Phone
from tests.web.junk import allowed
from tests.web.routes import addresses

Facts = dict[str, Any]

ROOM = {"the-game": 5, "the-game-extreme": 5, "one-brain": 7, "game-of-bluff": 15}
"""How many people sit at each tile."""
MORE = 4  # other names at a table: of a phone, of a game, of a colour, and of the table itself
RUNS = (
    "<script>a()</script>", "'\"><script>a()</script>", "<img src=x onerror=a()>",
    "\"><svg onload=a()>", "</title><svg onload=a()>", "-->\"'><svg onload=a()>",
    "' onfocus=a() autofocus ", "\" onfocus=a() autofocus ",
)  # fmt: skip
"""What would call `a`, wherever it stands."""

BLUFF = {f"cards-{seat}": 1 + seat for seat in range(ROOM["game-of-bluff"])}
OPENINGS: dict[str, list[Facts]] = {
    "the-game": [
        {"kind": "card-played", "card": 47, "pile": "up-1"},
        {"kind": "card-played", "card": 48, "pile": "up-1"},
        {"kind": "turn-ended"},
    ],
    "one-brain": [
        {"kind": "cards-corrected", "player": 0, "hand": 3, "domain": 1},
        {"kind": "cards-corrected", "player": 2, "hand": 1, "domain": 1},
    ],
    "game-of-bluff": [
        {"kind": "starter-chosen", "player": 0},
        {"kind": "round-scored", "rik": ROOM["game-of-bluff"] - 1, **BLUFF},
    ],
}
ENDS: dict[str, Facts] = {
    "the-game": {"kind": "cannot-play"},
    "one-brain": {"kind": "attempt-given-up"},
    "game-of-bluff": {"kind": "game-stopped"},
}


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
    for facts in (*OPENINGS[slug], ENDS[slug]):
        enters(host, facts)
    deck = f"{host.table}deck/one-brain/"
    called = {"csrf_token": host.token, "game": game, "sixth": colour}
    assert host.posts(f"{deck}words", called, entry=False).status == 303
    pages = [*addresses(host, slug=slug).values(), deck]
    host.starts(len(people), people, tile=tile, table=host.table.split("/")[2])
    for facts in OPENINGS[slug]:
        enters(host, facts)
    pages += addresses(host, slug=slug).values()
    link = f"/j/{host.invitations()['player'].link}"
    theirs = taken_in(host, guest, table)
    looked_at = [(secret(host), page) for page in dict.fromkeys(pages)]
    looked_at += [("", link), *((secret(guest), page) for page in theirs)]
    return Night(host, tuple(looked_at))


def enters(phone: Phone, facts: Facts) -> None:
    """This is in the log; AssertionError where it is not."""
    page = phone.enters(confirmed="1", seen=phone.head, id=f"entry-{phone.head}", **facts)
    assert page.status == 200, (facts, page.said)


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
