"""Every page and state of the app that a phone can show, by a sentence."""

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import FilePayload

from companion.engine.deck import encode
from tests.browser.brain_places import BRAIN
from tests.browser.phone import Phone
from tests.browser.shortcuts import CANNOT, END, Facts, card

LONG = ["W" * 24, "Wilhelmina-Konstanze van", "M" * 24, "Ännchen von Tharau-Thüri", "@" * 24]
Goes = Callable[[Phone], None]


def beaten() -> list[Facts]:
    """A game that is won in one turn, the cards nobody entered caught up with."""
    return [
        {"kind": "hand-corrected", "player": 1, "cards": 0},
        {"kind": "hand-corrected", "player": 0, "cards": 98},
        {"kind": "cards-missed", "pile": "up-1", "count": 97, "top": 98},
        card(99, "up-1"),
    ]


def opens(path: str) -> Goes:
    """A page that needs no game."""

    def go(phone: Phone) -> None:
        phone.visits(path)

    return go


def comes_back(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    phone.visits("/")


def visits(path: str) -> Goes:
    """A page of a game in which a few cards lie."""

    def go(phone: Phone) -> None:
        phone.joins(card(47, "up-1"), card(37, "up-1"), END, card(80, "down-2"), aids="y")
        phone.visits(f"{phone.game}{path}")

    return go


def asks(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), card(80, "down-1"))
    phone.keys_in(36, "up-1")
    phone.question.wait_for()


def opens_pad(phone: Phone) -> None:
    phone.joins(card(47, "up-1"))
    phone.tap(phone.face("up-2"))
    phone.pad.wait_for()


def opens_missed(phone: Phone) -> None:
    opens_pad(phone)
    phone.tap(phone.pad.locator("a.missed"))
    phone.sheet.wait_for()


def opens_hands(phone: Phone) -> None:
    phone.joins(card(47, "up-1"))
    phone.tap(phone.page.locator(".counts a").first)
    phone.sheet.wait_for()


def opens_aids(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), aids="y")
    phone.tap(phone.page.locator("main a[data-sheet]").last)
    phone.sheet.wait_for()


def opens_first(where: str, *entries: Facts, **switches: str) -> Goes:
    """The sheet behind the first such link of a board."""

    def go(phone: Phone) -> None:
        phone.joins(*entries, **switches)
        phone.tap(phone.page.locator(where).first)
        phone.sheet.wait_for()

    return go


def turn(cards: int) -> Facts:
    """A turn that was entered by its number of cards."""
    return {"kind": "turn-laid", "cards": cards}


def by_turns(*entries: Facts, **more: Any) -> Goes:
    """A board on which turns are entered by numbers."""
    return lambda phone: phone.joins(turn(2), *entries, depth="turns", **more)


def asks_about_a_turn(phone: Phone) -> None:
    by_turns(expert="y", names=LONG)(phone)
    phone.enters(phone.page.locator(".laid-numbers button").first)
    phone.question.wait_for()


def sets_up_a_result(phone: Phone) -> None:
    phone.visits("/new/the-game")
    phone.tap(phone.page.locator('[name="depth"][value="result"]'))


STOPS = {"5": "stop", "6": "stop", "7": "stop", "8": "stop"}
FOUR_IN_FORCE = [
    card(10, "up-1", "silence"),
    card(20, "up-2", "no-trick"),
    END,
    card(90, "down-1", "draw-one"),
    card(80, "down-2", "same-pile"),
]
COMMANDS_MARK = [
    card(40, "up-1", "stop"),
    card(20, "up-2"),
    card(70, "down-2", "no-trick"),
    card(80, "down-1", "skull"),
]
FIRES_MARK = [
    card(77, "down-1", "none"),
    card(90, "down-2", "stop"),
    card(33, "up-2", "none"),
    card(40, "up-1", "same-pile"),
]
SIGNED = [card(10, "up-1", "silence"), card(20, "up-2", "draw-one"), END]


def extreme(*entries: Facts, **more: Any) -> Goes:
    """A board of Extreme with these entries."""
    return lambda phone: phone.joins(*entries, extreme="y", **more)


def then(first: Goes, path: str) -> Goes:
    """Another page of the same game."""

    def go(phone: Phone) -> None:
        first(phone)
        phone.visits(f"{phone.game}{path}")

    return go


def asks_about_the_deck(phone: Phone) -> None:
    phone.joins(card(47, "up-1", "none"), extreme="y")
    phone.knows({**STOPS, "48": "same-pile"})
    phone.keys_in(48, "up-1", "stop")
    phone.question.wait_for()


def asks_about_a_sign(phone: Phone) -> None:
    phone.joins(card(47, "up-1", "none"), card(80, "down-2"), extreme="y")
    phone.knows(STOPS)
    phone.chooses("stop")
    phone.question.wait_for()


