"""The four piles as their page draws them: tops, marks, and the cards one tap away."""

from collections.abc import Container
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from companion.engine.deck import Deck
from companion.engine.log import Line, Story
from companion.games.the_game.deck import NONE
from companion.games.the_game.entries import (
    HIGHEST_CARD,
    LOWEST_CARD,
    CardsLaid,
    Command,
    Pile,
    TurnLaid,
)
from companion.games.the_game.state import FIRE, THREE, State, ten_back

ONWARD_CHIPS = 5  # with ten back, about two cards in three are one tap away

UNKNOWN = "?"
"""What stands for a top that nobody entered."""

UNSEEN = (CardsLaid.kind, TurnLaid.kind)
"""The kinds that lay cards of which nobody entered which they are, or where they lie."""

SIGNS = {
    Pile.UP_1: "▲\u00a0A",
    Pile.UP_2: "▲\u00a0B",
    Pile.DOWN_1: "▼\u00a0C",
    Pile.DOWN_2: "▼\u00a0D",
}


@dataclass(frozen=True, slots=True)
class Chip:
    """A card, 2 to 99, that one tap puts onto its pile; `back` marks the one ten back.

    `carries` is its command as far as the deck knows it, "none" included; None: not known, or a
    game without commands. `burns`: a fire card. `barred`: a command in force forbids it; it can be
    entered all the same. `lies`: it is a top, which all see; it keeps its place, so that no other
    chip moves, and the answer to a tap says that it lies.
    """

    card: int
    back: bool = False
    lies: bool = False
    carries: str | None = None
    burns: bool = False
    barred: bool = False

    @property
    def value(self) -> str:
        """What the form says of it: the card, and its command where that is known."""
        return f"{self.card} {self.carries}" if self.carries else str(self.card)


class Mark(StrEnum):
    """What the lower edge of a card says about its pile; the first that holds."""

    COVER = "cover"
    """It must be covered before this turn ends."""
    ONLY = "only"
    """The next card must go here."""
    DUE = "due"
    """A fire card: it must be covered before the next turn ends."""
    FORCE = "force"
    """Its command is in force."""
    UNKNOWN = "unknown"
    """Nobody has said yet whether it has a command."""
    PAST = "past"
    """Its command was for a turn that is over."""
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Face:
    """One of the four piles as the page draws it.

    `top` is None where nobody entered the card. `command` is that of its top, if it has one;
    `flag`: the rule that the top broke, entered all the same; `fresh`: it was just laid. `chips`
    are six places, None where there is no such card. `shut`: the next card must go onto another
    pile; `asks` is the place of the line that has to say its command.
    """

    pile: Pile
    top: int | None
    command: str | None
    mark: Mark
    chips: tuple[Chip | None, ...]
    flag: str | None
    fresh: bool
    shut: bool
    burns: bool
    asks: int | None

    @property
    def sign(self) -> str:
        return SIGNS[self.pile]

    @property
    def arrow(self) -> str:
        return self.sign[0]

    @property
    def shown(self) -> str:
        """Its top as the page writes it: "?" for one that nobody entered."""
        return UNKNOWN if self.top is None else str(self.top)


def faces(story: Story, deck: Deck, out: frozenset[int], fresh: int | None) -> tuple[Face, ...]:
    """The piles after this story: `deck` is what the table knows of its cards.

    `out` are the numbers for which no chip is needed any more; `fresh` is the place of the entry
    that has just been made, if one has.
    """
    state: State = story.replay.state
    lines, tops = _find_tops(story), {state.tops[pile].card for pile in Pile}
    flags = {flag.entry: flag.rule for flag in story.replay.flags}
    marks = {pile: _mark(state, pile, lines.get(pile), deck) for pile in Pile}
    return tuple(
        Face(
            pile=pile,
            top=state.tops[pile].card,
            command=state.tops[pile].command,
            mark=marks[pile],
            chips=tuple(
                chip and _mark_chip(state, pile, chip, deck, tops)
                for chip in chips(pile, state.tops[pile].card, out)
            ),
            flag=flags.get(lines[pile].index or 0) if pile in lines else None,
            fresh=fresh is not None and pile in lines and lines[pile].place == fresh,
            shut=state.only_pile not in (None, pile),
            burns=_burns(state, state.tops[pile].card),
            asks=lines[pile].place if marks[pile] is Mark.UNKNOWN else None,
        )
        for pile in Pile
    )


def chips(
    pile: Pile, top: int | None, out: frozenset[int] = frozenset()
) -> tuple[Chip | None, ...]:
    """Six places: the next cards onward, and ten back always last, where there is such a card.

    Without ten back the last place goes to one more card onward, so that no tap is wasted. They
    follow from the top alone; `out` takes away what is known to lie there (counting aids). On a top
    that nobody entered any card may follow, so there are none.
    """
    if top is None:
        return (None,) * (ONWARD_CHIPS + 1)
    onward = range(top + 1, HIGHEST_CARD + 1) if pile.up else range(top - 1, LOWEST_CARD - 1, -1)
    back = ten_back(pile, top)
    last = [] if back is None or back in out else [Chip(back, back=True)]
    places = ONWARD_CHIPS + 1 - len(last)
    forward = [*islice((Chip(card) for card in onward if card not in out), places)]
    return (*forward, *[None] * (places - len(forward)), *last)


def is_named(line: Line, deck: Deck) -> bool:
    """Whether this line says what its card carries, or its card is known to carry nothing."""
    if "card" not in line.facts or (line.step and line.step.rules):
        return True
    said = "command" in line.facts or "choice" in line.facts
    return said or deck.get(str(line.facts["card"])) == NONE


def _mark_chip(
    state: State, pile: Pile, chip: Chip, deck: Deck, tops: Container[int | None]
) -> Chip:
    """The chip with what its card carries, whether it lies, and whether a command forbids it."""
    shut = state.only_pile not in (None, pile)
    no_trick = chip.back and Command.NO_TRICK in state.active
    return replace(
        chip,
        lies=chip.card in tops,
        carries=deck.get(str(chip.card)),
        burns=_burns(state, chip.card),
        barred=shut or no_trick,
    )


def _mark(state: State, pile: Pile, line: Line | None, deck: Deck) -> Mark:
    command = state.tops[pile].command
    if state.end is None and pile in state.cover:
        return Mark.COVER
    if state.end is None and state.only_pile == pile:
        return Mark.ONLY
    if _burns(state, state.tops[pile].card):
        return Mark.DUE
    if command is not None:
        return Mark.FORCE if _in_force(state, pile, command) else Mark.PAST
    if line and state.setup.options["extreme"] and not is_named(line, deck):
        return Mark.UNKNOWN
    return Mark.PLAIN


def _in_force(state: State, pile: Pile, command: str) -> bool:
    if Command(command).lasting:
        return True
    unfinished = state.turn.three and state.turn.played < THREE
    return command == Command.THREE and unfinished and pile in state.turn.piles


def _burns(state: State, card: int | None) -> bool:
    return bool(state.setup.options["on_fire"]) and card in FIRE


def _find_tops(story: Story) -> dict[Pile, Line]:
    """The line that laid the top of each pile; start cards and unknown tops have none."""
    found: dict[Pile, Line] = {}
    for line in story.counting:
        if line.step is None or line.step.rules:
            continue
        if line.kind in UNSEEN:
            found.clear()
        elif "pile" in line.facts:
            found[Pile(str(line.facts["pile"]))] = line
    return found
