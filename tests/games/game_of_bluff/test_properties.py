"""What holds for any game of Bluff, whatever is said in it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.replay import replay
from companion.games import GAMES
from tests.support.entry_strategies import Log, logs
from tests.support.random_logs import setups

GAME = GAMES["game-of-bluff"]
LOGS = logs(GAME)


@st.composite
def games(draw: st.DrawFn) -> Log:
    """A set-up, and rounds enough to end any game."""
    setup = draw(setups(GAME))
    cards = st.permutations(range(1, setup.seats + 1))
    rik = st.none() | st.integers(0, setup.seats - 1)
    rounds = st.builds(lambda c, r: {"kind": "round-scored", "cards": c, "rik": r}, cards, rik)
    return setup, draw(st.lists(rounds, min_size=12, max_size=12))


LONGEST = {3: 10, 4: 9, 5: 8, 6: 8, 7: 8} | dict.fromkeys(range(8, 16), 7)


@given(LOGS)
def test_each_round_has_all_points_or_all_but_the_highest(told: Log) -> None:
    for played in replay(GAME.rules, *told).state.rounds:
        n = max(played.cards)
        whole = n * (n + 1) // 2
        paid = played.rik is not None and played.cards[played.rik] == n
        assert sum(played.points) == (whole - n if paid else whole)
        gone = played.cards.count(0)
        assert sorted(played.cards) == [*[0] * gone, *range(1, n + 1)]


@given(LOGS)
def test_the_sheet_adds_up(told: Log) -> None:
    setup, _entries = told
    for step in replay(GAME.rules, *told).steps:
        sheet: Any = GAME.rules.describe(step.state)
        columns = [[row["points"][seat] for row in sheet["rounds"]] for seat in range(setup.seats)]
        entered, state = step.state.entered, step.state
        for _after, seat, points in state.given:
            columns[seat].append(points)
        assert sheet["totals"] == [*(entered or map(sum, columns))]
        assert entered is None or (step.outcome is not None and sheet["countdown"] is None)
        assert sheet["limit"] == 3 * (setup.seats - len(sheet.get("left", ())))
        assert sheet["to_limit"] == [sheet["limit"] - total for total in sheet["totals"]]
        ranked = state.at_table if state.leavers_below else range(setup.seats)
        best = min(sheet["totals"][seat] for seat in ranked)
        assert sheet["leaders"] == [seat for seat in ranked if sheet["totals"][seat] == best]
        assert sheet["round"] == len(sheet["rounds"]) + (step.outcome is None)
        assert 0 <= sheet["starter"] < setup.seats
        assert len(set(sheet["countdown"] or ())) == len(sheet["countdown"] or ()) <= setup.seats
        assert step.flags == ()


@given(games())
def test_it_ends_in_the_fourth_round_at_the_earliest_and_in_time(told: Log) -> None:
    setup, _entries = told
    over = replay(GAME.rules, *told)
    assert over.outcome.ending == "limit-passed"
    assert 4 <= over.state.number <= LONGEST[setup.seats]
    assert max(over.state.totals) > over.state.limit
    before = over.before(len(over.state.rounds) - 1)
    assert max(before.totals) <= before.limit
