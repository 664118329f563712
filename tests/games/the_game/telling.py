"""What players of The Game say, in few words, and the table that it makes."""

from collections.abc import Callable
from typing import Any

from companion.engine.entry import Facts
from companion.games.the_game.entries import Command, Pile
from tests.games.fields import NO_COUNTS, NO_SEATS, SEATS, Field, entry_of
from tests.support.rulings import read_facts, read_log

OPTIONS = {"extreme": True, "on_fire": True}
play = entry_of("card-played", "card", "pile", "command")
end = entry_of("turn-ended")
cannot = entry_of("cannot-play")
starter = entry_of("starter-chosen", "player")
holds = entry_of("hand-corrected", "player", "cards")
missed = entry_of("cards-missed", "count", "pile", "top")
laid = entry_of("cards-laid", "cards")
"""So many cards, of which nobody says which they are."""
turn = entry_of("turn-laid", "cards")
"""A whole turn of so many cards."""
result = entry_of("result-entered", "left", "lost")
"""How the game ended, and nothing else."""
depth = entry_of("depth-chosen", "depth")
"""How much the table enters from here on."""


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


CARDS, NO_CARDS = (2, 99), (1, 100, "47", None)
FIELDS: tuple[Field, ...] = (
    (starter(0), "player", SEATS, NO_SEATS),
    (play(47, "up-1"), "card", CARDS, NO_CARDS),
    (play(47, "up-1"), "pile", tuple(Pile), ("up-3", None)),
    (play(47, "up-1"), "command", (*Command, None), ("none", True)),
    (holds(0, 5), "player", SEATS, NO_SEATS),
    (holds(0, 5), "cards", (0, 10**9), NO_COUNTS),
    (missed(2, "up-1", 47), "pile", tuple(Pile), ("up-3", None)),
    (missed(2, "up-1", 47), "count", (1, 10**9), (0, True, None)),
    (missed(2, "up-1", 47), "top", CARDS, NO_CARDS),
    (laid(2), "cards", (1, 10**9), (0, True, "2", None)),
    (turn(2), "cards", (1, 10**9), (0, True, "2", None)),
    (result(12), "left", (0, 98), (-1, 99, True, "12", None)),
    (result(12), "lost", (True, False, None), (1, 0, "true", [])),
    (depth("cards"), "depth", ("cards", "turns"), ("result", "", 1, None)),
)
