"""What a table with as many games as fit costs beside one with ten: its pages, its statistics."""

import statistics
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from flask.testing import FlaskClient
from sqlalchemy import insert

from companion import create_app
from companion.engine.table import GAMES_PER_TABLE
from companion.store import connections, schema
from companion.web import history
from tests.benchmarks.figures import Figure, Section, machine, timed
from tests.benchmarks.stock import Stock
from tests.evenings import EVENINGS

FEW, MANY = 10, GAMES_PER_TABLE
MIXED = [EVENINGS[number * 7 % len(EVENINGS)] for number in range(len(EVENINGS))]
TIMES = 60
BUDGET = 1.5  # times as much for many games as for few


def section(folder: Path) -> Section:
    stock = Stock.within(folder)
    tables = {games: _table(stock, games) for games in (FEW, MANY)}
    stock.close()
    app = create_app({"INSTANCE": str(folder)})
    client = app.test_client()
    client.set_cookie("phone", stock.secret)
    figures = list(_figures(client, tables))
    app.extensions["store"].close()
    runs = (
        f"tables of {FEW} and of {MANY:,} games of all four tiles, in process, median of {TIMES}, "
        f"taken in turn; a page has {history.PAGE} games; the budget is {BUDGET} times the few"
    )
    return Section("History of a table", runs, figures, machine())


def _figures(client: FlaskClient, tables: dict[int, str]) -> Iterator[Figure]:
    first = {games: _asked(client, f"{at}statistics") for games, at in tables.items()}
    for games, taken in first.items():
        yield timed(f"statistics of {games:,} games, no result kept", [taken])
    pages = {
        "history, the newest games": "history",
        "history, the oldest games": "history?page={}",
        "the page of the table": "",
        "statistics, nothing entered since": "statistics",
    }
    for what, page in pages.items():
        addresses = {
            games: at + page.format((games - 1) // history.PAGE + 1) for games, at in tables.items()
        }
        yield from _beside(what, addresses, partial(_asked, client))
    yield from _beside(
        "statistics, after an entry",
        {games: f"{at}statistics" for games, at in tables.items()},
        partial(_asked_anew, client),
    )


def _beside(what: str, addresses: dict[int, str], ask: Callable[[str], float]) -> Iterator[Figure]:
    times: dict[int, list[float]] = {games: [] for games in addresses}
    for _ in range(TIMES):
        for games, address in addresses.items():
            times[games].append(ask(address))
    few = statistics.median(times[FEW]) * 1000
    for games, taken in times.items():
        yield timed(f"{what}: {games:,}", taken, against=few, beside=f"the {FEW}:")


def _asked(client: FlaskClient, address: str) -> float:
    began = perf_counter()
    answer = client.get(address)
    taken = perf_counter() - began
    assert answer.status_code == 200, address
    return taken


def _asked_anew(client: FlaskClient, address: str) -> float:
    client.application.extensions["statistics"].clear()
    return _asked(client, address)


def _table(stock: Stock, count: int) -> str:
    """The address of a table with so many games."""
    rows = []
    table = stock.store.games.start(stock.phone, "the-game", {}, [f"host of {count}"]).table
    for evening in islice(cycle(MIXED), count - 1):
        game = stock.store.games.start(
            stock.phone, evening.slug, evening.options, evening.names, table
        )
        rows += [
            {
                **{"game": game.id, "place": place, "id": f"id {place}", "phone": stock.phone},
                **{"at": place, "seen": place - 1, "kind": facts["kind"]},
                "facts": {name: fact for name, fact in facts.items() if name != "kind"},
            }
            for place, facts in enumerate(evening.entries, 1)
        ]
    writer, _ = connections.make_engines(connections.address(stock.url))
    with writer.begin() as connection:
        connection.execute(insert(schema.entries), rows)
    writer.dispose()
    return f"/t/{table}/"
