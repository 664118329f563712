"""What a score pad is, shown with one of two steps and with the plain one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine.log import Written, read
from companion.engine.replay import GAME_OVER, Result, replay
from companion.engine.rules import Weight
from companion.engine.setup import Setup
from companion.engine.verdict import Answer, Submission, judge
from companion.games import GAMES
from companion.games.forms import EntryForm, PerSeatField, WholeField
from companion.games.game import Game, Tile
from companion.games.pad import make_game
from companion.games.pad.entries import MOST
from companion.games.pad.plays import plays_of, round_of
from companion.games.pad.rules import rules_that_apply
from companion.games.pad.value import Begins, Ending, Pad, Said, Step, Sum, Terms, Tie
from companion.rulebook.book import Shelf, rulebook
from companion.web.safety.phone import LANGUAGES
from tests.games.fields import entry_of
from tests.games.game_of_bluff.telling import joins, leavers, leaves
from tests.support.submitted_log import WHEN, read_story

ANY = GAMES["any-game"]


def count_points(said: Said) -> int:
    """Twenty for each trick that was bid and made, ten off for each one beside it."""
    bid, made = said.numbers
    hit = 10 * said.round if bid == 0 else 20 * bid
    return (hit if bid == made else -10 * abs(bid - made)) + said.bonus


def as_many_as_cards(seats: int, number: int) -> int:
    return min([1, 2, 3][number - 1], 60 // seats)  # there is no other round


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


def shoot(said: Sequence[Said]) -> list[int]:
    """Whoever has all 26 gives them to the others."""
    points = [each.points for each in said]
    return [26 - each for each in points] if 26 in points else points


def double(said: Sequence[Said]) -> list[int]:
    """Whoever ended the round pays double, unless they alone have the fewest points."""
    points = [each.points for each in said]
    least = min(points)
    fewest = points.count(least) == 1
    return [
        each.points * (2 if each.numbers[0] and not (fewest and each.points == least) else 1)
        for each in said
    ]


def throw(said: Said) -> int:
    """What is thrown comes off, unless it is more than there is."""
    return -said.numbers[0] if said.numbers[0] <= said.before else 0


BY_LIMIT = (Ending.LIMIT_REACHED, Ending.STOPPED)
TAKING = Pad(
    seats=range(2, 7),
    steps=(Step("number", 0, lambda *_: 26, Sum(lambda *_: 26, Weight.REFUSE)),),
    terms=lambda setup: Terms(limit=66),
    endings=BY_LIMIT,
    settle=shoot,
)
GRID = Pad(
    seats=range(2, 9),
    steps=(Step("ended", one=True), Step("number", -17, lambda *_: 140)),
    terms=lambda setup: Terms(limit=40),
    endings=BY_LIMIT,
    points=lambda said: said.numbers[1],
    settle=double,
)
DARTS = Pad(
    seats=range(2, 3),
    steps=(Step("number", 0, lambda *_: 180),),
    terms=lambda setup: Terms(start=301, limit=0, at_once=True),
    endings=BY_LIMIT,
    points=throw,
    begins=Begins.SAME,
)
OUT = Pad(
    seats=range(2, 5),
    steps=(Step("ended", one=True, nobody=True), Step("number")),
    terms=lambda setup: Terms(highest_wins=True, rounds=2, tie=Tie.PLAYED_ON),
    endings=(Ending.ROUNDS_PLAYED, Ending.STOPPED),
    points=lambda said: said.numbers[1] + 10 * said.numbers[0],
)
BOTH_ENDS = Pad(
    seats=range(2, 3),
    steps=(Step("number"),),
    terms=lambda setup: Terms(highest_wins=True, limit=500, loses_at=-500),
    endings=BY_LIMIT,
)


def make(pad: Pad) -> Game[Any, Any]:
    """The game that is this pad; its steps are called as they are named."""
    titles = {step.name: step.name.title() for step in pad.steps}
    return make_game(
        pad, "tried", Tile("tried", "Tried", "sea"), steps=titles, preparing=lambda state: ()
    )


GAME = make(BIDDING)


bid = entry_of("bid-entered", "round", "player", "bid")
made = entry_of("tricks-entered", "round", "player", "tricks")
points = entry_of("number-entered", "round", "player", "number")
ended = entry_of("ended-entered", "round", "player")
nobody = entry_of("ended-entered", "round")
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


NUMBERS = {
    "the others get all": (TAKING, [(1, 0, 26), (1, 1, 0)], [(26, 0), (0, 26)]),
    "everybody has some": (TAKING, [(1, 0, 20), (1, 1, 6)], [(20, 0), (20, 6)]),
    "who ended has more": (GRID, [(1, 0), (1, 0, 7), (1, 1, 2)], [(0, 0), (7, 0), (14, 2)]),
    "who ended has as few": (GRID, [(1, 1), (1, 0, 2), (1, 1, 2)], [(0, 0), (2, 0), (2, 4)]),
    "who ended has fewer": (GRID, [(1, 1), (1, 1, -2), (1, 0, 7)], [(0, 0), (0, -2), (7, -2)]),
    "a bust, then an end": (
        DARTS,
        [(1, 0, 180), (1, 1, 60), (2, 0, 122), (2, 1, 9), (3, 0, 121)],
        [(121, 301), (121, 241), (121, 241), (121, 232), (0, 232)],
    ),
    "a bust that nobody saw": (
        DARTS,
        [(1, 0, 1), (2, 1, 150), (1, 1, 160)],
        [(300, 301), (300, 151), (300, 141)],
    ),
}


@pytest.mark.parametrize(("pad", "numbers", "totals"), NUMBERS.values(), ids=NUMBERS)
def test_what_a_round_is_worth(pad: Pad, numbers: Any, totals: Any) -> None:
    """With the totals before it, and with what all have in it."""
    told = play(make(pad), *(points(*each) if len(each) == 3 else ended(*each) for each in numbers))
    assert [step.state.totals for step in told.steps] == totals
    assert not pad.adds_up


def test_a_tie_is_played_on() -> None:
    """After two rounds both have 20, after three 21 and 20."""
    rounds = [(ended(1, 1), 15, 5), (nobody(2), 5, 5), (nobody(3), 0, 0), (nobody(4), 1, 0)]
    said = [
        each
        for number, (who, *both) in enumerate(rounds, 1)
        for each in (who, *(points(number, seat, told) for seat, told in enumerate(both)))
    ]
    done = play(make(OUT), *said)
    states = [step.state for step in done.steps[2::3]]
    assert [(each.totals, each.plays_on, str(each.end)) for each in states] == [
        ((15, 15), False, "None"),
        ((20, 20), True, "None"),
        ((20, 20), True, "None"),
        ((21, 20), False, "rounds-played"),
    ]
    assert play(make(OUT), nobody(1), ended(1, 1)).last.rules == ("entered-once",)
    left = play(make(OUT), *said[:3], {"kind": "game-stopped"}).outcome
    assert left
    assert left.facts["winners"] == [0, 1]


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
        (BOTH_ENDS, [(-500, 120)], "limit-reached", [1]),
        (BOTH_ENDS, [(-499, 499)], None, None),
        ({"limit": 100}, [(100,)], None, None),  # the round is not over
        ({}, [(10**9, 0)], None, None),
    ],
)
def test_how_it_ends(options: Any, rounds: Any, ending: Any, winners: Any) -> None:
    said = [
        points(number, seat, each)
        for number, row in enumerate(rounds, 1)
        for seat, each in enumerate(row)
    ]
    game, options = (make(options), {}) if isinstance(options, Pad) else (ANY, options)
    outcome = play(game, *said, **options).outcome
    told = outcome and (str(outcome.ending), outcome.facts["winners"])
    assert (told or (None, None)) == (ending, winners)


NUMBERED = [
    (points(1, 0, 5), points(1, 1, 7), Answer.RECORDED),
    (points(1, 0, 5), points(1, 0, 5), Answer.MERGED),
    (points(1, 0, 5), points(1, 0, 6), Answer.CONFLICT),
    (points(1, 1, 5), closed(1), Answer.RECORDED),
    (closed(1), points(1, 1, 6), Answer.CONFLICT),
    ({"kind": "game-stopped"}, points(1, 1, 6), Answer.CONFLICT),
]
ENDED = [
    (ended(2, 1), ended(2, 1), Answer.MERGED),
    (ended(2, 1), ended(2, 0), Answer.CONFLICT),
    (nobody(2), nobody(2), Answer.MERGED),
    (nobody(2), ended(2, 0), Answer.CONFLICT),
]
LEFT = [
    (points(1, 0, 5), leaves(1), Answer.RECORDED),
    (points(1, 1, 5), leaves(1), Answer.CONFLICT),
    (points(1, 0, 5), joins(3), Answer.CONFLICT),  # who plays this round, or from the next on
    (joins(3), points(1, 0, 5), Answer.CONFLICT),
    (leaves(1), points(1, 0, 5), Answer.RECORDED),
    (leaves(1), leaves(1), Answer.MERGED),
    (leaves(1), {"kind": "game-stopped"}, Answer.CONFLICT),
    (leavers("below"), leaves(1), Answer.RECORDED),
    (leavers("below"), points(1, 0, 5), Answer.RECORDED),
    (leavers("below"), leavers("below"), Answer.MERGED),
    (leavers("below"), leavers("by-points"), Answer.CONFLICT),
]
TWO_PHONES = [
    *((ANY, [points(1, 2, 3)], *row) for row in NUMBERED),
    *((make(OUT), [nobody(1)], *row) for row in ENDED),
    *((ANY, [], *row) for row in LEFT),
    (GAME, [], joins(3), bid(1, 0, 0), Answer.CONFLICT),
]


@pytest.mark.parametrize(("game", "first", "mine", "theirs", "answer"), TWO_PHONES)
def test_two_phones(game: Any, first: Any, mine: Any, theirs: Any, answer: Answer) -> None:
    """The last of four has left; what another phone entered then was not seen."""
    setup = game.rules.setup(["Ann", "Ben", "Cas", "Dea"], {})
    said = enumerate((leaves(3), *first, theirs), 1)
    log = [Written(place, f"id {place}", "other", WHEN, place - 1, facts) for place, facts in said]
    submission = Submission("mine", "phone", len(log) - 1, mine)
    assert judge(game, setup, read(game.rules, setup, log), submission).answer is answer


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("rule", "facts", "said"),
    [
        ("sum", bid(1, 1, 1), "Bid: the total may not be 1."),
        ("number-range", bid(1, 1, 9), "A number from 0 to 1."),
        ("round-not-begun", bid(2, 0, 0), "Round 1 is not finished yet."),
        ("step-before", made(1, 0, 0), "First enter this: Bid."),
        ("entered-once", bid(1, 0, 1), "Ann already has a number in round 1: change that one."),
        ("entered-once", closed(1), "Everybody has a number in round 1."),
        ("entered-once", nobody(1), "“Ended” is already entered: tap it to change it."),
    ],
)
def test_a_question_says_what_it_means(rule: str, facts: Any, said: str) -> None:
    game = make(GRID if facts["kind"] == "ended-entered" else BIDDING)
    state = play(GAME, *FIRST[:1]).state
    assert game.words.explain_breach(rule, state, facts, ["Ann", "Ben"]) == said


COMMON = {
    "the total that the app shows": BIDDING,
    "Number: they must add up to 26.": TAKING,
    "Number: from −17 to 140.": GRID,
    "Ended: if it is nobody, tap Nobody.": OUT,
    "as soon as somebody reaches 0. You start with 301 and count down.": DARTS,
    "in which somebody reaches 500. A total of −500 ends it too.": BOTH_ENDS,
}


@pytest.mark.parametrize(("says", "pad"), COMMON.items(), ids=COMMON)
def test_its_book_has_by_itself_what_it_can_name(tmp_path: Path, says: str, pad: Pad) -> None:
    game, folder, books = make(pad), tmp_path / "tried", []
    folder.mkdir()
    for language in LANGUAGES:
        (folder / f"rules.{language}.md").write_text("# G\n\n## Set-up {#setup}\n\nDeal.\n")
        books.append(rulebook(Shelf(tmp_path, {"tried": game.rule_book.common}), "tried", language))
    assert len({book.anchors for book in books}) == 1
    assert ("who-plays" in books[0].anchors) == (len(pad.seats) > 1)
    named = {*rules_that_apply(pad), *pad.endings, GAME_OVER, *game.rule_of.values(), "ties"}
    assert {*books[0].anchors} >= {*map(str, named)}
    assert says in " ".join(passage.text for passage in books[[*LANGUAGES].index("en")].passages)


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("totals", "said"),
    [
        ((-500, 120), "Ann has reached −500 points."),
        ((500, 510), "Ann and Ben have reached 500 points."),
        ((500, -510), "Ann has reached 500 points."),
    ],
)
def test_it_says_which_of_two_limits_ended_it(totals: tuple[int, int], said: str) -> None:
    game = make(BOTH_ENDS)
    state = play(game, *(points(1, seat, each) for seat, each in enumerate(totals))).state
    assert game.words.explain_end(state, ["Ann", "Ben"]) == said
    assert game.words.describe_terms(state.terms) == "The game ends at 500 or −500 points."


@pytest.mark.parametrize("pad", [BIDDING, TAKING, GRID, DARTS, OUT, BOTH_ENDS])
def test_its_plays_reach_each_ending(pad: Pad) -> None:
    """So that a pad needs none of its own."""
    game, ends = make(pad), set()
    for each in plays_of(pad).games:
        setup = game.rules.setup(each.names, {})
        entries = [{**facts, "confirmed": True} for facts in each.entries]
        done = replay(game.rules, setup, entries)
        assert {step.result for step in done.steps} == {Result.RECORDED}
        ends.add(done.outcome and str(done.outcome.ending))
    assert ends == {None, *pad.endings}
    assert [*round_of(BIDDING, 2, 1)][-1] == made(1, 1, 1)


class ScoredForm(EntryForm):
    kind = "scored"
    facts_of = ("points",)
    points = PerSeatField()


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("lacks", ["", "x", "1.5", "1" * 10, "--1", "\u0663"])
def test_without_a_number_it_cannot_be_read_and_keeps_the_others(lacks: str) -> None:
    posted = {"seen": "0", "points-0": "12", "points-1": lacks, "points-2": "7"}
    made = ScoredForm(MultiDict(posted), meta={"csrf": False})
    made.setup = Setup(("Ann", "Ben", "Cas"), {})
    assert not made.validate()
    assert made.mistaken.short_name == "points"
    assert made.partial_facts() == {"kind": "scored", "points": [12, None, 7]}


@pytest.mark.usefixtures("english")
def test_a_number_has_the_ends_of_its_entry() -> None:
    form = GAMES["the-game"].pages.find_form("result-entered")
    assert form
    field = form(meta={"csrf": False})["left"]
    assert (field.flags.min, field.flags.max) == (0, 98)
    assert type(field) is WholeField, "a minus before it means nothing"
