"""The score sheet of Game of Bluff as its pages show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.engine.deck import Deck
from companion.engine.log import Line, Story
from companion.games.game_of_bluff.state import BASE_CHARACTERS, Round, State
from companion.games.pad.board import SheetBoard
from companion.games.pad.relevant import RESULT_ONLY

DIRECT = 8  # players up to whom it does on a large screen


@dataclass(frozen=True, slots=True)
class Scored:
    """A round on the sheet, with the line of the log that says it."""

    number: int
    round: Round
    line: Line


@dataclass(frozen=True)
class Board(SheetBoard):
    """The sheet after a story, with all that its pages show."""

    @property
    def state(self) -> State:
        """The game after the story."""
        state: State = self.story.replay.state
        return state

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the style that its pages need."""
        return ("table", "bluff", "rules")

    @property
    def sprites(self) -> tuple[str, ...]:
        """The drawn signs that its pages show."""
        return ("bluff",)

    @property
    def because(self) -> str:
        """The paragraph behind what the sheet says: why it ended, what comes next, or its limit."""
        state = self.state
        if state.result_only:
            return RESULT_ONLY
        if state.end:
            return state.end
        if state.countdown is not None:
            return "last-turns" if state.countdown else "white-cards-once-each"
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
        """The rounds, the first one first."""
        lines = [
            line
            for line in self.story.counting
            if line.kind == "round-scored" and line.step and not line.step.rules
        ]
        pairs = zip(self.state.rounds, lines, strict=True)
        return tuple(Scored(number, *pair) for number, pair in enumerate(pairs, 1))

    @property
    def scored_at(self) -> tuple[int, ...]:
        """The places in the log of the lines that say these rounds."""
        return tuple(scored.line.place for scored in self.scored)


def board(
    story: Story, *, helped: bool, fresh: int | None = None, deck: Deck, depth: str = ""
) -> Board:
    """The sheet after this story; Bluff has neither aids nor a deck to learn."""
    return Board(story)
