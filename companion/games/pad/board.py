"""A score sheet as its pages show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeVar

from companion.engine.log import Line
from companion.games.board import Pictured, PlainBoard
from companion.games.chart import Chart, chart
from companion.games.pad.entries import NumberEntered
from companion.games.pad.sheet import Sheet
from companion.games.pad.state import State
from companion.games.pad.value import Step
from companion.games.pad.words import explain_end, minus, name_winners, sign

SHOWN = 4  # rounds beside the names on the smallest phone; the log has all of them
TICK = "\u2713"
MANY = 6  # players above whom a list of places is drawn closer

S = TypeVar("S", bound=Sheet)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player on the sheet; whoever left `competes` by points, if the table ranks them so."""

    number: int
    total: int
    added: int | None
    to_limit: int | None
    leads: bool
    over: bool
    plays: bool
    competes: bool


@dataclass(frozen=True)
class SheetBoard(PlainBoard[S]):
    """The sheet after a story; a game's own board says what is due on it (`paragraph`)."""

    parts: ClassVar[tuple[str, ...]] = ("bluff",)
    sprites: ClassVar[tuple[str, ...]] = ("pad", "bluff")
    print = staticmethod(minus)

    @property
    def paragraph(self) -> str:
        return NumberEntered.paragraph

    @property
    def opened(self) -> bool:
        return bool(self.story.counting)

    @property
    def wide(self) -> bool:
        """Whether there is room for a row of its own for every player."""
        return self.state.playing.seats <= MANY

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        state = self.state
        last = state.rows[-1] if state.rows else None
        return tuple(
            Seat(
                number=number,
                total=total,
                added=last[number] if last and state.plays(number, len(state.rows)) else None,
                to_limit=state.to_limit[number],
                leads=state.number > 1 and number in state.leaders,
                over=state.terms.passes and state.terms.is_over(total) and number in state.at_table,
                plays=number in state.at_table,
                competes=number in state.at_table or not state.leavers_below,
            )
            for number, total in enumerate(state.totals)
        )

    @property
    def at_table(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.plays]

    @property
    def average(self) -> int:
        """The mean total of those who play, a half of it upwards."""
        totals = [seat.total for seat in self.at_table]
        return (2 * sum(totals) + len(totals)) // (2 * len(totals))

    @cached_property
    def running(self) -> tuple[tuple[int, ...], ...]:
        """The totals after 0, 1, 2 … rounds, by seat."""
        return tuple(self.state.totals_after(count) for count in range(len(self.state.rows) + 1))

    @cached_property
    def chart(self) -> Chart:
        limit, low = self.state.terms.limit, min(0, *map(min, self.running))
        figures = (*self.running, *([[limit]] if limit is not None else []))
        return chart(
            self.running,
            low=min(low, limit or 0),
            high=max(map(max, figures)) if low < 0 or self.state.terms.falls else 0,
            limit=limit,
            loud=self.state.winners,
        )

    @cached_property
    def places(self) -> list[Seat]:
        """The players by place, those who share one in the order in which they sit."""
        return sorted(self.seats, key=lambda seat: self.state.ranks[seat.number])

    def picture(self, names: Sequence[str]) -> Pictured:
        state = self.state
        return Pictured(
            figure=minus(state.totals[state.winners[0]]),
            says=name_winners(state, names),
            why="" if state.result_only else explain_end(state, names),
            won=True,
            figures=state.totals,
            ranks=state.ranks,
            rows=() if state.result_only else self.running,
            ends=names,
            loud=state.winners,
            limit=state.terms.limit,
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player has in a round: the number of a step, the bonus with it, and its line."""

    step: Step
    number: int | None
    bonus: int | None
    line: Line | None

    @property
    def said(self) -> str:
        """It in print: "3", or "3 +20" with a bonus; a tick, or nothing, of who is named."""
        if self.number is None:
            return "\u2013"
        if self.step.one:
            return TICK if self.number else ""
        return f"{minus(self.number)} {sign(self.bonus)}" if self.bonus else minus(self.number)


@dataclass(frozen=True)
class Board(SheetBoard[State]):
    """A plain pad after a story."""

    parts, sprites = ("bluff", "score"), ("pad",)

    @cached_property
    def _lines(self) -> dict[tuple[str, int, int], Line]:
        """The line of each number that counts, by its kind, round and seat."""
        return {
            (line.kind, int(str(line.facts["round"])), int(str(line.facts["player"]))): line
            for line in self.story.counting
            if line.facts.get("player") is not None and "round" in line.facts and line.holds
        }

    def cells(self, number: int) -> tuple[tuple[Cell, ...], ...]:
        """The cells of this round by seat, a step beside the other."""
        played = self.state.find_round(number)
        rest = self.state.pad.rest if played.closed else None
        return tuple(
            tuple(
                Cell(
                    step,
                    rest if (said := played.numbers[at][seat]) is None else said,
                    played.bonus[seat] if step.bonus else None,
                    self._lines.get((step.kind, number, seat)),
                )
                for at, step in enumerate(self.state.pad.steps)
            )
            for seat in range(self.state.setup.seats)
        )

    @cached_property
    def now(self) -> tuple[tuple[Cell, ...], ...]:
        return self.cells(self.state.number)

    @cached_property
    def scored(self) -> tuple[tuple[int, tuple[tuple[Cell, ...], ...]], ...]:
        """The newest whole rounds, each with its cells by seat; the first from its start."""
        whole = max(1, self.state.number - 1)
        newest = range(max(1, whole + 1 - SHOWN), whole + 1)
        return tuple((number, self.cells(number)) for number in newest)

    def added(self, number: int, seat: int) -> str:
        return sign(self.state.find_round(number).points[seat])
