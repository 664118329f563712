"""Random games come to what a second implementation of record.md makes of them."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.engine.log import Written, read
from companion.engine.replay import replay
from companion.engine.setup import Setup
from companion.files.record import Record, encode, entries_of, report, state
from companion.games import GAMES
from companion.games.game import Game
from tests.games.bugs import BUGS
from tests.games.reference import ENDS, NOTE, SHORTHAND, Json, TheGame, expect
from tests.games.the_game.telling import late
from tests.support.random_examples import choose
from tests.support.random_logs import plays_of
from tests.support.submitted_log import WHEN

NEW = ("cards-laid", "result-entered")
PILES = ("up-1", "up-2", "down-1", "down-2")
JUNK: tuple[Any, ...] = (None, True, False, -1, 0, 1, 2.0, 99, 10**9, "", "2", [], [1], {}, "left")
FEW = 400  # games of each sort: a planted bug shows in them
COUNT = choose(few=FEW, many=2_000, deep=5_000)
SEED = 22
WEIGHTS: dict[str, float] = {
    "card-played": 12,
    "turn-ended": 8,
    "cards-laid": 10,
    SHORTHAND: 10,
    NOTE: 2,
}
WEIGHTS |= {"hand-corrected": 4, "cards-missed": 3, "starter-chosen": 1, "cannot-play": 0.5}
WEIGHTS |= {"result-entered": 1}
"""How often a kind of entry is said of The Game."""


def say(random: Random, seats: int) -> Json:
    """Something that is said of The Game: most of it can be, and some is asked about."""
    [kind] = random.choices([*WEIGHTS], [*WEIGHTS.values()])
    few = random.choice((1, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8))
    fields: dict[str, Json] = {
        "card-played": {"card": random.randint(2, 99), "pile": random.choice(PILES)},
        "cards-laid": {"cards": few},
        SHORTHAND: {"cards": few},
        NOTE: {"depth": random.choice(("cards", "turns"))},
        "hand-corrected": {"player": random.randrange(seats), "cards": random.choice((0, few, 90))},
        "cards-missed": {"pile": random.choice(PILES), "count": few, "top": random.randint(2, 99)},
        "starter-chosen": {"player": random.randrange(seats)},
        "result-entered": {"left": random.choice((0, 5, 9, 10, 40, 98))},
    }
    said = {"kind": kind, **fields.get(kind, {})}
    if random.random() < 0.4:
        said["confirmed"] = random.choice((True, True, True, False))
    return spoil(random, said)


def end(random: Random, setup: Setup) -> Json:
    """How a game ended, by somebody who may be wrong."""
    few = random.choice((0, 1, 3, 6, 12, 40))
    said: Json = {"kind": "result-entered", "left": few, "won": random.random() < 0.5}
    each = random.choice((0,) * 9 + (-1, 1))  # one too few, or one too many
    lowest = random.choice((0,) * 9 + (-2,))
    totals = [random.randint(lowest, 4 * setup.seats) for _ in range(setup.seats + each)]
    said |= {"totals": totals}
    said |= {"columns": few} if random.random() < 0.6 else {}
    said |= {"lost": random.random() < 0.5} if setup.options.get("extreme") else {}
    return spoil(random, said)


def spoil(random: Random, said: Json) -> Json:
    """The same entry; one in twelve has a field of it missing or replaced."""
    field = random.choice([*said])
    if random.random() < 1 / 12 and field != "kind":
        value = random.choice(JUNK)
        said = {name: fact for name, fact in said.items() if name != field}
        return said if value == "left" else {**said, field: value}
    return said


def games_by_turns(count: int) -> Iterator[tuple[Setup, list[Json]]]:
    """So many games of The Game without commands and fire, from their beginning or near an end."""
    random = Random(SEED)
    rules = GAMES["the-game"].rules
    for _ in range(count):
        seats = random.randint(1, 5)
        options = {name: random.random() < 0.4 for name in ("expert", "smaller_hand")}
        hands = [random.randint(0, 6) for _ in range(seats)]
        near = any(hands) and random.random() < 0.4
        before: list[Any] = late(*hands, draw=random.choice((0, 0, 1, 3, 9))) if near else []
        said = [say(random, seats) for _ in range(random.randint(2, 16))]
        yield rules.setup(["somebody"] * seats, options), [*before, *said]


def games_with_results(game: Game[Any, Any], count: int) -> Iterator[tuple[Setup, list[Json]]]:
    """So many games whose tables say how they ended; of The Game those with commands or fire."""
    random = Random(SEED)
    fixed: list[Json] = [{}]
    if game.slug == "the-game":
        fixed = [{"extreme": True}, {"on_fire": True}, {"extreme": True, "on_fire": True}]
    for _ in range(count):
        seats = random.choice(game.rules.seats[:5])
        options = {each.name: random.choice(each.values) for each in game.rules.options}
        options = {**options, **random.choice(fixed)}
        if game.slug == "one-brain":
            options["hand"] = 5
        setup = game.rules.setup(["somebody"] * seats, options)
        plays = plays_of(game)
        said: list[Any] = [plays.make_entry(setup, random) for _ in range(random.randint(0, 5))]
        numbers = [spoil(random, {"kind": "cards-laid", "cards": 2})] * (game.slug == "the-game")
        yield setup, [*said, *numbers, end(random, setup), end(random, setup)]


def check_record(game: Game[Any, Any], setup: Setup, entries: list[Json]) -> None:
    """Each step of the record is that of the reference. Raises AssertionError."""
    reference = TheGame(setup.seats, dict(setup.options), log=False)
    told: Any = report(Record(game, setup, tuple(entries)))
    for facts, step in zip(entries, told["steps"], strict=True):
        assert (step["result"], step["rules"], step["state"]) == reference.enter(facts)


def check_log(game: Game[Any, Any], setup: Setup, entries: list[Json]) -> None:
    """Each step of the log is that of the reference, and its record comes to the same."""
    reference = TheGame(setup.seats, dict(setup.options), log=True)
    for facts, step in zip(entries, replay(game.rules, setup, entries).steps, strict=True):
        result, rules, after = reference.enter(facts)
        assert (step.result, [*step.rules], state(game, step)) == (result, rules, after), facts
    check_export(game, setup, entries)


def check_export(game: Game[Any, Any], setup: Setup, entries: list[Json]) -> None:
    """The record of these entries, all of them written, is the one that the reference writes."""
    sure: list[Json] = [{**facts, "confirmed": True} for facts in entries]
    reference = TheGame(setup.seats, dict(setup.options), log=True)
    readable = [facts for facts in sure if reference.enter(facts)[0] != "unreadable"]
    log = [
        Written(place, f"id {place}", "phone", WHEN, place - 1, facts)
        for place, facts in enumerate(readable, 1)
    ]
    story = read(game.rules, setup, log)
    record = json.loads(encode(game, setup, entries_of(game, story)))["entries"]
    kept = [{name: facts[name] for name in facts if name != "at"} for facts in record]
    bare = [{name: facts[name] for name in facts if name != "confirmed"} for facts in kept]
    assert bare == reference.written
    again: Any = report(Record(game, setup, tuple(record)))["state"]
    assert without_flags(again) == without_flags(reference.state)
    flagged = [record[flag["entry"]]["kind"] for flag in again["flags"]]
    assert flagged == [FLAGGED[flag["rule"]] for flag in reference.state["flags"]]
    assert [flag["rule"] for flag in again["flags"]] == [
        flag["rule"] for flag in reference.state["flags"]
    ]


FLAGGED = {"minimum": "turn-ended", "pile-direction": "card-played"}
"""The kind of entry that has this flag in a record."""


def without_flags(state: Json) -> Json:
    return {name: value for name, value in state.items() if name != "flags"}


def check_results(game: Game[Any, Any], setup: Setup, entries: list[Json]) -> None:
    """Each entry of a new kind does what the reference says, whatever came before it."""
    told: Any = report(Record(game, setup, tuple(entries)))
    before = state(game, replay(game.rules.of_records, setup, ()).start)
    for facts, step in zip(entries, told["steps"], strict=True):
        if facts["kind"] in NEW:
            expected = expect(game.slug, dict(setup.options), before, facts)
            assert (step["result"], step["rules"], step["state"]) == expected
        before = step["state"]


def compare(game: Game[Any, Any], count: int) -> None:
    """Compare so many random games of each sort. Raises AssertionError at the first difference."""
    for setup, entries in games_with_results(game, count):
        check_results(game, setup, entries)
    if game.slug == "the-game":
        for setup, entries in games_by_turns(count):
            check_record(game, setup, entries)
            check_log(game, setup, entries)


@pytest.mark.parametrize("slug", ENDS)
def test_random_games_come_to_what_the_reference_says(slug: str) -> None:
    compare(GAMES[slug], COUNT)


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    with pytest.raises(AssertionError):
        compare(BUGS[bug], FEW)
