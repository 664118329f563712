"""The score sheet of Game of Bluff."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from companion.engine.rules import ranks_of
from companion.engine.setup import Setup

FEWEST, MOST = 3, 15  # 004:24: three base characters at least, fifteen white cards at most
LIMIT_FACTOR = 3  # 004:55: more than three times the number of players ends the game
BASE_CHARACTERS = 3  # 004:28: Ending Emma, Shaking Sofie and Redemption Rik


class Ending(StrEnum):
    """How a game ends; the value is the ending of record.md."""

    LIMIT_PASSED = "limit-passed"
    STOPPED = "stopped"


class Tie(StrEnum):
    """What parts those who share the lowest total: nothing, or the last round."""

    SHARED = "shared"
    LAST_ROUND = "last-round"


@dataclass(frozen=True, slots=True)
class Round:
    """One scored round: a white card, 1 to n, for each seat, and who held Redemption Rik."""

    cards: tuple[int, ...]
    rik: int | None

    @property
    def rik_paid(self) -> bool:
        """Whether Rik held the highest card of the game, and so counts nothing (004:86)."""
        return self.rik is not None and self.cards[self.rik] == len(self.cards)

    @property
    def points(self) -> tuple[int, ...]:
        """Penalty points, 0 to n, by seat."""
        paid = self.rik if self.rik_paid else None
        return tuple(0 if seat == paid else card for seat, card in enumerate(self.cards))


@dataclass(frozen=True)
class State:
    """The sheet after an entry.

    `countdown` are the seats that still take a turn after Ending Emma, in order; () once all have,
    None while nobody has played her in this round. `starter_chosen` says whether the table itself
    said who starts this round. `entered` are the totals where the table entered only the result;
    None: what the rounds come to.
    """

    setup: Setup
    rounds: tuple[Round, ...] = ()
    starter: int = 0
    starter_chosen: bool = False
    countdown: tuple[int, ...] | None = None
    end: Ending | None = None
    entered: tuple[int, ...] | None = None

    @property
    def result_only(self) -> bool:
        """Whether the table entered only how the game ended, whatever it had entered before."""
        return self.entered is not None

    @cached_property
    def limit(self) -> int:
        """Penalty points that nobody may pass, 9 to 45 (004:55)."""
        return LIMIT_FACTOR * self.setup.seats

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Penalty points so far, by seat."""
        return self.entered or self.totals_after(len(self.rounds))

    def totals_after(self, rounds: int) -> tuple[int, ...]:
        """Penalty points after so many rounds, 0 or more, by seat."""
        points = [played.points for played in self.rounds[:rounds]]
        return tuple(map(sum, zip(*points, strict=True))) or (0,) * self.setup.seats

    @property
    def number(self) -> int:
        """The round that is being played, from 1; once the game is over, the rounds scored."""
        return len(self.rounds) + (self.end is None)

    @property
    def to_limit(self) -> tuple[int, ...]:
        """Points up to the limit, by seat; less than 0 for whoever has passed it."""
        return tuple(self.limit - total for total in self.totals)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the lowest total (004:57)."""
        lowest = min(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == lowest)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat, shared ones as in 1, 2, 2, 4.

        With the tie rule "last-round" those who share the lowest total are parted by the points of
        the last round.
        """
        return ranks_of(self.totals if self.winners == self.leaders else self._parted)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place."""
        shared = self.setup.options["tie"] != Tie.LAST_ROUND or self.result_only
        if shared or not self.rounds:
            return self.leaders
        last = self.rounds[-1].points
        fewest = min(last[seat] for seat in self.leaders)
        return tuple(seat for seat in self.leaders if last[seat] == fewest)

    @property
    def _parted(self) -> tuple[int, ...]:
        """The totals, those of the winners lower than all others."""
        return tuple(
            -1 if seat in self.winners else total for seat, total in enumerate(self.totals)
        )
