"""What lies on the table of One Brain, as far as everybody can see it."""

from dataclasses import dataclass
from enum import StrEnum

from companion.engine.setup import Setup
from companion.games.one_brain.entries import SOLO_SEATS, Action, Source

CARDS = 36  # seed 003: six colours of six kinds
MOST_PLAYERS = 7
LIMIT = {"beginner": 7, "advanced": 6, "expert": 5}  # 003:116-121
HAND, SMALLEST_HAND, LARGEST_HAND = 5, 2, 6  # 003:107, 003:153-161
HANDS = range(SMALLEST_HAND, LARGEST_HAND + 1)


class Ending(StrEnum):
    """How an attempt ends; the value is the ending of record.md."""

    WON = "won"
    LIMIT_REACHED = "limit-reached"
    GIVEN_UP = "given-up"


class Phase(StrEnum):
    """Where a turn stands: its card is still to be laid, or lies (003:241)."""

    PLAY = "play"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the middle; a single card is a column of one (003:84).

    `id` counts from 1 in the order in which they came. `take_back`: one of its cards carries that
    symbol, so that nobody may take it (003:262). `top` is the card on top as colour and kind, where
    somebody named it.
    """

    id: int
    cards: int = 1
    take_back: bool = False
    top: tuple[str, str] | None = None


@dataclass(frozen=True)
class State:
    """The table after an entry.

    `hands` plus `domains` plus the cards of `columns` plus `draw_pile` plus `discarded` is always
    36. `late` is the seat that may still draw after its turn. `latest` is who laid the last card,
    `laid` the action of the card that lies in this turn. `entered` are the columns at the end,
    where the table entered only the result; None: as they lie.
    """

    setup: Setup
    hands: tuple[int, ...]
    domains: tuple[int, ...]
    draw_pile: int
    columns: tuple[Column, ...] = ()
    discarded: int = 0
    next_id: int = 1
    player: int = 0
    phase: Phase = Phase.PLAY
    turn: int = 1
    late: int | None = None
    latest: int | None = None
    laid: Action | None = None
    looked: bool = False
    end: Ending | None = None
    entered: int | None = None

    @property
    def columns_left(self) -> int:
        """The columns at the end, by the result where only that was entered; 0 or more."""
        return len(self.columns) if self.entered is None else self.entered

    @property
    def result_only(self) -> bool:
        """Whether the table entered only how the attempt ended, whatever it had entered before."""
        return self.entered is not None

    @property
    def solo(self) -> bool:
        """Whether one player plays for two, all cards open (003:136)."""
        return self.setup.seats == 1

    @property
    def seats(self) -> int:
        """The seats with cards, 2 to 7, a virtual one included."""
        return seats_of(self.setup)

    @property
    def limit(self) -> int:
        """The number of columns that loses the attempt, 5 to 7 (003:116)."""
        return LIMIT[self.level]

    @property
    def level(self) -> str:
        return str(self.setup.options["level"])

    @property
    def hand(self) -> int:
        """The cards that everybody holds at the start, 2 to 6."""
        return int(str(self.setup.options["hand"]))

    @property
    def opened(self) -> bool:
        """Whether a card lies or a turn has ended, so that the starter is settled."""
        return self.latest is not None or self.turn > 1

    @property
    def must_draw(self) -> bool:
        """Whether nobody holds a card while the draw pile has some (003:100)."""
        running = self.end is None and self.draw_pile > 0
        return running and not (any(self.hands) or any(self.domains))

    @property
    def near(self) -> bool:
        return len(self.columns) + 1 >= self.limit

    @property
    def beginners(self) -> bool:
        """Whether one look through the discard pile is allowed (003:9)."""
        return self.level == "beginner"

    @property
    def barred(self) -> frozenset[int]:
        """The columns that nobody may take back (003:262)."""
        return frozenset(column.id for column in self.columns if column.take_back)

    def count_cards(self, player: int, source: str | None = None) -> int:
        """The cards that this seat holds in its hand, or its domain; both without a `source`."""
        hand, domain = self.hands[player], self.domains[player]
        if source is None:
            return hand + domain
        return hand if source == Source.HAND else domain

    def after_laying(self, source: str) -> dict[str, int]:
        """What the player at turn still holds, by source, once a card of this source is laid."""
        left = {str(each): self.count_cards(self.player, each) for each in Source}
        left[source] -= 1
        return left

    def owed(self, action: str, left: int) -> bool:
        """Whether this action must not be skipped (003:187), with so many cards `left`."""
        match Action(action):
            case Action.DONATE | Action.EXTRA:
                return left > 0
            case Action.COVER:
                return bool(self.columns)
            case Action.TAKE_BACK:
                return len(self.barred) < len(self.columns)
            case Action.REMOVE_KIND | Action.REMOVE_COLOUR:
                return False

    def hits(self, action: str) -> bool:
        """Whether the action of the next card has something to hit."""
        if Action(action).removes:
            return bool(self.columns)
        return self.owed(action, self.count_cards(self.player) - 1)


def seats_of(setup: Setup) -> int:
    """The seats that hold cards: 2 for whoever plays alone."""
    return max(setup.seats, SOLO_SEATS)
