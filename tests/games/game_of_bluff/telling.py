"""What players of Game of Bluff say, in few words, and the sheet that it makes."""

from collections.abc import Callable

from companion.engine.entry import Facts
from tests.games.fields import NO_SEATS, SEATS, Field, entry_of


def scored(*cards: object, rik: object = None) -> dict[str, object]:
    """The white cards of a round in seat order, and who held Redemption Rik."""
    facts: dict[str, object] = {"kind": "round-scored", "cards": list(cards)}
    return facts if rik is None else {**facts, "rik": rik}


starter = entry_of("starter-chosen", "player")
emma = entry_of("emma-played", "player")
turn = entry_of("turn-taken")
stop = entry_of("game-stopped")
leaves = entry_of("player-left", "player")
joins = entry_of("player-joined", "player", "begins_with")
"""With so many points, or with those of before."""
leavers = entry_of("leavers-ranked", "leavers")
"""Where whoever leaves is ranked: "below" the others, or "by-points"."""


def result(*totals: object) -> dict[str, object]:
    """The totals in seat order with which the game ended."""
    return {"kind": "result-entered", "totals": list(totals)}


def rounds(*rows: str) -> list[Facts]:
    """A round for each row of white cards of one digit: "312" is a 3, a 1 and a 2."""
    return [scored(*map(int, row)) for row in rows]


SAYS: dict[str, Callable[..., dict[str, object]]] = {
    "start": starter,
    "emma": emma,
    "turn": turn,
    "stop": stop,
    "leaves": leaves,
    "joins": joins,
    "below": lambda: leavers("below"),
    "by-points": lambda: leavers("by-points"),
    "result": result,
}


def facts_of(said: str) -> list[Facts]:
    """The entry that these words of a ruling say: "3 1 2 rik 0" is a round, "emma 1" is Emma."""
    word, *rest = said.split()
    if word in SAYS:
        return [SAYS[word](*map(int, rest))]
    cards, _, rik = said.partition(" rik ")
    return [scored(*map(int, cards.split()), rik=int(rik) if rik else None)]


FIELDS: tuple[Field, ...] = (
    (starter(0), "player", SEATS, NO_SEATS),
    (emma(0), "player", SEATS, NO_SEATS),
    (scored(1, 2, 3), "cards", ([], [3, 3, -7], (1, 2)), ([1.0], [True], "123", None)),
    (scored(1, 2, 3), "rik", (*SEATS, None), (-1, 3, True, "0")),
    (leaves(0), "player", SEATS, NO_SEATS),
    (joins(0), "player", SEATS, NO_SEATS),
    (joins(0, 1), "begins_with", (-5, 0, 30, None), (True, "0", 1.0, 10**9)),
    (leavers("below"), "leavers", ("below", "by-points"), ("last", "", None, 0)),
    (result(1, 2, 3), "totals", ([], [3, 3, -7], (1, 2)), ([1.0], [True], "123", None)),
)
