"""What players of The Game say, in few words, and the table that it makes."""

from collections.abc import Callable
from typing import Any

from companion.engine.entry import Facts
from tests.support.rulings import read_facts, read_log


def play(card: object, pile: object, command: object = None) -> dict[str, object]:
    facts: dict[str, object] = {"kind": "card-played", "card": card, "pile": pile}
    return facts if command is None else {**facts, "command": command}


def end() -> dict[str, object]:
    return {"kind": "turn-ended"}


def cannot() -> dict[str, object]:
    return {"kind": "cannot-play"}


def starter(player: object) -> dict[str, object]:
    return {"kind": "starter-chosen", "player": player}


def holds(player: object, cards: object) -> dict[str, object]:
    return {"kind": "hand-corrected", "player": player, "cards": cards}


def missed(count: object, pile: object, top: object) -> dict[str, object]:
    return {"kind": "cards-missed", "pile": pile, "count": count, "top": top}


def laid(cards: object) -> dict[str, object]:
    """So many cards, of which nobody says which they are."""
    return {"kind": "cards-laid", "cards": cards}


def turn(cards: object) -> dict[str, object]:
    """A whole turn of so many cards."""
    return {"kind": "turn-laid", "cards": cards}


def result(left: object, lost: object = None) -> dict[str, object]:
    """How the game ended, and nothing else."""
    facts: dict[str, object] = {"kind": "result-entered", "left": left}
    return facts if lost is None else {**facts, "lost": lost}


def depth(depth: object) -> dict[str, object]:
    """How much the table enters from here on."""
    return {"kind": "depth-chosen", "depth": depth}


def sure(facts: Facts) -> dict[str, object]:
    """The same entry, with the answer to the question."""
    return {**facts, "confirmed": True}


def late(*hands: int, draw: int = 0) -> list[dict[str, object]]:
    """Entries after which a second turn begins with these hands and so many cards to draw.

    All other cards lie on up-1, the 2 on top; the other piles are as they were. It is the turn of
    the first seat after seat 0 that holds a card.
    """
    others, left = sum(hands[1:]), sum(hands) + draw
    return [
        *(holds(seat, cards) for seat, cards in enumerate(hands) if seat),
        holds(0, 98 - others),
        missed(98 - left, "up-1", 2),
        *([end()] if hands[0] + draw else []),
        holds(0, hands[0]),
    ]


SAYS: dict[str, Callable[..., Any]] = {
    "end": end,
    "cannot": cannot,
    "start": starter,
    "hold": holds,
    "missed": missed,
    "laid": laid,
    "turn": turn,
    "result": result,
    "depth": depth,
    "late": late,
}


def facts_of(said: str) -> list[Facts]:
    """The entries that these words of a ruling say: "40 up-1 skull", "end!", "late 5 2 draw=9"."""

    def make(word: str, *values: Any, **named: Any) -> Any:
        return SAYS[word](*values, **named) if word in SAYS else play(int(word), *values)

    return read_facts(said, make)


def log_of(said: str) -> list[Facts]:
    """The entries of a log: "40 up-1 =none, back 1, change 1 41 up-2, put-in 2 end"."""
    return read_log(said, choices_of)


def choices_of(said: str) -> list[Facts]:
    """Behind "=" stands what somebody chose of a card, a command or none."""
    card, _, choice = said.removesuffix("!").partition(" =")
    if not choice:
        return facts_of(said)
    [facts] = facts_of(card if choice == "none" else f"{card} {choice}")
    return [{**(sure(facts) if said.endswith("!") else facts), "choice": choice}]
