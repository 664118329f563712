"""What the tops and the numbers known to be out prove: dead cards, and whether the team can win."""

from dataclasses import dataclass

from companion.games.the_game.entries import HIGHEST_CARD, LOWEST_CARD
from companion.games.the_game.state import START_DOWN, START_UP, TRICK

CARDS = frozenset(range(LOWEST_CARD, HIGHEST_CARD + 1))


@dataclass(frozen=True, slots=True)
class Aids:
    """What a player who remembers every number could work out.

    `out` are the numbers known to be out, `dead` the other ones that fit on no pile any more. As
    many as `unknown` cards, 0 or more, are out too without anybody knowing their numbers, so as
    many of the dead ones may have been laid before they died.
    """

    out: frozenset[int]
    dead: frozenset[int]
    unknown: int

    @property
    def fewest_left(self) -> int:
        """Cards left in any case, as far as these tops tell; 0 promises nothing.

        A card laid later without its number may lower it: from the tops it cannot be told from one
        that was laid before these numbers died.
        """
        return max(0, len(self.dead) - self.unknown)


def aids(
    ups: tuple[int, ...], downs: tuple[int, ...], out: frozenset[int], unknown: int = 0
) -> Aids:
    """What these tops and numbers prove; `unknown` cards are out besides `out`."""
    return Aids(out, dead(ups, downs, CARDS - out), unknown)


def dead(ups: tuple[int, ...], downs: tuple[int, ...], unplayed: frozenset[int]) -> frozenset[int]:
    """The unplayed cards that nobody can lay any more, whoever holds them, in whatever order.

    They are those below every top that a pile going up can get back to, and above every top that
    a pile going down can get back to. A pile only gets past its furthest top so far by the trick,
    so `_furthest_back` leaves out no way back; hands, turns and commands only take ways away.
    Hence a dead card stays dead, also with On Fire and Extreme, as long as every card keeps to the
    direction of its pile (001:9, 001:44, 000:32).

    `ups` and `downs` are the tops, at least one each way; `unplayed` are numbers from 2 to 99.
    """
    lowest = min(_furthest_back(top, unplayed) for top in ups)
    mirrored = frozenset(map(_mirror, unplayed))
    highest = _mirror(min(_furthest_back(_mirror(top), mirrored) for top in downs))
    return frozenset(card for card in unplayed if highest < card < lowest)


def _furthest_back(top: int, unplayed: frozenset[int]) -> int:
    """The lowest top that a pile going up gets back to, were all unplayed cards at hand.

    Each trick starts on the present top or on a card laid above the furthest top so far.
    """
    starts = unplayed | {top}
    furthest = top
    while tricks := [c for c in unplayed if c < furthest <= c + TRICK and c + TRICK in starts]:
        furthest = min(tricks)
    return furthest


def _mirror(number: int) -> int:
    """The number that is as far along a pile going down as this one is on a pile going up."""
    return START_UP + START_DOWN - number
