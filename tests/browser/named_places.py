"""Boards of people without a name, and of people whose names are short and wide."""

from tests.browser import brain_places
from tests.browser.bluff_places import Goes, plays, table, then
from tests.browser.brain_places import extra
from tests.browser.shortcuts import CANNOT, END, card
from tests.games.game_of_bluff.telling import emma, scored, starter, stop
from tests.games.one_brain.telling import gives_up

WIDE = (
    "Mohammed", "Wilhelma", "Gwendola", "Wolfgang", "Hermione", "Dominika", "Margwena", "Hannelow",
    "Ambrosia", "Leonhard", "Friedmar", "Marianne", "Dagomara", "Gudmundo", "Humberto",
)  # fmt: skip
FIVE, FIFTEEN = {"names": WIDE[:5]}, {"names": WIDE}
LAID = (card(47, "up-1"), card(48, "up-1"), END)
ROUNDS = (starter(14), scored(*range(1, 16)), scored(15, *range(1, 15)), emma(0))
CHART = "the end of Bluff, with wide names"

UNNAMED: dict[str, Goes] = {
    "The Game, five without names": plays(*LAID, names=(), players=5),
    "One Brain, seven without names": brain_places.table(names=(), players=7, hand="4"),
    "Bluff, six without names": table(emma(0), names=(), players=6),
    "Bluff, fifteen without names": table(*ROUNDS, names=(), players=15),
}
NAMED: dict[str, Goes] = {
    "The Game, wide names": plays(*LAID, **FIVE),
    "The Game, the hands of wide names": then(plays(*LAID, **FIVE), "sheet/hands"),
    "The Game, a fire of wide names": plays(
        card(22, "up-1"), card(77, "down-2"), END, on_fire="y", extreme="y", **FIVE
    ),
    "the end of The Game, with wide names": plays(*LAID, CANNOT, **FIVE),
    "One Brain, wide names": brain_places.table(names=WIDE[:7], hand="4"),
    "the end of One Brain, with wide names": brain_places.table(
        extra(), END, gives_up(), hand="4", **FIVE
    ),
    "Bluff, five wide names": table(scored(1, 2, 3, 4, 5), emma(1), **FIVE),
    "Bluff, fifteen wide names": table(*ROUNDS, **FIFTEEN),
    "Bluff, the pad of wide names": then(table(**FIFTEEN), "sheet/close"),
    "Bluff, who of wide names starts": then(table(**FIFTEEN), "sheet/starter"),
    CHART: table(*ROUNDS, stop(), **FIFTEEN),
}
