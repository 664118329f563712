"""The rules of a score pad: what an entry breaks, and what it brings about."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from companion.engine.rules import Breach, Concurrency, Rules, as_recorded, put
from companion.games.pad import entries, sheet
from companion.games.pad.entries import PadEntry
from companion.games.pad.state import Numbers, Round, State
from companion.games.pad.value import LEAVERS, Begins, Ending, Pad


class Rule(StrEnum):
    """The rules an entry can break: id in a record, key of its words, anchor on the rules page."""

    ROUND_NOT_BEGUN = "round-not-begun"
    STEP_BEFORE = "step-before"
    ENTERED_ONCE = "entered-once"
    NUMBER_RANGE = "number-range"
    SUM = "sum"
    NOTHING_ENTERED = "nothing-entered"
    TOTALS_EACH_SEAT = sheet.TOTALS_EACH_SEAT
    WHO_PLAYS = sheet.WHO_PLAYS
    FEWEST_PLAYERS = sheet.FEWEST_PLAYERS


def rules_that_apply(pad: Pad) -> Iterator[Rule]:
    yield Rule.ROUND_NOT_BEGUN
    yield Rule.ENTERED_ONCE
    if len(pad.steps) > 1:
        yield Rule.STEP_BEFORE
    if any(step.low is not None or step.high for step in pad.steps):
        yield Rule.NUMBER_RANGE
    if any(step.sum and step.sum.weight for step in pad.steps):
        yield Rule.SUM
    if pad.rest is not None:
        yield Rule.NOTHING_ENTERED
    yield Rule.TOTALS_EACH_SEAT
    if pad.leaving:
        yield from (Rule.WHO_PLAYS, Rule.FEWEST_PLAYERS)


def check(state: State, entry: PadEntry) -> Iterator[Breach]:
    match entry:
        case entries.NumberEntered():
            yield from _check_number(state, entry)
        case entries.RoundClosed():
            if entry.round > state.number or entry.round > len(state.rounds):
                begun = entry.round <= state.number
                yield Breach(Rule.NOTHING_ENTERED if begun else Rule.ROUND_NOT_BEGUN)
            elif state.find_round(entry.round).is_whole:
                yield Breach(Rule.ENTERED_ONCE)
        case _:
            yield from sheet.check(state, entry, state.pad.seats[0])


def apply(state: State, entry: PadEntry) -> State:
    match entry:
        case entries.StarterChosen():
            return replace(state, starter_named=(entry.player, state.number))
        case entries.NumberEntered():
            return _end(state.with_round(entry.round, _with_number(state, entry)))
        case entries.RoundClosed():
            played = state.find_round(entry.round)
            return _end(state.with_round(entry.round, replace(played, closed=True)))
        case entries.PlayerLeft() | entries.PlayerJoined():
            now = state.number
            moved = sheet.apply(state, entry)
            moved = replace(moved, starter_named=(moved.next_from(state.starter), now))
            return _end(moved.without(entry.player)) if entry.player in moved.away else moved
        case entries.LeaversRanked() | entries.GameStopped() | entries.ResultEntered():
            return sheet.apply(state, entry)
        case _:
            assert_never(entry)


MOVES = (
    entries.StarterChosen,
    entries.NumberEntered,
    entries.RoundClosed,
    entries.LeaversRanked,
    entries.PlayerLeft,
    entries.PlayerJoined,
)
FOLLOWS: sheet.Follows = {
    entries.NumberEntered: MOVES,
    entries.RoundClosed: (entries.StarterChosen, entries.LeaversRanked),
    entries.StarterChosen: MOVES[1:],
    entries.PlayerLeft: MOVES,
    entries.PlayerJoined: MOVES,
    entries.LeaversRanked: tuple(each for each in MOVES if each is not entries.LeaversRanked),
    entries.GameStopped: (entries.StarterChosen, entries.LeaversRanked),
    entries.ResultEntered: (),
}


def commutes(state: State, entry: PadEntry, other: PadEntry) -> bool:
    """The numbers of two players both count, whoever was quicker.

    A round is not closed, and a game not ended, over a number that nobody there had seen. Who
    joins plays in a round that has not begun: joining and its first number have an order.
    """
    joins = any(isinstance(each, entries.PlayerJoined) for each in (entry, other))
    number = any(isinstance(each, entries.NumberEntered) for each in (entry, other))
    if joins and number and state.number > len(state.rounds):
        return False
    return sheet.may_follow(FOLLOWS, entry, other)


CONCURRENCY: Concurrency[State, PadEntry] = Concurrency(commutes=commutes)


def describe(state: State) -> dict[str, object]:
    pad, due = state.pad, state.due
    return {
        "round": state.number,
        **({} if pad.begins is Begins.NOBODY else as_recorded(state, "starter")),
        **({"left": list(state.away)} if state.away else {}),
        **as_recorded(state, "totals"),
        "rounds": [_describe_round(pad, each) for each in state.rounds],
        "limit": state.terms.limit,
        "due": due and {"step": pad.steps[due.step].name, "players": list(due.seats)},
        **as_recorded(state, "leaders"),
    }


def _describe_round(pad: Pad, played: Round) -> dict[str, object]:
    bonus = ("bonus",) if any(step.bonus for step in pad.steps) else ()
    closed = ("closed",) if pad.rest is not None else ()
    said = zip(pad.steps, played.numbers, strict=True)
    return {
        **{step.name: list(numbers) for step, numbers in said},
        **as_recorded(played, *bonus, *closed, "points"),
    }


def make_rules(pad: Pad) -> Rules[State, PadEntry]:
    return Rules(
        seats=pad.seats,
        options=(*pad.options, LEAVERS) if pad.leaving else pad.options,
        entries=entries.entries_of(pad),
        start=lambda setup: State(setup=setup, pad=pad),
        check=check,
        apply=apply,
        outcome=sheet.outcome,
        describe=describe,
        summary=sheet.summary,
        chosen=sheet.chosen,
    )


def _check_number(state: State, entry: entries.NumberEntered) -> Iterator[Breach]:
    step = state.pad.steps[entry.step]
    # A round that lacks a number that was undone does not take back what came after it.
    if entry.round > len(state.rounds) + 1:
        yield Breach(Rule.ROUND_NOT_BEGUN)
        return
    played = state.find_round(entry.round)
    seats = played.seats
    if entry.player in played.out:
        yield Breach(Rule.WHO_PLAYS)
    if entry.step and played.lacking(entry.step - 1):
        yield Breach(Rule.STEP_BEFORE)
    said = played.numbers[entry.step]
    if said[entry.player or 0] is not None:  # who is named says it for all
        yield Breach(Rule.ENTERED_ONCE)
    low, high = step.low, step.high and step.high(seats, entry.round)
    if (low is not None and entry.number < low) or (high is not None and entry.number > high):
        yield Breach(Rule.NUMBER_RANGE)
    numbers = said if entry.player is None else put(said, entry.player, entry.number)
    after = replace(played, numbers=(*played.numbers[: entry.step], numbers))
    if step.sum and step.sum.weight and not after.lacking(entry.step):
        total = sum(number or 0 for number in numbers)
        if (total == step.sum.total(seats, entry.round)) == step.sum.barred:
            yield Breach(Rule.SUM, step.sum.weight)


def _with_number(state: State, entry: entries.NumberEntered) -> Round:
    played = state.find_round(entry.round)
    numbers = list(played.numbers)
    others: Numbers = (
        (0,) * len(played.points) if state.pad.steps[entry.step].one else numbers[entry.step]
    )
    bonus = played.bonus
    if entry.player is not None:
        others = put(others, entry.player, entry.number)
        bonus = bonus if entry.extra is None else put(bonus, entry.player, entry.extra)
    numbers[entry.step] = others
    return replace(played, numbers=tuple(numbers), bonus=bonus)


def _end(state: State) -> State:
    """The pad as it is once nothing is lacking: over, if its terms say so."""
    terms = state.terms
    if state.level:
        return state
    if state.is_over and (terms.at_once or not state.open):
        return replace(state, end=terms.over_by_limit)
    played = terms.rounds is not None and len(state.rounds) >= terms.rounds and not state.open
    return replace(state, end=Ending.ROUNDS_PLAYED) if played else state
