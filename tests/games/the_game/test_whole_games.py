"""Whole games with real cards: what the app counts is what lies and what is held, to the end."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.engine.replay import Result, Step, judge, replay
from companion.games import GAMES
from companion.games.the_game.entries import Pile
from tests.games.the_game.telling import cannot, end, play, starter

HANDS = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}
GAME = GAMES["the-game"]


@dataclass
class Cards:
    """A shuffled deck, dealt; whose turn it is and what this turn still needs."""

    seats: int
    hand: int
    minimum: int
    chance: random.Random
    tops: dict[str, int] = field(
        default_factory=lambda: {"up-1": 1, "up-2": 1, "down-1": 100, "down-2": 100}
    )

    def __post_init__(self) -> None:
        self.deck = self.chance.sample(range(2, 100), 98)
        self.hands = [[self.deck.pop() for _ in range(self.hand)] for _ in range(self.seats)]
        self.whose = self.chance.randrange(self.seats)
        self.laid = 0

    def fitting(self) -> list[tuple[int, int, str]]:
        """What can be laid, each with the distance that it costs."""
        return sorted(
            (distance, card, pile)
            for card in self.hands[self.whose]
            for pile, top in self.tops.items()
            for distance in [card - top if pile.startswith("up") else top - card]
            if distance > 0 or distance == -10
        )

    def lays(self, card: int, pile: str) -> None:
        self.hands[self.whose].remove(card)
        self.tops[pile] = card
        self.laid += 1

    def ends_turn(self) -> None:
        """Draw, and pass the turn to the next who holds cards."""
        while self.deck and len(self.hands[self.whose]) < self.hand:
            self.hands[self.whose].append(self.deck.pop())
        self.laid = 0
        for _ in range(self.seats):
            self.whose = (self.whose + 1) % self.seats
            if self.hands[self.whose]:
                return

    @property
    def owed(self) -> int:
        return max(0, (self.minimum if self.deck else 1) - self.laid)

    @property
    def left(self) -> int:
        return len(self.deck) + sum(map(len, self.hands))


def told(cards: Cards, last: Step[Any], entry: dict[str, object]) -> Step[Any]:
    """The step of an entry that is recorded without a question."""
    setup = last.state.setup
    step = judge(GAME.rules, setup, last, 0, entry)
    assert (step.result, step.flags) == (Result.RECORDED, ())
    return step


@pytest.mark.parametrize("smaller_hand", [False, True], ids=["full hand", "smaller hand"])
@pytest.mark.parametrize("expert", [False, True], ids=["base", "expert"])
@pytest.mark.parametrize("seats", range(1, 6))
def test_what_the_app_counts_is_what_is_on_the_table(
    seats: int, expert: bool, smaller_hand: bool
) -> None:
    setup = GAME.rules.setup(["somebody"] * seats, {"expert": expert, "smaller_hand": smaller_hand})
    endings = set()
    for seed in range(20):
        cards = Cards(seats, HANDS[seats] - smaller_hand, 3 if expert else 2, random.Random(seed))
        step = told(cards, replay(GAME.rules, setup, ()).start, starter(cards.whose))
        while step.outcome is None:
            step = next_step(cards, step)
            state = step.state
            assert {str(pile): state.tops[pile].card for pile in Pile} == cards.tops
            assert list(state.hands) == [len(hand) for hand in cards.hands]
            assert (state.draw_pile, state.left) == (len(cards.deck), cards.left)
            if step.outcome is None:
                assert (state.turn.player, state.turn.played) == (cards.whose, cards.laid)
                assert state.owed == cards.owed
        endings.add(step.outcome.ending)
        rating = "beaten" if not cards.left else "excellent" if cards.left < 10 else "played"
        assert step.outcome.facts == {"reason": None, "left": cards.left, "rating": rating}
        assert step.outcome.ending == ("stuck" if cards.left else "beaten")
    assert "stuck" in endings


def next_step(cards: Cards, step: Step[Any]) -> Step[Any]:
    """What a player of some care does next: the cheapest card, and rarely more than are owed."""
    fitting = cards.fitting()
    cheap = bool(fitting) and (fitting[0][0] <= 2 or cards.chance.random() < 0.02)
    if fitting and (cards.owed or cheap):
        _, card, pile = fitting[0]
        cards.lays(card, pile)
        step = told(cards, step, play(card, pile))
        if not cards.hands[cards.whose] and not cards.owed and cards.left:
            cards.ends_turn()  # nothing else can happen, so the app does it too
        return step
    if cards.owed:
        return told(cards, step, cannot())
    cards.ends_turn()
    return told(cards, step, end())
