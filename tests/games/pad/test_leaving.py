"""Who leaves a score sheet and joins it, in any order, with undo: against a count by hand."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.replay import replay
from companion.games import GAMES
from tests.games.game_of_bluff.telling import joins, leavers, leaves, scored
from tests.games.pad.test_pad import OUT, ended, make, points
from tests.support.submitted_log import read_story


def play(slug: str, *entries: dict[str, object], seats: int = 4) -> Any:
    rules = GAMES[slug].rules
    told = replay(rules, rules.setup(["Ann", "Ben", "Cas", "Dea"][:seats], {}), entries)
    assert [step.rules for step in told.steps] == [()] * len(entries)
    return told.state


@dataclass(frozen=True)
class Count:
    """A game as somebody counts it on paper."""

    totals: tuple[int, ...] = (0, 0, 0, 0)
    away: frozenset[int] = field(default_factory=frozenset)
    round: int = 1
    below: bool = False
    highest_wins: bool = False

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat."""
        sign = -1 if self.highest_wins else 1
        totals = enumerate(self.totals)
        stands = [(self.below and seat in self.away, sign * each) for seat, each in totals]
        return tuple(1 + sum(other < own for other in stands) for own in stands)

    def add(self, seat: int, points: int) -> "Count":
        totals = [*self.totals]
        totals[seat] += points
        return replace(self, totals=tuple(totals))


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["round", "round", "left", "joined", "ranked", "undo"]),
        st.integers(0, 3),
        st.none() | st.integers(0, 3),
    ),
    max_size=20,
)


def act(slug: str, what: str, seat: int, said: int | None, count: Count) -> Any:
    """The entries of this act and the count after it; None where it cannot be."""
    fewest = GAMES[slug].rules.seats[0]
    if what == "round":
        table = [each for each in range(4) if each not in count.away]
        held = [0] * 4
        for at, each in enumerate(table):
            held[each] = 1 + (at + seat) % len(table)
            count = count.add(each, held[each])
        entries = [points(count.round, each, held[each]) for each in table]
        if slug == "game-of-bluff":
            entries = [scored(*held)]
        return entries, replace(count, round=count.round + 1)
    if what == "ranked":
        below = seat % 2 == 0
        return [leavers("below" if below else "by-points")], replace(count, below=below)
    if what == "left" and seat not in count.away and 4 - len(count.away) > fewest:
        return [leaves(seat)], replace(count, away=count.away | {seat})
    if what == "joined" and seat in count.away:
        more = 0 if said is None else said - count.totals[seat]
        return [joins(seat, said)], replace(count.add(seat, more), away=count.away - {seat})
    return None


@pytest.mark.parametrize("slug", ["any-game", "game-of-bluff"])
@given(acts=ACTS)
def test_leaving_and_joining_in_any_order_with_undo(slug: str, acts: Any) -> None:
    story: list[dict[str, object]] = []
    past: list[tuple[range, Count]] = []
    count = Count(highest_wins=slug == "any-game")
    for what, seat, said in acts:
        if what == "undo" and past:
            places, count = past.pop()
            story += [{"kind": "taken-back", "target": place} for place in reversed(places)]
        elif done := act(slug, what, seat, said, count):
            entries, after = done
            past.append((range(len(story) + 1, len(story) + len(entries) + 1), count))
            story, count = [*story, *entries], after
        state: Any = read_story(slug, *story, players=4).replay.state
        if state.end:
            assert max(count.totals) > 3 * (4 - len(count.away))
            return
        told = (state.totals, {*state.away}, state.number, state.ranks)
        assert told == (count.totals, {*count.away}, count.round, count.ranks)
        assert state.starter not in count.away
        assert state.totals_after(len(state.rows)) == state.totals


def test_nobody_plays_on_for_a_tie_with_who_has_left() -> None:
    rules, first = make(OUT).rules, [ended(1), points(1, 0, 5), points(1, 1, 0), points(1, 2, 5)]
    said = [*first, leaves(2), ended(2), points(2, 0, 0), points(2, 1, 0)]
    state = replay(rules, rules.setup(["Ann", "Ben", "Cas"], {}), said).state
    assert (state.totals, state.end) == ((5, 0, 5), "rounds-played")


def test_a_round_goes_on_without_whoever_leaves_it() -> None:
    said = [points(1, 0, 5), points(1, 1, 6)]
    assert play("any-game", *said, leaves(2), seats=3).number == 2
    state = play("any-game", *said, leaves(0), points(1, 2, 7), seats=3)
    assert (state.number, state.totals, state.due.seats) == (2, (5, 6, 7), (1, 2))
    state = play("any-game", *said, leaves(2), points(2, 0, 1), joins(2, 9), seats=3)
    assert (state.due.seats, state.totals) == ((1,), (6, 6, 9)), "from the next round on"
