"""Dead cards are exactly those that no order of play can lay, and never too many."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import example, given
from hypothesis import strategies as st

from companion.games.the_game.aids import CARDS, Aids, aids, dead
from tests.support.random_examples import at_most


@dataclass(frozen=True)
class Position:
    ups: tuple[int, ...]
    downs: tuple[int, ...]
    unplayed: frozenset[int]

    @property
    def dead(self) -> frozenset[int]:
        return dead(self.ups, self.downs, self.unplayed)

    def plays(self) -> Iterator[tuple[int, "Position"]]:
        """Every card that fits on some pile, with the position after it."""
        for card in sorted(self.unplayed):
            rest = self.unplayed - {card}
            for place, top in enumerate(self.ups):
                if card > top or card == top - 10:
                    yield card, Position(_with(self.ups, place, card), self.downs, rest)
            for place, top in enumerate(self.downs):
                if card < top or card == top + 10:
                    yield card, Position(self.ups, _with(self.downs, place, card), rest)


def _with(tops: tuple[int, ...], place: int, card: int) -> tuple[int, ...]:
    return (*tops[:place], card, *tops[place + 1 :])


def searched(position: Position) -> tuple[frozenset[int], int]:
    """The cards laid in no order of play at all, and the fewest left: by trying every order."""
    ever_laid: set[int] = set()
    fewest_left = len(position.unplayed)
    seen, waiting = {position}, [position]
    while waiting:
        present = waiting.pop()
        fewest_left = min(fewest_left, len(present.unplayed))
        for card, following in present.plays():
            ever_laid.add(card)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return position.unplayed - ever_laid, fewest_left


# Numbers that are often exactly ten apart, so that chains of tricks come up all the time.
NEARBY = st.builds(lambda tens, ones: 10 * tens + ones, st.integers(2, 7), st.integers(0, 3))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """One or two piles each way and up to six unplayed cards."""
    ways = draw(st.tuples(st.integers(1, 2), st.integers(1, 2)))
    used = sum(ways)
    numbers = draw(st.lists(NEARBY, min_size=used, max_size=used + 6, unique=True))
    tops = numbers[:used]
    if draw(st.booleans()):  # else the piles seldom pass each other, and nothing is dead
        tops.sort(reverse=True)
    return Position(tuple(tops[: ways[0]]), tuple(tops[ways[0] :]), frozenset(numbers[used:]))


def a_game(seed: int) -> Iterator[tuple[int | None, Position]]:
    """A whole game of lawful plays, mostly small steps: each card with the position after it."""
    dice = random.Random(seed)
    position = Position((1, 1), (100, 100), CARDS)
    yield None, position
    while plays := list(position.plays()):
        careful = dice.random() < 0.8
        plays = sorted(plays, key=lambda play: _way(position, play[1]))[: 3 if careful else None]
        card, position = dice.choice(plays)
        yield card, position


def _way(before: Position, after: Position) -> int:
    """How far the play moved its pile; ten back counts as less than nothing."""
    return sum(after.ups) - sum(before.ups) - sum(after.downs) + sum(before.downs)


@given(positions())
@example(Position((60, 72), (55, 40), frozenset({20, 57, 58, 61, 67})))
@example(Position((80, 90), (30, 20), frozenset({45, 50, 55, 65, 75, 85})))
@example(Position((97, 95), (3, 6), frozenset({2, 13, 23, 33, 43, 50, 98})))
def test_dead_are_exactly_the_cards_that_no_order_of_play_can_lay(position: Position) -> None:
    never_laid, fewest_left = searched(position)
    assert position.dead == never_laid
    assert len(position.dead) <= fewest_left


@at_most(25)
@given(st.integers(0, 2**32 - 1), st.integers(0, 12))
def test_a_dead_card_is_never_laid_and_missed_ones_say_not_too_much(seed: int, missed: int) -> None:
    history = [*a_game(seed)]
    slips = set(random.Random(seed).sample(range(1, len(history)), missed))
    out, dead_so_far, left = frozenset[int](), frozenset[int](), history[-1][1].unplayed
    for laid, (card, position) in enumerate(history):
        assert card not in dead_so_far
        assert dead_so_far <= position.dead, "none comes back to life"
        dead_so_far = position.dead
        if laid in slips:
            continue  # the table sees its piles again with the next card that is entered
        out |= CARDS & {*position.ups, *position.downs}
        seen = aids(position.ups, position.downs, out, unknown=laid - len(out))
        assert seen.fewest_left <= len(left)
    assert dead_so_far == left, "the game went on until nothing fitted any more"


def test_what_can_still_be_reached() -> None:
    for dead_cards, unknown, fewest_left in (
        (0, 0, 0),
        (1, 0, 1),  # one is enough
        (2, 2, 0),  # both may have been missed
        (3, 2, 1),  # not all three were
        (0, 5, 0),  # missed cards alone say nothing
        (11, 2, 9),
    ):
        seen = Aids(frozenset(), frozenset(range(20, 20 + dead_cards)), unknown)
        assert seen.fewest_left == fewest_left


def test_numbers_known_to_be_out_are_not_dead() -> None:
    seen = aids((60, 72), (55, 40), CARDS - {20, 57, 58, 61}, unknown=1)
    assert seen.out == CARDS - {20, 57, 58, 61}
    assert seen.dead == {57, 58}
    assert seen.unknown == 1
    assert seen.fewest_left == 1
