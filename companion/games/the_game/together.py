"""Several phones at The Game: which entries go together unseen."""

from dataclasses import replace

from companion.engine.entry import Facts
from companion.engine.rules import Concurrency, either_way
from companion.games.the_game.entries import GameEntry
from companion.games.the_game.rules import apply, check, goes_on
from companion.games.the_game.state import Ending, State

ENDS = frozenset(("cannot-play", "result-entered"))
CARDS = frozenset(("card-played", "cards-missed", "cards-laid"))


def commutes(state: State, entry: GameEntry, other: GameEntry) -> bool:
    """Cards of one turn may, on piles of their own, and on one pile in the only order by the rules.

    A count goes with what leaves that hand alone. A turn ends after what was seen, and giving up
    and a result end the game. How much the table enters changes nothing else.
    """
    kinds = frozenset((entry.kind, other.kind))
    if "depth-chosen" in kinds:
        return True
    if kinds & ENDS or not (kinds <= CARDS or "hand-corrected" in kinds):
        return False
    counts = "hand-corrected" in kinds
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
    return all(goes_on(state, apply(state, card)) for card in fitting)


def _breaks(state: State, entry: GameEntry) -> bool:
    """Whether this entry loses the game by a command, which nobody should do unawares."""
    end = apply(state, entry).end
    return end is not None and end.ending is Ending.COMMAND_BROKEN


def _plain(state: State) -> State:
    """The state without the pile used last, where the next card is free to go anywhere."""
    return replace(state, turn=replace(state.turn, last=state.only_pile))


# A phone whose deck does not know the command of a card lays it without one.
CONCURRENCY = Concurrency(commutes=commutes, normalize=normalize, optional=("command",))
