"""A tour through the tables of a phone, so that all of it is loaded that a phone will need."""

import json
import re
from typing import Any, Protocol
from urllib.parse import urlencode

from companion.games import GAMES
from companion.games.game import Game, Tile
from companion.games.plays import Play, find_plays

LINK = re.compile(r'(?:href|src|hx-get|content)="(/[^"#]*)')
LANGUAGES = ("de", "fr", "nl", "en")
FORM = "application/x-www-form-urlencoded"
PART = re.compile(r"[\w-]{22,}|\d+")  # what is another one in each game
FILE = """--tour\r
Content-Disposition: form-data; name="file"; filename="table.json"\r
\r
{}\r
--tour--\r
"""
ENTRIES = 12  # of each game, which are enough to open all of its pages


class Asked(Protocol):
    """What answers requests: `serving.Serving`, or a Worker that has one."""

    def answer(self, method: str, url: str, headers: str, body: bytes = b"") -> Any:
        """The status, the headers as JSON, and the body."""


class Tour:
    """Plays the games that the games bring along below `mount`, and opens all that they lead to."""

    def __init__(self, asked: Asked, mount: str = "/here") -> None:
        self._asked, self._mount = asked, mount
        self._seen: set[str] = set()
        self._table = ""
        self.failed: list[str] = []
        """The addresses that were answered with an error."""

    def go(self) -> None:
        self._read(f"{self._mount}/")
        for game in GAMES.values():
            for play in find_plays(game).games:
                self._play(game, play)
        self._read(f"{self._mount}/")
        self._search()
        self._import_table()
        self._choose_server()
        self._delete_table()

    def _search(self) -> None:
        for language in LANGUAGES:
            self._post(f"{self._mount}/phone", {"language": language})
            self._read(f"{self._mount}/rules/?q=cards")
        self._read(f"{self._mount}/join")

    def _import_table(self) -> None:
        """The newest table as a file, which is taken in again."""
        file = FILE.format(self._find(f"{self._table}table.json"))
        self._send(f"{self._mount}/import", "multipart/form-data; boundary=tour", file.encode())

    def _choose_server(self) -> None:
        """Its address has a letter of which browsers make others."""
        self._post(f"{self._table}server", {"address": "müller.example"})
        self._read(f"{self._table}phones/")

    def _delete_table(self) -> None:
        self._post(f"{self._table}delete", {"sure": "1"})
        self._read(f"{self._mount}/")
        self._post(f"{self._table}restore", {})
        self._read(self._table)

    def _play(self, game: Game[Any, Any], play: Play) -> None:
        tile = next(each for each in game.tiles if each.slug == play.tile or not play.tile)
        board = self._set_up(game, tile, play)
        self._table = "/".join(board.split("/")[:-2]) + "/"
        for number, facts in enumerate(play.entries, 1):
            said = {
                name: value for name, value in game.pages.fields(facts).items() if value is not None
            }
            about = {"id": f"tour-{number}-{id(play)}", "seen": number - 1, "confirmed": "1"}
            self._post(f"{board}entries", {**said, **about})
            if number <= ENTRIES or number == len(play.entries):
                self._read(board)
        undo = {"id": f"tour-{id(play)}", "seen": len(play.entries), "target": len(play.entries)}
        self._read(board)
        self._post(f"{board}again", {})
        self._post(f"{board}entries", {**undo, "kind": "taken-back"})
        self._read(board)

    def _set_up(self, game: Game[Any, Any], tile: Tile, play: Play) -> str:
        """The address of a board on which these people can play this."""
        switches = game.pages.switches.fields(tile.options)
        said = {name: value for name, value in switches.items() if value}
        people = {"players": len(play.names), "name": play.names}
        board = self._post(f"{self._mount}/new/{tile.slug}", {**said, **play.switches, **people})
        if not board:
            self.failed.append(f"{tile.slug} is not set up")
        return board.partition("sheet/")[0]

    def _post(self, address: str, form: dict[str, Any]) -> str:
        """Where the answer leads; "" where it is a page itself."""
        return self._send(address, FORM, urlencode(form, doseq=True).encode())

    def _send(self, address: str, kind: str, body: bytes) -> str:
        headers = json.dumps([["Content-Type", kind]])
        status, said, _ = self._asked.answer("POST", address, headers, body)
        told = dict(json.loads(said))
        if status >= 400:
            self.failed.append(f"{address}: {status}")
        return str(told.get("Location", ""))

    def _find(self, address: str) -> str:
        """What is at this address."""
        status, _, body = self._asked.answer("GET", address, "[]")
        if status != 200:
            self.failed.append(f"{address}: {status}")
        return bytes(body).decode()

    def _read(self, address: str) -> None:
        """Open this page, and all that it leads to that is not known by an address like it."""
        status, said, body = self._asked.answer("GET", address, "[]")
        if status >= 400:
            self.failed.append(f"{address}: {status}")
        told = dict(json.loads(said))
        if to := told.get("Location"):
            self._open(to)
        if not told.get("Content-Type", "").startswith("text/html"):
            return
        for link in LINK.findall(bytes(body).decode()):
            self._open(link.replace("&amp;", "&"))

    def _open(self, address: str) -> None:
        like = PART.sub("…", address)
        if like not in self._seen and address.startswith(f"{self._mount}/"):
            self._seen.add(like)
            self._read(address)
