"""The score sheet of Game of Bluff."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from companion.games.pad.sheet import Sheet
from companion.games.pad.value import Terms, Tie

FEWEST, MOST = 3, 15  # 004:24: three base characters at least, fifteen white cards at most
LIMIT_FACTOR = 3  # 004:55: more than three times the number of players ends the game
BASE_CHARACTERS = 3  # 004:28: Ending Emma, Shaking Sofie and Redemption Rik


class Ending(StrEnum):
    """How a game ends; the value is the ending of record.md."""

    LIMIT_PASSED = "limit-passed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Round:
    """A scored round: white cards, 1 to n, by seat, 0 for one that had left, and who held Rik."""

    cards: tuple[int, ...]
    rik: int | None

    @property
    def rik_paid(self) -> bool:
        """Whether Rik held the highest card of the game, and so counts nothing (004:86)."""
        return self.rik is not None and self.cards[self.rik] == max(self.cards)

    @property
    def points(self) -> tuple[int, ...]:
        """Penalty points, 0 to n, by seat."""
        paid = self.rik if self.rik_paid else None
        return tuple(0 if seat == paid else card for seat, card in enumerate(self.cards))


@dataclass(frozen=True, kw_only=True)
class State(Sheet):
    """The sheet after an entry.

    `countdown` are the seats that still take a turn after Ending Emma, in order; () once all have,
    None while nobody has played her in this round. `starter_chosen` says whether the table itself
    said who starts this round.
    """

    rounds: tuple[Round, ...] = ()
    starter: int = 0
    starter_chosen: bool = False
    countdown: tuple[int, ...] | None = None

    @property
    def limit(self) -> int:
        """Penalty points that nobody may pass, 9 to 45 (004:55)."""
        return LIMIT_FACTOR * self.playing.seats

    @property
    def turns_left(self) -> int:
        """The last turns that are left in this round, 0 while nobody counts them."""
        return len(self.countdown or ())

    @cached_property
    def terms(self) -> Terms:
        """The lowest total wins (004:57)."""
        return Terms(
            limit=self.limit, passes=True, tie=Tie(str(self.setup.options["tie"])), least=0
        )

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        return tuple(played.points for played in self.rounds)

    def plays(self, seat: int, number: int) -> bool:
        return self.rounds[number - 1].cards[seat] > 0
