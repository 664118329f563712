"""The rules of Game of Bluff: what an entry breaks, and what it brings about."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from companion.engine.rules import Breach, Outcome, Weight
from companion.engine.setup import Setup
from companion.games.game_of_bluff.entries import (
    BluffEntry,
    EmmaPlayed,
    GameStopped,
    ResultEntered,
    RoundScored,
    StarterChosen,
    TurnTaken,
)
from companion.games.game_of_bluff.state import Ending, Round, State


class Rule(StrEnum):
    """The rules an entry can break: id in a record, key of its words, anchor on the rules page."""

    EMMA_ONCE = "emma-once"
    NO_COUNTDOWN = "no-countdown"
    WHITE_CARDS_ONCE_EACH = "white-cards-once-each"
    TOTALS_EACH_SEAT = "totals-each-seat"


def start(setup: Setup) -> State:
    """An empty sheet; seat 0 starts until the table says who told the last lie (004:36)."""
    return State(setup)


def check(state: State, entry: BluffEntry) -> Iterator[Breach]:
    """Yield the rules that an entry breaks; each of them refuses."""
    match entry:
        case StarterChosen() | GameStopped():
            return
        case EmmaPlayed():
            if state.countdown is not None:
                yield Breach(Rule.EMMA_ONCE, Weight.REFUSE)  # 004:74
        case TurnTaken():
            if state.countdown is None:
                yield Breach(Rule.NO_COUNTDOWN, Weight.REFUSE)
        case RoundScored():
            if sorted(entry.cards) != list(range(1, state.setup.seats + 1)):
                yield Breach(Rule.WHITE_CARDS_ONCE_EACH, Weight.REFUSE)  # 004:24
        case ResultEntered():
            if len(entry.totals) != state.setup.seats or min(entry.totals) < 0:
                yield Breach(Rule.TOTALS_EACH_SEAT, Weight.REFUSE)
        case _:
            assert_never(entry)


def apply(state: State, entry: BluffEntry) -> State:
    """The sheet after an entry that was not refused."""
    match entry:
        case StarterChosen():
            return replace(state, starter=entry.player, starter_chosen=True)
        case EmmaPlayed():
            return replace(state, countdown=_clockwise(state, entry.player))
        case TurnTaken():
            return replace(state, countdown=(state.countdown or ())[1:])
        case RoundScored():
            return _score_round(state, Round(tuple(entry.cards), entry.rik))
        case GameStopped():
            return replace(state, end=Ending.STOPPED)
        case ResultEntered():
            return _read_result(state, tuple(entry.totals))
        case _:
            assert_never(entry)


def outcome(state: State) -> Outcome | None:
    """The ending, the winners and everybody's place; None while the game runs."""
    if state.end is None:
        return None
    return Outcome(state.end, {"winners": list(state.winners), "ranks": list(state.ranks)})


def _score_round(state: State, played: Round) -> State:
    """The sheet with one more round; the next one is started by the left neighbour."""
    after = replace(
        state,
        rounds=(*state.rounds, played),
        starter=(state.starter + 1) % state.setup.seats,
        starter_chosen=False,
        countdown=None,
    )
    over = max(after.totals) > after.limit  # 004:55
    return replace(after, end=Ending.LIMIT_PASSED) if over else after


def _read_result(state: State, totals: tuple[int, ...]) -> State:
    """The sheet with these totals at its end."""
    ending = Ending.LIMIT_PASSED if max(totals) > state.limit else Ending.STOPPED  # 004:55
    return replace(state, countdown=None, end=ending, entered=totals)


def _clockwise(state: State, player: int) -> tuple[int, ...]:
    """Every seat once, from the left neighbour of this one round to itself (004:74)."""
    seats = state.setup.seats
    return tuple((player + turn) % seats for turn in range(1, seats + 1))
