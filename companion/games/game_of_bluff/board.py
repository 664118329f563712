"""The score sheet of Game of Bluff as its pages show it."""

from dataclasses import dataclass
from functools import cached_property

from companion.engine.deck import Deck
from companion.engine.log import Line, Story
from companion.games.chart import Chart, chart
from companion.games.game import PlainBoard
from companion.games.game_of_bluff.relevant import RESULT_ONLY
from companion.games.game_of_bluff.state import BASE_CHARACTERS, Round, State

WIDE = 6  # players up to whom a row of white cards fits each of them
DIRECT = 8  # players up to whom it does on a large screen


@dataclass(frozen=True, slots=True)
class Seat:
    """One player on the sheet: what the last round added, and how full the limit is, 0 to 1."""

    number: int
    total: int
    added: int | None
    to_limit: int
    leads: bool

    @property
    def over(self) -> bool:
        """Whether this player has passed the limit."""
        return self.to_limit < 0


@dataclass(frozen=True, slots=True)
class Scored:
    """A round on the sheet, with the line of the log that says it."""

    number: int
    round: Round
    line: Line


@dataclass(frozen=True)
class Board(PlainBoard):
    """The sheet after a story, with all that its pages show."""

    story: Story
    state: State

    @property
    def over(self) -> bool:
        return self.state.end is not None

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the style that its pages need."""
        return ("table", "bluff", "rules")

    @property
    def sprites(self) -> tuple[str, ...]:
        """The drawn signs that its pages show."""
        return ("bluff",)

    @property
    def opened(self) -> bool:
        """Whether a round was scored or a starter chosen."""
        return bool(self.story.counting)

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
    def wide(self) -> bool:
        """Whether there is room for a row of cards for every player."""
        return self.state.setup.seats <= WIDE

    @property
    def direct(self) -> bool:
        """Whether there is such room on a large screen at least."""
        return self.state.setup.seats <= DIRECT

    @property
    def others(self) -> int:
        """Characters that lie on the table besides the three of every round (004:28)."""
        return self.state.setup.seats - BASE_CHARACTERS

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The players in the order in which they sit."""
        state = self.state
        last = state.rounds[-1].points if state.rounds else None
        return tuple(
            Seat(
                number=number,
                total=total,
                added=last[number] if last else None,
                to_limit=state.to_limit[number],
                leads=bool(state.rounds) and number in state.leaders,
            )
            for number, total in enumerate(state.totals)
        )

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

    @cached_property
    def running(self) -> tuple[tuple[int, ...], ...]:
        """The totals after 0, 1, 2 … rounds, by seat."""
        return tuple(self.state.totals_after(count) for count in range(len(self.state.rounds) + 1))

    @cached_property
    def chart(self) -> Chart:
        """The totals over the rounds, drawn."""
        return chart(self.running, limit=self.state.limit, loud=self.state.winners)

    @cached_property
    def places(self) -> list[Seat]:
        """The players by place, those who share one in the order in which they sit."""
        return sorted(self.seats, key=lambda seat: self.state.ranks[seat.number])


def board(
    story: Story, *, helped: bool, fresh: int | None = None, deck: Deck, depth: str = ""
) -> Board:
    """The sheet after this story; Bluff has neither aids nor a deck to learn."""
    return Board(story, story.replay.state)
