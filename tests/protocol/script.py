"""What really happens on a table, one act after the other, and what people enter besides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, permutations
from random import Random
from typing import Any

from companion.engine.entry import Facts
from companion.engine.replay import Replay, Result, judge, replay
from companion.engine.setup import Setup
from companion.games import GAMES
from companion.games.game import Game
from companion.games.the_game.entries import HIGHEST_CARD, LOWEST_CARD, Pile
from companion.games.the_game.state import START_DOWN, START_UP, onward
from tests.games.game_of_bluff import telling as bluff
from tests.games.the_game import telling as the_game
from tests.support.random_logs import plays_of


@dataclass(frozen=True)
class Evening:
    """A game of the shelf, with who plays it and how."""

    slug: str
    names: tuple[str, ...]
    options: Mapping[str, object]

    @property
    def game(self) -> Game[Any, Any]:
        return GAMES[self.slug]

    @property
    def setup(self) -> Setup:
        return self.game.rules.setup_of(self.names, self.options)


EVENINGS = (
    Evening("the-game", ("Ann", "Ben"), {}),
    Evening("the-game", ("Ann", "Ben", "Cas"), {"extreme": True}),
    Evening("game-of-bluff", ("Ann", "Ben", "Cas", "Dee"), {}),
)


LAST = 3
"""The seat that leaves a game of Bluff, and comes again."""


class Script:
    """The acts of an evening as they come about; all of them are entered, by whoever is quickest.

    Each fits by the rules after those before it, and none ends the game.
    """

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.acts: list[Facts] = []
        self._table: Replay[Any] = replay(evening.game.rules, evening.setup, ())

    def goes_on(self, pick: int) -> int | None:
        """The number of one more act; None where nothing more can happen."""
        fitting = [each for each in _ACTS[self.evening.slug](self._table.state) if self._fits(each)]
        if not fitting:
            return None
        facts = fitting[pick % len(fitting)]
        self._table = Replay(self._table.start, (*self._table.steps, self._step(facts)))
        self.acts.append(facts)
        return len(self.acts) - 1

    def _fits(self, facts: Facts) -> bool:
        step = self._step(facts)
        return step.result is Result.RECORDED and step.outcome is None

    def _step(self, facts: Facts) -> Any:
        last, index = self._table.last, len(self.acts)
        return judge(self.evening.game.rules, self.evening.setup, last, index, facts)


def slips(evening: Evening, pick: int) -> Facts:
    """Something that did not happen: much of it is asked about or refused, some is believed."""
    said = plays_of(evening.game).make_entry(evening.setup, Random(pick))
    return {"kind": said["kind"], **said}


def otherwise(evening: Evening, facts: Facts, pick: int) -> Facts:
    """The same act, said in another way; the facts themselves where there is none."""
    said = dict(facts)
    match said["kind"]:
        case "card-played":
            said["pile"] = str(list(Pile)[pick % 4])
        case "starter-chosen" | "emma-played" | "hand-corrected" | "player-left":
            said["player"] = pick % len(evening.names)
        case "round-scored":
            said["cards"] = _dealt(pick, said["cards"].count(0))
        case "cards-laid" | "turn-laid":
            said["cards"] = 1 + pick % 4
        case "leavers-ranked":
            said["leavers"] = "below" if said["leavers"] == "by-points" else "by-points"
        case "depth-chosen":
            said["depth"] = "cards" if said["depth"] == "turns" else "turns"
    return said


def _the_game(state: Any) -> Iterator[Facts]:
    if not state.opened:
        yield the_game.starter(1)
    extreme = state.setup.options["extreme"]
    if state.by_turns and not state.turn.played:
        yield from (the_game.turn(cards) for cards in (2, 2, 2, 3))
        yield the_game.depth("cards" if state.depth == "turns" else "turns")
    for pile in Pile:
        top = state.tops[pile].card or (START_UP if pile.up else START_DOWN)
        cards = range(top + 1, HIGHEST_CARD + 1) if pile.up else range(top - 1, LOWEST_CARD - 1, -1)
        near = [card for card in cards if onward(pile, top, card) and card not in state.out]
        for card in islice(near, 2):
            yield the_game.play(card, str(pile))
            if extreme and card % 5 == 0:
                yield the_game.play(card, str(pile), ("stop", "silence", "three")[card % 3])
    if not state.owed:
        yield from [the_game.end()] * 6


def _bluff(state: Any) -> Iterator[Facts]:
    first = state.number == 1 and state.countdown is None and not state.starter
    if first:
        yield bluff.starter(1)
    if state.countdown is None:
        yield from (bluff.emma(seat) for seat in range(state.setup.seats))
    elif state.countdown:
        yield from [bluff.turn()] * 3
    yield from (bluff.scored(*_dealt(state.number + more, len(state.away))) for more in range(2))
    yield bluff.joins(LAST) if state.away else bluff.leaves(LAST)
    yield bluff.leavers("by-points" if state.leavers_below else "below")


def _dealt(pick: int, away: int) -> list[int]:
    """White cards for those who play, of whom the last may have left."""
    dealt = list(permutations(range(1, LAST + 2 - away)))
    return [*dealt[pick % len(dealt)], *[0] * away]


_ACTS = {"the-game": _the_game, "game-of-bluff": _bluff}
