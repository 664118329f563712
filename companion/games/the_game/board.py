"""The board of The Game: every number and mark that its page shows."""

from dataclasses import dataclass

from companion.games.the_game.aids import Aids, aids
from companion.games.the_game.entries import HIGHEST_CARD, LOWEST_CARD, Pile
from companion.games.the_game.state import State, ten_back
from companion.log import Line, Story

ONWARD_CHIPS = 5  # with ten back, about two cards in three are one tap away

SIGNS = {
    Pile.UP_1: "▲\u00a01",
    Pile.UP_2: "▲\u00a02",
    Pile.DOWN_1: "▼\u00a01",
    Pile.DOWN_2: "▼\u00a02",
}


@dataclass(frozen=True, slots=True)
class Chip:
    """A card, 2 to 99, that one tap puts onto its pile; `back` marks the one ten back."""

    card: int
    back: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """One of the four piles as the page draws it.

    `flag`: the rule that the top broke, entered all the same; `fresh`: it was just laid.
    `chips` are six places, None where there is no such card.
    """

    pile: Pile
    top: int
    chips: tuple[Chip | None, ...]
    flag: str | None
    fresh: bool

    @property
    def sign(self) -> str:
        return SIGNS[self.pile]

    @property
    def arrow(self) -> str:
        return self.sign[0]


@dataclass(frozen=True, slots=True)
class Board:
    """What everybody at the table may see, and the marks that help to enter the next thing."""

    story: Story
    state: State
    faces: tuple[Face, ...]
    aids: Aids | None

    @property
    def over(self) -> bool:
        return self.state.end is not None

    @property
    def forgotten(self) -> Line | None:
        """The card just entered, if the turn could have ended before it: was it the next player's?

        Only the latest entry is offered, and only where the minimum had been reached before it.
        """
        latest = self.story.counting[-1] if self.story.counting else None
        if latest is None or latest.kind != "card-played":
            return None
        alone = self.state.following == self.state.turn.player
        newest = latest.place == self.story.head
        return None if alone or not newest or self.over or latest.before.owed else latest

    def laid_by(self, card: int) -> Line | None:
        """The line that says this card was laid."""
        return next(
            (
                line
                for line in self.story.counting
                if card in (line.facts.get("card"), line.facts.get("top"))
                and line.step
                and not line.step.rules
            ),
            None,
        )

    @property
    def tens_back(self) -> int:
        """How often a card went exactly ten back."""
        return sum(_went_back(line) for line in self.story.counting)


def board(story: Story, *, helped: bool, fresh: int | None = None) -> Board:
    """The board after this story.

    `helped`: the table wants its counting aids; once the game is over they are free for all.
    `fresh` is the place of the entry that has just been made, if this page answers it.
    """
    state: State = story.replay.state
    shown = _aids(state) if helped or state.end else None
    out = shown.out if shown and not state.end else frozenset()
    tops = _laid_by(story)
    flags = {flag.entry: flag.rule for flag in story.replay.flags}
    faces = tuple(
        Face(
            pile=pile,
            top=state.tops[pile].card,
            chips=chips(pile, state.tops[pile].card, out),
            flag=flags.get(tops[pile].index or 0) if pile in tops else None,
            fresh=fresh is not None and pile in tops and tops[pile].place == fresh,
        )
        for pile in Pile
    )
    return Board(story, state, faces, shown)


def chips(pile: Pile, top: int, out: frozenset[int] = frozenset()) -> tuple[Chip | None, ...]:
    """Six places: the next cards onward, and ten back always last, where there is such a card.

    Without ten back the last place goes to one more card onward, so that no tap is wasted. They
    follow from the top alone; `out` takes away what is known to lie there (counting aids).
    """
    onward = range(top + 1, HIGHEST_CARD + 1) if pile.up else range(top - 1, LOWEST_CARD - 1, -1)
    next_ones = [card for card in onward if card not in out][: ONWARD_CHIPS + 1]
    back = ten_back(pile, top)
    if back is not None and back not in out:
        forward: list[Chip | None] = [Chip(card) for card in next_ones[:ONWARD_CHIPS]]
        forward += [None] * (ONWARD_CHIPS - len(forward))
        return (*forward, Chip(back, back=True))
    forward = [Chip(card) for card in next_ones]
    return (*forward, *[None] * (ONWARD_CHIPS + 1 - len(forward)))


def _aids(state: State) -> Aids:
    ups = tuple(state.tops[pile].card for pile in Pile if pile.up)
    downs = tuple(state.tops[pile].card for pile in Pile if not pile.up)
    return aids(ups, downs, state.out, state.played - len(state.out))


def _laid_by(story: Story) -> dict[Pile, Line]:
    """The line that laid the top of each pile; start cards have none."""
    return {
        Pile(str(line.facts["pile"])): line
        for line in story.counting
        if line.kind in ("card-played", "cards-missed") and line.step and not line.step.rules
    }


def _went_back(line: Line) -> bool:
    if line.kind != "card-played" or line.step is None or line.step.rules:
        return False
    pile = str(line.facts["pile"])
    return line.facts["card"] == ten_back(pile, line.before.tops[pile].card)
