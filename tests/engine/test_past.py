"""What a verdict costs: few entries are replayed for it, however long the log and however old the
picture of its phone."""

import dataclasses
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.engine.entry import Facts
from companion.engine.log import Written, read
from companion.engine.past import MOST
from companion.engine.replay import Result, replay
from companion.engine.setup import Setup
from companion.engine.verdict import Answer, Submission, Verdict, judge
from companion.games import GAMES
from tests.games.the_game.telling import end, holds, play
from tests.support.random_logs import plays_of
from tests.support.submitted_log import ANNS, BENS, WHEN, back, changed, inserted

CASS = "Cas's phone"
TRIES, LONG = 100, 160  # entries
Log = Sequence[tuple[str, int, Facts]]
"""Who wrote each entry, having seen up to which place, and what it says."""


def counted(slug: str, log: Log, facts: Facts, seen: int = 0) -> tuple[Verdict, int]:
    """The verdict on a submission of Cas's phone, and how many entries were judged for it."""
    game = GAMES[slug]
    judged = 0

    def check(state: Any, entry: Any) -> Iterator[Any]:
        nonlocal judged
        judged += 1
        return game.rules.check(state, entry)

    setup = setup_of(slug)
    written = tuple(
        Written(place, f"id {place}", phone, WHEN, seen, said)
        for place, (phone, seen, said) in enumerate(log, 1)
    )
    story = read(game.rules, setup, written)
    counting = dataclasses.replace(game, rules=dataclasses.replace(game.rules, check=check))
    return judge(counting, setup, story, Submission("an id", CASS, seen, facts)), judged


def setup_of(slug: str) -> Setup:
    """A table of this game with neither the fewest players nor the most."""
    rules = GAMES[slug].rules
    seats = rules.seats[len(rules.seats) // 2]
    return rules.setup([f"player {seat}" for seat in range(seats)], {})


@cache
def acts(slug: str) -> tuple[Facts, Facts]:
    """Two entries of this game of those that can be recorded most often one after the other."""
    setup, random = setup_of(slug), Random(7)
    made = [plays_of(GAMES[slug]).make_entry(setup, random) for _ in range(TRIES)]
    often = sorted(
        ({**facts, "confirmed": True} for facts in made),
        key=lambda facts: [
            step.result for step in replay(GAMES[slug].rules, setup, [facts] * LONG).steps
        ].count(Result.RECORDED),
        reverse=True,
    )
    return often[0], next(facts for facts in often if facts != often[0])


def plain(slug: str, length: int) -> Log:
    return [(ANNS, place, acts(slug)[0]) for place in range(length)]


def by_two(slug: str, length: int) -> Log:
    """Two phones by turns, each of which sees the other's entry one entry later."""
    return [((ANNS, BENS)[n % 2], max(0, n - 1), acts(slug)[0]) for n in range(length)]


def queued(slug: str, length: int) -> Log:
    """Ben's phone was away while Ann's entered half of it, and sent its own half later."""
    half = length // 2
    return [*plain(slug, half), *[(BENS, 0, acts(slug)[0])] * half]


def undone(slug: str, length: int) -> Log:
    """Two of each four entries are taken back again."""
    facts = acts(slug)[0]
    return [(ANNS, n, (facts, facts, back(n), back(n - 2))[n % 4]) for n in range(length // 4 * 4)]


@pytest.mark.parametrize("slug", GAMES)
def test_a_log_twice_as_long_costs_twice_as_much(slug: str) -> None:
    for log in (plain, by_two, queued, undone):
        for seen in (0, 5 / 8):  # of the log
            costs = [
                counted(slug, log(slug, length), acts(slug)[1], int(seen * length))[1]
                for length in (LONG // 2, LONG)
            ]
            assert costs[1] <= 2.1 * costs[0], (log, seen)
            assert costs[1] <= 8 * LONG, (log, seen)


def test_and_so_does_the_end_of_a_turn() -> None:
    """It is named by its turn, so the turns of all lines are looked at."""
    log = [(ANNS, place, (play(3 + place, "up-1"), end())[place % 2]) for place in range(90)]
    verdict, judged = counted("the-game", log, end(), 1)
    assert verdict.answer is Answer.MERGED
    verdict, judged = counted("the-game", log, {"kind": "cannot-play"}, 1)
    assert verdict.answer is Answer.CONFLICT
    assert judged <= 8 * 90


def mended(length: int, mending: Any) -> Log:
    """Each second entry is about one of the first half of the entries."""
    half = length // 2
    facts = [holds(0, 5)] * half
    facts += [mending(1 + n // 2, holds(0, 4)) if n % 2 else holds(0, 5) for n in range(half)]
    return [(ANNS, place, said) for place, said in enumerate(facts)]


@pytest.mark.program
@pytest.mark.parametrize(
    "mending",
    [
        inserted,
        pytest.param(changed, marks=pytest.mark.long),
        pytest.param(lambda place, facts: back(place), marks=pytest.mark.long, id="back"),
    ],
)
def test_nobody_makes_it_cost_more_than_so_much(mending: Any) -> None:
    """Each mending of an early line is a log of its own, read from there on."""
    log = mended(1_600, mending)
    for seen, facts in ((0, holds(1, 5)), (800, holds(1, 5)), (800, end())):
        assert counted("the-game", log, facts, seen)[1] <= MOST + 8 * len(log)


def test_nor_do_two_phones_that_say_whatever_they_like_of_what_they_saw() -> None:
    log = [((ANNS, BENS)[n % 2], n // 2, holds(0, 5)) for n in range(1_200)]
    assert counted("the-game", log, holds(1, 5))[1] <= MOST + 8 * len(log)


def test_for_what_would_be_too_much_not_even_a_list_is_made() -> None:
    """Each line says that its phone had seen another place, so each asks for a log of its own."""
    looks = 0

    class Watched(Written):
        def __getattribute__(self, name: str) -> Any:
            nonlocal looks
            looks += name == "phone"
            return super().__getattribute__(name)

    log = tuple(
        Watched(place, f"id {place}", (ANNS, BENS)[place % 2], WHEN, place * 7 % 1201 % place, said)
        for place, (_, _, said) in enumerate(mended(2_400, inserted), 1)
    )
    game, setup = GAMES["the-game"], setup_of("the-game")
    story = read(game.rules, setup, log)
    looks = 0
    judge(game, setup, story, Submission("an id", CASS, 0, holds(1, 5)))
    assert looks <= MOST
