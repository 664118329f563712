"""A chart of Bluff and of piles: everything within it, and labels that can be read apart."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given

from companion.engine.replay import replay
from companion.engine.setup import Setup
from companion.games.chart import ROOM, TOP, Chart, Curve, chart
from tests.games.game_of_bluff.test_properties import GAME, games

THREE = [(0, 0, 0), (1, 2, 3), (3, 5, 4), (6, 6, 6), (7, 8, 9), (10, 10, 10)]
FAR = [(0, 0, 0, 0), (4, 1, 2, 3), (8, 2, 5, 5), (12, 3, 7, 8), (16, 4, 9, 11)]


def points(line: Curve) -> list[tuple[float, float]]:
    pairs = (point.split(",") for point in line.points.split(" "))
    return [(float(x), float(y)) for x, y in pairs]


def drawn(setup: Setup, rounds: int, entries: list[object]) -> tuple[Chart, tuple[int, ...]]:
    """The chart after so many rounds, or those until the end, and the winners."""
    state = replay(GAME.rules, setup, entries[:rounds]).state
    running = [state.totals_after(count) for count in range(len(state.rounds) + 1)]
    return chart(running, limit=state.limit, loud=state.winners), state.winners


def labels(drawing: Chart) -> list[float]:
    return sorted(line.label for line in drawing.lines)


@given(games())
def test_everything_lies_within_it_after_each_round(told: tuple[Setup, list[object]]) -> None:
    """A line for each player, the winners' marked, with labels that stand apart."""
    setup, entries = told
    for rounds in range(1, 13):
        drawing, winners = drawn(setup, rounds, entries)
        played = replay(GAME.rules, setup, entries[:rounds]).state
        assert sorted(line.number for line in drawing.lines) == [*range(setup.seats)]
        assert {line.number for line in drawing.lines if line.loud} == set(winners)
        assert 0 <= drawing.limit <= 100
        for line in drawing.lines:
            assert line.last == played.totals[line.number]
            xs, ys = zip(*points(line), strict=True)
            assert len(xs) == len(played.rounds) + 1
            assert (xs[0], xs[-1], ys[0]) == (0, 100, 100)
            assert all(a < b for a, b in pairwise(xs))
            assert all(100 >= a >= b >= 0 for a, b in pairwise(ys))
        heights = labels(drawing)
        assert all(0 <= height <= 100 for height in heights)
        assert all(round(b - a, 1) >= ROOM for a, b in pairwise(heights))
        for line in drawing.lines:
            assert all(line.label > each.label for each in drawing.lines if each.last > line.last)


def test_the_highest_total_is_on_top_and_equal_ones_are_equally_high() -> None:
    """The limit lies below it, and above all of them before it is passed."""
    drawing = chart(FAR, limit=12, loud=[1])
    heights = {line.number: points(line)[-1][1] for line in drawing.lines}
    assert min(heights.values()) == heights[0] < drawing.limit < heights[1]
    drawing = chart(FAR[:3], limit=12, loud=[1])
    assert all(drawing.limit < points(line)[-1][1] for line in drawing.lines)
    assert len({points(line)[-1] for line in chart(THREE, limit=9, loud=[0, 1, 2]).lines}) == 1


def test_the_winners_lie_on_top_and_names_beside_the_ends_of_lines_that_are_far_apart() -> None:
    drawing = chart(FAR, limit=12, loud=[1, 2])
    assert [line.loud for line in drawing.lines] == [False, False, True, True]
    assert all(line.label == points(line)[-1][1] for line in drawing.lines)


@pytest.mark.parametrize("players", [3, 8, 15])
def test_names_at_the_very_top_are_read_apart_too(players: int) -> None:
    end = 3 * players + 1
    row = [*accumulate([end // 4] * 3), end]
    running = [(0,) * players, *((total,) * players for total in row)]
    drawing = chart(running, limit=3 * players, loud=range(players))
    heights = labels(drawing)
    assert 0 <= heights[0] <= heights[-1] <= 100
    assert all(round(b - a, 1) >= ROOM for a, b in pairwise(heights))


def test_without_a_limit_it_goes_from_the_lowest_to_the_highest_figure() -> None:
    drawing = chart([(1, 100), (50, 60), (100, 1)], low=1, high=100)
    assert drawing.limit is None
    up, down = sorted(drawing.lines, key=lambda line: line.number)
    assert points(up) == [(0, 100), (50, 52.5), (100, TOP)]
    assert points(down) == [(0, TOP), (50, 42.8), (100, 100)]
