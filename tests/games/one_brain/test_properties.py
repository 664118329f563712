"""What holds for any attempt at One Brain, whatever is said in it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from hypothesis import given

from companion.engine.replay import Result, Step, replay
from tests.games.one_brain.telling import CARDS, GAME
from tests.support.entry_strategies import Log, logs

LOGS = logs(GAME)


def states(log: Log) -> Iterator[tuple[Step[Any], Any]]:
    """Each step of an attempt, the start first, with its STATE."""
    replayed = replay(GAME.rules, *log)
    for step in (replayed.start, *replayed.steps):
        yield step, GAME.rules.describe(step.state)


def moves(log: Log) -> Iterator[tuple[Any, Any, Any]]:
    """Each recorded entry, with STATE before and after it."""
    for (_before, old), (step, new), facts in zip(
        [*states(log)], [*states(log)][1:], log[1], strict=False
    ):
        if step.result is Result.RECORDED:
            yield facts, old, new


def held(state: Any, seat: int) -> int:
    cards: int = state["hands"][seat] + state["domains"][seat]
    return cards


@given(LOGS)
def test_no_card_is_lost_or_made(log: Log) -> None:
    for _step, state in states(log):
        lying = [column["cards"] for column in state["columns"]]
        held_cards = [*state["hands"], *state["domains"]]
        pile, gone = state["draw_pile"], state["discarded"]
        assert sum(held_cards) + sum(lying) + pile + gone == CARDS
        assert min(*held_cards, pile, gone) >= 0
        assert min(lying, default=1) >= 1
        assert len(state["hands"]) == len(state["domains"]) == max(log[0].seats, 2)


@given(LOGS)
def test_no_number_of_a_column_comes_back(log: Log) -> None:
    highest, before = 0, set[int]()
    for _step, state in states(log):
        ids = [column["id"] for column in state["columns"]]
        assert ids == sorted(set(ids))
        new = set(ids) - before
        assert min(new, default=highest + 1) > highest
        assert len(new) <= 2
        highest, before = max([highest, *ids]), set(ids)


@given(LOGS)
def test_a_column_only_grows_and_stays_barred_or_free(log: Log) -> None:
    for (_old_step, old), (_step, new) in pairwise(states(log)):
        there = {column["id"]: column for column in old["columns"]}
        for column in new["columns"]:
            known = there.get(column["id"], column | {"cards": 1})
            assert column["cards"] - known["cards"] in (0, 1)
            assert column["take_back"] is known["take_back"]


@given(LOGS)
def test_there_are_fewer_columns_than_the_limit_while_it_runs(log: Log) -> None:
    for step, state in states(log):
        entered, limit = step.state.entered, state["limit"]
        columns = len(state["columns"]) if entered is None else entered
        empty = not (any(state["hands"]) or any(state["domains"]) or state["draw_pile"])
        ending = step.outcome and step.outcome.ending
        assert limit == {"beginner": 7, "advanced": 6, "expert": 5}[str(log[0].options["level"])]
        assert (ending == "limit-reached") is (columns >= limit)
        assert (ending == "won") is (columns < limit and (empty or entered is not None))
        assert len(state["columns"]) < limit or entered is None
        assert ending in (None, "limit-reached", "won", "given-up")
        if step.outcome is not None:
            assert step.outcome.facts == {"columns": columns}


@given(LOGS)
def test_the_keys_of_the_state_go_together(log: Log) -> None:
    for step, state in states(log):
        turn, seats = state["turn"], len(state["hands"])
        holders = any(state["hands"]) or any(state["domains"])
        over = step.outcome is not None
        assert (turn is None) is over
        assert state["must_draw"] is (not over and not holders and state["draw_pile"] > 0)
        if over:
            assert state["late_draw"] is None
            continue
        assert turn["player"] in range(seats)
        assert turn["phase"] in ("play", "draw")
        if state["late_draw"] is not None:
            assert state["late_draw"] == (turn["player"] - 1) % seats
            assert turn["phase"] == "play"


@given(LOGS)
def test_what_each_entry_moves(log: Log) -> None:
    for facts, old, new in moves(log):
        kind, seat = facts["kind"], old["turn"]["player"]
        taken = old["draw_pile"] - new["draw_pile"]
        if kind != "card-played":
            assert new["columns"] == old["columns"]
            assert new["discarded"] == old["discarded"]
        match kind:
            case "card-played":
                assert old["turn"]["phase"] == "play"
                assert taken == 0
                assert new["turn"] in (None, {"player": seat, "phase": "draw"})
            case "card-drawn":
                assert taken == held(new, seat) - held(old, seat) == 1
            case "late-card-drawn":
                late = old["late_draw"]
                assert taken == held(new, late) - held(old, late) == 1
                assert (new["turn"], new["late_draw"]) == (old["turn"], None)
            case "turn-ended":
                assert taken == 0
                assert new["late_draw"] == (seat if old["draw_pile"] else None)
            case "cards-corrected":
                player = facts["player"]
                assert new["hands"][player] == facts["hand"]
                assert new["domains"][player] == facts["domain"]
                assert new["turn"] == old["turn"]
            case "starter-chosen":
                assert new["turn"] == {"player": facts["player"], "phase": "play"}
        if kind in ("card-drawn", "turn-ended"):
            following = (seat + 1) % len(old["hands"])
            assert new["turn"] == {"player": following, "phase": "play"}
            assert old["turn"]["phase"] == "draw" or held(old, seat) == 0
