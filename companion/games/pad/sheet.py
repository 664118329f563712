"""A score sheet, whatever is entered on it: totals over rounds, places, and how it ends."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property

from companion.engine.rules import Outcome, Summary, ranks_of
from companion.engine.setup import Setup
from companion.games.pad.value import Ending, Terms, Tie

TOTALS_EACH_SEAT = "totals-each-seat"
"""The rule that a result has a total for each player, and none that cannot be."""


class Sheet:
    """What every score sheet has; the state of a game inherits from this.

    That state says its `setup`, its `terms`, the points of each round by seat (`rows`), how it
    ended (`end`), and which totals the table entered instead (`entered`); None for neither. `away`
    are the seats that have left, and `given` the points of those who came with some: after so many
    rounds, to this seat, so many.
    """

    setup: Setup
    end: StrEnum | None
    entered: tuple[int, ...] | None
    away: tuple[int, ...]
    given: tuple[tuple[int, int, int], ...]

    @property
    def terms(self) -> Terms:
        """What this table plays for."""
        raise NotImplementedError

    @property
    def rows(self) -> Sequence[tuple[int, ...]]:
        """The points of each round that was begun, by seat."""
        raise NotImplementedError

    @cached_property
    def at_table(self) -> tuple[int, ...]:
        """The seats that play now."""
        return tuple(seat for seat in range(self.setup.seats) if seat not in self.away)

    @cached_property
    def playing(self) -> Setup:
        """The set-up with those who play now and nobody else."""
        return replace(self.setup, players=tuple(self.setup.players[at] for at in self.at_table))

    @property
    def is_over(self) -> bool:
        """Whether the total of somebody who plays ends the game."""
        return any(self.terms.is_over(self.totals[seat]) for seat in self.at_table)

    def plays(self, seat: int, number: int) -> bool:
        """Whether this seat plays, or played, the round with this number, which was begun."""
        raise NotImplementedError

    def next_from(self, seat: int, turns: int = 0) -> int:
        """The seat of those who play that is so many turns clockwise from this one.

        From one who has left it is counted from the next who plays.
        """
        table = self.at_table
        first = next((at for at, each in enumerate(table) if each >= seat), 0)
        return table[(first + turns) % len(table)]

    @property
    def number(self) -> int:
        """The round that is being played, from 1; once the game is over, the rounds scored."""
        return len(self.rows) + (self.end is None)

    @property
    def result_only(self) -> bool:
        """Whether the table entered only how the game ended, whatever it had entered before."""
        return self.entered is not None

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Points so far, by seat."""
        return self.entered or self.totals_after(len(self.rows))

    def totals_after(self, rounds: int) -> tuple[int, ...]:
        """Points after so many rounds, 0 or more, by seat."""
        return tuple(map(sum, zip(self._start(rounds), *self.rows[:rounds], strict=True)))

    def _start(self, rounds: int) -> list[int]:
        """What each seat has without the points of any round, after so many of them."""
        start = [self.terms.start] * self.setup.seats
        for after, seat, points in self.given:
            start[seat] += points if after <= rounds else 0
        return start

    @property
    def to_limit(self) -> tuple[int | None, ...]:
        """Points up to the limit, by seat; less than 0 beyond it, None without a limit."""
        return tuple(map(self.terms.left, self.totals))

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the best total."""
        return self._best(self.totals, range(self.setup.seats))

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place; the last round may part those who share it."""
        if self.terms.tie is Tie.SHARED or self.result_only or not self.rows:
            return self.leaders
        played = [seat for seat in self.leaders if self.plays(seat, len(self.rows))]
        return self._best(self.rows[-1], played) if played else self.leaders

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat, shared ones as in 1, 2, 2, 4."""
        highest_wins = self.terms.highest_wins
        ranks = ranks_of(self.totals, highest_wins)
        if self.winners == self.leaders:
            return ranks
        return tuple(
            1 + len(self.winners) if rank == 1 and seat not in self.winners else rank
            for seat, rank in enumerate(ranks)
        )

    def _best(self, points: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
        best = (max if self.terms.highest_wins else min)(points[seat] for seat in seats)
        return tuple(seat for seat in seats if points[seat] == best)


def has_each_total(sheet: Sheet, totals: Sequence[int]) -> bool:
    """Whether these are a total for each seat, none of them below what there can be."""
    least = sheet.terms.least
    fits = least is None or min(totals, default=least) >= least
    return fits and len(totals) == sheet.setup.seats


def ending_of(terms: Terms, totals: Sequence[int]) -> Ending:
    """How a game ended in which the table entered these totals."""
    return terms.over_by_limit if any(map(terms.is_over, totals)) else Ending.STOPPED


def outcome(sheet: Sheet) -> Outcome | None:
    """The ending, the winners and everybody's place; None while the game runs."""
    if sheet.end is None:
        return None
    return Outcome(sheet.end, {"winners": list(sheet.winners), "ranks": list(sheet.ranks)})


def summary(sheet: Sheet) -> Summary:
    """Points and places by seat; a game that was stopped counts as it stands."""
    return Summary(
        ending=str(sheet.end) if sheet.end else None,
        turns=0 if sheet.result_only else sheet.number,
        scores=sheet.totals,
        ranks=sheet.ranks,
        highest_wins=sheet.terms.highest_wins,
        result_only=sheet.result_only,
    )
