"""The rules of Game of Bluff: what an entry breaks and does, and which go together unseen."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from companion.engine.rules import Breach, Concurrency
from companion.engine.setup import Setup
from companion.games.game_of_bluff.entries import BluffEntry, EmmaPlayed, RoundScored, TurnTaken
from companion.games.game_of_bluff.state import FEWEST, Ending, Round, State
from companion.games.pad import entries, sheet


class Rule(StrEnum):
    """The rules an entry can break: id in a record, key of its words, anchor on the rules page."""

    EMMA_ONCE = "emma-once"
    NO_COUNTDOWN = "no-countdown"
    WHITE_CARDS_ONCE_EACH = "white-cards-once-each"
    TOTALS_EACH_SEAT = sheet.TOTALS_EACH_SEAT
    WHO_PLAYS = sheet.WHO_PLAYS
    FEWEST_PLAYERS = sheet.FEWEST_PLAYERS


def start(setup: Setup) -> State:
    """An empty sheet; seat 0 starts until the table says who told the last lie (004:36)."""
    return State(setup=setup)


def check(state: State, entry: BluffEntry) -> Iterator[Breach]:
    match entry:
        case EmmaPlayed():
            yield from sheet.check_who(state, entry.player)
            if state.countdown is not None:
                yield Breach(Rule.EMMA_ONCE)  # 004:74
        case TurnTaken():
            if state.countdown is None:
                yield Breach(Rule.NO_COUNTDOWN)
        case RoundScored():
            whites = range(1, state.playing.seats + 1)
            gone = [entry.cards[seat] for seat in state.away if seat < len(entry.cards)]
            if any(gone) or sorted(entry.cards) != [*(0 for _ in state.away), *whites]:
                yield Breach(Rule.WHITE_CARDS_ONCE_EACH)  # 004:24
            yield from sheet.check_who(state, entry.rik)
        case _:
            yield from sheet.check(state, entry, FEWEST)


def apply(state: State, entry: BluffEntry) -> State:
    match entry:
        case entries.StarterChosen():
            return replace(state, starter=entry.player, starter_chosen=True)
        case EmmaPlayed():
            return replace(state, countdown=_clockwise(state, entry.player))
        case TurnTaken():
            return replace(state, countdown=(state.countdown or ())[1:])
        case RoundScored():
            return _score_round(state, Round(tuple(entry.cards), entry.rik))
        case entries.PlayerLeft() | entries.PlayerJoined():
            moved = sheet.apply(state, entry)
            left = state.countdown and tuple(
                seat for seat in state.countdown if seat not in moved.away
            )
            return replace(moved, starter=moved.next_from(state.starter), countdown=left)
        case entries.LeaversRanked() | entries.GameStopped():
            return sheet.apply(state, entry)
        case entries.ResultEntered():
            return replace(sheet.apply(state, entry), countdown=None)
        case _:
            assert_never(entry)


def _score_round(state: State, played: Round) -> State:
    """The sheet with one more round; the next one is started by the left neighbour."""
    after = replace(
        state,
        rounds=(*state.rounds, played),
        starter=state.next_from(state.starter, 1),
        starter_chosen=False,
        countdown=None,
    )
    return replace(after, end=Ending.LIMIT_PASSED) if after.is_over else after  # 004:55


def _clockwise(state: State, player: int) -> tuple[int, ...]:
    """Everybody who plays once, from the left neighbour of this one to itself (004:74)."""
    return tuple(state.next_from(player, turn) for turn in range(1, state.playing.seats + 1))


MOVES = (entries.StarterChosen, EmmaPlayed, TurnTaken, entries.LeaversRanked)
LEAVING = (entries.PlayerLeft, entries.PlayerJoined)
FOLLOWS: sheet.Follows = {
    RoundScored: (*MOVES, RoundScored),
    entries.ResultEntered: (),
    entries.GameStopped: MOVES,
    entries.StarterChosen: (EmmaPlayed, TurnTaken, entries.LeaversRanked, *LEAVING),
    EmmaPlayed: (entries.StarterChosen, entries.LeaversRanked, entries.PlayerLeft),
    TurnTaken: (entries.StarterChosen, entries.LeaversRanked),
    entries.LeaversRanked: (entries.StarterChosen, EmmaPlayed, TurnTaken, RoundScored, *LEAVING),
    entries.PlayerLeft: (*MOVES, *LEAVING),
    entries.PlayerJoined: (entries.StarterChosen, TurnTaken, entries.LeaversRanked, *LEAVING),
}


def commutes(state: State, entry: BluffEntry, other: BluffEntry) -> bool:
    """A round is closed after all in it, and says its own cards whatever another round says.

    So is a game, but not after a round that nobody there had seen. Who starts and who plays Emma
    have nothing to do with each other, nor with whom else leaves. Whoever joins before Emma has a
    last turn, and none after it.
    """
    left_after = sheet.is_leaving(entry, getattr(other, "player", None))
    return sheet.may_follow(FOLLOWS, entry, other) and not left_after


CONCURRENCY = Concurrency(commutes=commutes, once=(RoundScored.kind, EmmaPlayed.kind))
