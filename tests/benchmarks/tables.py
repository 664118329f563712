"""What an installation with a thousand tables costs beside one with ten: shelf, board and a tap."""

import statistics
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from flask import Flask

from companion import create_app
from tests.benchmarks import logs
from tests.benchmarks.figures import Figure, Section, machine, timed
from tests.benchmarks.stock import TOKEN, Stock, board, fields, headers

FEW, MANY = 10, 1_000
ENTRIES, PER_PHONE = 30, 10  # in the log of each table's game; tables of one phone
TIMES = 60
BUDGET = 1.5  # times as much beside many tables as beside few

Ask = Callable[[], float]  # how long the answer took (s)


def section(folder: Path) -> Section:
    sizes = {size: folder / str(size) for size in (FEW, MANY)}
    asks, apps = {}, []
    for size, place in sizes.items():
        place.mkdir()
        app = create_app({"INSTANCE": str(place), "LIMITED": False})
        asks[size] = _asks(app, place, size)
        apps.append(app)
    figures = [
        figure
        for what in ("shelf", "board", "tap")
        for figure in _beside(what, {size: asked[what] for size, asked in asks.items()})
    ]
    for app in apps:
        app.extensions["store"].close()
    runs = (
        f"installations of {FEW} and of {MANY:,} tables, {ENTRIES} entries each, in process,"
        f" median of {TIMES}, taken in turn; the budget is {BUDGET} times the few"
    )
    return Section("Tables of an installation", runs, figures, machine())


def _asks(app: Flask, folder: Path, size: int) -> dict[str, Ask]:
    """What the phone of the last table asks, for the first time with everything it needs known."""
    for _ in range(0, size, PER_PHONE):
        stock = Stock.within(folder)
        games = [stock.game(logs.entries(ENTRIES)) for _ in range(PER_PHONE)]
        stock.close()
    game, client = games[-1], app.test_client()
    client.set_cookie("phone", stock.secret)
    page = client.get(board(game))
    token = TOKEN.search(page.data)
    assert token
    said, seen = headers(token[1].decode()), ENTRIES

    def get(address: str) -> float:
        began = perf_counter()
        answer = client.get(address)
        taken = perf_counter() - began
        assert answer.status_code == 200
        return taken

    def tap() -> float:
        nonlocal seen
        data = fields({"kind": "hand-corrected", "player": 0, "cards": 5 + seen % 2}, seen)
        began = perf_counter()
        answer = client.post(f"{board(game)}entries", data=data, headers=said)
        taken = perf_counter() - began
        assert answer.headers["Verdict"].split()[1] == "recorded"
        seen += 1
        return taken

    return {"shelf": lambda: get("/"), "board": lambda: get(board(game)), "tap": tap}


def _beside(what: str, asks: dict[int, Ask]) -> Iterator[Figure]:
    for ask in asks.values():
        ask()
    times: dict[int, list[float]] = {size: [] for size in asks}
    for _ in range(TIMES):
        for size, ask in asks.items():
            times[size].append(ask())
    few = statistics.median(times[FEW]) * 1000
    for size, taken in times.items():
        yield timed(f"{what}, beside {size:,} tables", taken, against=few, beside=f"the {FEW}:")
