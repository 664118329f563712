"""Every page and state of One Brain that a phone can show, by a sentence."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from playwright.sync_api import Locator

from tests.browser import shortcuts
from tests.browser.bluff_places import (
    LONG_FIFTEEN,
    Goes,
    asks,
    goes,
    opens,
    plays,
    shows,
    then,
    touches,
    visits,
)
from tests.browser.phone import BOTH, Phone
from tests.browser.shortcuts import END, Facts
from tests.games.one_brain.telling import gives_up, holds
from tests.games.one_brain.telling import lays as lay

NEW = "/new/one-brain"
LONG_SEVEN = LONG_FIFTEEN[:7]

DRAW: Facts = {"kind": "card-drawn"}


def extra(source: str = "hand", **more: object) -> Facts:
    return lay("extra", source, extra_from=source, **more)


def cover(column: int, source: str = "hand", **more: object) -> Facts:
    return lay("cover", source, column=column, **more)


def donate(to: int, **more: object) -> Facts:
    return lay("donate", to=to, given_from="hand", **more)


table = partial(plays, tile="one-brain", level="advanced", hand="5")


def sits(phone: Phone, *entries: Facts, **more: Any) -> None:
    table(*entries, **more)(phone)


# What can be tapped on the board


def action(phone: Phone, action: str) -> Locator:
    """One of the six, whether it opens its panel or is sent at once."""
    opens, sends = f'.action:has([value="{action}"])', f'.action[value="{action}"]'
    return phone.page.locator(f"#main :is({opens}, {sends})")


def chooses(phone: Phone, which: str) -> None:
    touches(phone, action(phone, which))


def naming(phone: Phone) -> Locator:
    """What opens the grid: of the card, or of a second one where its panel is open."""
    return phone.page.locator("#main .naming summary:visible")


def cell(phone: Phone, card: str) -> Locator:
    return phone.page.locator(f'#main .naming[open] .cell:has([data-card="{card}"])')


def names(phone: Phone, card: str) -> None:
    """Two taps: the grid, and a card in it."""
    touches(phone, naming(phone))
    touches(phone, cell(phone, card))


def target(phone: Phone, number: int) -> Locator:
    """A column, counted from the left, in the panel that is open."""
    return phone.page.locator("#main .panel:visible .target").nth(number - 1)


def covers(phone: Phone, number: int) -> None:
    chooses(phone, "cover")
    phone.enters(target(phone, number))


def adds(phone: Phone, source: str) -> None:
    chooses(phone, "extra")
    panel = phone.page.locator("#main .panel:visible")
    phone.enters(panel.locator(f'[name=extra_from][value="{source}"]'))


def draws(phone: Phone) -> None:
    phone.enters(phone.dock_button("Draw"))


# Attempts that end


def won() -> list[Facts]:
    """A whole attempt of two: two cards and two more, then all five of them are removed."""
    entries: list[Facts] = [holds(0, 18), holds(1, 18)]
    nth = left = 0
    while left < 36:
        first = 1 + nth * 5
        five = list(range(first, first + 5))
        plays = [extra(), extra(), lay("remove-colour", columns=five, removes="blue")]
        for play in plays if left < 35 else [lay("donate")]:
            entries += [play, END]
        nth, left = nth + 1, left + 5
    return entries[:-1]


LOST = (extra(), END, extra(), END, extra())  # six columns
TOLD = (
    donate(1, card="blue duck"), DRAW, extra(card="purple frog", extra_action="take-back"), DRAW,
    cover(2, card="green frog"), END,
)  # fmt: skip
FIVE_COLUMNS = (
    extra(card="purple frog"), DRAW, cover(1, card="yellow unicorn"), DRAW,
    extra(extra_action="take-back"), DRAW, cover(3), DRAW, donate(1, card="red dragon"), DRAW,
    cover(1), DRAW,
)  # fmt: skip
ALONE = (
    extra("domain"), DRAW, extra("domain"), DRAW, cover(2, "domain", card="green frog"), DRAW,
)  # fmt: skip


def panel(name: str, first: Goes) -> Goes:
    return goes(first, lambda phone: chooses(phone, name), shows("#main .panel:visible"))


def ticked(phone: Phone) -> None:
    """Half of what a remover takes."""
    panel("remove-kind", FULL)(phone)
    touches(phone, target(phone, 1))
    touches(phone, target(phone, 7))
    touches(phone, phone.page.locator('#main .removed:visible [value="cat"]'))


def over_again(*attempts: Sequence[Facts], first: Goes) -> Goes:
    """Attempts after one that is over, each with these entries, at the same table."""

    def go(phone: Phone) -> None:
        first(phone)
        for entries in attempts:
            phone.goes(again(phone))
            shortcuts.enter(phone.context.request, phone.game, entries)
            phone.page.reload()

    return go


def again(phone: Phone) -> Locator:
    """The next attempt, as it was, at the end of this one."""
    return phone.page.locator('.dock form[action$="/again"] button')


FIRST = table(names=LONG_SEVEN, hand="4")
# As many columns as can lie without an end.
FULL = table(*FIVE_COLUMNS, donate(1, card="purple cat"), END, level="beginner")
OF_SEVEN = (
    donate(1), DRAW, extra(), DRAW, cover(2, card="green frog"), DRAW, cover(1), END,
    donate(6), END,
)  # fmt: skip
SEVEN = table(*OF_SEVEN, names=LONG_SEVEN, hand="4")

BRAIN: dict[str, Goes] = {
    "Brain, set-up of the same seven": then(FIRST, NEW),
    "Brain, seven with long names begin": FIRST,
    "Brain, seven with long names": SEVEN,
    "Brain, two begin": table(),
    "Brain, with Redo": table(extra(), DRAW, {"kind": "taken-back", "target": 2}),
    "Brain, one column more": table(*FIVE_COLUMNS),
    "Brain, six columns of seven": FULL,
    "Brain, the panel of donate to six": panel("donate", SEVEN),
    "Brain, the panel of extra": panel("extra", FULL),
    "Brain, the panel of take back": panel("take-back", FULL),
    "Brain, what is removed is ticked": ticked,
    "Brain, the grid of a second card": goes(
        panel("extra", FULL), lambda phone: touches(phone, naming(phone)), shows(".naming[open]")
    ),
    "Brain, a second card that is known": goes(
        panel("extra", FULL), lambda phone: names(phone, "green cat")
    ),
    "Brain, the card of seven lies": table(*OF_SEVEN[:-1], names=LONG_SEVEN, hand="4"),
    "Brain, asked about a column that is barred": asks(
        panel("take-back", FULL), ".panel:visible .barred"
    ),
    "Brain, a second card of long names refused": asks(
        panel("cover", table(*FIVE_COLUMNS[:-1], names=LONG_SEVEN[:2])), ".panel:visible .target"
    ),
    "Brain, the hands of seven": opens("sheet/hands", SEVEN),
    "Brain, the attempts": opens("sheet/attempts", table(*TOLD, level="beginner")),
    "Brain, won by long names after two failures": over_again(
        (gives_up(),), won(), first=table(*LOST, names=LONG_SEVEN[:2])
    ),
    "Brain, lost three times": over_again(LOST, (gives_up(),), first=table(*LOST)),
    "Brain, only the result as a page": then(table(level="beginner"), "sheet/result"),
    "Brain, won, only the result entered": table(
        *TOLD, {"kind": "result-entered", "won": "y", "columns": 3}
    ),
    "Brain, alone with four columns": table(*ALONE, names=BOTH[:1]),
    "Brain, the log": then(SEVEN, "log/?all=1"),
    "Brain, a line of a remover": then(table(*won()), "log/7"),
    "Brain, a forgotten card": then(SEVEN, "log/6/forgotten"),
    "Brain, the rules": visits("/rules/one-brain"),
}
