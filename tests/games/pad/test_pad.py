"""What a score pad is, shown with one of two steps and with the plain one."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.log import Written, read
from companion.engine.replay import Result, replay
from companion.engine.rules import Weight
from companion.engine.verdict import Answer, Submission, judge
from companion.games import GAMES
from companion.games.game import Game, Tile
from companion.games.pad import make_game
from companion.games.pad.entries import MOST
from companion.games.pad.plays import plays_of, round_of
from companion.games.pad.rules import make_rules
from companion.games.pad.value import Begins, Ending, Pad, Said, Step, Sum, Terms
from tests.games.fields import entry_of
from tests.support.submitted_log import WHEN, read_story

ANY = GAMES["any-game"]


def count_points(said: Said) -> int:
    """Twenty for each trick that was bid and made, ten off for each one beside it."""
    bid, made = said.numbers
    hit = 10 * said.round if bid == 0 else 20 * bid
    return (hit if bid == made else -10 * abs(bid - made)) + said.bonus


def as_many_as_cards(seats: int, number: int) -> int:
    return min(number, 60 // seats)


BIDDING = Pad(
    seats=range(2, 9),
    steps=(
        Step("bid", 0, as_many_as_cards, Sum(as_many_as_cards, barred=True)),
        Step("tricks", 0, as_many_as_cards, Sum(as_many_as_cards, Weight.REFUSE), bonus=True),
    ),
    terms=lambda setup: Terms(highest_wins=True, rounds=3),
    endings=(Ending.ROUNDS_PLAYED, Ending.STOPPED),
    points=count_points,
    begins=Begins.NEXT,
)
GAME = make_game(
    BIDDING,
    "bidding",
    Tile("bidding", "Bidding", "sea"),
    steps={"bid": "Bid", "tricks": "Tricks"},
    preparing=lambda state: (),
)


bid = entry_of("bid-entered", "round", "player", "bid")
made = entry_of("tricks-entered", "round", "player", "tricks")
points = entry_of("number-entered", "round", "player", "number")
closed = entry_of("round-closed", "round")


def play(game: Game[Any, Any], *entries: dict[str, Any], **options: object) -> Any:
    return replay(game.rules, game.rules.setup(["Ann", "Ben"], options), entries)


FIRST = (bid(1, 0, 0), bid(1, 1, 0), made(1, 1, 1, bonus=-5), made(1, 0, 0))


def test_numbers_of_all_steps_become_points_and_the_next_seat_begins() -> None:
    told = play(GAME, *FIRST)
    assert [str(step.result) for step in told.steps] == ["recorded"] * 4
    assert GAME.rules.describe(told.state) == {
        "round": 2,
        "starter": 1,
        "totals": [10, -15],
        "rounds": [{"bid": [0, 0], "tricks": [0, 1], "bonus": [None, -5], "points": [10, -15]}],
        "limit": None,
        "due": {"step": "bid", "players": [1, 0]},
        "leaders": [0],
    }


@pytest.mark.parametrize(
    ("entries", "result", "rule"),
    [
        ((bid(2, 0, 0),), Result.REFUSED, "round-not-begun"),
        ((made(1, 0, 0),), Result.REFUSED, "step-before"),
        ((bid(1, 0, 0), bid(1, 0, 0)), Result.REFUSED, "entered-once"),
        ((bid(1, 0, 2),), Result.REFUSED, "number-range"),
        ((bid(1, 0, -1),), Result.REFUSED, "number-range"),
        ((bid(1, 0, MOST + 1),), Result.UNREADABLE, None),
        ((bid(1, 0, -MOST - 1),), Result.UNREADABLE, None),
        ((bid(MOST + 1, 0, 0),), Result.UNREADABLE, None),
        ((bid(0, 0, 0),), Result.UNREADABLE, None),
        ((bid(1, 0, 0), bid(1, 1, 1)), Result.ASK, "sum"),
        ((*FIRST[:3], made(1, 0, 1)), Result.REFUSED, "sum"),
        ((*FIRST[:2], made(1, 1, 1, bonus=MOST)), Result.RECORDED, None),
        ((*FIRST[:2], made(1, 1, 1, bonus=-MOST)), Result.RECORDED, None),
        ((*FIRST[:2], made(1, 1, 1, bonus=MOST + 1)), Result.UNREADABLE, None),
        ((*FIRST[:2], made(1, 1, 1, bonus=-MOST - 1)), Result.UNREADABLE, None),
        ((*FIRST[:1], bid(1, 1, 1, confirmed=True), made(1, 0, 1)), Result.RECORDED, None),
    ],
)
def test_what_breaks_a_rule(entries: Any, result: Result, rule: str | None) -> None:
    last = play(GAME, *entries).steps[-1]
    assert (last.result, last.rules) == (result, (rule,) if rule else ())


def shoot(points: tuple[int, ...]) -> tuple[int, ...]:
    """Whoever has all 26 gives them to the others."""
    return tuple(26 - each for each in points) if 26 in points else points


def test_what_a_round_is_worth_may_depend_on_what_all_have_in_it() -> None:
    step = Step("number", 0, lambda *_: 26, Sum(lambda *_: 26, Weight.REFUSE))
    ends = (Ending.LIMIT_REACHED, Ending.STOPPED)
    pad = Pad(range(2, 7), (step,), lambda setup: Terms(limit=66), ends, settle=shoot)
    game = replace(ANY, rules=make_rules(pad))
    told = play(game, points(1, 0, 26), points(1, 1, 0), points(2, 0, 20), points(2, 1, 6))
    assert [step.state.totals for step in told.steps] == [(26, 0), (0, 26), (20, 26), (20, 32)]
    assert not pad.adds_up


def test_a_number_that_is_undone_opens_its_round_again() -> None:
    one, other, *later = points(1, 0, 5), points(1, 1, 7), points(2, 0, 1), points(2, 1, 2)
    story = read_story("any-game", one, other, *later, {"kind": "taken-back", "target": 1})
    after = story.replay.state
    assert (after.number, after.due.seats, after.totals) == (1, (0,), (1, 9))


def test_all_others_get_nothing_unless_their_number_still_comes() -> None:
    told = play(ANY, points(1, 0, 15), closed(1), points(1, 1, 4), closed(2), closed(1))
    assert [step.rules for step in told.steps] == [
        (), (), (), ("nothing-entered",), ("entered-once",),
    ]  # fmt: skip
    assert told.state.totals == (15, 4)


@pytest.mark.parametrize(
    ("options", "rounds", "ending", "winners"),
    [
        ({"wins": "lowest", "limit": 10}, [(3, 4), (7, 2)], "limit-reached", [1]),
        ({"limit": 0, "start": 10}, [(-9, -4), (-1, 2)], "limit-reached", [1]),
        ({"rounds": 2}, [(-9, 3), (20, 3)], "rounds-played", [0]),
        ({"limit": 100}, [(99, 99)], None, None),
        ({}, [(10**9, 0)], None, None),
    ],
)
def test_how_it_ends(options: Any, rounds: Any, ending: Any, winners: Any) -> None:
    said = [
        points(number, seat, each)
        for number, row in enumerate(rounds, 1)
        for seat, each in enumerate(row)
    ]
    outcome = play(ANY, *said, **options).outcome
    assert (outcome and str(outcome.ending), outcome and outcome.facts["winners"]) == (
        ending,
        winners,
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "answer"),
    [
        (points(1, 0, 5), points(1, 1, 7), Answer.RECORDED),
        (points(1, 0, 5), points(1, 0, 5), Answer.MERGED),
        (points(1, 0, 5), points(1, 0, 6), Answer.CONFLICT),
        (points(1, 1, 5), closed(1), Answer.RECORDED),
        (closed(1), points(1, 1, 6), Answer.CONFLICT),
        ({"kind": "game-stopped"}, points(1, 1, 6), Answer.CONFLICT),
    ],
)
def test_two_phones(mine: Any, theirs: Any, answer: Answer) -> None:
    setup = ANY.rules.setup(["Ann", "Ben", "Cas"], {})
    seen = Written(1, "first", "third", WHEN, 0, points(1, 2, 3))
    quicker = Written(2, "quicker", "other", WHEN, 1, theirs)
    story = read(ANY.rules, setup, [seen, quicker])
    assert judge(ANY, setup, story, Submission("mine", "phone", 1, mine)).answer is answer


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("rule", "facts", "said"),
    [
        ("sum", bid(1, 1, 1), "Bid: the total may not be 1."),
        ("number-range", bid(1, 1, 9), "A number from 0 to 1."),
        ("round-not-begun", bid(2, 0, 0), "Round 1 is not finished yet."),
        ("step-before", made(1, 0, 0), "First enter this for everybody: Bid."),
        ("entered-once", bid(1, 0, 1), "Ann already has a number in round 1: change that one."),
        ("entered-once", closed(1), "Everybody has a number in round 1."),
    ],
)
def test_a_question_says_what_it_means(rule: str, facts: Any, said: str) -> None:
    state = play(GAME, *FIRST[:1]).state
    assert GAME.words.explain_breach(rule, state, facts, ["Ann", "Ben"]) == said


def test_its_plays_reach_each_ending() -> None:
    """So that a pad needs none of its own."""
    plays = plays_of(BIDDING)
    ends = set()
    for each in plays.games:
        setup = GAME.rules.setup(each.names, {})
        entries = [{**facts, "confirmed": True} for facts in each.entries]
        done = replay(GAME.rules, setup, entries)
        assert {step.result for step in done.steps} == {Result.RECORDED}
        ends.add(done.outcome and str(done.outcome.ending))
    assert ends == {None, "rounds-played", "stopped"}
    assert [*round_of(BIDDING, 2, 1)][-1] == made(1, 1, 1)
