"""The rules of One Brain: what an entry breaks, and what it brings about."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from companion.engine.rules import Breach, Outcome, Weight, put
from companion.engine.setup import Setup
from companion.games.one_brain.entries import (
    Action,
    AttemptGivenUp,
    BrainEntry,
    CardDrawn,
    CardPlayed,
    CardsCorrected,
    DiscardLookedAt,
    LateCardDrawn,
    ResultEntered,
    Source,
    StarterChosen,
    TurnEnded,
)
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
    """Yield the rules that an entry breaks, refusals first."""
    match entry:
        case StarterChosen():
            if state.opened:
                yield Breach(Rule.STARTER_BEFORE_FIRST_CARD)
        case CardPlayed():
            yield from _check_card(state, entry)
        case CardDrawn() | TurnEnded():
            if state.phase is Phase.PLAY and state.count_cards(state.player):
                yield Breach(Rule.PLAY_FIRST)  # 003:241
            if isinstance(entry, CardDrawn) and not state.draw_pile:
                yield Breach(Rule.DRAW_PILE_EMPTY)
        case LateCardDrawn():
            if state.late is None or not state.draw_pile:
                yield Breach(Rule.TOO_LATE_TO_DRAW)  # 003:250
        case CardsCorrected():
            if _draw_pile_after(state, entry) < 0:
                yield Breach(Rule.MORE_THAN_THE_DECK)
        case DiscardLookedAt():
            if state.looked or not state.beginners:
                yield Breach(Rule.ONE_LOOK)  # 003:9
        case ResultEntered():
            if entry.won and (entry.columns or 0) >= state.limit:
                yield Breach(Rule.LIMIT_BEFORE_WINNING)  # 003:80-100
        case AttemptGivenUp():
            return
        case _:
            assert_never(entry)


def apply(state: State, entry: BrainEntry) -> State:
    """The table after an entry that was not refused."""
    match entry:
        case StarterChosen():
            return replace(state, player=entry.player)
        case CardPlayed():
            return _judge_attempt(_lay_card(state, entry))
        case CardDrawn():
            return _pass_turn(_draw_card(state, state.player), late=None)
        case TurnEnded():
            return _pass_turn(state, late=state.player if state.draw_pile else None)
        case LateCardDrawn():
            assert state.late is not None
            return replace(_draw_card(state, state.late), late=None)
        case CardsCorrected():
            return replace(
                state,
                hands=put(state.hands, entry.player, entry.hand),
                domains=put(state.domains, entry.player, entry.domain),
                draw_pile=_draw_pile_after(state, entry),
            )
        case AttemptGivenUp():
            return replace(state, end=Ending.GIVEN_UP)
        case ResultEntered():
            return _read_result(state, entry)
        case DiscardLookedAt():
            return replace(state, looked=True)
        case _:
            assert_never(entry)


def outcome(state: State) -> Outcome | None:
    """The ending with the number of columns then; None while the attempt runs."""
    return None if state.end is None else Outcome(state.end, {"columns": state.columns_left})


def _check_card(state: State, entry: CardPlayed) -> Iterator[Breach]:
    if state.phase is Phase.DRAW:
        yield Breach(Rule.ALREADY_PLAYED)
    if entry.action == Action.DONATE and entry.to == state.player:
        yield Breach(Rule.TO_ANOTHER_SEAT)  # 003:193
    left = state.after_laying(entry.source)
    second = _second(entry)
    if left[entry.source] < 0 or (second is not None and left[second] < 1):
        yield Breach(Rule.NO_SUCH_CARD)
    if not _find_named_columns(entry) <= state.ids | _own(state, entry):
        yield Breach(Rule.NO_SUCH_COLUMN)
    if _hits_nothing(entry) and state.owed(entry.action, sum(left.values())):
        yield Breach(OWED[Action(entry.action)], Weight.ASK)
    if entry.action == Action.TAKE_BACK and entry.column in state.barred:
        yield Breach(Rule.TAKE_BACK_BARRED, Weight.ASK)  # 003:262


def _second(entry: CardPlayed) -> str | None:
    """Where the second card of this entry comes from: the one given, or the extra one."""
    if entry.action == Action.EXTRA:
        return entry.extra_from
    given = entry.action == Action.DONATE and entry.to is not None
    return entry.given_from if given else None


def _hits_nothing(entry: CardPlayed) -> bool:
    match Action(entry.action):
        case Action.DONATE:
            return entry.to is None
        case Action.EXTRA:
            return entry.extra_from is None
        case Action.COVER | Action.TAKE_BACK:
            return entry.column is None
        case _:
            return False


def _find_named_columns(entry: CardPlayed) -> frozenset[int]:
    """The columns that the action is said to hit."""
    if Action(entry.action).removes:
        return frozenset(entry.columns or ())
    if entry.action in (Action.COVER, Action.TAKE_BACK) and entry.column is not None:
        return frozenset((entry.column,))
    return frozenset()


def _own(state: State, entry: CardPlayed) -> frozenset[int]:
    """The column that the card itself becomes, where its action can hit that one (003:324)."""
    return frozenset((state.next_id,)) if Action(entry.action).removes else frozenset()


def _lay_card(state: State, entry: CardPlayed) -> State:
    """The table with this card on it, and its action carried out."""
    second = _second(entry)
    state = replace(
        _add(state, state.player, entry.source, -1),
        phase=Phase.DRAW,
        late=None,
        latest=state.player,
        laid=Action(entry.action),
    )
    if second is not None:
        state = _add(state, state.player, second, -1)
    match Action(entry.action):
        case Action.COVER if entry.column is not None:
            return replace(state, columns=_cover_column(state, entry))
        case Action.DONATE if entry.to is not None:
            given = _add(state, entry.to, Source.DOMAIN)
            return _with_column(given, _column(state, entry))
        case Action.EXTRA if entry.extra_from is not None:
            own = _with_column(state, _column(state, entry))
            barred = entry.extra_action == Action.TAKE_BACK
            top = _read_named_card(entry.extra_card)
            return _with_column(own, Column(own.next_id, take_back=barred, top=top))
        case Action.TAKE_BACK if entry.column is not None:
            return _with_column(_take_column(state, entry.column), _column(state, entry))
        case Action.REMOVE_KIND | Action.REMOVE_COLOUR:
            return _remove_columns(
                _with_column(state, _column(state, entry)), _find_named_columns(entry)
            )
        case _:
            return _with_column(state, _column(state, entry))


def _column(state: State, entry: CardPlayed) -> Column:
    """The card that was laid, as a column of its own."""
    barred = entry.action == Action.TAKE_BACK
    return Column(state.next_id, take_back=barred, top=_read_named_card(entry.card))


def _with_column(state: State, column: Column) -> State:
    return replace(state, columns=(*state.columns, column), next_id=column.id + 1)


def _cover_column(state: State, entry: CardPlayed) -> tuple[Column, ...]:
    """The columns with the card on top of one of them (003:220)."""
    return tuple(
        replace(column, cards=column.cards + 1, top=_read_named_card(entry.card))
        if column.id == entry.column
        else column
        for column in state.columns
    )


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


def _read_result(state: State, entry: ResultEntered) -> State:
    """The table with the end that was entered; an attempt is lost at the limit, or above it."""
    columns = entry.columns or 0
    if entry.won:
        return replace(state, end=Ending.WON, entered=columns)
    return replace(state, end=Ending.LIMIT_REACHED, entered=max(columns, state.limit))


def _pass_turn(state: State, late: int | None) -> State:
    """The table with the turn passed on clockwise."""
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
    """The table with so many cards more, or fewer, in this hand or domain."""
    count = state.count_cards(player, source) + cards
    if source == Source.HAND:
        return replace(state, hands=put(state.hands, player, count))
    return replace(state, domains=put(state.domains, player, count))


def _draw_pile_after(state: State, entry: CardsCorrected) -> int:
    """The draw pile once a seat holds so many cards: the difference goes to or comes from it."""
    return state.draw_pile + state.count_cards(entry.player) - entry.hand - entry.domain


def _read_named_card(card: dict[str, str] | None) -> tuple[str, str] | None:
    return (card["colour"], card["kind"]) if card else None