def asks_how_it_is_played(phone: Phone) -> None:
    phone.joins(
        card(90, "down-1", "no-trick"), card(60, "up-2", "none"), END,
        card(20, "up-1", "same-pile"), extreme="y",
    )  # fmt: skip
    phone.enters(phone.page.locator('.pile:nth-child(2) [value^="50"]'))
    phone.question.wait_for()


def asks_before_it_is_lost(phone: Phone) -> None:
    phone.joins(card(77, "down-1", "none"), END, card(20, "up-2", "skull"), **FIERY)
    phone.enters(phone.page.locator("main > .dock button").last)
    phone.question.wait_for()


def opens_pad_with_commands(phone: Phone) -> None:
    phone.joins(card(47, "up-1", "none"), extreme="y")
    phone.tap(phone.face("up-2"))
    phone.tap(phone.command("three"))


def deck(known: Mapping[str, str], brush: str = "") -> Goes:
    """The page of a deck that knows this."""

    def go(phone: Phone) -> None:
        phone.joins(extreme="y")
        phone.knows(known)
        phone.visits(f"{phone.game}../deck/the-game/?brush={brush}")

    return go


def doubts(phone: Phone) -> None:
    deck({**STOPS, "48": "same-pile"}, "stop")(phone)
    phone.enters(phone.page.locator("#card-48"))
    phone.question.wait_for()


def takes_over(phone: Phone, text: str) -> None:
    """A deck from a file with this text in it."""
    file: FilePayload = {"name": "d.json", "mimeType": "application/json", "buffer": text.encode()}
    phone.page.locator("input[type=file]").set_input_files(file)
    phone.goes(phone.page.locator(".import button"))


def reviews(phone: Phone) -> None:
    deck({**STOPS, "48": "same-pile", "52": "none"})(phone)
    theirs = {"5": "skull", "6": "three", "7": "silence", "48": "draw-one", "52": "no-trick"}
    takes_over(phone, encode("the-game", {**theirs, "60": "stop"}))
    phone.question.wait_for()


def takes_over_nonsense(phone: Phone) -> None:
    deck(STOPS)(phone)
    takes_over(phone, "This is no deck.")


def types(path: str, *said: str) -> Goes:
    """A page of the table, or any other, on which this was typed and sent, if anything."""

    def go(phone: Phone) -> None:
        phone.joins(card(47, "up-1"), names=LONG)
        phone.visits(f"{phone.game}{path}")
        for each in said:
            phone.page.get_by_role("textbox").fill(each)
            phone.goes(phone.page.locator("form.typed .button.main"))

    return go


def opens_row(phone: Phone) -> None:
    types("../phones/")(phone)
    phone.tap(phone.page.locator(".member > summary").first)


def opens_both_ways_in(phone: Phone) -> None:
    types("../phones/")(phone)
    phone.tap(phone.page.locator(".for-onlookers > summary"))


def is_asked_to_join(phone: Phone) -> None:
    """By its own link, as a phone that has left its cookies behind."""
    types("../phones/")(phone)
    link = phone.page.locator("[data-share]").first.get_attribute("href")
    phone.context.clear_cookies()
    phone.visits(str(link))
    phone.tap(phone.page.locator(".other-name > summary"))


def looks_on(which: Goes) -> Goes:
    """A board as a phone has it that only looks on."""

    def go(phone: Phone) -> None:
        which(phone)
        game = phone.game
        phone.visits(f"{game}../phones/")
        link = phone.page.locator("[data-share]").last.get_attribute("href")
        phone.context.clear_cookies()
        phone.visits(str(link))
        phone.goes(phone.page.locator(".dock .main"))

    return go


def is_closed(phone: Phone) -> None:
    types("../phones/")(phone)
    phone.goes(phone.page.locator("form[action$=close] button"))


def is_deleted(phone: Phone) -> None:
    types("../delete")(phone)
    phone.tap(phone.page.get_by_role("checkbox"))
    phone.goes(phone.page.locator("form.sure .button.main"))


def is_going_for_good(phone: Phone) -> None:
    is_deleted(phone)
    phone.goes(phone.page.locator("a[href$=forget]"))


ROLES: dict[str, Goes] = {
    "the code of a table": opens("/join"),
    "a wrong code": types("../../../join", "K7QM"),
    "who joins": is_asked_to_join,
    "the phones at a table, both ways in": opens_both_ways_in,
    "the phones at a table, a row open": opens_row,
    "a closed table": is_closed,
    "deleting a table": types("../delete"),
    "the shelf with a deleted table": is_deleted,
    "deleting it for good": is_going_for_good,
    "looking on": looks_on(lambda phone: phone.joins(card(47, "up-1"), aids="y")),
}

