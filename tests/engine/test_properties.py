"""What holds for any list of entries, plausible ones and junk."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.replay import Result, judge, replay
from companion.engine.setup import Setup
from companion.games import GAMES
from tests.support.entry_strategies import Log, logs

GAME = GAMES["the-game"]
LOGS = logs(GAME)


@given(LOGS)
def test_each_step_keeps_what_always_holds(log: Log) -> None:
    """No card is lost or made, and a turn is somebody's and owes what is left of its minimum."""
    setup, entries = log
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
        told: Any = GAME.rules.describe(state)
        assert (told["turn"] is None) == (step.outcome is not None)
        if told["turn"]:
            turn = told["turn"]
            assert turn["player"] in range(setup.seats)
            assert turn["minimum"] in (1, 2, 3)
            assert turn["owed"] == max(0, turn["minimum"] - turn["played"])
            assert set(turn["cover"]) <= set(told["tops"])


@given(LOGS)
def test_a_result_leaves_the_table_and_a_shorthand_is_what_it_stands_for(log: Log) -> None:
    setup, entries = log
    replayed = replay(GAME.rules, setup, entries)
    last = replayed.start
    for index, (facts, step) in enumerate(zip(entries, replayed.steps, strict=True)):
        if isinstance(facts, Mapping) and step.result is Result.RECORDED:
            if facts["kind"] == "result-entered":
                assert step.outcome is not None
                assert step.outcome.facts["left"] == facts["left"] <= last.state.left
                assert replace(step.state, end=None) == last.state
            if facts["kind"] == "turn-laid":
                entered = (step.state, step.outcome, step.flags)
                assert spelled_out(setup, last, index, facts) == entered
        last = step


def spelled_out(setup: Setup, last: Any, index: int, facts: Mapping[str, object]) -> object:
    """What becomes of a shorthand where it is entered in the words that it stands for."""
    for spelled in GAME.rules.spell_out(last.state, GAME.rules.read(setup, facts)):
        last = judge(GAME.rules.of_records, setup, last, index, {**spelled, "confirmed": True})
        assert last.result is Result.RECORDED
    return last.state, last.outcome, last.flags


@given(LOGS, st.integers(0, 40))
def test_a_replay_is_the_replay_of_its_parts(log: Log, length: int) -> None:
    """Of its beginning, and of what was taken."""
    setup, entries = log
    replayed = replay(GAME.rules, setup, entries)
    part = replay(GAME.rules, setup, entries[:length])
    assert (part.start, part.steps) == (replayed.start, replayed.steps[:length])
    assert part.state == replayed.before(len(part.steps))
    assert part.start.result is Result.RECORDED
    results = [step.result for step in replayed.steps]
    taken = [
        (index, facts)
        for index, (facts, result) in enumerate(zip(entries, results, strict=True))
        if result is Result.RECORDED
    ]
    shorter = replay(GAME.rules, setup, [facts for _, facts in taken])
    assert (shorter.state, shorter.outcome) == (replayed.state, replayed.outcome)
    flags = [(flag.entry, flag.rule) for flag in replayed.flags]
    assert [(taken[flag.entry][0], flag.rule) for flag in shorter.flags] == flags == sorted(flags)
    for index, _ in flags:
        facts: Any = entries[index]
        assert (results[index], facts["confirmed"]) == (Result.RECORDED, True)
