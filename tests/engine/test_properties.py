"""What holds for any list of entries, plausible ones and junk."""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from companion.engine.replay import GAME_OVER, Result, judge, replay
from companion.engine.setup import Setup
from companion.files.record import Record, decode, encode, report
from tests.often import often
from tests.plausible import GAME, LOGS, LONG, SETUPS


@often(SETUPS, LOGS)
def test_anything_replays_and_can_be_printed(setup: Setup, entries: list[object]) -> None:
    told: Any = report(Record(GAME, setup, tuple(entries)))
    assert len(told["steps"]) == len(entries)
    assert json.loads(json.dumps(told, allow_nan=False)) == told


@often(SETUPS, LOGS)
def test_no_card_is_lost_or_made(setup: Setup, entries: list[object]) -> None:
    replayed = replay(GAME.rules, setup, entries)
    for step in (replayed.start, *replayed.steps):
        state = step.state
        assert state.played + state.draw_pile + sum(state.hands) == 98
        assert state.left == 98 - state.played
        assert min(state.played, state.draw_pile, *state.hands, *state.laid) >= 0
        assert sum(state.laid) == state.played
        assert state.unseen >= 0
        assert len(state.out) + state.unseen <= state.played
        known = {1, 100} | state.out | ({None} if state.unseen else set())
        assert all(top.card in known for top in state.tops.values())
        assert all(top.command is None for top in state.tops.values() if top.card is None)


@often(SETUPS, LOGS)
def test_a_shorthand_does_what_it_is_spelled_out_as(setup: Setup, entries: list[object]) -> None:
    replayed = replay(GAME.rules, setup, entries)
    for index, step in enumerate(replayed.steps):
        facts = entries[index]
        if not isinstance(facts, Mapping) or facts.get("kind") != "turn-laid":
            continue
        if step.result is Result.RECORDED:
            last = replayed.steps[index - 1] if index else replayed.start
            entry = GAME.rules.read(setup, facts)
            for spelled in GAME.rules.spell_out(last.state, entry):
                sure = {**spelled, "confirmed": True}
                last = judge(GAME.rules.of_records, setup, last, index, sure)
                assert last.result is Result.RECORDED
            assert (last.state, last.outcome, last.flags) == (step.state, step.outcome, step.flags)


@often(SETUPS, LOGS)
def test_a_result_leaves_what_lies_and_is_held_as_it_was(
    setup: Setup, entries: list[object]
) -> None:
    steps = replay(GAME.rules, setup, entries).steps
    for facts, before, step in zip(entries[1:], steps, steps[1:], strict=False):
        said = isinstance(facts, Mapping) and facts.get("kind") == "result-entered"
        if said and isinstance(facts, Mapping) and step.result is Result.RECORDED:
            assert step.outcome is not None
            assert step.outcome.facts["left"] == facts["left"] <= before.state.left
            assert replace(step.state, end=None) == before.state


@often(SETUPS, LOGS)
def test_records_have_no_shorthand_and_no_note(setup: Setup, entries: list[object]) -> None:
    steps = replay(GAME.rules.of_records, setup, entries).steps
    for facts, step in zip(entries, steps, strict=True):
        if isinstance(facts, Mapping) and facts.get("kind") in ("turn-laid", "depth-chosen"):
            assert step.result is Result.UNREADABLE


@often(SETUPS, LOGS)
def test_a_turn_is_somebody_s_and_owes_what_is_left_of_its_minimum(
    setup: Setup, entries: list[object]
) -> None:
    for step in replay(GAME.rules, setup, entries).steps:
        told: Any = GAME.rules.describe(step.state)
        assert (told["turn"] is None) == (step.outcome is not None)
        if told["turn"]:
            turn = told["turn"]
            assert turn["player"] in range(setup.seats)
            assert turn["minimum"] in (1, 2, 3)
            assert turn["owed"] == max(0, turn["minimum"] - turn["played"])
            assert set(turn["cover"]) <= set(told["tops"])


