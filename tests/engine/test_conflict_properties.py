"""Phones with stale pictures at one table: what goes together, and what four of them make of it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.entry import Facts, Unreadable
from companion.engine.log import Story, Written, extend, read
from companion.engine.replay import replay
from companion.engine.setup import Setup
from companion.engine.verdict import Answer, Submission, judge
from companion.files.record import state as described
from companion.games import GAMES
from companion.games.game import Game
from tests.support.finished_games import EVENINGS, LIGHT, Evening
from tests.support.random_logs import entries, setups, stories
from tests.support.submitted_log import WHEN, back, changed, inserted

PHONES = ("Ann", "Ben", "Cas", "Dee")
ANYBODY = st.sampled_from(PHONES)


def fits(game: Game[Any, Any], state: Any, entry: Any) -> bool:
    return game.rules.outcome(state) is None and not list(game.rules.check(state, entry))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(data=st.data())
def test_what_goes_together_has_no_order(game: Game[Any, Any], data: st.DataObject) -> None:
    """Wherever both orders fit, and both entries are the same acts in each of them."""
    setup = data.draw(setups(game))
    said = entries(game, setup)
    state = replay(game.rules, setup, data.draw(st.lists(said, max_size=8))).state
    may_follow = readable(game, setup, data.draw(st.lists(said, min_size=2, max_size=12)))
    for one, other in permutations(may_follow, 2):
        ends = [both(game, state, *order) for order in ((one, other), (other, one))]
        if None not in ends and game.concurrency.commutes(state, one, other):
            assert game.rules.describe(ends[0]) == game.rules.describe(ends[1])


def readable(game: Game[Any, Any], setup: Setup, said: Iterable[Facts]) -> Iterator[Any]:
    for facts in said:
        with suppress(Unreadable):
            yield game.rules.read(setup, facts)


def both(game: Game[Any, Any], state: Any, first: Any, second: Any) -> Any:
    """The state after both, None where one of them does not fit, or is another act by then."""
    if not fits(game, state, first):
        return None
    after = game.rules.apply(state, first)
    if not fits(game, after, second) or game.concurrency.act(after, second) != game.concurrency.act(
        state, second
    ):
        return None
    return game.rules.apply(after, second)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(data=st.data())
def test_whatever_was_seen_there_is_a_verdict(game: Game[Any, Any], data: st.DataObject) -> None:
    """It may know of any later entry too, by having entered the same: even of one that speaks of
    another that it does not know."""
    setup, story = data.draw(stories(game))
    places = st.integers(0, story.head)
    said = data.draw(entries(game, setup))
    facts = data.draw(st.sampled_from([dict, back, changed, inserted]))
    about = {back: [data.draw(places)], dict: [said]}.get(facts, [data.draw(places), said])
    submission = Submission("an id", "another phone", data.draw(places), facts(*about))
    met = data.draw(st.frozensets(places, max_size=story.head))
    assert judge(game, setup, story, submission, met=met).answer in Answer


@dataclass
class Evenings:
    """Four phones that enter what happens at one table, each with a picture of its own."""

    game: Game[Any, Any]
    setup: Setup
    story: Story
    seen: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PHONES, 0))

    def enter(self, phone: str, facts: Facts) -> Answer:
        """What this phone is told when it enters this with its picture."""
        submission = Submission(f"{self.story.head} {phone}", phone, self.seen[phone], facts)
        verdict = judge(self.game, self.setup, self.story, submission)
        if verdict.answer is Answer.RECORDED:
            place = self.story.head + 1
            written = Written(place, submission.id, phone, WHEN, submission.seen, facts)
            self.story = extend(self.game.rules, self.setup, self.story, written)
        return verdict.answer

    def looks(self, phone: str) -> None:
        self.seen[phone] = self.story.head

    def tells(self, phone: str, facts: Facts, known: int) -> None:
        """This phone enters an act that comes after so many others.

        Who is asked looks at the board, and enters it all the same where it is not there yet.
        """
        if self.enter(phone, facts) in (Answer.RECORDED, Answer.MERGED):
            return
        self.looks(phone)
        if len(self.story.counting) == known:
            assert self.enter(phone, facts) is Answer.RECORDED

    def tells_alike(self, phone: str, facts: Facts) -> bool:
        """Whether in the picture of this phone the entry is the act that it is at the table."""
        known = [w for w in self.story.log if w.place <= self.seen[phone] or w.phone == phone]
        then = read(self.game.rules, self.setup, known).replay.state
        entry = self.game.rules.read(self.setup, facts)
        name = self.game.concurrency.act(self.story.replay.state, entry)
        return name is not None and self.game.concurrency.act(then, entry) == name


def whole(evening: Evening) -> tuple[Game[Any, Any], Setup, Sequence[Facts]]:
    """An evening as one phone enters it; what has to be asked is confirmed."""
    game = GAMES[evening.slug]
    setup = game.rules.setup(evening.names, evening.options)
    return game, setup, [{**facts, "confirmed": True} for facts in evening.entries]


@pytest.mark.program
@given(data=st.data())
def test_four_phones_double_no_act_and_lose_none(data: st.DataObject) -> None:
    game, setup, said = whole(data.draw(st.sampled_from((*EVENINGS, *LIGHT))))
    table = Evenings(game, setup, read(game.rules, setup, ()))
    for known, facts in enumerate(said):
        for phone in data.draw(st.lists(ANYBODY, max_size=2)):
            table.looks(phone)
        telling = data.draw(st.lists(ANYBODY, min_size=1, max_size=2, unique=True))
        if any(not table.tells_alike(phone, facts) for phone in telling):
            telling = telling[:1]  # who does not see which act it is, looks before telling of it
            table.looks(telling[0])
        for phone in telling:
            table.tells(phone, facts, known)
            assert len(table.story.counting) == known + 1
    one = replay(game.rules, setup, said)
    assert described(game, table.story.replay.last) == described(game, one.last)
