"""What holds for any game of Bluff, whatever is said in it."""

import json
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.replay import GAME_OVER, Result, replay
from companion.engine.setup import Setup
from companion.files.record import Record, decode, encode, report
from tests.games.game_of_bluff.plausible import GAME, games, logs

LONGEST = {3: 10, 4: 9, 5: 8, 6: 8, 7: 8} | dict.fromkeys(range(8, 16), 7)


@given(logs())
def test_anything_replays_and_can_be_printed(told: tuple[Setup, list[object]]) -> None:
    setup, entries = told
    printed: Any = report(Record(GAME, setup, tuple(entries)))
    assert len(printed["steps"]) == len(entries)
    assert json.loads(json.dumps(printed, allow_nan=False)) == printed


@given(logs())
def test_the_same_entries_make_the_same_sheet(told: tuple[Setup, list[object]]) -> None:
    setup, entries = told
    assert replay(GAME.rules, setup, entries) == replay(GAME.rules, setup, entries)


@given(games())
def test_a_record_that_was_written_and_read_replays_alike(told: tuple[Setup, list[Any]]) -> None:
    setup, entries = told
    assert decode(encode(GAME, setup, entries)).replay() == replay(GAME.rules, setup, entries)


@given(logs())
def test_each_round_has_all_points_or_all_but_the_highest(told: tuple[Setup, list[object]]) -> None:
    n = told[0].seats
    whole = n * (n + 1) // 2
    for played in replay(GAME.rules, *told).state.rounds:
        paid = played.rik is not None and played.cards[played.rik] == n
        assert sum(played.points) == (whole - n if paid else whole)
        assert sorted(played.cards) == [*range(1, n + 1)]


@given(logs())
def test_the_sheet_adds_up(told: tuple[Setup, list[object]]) -> None:
    setup, _entries = told
    for step in replay(GAME.rules, *told).steps:
        sheet: Any = GAME.rules.describe(step.state)
        columns = [
            [played["points"][seat] for played in sheet["rounds"]] for seat in range(setup.seats)
        ]
        entered = step.state.entered
        assert sheet["totals"] == [*(entered or map(sum, columns))]
        assert entered is None or (step.outcome is not None and sheet["countdown"] is None)
        assert sheet["limit"] == 3 * setup.seats
        assert sheet["to_limit"] == [sheet["limit"] - total for total in sheet["totals"]]
        assert {sheet["totals"][seat] for seat in sheet["leaders"]} == {min(sheet["totals"])}
        assert sheet["round"] == len(sheet["rounds"]) + (step.outcome is None)
        assert 0 <= sheet["starter"] < setup.seats
        assert len(set(sheet["countdown"] or ())) == len(sheet["countdown"] or ()) <= setup.seats
        assert step.flags == ()


@given(games())
def test_it_ends_in_the_fourth_round_at_the_earliest_and_in_time(
    told: tuple[Setup, list[Any]],
) -> None:
    setup, _entries = told
    over = replay(GAME.rules, *told)
    assert over.outcome is not None
    assert over.outcome.ending == "limit-passed"
    assert 4 <= over.state.number <= LONGEST[setup.seats]
    assert max(over.state.totals) > over.state.limit
    before = over.before(len(over.state.rounds) - 1)
    assert max(before.totals) <= before.limit


@given(games(), st.integers(0, 12))
def test_the_places_follow_from_the_totals(told: tuple[Setup, list[Any]], played: int) -> None:
    setup, entries = told
    over = replay(GAME.rules, setup, [*entries[:played], {"kind": "game-stopped"}])
    assert over.outcome is not None
    totals, last = over.state.totals, over.state.rounds[-1].points if played else (0,) * setup.seats
    winners, ranks = over.outcome.facts["winners"], over.outcome.facts["ranks"]
    assert isinstance(winners, list)
    assert isinstance(ranks, list)
    assert [seat for seat, rank in enumerate(ranks) if rank == 1] == winners
    assert set(winners) <= set(over.state.leaders)
    if setup.options["tie"] == "shared":
        assert tuple(winners) == over.state.leaders
    elif played:
        assert len(winners) == 1
        assert all(last[winners[0]] <= last[seat] for seat in over.state.leaders)
    for seat, rank in enumerate(ranks):
        assert rank == 1 + sum(other < rank for other in ranks)
        for other, place in enumerate(ranks):
            if totals[seat] < totals[other]:
                assert rank < place
            if totals[seat] == totals[other] and not {seat, other} & set(winners):
                assert rank == place


@given(logs())
def test_what_is_not_recorded_changes_nothing(told: tuple[Setup, list[object]]) -> None:
    replayed = replay(GAME.rules, *told)
    last = replayed.start
    for step in replayed.steps:
        assert step.result is not Result.ASK
        assert len(step.rules) == (step.result is Result.REFUSED)
        if step.result is not Result.RECORDED:
            assert step.state is last.state
            assert step.outcome == last.outcome
        last = step


@given(logs())
def test_after_the_end_nothing_is_recorded(told: tuple[Setup, list[object]]) -> None:
    for before, step in pairwise(replay(GAME.rules, *told).steps):
        if before.outcome is not None:
            assert step.state is before.state
            assert (step.result, step.rules) in (
                (Result.REFUSED, (GAME_OVER,)),
                (Result.UNREADABLE, ()),
            )


@given(logs())
def test_what_is_unreadable_is_so_wherever_it_stands(told: tuple[Setup, list[object]]) -> None:
    setup, entries = told
    for facts, step in zip(entries, replay(GAME.rules, *told).steps, strict=True):
        alone = replay(GAME.rules, setup, [facts]).last
        assert (alone.result is Result.UNREADABLE) == (step.result is Result.UNREADABLE)
