"""Make the fixture of one version: what it keeps of an evening, as a database and as files.

    python tests/store/upgrades/make.py CHECKOUT VERSION

plays with the code that lies in CHECKOUT, in whatever environment this runs, and writes VERSION.*
beside itself. It knows addresses and forms only, so that it plays with every version; what a
version did not have yet is left out.
"""

import argparse
import gzip
import json
import re
import sqlite3
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
KEY = "upgrade " * 4
NAMES = ["Ann", "Bèn", "Gül", "Łukasz", ""]
LINK = re.compile(r"/j/[\w-]+")
TOKEN = re.compile(r'name="csrf-token"\s+content="([^"]+)"|content="([^"]+)"\s+name="csrf-token"')
FIELD = re.compile(r'<input[^>]* name="csrf_token"[^>]* value="([^"]+)"')
GAME = re.compile(r"/t/[\w-]+/[\w-]+/")
SEEN = re.compile(r'data-seen="(\d+)"')
IDS = count()
LAST = "last"  # for the place of the last entry in the log
Facts = Mapping[str, object]


class Phone:
    """Somebody's phone, which sends the forms of its pages."""

    def __init__(self, app: Any) -> None:
        self.client = app.test_client()
        self.token = ""

    @property
    def secret(self) -> str:
        """The cookie by which the server knows this phone."""
        return str(self.cookie("phone").value)

    def opens(self, address: str) -> str:
        """The page at this address; "" where there is none."""
        answer = self.client.get(address, follow_redirects=True)
        if answer.status_code != 200:
            return ""
        text = str(answer.text)
        found = TOKEN.search(text) or FIELD.search(text)
        self.token = next(filter(None, found.groups())) if found else self.token
        return text

    def sends(self, address: str, values: Mapping[str, object]) -> Any:
        """Send these values; the answer. AssertionError where the server fails."""
        given = {"csrf_token": self.token, **values}
        answer = self.client.post(address, data=given, headers={"X-CSRFToken": self.token})
        assert answer.status_code < 500, (address, values, answer.status_code)
        return answer

    def starts(self, tile: str, names: Sequence[str], table: str, given: Facts) -> str:
        """The address of a game that is set up now; "" where this version has none like that."""
        address = f"/new/{tile}{'?table=' + table if table else ''}"
        page = self.opens(address)
        if not page or any(f'name="{name}"' not in page for name in given):
            return ""
        asked = {"players": len(names), "name": list(names), "table": table, **given}
        answer = self.sends(address, asked)
        assert answer.status_code == 303, (tile, answer.status_code)
        found = GAME.search(str(answer.location))
        assert found, answer.location
        return found[0]

    def enters(self, game: str, facts: Facts, seen: int | None = None) -> int:
        """Enter these facts from a board that shows the entry `seen`, usually the last; status."""
        page = self.opens(game)
        shown = SEEN.search(page)
        assert shown, game
        id = f"{next(IDS):032x}"
        values = {"page": id, "id": id, "seen": shown[1] if seen is None else seen, **facts}
        values |= {name: shown[1] for name, said in facts.items() if said == LAST}
        return int(self.sends(f"{game}entries", values).status_code)


def plays(card: int, pile: str, **more: object) -> Facts:
    return {"kind": "card-played", "card": card, "pile": pile, **more}


def corrects(player: int, hand: int, domain: int, **more: object) -> Facts:
    return {"kind": "cards-corrected", "player": player, "hand": hand, "domain": domain, **more}


def scores(*cards: int, **more: object) -> Facts:
    by_seat = {f"cards-{seat}": card for seat, card in enumerate(cards)}
    return {"kind": "round-scored", **by_seat, **more}


