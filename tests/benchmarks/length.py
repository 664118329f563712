"""What the length of a game costs: its last tap beside its first."""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from flask.testing import FlaskClient

from companion.engine.entry import Facts
from companion.engine.table import StoredGame
from tests.benchmarks import logs
from tests.benchmarks.figures import Figure, Section, machine, timed
from tests.benchmarks.stock import TOKEN, Stock, board, fields, headers, opened

GAMES = 25  # of each kind; a cold and a warm tap in each

Send = Callable[[StoredGame, Facts, int], float]  # how long the answer to a tap took (s)


def section(folder: Path) -> Section:
    figures = list(_taps(folder))
    runs = (
        f"taps: median of {GAMES} games each, in process, answer with the board; cold: the first"
        " tap of a game since the app began, warm: its replay is kept"
    )
    return Section("Length of a game", runs, figures, machine())


def _taps(folder: Path) -> Iterator[Figure]:
    whole = logs.whole_game()
    cards = [at for at, facts in enumerate(whole) if facts["kind"] == "card-played"]
    places = {"first card": cards[0], "97th card": cards[96], "98th card (the end)": cards[97]}
    stock = Stock.within(folder)
    games = {
        name: [stock.game(whole[:place]) for _ in range(GAMES)] for name, place in places.items()
    }
    others = [stock.game(whole[:place]) for place in places.values()]
    stock.close()
    firsts: dict[str, float] = {}
    with opened(folder, stock.secret) as client:
        token = TOKEN.search(client.get(board(others[0])).data)
        assert token
        send = partial(_asked, client, headers(token[1].decode()))
        for other, place in zip(others, places.values(), strict=True):
            send(other, whole[place], place)  # templates and statements are known from here on
        for name, place in places.items():
            cold, undo, warm = zip(
                *(_cold_undo_warm(send, game, whole[place], place) for game in games[name]),
                strict=True,
            )
            said = {"cold": cold, "warm": warm, "undo": undo}
            for how, times in said.items():
                firsts.setdefault(how, statistics.median(times) * 1000)
                what = f"{name}, {how}" if how != "undo" else "its undo"
                yield timed(what, times, against=firsts[how], beside="first")


def _cold_undo_warm(
    send: Send, game: StoredGame, facts: Facts, place: int
) -> tuple[float, float, float]:
    cold = send(game, facts, place)
    undo = send(game, {"kind": "taken-back", "target": place + 1}, place + 1)
    return cold, undo, send(game, facts, place + 2)


def _asked(
    client: FlaskClient, said: dict[str, str], game: StoredGame, facts: Facts, seen: int
) -> float:
    data = fields(facts, seen)
    began = time.perf_counter()
    answer = client.post(f"{board(game)}entries", data=data, headers=said)
    taken = time.perf_counter() - began
    assert answer.status_code == 200
    return taken
