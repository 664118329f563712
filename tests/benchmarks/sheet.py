"""What each board costs to show: the sheet of fifteen and that of Extreme beside The Game's."""

from pathlib import Path

from companion import create_app
from companion.engine.entry import Facts
from tests.benchmarks.figures import Figure, Section, machine, seconds, timed
from tests.benchmarks.logs import whole_game
from tests.benchmarks.stock import Stock, board

PLAYERS, ROUNDS, CARDS = 15, 7, 40
TIMES = 300


def section(folder: Path) -> Section:
    figures: list[Figure] = []
    stock = Stock.within(folder)
    names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
    boards = {
        f"The Game after {CARDS} entries": stock.game(whole_game()[:CARDS]),
        f"Extreme after {CARDS} entries": stock.game(
            whole_game()[:CARDS], options={"extreme": True, "on_fire": True}
        ),
        f"Bluff, {PLAYERS} players, {ROUNDS} rounds": stock.game(
            map(scored, range(ROUNDS)), names, "game-of-bluff"
        ),
    }
    stock.close()
    app = create_app({"INSTANCE": str(folder), "LIMITED": False})
    client = app.test_client()
    client.set_cookie("phone", stock.secret)
    for what, game in boards.items():
        address = board(game)

        def show(address: str = address) -> None:
            assert client.get(address, headers={"HX-Request": "true"}).status_code == 200

        show()
        first = figures[0].value if figures else None
        taken = seconds(show, TIMES)
        figures.append(timed(what, taken, against=first, beside="The Game's"))
    app.extensions["store"].close()
    runs = f"GET of the board as a fragment, in process, replay kept; median of {TIMES}"
    return Section("Showing a board", runs, figures, machine())


def scored(number: int) -> Facts:
    """A round in which nobody passes the limit early: the white cards move on by one seat."""
    cards = [1 + (seat + 8 * number) % PLAYERS for seat in range(PLAYERS)]
    return {"kind": "round-scored", "cards": cards}
