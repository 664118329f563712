"""What lies on the table of The Game, as far as everybody can see it."""

from dataclasses import dataclass, field
from enum import StrEnum

from companion.engine.setup import Setup
from companion.games.the_game.entries import CARDS, HIGHEST_CARD, LOWEST_CARD, Command, Pile

HAND = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}  # 001:25: cards in hand by number of players
SMALLER_HAND = 1  # 001:66: one card fewer, as an extra step for experts
MINIMUM, EXPERT_MINIMUM, EMPTY_PILE_MINIMUM = 2, 3, 1  # 001:29, 001:66, 001:58
THREE = 3  # 000:93: exactly three cards
START_UP, START_DOWN = 1, 100  # 001:3: the start cards, which are not among the 98
TRICK = 10  # 001:44: exactly ten back
FIRE = frozenset((22, 33, 44, 55, 66, 77))  # On Fire: these replace the cards of their number
EXCELLENT_BELOW = 10  # 001:60: fewer than ten left


class Ending(StrEnum):
    """How a game ends; the value is the ending of record.md."""

    BEATEN = "beaten"
    STUCK = "stuck"
    COMMAND_BROKEN = "command-broken"


class Reason(StrEnum):
    """Which broken command ended the game (record.md)."""

    SAME_PILE_STRICT = "same-pile-strict"
    THREE_NOT_EXACT = "three-not-exact"
    THREE_CANNOT_BE_COMPLETED = "three-cannot-be-completed"
    STOP_BEFORE_THIRD = "stop-before-third"
    STOP_WITH_SKULL_OPEN = "stop-with-skull-open"
    SKULL_CANNOT_BE_COVERED = "skull-cannot-be-covered"
    SKULL_OPEN = "skull-open"
    FIRE_OPEN = "fire-open"
    GAVE_UP_WITH_COMMAND_OPEN = "gave-up-with-command-open"