@often(SETUPS, LOGS)
def test_what_is_not_recorded_changes_nothing(setup: Setup, entries: list[object]) -> None:
    replayed = replay(GAME.rules, setup, entries)
    last = replayed.start
    for step in replayed.steps:
        if step.result is not Result.RECORDED:
            assert step.state is last.state
            assert (step.flags, step.outcome) == (last.flags, last.outcome)
        assert (step.rules == ()) == (step.result in (Result.RECORDED, Result.UNREADABLE))
        assert step.rules == tuple(sorted(set(step.rules)))
        assert len(step.rules) <= 1 or step.result is Result.ASK
        last = step


@often(SETUPS, LOGS)
def test_what_was_not_taken_might_as_well_be_left_out(setup: Setup, entries: list[object]) -> None:
    replayed = replay(GAME.rules, setup, entries)
    taken = [
        (index, facts)
        for index, (facts, step) in enumerate(zip(entries, replayed.steps, strict=True))
        if step.result is Result.RECORDED
    ]
    shorter = replay(GAME.rules, setup, [facts for _, facts in taken])
    assert (shorter.state, shorter.outcome) == (replayed.state, replayed.outcome)
    assert [(taken[flag.entry][0], flag.rule) for flag in shorter.flags] == [
        (flag.entry, flag.rule) for flag in replayed.flags
    ]


@often(SETUPS, LOGS)
def test_only_what_was_recorded_and_confirmed_is_flagged(
    setup: Setup, entries: list[object]
) -> None:
    replayed = replay(GAME.rules, setup, entries)
    assert list(replayed.flags) == sorted(replayed.flags, key=lambda flag: (flag.entry, flag.rule))
    for flag in replayed.flags:
        facts = entries[flag.entry]
        assert replayed.steps[flag.entry].result is Result.RECORDED
        assert isinstance(facts, Mapping)
        assert facts["confirmed"] is True


@often(SETUPS, LONG)
def test_what_is_confirmed_is_never_asked_about(
    setup: Setup, entries: list[dict[str, object]]
) -> None:
    confirmed = [{**facts, "confirmed": True} for facts in entries]
    assert all(step.result is not Result.ASK for step in replay(GAME.rules, setup, confirmed).steps)


@often(SETUPS, LONG)
def test_the_answer_records_what_was_asked_and_flags_just_that(
    setup: Setup, entries: list[dict[str, object]]
) -> None:
    for index, step in enumerate(replay(GAME.rules, setup, entries).steps):
        if step.result is not Result.ASK:
            continue
        answered = [*entries[:index], {**entries[index], "confirmed": True}]
        replayed = replay(GAME.rules, setup, answered)
        assert replayed.last.result is Result.RECORDED
        flags = [flag.rule for flag in replayed.flags if flag.entry == index]
        assert flags == list(step.rules)
        break


@often(SETUPS, LOGS, st.integers(0, 40))
def test_the_replay_of_a_beginning_is_the_beginning_of_the_replay(
    setup: Setup, entries: list[object], length: int
) -> None:
    whole, part = replay(GAME.rules, setup, entries), replay(GAME.rules, setup, entries[:length])
    assert part.steps == whole.steps[:length]
    assert part.start == whole.start


@often(SETUPS, LOGS)
def test_after_the_end_nothing_is_recorded(setup: Setup, entries: list[object]) -> None:
    steps = replay(GAME.rules, setup, entries).steps
    for before, step in pairwise(steps):
        if before.outcome is not None:
            assert step.outcome is before.outcome
            assert (step.result, step.rules) in (
                (Result.REFUSED, (GAME_OVER,)),
                (Result.UNREADABLE, ()),
            )


@often(SETUPS, LOGS)
def test_what_is_unreadable_is_so_wherever_it_stands(setup: Setup, entries: list[object]) -> None:
    for facts, step in zip(entries, replay(GAME.rules, setup, entries).steps, strict=True):
        alone = replay(GAME.rules, setup, [facts]).last
        assert (alone.result is Result.UNREADABLE) == (step.result is Result.UNREADABLE)


@often(SETUPS, LONG)
def test_a_record_that_was_written_and_read_replays_alike(
    setup: Setup, entries: list[dict[str, object]]
) -> None:
    record = decode(encode(GAME, setup, entries))
    kept = [facts for facts in entries if facts["kind"] != "depth-chosen"]
    assert record.replay() == replay(GAME.rules.of_records, setup, kept)
