"""What a score pad is, shown with one of two steps and with the plain one."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine.entry import Facts
from companion.engine.log import Written, read
from companion.engine.replay import GAME_OVER, Result, replay
from companion.engine.rules import Weight
from companion.engine.setup import Setup
from companion.engine.verdict import Submission, judge
from companion.games import GAMES
from companion.games.forms import EntryForm, PerSeatField, WholeField
from companion.games.game import Game, Tile
from companion.games.pad import make_game
from companion.games.pad.plays import plays_of, round_of
from companion.games.pad.rules import rules_that_apply
from companion.games.pad.value import Begins, Ending, Pad, Said, Step, Sum, Terms, Tie
from companion.rulebook.book import Shelf, rulebook
from companion.web.safety.phone import LANGUAGES
from tests.games.fields import entry_of
from tests.games.game_of_bluff import telling as bluff
from tests.support.rulings import printed, read_facts, read_log, read_options, read_table, read_word
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


PADS = {"bids": BIDDING, "taking": TAKING, "grid": GRID, "darts": DARTS, "out": OUT}
PADS["both-ends"] = BOTH_ENDS


def make(pad: Pad) -> Game[Any, Any]:
    """The game that is this pad; its steps are called as they are named."""
    titles = {step.name: step.name.title() for step in pad.steps}
    tile = Tile("tried", "Tried", "sea")
    return make_game(pad, "tried", tile, steps=titles, preparing=lambda state: ())


GAME = make(BIDDING)


def find_game(name: str) -> Game[Any, Any]:
    """The plain pad, or one of those above."""
    return ANY if name == ANY.slug else make(PADS[name])


bid = entry_of("bid-entered", "round", "player", "bid")
made = entry_of("tricks-entered", "round", "player", "tricks", "bonus")
points = entry_of("number-entered", "round", "player", "number")
ended = entry_of("ended-entered", "round", "player")
closed = entry_of("round-closed", "round")
SAYS = {**bluff.SAYS, "bid": bid, "made": made, "points": points, "ended": ended, "closed": closed}


def log_of(said: str) -> list[Facts]:
    """The entries of a log: "bid 1 0 0, points 2 1 -5, ended 1, back 3"."""
    return read_log(said, partial(read_facts, make=lambda word, *values: SAYS[word](*values)))


def play(game: Game[Any, Any], *entries: dict[str, Any], **options: object) -> Any:
    return replay(game.rules, game.rules.setup(["Ann", "Ben"], options), entries)


FIRST = log_of("bid 1 0 0, bid 1 1 0, made 1 1 1 -5, made 1 0 0")


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


def test_what_breaks_a_rule() -> None:
    for said, result in read_table(__file__, "BREAKS"):
        last = play(GAME, *log_of(said)).last
        assert " ".join([last.result, *last.rules]) == result, said


def test_what_a_round_is_worth() -> None:
    """With the totals before it, and with what all have in it."""
    for name, said, totals, shows in read_table(__file__, "WORTH"):
        told = play(make(PADS[name]), *log_of(said))
        assert ", ".join(printed([*step.state.totals]) for step in told.steps) == totals, shows
        assert not PADS[name].adds_up


def test_a_tie_is_played_on() -> None:
    """After two rounds both have 20, after three 21 and 20."""
    first = "ended 1 1, points 1 0 15, points 1 1 5, ended 2, points 2 0 5, points 2 1 5"
    then = "ended 3, points 3 0 0, points 3 1 0, ended 4, points 4 0 1, points 4 1 0"
    said = log_of(f"{first}, {then}")
    done = play(make(OUT), *said)
    states = [step.state for step in done.steps[2::3]]
    assert [(each.totals, each.plays_on, str(each.end)) for each in states] == [
        ((15, 15), False, "None"),
        ((20, 20), True, "None"),
        ((20, 20), True, "None"),
        ((21, 20), False, "rounds-played"),
    ]
    assert play(make(OUT), ended(1), ended(1, 1)).last.rules == ("entered-once",)
    left = play(make(OUT), *said[:3], {"kind": "game-stopped"}).outcome
    assert left.facts["winners"] == [0, 1]


def test_a_number_that_is_undone_opens_its_round_again() -> None:
    said = log_of("points 1 0 5, points 1 1 7, points 2 0 1, points 2 1 2, back 1")
    after = read_story("any-game", *said).replay.state
    assert (after.number, after.due.seats, after.totals) == (1, (0,), (1, 9))


def test_all_others_get_nothing_unless_their_number_still_comes() -> None:
    told = play(ANY, *log_of("points 1 0 15, closed 1, points 1 1 4, closed 2, closed 1"))
    rules = [" ".join(step.rules) for step in told.steps]
    assert rules == ["", "", "", "nothing-entered", "entered-once"]
    assert told.state.totals == (15, 4)


def test_how_it_ends() -> None:
    for name, options, rounds, ending, *shows in read_table(__file__, "ENDS"):
        said = [
            points(number, seat, int(each))
            for number, row in enumerate(rounds.split(", "), 1)
            for seat, each in enumerate(row.split())
        ]
        given = {name: read_word(value) for name, value in read_options(options)}
        outcome = play(find_game(name), *said, **given).outcome
        told = outcome and f"{outcome.ending} {printed(outcome.facts['winners'])}"
        assert (told or "") == ending, (options, rounds, shows)


def test_two_phones() -> None:
    for name, before, own, other, answer, *shows in read_table(__file__, "TWO_PHONES"):
        game, (first, mine, theirs) = find_game(name), map(log_of, (before, own, other))
        setup = game.rules.setup(["Ann", "Ben", "Cas", "Dea"], {})
        written = enumerate((bluff.leaves(3), *first, *theirs), 1)
        log = [Written(at, f"id {at}", "other", WHEN, at - 1, each) for at, each in written]
        submission = Submission("mine", "phone", len(log) - 1, *mine)
        told = judge(game, setup, read(game.rules, setup, log), submission)
        assert told.answer == answer, (own, other, shows)


@pytest.mark.usefixtures("english")
def test_a_question_says_what_it_means() -> None:
    state = play(GAME, *FIRST[:1]).state
    for rule, asked, said in read_table(__file__, "ASKED"):
        [facts] = log_of(asked)
        game = make(GRID if facts["kind"] == "ended-entered" else BIDDING)
        assert game.words.explain_breach(rule, state, facts, ["Ann", "Ben"]) == said


@pytest.mark.parametrize(("name", "says"), read_table(__file__, "COMMON"))
def test_its_book_has_by_itself_what_it_can_name(tmp_path: Path, name: str, says: str) -> None:
    pad, folder, books = PADS[name], tmp_path / "tried", []
    game = make(pad)
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
def test_it_says_which_of_two_limits_ended_it() -> None:
    game = make(BOTH_ENDS)
    for totals, said in read_table(__file__, "LIMITS"):
        state = play(game, *log_of(totals)).state
        assert game.words.explain_end(state, ["Ann", "Ben"]) == said
        assert game.words.describe_terms(state.terms) == "The game ends at 500 or −500 points."


@pytest.mark.parametrize("pad", PADS.values(), ids=PADS)
def test_its_plays_reach_each_ending(pad: Pad) -> None:
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
    field = form(meta={"csrf": False})["left"]
    assert (field.flags.min, field.flags.max) == (0, 98)
    assert type(field) is WholeField, "a minus before it means nothing"
