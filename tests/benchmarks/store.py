"""What the database alone takes for an entry: reading the log, writing, and the disk."""

import secrets
from collections.abc import Iterator
from pathlib import Path

from companion.engine.table import StoredGame
from companion.engine.verdict import Answer, Submission, Verdict
from tests.benchmarks import logs
from tests.benchmarks.figures import Figure, Section, fsync, machine, seconds, timed
from tests.benchmarks.stock import Stock
from tests.support.postgresql import Cluster, find_binaries

LENGTHS = (0, 100, 1_000)
GAMES = 30  # of each length, one entry in each
TAKEN = Verdict(Answer.RECORDED)


def section(folder: Path) -> Section:
    figures = [fsync(folder), *_entering("SQLite", f"sqlite:///{folder / 'companion.sqlite3'}")]
    try:
        folder_of_postgres = find_binaries()
    except RuntimeError:
        postgres = "PostgreSQL: not installed"
    else:
        postgres = f"PostgreSQL {folder_of_postgres.parent.name} with fsync, on loopback"
        with Cluster(durable=True) as cluster:
            figures += _entering("PostgreSQL", cluster.create("benchmark"))
    runs = f"Submissions.enter with a judge that takes everything; {GAMES} games each; {postgres}"
    return Section("Entering into the store", runs, figures, machine())


def _entering(name: str, url: str) -> Iterator[Figure]:
    stock = Stock(url)
    first = None
    _enter(stock, stock.game())  # statements and connections are known from here on
    for length in LENGTHS:
        games = iter([stock.game(logs.entries(length)) for _ in range(GAMES)])
        times = seconds(lambda games=games: _enter(stock, next(games)), GAMES)
        figure = timed(f"{name}: enter after {length:,} entries", times)
        first = first or figure.value
        yield timed(figure.what, times, against=first, beside="the empty log's")
    stock.close()


def _enter(stock: Stock, game: StoredGame) -> None:
    submission = Submission(secrets.token_hex(16), stock.phone, 0, {"kind": "turn-ended"})
    stock.store.submissions.enter(
        stock.phone, game.table, game.id, submission, lambda stored: TAKEN
    )
