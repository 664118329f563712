"""Figures over the steps of a game as lines, in hundredths of the width and height of a drawing.

Beside it stand rows of one height, a line's label in one of them: so they fit any size of letters.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

ROWS = 10  # beside the drawing, unless there are more lines
ACROSS, UP = 3, 4  # parts into which figures divide an axis, at most


@dataclass(frozen=True, slots=True)
class Tick:
    """A figure on an axis, and where."""

    figure: int
    place: float


@dataclass(frozen=True, slots=True)
class Curve:
    """One line: what it is the figures of (such as a seat), its points, its figure at the end.

    It ends as high as `end`, its label stands as high as `label`. `loud` lines matter most.
    """

    number: int
    points: str
    last: int
    loud: bool
    end: float
    label: float


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines, the loud ones last so that they lie on top, and the figures of both axes.

    `rows` are those beside the drawing, from the top: a line that has its label there, or none.
    """

    lines: tuple[Curve, ...]
    rows: tuple[Curve | None, ...]
    limit: float | None
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]


def chart(
    rows: Sequence[Sequence[int]],
    *,
    low: int = 0,
    high: int = 0,
    limit: int | None = None,
    loud: Collection[int] = (),
    stairs: bool = False,
) -> Chart:
    """The lines of these figures, one row a step with those of the start first.

    The drawing goes from `low` to `high`, or to the limit or the highest last figure where that is
    more, and leaves half a row free above and below. On `stairs` a figure holds until the next one.
    """
    last = rows[-1]
    highest = max(high, limit or low, *last)
    top = highest if limit is None or limit <= low else limit
    scale = _Scale(low, highest, max(1, len(rows) - 1), max(ROWS, len(last)))
    places = _find_rows({line: scale.height(each) for line, each in enumerate(last)}, scale.rows)
    lines = [
        Curve(
            number=number,
            points=scale.draw([row[number] for row in rows], stairs),
            last=figure,
            loud=number in loud,
            end=scale.height(figure),
            label=round((2 * places[number] + 1) * scale.edge, 1),
        )
        for number, figure in enumerate(last)
    ]
    in_row = {places[line.number]: line for line in lines}
    return Chart(
        lines=tuple(sorted(lines, key=lambda line: line.loud)),
        rows=tuple(in_row.get(row) for row in range(scale.rows)),
        limit=None if limit is None else scale.height(limit),
        across=tuple(Tick(each, scale.width(each)) for each in ticks(0, scale.steps, ACROSS)),
        up=tuple(Tick(each, scale.height(each)) for each in ticks(low, top, UP)),
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where figures from `low` to `high` and so many steps lie, with so many rows beside them."""

    low: int
    high: int
    steps: int
    rows: int

    @property
    def edge(self) -> float:
        """Half a row, which stays free above and below."""
        return 50 / self.rows

    def height(self, figure: int) -> float:
        part = (figure - self.low) / max(1, self.high - self.low)
        return round(100 - self.edge - (100 - 2 * self.edge) * part, 1)

    def width(self, step: int) -> float:
        return round(100 * step / self.steps, 1)

    def draw(self, figures: Sequence[int], stairs: bool) -> str:
        """The points of a line with these figures."""
        corners = _climb(figures) if stairs else enumerate(figures)
        return " ".join(f"{self.width(step)},{self.height(each)}" for step, each in corners)


def ticks(low: int, high: int, parts: int) -> tuple[int, ...]:
    """Round figures from `low` to `high`: these two and 0 matter most, and none is near another."""
    sizes = (size * 10**power for power in count() for size in (1, 2, 2.5, 5))
    step = next(int(size) for size in sizes if size % 1 == 0 and high - low <= parts * size)
    kept = [high]
    for each in (0, low, *range(-(-low // step) * step, high, step)):
        if low <= each and all(abs(each - other) >= 0.4 * step for other in kept):
            kept.append(each)
    return tuple(sorted(kept))


def _climb(figures: Sequence[int]) -> list[tuple[int, int]]:
    """The corners of stairs: where a figure changes, as it was before and as it is then."""
    changes = [(at, pair) for at, pair in enumerate(pairwise(figures), 1) if pair[0] != pair[1]]
    corners = [(at, figure) for at, pair in changes for figure in pair]
    return [(0, figures[0]), *corners, (len(figures) - 1, figures[-1])]


def _find_rows(heights: Mapping[int, float], beside: int) -> dict[int, int]:
    """A row for each of these heights, as near to it as others let it, in the order they have."""
    taken: dict[int, int] = {}
    free = 0
    ordered = sorted(heights, key=lambda number: heights[number])
    for at, number in enumerate(ordered):
        last = beside - (len(ordered) - at)
        taken[number] = min(last, max(free, round(heights[number] * beside / 100 - 0.5)))
        free = taken[number] + 1
    return taken
