"""Boards of people without a name, and of people whose names are short and wide."""

from collections.abc import Sequence

from companion.engine.entry import Facts
from tests.browser import shortcuts
from tests.browser.bluff_places import STOP, Goes, emma, scored, starter
from tests.browser.brain_places import extra
from tests.browser.phone import Phone
from tests.browser.shortcuts import CANNOT, END, card

WIDE = (
    "Mohammed", "Wilhelma", "Gwendola", "Wolfgang", "Hermione", "Dominika", "Margwena", "Hannelow",
    "Ambrosia", "Leonhard", "Friedmar", "Marianne", "Dagomara", "Gudmundo", "Humberto",
)  # fmt: skip
ATTEMPT = {"level": "advanced", "hand": "4"}
LAID = (card(47, "up-1"), card(48, "up-1"), END)
ROUNDS = (starter(14), scored(*range(1, 16)), scored(15, *range(1, 15)), emma(0))


def board(
    tile: str, seats: int, *entries: Facts, named: bool = True, path: str = "", **options: str
) -> Goes:
    """A page of a new game of so many, with these entries."""

    def go(phone: Phone) -> None:
        names: Sequence[str] = WIDE[:seats] if named else ()
        request = phone.context.request
        game = shortcuts.start(request, names, options, seats, f"/new/{tile}")
        shortcuts.enter(request, game, entries)
        phone.visits(f"{game}{path}")

    return go


CHART = "the end of Bluff, with wide names"

UNNAMED: dict[str, Goes] = {
    "The Game, five without names": board("the-game", 5, *LAID, named=False),
    "One Brain, seven without names": board("one-brain", 7, named=False, **ATTEMPT),
    "Bluff, six without names": board("game-of-bluff", 6, emma(0), named=False),
    "Bluff, fifteen without names": board("game-of-bluff", 15, *ROUNDS, named=False),
}
NAMED: dict[str, Goes] = {
    "The Game, wide names": board("the-game", 5, *LAID),
    "The Game, the hands of wide names": board("the-game", 5, *LAID, path="sheet/hands"),
    "The Game, a fire of wide names": board(
        "the-game", 5, card(22, "up-1"), card(77, "down-2"), END, on_fire="y", extreme="y"
    ),
    "the end of The Game, with wide names": board("the-game", 5, *LAID, CANNOT),
    "One Brain, wide names": board("one-brain", 7, **ATTEMPT),
    "the end of One Brain, with wide names": board(
        "one-brain", 5, extra(), END, {"kind": "attempt-given-up"}, **ATTEMPT
    ),
    "Bluff, five wide names": board("game-of-bluff", 5, scored(1, 2, 3, 4, 5), emma(1)),
    "Bluff, fifteen wide names": board("game-of-bluff", 15, *ROUNDS),
    "Bluff, the pad of wide names": board("game-of-bluff", 15, path="sheet/close"),
    "Bluff, who of wide names starts": board("game-of-bluff", 15, path="sheet/starter"),
    CHART: board("game-of-bluff", 15, *ROUNDS, STOP),
}
