"""A chart of any game: its lines say its figures, and labels beside it can be read apart."""

from itertools import pairwise

import pytest
from hypothesis import given

from companion.engine.replay import replay
from companion.engine.setup import Setup
from companion.games.chart import ROWS, Curve, chart, ticks
from tests.games.game_of_bluff.test_properties import GAME, games

FAR = [(0, 0, 0, 0), (4, 1, 2, 3), (8, 2, 5, 5), (12, 3, 7, 8), (16, 4, 9, 11)]


def points(line: Curve) -> list[tuple[float, float]]:
    pairs = (point.split(",") for point in line.points.split(" "))
    return [(float(x), float(y)) for x, y in pairs]


@given(games())
def test_each_line_says_the_totals_of_its_player(told: tuple[Setup, list[object]]) -> None:
    """Against the axis, for the winners too; each has a row of its own, the highest first."""
    setup, entries = told
    for rounds in range(1, 13):
        state = replay(GAME.rules, setup, entries[:rounds]).state
        running = [state.totals_after(count) for count in range(len(state.rounds) + 1)]
        drawing = chart(running, limit=state.limit, loud=state.winners)
        assert sorted(line.number for line in drawing.lines) == [*range(setup.seats)]
        assert {line.number for line in drawing.lines if line.loud} == set(state.winners)
        low, high = drawing.up[0], drawing.up[-1]
        per = (high.figure - low.figure) / (high.place - low.place)
        for line in drawing.lines:
            said = [totals[line.number] for totals in running]
            found = [low.figure + (y - low.place) * per for _, y in points(line)]
            assert found == pytest.approx(said, abs=0.002 * max(*said, 50))
            xs, ys = zip(*points(line), strict=True)
            assert (xs[0], xs[-1], line.end, line.last) == (0, 100, ys[-1], said[-1])
            assert all(a < b for a, b in pairwise(xs))
            assert all(0 < y < 100 for y in ys)
        rows = drawing.rows
        beside = [line for line in rows if line]
        assert len(beside) == setup.seats
        assert [line.last for line in beside] == sorted(state.totals, reverse=True)
        assert all(line is rows[int(line.label * len(rows) / 100)] for line in beside)


def test_the_winners_lie_on_top_and_labels_beside_the_ends_of_lines_that_are_far_apart() -> None:
    drawing = chart(FAR, limit=12, loud=[1, 2])
    assert [line.loud for line in drawing.lines] == [False, False, True, True]
    assert all(abs(line.label - line.end) <= 50 / ROWS for line in drawing.lines)
    assert [tick.figure for tick in drawing.up] == [0, 5, 10, 12]
    assert drawing.up[-1].place == drawing.limit, "it ends at the limit that lines pass"
    assert min(line.end for line in drawing.lines) == 5
    assert [tick.figure for tick in drawing.across] == [0, 2, 4]


@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize("players", [2, 11, 15])
def test_lines_that_end_together_have_labels_side_by_side(players: int, last: int) -> None:
    """At the very top and at the very bottom too."""
    drawing = chart([(1,) * players, (last,) * players])
    places = [at for at, line in enumerate(drawing.rows) if line]
    assert places == [*range(places[0], places[0] + players)]
    assert len(drawing.rows) == max(players, ROWS)


def test_without_a_limit_it_goes_from_the_lowest_to_the_highest_figure() -> None:
    """On stairs a figure holds until the next one; a corner stands only where it changes."""
    drawing = chart([(1, 100), (1, 60), (100, 60)], low=1, high=100, stairs=True)
    assert drawing.limit is None
    up, down = sorted(drawing.lines, key=lambda line: line.number)
    assert points(up) == [(0, 95), (100, 95), (100, 5), (100, 5)]
    assert points(down) == [(0, 5), (50, 5), (50, 41.4), (100, 41.4)]


def test_an_axis_has_ends_and_round_figures() -> None:
    for low, high, figures in (
        (0, 46, (0, 20, 46)),
        (0, 7, (0, 2, 4, 6, 7)),
        (1, 100, (1, 25, 50, 75, 100)),
        (-11, 200, (0, 100, 200)),
        (-85, 0, (-85, -75, -50, -25, 0)),
        (0, 1, (0, 1)),
        (5, 5, (5,)),
    ):
        assert ticks(low, high, 4) == figures
