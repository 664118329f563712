"""What shared pages ask of the board of a game."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Generic

from companion.engine.deck import Deck
from companion.engine.log import Line, Story
from companion.engine.rules import S


@dataclass(frozen=True, slots=True)
class Pictured:
    """What a picture to send round says of how a game ended, besides its name, date and players.

    `figure` stands on a card, `of` small behind it, `says` and `why` beside it. `figures` are those
    of the players by seat, called `called`; () where they have none, as `ranks` where they have no
    places. `rows` are the figures of lines over the steps of the game, `ends` what stands at the
    end of each; they go from `low` to `high`, or as far as the figures do.
    """

    figure: str
    says: str
    why: str
    won: bool
    of: str = ""
    figures: Sequence[int] = ()
    called: str = ""
    ranks: Sequence[int] = ()
    rows: Sequence[Sequence[int]] = ()
    ends: Sequence[str] = ()
    loud: Collection[int] = ()
    low: int = 0
    high: int = 0
    limit: int | None = None


@dataclass(frozen=True)
class PlainBoard(Generic[S]):
    """What shared pages and macros ask of the board of a story; that of a game inherits from this.

    `helped` says whether the table has switched a help on, `fresh` is the place of the entry that
    is shown as just arrived, `learned` what the table knows of its cards, and `depth` how much it
    enters: one of `Pages.depths`, "" for the usual.
    """

    story: Story
    helped: bool = False
    fresh: int | None = None
    learned: Deck = field(default_factory=dict)
    depth: str = ""

    @property
    def state(self) -> S:
        state: S = self.story.replay.state
        return state

    @property
    def over(self) -> bool:
        return bool(getattr(self.state, "end", None))

    @property
    def because(self) -> str:
        """The paragraph of the rules behind what it says: why it ended, or what comes next."""
        if getattr(self.state, "result_only", False):
            return "result-only"
        return str(getattr(self.state, "end", None) or self.paragraph)

    @property
    def paragraph(self) -> str:
        """The paragraph behind what comes next."""
        raise NotImplementedError

    def picture(self, names: Sequence[str]) -> Pictured:
        """What a picture of the result shows; only for a game that is over."""
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
