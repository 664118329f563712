"""What shared pages ask of the board of a game."""

from dataclasses import dataclass
from typing import Any, Generic, Protocol

from companion.engine.deck import Deck
from companion.engine.log import Line, Story
from companion.engine.rules import S


@dataclass(frozen=True)
class PlainBoard(Generic[S]):
    """What shared pages and macros ask of a board; that of a game inherits from this."""

    story: Story

    @property
    def state(self) -> S:
        """The game after the story."""
        state: S = self.story.replay.state
        return state

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(getattr(self.state, "end", None))

    @property
    def because(self) -> str:
        """The paragraph of the rules behind what it says: why it ended, or what comes next."""
        raise NotImplementedError

    @property
    def latest(self) -> Line | None:
        """The line that made the table as it lies."""
        return self.story.counting[-1] if self.story.counting else None

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the style that its pages need."""
        return ("rules",)

    @property
    def sprites(self) -> tuple[str, ...]:
        """The drawn signs that its pages show."""
        return ()

    @property
    def withheld(self) -> tuple[str, ...]:
        """The sheets that cannot be opened now."""
        return ()

    @property
    def covers_log(self) -> bool:
        """Whether the log tells what the table may not look up."""
        return False


class BoardMaker(Protocol):
    """A function that makes the board of a story."""

    def __call__(
        self,
        story: Story,
        *,
        helped: bool,
        fresh: int | None = None,
        deck: Deck,
        depth: str = "",
    ) -> PlainBoard[Any]:
        """Make the board after this story.

        `helped` says whether the table has switched a help on, `fresh` is the place of the entry
        that is shown as just arrived, `deck` what the table knows of its cards, and `depth` how
        much it enters: one of `Pages.depths`, "" for the usual.
        """