class Rating(StrEnum):
    """How good the result is: nothing left, below ten, ten and more, or a broken command."""

    BEATEN = "beaten"
    EXCELLENT = "excellent"
    PLAYED = "played"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Top:
    """The card on top of a pile, None where nobody entered it, and the command laid with it."""

    card: int | None
    command: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn being played; `number` counts turns from 1.

    `piles` are those used this turn and `last` the latest of them; `skulls` and `fire` are the
    piles that must still be covered before it ends.
    """

    player: int
    number: int = 1
    played: int = 0
    piles: frozenset[str] = frozenset()
    last: str | None = None
    three: bool = False
    skulls: frozenset[str] = frozenset()
    fire: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class End:
    """Why the game is over: by which broken command, if any; `left` is what the table entered."""

    ending: Ending
    reason: Reason | None = None
    left: int | None = None

    def __str__(self) -> str:
        """The paragraph about it."""
        return self.reason or self.ending


@dataclass(frozen=True, slots=True)
class State:
    """The table after an entry.

    `out` are the numbers known to lie on the piles, `played` counts all that lie there (98 at the
    most), entered or not; `laid` counts them by seat. `draw_pile` plus `hands` plus `played` is
    always 98. Of `unseen` cards nobody entered which they were, or on which pile. `depth` is how
    much the table said in this game that it enters; None: it said nothing.
    """

    setup: Setup
    tops: dict[str, Top] = field(hash=False)
    draw_pile: int
    hands: tuple[int, ...]
    laid: tuple[int, ...]
    out: frozenset[int]
    played: int
    turn: Turn
    end: End | None = None
    unseen: int = 0
    depth: str | None = None

    @property
    def full_hand(self) -> int:
        """The number of cards to which a hand is filled up, 5 to 8 (001:25, 001:66)."""
        return full_hand(self.setup)

    @property
    def left(self) -> int:
        """Cards in the draw pile and in all hands, 0 to 98 (001:60)."""
        return CARDS - self.played

    @property
    def left_over(self) -> int:
        """Cards that were left at the end, by the result where only that was entered; 0 to 98."""
        return self.left if self.end is None or self.end.left is None else self.end.left

    @property
    def result_only(self) -> bool:
        """Whether the table entered only how the game ended, whatever it had entered before."""
        return self.end is not None and self.end.left is not None

    @property
    def pace(self) -> float | None:
        """Cards a turn, on average; None where the turns were not entered."""
        return None if self.result_only else self.played / self.turn.number

    @property
    def by_turns(self) -> bool:
        """Whether turns can be entered by a number: no card of this game does anything."""
        options = self.setup.options
        return not (options["extreme"] or options["on_fire"])

    @property
    def player(self) -> int:
        return self.turn.player

    @property
    def hand(self) -> int:
        return self.hands[self.player]

    @property
    def minimum(self) -> int:
        """Cards that this turn needs, 1 to 3, by the draw pile as it is now (001:58, 000:93)."""
        if self.turn.three:
            return THREE
        if self.draw_pile == 0:
            return EMPTY_PILE_MINIMUM
        return EXPERT_MINIMUM if self.setup.options["expert"] else MINIMUM

    @property
    def owed(self) -> int:
        """Cards that are still owed this turn, 0 to 3."""
        return max(0, self.minimum - self.turn.played)

    @property
    def following(self) -> int:
        """The seat whose turn comes next: clockwise, past those without cards (001:58)."""
        player, seats = self.turn.player, self.setup.seats
        clockwise = ((player + 1 + offset) % seats for offset in range(seats - 1))
        return next((seat for seat in clockwise if self.hands[seat]), player)

    @property
    def room(self) -> int:
        """Cards that can still be laid this turn."""
        return min(self.hand, THREE - self.turn.played) if self.turn.three else self.hand

    @property
    def active(self) -> tuple[str, ...]:
        """The lasting commands that lie on top, sorted, each once (000:99)."""
        commands = {top.command for top in self.tops.values() if top.command is not None}
        return tuple(sorted(command for command in commands if Command(command).lasting))

    @property
    def cover(self) -> tuple[str, ...]:
        """The piles that must be covered before this turn ends, in the order of the piles."""
        open_piles = self.turn.skulls | self.turn.fire
        return tuple(pile for pile in Pile if pile in open_piles)

    @property
    def only_pile(self) -> str | None:
        """The pile the next card must go to under a visible same-pile (000:111); None: free."""
        return self.turn.last if Command.SAME_PILE in self.active else None

    @property
    def draws(self) -> int:
        """Cards that the end of this turn draws now (001:33; under draw-one one card, 000:115)."""
        need = max(0, self.full_hand - self.hand)
        if Command.DRAW_ONE in self.active:
            need = min(1, need)
        return min(need, self.draw_pile)

    @property
    def opened(self) -> bool:
        """Whether a card lies or a turn has ended, so that the starter is settled (001:29)."""
        return self.played > 0 or self.turn.number > 1

    @property
    def rating(self) -> Rating | None:
        """How good the result is (001:60); None while the game runs."""
        if self.end is None:
            return None
        if self.end.ending is Ending.COMMAND_BROKEN:
            return Rating.LOST
        if self.end.ending is Ending.BEATEN:
            return Rating.BEATEN
        return Rating.EXCELLENT if self.left_over < EXCELLENT_BELOW else Rating.PLAYED


def full_hand(setup: Setup) -> int:
    return HAND[setup.seats] - SMALLER_HAND * bool(setup.options["smaller_hand"])


def onward(pile: str, top: int | None, card: int) -> bool:
    """Whether the card goes on in the direction of the pile (001:9); it does on an unknown top."""
    if top is None:
        return True
    return card > top if Pile(pile).up else card < top


def ten_back(pile: str, top: int | None) -> int | None:
    """The card that goes exactly ten back on this top (001:44), None where there is none."""
    if top is None:
        return None
    card = top - TRICK if Pile(pile).up else top + TRICK
    return card if LOWEST_CARD <= card <= HIGHEST_CARD else None
