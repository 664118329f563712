"""A score pad as a value: all that a game is in which players get numbers over rounds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.engine.rules import Weight
from companion.engine.setup import Option, Setup

Figure = Callable[[int, int], int]
"""A number that follows from how many play, and from the number of the round."""


class Begins(StrEnum):
    """Who begins a round: the next seat, always the same, the best of the last one, or nobody."""

    NEXT = "next"
    SAME = "same"
    BEST = "best"
    NOBODY = "nobody"


class Tie(StrEnum):
    """What parts those who share the best total: nothing, the last round, or one round more."""

    SHARED = "shared"
    LAST_ROUND = "last-round"
    PLAYED_ON = "played-on"


TIE = Option("tie", str(Tie.SHARED), (str(Tie.SHARED), str(Tie.LAST_ROUND)))
"""The option of a game whose table says what parts a tie (`forms.TieForm`)."""


class Leavers(StrEnum):
    """Where whoever left is ranked: by the points of that moment, or below those who play."""

    BY_POINTS = "by-points"
    BELOW = "below"


LEAVERS = Option("leavers", str(Leavers.BY_POINTS), tuple(map(str, Leavers)), newer=True)
"""The option of every score sheet that says so (`forms.SheetForm`)."""


class Ending(StrEnum):
    """How a game ends; the value is the ending of record.md."""

    LIMIT_PASSED = "limit-passed"
    LIMIT_REACHED = "limit-reached"
    ROUNDS_PLAYED = "rounds-played"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Sum:
    """What the numbers of a step come to, all players together.

    With `barred` that is what they may not come to. `weight` says whether it must be so (REFUSE),
    or should (ASK); None: it may, and the board only says it.
    """

    total: Figure
    weight: Weight | None = Weight.ASK
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A number that each player says in a round; the next step comes once all have this one.

    `name` is its field in an entry, and `<name>-entered` that entry. It goes from `low` to `high`;
    None is without end. With `bonus` there may be points besides, more or fewer. With `one` the
    table names one player and no number: that is 1 for this player, and 0 for the others. With
    `nobody` it may say that it is nobody.
    """

    name: str
    low: int | None = None
    high: Figure | None = None
    sum: Sum | None = None
    bonus: bool = False
    one: bool = False
    nobody: bool = False

    @property
    def kind(self) -> str:
        return f"{self.name}-entered"

    @property
    def signed(self) -> bool:
        return not self.one and (self.low is None or self.low < 0)


@dataclass(frozen=True, slots=True)
class Said:
    """What one player has in a round: a number a step, and the bonus; `before` it, so many points.

    `seats` play the round with the number `round`. `points` is what `Pad.points` makes of it.
    """

    numbers: tuple[int, ...]
    bonus: int
    round: int
    seats: int
    before: int
    points: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """What one table plays for.

    The game ends once somebody has reached `limit`, or with `passes` has gone beyond it: upwards,
    or downwards where it lies below `start`. That is after a complete round, or `at_once`. It ends
    after so many `rounds` too; None: never by itself. With the `tie` PLAYED_ON it does not end
    while players are level in the lead. No total that a table enters is below `least`. A total that
    gets to `loses_at`, on the other side of `start`, ends it like the limit; not with `passes`.
    """

    highest_wins: bool = False
    start: int = 0
    limit: int | None = None
    loses_at: int | None = None
    passes: bool = False
    at_once: bool = False
    rounds: int | None = None
    tie: Tie = Tie.SHARED
    least: int | None = None

    @property
    def falls(self) -> bool:
        return self.limit is not None and self.limit < self.start

    def left(self, total: int) -> int | None:
        """The points from this total to the limit, less than 0 beyond it; None without a limit."""
        if self.limit is None:
            return None
        return total - self.limit if self.falls else self.limit - total

    def is_over(self, total: int) -> bool:
        left = self.left(total)
        lost = self.is_lost(total)
        return lost or (left is not None and (left < 0 if self.passes else left <= 0))

    def is_lost(self, total: int) -> bool:
        """Whether this total ends the game on the other side."""
        lost = self.loses_at
        return lost is not None and (total >= lost if self.falls else total <= lost)

    @property
    def over_by_limit(self) -> Ending:
        return Ending.LIMIT_PASSED if self.passes else Ending.LIMIT_REACHED


def add_up(said: Said) -> int:
    """The points of a player who enters points: the numbers and the bonus together."""
    return sum(said.numbers) + said.bonus


@dataclass(frozen=True, slots=True)
class Pad:
    """A score pad: who sits down, what they say each round, what it is worth, and when it ends.

    `points` turns what one player said in a round into points, and `settle` turns what all said in
    a complete round into what each player gets. `terms` says how a game with a set-up is won, and
    `endings` how it can end. With `rest` a round can be closed before all have a number: everybody
    else gets this one. Only a pad of one step has that.
    """

    seats: range
    steps: tuple[Step, ...]
    terms: Callable[[Setup], Terms]
    endings: tuple[Ending, ...]
    points: Callable[[Said], int] = add_up
    settle: Callable[[Sequence[Said]], Sequence[int]] | None = None
    begins: Begins = Begins.NEXT
    rest: int | None = None
    options: tuple[Option, ...] = ()

    @property
    def leaving(self) -> bool:
        """Whether somebody can leave: not where so many have to play as sit down."""
        return len(self.seats) > 1

    @property
    def signed(self) -> bool:
        return any(step.signed or step.bonus for step in self.steps)

    @property
    def adds_up(self) -> bool:
        """Whether a number is entered as the points that it is, so that a phone can add it."""
        plain = self.points is add_up and self.settle is None
        return plain and len(self.steps) == 1 and not self.steps[0].bonus
