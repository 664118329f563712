"""Every page and state of Game of Bluff that a phone can show, by a sentence."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from playwright.sync_api import Locator

from tests.browser.phone import Phone
from tests.browser.shortcuts import Facts
from tests.games.game_of_bluff.telling import emma, leaves, scored, starter, stop, turn

FIVE = ("Ann", "Ben", "Cas", "Dee", "Eva")
EIGHT = (*FIVE, "Finn", "Gus", "Hannelore")
FIFTEEN = (
    *EIGHT, "Ina", "Jan", "Klaas", "Lotte", "Marieke", "Niels", "Oma Wil",
)  # fmt: skip
# As long as names may be: 24 characters, of the widest letters, of many words, of none.
LONG_FIFTEEN = (
    "W" * 24, "Wilhelmina-Konstanze van", "M" * 24, "Ännchen von Tharau-Thüri", "@" * 24,
    "Opa Karel uit Antwerpen2", "Maximilian-Alexander III", "&" * 24, "Tante Greet van hierover",
    "Q" * 24, "Jan-Willem van der Steen", "%" * 24, "Bartholomäus Überschwang", "G" * 24,
    "Annemarie-Sophie Schmitz",
)  # fmt: skip
Goes = Callable[[Phone], object]
SHEET = "dialog#sheet[open]"


def plays(*entries: Facts, **more: Any) -> Goes:
    """A board with these entries: who plays what is in `more`, and how."""
    return lambda phone: phone.joins(*entries, **more)


table = partial(plays, tile="game-of-bluff", names=FIVE)


def sits(phone: Phone, *entries: Facts, **more: Any) -> None:
    table(*entries, **more)(phone)


def six_rounds_of_fifteen() -> list[Facts]:
    """As many rounds as fifteen players can have before the last one: Rik holds each 15."""
    ups = [[(a * seat + b) % 15 for seat in range(15)] for a, b in ((1, 0), (2, 5), (4, 9))]
    rows = [row for up in ups for row in (up, [14 - card for card in up])]
    last = rows[-1]
    for low in (1, 2, 3, 7, 8, 9):  # two players have each other's card: not all have 42
        one, other = last.index(low), last.index(low + 3)
        last[one], last[other] = last[other], last[one]
    return [scored(*(card or 15 for card in row), rik=row.index(0)) for row in rows]


TWO = (scored(1, 2, 3, 4, 5, rik=4), scored(5, 1, 2, 3, 4))


def rows_of_fifteen() -> list[Facts]:
    """A game of fifteen to its end in four rounds, the limit of 45 passed by one point."""
    last_three = [[15, *[(seat * step) % 14 + 1 for seat in range(14)]] for step in (1, 3, 5)]
    return [scored(*cards) for cards in (*last_three, [1, *range(15, 1, -1)])]


def goes(*does: Goes) -> Goes:
    """What somebody does one after the other to get to a place."""

    def go(phone: Phone) -> None:
        for each in does:
            each(phone)

    return go


def shows(spot: str) -> Goes:
    return lambda phone: phone.page.locator(spot).first.wait_for()


ASKED = shows("[role=alertdialog]")


def asks(first: Goes, spot: str) -> Goes:
    return goes(first, lambda phone: phone.enters(phone.page.locator(f"#main {spot}").last), ASKED)


def visits(path: str) -> Goes:
    return lambda phone: phone.visits(path if path.startswith("/") else f"{phone.game}{path}")


def then(first: Goes, path: str) -> Goes:
    return goes(first, visits(path))


def opens(sheet: str, first: Goes) -> Goes:
    link = f"#board a[href*='{sheet}']:visible"
    return goes(first, lambda phone: phone.tap(phone.page.locator(link).first), shows(SHEET))


def touches(phone: Phone, target: Locator) -> None:
    """One tap that is no second one of the last, wherever that was."""
    phone.takes_a_moment(target)
    phone.tap_at_once(target)


def white(phone: Phone, name: str, card: int) -> None:
    row = phone.page.locator(".player", has_text=name)
    touches(phone, row.locator(f'.whites [value="{card}"]'))


def holds_rik(phone: Phone, name: str) -> None:
    touches(phone, phone.page.locator(".player", has_text=name).locator("[name=rik]"))


def half_entered(phone: Phone) -> None:
    sits(phone, *TWO)
    white(phone, "Ann", 5)
    white(phone, "Cas", 2)
    holds_rik(phone, "Ann")


def closes(phone: Phone) -> None:
    """Close round, on the pad if it is open; its word is in any language."""
    on_pad = phone.page.locator(SHEET).is_visible()
    dock = phone.page.locator(
        f"{SHEET} .dock button" if on_pad else "#board > .dock button:visible"
    )
    phone.enters(dock.last)


def gives(phone: Phone, *cards: int) -> None:
    for card in cards:
        touches(phone, phone.page.locator(f'[data-white="{card}"]:visible'))


def opens_pad(names: Sequence[str], *entries: Facts) -> Goes:
    return opens("sheet/close", table(*entries, names=names))


def half_a_pad(phone: Phone) -> None:
    opens_pad(LONG_FIFTEEN, *six_rounds_of_fifteen()[:1])(phone)
    gives(phone, 15)
    touches(phone, phone.page.locator("[data-crown]"))
    gives(phone, 3, 11, 7, 1, 9)


NEW = "/new/game-of-bluff"
BLUFF: dict[str, Goes] = {
    "Bluff, set-up of the same fifteen": then(table(names=LONG_FIFTEEN), NEW),
    "Bluff, the first view": table(),
    "Bluff, with Redo": table(*TWO, {"kind": "taken-back", "target": 2}),
    "Bluff, the turns after Emma": table(*TWO, emma(1), turn()),
    "Bluff, six players with long names": table(
        scored(6, 1, 2, 3, 4, 5), scored(5, 6, 1, 2, 3, 4, rik=1), names=LONG_FIFTEEN[:6]
    ),
    "Bluff, seven players with a round": table(
        scored(1, 2, 3, 4, 5, 6, 7, rik=6), scored(7, 6, 5, 4, 3, 2, 1), names=EIGHT[:7]
    ),
    "Bluff, eight players": table(scored(*range(1, 9)), names=(*EIGHT[:7], "Gwendola")),
    "Bluff, fifteen players in round seven": table(*six_rounds_of_fifteen(), names=LONG_FIFTEEN),
    "Bluff, fifteen players after Emma": table(
        *six_rounds_of_fifteen()[:3], emma(4), names=LONG_FIFTEEN
    ),
    "Bluff, four of five play on": table(*TWO, leaves(1)),
    "Bluff, ten of eleven play on": table(
        scored(*range(1, 12)), leaves(1), names=LONG_FIFTEEN[:11]
    ),
    "Bluff, who plays": then(table(*TWO, leaves(1)), "sheet/who-plays"),
    "Bluff, the end of fifteen": table(*rows_of_fifteen(), names=LONG_FIFTEEN),
    "Bluff, stopped before the first round": table(stop()),
    "Bluff, the pad of eight as a page, half entered": goes(
        then(table(names=EIGHT), "sheet/close"), lambda phone: gives(phone, 8, 3, 1)
    ),
    "Bluff, who of fifteen played Emma": opens("sheet/emma", table(names=LONG_FIFTEEN)),
    "Bluff, stopping early": opens("sheet/stop", table(*TWO)),
    "Bluff, only the result of fifteen as a page": then(table(names=LONG_FIFTEEN), "sheet/result"),
    "Bluff, the characters": opens("characters", table()),
    "Bluff, the log": then(table(starter(1), *TWO, emma(1), turn()), "log/?all=1"),
    "Bluff, a line of a round of fifteen": then(
        table(*six_rounds_of_fifteen()[:1], names=LONG_FIFTEEN), "log/1"
    ),
    "Bluff, cards missing": goes(half_entered, closes, shows("#main [role=alert]")),
    "Bluff, cards missing on the pad": goes(half_a_pad, closes, shows("#main [role=alert]")),
    "Bluff, the rules": visits("/rules/game-of-bluff"),
}