HALF_KNOWN = {
    **STOPS,
    **dict.fromkeys(("9", "31", "62", "93"), "same-pile"),
    **dict.fromkeys(("14", "26", "48", "71", "99"), "no-trick"),
    **dict.fromkeys(("15", "27"), "draw-one"),
    **dict.fromkeys(map(str, range(32, 48)), "none"),
}
ON_FIRE = {"on_fire": "y"}
FIERY = {"extreme": "y", **ON_FIRE}
EXTREME: dict[str, Goes] = {
    "Extreme before the first card": extreme(),
    "Extreme with what commands mark": extreme(*COMMANDS_MARK),
    "Extreme with what fires mark": lambda phone: phone.joins(*FIRES_MARK, **FIERY),
    "On Fire alone": lambda phone: phone.joins(card(22, "up-1"), END, card(77, "up-2"), **ON_FIRE),
    "four commands in force": extreme(*FOUR_IN_FORCE),
    "a silence that hides the aids": extreme(card(10, "up-1", "silence"), aids="y"),
    "a turn that ended by itself": extreme(
        card(90, "down-1", "draw-one"), card(10, "up-1", "none"), card(20, "up-2", "stop"),
    ),
    "three to lay and a skull to cover": extreme(
        card(40, "up-1", "three"), card(80, "down-2", "skull")
    ),
    "the signs beside a pile down": extreme(*SIGNED, card(80, "down-1")),
    "five long names in Extreme": extreme(
        card(22, "up-1", "none"), END, card(33, "up-2", "none"), card(80, "down-1"),
        names=LONG, on_fire="y",
    ),
    "Extreme alone": extreme(
        card(22, "up-1", "none"), END, card(33, "up-2", "none"), names=("Ann",), on_fire="y"
    ),
    "a question about the deck": asks_about_the_deck,
    "a question about a sign": asks_about_a_sign,
    "a question of how it is played": asks_how_it_is_played,
    "a question before it is lost": asks_before_it_is_lost,
    "the pad with commands": opens_pad_with_commands,
    "the end, a command broken": extreme(
        card(40, "up-1", "none"), card(80, "down-2", "skull"), END
    ),
}  # fmt: skip

DEPTHS: dict[str, Goes] = {
    "turns by numbers": by_turns(turn(2)),
    "turns by numbers, five long names": by_turns(card(47, "up-1"), names=LONG),
    "cards again on unknown piles": by_turns(
        {"kind": "depth-chosen", "depth": "cards"}, card(47, "up-1"), names=LONG
    ),
    "a question about a turn": asks_about_a_turn,
    "how much is entered": opens_first("a.laid", turn(2), depth="turns"),
    "the set-up for a result": sets_up_a_result,
    "the end by turns": by_turns(turn(3), CANNOT, names=LONG),
    "the end of which only the result is known": by_turns({"kind": "result-entered", "left": 9}),
}

PLACES: dict[str, Goes] = {
    "the shelf, empty": opens("/"),
    "the shelf with tables": comes_back,
    "set-up": opens("/new/the-game"),
    "a board before the first card": lambda phone: phone.joins(),
    "a board in mid-game": visits(""),
    "a question": asks,
    "the pad": opens_pad,
    "a forgotten end of turn": lambda phone: phone.joins(
        card(47, "up-1"), card(48, "up-1"), card(49, "up-1"), names=LONG[:3]
    ),
    "the sheet of cards missed": opens_missed,
    "the sheet of hands": opens_hands,
    "the sheet of aids": opens_aids,
    "the list that lays the table": opens_first("a[href$=set-up]", extreme="y", on_fire="y"),
    "the sheet of a rule": opens_first(".owed a", card(47, "up-1")),
    "the end, beaten": lambda phone: phone.joins(*beaten()),
    "the end, stuck": lambda phone: phone.joins(card(2, "up-1"), CANNOT),
    "the log": visits("log/?all=1"),
    "a line": visits("log/1"),
    "a forgotten card": visits("log/3/forgotten"),
    "a record": visits("record"),
    "a game from a file": opens("/import"),
    "the rules": opens("/rules/the-game"),
    "the rules of all games": opens("/rules/"),
    "a page without network": opens("/offline"),
    "the way to https": opens("/https"),
    "a table": visits("../"),
    "the history of a table": visits("../history"),
    "nothing here": opens("/t/nowhere/"),
    "the pad as a page": visits("sheet/pad?pile=up-1"),
    "the hands as a page": visits("sheet/hands"),
    **EXTREME,
    "statistics": then(EXTREME["the end, a command broken"], "../statistics"),
    "set-up of Extreme": opens("/new/the-game-extreme"),
    "the log of Extreme": then(extreme(*FOUR_IN_FORCE), "log/?all=1"),
    "a line with a command": then(extreme(*FOUR_IN_FORCE), "log/4"),
    "a forgotten card with a command": then(extreme(*FOUR_IN_FORCE), "log/4/forgotten"),
    "a deck of which nothing is known": deck({}),
    "a deck half known": deck(HALF_KNOWN, "no-trick"),
    "a deck with a doubt": doubts,
    "another deck that differs": reviews,
    "a file that is no deck": takes_over_nonsense,
    **DEPTHS,
    "a turn that was forgotten": then(by_turns(), "log/1/forgotten"),
    **BRAIN,
    **ROLES,
}