ENDS: Facts = {"kind": "turn-ended"}
UNDO: Facts = {"kind": "taken-back", "target": LAST}
THE_GAME: list[Facts] = [
    {"kind": "starter-chosen", "player": 1},
    plays(12, "up-1"), plays(90, "down-1"), ENDS,
    plays(30, "up-2"), plays(20, "up-2"), plays(77, "down-2"), ENDS,
    UNDO, plays(70, "down-2"),
    plays(14, "up-1", change=2),
    plays(60, "up-1"),
    plays(50, "up-1", before=LAST),
    plays(15, "up-1"),
    plays(15, "up-1", confirmed=1),
    {"kind": "hand-corrected", "player": 0, "cards": 3},
    {"kind": "cards-missed", "pile": "down-1", "count": 2, "top": 50},
]  # fmt: skip
EXPERT: list[Facts] = [*THE_GAME[1:4], {"kind": "cannot-play"}]
EXTREME: list[Facts] = [
    plays(33, "up-1", choice="none"),
    plays(44, "up-1", choice="skull"), plays(45, "up-1"), ENDS,
    plays(80, "down-1", choice="stop"), ENDS, UNDO,
    {"kind": "cannot-play", "confirmed": 1},
]  # fmt: skip
ON_FIRE: list[Facts] = [
    plays(22, "up-1", confirmed=1), plays(66, "up-1", confirmed=1), {**ENDS, "confirmed": 1},
    plays(99, "down-1", confirmed=1),
    {"kind": "cannot-play", "confirmed": 1},
]  # fmt: skip
ONE_BRAIN: list[Facts] = [
    {"kind": "starter-chosen", "player": 0},
    {"kind": "card-played", "from": "hand", "action": "cover"}, {"kind": "card-drawn"},
    {"kind": "card-played", "from": "hand", "action": "cover", "column": 1},
    {"kind": "card-drawn"}, UNDO, {"kind": "card-drawn"},
    corrects(0, 3, 2),
    corrects(0, 4, 2, change=LAST),
    corrects(1, 4, 1),
    {"kind": "attempt-given-up"},
]  # fmt: skip
BLUFF: list[Facts] = [
    {"kind": "starter-chosen", "player": 2},
    scores(1, 2, 3, 4, 5), scores(5, 4, 3, 2, 1, rik=3), scores(2, 1, 4, 3, 5),
    UNDO,
    scores(2, 1, 5, 3, 4),
    scores(1, 2, 3, 5, 4, change=2),
    {"kind": "emma-played", "player": 1},
]  # fmt: skip
BLUFF_ENDS: list[Facts] = [*BLUFF, {"kind": "game-stopped"}]
TURNS: list[Facts] = [
    {"kind": "turn-laid", "cards": 3}, {"kind": "turn-laid", "cards": 2},
    {"kind": "depth-chosen", "depth": "cards"}, plays(31, "up-1", confirmed=1),
]  # fmt: skip
RESULT: list[Facts] = [{"kind": "result-entered", "left": 4}]

EVENING: tuple[tuple[str, int, Facts, list[Facts]], ...] = (
    ("the-game", 2, {"aids": "y"}, THE_GAME),
    ("the-game", 3, {"expert": "y", "smaller_hand": "y"}, EXPERT),
    ("the-game-extreme", 2, {"extreme": "y"}, EXTREME),
    ("the-game-extreme", 4, {"on_fire": "y"}, ON_FIRE),
    ("one-brain", 2, {"level": "expert", "hand": 5}, ONE_BRAIN),
    ("game-of-bluff", 5, {"last_round": "y"}, BLUFF),
    ("game-of-bluff", 5, {}, BLUFF_ENDS),
    ("the-game", 2, {"depth": "turns"}, TURNS),
    ("the-game", 2, {"depth": "result"}, RESULT),
)  # fmt: skip
"""The games of the evening in order: tile, players, switches, and what is entered."""


