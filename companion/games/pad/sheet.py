"""A score sheet, whatever is entered on it: totals over rounds, places, and how it ends."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeVar, assert_never

from companion.engine.entry import Entry
from companion.engine.rules import Breach, Outcome, Summary, ranks_of
from companion.engine.setup import Setup
from companion.games.pad import entries
from companion.games.pad.value import Ending, Leavers, Terms, Tie

TOTALS_EACH_SEAT = "totals-each-seat"
"""The rule that a result has a total for each player, and none that cannot be."""
WHO_PLAYS = "who-plays"
"""The rule that somebody who has left is not named, and somebody who plays does not come."""
FEWEST_PLAYERS = "fewest-players"
"""The rule that enough players stay."""

T = TypeVar("T", bound="Sheet")
Follows = Mapping[type[Entry], tuple[type[Entry], ...]]
"""The kinds of entries after which an entry may stand that its phone had not seen."""


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """What every score sheet has; the state of a game inherits from this.

    That state says its `setup`, its `terms`, the points of each round by seat (`rows`), how it
    ended (`end`), and which totals the table entered instead (`entered`); None for neither. `away`
    are the seats that have left, and `given` the points of those who came with some: after so many
    rounds, to this seat, so many. `leavers` is where the table said that whoever leaves is ranked;
    None for what its set-up says.
    """

    setup: Setup
    end: StrEnum | None = None
    entered: tuple[int, ...] | None = None
    away: tuple[int, ...] = ()
    given: tuple[tuple[int, int, int], ...] = ()
    leavers: str | None = None

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
        return tuple(seat for seat in range(self.setup.seats) if seat not in self.away)

    @cached_property
    def playing(self) -> Setup:
        return replace(self.setup, players=tuple(self.setup.players[at] for at in self.at_table))

    @property
    def is_over(self) -> bool:
        return any(self.terms.is_over(self.totals[seat]) for seat in self.at_table)

    def plays(self, seat: int, number: int) -> bool:
        """Whether this seat plays, or played, the round with this number, which was begun."""
        raise NotImplementedError

    def next_from(self, seat: int, turns: int = 0) -> int:
        """The seat of those who play so many turns clockwise from this one, or the next."""
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

    @property
    def leavers_below(self) -> bool:
        return (self.leavers or self.setup.options.get("leavers")) == Leavers.BELOW

    @cached_property
    def _standings(self) -> tuple[tuple[bool, int], ...]:
        """What the place of each seat is made of: better ones are higher, or lower, as points."""
        below = self.away if self.leavers_below else ()
        highest_wins = self.terms.highest_wins
        return tuple(
            ((seat in below) != highest_wins, total) for seat, total in enumerate(self.totals)
        )

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        return self._best(self._standings, range(self.setup.seats))

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place; the last round may part those who share it."""
        if self.terms.tie is not Tie.LAST_ROUND or self.result_only or not self.rows:
            return self.leaders
        played = [seat for seat in self.leaders if self.plays(seat, len(self.rows))]
        return self._best(self.rows[-1], played) if played else self.leaders

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat, shared ones as in 1, 2, 2, 4."""
        ranks = ranks_of(self._standings, self.terms.highest_wins)
        if self.winners == self.leaders:
            return ranks
        return tuple(
            1 + len(self.winners) if rank == 1 and seat not in self.winners else rank
            for seat, rank in enumerate(ranks)
        )

    def _best(self, points: Sequence[Any], seats: Sequence[int]) -> tuple[int, ...]:
        best = (max if self.terms.highest_wins else min)(points[seat] for seat in seats)
        return tuple(seat for seat in seats if points[seat] == best)


def check(sheet: Sheet, entry: entries.SheetEntry, fewest: int) -> Iterator[Breach]:
    """Yield the rules that an entry of any sheet breaks; at least `fewest` have to stay."""
    match entry:
        case entries.StarterChosen():
            yield from check_who(sheet, entry.player)
        case entries.PlayerLeft() | entries.PlayerJoined():
            if (entry.player in sheet.away) == isinstance(entry, entries.PlayerLeft):
                yield Breach(WHO_PLAYS)
            elif isinstance(entry, entries.PlayerLeft) and len(sheet.at_table) <= fewest:
                yield Breach(FEWEST_PLAYERS)
        case entries.ResultEntered():
            least = sheet.terms.least
            fits = least is None or min(entry.totals, default=least) >= least
            if not fits or len(entry.totals) != sheet.setup.seats:
                yield Breach(TOTALS_EACH_SEAT)
        case entries.LeaversRanked() | entries.GameStopped():
            return
        case _:
            assert_never(entry)


def check_who(sheet: Sheet, *seats: int | None) -> Iterator[Breach]:
    if set(seats) & set(sheet.away):
        yield Breach(WHO_PLAYS)


def apply(
    state: T,
    entry: entries.PlayerLeft
    | entries.PlayerJoined
    | entries.LeaversRanked
    | entries.GameStopped
    | entries.ResultEntered,
) -> T:
    """The sheet after an entry of any sheet: without or with a player, or at its end."""
    match entry:
        case entries.PlayerLeft():
            return replace(state, away=tuple(sorted((*state.away, entry.player))))
        case entries.PlayerJoined():
            away = tuple(each for each in state.away if each != entry.player)
            if entry.begins_with is None:
                return replace(state, away=away)
            more = (len(state.rows), entry.player, entry.begins_with - state.totals[entry.player])
            return replace(state, away=away, given=(*state.given, more))
        case entries.LeaversRanked():
            return replace(state, leavers=entry.leavers)
        case entries.GameStopped():
            return replace(state, end=Ending.STOPPED)
        case entries.ResultEntered():
            totals, terms = tuple(entry.totals), state.terms
            over = any(map(terms.is_over, totals))
            return replace(
                state, end=terms.over_by_limit if over else Ending.STOPPED, entered=totals
            )
        case _:
            assert_never(entry)


def may_follow(follows: Follows, entry: Entry, other: Entry) -> bool:
    """Whether `entry` may stand after `other`: not where that says of its player who plays."""
    after = next(after for kind, after in follows.items() if isinstance(entry, kind))
    return isinstance(other, after) and not is_leaving(other, getattr(entry, "player", None))


def is_leaving(entry: Entry, player: int | None) -> bool:
    return isinstance(entry, entries.PlayerLeft | entries.PlayerJoined) and entry.player == player


def chosen(sheet: Sheet) -> dict[str, object]:
    return {} if sheet.leavers is None else {"leavers": sheet.leavers}


def outcome(sheet: Sheet) -> Outcome | None:
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
