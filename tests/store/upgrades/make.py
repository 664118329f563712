"""Make the fixture of this version: what it keeps of an evening, as a database and as files.

    .venv/bin/python -m tests.store.upgrades.make VERSION

plays what each game brings for its tests, at one table of three phones, and writes VERSION.* beside
itself.
"""

import gzip
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from flask import Flask

from companion import create_app
from companion.engine.table import ONLOOKER, PLAYER
from companion.games import GAMES
from tests.support.client_phone import Phone
from tests.support.random_logs import plays_of

HERE = Path(__file__).parent
KEY = "upgrade " * 4


def play(app: Flask) -> tuple[list[Phone], list[str]]:
    """Every game with two phones, of which the first is the host's; a third looks on."""
    host, player, onlooker = phones = [Phone(app) for _ in range(3)]
    games, table = list[str](), ""
    plays = ((game, each) for game in GAMES.values() for each in plays_of(game).games)
    for game, each in plays:
        tile = each.tile or game.tiles[0].slug
        assert host.starts(len(each.names), each.names, table=table, tile=tile, given=each.switches)
        games.append(host.game)
        if not table:
            table = host.game.split("/")[2]
            player.joins(host, PLAYER, name="Ben’s phone")
            onlooker.joins(host, ONLOOKER)
        player.game = host.game
        for number, facts in enumerate(each.entries):
            said = game.pages.fields(facts)
            enter(phones[number % 2], **said)
            if number == 0 and len(each.entries) > 1:
                for more in ({"change": 1}, {"before": 1}):
                    enter(host, **{**said, **more})
                for _undone_and_redone in range(2):
                    enter(host, kind="taken-back", target=host.head)
                enter(player, **said, seen=1)  # it has not seen what was entered since
    for deck, values in (
        (f"/t/{table}/deck/the-game/", {"card": 17, "carries": "draw-one"}),
        (f"/t/{table}/deck/one-brain/words", {"game": "Cats & Co", "sixth": "Türkis"}),
    ):
        assert host.sends(deck, {"csrf_token": host.token, **values}, entry=False).status == 200
    for page in ("history", "statistics"):
        assert host.opens(f"/t/{table}/{page}").status == 200
    return phones, games


def enter(phone: Phone, **facts: Any) -> None:
    """Enter these facts, whatever they break, from the newest board."""
    phone.opens(phone.game)
    said = {name: value for name, value in facts.items() if value is not None}
    assert phone.enters(confirmed=1, **said).status < 500


def export(host: Phone, games: list[str]) -> Iterator[tuple[str, str]]:
    """What can be saved of these games and their table to be read in again, by name."""
    table = host.table
    yield "table.json", host.client.get(f"{table}table.json").text
    for number, game in enumerate(games, start=1):
        yield f"{number}.json", host.client.get(f"{game}record.json").text


def replay(record: str, app: Flask) -> dict[str, Any]:
    """What this version says of a record: the results and the state of its `replay` command."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(record)
        file.flush()
        said = app.test_cli_runner().invoke(args=["replay", file.name])
    assert said.exit_code == 0, said.output
    told = json.loads(said.output)
    return {"results": [step["result"] for step in told["steps"]], "state": told["state"]}


def make(version: str) -> None:
    """Write VERSION.sqlite3.gz, and VERSION.json.gz with what was seen."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"INSTANCE": Path(folder), "SECRET_KEY": KEY, "LIMITED": False}
        app = create_app({**settings, "LOG_LEVEL": "error"})
        phones, games = play(app)
        files = dict(export(phones[0], games))
        links = [f"/j/{each.link}" for each in phones[0].invitations().values()]
        app.extensions["store"].close()
        with closing(sqlite3.connect(Path(folder) / "companion.sqlite3")) as database:
            entries = dict(database.execute("SELECT game, count(*) FROM entries GROUP BY game"))
            database.execute("PRAGMA journal_mode = DELETE").close()
            database.execute("VACUUM").close()
        write(f"{version}.sqlite3.gz", (Path(folder) / "companion.sqlite3").read_bytes())
        seen = {
            "key": KEY,
            "phones": [phone.cookie("phone").value for phone in phones],  # type: ignore[union-attr]
            "links": links,
            "games": games,
            "entries": [entries[game.split("/")[3]] for game in games],
            "files": files,
            "replays": {name: replay(files[name], app) for name in files if name != "table.json"},
        }
    write(f"{version}.json.gz", json.dumps(seen, ensure_ascii=False, sort_keys=True).encode())


def write(name: str, content: bytes) -> None:
    """Write a packed file beside this one; the same content gives the same file."""
    (HERE / name).write_bytes(gzip.compress(content, 9, mtime=0))


if __name__ == "__main__":
    make(sys.argv[1])
