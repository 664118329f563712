"""Which tables of One Brain there are, what is entered there, and what holds for any."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from companion.engine.entry import Unreadable
from companion.engine.replay import Step, replay
from companion.games import GAMES
from tests.games.one_brain.telling import (
    CARDS,
    GAME,
    GIFT,
    NAMED,
    draws,
    ends,
    gives_up,
    holds,
    lays,
    middle,
    result,
    starter,
    table,
    turns,
)
from tests.support.entry_strategies import Log, logs
from tests.support.rulings import tell

PLAIN = lays("remove-kind")
"""A card that asks nothing: a remover that finds nothing."""
DONATED = lays("donate", to=1, given_from="hand")

FULL: tuple[dict[str, Any], ...] = (
    DONATED,
    lays("cover", column=1),
    lays("extra", extra_from="hand"),
    lays("take-back", column=1),
    lays("remove-kind", columns=[1]),
    lays("remove-colour", columns=[2]),
)


ODD = (
    lays("donate", to=0, given_from="domain"),
    lays("cover", column=99),
    lays("extra", extra_from="domain", extra_action="take-back", extra_card=NAMED),
    lays("remove-kind", columns=[98, 99]),
)


def test_what_another_action_needs_changes_nothing() -> None:
    before = turns(DONATED, PLAIN)
    for facts in FULL:
        plain = told(*before, facts)["state"]
        for other in (*FULL, *ODD):
            if facts["action"] != other["action"]:
                more = told(*before, {**other, **facts})
                assert more["steps"][-1]["result"] == "recorded"
                assert more["state"] == plain, (facts, other)
        columns = told(*before, {**facts, "card": NAMED})["state"]["columns"]
        assert [each["cards"] for each in columns] == [each["cards"] for each in plain["columns"]]


def told(*entries: object, players: int = 2) -> Any:
    """What the replay command prints of an attempt."""
    return tell("one-brain", entries, players)


def test_alone_the_virtual_seat_has_to_have_laid_its_cards_too() -> None:
    entries: list[object] = []
    for number in range(1, 36):
        drawn = draws() if number <= 26 else ends()
        entries += [lays("remove-kind", "domain", columns=[number]), drawn]
    before = told(*entries, players=1)["state"]
    assert (before["hands"], before["domains"], before["outcome"]) == ([0, 0], [0, 1], None)
    over = told(*entries, lays("cover", "domain"), players=1)["state"]
    assert (over["outcome"], over["discarded"]) == ({"ending": "won", "columns": 1}, 35)


def test_a_result_comes_down_to_that_alone() -> None:
    kept = {
        facts["won"]: GAMES["one-brain"].rules.summary(after(*middle(2), facts))
        for facts in (result(True, 4), result(False))
    }
    for won, one in kept.items():
        assert (one.result_only, one.turns, one.won) == (True, 0, won)
    assert (kept[True].score, kept[True].facts["columns"]) == (0, 4)
    assert (kept[False].score, kept[False].facts["columns"]) == (None, 6)
    for entries, starts in (([PLAIN, result(True)], None), ([PLAIN, gives_up()], 0)):
        opening = GAMES["one-brain"].rules.opening(after(*entries))
        assert (opening and opening["player"]) == starts


def after(*entries: Any) -> Any:
    return replay(GAMES["one-brain"].rules, table(), entries).state


def test_alone_one_plays_for_a_second_seat() -> None:
    rules = GAMES["one-brain"].rules
    alone = rules.setup(["Ann"], {})
    for facts, name in ((starter(0), "player"), (GIFT, "to"), (holds(0, 5), "player")):
        for one in (0, 1):
            assert getattr(rules.read(alone, {**facts, name: one}), name) == one
        with pytest.raises(Unreadable) as caught:
            rules.read(alone, {**facts, name: 2})
        assert caught.value.field == name, facts


def test_a_hand_has_no_more_cards_than_the_deck_has_for_all() -> None:
    with pytest.raises(ValueError, match="the deck has 36"):
        table(7, hand=6)


LOGS = logs(GAME)


def states(log: Log) -> Iterator[tuple[Step[Any], Any]]:
    """Each step of an attempt, the start first, with its STATE."""
    replayed = replay(GAME.rules, *log)
    for step in (replayed.start, *replayed.steps):
        yield step, GAME.rules.describe(step.state)


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
