"""What a tap and the pages are made of: each layer's share, and the questions to the database."""

import cProfile
import pstats
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import Engine, event

from companion.engine.table import StoredGame
from tests.benchmarks import logs
from tests.benchmarks.figures import Figure, Section, machine
from tests.benchmarks.stock import TOKEN, Stock, board, fields, headers, opened

ENTRIES, TAPS = 40, 200
LAYERS = {
    "/templates/": "templates (Jinja and markupsafe)",
    "/jinja2/": "templates (Jinja and markupsafe)",
    "/markupsafe/": "templates (Jinja and markupsafe)",
    "/sqlalchemy/": "queries (SQLAlchemy and the driver)",
    "sqlite3": "queries (SQLAlchemy and the driver)",
    "/companion/games/": "rules and boards of the game",
    "/companion/web/": "pages of ours",
    "/companion/": "log, verdict and store of ours",
    "/werkzeug/": "Flask and Werkzeug",
    "/flask/": "Flask and Werkzeug",
    "/wtforms/": "forms, tokens and sessions",
    "/flask_wtf/": "forms, tokens and sessions",
    "/itsdangerous/": "forms, tokens and sessions",
    "/babel/": "words (Babel and gettext)",
    "/flask_babel/": "words (Babel and gettext)",
    "gettext.py": "words (Babel and gettext)",
    "brotli": "compression",
    "/flask_compress/": "compression",
}
REST = "the standard library, and what Python has built in"


def section(folder: Path) -> Section:
    stock = Stock.within(folder)
    games = [stock.game(logs.entries(ENTRIES)) for _ in range(TAPS + 1)]
    stock.close()
    with opened(folder, stock.secret) as client:
        figures = list(_figures(client, games))
    runs = (
        f"in process, games of {ENTRIES} entries; shares: own time of each layer in {TAPS} taps,"
        " under cProfile, which makes many small calls look dearer than they are"
    )
    return Section("What a tap is made of", runs, figures, machine())


def _figures(client: FlaskClient, games: list[StoredGame]) -> Iterator[Figure]:
    tap = _tapper(client, games[-1])
    tap(games.pop())
    first = games[0]
    pages = {
        "a tap": lambda: tap(games.pop()),
        "the board": lambda: client.get(board(first)),
        "the board, nothing new": lambda: client.get(f"{board(first)}live/board"),
        "the shelf": lambda: client.get("/"),
        "the log": lambda: client.get(f"{board(first)}log/"),
        "the history": lambda: client.get(f"/t/{first.table}/history"),
    }
    for what, do in pages.items():
        yield _asked(f"questions to the database: {what}", do)
    yield from _shares(lambda: tap(games.pop()), len(games))


def _tapper(client: FlaskClient, game: StoredGame) -> Callable[[StoredGame], None]:
    token = TOKEN.search(client.get(board(game)).data)
    assert token
    said = headers(token[1].decode())
    facts = logs.entries(ENTRIES + 1)[-1]

    def tap(game: StoredGame) -> None:
        answer = client.post(f"{board(game)}entries", data=fields(facts, ENTRIES), headers=said)
        assert answer.headers["Verdict"].split()[1] == "recorded"

    return tap


def _asked(what: str, do: Callable[[], Any]) -> Figure:
    do()  # what is kept in memory from the first time on
    with _statements() as counted:
        do()
    return Figure(what, counted.total(), "")


@contextmanager
def _statements() -> Iterator[Counter[str]]:
    """How often each statement is sent to any database meanwhile."""
    counted: Counter[str] = Counter()

    def count(_: Any, __: Any, statement: str, *rest: Any) -> None:
        counted[statement] += 1

    event.listen(Engine, "before_cursor_execute", count)
    try:
        yield counted
    finally:
        event.remove(Engine, "before_cursor_execute", count)


def _shares(tap: Callable[[], None], times: int) -> Iterator[Figure]:
    profile = cProfile.Profile()
    with profile:
        for _ in range(times):
            tap()
    shares: Counter[str] = Counter()
    for (path, _, name), (_, _, own, *_) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        shares[_layer(path, name)] += own
    whole = shares.total()
    for layer, own in shares.most_common():
        yield Figure(f"a tap: {layer}", own / whole * 100, "%")


def _layer(path: str, name: str) -> str:
    where = path if path != "~" else name
    return next((layer for part, layer in LAYERS.items() if part in where), REST)
