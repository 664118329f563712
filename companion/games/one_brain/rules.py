"""The rules of One Brain: what an entry breaks, and what it brings about."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from companion.engine.rules import (
    Breach,
    Concurrency,
    Outcome,
    Summary,
    Weight,
    as_recorded,
    either_way,
    put,
)
from companion.engine.setup import Setup
from companion.games.one_brain import entries
from companion.games.one_brain.entries import Action, BrainEntry, Source
from companion.games.one_brain.state import CARDS, Column, Ending, Phase, State, seats_of


class Rule(StrEnum):
    """The rules an entry can break: id in a record, key of its words, anchor on the rules page."""

    STARTER_BEFORE_FIRST_CARD = "starter-before-first-card"
    ALREADY_PLAYED = "already-played"
    TO_ANOTHER_SEAT = "to-another-seat"
    NO_SUCH_CARD = "no-such-card"
    NO_SUCH_COLUMN = "no-such-column"
    DONATION_OWED = "donation-owed"
    EXTRA_OWED = "extra-owed"
    COVER_OWED = "cover-owed"
    TAKE_BACK_OWED = "take-back-owed"
    TAKE_BACK_BARRED = "take-back-barred"
    PLAY_FIRST = "play-first"
    DRAW_PILE_EMPTY = "draw-pile-empty"
    TOO_LATE_TO_DRAW = "too-late-to-draw"
    MORE_THAN_THE_DECK = "more-than-the-deck"
    ONE_LOOK = "one-look"
    LIMIT_BEFORE_WINNING = "limit-before-winning"


OWED = {
    Action.DONATE: Rule.DONATION_OWED,
    Action.EXTRA: Rule.EXTRA_OWED,
    Action.COVER: Rule.COVER_OWED,
    Action.TAKE_BACK: Rule.TAKE_BACK_OWED,
}


def check_setup(setup: Setup) -> str | None:
    """Why nobody can be dealt so many cards, in a sentence; None where it can be done."""
    need = int(str(setup.options["hand"])) * seats_of(setup)
    return f"{need} cards to deal, and the deck has {CARDS}" if need > CARDS else None


def start(setup: Setup) -> State:
    """Everybody holds the start hand; alone, all cards lie open in two domains (003:136-149)."""
    seats, hand = seats_of(setup), int(str(setup.options["hand"]))
    dealt, none = (hand,) * seats, (0,) * seats
    solo = setup.seats == 1
    return State(
        setup,
        hands=none if solo else dealt,
        domains=dealt if solo else none,
        draw_pile=CARDS - hand * seats,
    )


def check(state: State, entry: BrainEntry) -> Iterator[Breach]:
    match entry:
        case entries.StarterChosen():
            if state.opened:
                yield Breach(Rule.STARTER_BEFORE_FIRST_CARD)
        case entries.CardPlayed():
            yield from _check_card(state, entry)
        case entries.CardDrawn() | entries.TurnEnded():
            if state.phase is Phase.PLAY and state.count_cards(state.player):
                yield Breach(Rule.PLAY_FIRST)  # 003:241
            if isinstance(entry, entries.CardDrawn) and not state.draw_pile:
                yield Breach(Rule.DRAW_PILE_EMPTY)
        case entries.LateCardDrawn():
            if state.late is None or not state.draw_pile:
                yield Breach(Rule.TOO_LATE_TO_DRAW)  # 003:250
        case entries.CardsCorrected():
            if _draw_pile_after(state, entry) < 0:
                yield Breach(Rule.MORE_THAN_THE_DECK)
        case entries.DiscardLookedAt():
            if state.looked or not state.beginners:
                yield Breach(Rule.ONE_LOOK)  # 003:9
        case entries.ResultEntered():
            if entry.won and (entry.columns or 0) >= state.limit:
                yield Breach(Rule.LIMIT_BEFORE_WINNING)  # 003:80-100
        case entries.AttemptGivenUp():
            return
        case _:
            assert_never(entry)


def apply(state: State, entry: BrainEntry) -> State:
    match entry:
        case entries.StarterChosen():
            return replace(state, player=entry.player)
        case entries.CardPlayed():
            return _judge_attempt(_lay_card(state, entry))
        case entries.CardDrawn():
            return _pass_turn(_draw_card(state, state.player), late=None)
        case entries.TurnEnded():
            return _pass_turn(state, late=state.player if state.draw_pile else None)
        case entries.LateCardDrawn():
            assert state.late is not None
            return replace(_draw_card(state, state.late), late=None)
        case entries.CardsCorrected():
            return replace(
                state,
                hands=put(state.hands, entry.player, entry.hand),
                domains=put(state.domains, entry.player, entry.domain),
                draw_pile=_draw_pile_after(state, entry),
            )
        case entries.AttemptGivenUp():
            return replace(state, end=Ending.GIVEN_UP)
        case entries.ResultEntered():
            return _read_result(state, entry)
        case entries.DiscardLookedAt():
            return replace(state, looked=True)
        case _:
            assert_never(entry)


def outcome(state: State) -> Outcome | None:
    return None if state.end is None else Outcome(state.end, {"columns": state.columns_left})


def summary(state: State) -> Summary:
    """The cards that were still to be laid; not of an attempt given up, or of a mere loss."""
    left = 0 if state.result_only else sum(state.hands) + sum(state.domains) + state.draw_pile
    lost_by_cards = state.end is Ending.LIMIT_REACHED and not state.result_only
    return Summary(
        ending=str(state.end) if state.end else None,
        turns=0 if state.result_only else state.turn,
        won=state.end is Ending.WON if state.end else None,
        score=left if state.end is Ending.WON or lost_by_cards else None,
        result_only=state.result_only,
        facts={
            **as_recorded(state, "level"),
            "columns": state.columns_left,
            **as_recorded(state, "limit", "player"),
        },
    )


ENDS = {entries.AttemptGivenUp.kind, entries.ResultEntered.kind}
COUNTS = {entries.CardsCorrected.kind, entries.DiscardLookedAt.kind}


def commutes(state: State, entry: BrainEntry, other: BrainEntry) -> bool:
    """A card, its end of turn and the next card have one order by the rules, so each may follow.

    A count goes with what leaves those cards alone. Who starts decides whose card it is, and
    giving up and a result end the attempt.
    """
    kinds = {entry.kind, other.kind}
    if kinds & ENDS or (entries.StarterChosen.kind in kinds and not kinds & COUNTS):
        return False
    return either_way(check, apply, state, entry, other)


# Naming a card is for those who like to.
CONCURRENCY = Concurrency(
    commutes=commutes, optional=("card", "extra_card", "extra_action", "removes")
)


def _check_card(state: State, entry: entries.CardPlayed) -> Iterator[Breach]:
    if state.phase is Phase.DRAW:
        yield Breach(Rule.ALREADY_PLAYED)
    if entry.action == Action.DONATE and entry.to == state.player:
        yield Breach(Rule.TO_ANOTHER_SEAT)  # 003:193
    left = state.after_laying(entry.source)
    if left[entry.source] < 0 or (entry.second is not None and left[entry.second] < 1):
        yield Breach(Rule.NO_SUCH_CARD)
    lying = {column.id for column in state.columns}
    own = {state.next_id} if Action(entry.action).removes else set()  # 003:324
    if not entry.hit <= lying | own:
        yield Breach(Rule.NO_SUCH_COLUMN)
    hits_nothing = entry.second is None and not entry.hit
    if hits_nothing and state.owed(entry.action, sum(left.values())):
        yield Breach(OWED[Action(entry.action)], Weight.ASK)
    if entry.action == Action.TAKE_BACK and entry.column in state.barred:
        yield Breach(Rule.TAKE_BACK_BARRED, Weight.ASK)  # 003:262


def _lay_card(state: State, entry: entries.CardPlayed) -> State:
    action, player = Action(entry.action), state.player
    state = _add(state, player, entry.source, -1)
    state = replace(state, phase=Phase.DRAW, late=None, latest=player, laid=action)
    if entry.second is not None:
        state = _add(state, player, entry.second, -1)
    if action is Action.COVER and entry.column is not None:
        return _cover_column(state, entry)
    if action is Action.TAKE_BACK and entry.column is not None:
        state = _take_column(state, entry.column)
    state = _with_column(state, action, entry.card)
    if action is Action.DONATE and entry.to is not None:
        return _add(state, entry.to, Source.DOMAIN)
    if action is Action.EXTRA and entry.extra_from is not None:
        return _with_column(state, entry.extra_action, entry.extra_card)
    return _remove_columns(state, entry.hit) if action.removes else state


def _with_column(state: State, action: str | None, card: dict[str, str] | None) -> State:
    column = Column(state.next_id, take_back=action == Action.TAKE_BACK, top=_top(card))
    return replace(state, columns=(*state.columns, column), next_id=column.id + 1)


def _cover_column(state: State, entry: entries.CardPlayed) -> State:
    """The table with the card on top of one of the columns (003:220)."""
    columns = tuple(
        replace(column, cards=column.cards + 1, top=_top(entry.card))
        if column.id == entry.column
        else column
        for column in state.columns
    )
    return replace(state, columns=columns)


def _take_column(state: State, column: int) -> State:
    """The table with this column taken apart, its cards in the domain of the player (003:257)."""
    cards = sum(each.cards for each in state.columns if each.id == column)
    others = tuple(each for each in state.columns if each.id != column)
    return _add(replace(state, columns=others), state.player, Source.DOMAIN, cards)


def _remove_columns(state: State, gone: frozenset[int]) -> State:
    """The table with these columns on the discard pile, whole (003:325)."""
    return replace(
        state,
        columns=tuple(each for each in state.columns if each.id not in gone),
        discarded=state.discarded + sum(each.cards for each in state.columns if each.id in gone),
    )


def _judge_attempt(state: State) -> State:
    """The table with the attempt ended, if this card did: lost before won (003:80-100)."""
    if len(state.columns) >= state.limit:
        return replace(state, end=Ending.LIMIT_REACHED)
    if not (state.draw_pile or any(state.hands) or any(state.domains)):
        return replace(state, end=Ending.WON)
    return state


def _read_result(state: State, entry: entries.ResultEntered) -> State:
    """The table with the end that was entered; an attempt is lost at the limit, or above it."""
    columns = entry.columns or 0
    if entry.won:
        return replace(state, end=Ending.WON, entered=columns)
    return replace(state, end=Ending.LIMIT_REACHED, entered=max(columns, state.limit))


def _pass_turn(state: State, late: int | None) -> State:
    return replace(
        state,
        player=(state.player + 1) % state.seats,
        phase=Phase.PLAY,
        laid=None,
        turn=state.turn + 1,
        late=late,
    )


def _draw_card(state: State, player: int) -> State:
    """The table with a card of the draw pile in this hand; alone, in the domain (003:149)."""
    drawn = replace(state, draw_pile=state.draw_pile - 1)
    return _add(drawn, player, Source.DOMAIN if state.solo else Source.HAND)


def _add(state: State, player: int, source: str, cards: int = 1) -> State:
    count = state.count_cards(player, source) + cards
    if source == Source.HAND:
        return replace(state, hands=put(state.hands, player, count))
    return replace(state, domains=put(state.domains, player, count))


def _draw_pile_after(state: State, entry: entries.CardsCorrected) -> int:
    """The draw pile once a seat holds so many cards: the difference goes to or comes from it."""
    return state.draw_pile + state.count_cards(entry.player) - entry.hand - entry.domain


def _top(card: dict[str, str] | None) -> tuple[str, str] | None:
    return (card["colour"], card["kind"]) if card else None
