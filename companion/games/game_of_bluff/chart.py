"""The totals over the rounds as lines, in hundredths of the width and the height of a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass

ROOM = 6.8  # hundredths of the height that a label needs
TOP = 4.0  # left free above the highest total


@dataclass(frozen=True, slots=True)
class Curve:
    """One player: the points of the line, and the height of its label."""

    seat: int
    points: str
    total: int
    won: bool
    label: float


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines, the winners last so that they lie on top, and the height of the limit."""

    lines: tuple[Curve, ...]
    limit: float


def chart(running: Sequence[Sequence[int]], limit: int, winners: Sequence[int]) -> Chart:
    """The lines of these totals, one row a round with the zeros of the start first.

    Every line has a label at its end, and no two of up to fifteen come too near to each other.
    """
    last = running[-1]
    highest = max(limit, *last)

    def height(total: int) -> float:
        return round(100 - (100 - TOP) * total / highest, 1)

    rounds = max(1, len(running) - 1)
    labels = _apart({seat: height(total) for seat, total in enumerate(last)})
    lines = [
        Curve(
            seat=seat,
            points=" ".join(
                f"{round(100 * number / rounds, 1)},{height(totals[seat])}"
                for number, totals in enumerate(running)
            ),
            total=total,
            won=seat in winners,
            label=labels[seat],
        )
        for seat, total in enumerate(last)
    ]
    return Chart(tuple(sorted(lines, key=lambda line: line.won)), height(limit))


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