@dataclass
class Evening:
    """An evening at one table: its phones, of which the first is the host's, and its games."""

    app: Any
    phones: list[Phone]
    links: list[str]
    games: list[str]

    def play(self) -> None:
        """Play every game that this version has, with up to three phones."""
        host, table = self.phones[0], ""
        for tile, seats, given, entries in EVENING:
            game = host.starts(tile, NAMES[:seats], table, given)
            if not game:
                continue
            if not table:
                table = game.split("/")[2]
                self.let_join(table)
            self.games.append(game)
            players = [phone for phone in self.phones[:2] if phone.opens(game)]
            for number, facts in enumerate(entries):
                status = players[number % len(players)].enters(game, facts)
                print(game, status, facts)
            if len(players) > 1:  # it has not seen what was entered last
                players[1].enters(game, entries[0], seen=1)
        teach(host, table)
        host.opens(f"/t/{table}/history")
        host.opens(f"/t/{table}/statistics")

    def let_join(self, table: str) -> None:
        """A phone joins that plays and one that looks on; none where a version has no links."""
        found = LINK.findall(self.phones[0].opens(f"/t/{table}/phones/"))
        self.links = list(dict.fromkeys(found))
        for name, link in zip(("Ben’s phone", ""), self.links, strict=False):
            phone = Phone(self.app)
            phone.opens(link)
            assert phone.sends(link, {"name": name}).status_code == 303, link
            self.phones.append(phone)


def teach(host: Phone, table: str) -> None:
    """The table knows a card of its deck, and calls a game and a colour by words of its own."""
    deck, words = f"/t/{table}/deck/the-game/", f"/t/{table}/deck/one-brain/"
    if host.opens(deck):
        host.sends(deck, {"card": 17, "carries": "draw-one"})
    if host.opens(words):
        host.sends(f"{words}words", {"game": "Cats & Co", "sixth": "Türkis"})


def export(host: Phone, games: Sequence[str]) -> dict[str, str]:
    """What can be saved of these games and their table to be read in again, by name."""
    table = games[0].rpartition("/")[0].rpartition("/")[0]
    saved = {"table.json": f"{table}/table.json"}
    saved |= {f"{number}.json": f"{game}record.json" for number, game in enumerate(games, start=1)}
    answers = {name: host.client.get(address) for name, address in saved.items()}
    return {name: each.text for name, each in answers.items() if each.status_code == 200}


def state_of(record: str, app: Any) -> Any:
    """What this version says of a record: the results and the state of its `replay` command."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(record)
        file.flush()
        said = app.test_cli_runner().invoke(args=["replay", file.name])
    assert said.exit_code == 0, said.output
    told = json.loads(said.output)
    return {"results": [step["result"] for step in told["steps"]], "state": told["state"]}


def make(version: str) -> None:
    """Write what this version keeps: VERSION.sqlite3.gz, and VERSION.json.gz with what was seen."""
    from companion import create_app

    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": Path(folder), "SECRET_KEY": KEY, "LIMITED": False})
        evening = Evening(app, [Phone(app)], [], [])
        evening.play()
        files = export(evening.phones[0], evening.games)
        replays = {
            name: state_of(text, app) for name, text in files.items() if name != "table.json"
        }
        app.extensions["store"].close()
        with closing(sqlite3.connect(Path(folder) / "companion.sqlite3")) as database:
            entries = dict(database.execute("SELECT game, count(*) FROM entries GROUP BY game"))
            database.execute("PRAGMA journal_mode = DELETE").close()
            database.execute("VACUUM").close()
        content = (Path(folder) / "companion.sqlite3").read_bytes()
    seen = {
        "key": KEY,
        "phones": [phone.secret for phone in evening.phones],
        "links": evening.links,
        "games": evening.games,
        "entries": [entries[game.split("/")[3]] for game in evening.games],
        "files": files,
        "replays": replays,
    }
    write(f"{version}.sqlite3.gz", content)
    write(f"{version}.json.gz", json.dumps(seen, ensure_ascii=False, sort_keys=True).encode())


def write(name: str, content: bytes) -> None:
    """Write a packed file beside this one; the same content gives the same file."""
    (HERE / name).write_bytes(gzip.compress(content, 9, mtime=0))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("version")
    asked = parser.parse_args()
    sys.path.insert(0, str(asked.checkout.resolve()))
    make(asked.version)
