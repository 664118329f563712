"""The rules of The Game, Extreme and On Fire: what an entry breaks, and what it brings about."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from companion.engine.entry import Facts
from companion.engine.rules import Breach, Concurrency, Outcome, Weight, either_way, put
from companion.engine.setup import Setup
from companion.games.the_game import entries
from companion.games.the_game.entries import CARDS, Command, Depth, GameEntry, Pile
from companion.games.the_game.state import (
    FIRE,
    START_DOWN,
    START_UP,
    THREE,
    End,
    Ending,
    Reason,
    State,
    Top,
    Turn,
    full_hand,
    onward,
    ten_back,
)


class Rule(StrEnum):
    """The rules an entry can break: id in a record, key of its words, anchor on the rules page."""

    STARTER_BEFORE_FIRST_CARD = "starter-before-first-card"
    CARD_ONCE = "card-once"
    HAND_EMPTY = "hand-empty"
    NOTHING_OWED = "nothing-owed"
    MORE_THAN_THE_DECK = "more-than-the-deck"
    EVERY_CARD_NEEDED = "every-card-needed"
    MORE_THAN_LEFT = "more-than-left"
    PILE_DIRECTION = "pile-direction"
    TRICK_FORBIDDEN = "trick-forbidden"
    SAME_PILE = "same-pile"
    MINIMUM = "minimum"
    SKULL_OPEN = "skull-open"
    FIRE_OPEN = "fire-open"


def start(setup: Setup) -> State:
    """The table after the deal: four start cards, full hands, seat 0 to begin (001:25)."""
    hand = full_hand(setup)
    return State(
        setup=setup,
        tops={pile: Top(START_UP if pile.up else START_DOWN) for pile in Pile},
        draw_pile=CARDS - hand * setup.seats,
        hands=(hand,) * setup.seats,
        laid=(0,) * setup.seats,
        out=frozenset(),
        played=0,
        turn=Turn(player=0),
    )


def check(state: State, entry: GameEntry) -> Iterator[Breach]:
    """Yield the rules that an entry breaks, refusals first, in the order of record.md."""
    match entry:
        case entries.StarterChosen():
            if state.opened:
                yield Breach(Rule.STARTER_BEFORE_FIRST_CARD)
        case entries.CardPlayed():
            yield from _check_cards(state, entry.card, 1)
            yield from _check_card(state, entry)
        case entries.TurnEnded():
            yield from _check_turn_ended(state)
        case entries.CannotPlay():
            if not (_command_open(state) or state.owed or state.turn.fire):
                yield Breach(Rule.NOTHING_OWED)
        case entries.HandCorrected():
            if entry.cards - state.hands[entry.player] > state.draw_pile:
                yield Breach(Rule.MORE_THAN_THE_DECK)
        case entries.CardsMissed():
            yield from _check_cards(state, entry.top, entry.count)
        case entries.CardsLaid():
            yield from _check_number(state, entry.cards)
        case entries.TurnLaid():
            yield from _check_turn_laid(state, entry)
        case entries.ResultEntered():
            if entry.left > state.left:
                yield Breach(Rule.MORE_THAN_LEFT)
        case entries.DepthChosen():
            if entry.depth == Depth.TURNS and not state.by_turns:
                yield Breach(Rule.EVERY_CARD_NEEDED)
        case _:
            assert_never(entry)


def apply(state: State, entry: GameEntry) -> State:
    """The table after an entry that was not refused, whatever rules it breaks."""
    match entry:
        case entries.StarterChosen():
            return replace(state, turn=Turn(player=entry.player))
        case entries.CardPlayed():
            return _lay_card(state, entry.pile, entry.card, 1, entry.command)
        case entries.TurnEnded():
            return _turn_ended(state)
        case entries.CannotPlay():
            return replace(state, end=_give_up(state))
        case entries.HandCorrected():
            hands = put(state.hands, entry.player, entry.cards)
            return replace(state, hands=hands, draw_pile=CARDS - state.played - sum(hands))
        case entries.CardsMissed():
            return _lay_card(state, entry.pile, entry.top, entry.count, None)
        case entries.CardsLaid():
            return _lay_unseen(state, entry.cards)
        case entries.TurnLaid():
            after = _lay_unseen(state, entry.cards)
            return _turn_ended(after) if _goes_on(state, after) else after
        case entries.ResultEntered():
            ending = Ending.STUCK if entry.left else Ending.BEATEN
            ending = Ending.COMMAND_BROKEN if entry.lost else ending
            return replace(state, end=End(ending, left=entry.left))
        case entries.DepthChosen():
            return replace(state, depth=entry.depth)
        case _:
            assert_never(entry)


def spell_out(state: State, entry: GameEntry) -> tuple[Facts, ...]:
    """The entries that a record has for a shorthand which is recorded after this state."""
    assert isinstance(entry, entries.TurnLaid)
    cards: Facts = {"kind": entries.CardsLaid.kind, "cards": entry.cards}
    ended = _goes_on(state, _lay_unseen(state, entry.cards))
    return (cards, {"kind": entries.TurnEnded.kind}) if ended else (cards,)


def outcome(state: State) -> Outcome | None:
    if state.end is None:
        return None
    facts = {"reason": state.end.reason, "left": state.left_over, "rating": state.rating}
    return Outcome(state.end.ending, facts)


ENDS = {entries.CannotPlay.kind, entries.ResultEntered.kind}
LAYS = {entries.CardPlayed.kind, entries.CardsMissed.kind, entries.CardsLaid.kind}


def commutes(state: State, entry: GameEntry, other: GameEntry) -> bool:
    """Cards of one turn may, on piles of their own, and on one pile in the only order by the rules.

    A count goes with what leaves that hand alone. A turn ends after what was seen, and giving up
    and a result end the game. How much the table enters changes nothing else.
    """
    kinds = {entry.kind, other.kind}
    if entries.DepthChosen.kind in kinds:
        return True
    counts = entries.HandCorrected.kind in kinds
    if kinds & ENDS or not (counts or kinds <= LAYS):
        return False
    return (
        (counts or _in_one_turn(state, entry, other))
        and either_way(check, apply, state, entry, other, _plain)
        and (counts or not _breaks(apply(state, other), entry))
    )


def normalize(facts: Facts) -> Facts:
    """What somebody chose for a card is the command that it carries."""
    said = {**facts, "command": facts.get("choice") or facts.get("command")}
    return {name: fact for name, fact in said.items() if name != "choice"}


def _in_one_turn(state: State, *cards: GameEntry) -> bool:
    """Whether none of these cards, laid alone, ends the turn or the game."""
    fitting = (card for card in cards if not any(check(state, card)))
    return all(_goes_on(state, apply(state, card)) for card in fitting)


def _breaks(state: State, entry: GameEntry) -> bool:
    """Whether this entry loses the game by a command, which nobody should do unawares."""
    end = apply(state, entry).end
    return end is not None and end.ending is Ending.COMMAND_BROKEN


def _plain(state: State) -> State:
    """The state without the pile used last, where the next card is free to go anywhere."""
    return replace(state, turn=replace(state.turn, last=state.only_pile))


# A phone whose deck does not know the command of a card lays it without one.
CONCURRENCY = Concurrency(commutes=commutes, normalize=normalize, optional=("command",))


def _check_cards(state: State, card: int, count: int) -> Iterator[Breach]:
    """There is one card of each number (001:3), and nobody lays more than the hand holds."""
    if card in state.out:
        yield Breach(Rule.CARD_ONCE)
    if count > state.hand:
        yield Breach(Rule.HAND_EMPTY)


def _check_card(state: State, entry: entries.CardPlayed) -> Iterator[Breach]:
    top = state.tops[entry.pile].card
    if entry.card == ten_back(entry.pile, top):
        if Command.NO_TRICK in state.active:  # 000:107
            yield Breach(Rule.TRICK_FORBIDDEN, Weight.ASK)
    elif not onward(entry.pile, top, entry.card):
        yield Breach(Rule.PILE_DIRECTION, Weight.ASK)  # 001:9
    if state.only_pile not in (None, entry.pile):
        yield Breach(Rule.SAME_PILE, Weight.ASK)  # 000:111


def _check_number(state: State, cards: int) -> Iterator[Breach]:
    """Where cards do something each must be entered, and nobody lays more than the hand holds."""
    if not state.by_turns:
        yield Breach(Rule.EVERY_CARD_NEEDED)
    if cards > state.hand:
        yield Breach(Rule.HAND_EMPTY)


def _check_turn_laid(state: State, entry: entries.TurnLaid) -> Iterator[Breach]:
    """What the cards break, and else what the end of the turn after them breaks."""
    refused = tuple(_check_number(state, entry.cards))
    yield from refused
    if not refused:
        after = _lay_unseen(state, entry.cards)
        if _goes_on(state, after):
            yield from _check_turn_ended(after)


def _goes_on(state: State, after: State) -> bool:
    """Whether the turn of the first state is still being played in the second."""
    return after.end is None and after.turn.number == state.turn.number


def _check_turn_ended(state: State) -> Iterator[Breach]:
    if state.owed:
        yield Breach(Rule.MINIMUM, Weight.ASK)  # 001:29
    if state.turn.skulls:
        yield Breach(Rule.SKULL_OPEN, Weight.ASK)  # 000:89
    if state.turn.fire:
        yield Breach(Rule.FIRE_OPEN, Weight.ASK)


def _lay_card(state: State, pile: str, card: int, count: int, command: str | None) -> State:
    turn = replace(
        state.turn,
        piles=state.turn.piles | {pile},
        last=pile,
        three=state.turn.three or command == Command.THREE,
        skulls=state.turn.skulls - {pile} | ({pile} if command == Command.SKULL else set()),
        fire=state.turn.fire - {pile},
    )
    tops = {**state.tops, pile: Top(card, command)}
    laid = _lay(replace(state, tops=tops, out=state.out | {card}, turn=turn), count)
    return _after_cards(laid, command)


def _lay_unseen(state: State, cards: int) -> State:
    """The table after so many cards more on the piles, which hides every top."""
    tops = dict.fromkeys(state.tops, Top(None))
    return _after_cards(_lay(replace(state, tops=tops, unseen=state.unseen + cards), cards))


def _lay(state: State, cards: int) -> State:
    """The table with so many cards less in the hand of the player whose turn it is."""
    player = state.turn.player
    return replace(
        state,
        hands=put(state.hands, player, state.hands[player] - cards),
        laid=put(state.laid, player, state.laid[player] + cards),
        played=state.played + cards,
        turn=replace(state.turn, played=state.turn.played + cards),
    )


def _after_cards(state: State, command: str | None = None) -> State:
    """What a card, or several without a command, brings about, in the order of record.md."""
    reason = _find_broken(state, command)
    if reason:
        return replace(state, end=End(Ending.COMMAND_BROKEN, reason))
    if state.played == CARDS:
        return replace(state, end=End(Ending.BEATEN))
    if command == Command.STOP or (state.turn.three and state.turn.played == THREE):
        return _next_turn(state)
    if state.hand == 0:
        return replace(state, end=End(Ending.STUCK)) if state.owed else _next_turn(state)
    return state


def _find_broken(state: State, command: str | None) -> Reason | None:
    """The command that the card just laid has broken for good, if any."""
    turn = state.turn
    strict = state.setup.options["same_pile"] == "strict"
    if strict and command == Command.SAME_PILE and len(turn.piles) > 1:
        return Reason.SAME_PILE_STRICT
    if turn.three:
        if turn.played > THREE:
            return Reason.THREE_NOT_EXACT  # 000:93
        if turn.played + state.hand < THREE:
            return Reason.THREE_CANNOT_BE_COMPLETED  # 000:95
        if command == Command.STOP and turn.played < THREE:
            return Reason.STOP_BEFORE_THIRD  # 000:93
    if command == Command.STOP and turn.skulls:
        return Reason.STOP_WITH_SKULL_OPEN  # 000:85, 000:89
    if len(turn.skulls) > state.room:
        return Reason.SKULL_CANNOT_BE_COVERED  # 000:89
    return None


def _turn_ended(state: State) -> State:
    """The end of a turn that a player called, broken commands in the order of record.md."""
    if state.turn.three and state.turn.played != THREE:
        return replace(state, end=End(Ending.COMMAND_BROKEN, Reason.THREE_NOT_EXACT))
    if state.turn.skulls:
        return replace(state, end=End(Ending.COMMAND_BROKEN, Reason.SKULL_OPEN))
    return _next_turn(state)


def _next_turn(state: State) -> State:
    """Draw, then pass the turn to the next player clockwise who holds cards (001:33, 001:58)."""
    if state.turn.fire:
        return replace(state, end=End(Ending.COMMAND_BROKEN, Reason.FIRE_OPEN))
    drawn = state.draws
    return replace(
        state,
        hands=put(state.hands, state.turn.player, state.hand + drawn),
        draw_pile=state.draw_pile - drawn,
        turn=Turn(player=state.following, number=state.turn.number + 1, fire=_burning(state)),
    )


def _burning(state: State) -> frozenset[str]:
    """The piles with a fire card on top: due in the turn that begins (rules of On Fire)."""
    if not state.setup.options["on_fire"]:
        return frozenset()
    return frozenset(pile for pile, top in state.tops.items() if top.card in FIRE)


def _command_open(state: State) -> bool:
    """Whether a skull is open or a three unfinished (000:77)."""
    return bool(state.turn.skulls) or (state.turn.three and state.turn.played < THREE)


def _give_up(state: State) -> End:
    if _command_open(state):
        return End(Ending.COMMAND_BROKEN, Reason.GAVE_UP_WITH_COMMAND_OPEN)
    if not state.owed:
        return End(Ending.COMMAND_BROKEN, Reason.FIRE_OPEN)
    return End(Ending.STUCK)
