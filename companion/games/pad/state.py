"""The state of a score pad: who has which number in which round."""

from dataclasses import dataclass, replace
from functools import cached_property
from operator import add, sub

from companion.games.pad.sheet import Sheet
from companion.games.pad.value import Begins, Pad, Said, Terms, Tie

Numbers = tuple[int | None, ...]
"""A number for each seat; None for one that has none yet."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the numbers by step and seat, the bonus by seat, and the points that they make.

    `closed`: whoever has no number has what all others get. `out` are the seats that
    do not play it.
    """

    numbers: tuple[Numbers, ...]
    bonus: Numbers
    points: tuple[int, ...]
    closed: bool = False
    out: tuple[int, ...] = ()

    @property
    def is_whole(self) -> bool:
        return self.closed or not self.lacking(-1)

    def lacking(self, step: int) -> tuple[int, ...]:
        """The seats that have no number in this step, and need one."""
        numbers = enumerate(self.numbers[step])
        return tuple(seat for seat, each in numbers if each is None and seat not in self.out)

    @property
    def seats(self) -> int:
        """How many play it."""
        return len(self.points) - len(self.out)


@dataclass(frozen=True, slots=True)
class Due:
    """What is entered next: a step of a round, by these seats, the first one first."""

    round: int
    step: int
    seats: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class State(Sheet):
    """The pad after an entry.

    `sums` are the points of all rounds by seat, and `open` the rounds that were begun and lack
    something. `starter` is the seat that the table named, and since which round.
    """

    pad: Pad
    rounds: tuple[Round, ...] = ()
    sums: tuple[int, ...] = ()
    open: tuple[int, ...] = ()
    starter_named: tuple[int, int] = (0, 1)

    @cached_property
    def terms(self) -> Terms:
        return self.pad.terms(self.playing)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        return tuple(each.points for each in self.rounds)

    @property
    def number(self) -> int:
        """The first round that lacks something, else the next one; at the end all that were."""
        if self.end is not None:
            return len(self.rounds)
        return self.open[0] if self.open else len(self.rounds) + 1

    @cached_property
    def totals(self) -> tuple[int, ...]:
        start = self._start(len(self.rounds))
        sums = self.sums or (0,) * len(start)
        return self.entered or tuple(map(sum, zip(start, sums, strict=True)))

    def find_round(self, number: int) -> Round:
        """The round with this number, an empty one if nobody has begun it."""
        if number <= len(self.rounds):
            return self.rounds[number - 1]
        none: Numbers = (None,) * self.setup.seats
        points = (0,) * self.setup.seats
        return Round((none,) * len(self.pad.steps), none, points, out=self.away)

    def plays(self, seat: int, number: int) -> bool:
        played = self.find_round(number)
        return seat not in (*played.out, *(() if played.closed else played.lacking(-1)))

    @property
    def level(self) -> bool:
        """Whether several of those who play share the best total, and play on for it."""
        tied = [seat for seat in self.leaders if seat in self.at_table]
        return self.terms.tie is Tie.PLAYED_ON and len(tied) > 1

    @property
    def plays_on(self) -> bool:
        """Whether the round is only played because the best were level after the one before."""
        done, terms = self.number - 1, self.terms
        if self.end is not None or terms.tie is not Tie.PLAYED_ON or not done:
            return False
        totals = self.totals_after(done)
        over = any(terms.is_over(totals[seat]) for seat in self.at_table)
        return over or (terms.rounds is not None and done >= terms.rounds)

    @property
    def starter(self) -> int:
        number, (seat, since) = self.number, self.starter_named
        if self.pad.begins is Begins.NEXT:
            return self.next_from(seat, number - since)
        if self.pad.begins is Begins.BEST and since < number <= len(self.rounds) + 1:
            return self._best(self.rounds[number - 2].points, self.at_table)[0]
        return seat

    @cached_property
    def due(self) -> Due | None:
        """What is entered next; None once the game is over."""
        if self.end is not None:
            return None
        number, seats, first = self.number, self.setup.seats, self.starter
        order = [(first + turn) % seats for turn in range(seats)]
        for step in range(len(self.pad.steps)):
            if lacking := self.find_round(number).lacking(step):
                return Due(number, step, tuple(seat for seat in order if seat in lacking))
        raise AssertionError("a whole round is not open")

    def with_round(self, number: int, changed: Round) -> "State":
        """The pad with this round in the place of what it was; later ones follow its totals."""
        rounds, later = list(self.rounds[: number - 1]), self.rounds[number - 1 :]
        sums = self.sums or (0,) * self.setup.seats
        for gone in later:
            sums = tuple(map(sub, sums, gone.points))
        for at, played in enumerate((changed, *later[1:]), number):
            before = tuple(map(add, self._start(at - 1), sums))
            rounds.append(replace(played, points=self._score(at, played, before)))
            sums = tuple(map(add, sums, rounds[-1].points))
        others = tuple(each for each in self.open if each != number)
        return replace(
            self,
            rounds=tuple(rounds),
            sums=sums,
            open=others if changed.is_whole else tuple(sorted((*others, number))),
        )

    def without(self, seat: int) -> "State":
        """The pad once this seat, which has left, plays no round in which it lacks a number."""
        state = self
        for number in self.open:
            played = self.find_round(number)
            if seat in played.lacking(-1):
                state = state.with_round(number, replace(played, out=(*played.out, seat)))
        return state

    def _score(self, number: int, played: Round, before: tuple[int, ...]) -> tuple[int, ...]:
        """The points of this round, 0 for whoever lacks a number."""
        pad, points = self.pad, [0] * self.setup.seats
        rest = pad.rest if played.closed else None
        said: dict[int, Said] = {}
        by_seat = zip(zip(*played.numbers, strict=True), played.bonus, before, strict=True)
        for seat, (numbers, bonus, total) in enumerate(by_seat):
            whole = tuple(
                n for each in numbers if (n := rest if each is None else each) is not None
            )
            if len(whole) == len(numbers) and seat not in played.out:
                each = Said(whole, bonus or 0, number, played.seats, total)
                points[seat] = pad.points(each)
                said[seat] = replace(each, points=points[seat])
        if pad.settle and played.is_whole:
            for seat, settled in zip(said, pad.settle([*said.values()]), strict=True):
                points[seat] = settled
        return tuple(points)
