"""What was measured, and how it is printed: one plain table, a section for each benchmark."""

import os
import platform
import sqlite3
import statistics
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from tests.drills.live import percentile


@dataclass(frozen=True)
class Figure:
    """One line of the table; `against` is a budget or another figure, and `beside` says which.

    `best` is the quickest run, `worst` the 95th percentile where there are runs enough for one.
    """

    what: str
    value: float
    unit: str
    best: float | None = None
    worst: float | None = None
    against: float | None = None
    beside: str = ""

    def __str__(self) -> str:
        best = "" if self.best is None else f"best {number(self.best)}"
        worst = "" if self.worst is None else f"p95 {number(self.worst)}"
        line = f"  {self.what:<50}{number(self.value):>8} {self.unit:<7}{best:<12}{worst:<11}"
        if self.against is not None:
            ratio = self.value / self.against if self.against else 0.0
            line += f"{ratio:>7.2f} × {self.beside} {number(self.against)}"
        return line.rstrip()


@dataclass(frozen=True)
class Section:
    """The figures of one benchmark, and what was run how often, to read them by."""

    title: str
    runs: str
    figures: Sequence[Figure]
    machine: str

    def __str__(self) -> str:
        notes = (
            textwrap.fill(note, 98, initial_indent="  ", subsequent_indent="  ")
            for note in (f"{self.runs}.", f"{self.machine}.")
        )
        return "\n".join((self.title, *notes, *map(str, self.figures)))


def timed(what: str, times: Sequence[float], **rest: object) -> Figure:
    """The median of these times (s) in ms, the quickest, and from 20 on the 95th percentile."""
    worst = percentile(times, 0.95) * 1000 if len(times) >= 20 else None
    median, best = statistics.median(times) * 1000, min(times) * 1000
    return Figure(what, median, "ms", best, worst, **rest)  # type: ignore[arg-type]


def number(value: float) -> str:
    """Three digits that say something."""
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = os.getloadavg()[0]
    return (
        f"{cores} cores, load {load:.1f}; {platform.python_implementation()} "
        f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )
