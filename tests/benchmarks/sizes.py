"""What much costs beside little: a full table beside a small one, 1,000 tables beside ten."""

import statistics
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from flask.testing import FlaskClient

from companion.engine.table import GAMES_PER_TABLE
from companion.web import history
from tests.benchmarks import logs
from tests.benchmarks.figures import Figure, Section, machine, seconds, timed
from tests.benchmarks.stock import TOKEN, Stock, board, fields, headers, opened
from tests.support.finished_games import EVENINGS

FEW, MANY, TABLES = 10, GAMES_PER_TABLE, 1_000
MIXED = [EVENINGS[number * 7 % len(EVENINGS)] for number in range(len(EVENINGS))]
ENTRIES, PER_PHONE = 30, 10  # in the log of each table's game; tables of one phone
TIMES = 60
BUDGET = 1.5  # times as much for many as for few

Ask = Callable[[], None]


def of_table(folder: Path) -> Section:
    """The pages and the statistics of a table with as many games as fit."""
    stock = Stock.within(folder)
    tables = {games: _table(stock, games) for games in (FEW, MANY)}
    stock.close()
    with opened(folder, stock.secret) as client:
        figures = list(_pages(client, tables))
    runs = (
        f"tables of {FEW} and of {MANY:,} games of all four tiles, in process, median of {TIMES}, "
        f"taken in turn; a page has {history.PAGE} games; the budget is {BUDGET} times the few"
    )
    return Section("History of a table", runs, figures, machine())


def _pages(client: FlaskClient, tables: Mapping[int, str]) -> Iterator[Figure]:
    def ask(address: str, *, anew: bool = False) -> None:
        if anew:
            client.application.extensions["statistics"].clear()
        assert client.get(address).status_code == 200, address

    for games, at in tables.items():
        taken = seconds(lambda at=at: ask(f"{at}statistics"), 1)
        yield timed(f"statistics of {games:,} games, no result kept", taken)
    pages = {
        "history, the newest games": "history",
        "history, the oldest games": "history?page={}",
        "the page of the table": "",
        "statistics, nothing entered since": "statistics",
        "statistics, after an entry": "statistics",
    }
    for what, page in pages.items():
        anew = what.endswith("after an entry")
        addresses = {
            games: at + page.format((games - 1) // history.PAGE + 1) for games, at in tables.items()
        }
        asks = {games: partial(ask, a, anew=anew) for games, a in addresses.items()}
        yield from _beside(f"{what}: {{:,}}", asks)


def _table(stock: Stock, count: int) -> str:
    """The address of a table with so many games."""
    table = stock.game((), [f"host of {count}"]).table
    for evening in islice(cycle(MIXED), count - 1):
        stock.game(evening.entries, evening.names, evening.slug, evening.options, table)
    return f"/t/{table}/"


def of_installation(folder: Path) -> Section:
    """Shelf, board and a tap of one phone, beside few tables and many."""
    asks: dict[int, dict[str, Ask]] = {}
    for size in (FEW, TABLES):
        (place := folder / str(size)).mkdir()
        asks[size] = _asks(place, size)
    figures = [
        figure
        for what in ("shelf", "board", "tap")
        for figure in _beside(
            f"{what}, beside {{:,}} tables", {size: each[what] for size, each in asks.items()}
        )
    ]
    runs = (
        f"installations of {FEW} and of {TABLES:,} tables, {ENTRIES} entries each, in process,"
        f" median of {TIMES}, taken in turn; the budget is {BUDGET} times the few"
    )
    return Section("Tables of an installation", runs, figures, machine())


def _asks(folder: Path, size: int) -> dict[str, Ask]:
    """What the phone of the last table asks, for the first time with everything it needs known."""
    for _ in range(0, size, PER_PHONE):
        stock = Stock.within(folder)
        games = [stock.game(logs.entries(ENTRIES)) for _ in range(PER_PHONE)]
        stock.close()
    client = opened(folder, stock.secret).__enter__()
    address, seen = board(games[-1]), ENTRIES
    token = TOKEN.search(client.get(address).data)
    assert token
    said = headers(token[1].decode())

    def tap() -> None:
        nonlocal seen
        data = fields({"kind": "hand-corrected", "player": 0, "cards": 5 + seen % 2}, seen)
        answer = client.post(f"{address}entries", data=data, headers=said)
        assert answer.headers["Verdict"].split()[1] == "recorded"
        seen += 1

    return {"shelf": lambda: _get(client, "/"), "board": lambda: _get(client, address), "tap": tap}


def _get(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 200


def _beside(what: str, asks: Mapping[int, Ask]) -> Iterator[Figure]:
    """The same of few and of many, in turn."""
    for ask in asks.values():
        ask()
    times: dict[int, list[float]] = {size: [] for size in asks}
    for _ in range(TIMES):
        for size, ask in asks.items():
            times[size] += seconds(ask, 1)
    few = statistics.median(times[FEW]) * 1000
    for size, taken in times.items():
        yield timed(what.format(size), taken, against=few, beside=f"the {FEW}:")
