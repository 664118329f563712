"""The score sheet of Game of Bluff as its pages show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.engine.log import Line
from companion.games.game_of_bluff.state import BASE_CHARACTERS, Round, State
from companion.games.pad.board import SheetBoard

DIRECT = 8  # players up to whom it does on a large screen


@dataclass(frozen=True, slots=True)
class Scored:
    """A round on the sheet, with the line of the log that says it."""

    number: int
    round: Round
    line: Line


@dataclass(frozen=True)
class Board(SheetBoard[State]):
    """The sheet after a story, with all that its pages show."""

    @property
    def paragraph(self) -> str:
        countdown = self.state.countdown
        if countdown is not None:
            return "last-turns" if countdown else "white-cards-once-each"
        return "limit" if self.opened else "first-starter"

    @property
    def direct(self) -> bool:
        """Whether there is such room on a large screen at least."""
        return self.state.playing.seats <= DIRECT

    @property
    def others(self) -> int:
        """Characters that lie on the table besides the three of every round (004:28)."""
        return self.state.playing.seats - BASE_CHARACTERS

    @property
    def round_mark(self) -> str:
        """What tells the round that is due from others: its number, and who has left."""
        return "_".join(map(str, ("", *self.state.away))) + f"-{self.state.number}"

    def find_away(self, cards: Sequence[int | None] | None) -> tuple[int, ...]:
        """The seats that have left, by the cards of a round: they have 0."""
        return tuple(seat for seat, card in enumerate(cards or ()) if card == 0)

    @cached_property
    def scored(self) -> tuple[Scored, ...]:
        lines = [line for line in self.story.counting if "cards" in line.facts and line.holds]
        pairs = zip(self.state.rounds, lines, strict=True)
        return tuple(Scored(number, *pair) for number, pair in enumerate(pairs, 1))

    @property
    def scored_at(self) -> tuple[int, ...]:
        """The places in the log of the lines that say these rounds."""
        return tuple(scored.line.place for scored in self.scored)
