"""Every page and state of the app that a phone can show, by a sentence."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import FilePayload

from companion.engine.deck import encode
from tests.browser.bluff_places import ASKED, EIGHT, LONG_FIFTEEN, Goes, asks, goes, plays, then
from tests.browser.bluff_places import shows as is_seen
from tests.browser.bluff_places import visits as to
from tests.browser.brain_places import BRAIN
from tests.browser.pad_places import PADS
from tests.browser.phone import Phone
from tests.browser.shortcuts import CANNOT, END, Facts, card

LONG = LONG_FIFTEEN[:5]


# How somebody gets to a place


def extreme(*entries: Facts, **more: Any) -> Goes:
    return plays(*entries, extreme="y", **more)


def visits(path: str) -> Goes:
    """A page of a game in which a few cards lie."""
    few = card(47, "up-1"), card(37, "up-1"), END, card(80, "down-2")
    return then(plays(*few, aids="y"), path)


def of_table(path: str) -> Goes:
    """A page of the table of people with long names."""
    return then(plays(card(47, "up-1"), names=LONG), path)


def tap(spot: str) -> Goes:
    return lambda phone: phone.tap(phone.page.locator(spot).first)


def taps(first: Goes, *spots: str, shows: str = "dialog[open]") -> Goes:
    """What these taps, one after the other, bring onto a page."""
    return goes(first, *map(tap, spots), is_seen(shows))


def leads(first: Goes, *spots: str) -> Goes:
    """The page that the last of these taps leads to."""
    *others, last = spots
    tapped = goes(first, *map(tap, others))
    return goes(tapped, lambda phone: phone.goes(phone.page.locator(last).first))


def asks_about(card_number: int, first: Goes, command: str | None = None) -> Goes:
    """The question about this card on the first pile, by the pad."""
    return goes(first, lambda phone: phone.keys_in(card_number, "up-1", command), ASKED)


def known(first: Goes, deck: Mapping[str, str]) -> Goes:
    return goes(first, lambda phone: phone.knows(deck))


def deck(of: Mapping[str, str], brush: str = "") -> Goes:
    return then(known(extreme(), of), f"../deck/the-game/?brush={brush}")


def takes_over(first: Goes, text: str, shows: str = "#main") -> Goes:
    file: FilePayload = {"name": "d.json", "mimeType": "application/json", "buffer": text.encode()}

    chosen = goes(first, lambda phone: phone.page.locator("[type=file]").set_input_files(file))
    return goes(leads(chosen, ".import button"), is_seen(shows))


def invited(first: Goes, nth: int) -> Goes:
    """As a phone that has left its cookies behind, by a link that its table shows."""

    def go(phone: Phone) -> None:
        first(phone)
        phone.visits(f"{phone.game}../phones/")
        link = phone.page.locator("[data-share]").nth(nth).get_attribute("href")
        phone.context.clear_cookies()
        phone.visits(str(link))

    return go


# Where somebody gets to


def turn(cards: int) -> Facts:
    return {"kind": "turn-laid", "cards": cards}


def by_turns(*entries: Facts, **more: Any) -> Goes:
    return plays(turn(2), *entries, depth="turns", **more)


BEATEN = (
    {"kind": "hand-corrected", "player": 1, "cards": 0},
    {"kind": "hand-corrected", "player": 0, "cards": 98},
    {"kind": "cards-missed", "pile": "up-1", "count": 97, "top": 98},
    card(99, "up-1"),
)
"""A game that is won in one turn, the cards nobody entered caught up with."""
STOPS = {"5": "stop", "6": "stop", "7": "stop", "8": "stop"}
HALF_KNOWN = {
    **STOPS,
    **dict.fromkeys(("9", "31", "62", "93"), "same-pile"),
    **dict.fromkeys(("14", "26", "48", "71", "99"), "no-trick"),
    **dict.fromkeys(("15", "27"), "draw-one"),
    **dict.fromkeys(map(str, range(32, 48)), "none"),
}
DECK = deck({**STOPS, "48": "same-pile", "52": "none"})
THEIRS = {"5": "skull", "6": "three", "7": "silence", "48": "draw-one", "52": "no-trick"}
BACK = {"kind": "taken-back", "target": 2}
LAID, ONE = plays(card(47, "up-1")), extreme(card(47, "up-1", "none"))
DELETED = leads(of_table("../delete"), "[type=checkbox]", "form.sure .button.main")
FOUR_IN_FORCE = extreme(
    card(10, "up-1", "silence"), card(20, "up-2", "no-trick"), END,
    card(90, "down-1", "draw-one"), card(80, "down-2", "same-pile"),
)  # fmt: skip
BROKEN = extreme(card(40, "up-1", "none"), card(80, "down-2", "skull"), END)

ROLES: dict[str, Goes] = {
    "a wrong code": leads(
        goes(to("/join"), lambda phone: phone.page.get_by_role("textbox").fill("K7QM")),
        "form.typed .button.main",
    ),
    "who joins": taps(
        invited(of_table("../phones/"), 0), ".other-name > summary", shows=".other-name[open]"
    ),
    "the phones at a table, both ways in": taps(
        of_table("../phones/"), ".for-onlookers > summary", shows=".for-onlookers[open]"
    ),
    "the phones at a table, a row open": taps(
        leads(of_table("../phones/"), ".member > summary", ".member .names-of button"),
        ".member > summary",
        shows=".member[open]",
    ),
    "a closed table": leads(of_table("../phones/"), "form[action$=close] button"),
    "deleting a table": of_table("../delete"),
    "the shelf with a deleted table": DELETED,
    "deleting it for good": leads(DELETED, "a[href$=forget]"),
    "looking on": leads(invited(plays(card(47, "up-1"), aids="y"), -1), ".dock .main"),
}

EXTREME: dict[str, Goes] = {
    "Extreme with what commands mark": extreme(
        card(40, "up-1", "stop"), card(20, "up-2"),
        card(70, "down-2", "no-trick"), card(80, "down-1", "skull"),
    ),
    "Extreme with what fires mark": extreme(
        card(77, "down-1", "none"), card(90, "down-2", "stop"),
        card(33, "up-2", "none"), card(40, "up-1", "same-pile"), on_fire="y",
    ),
    "four commands in force": FOUR_IN_FORCE,
    "a silence that hides the aids": extreme(card(10, "up-1", "silence"), aids="y"),
    "a turn that ended by itself": extreme(
        card(90, "down-1", "draw-one"), card(10, "up-1", "none"), card(20, "up-2", "stop"),
    ),
    "three to lay and a skull to cover": extreme(
        card(40, "up-1", "three"), card(80, "down-2", "skull")
    ),
    "the signs beside a pile down": extreme(
        card(10, "up-1", "silence"), card(20, "up-2", "draw-one"), END, card(80, "down-1")
    ),
    "five long names in Extreme": extreme(
        card(22, "up-1", "none"), END, card(33, "up-2", "none"), card(80, "down-1"),
        names=LONG, on_fire="y",
    ),
    "Extreme alone": extreme(
        card(22, "up-1", "none"), END, card(33, "up-2", "none"), names=("Ann",), on_fire="y"
    ),
    "the commands of a card that lies": taps(
        extreme(card(10, "up-1"), card(80, "down-1")), "a.ask"
    ),
    "a question about the deck": asks_about(48, known(ONE, {**STOPS, "48": "same-pile"}), "stop"),
    "a question of how it is played": asks(
        extreme(
            card(90, "down-1", "no-trick"), card(60, "up-2", "none"), END,
            card(20, "up-1", "same-pile"),
        ),
        '.pile:nth-child(2) [value^="50"]',
    ),
    "the pad with commands": taps(ONE, 'a[data-pile="up-2"]', '[value="three"]:visible'),
    "the end, a command broken": BROKEN,
}  # fmt: skip

DEPTHS: dict[str, Goes] = {
    "turns by numbers, five long names": by_turns(card(47, "up-1"), names=LONG),
    "cards again on unknown piles": by_turns(
        {"kind": "depth-chosen", "depth": "cards"}, card(47, "up-1"), names=LONG
    ),
    "a question about a turn": asks(
        by_turns(expert="y", names=LONG), '.laid-numbers button[value="1"]'
    ),
    "how much is entered": taps(plays(turn(2), depth="turns"), "a.laid"),
    "the set-up for a result": taps(
        to("/new/the-game"), "summary", '[name="depth"][value="result"]', shows="#main"
    ),
    "the end by turns": by_turns(turn(3), CANNOT, names=LONG),
    "a turn that was forgotten": then(by_turns(), "log/1/forgotten"),
}

PLACES: dict[str, Goes] = {
    "the shelf, empty": to("/"),
    "the shelf with tables": then(plays(card(2, "up-1")), "../../../"),
    "a board before the first card": plays(),
    "a board in mid-game": visits(""),
    "a question": asks_about(36, plays(card(47, "up-1"), card(80, "down-1"))),
    "a forgotten end of turn": plays(
        card(47, "up-1"), card(48, "up-1"), card(49, "up-1"), names=LONG[:3]
    ),
    "the sheet of cards missed": taps(
        LAID, 'a[data-pile="up-2"]', "dialog#pad a.missed", shows="dialog#sheet[open]"
    ),
    "the sheet of hands": taps(LAID, ".counts a"),
    "the sheet of aids": taps(plays(card(47, "up-1"), aids="y"), "main a[data-sheet] >> nth=-1"),
    "the list that lays the table": taps(extreme(on_fire="y"), "a[href$=set-up]"),
    "the sheet of a rule": taps(LAID, ".owed a"),
    "the end, beaten": plays(*BEATEN),
    "a record": visits("record"),
    "a game from a file": to("/import"),
    "the rules": to("/rules/the-game"),
    "the rules of all games": to("/rules/"),
    "a page without network": to("/offline"),
    "the way to https": to("/https"),
    "a table": then(plays(tile="game-of-bluff", names=EIGHT), "../"),
    "the history of a table": visits("../history"),
    "nothing here": to("/t/nowhere/"),
    "the pad as a page": visits("sheet/pad?pile=up-1"),
    **EXTREME,
    "statistics": then(BROKEN, "../statistics"),
    "a player": leads(then(BROKEN, "../statistics"), ".named a >> nth=0"),
    "set-up of Extreme": to("/new/the-game-extreme"),
    "the log of Extreme": then(FOUR_IN_FORCE, "log/?all=1"),
    "a line with a command": then(FOUR_IN_FORCE, "log/4"),
    "a forgotten card with a command": then(FOUR_IN_FORCE, "log/4/forgotten"),
    "a deck half known": deck(HALF_KNOWN, "no-trick"),
    "a deck with a doubt": asks(deck({**STOPS, "48": "same-pile"}, "stop"), "#card-48"),
    "another deck that differs": takes_over(
        DECK, encode("the-game", {**THEIRS, "60": "stop"}), "[role=alertdialog]"
    ),
    "a file that is no deck": takes_over(deck(STOPS), "This is no deck."),
    "a board with Redo": plays(card(2, "up-1"), card(3, "up-1"), BACK),
    "turns by numbers with Redo": by_turns(turn(2), {**BACK, "target": 2}),
    **DEPTHS,
    **BRAIN,
    **PADS,
    **ROLES,
}
