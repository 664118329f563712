"""Figures over the steps of a game as lines, in hundredths of the width and height of a drawing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

ROOM = 6.8  # hundredths of the height that a label needs
TOP = 4.0  # left free above the highest figure


@dataclass(frozen=True, slots=True)
class Curve:
    """One line: what it is the figures of (such as a seat), its points, the height of its label.

    `last` is its figure at the end; `loud` lines are those that matter most.
    """

    number: int
    points: str
    last: int
    loud: bool
    label: float


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines, the loud ones last so that they lie on top, and the height of the limit."""

    lines: tuple[Curve, ...]
    limit: float | None


def chart(
    rows: Sequence[Sequence[int]],
    *,
    low: int = 0,
    high: int = 0,
    limit: int | None = None,
    loud: Collection[int] = (),
) -> Chart:
    """The lines of these figures, one row a step with those of the start first.

    The drawing goes from `low` to `high`, or to the limit or the highest last figure where that is
    more. Every line has a label at its end; no two of up to fifteen come too near to each other.
    """
    last = rows[-1]
    highest = max(high, limit or low, *last)

    def height(figure: int) -> float:
        return round(100 - (100 - TOP) * (figure - low) / max(1, highest - low), 1)

    steps = max(1, len(rows) - 1)
    across = [round(100 * step / steps, 1) for step in range(len(rows))]
    labels = _apart({number: height(figure) for number, figure in enumerate(last)})
    lines = [
        Curve(
            number=number,
            points=" ".join(
                f"{place},{height(row[number])}" for place, row in zip(across, rows, strict=True)
            ),
            last=figure,
            loud=number in loud,
            label=labels[number],
        )
        for number, figure in enumerate(last)
    ]
    ordered = tuple(sorted(lines, key=lambda line: line.loud))
    return Chart(ordered, None if limit is None else height(limit))


def _apart(heights: dict[int, float]) -> dict[int, float]:
    """These heights moved apart, no further than there is room, in the order that they have."""
    seats = sorted(heights, key=lambda seat: heights[seat])
    places: list[float] = []
    for seat in seats:
        places.append(max(heights[seat], places[-1] + ROOM) if places else heights[seat])
    lowest = 100.0
    for at in reversed(range(len(places))):
        places[at] = round(min(places[at], lowest), 1)
        lowest = places[at] - ROOM
    return dict(zip(seats, places, strict=True))
