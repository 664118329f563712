"""Cards that carry commands: learned from a tap, carried by chips, and what they ask of a turn."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.engine.deck import encode
from companion.games.the_game.deck import CHOICES
from companion.games.the_game.entries import Command
from companion.games.the_game.words import COMMANDS
from tests.engine.test_deck import chosen
from tests.games.the_game.telling import end, play
from tests.support.client_phone import BOTH_WAYS, Phone, answers, nothing_written
from tests.support.page import Element, Page
from tests.web.junk import HOSTILE
from tests.web.routes import addresses

NAMES = ["Ann", "Ben"]
TWO = (chosen(60, "up-2", "none"), chosen(61, "up-2", "none"))
WAS_STOP = "48 was known as “stop”; you chose “skull”."


@pytest.fixture
def extreme(phone: Phone) -> Phone:
    """A phone at a game of Extreme in which nothing lies yet."""
    return sits_down(phone)


def sits_down(phone: Phone, **switches: Any) -> Phone:
    """A new game of Extreme at the table of Ann and Ben."""
    phone.starts(2, NAMES, tile="the-game-extreme", **switches)
    return phone


def plays(phone: Phone, *entries: Mapping[str, Any]) -> Page:
    """Enter all of these, each from the page that the one before was answered with."""
    for facts in entries:
        page = phone.enters(**facts)
        assert page.status == 200, page.said
    return phone.page


def knows(phone: Phone, deck: Mapping[str, str]) -> Page:
    """The table learns this from somebody else's deck, and the phone is at its board again."""
    given = {**phone.facts(), "deck": encode("the-game", deck)}
    assert phone.posts(f"{phone.table}deck/the-game/take-over", given, entry=False).status == 303
    return phone.opens(phone.game)


def deck(phone: Phone) -> dict[str, str]:
    """What the table knows of its cards, as it can be taken along."""
    answer = phone.client.get(f"{phone.table}deck/the-game/deck.json", base_url=phone.host)
    return answer.json["cards"]


def pile(page: Page, name: str) -> Element:
    """One of the piles on the board."""
    piles = page.main.classed("pile")
    return next(each for each in piles if each.all("input", name="pile", value=name))


def chips(page: Page, name: str) -> dict[str, str]:
    """What the chips of a pile say of their cards: the number, and what the form sends."""
    buttons = pile(page, name).all("button", name="card")
    values = [button.attributes["value"] for button in buttons]
    return {value.split()[0]: value for value in values}


def taps_chip(phone: Phone, card: int, name: str) -> Page:
    form = pile(phone.page, name).find("form")
    button = form.find("button", value=chips(phone.page, name)[str(card)])
    return phone.submits(form, button)


def types(phone: Phone, at: str, digits: str, **picked: str) -> Page:
    """Enter a card on the pad at this address without scripts: a page for each digit."""
    page = phone.opens(f"{phone.game}{at}")
    for digit in digits:
        [pad] = page.main.classed("pad")
        key = pad.find("button", data_key=digit)
        values, picked = {**pad.values(key), **picked}, {}
        if "formaction" not in key.attributes:
            return phone.sends(pad.attributes["action"], values)
        page = phone.sends(key.attributes["formaction"], values, entry=False)
    [pad] = page.main.classed("pad")
    return phone.submits(pad, pad.having("data-send")[0])


def last(phone: Phone) -> dict[str, object]:
    """The latest entry that counts."""
    return phone.record()["entries"][-1]


def signs(page: Page) -> list[str]:
    """What can be chosen for the card just laid."""
    return [button.label for form in page.main.classed("signs") for button in form.all("button")]


def strip(page: Page) -> str:
    """The lasting commands in force, as the board says them."""
    return page.main.classed("strip")[0].text


@BOTH_WAYS
def test_the_sign_of_a_card_is_chosen_and_its_chip_carries_it(extreme: Phone) -> None:
    assert pile(extreme.page, "up-1").find("button", value="5").text == "5?"
    page = taps_chip(extreme, 5, "up-1")
    assert (last(extreme), deck(extreme)) == (play(5, "up-1"), {})
    assert signs(page) == [f"5: {COMMANDS[choice]}" for choice in CHOICES]
    assert "command?" in pile(page, "up-1").text
    with nothing_written(extreme):
        assert signs(extreme.taps("5: Not now")) == []
    extreme.opens(extreme.game)
    for choice in CHOICES:
        assert extreme.taps(f"5: {COMMANDS[choice]}").status == 200
        assert (last(extreme), deck(extreme)) == (chosen(5, "up-1", choice), {"5": choice})
        page = extreme.opens(extreme.game)
        assert ("command?" in pile(page, "up-1").text, signs(page)) == (False, [])
        page = extreme.taps("Undo")  # which unlearns it
        assert (deck(extreme), "5: skull" in signs(page)) == ({}, True)
    extreme.taps("Redo")
    knows(sits_down(extreme), {"2": "no-trick"})
    carries = {"2": "2 no-trick", "5": f"5 {CHOICES[-1]}", "6": "6"}
    assert carries.items() <= chips(extreme.page, "up-1").items()
    assert "no ten back" in pile(extreme.page, "up-1").all("button", name="card")[0].text
    page = taps_chip(extreme, 2, "up-1")
    assert (signs(page), last(extreme)) == ([], play(2, "up-1", "no-trick"))


@BOTH_WAYS
def test_a_top_asks_for_its_own_command_whatever_was_laid_since(extreme: Phone) -> None:
    taps_chip(extreme, 5, "up-1")
    taps_chip(extreme, 99, "down-1")
    assert extreme.taps("5: which command?").status == 200
    extreme.taps("skull")
    assert extreme.record()["entries"][-2] == chosen(5, "up-1", "skull")
    assert "command?" not in pile(extreme.opens(extreme.game), "up-1").text


@BOTH_WAYS
def test_the_pad_enters_what_is_known_or_chosen(extreme: Phone) -> None:
    knows(extreme, {"58": "skull", "57": "none"})
    for entry in (play(58, "up-2", "skull"), play(57, "down-1")):
        types(extreme, f"sheet/pad?pile={entry['pile']}", str(entry["card"]))
        assert last(extreme) == entry
    for digits, choice in (("59", "skull"), ("60", "none")):
        types(extreme, "sheet/pad?pile=up-2", digits, choice=choice)
        assert last(extreme) == chosen(int(digits), "up-2", choice)
    extreme.plays("61 stop", "up-2", choice="none", confirmed="1")
    assert last(extreme) == chosen(61, "up-2", "none")
    for junk in ("junk", "SKULL", "skull chosen", HOSTILE):
        answer = extreme.client.get(f"{extreme.game}sheet/pad", query_string={"choice": junk})
        assert answer.status_code == 404, junk
    with nothing_written(extreme):
        assert types(extreme, "sheet/pad?pile=down-2", "58", choice="stop").status == 422
        extreme.opens(extreme.game)
        for card in ("48 skull x", " 48 skull", "48 fire", "100 skull"):
            answers(extreme.plays(card, "up-1"), 422, "There is no such card")


@BOTH_WAYS
def test_another_command_is_asked_about(extreme: Phone) -> None:
    knows(extreme, {**{"2": "skull", "3": "skull", "4": "skull", "5": "skull"}, "48": "stop"})
    plays(extreme, chosen(47, "up-1", "none"))
    with nothing_written(extreme):
        page = extreme.enters(**chosen(48, "up-1", "skull"))
        answers(page, 422, WAS_STOP)
        question = next(e for e in page.main if e.attributes.get("role") == "alertdialog")
        labels = [each.label for each in question if each.tag in ("a", "button")]
        assert labels == ["Our deck", "My mistake", "48: skull"]  # and no other pile or player
        assert extreme.taps("My mistake").said == ""
    extreme.plays(60, "up-1")
    extreme.enters(**chosen(48, "up-1", "skull"))
    odd = ("“skull” is already on 2, 3, 4 and 5.", "48 does not fit on 60 going up.", WAS_STOP)
    assert [each for each in odd if each not in extreme.page.said] == []  # all of it together
    asked = extreme.page
    assert "6 of 98 cards known." in extreme.taps("Our deck").main.text
    assert extreme.taps("Back").main.having("data-seen")
    extreme.page = asked
    assert extreme.taps("48: skull").status == 200
    assert last(extreme) == {**chosen(48, "up-1", "skull"), "confirmed": True}
    assert deck(extreme)["48"] == "skull"


def test_a_doubt_about_another_line_of_the_same_number_breaks_no_page(extreme: Phone) -> None:
    knows(extreme, {"48": "stop"})
    plays(extreme, play(47, "up-1"), chosen(48, "up-2", "stop"))
    plays(extreme, chosen(48, "up-1", "skull") | {"change": 1})
    page = extreme.enters(**play(60, "up-2"), change=2)
    assert (page.status in (200, 422), "60 was known" in page.said) == (True, False)


@BOTH_WAYS
def test_a_line_of_the_log_can_have_another_command(extreme: Phone) -> None:
    plays(extreme, chosen(48, "up-1", "skull"))
    extreme.opens(f"{extreme.game}log/1")
    page = extreme.taps("silence")
    assert page.answer.request.path == f"{extreme.game}log/"
    assert "48 on ▲ A, silence" in page.main.text.replace("\u00a0", " ")
    assert (last(extreme), deck(extreme)) == (chosen(48, "up-1", "silence"), {"48": "silence"})


def test_a_card_of_the_log_brings_the_command_that_is_known_of_it(extreme: Phone) -> None:
    knows(extreme, {"40": "draw-one", "48": "silence", "49": "draw-one"})
    plays(extreme, play(48, "up-1", "silence"))
    types(extreme, "log/1", "49", pile="up-2")
    assert last(extreme) == play(49, "up-2", "draw-one")
    types(extreme, "log/1/forgotten", "40")
    assert extreme.record()["entries"][0]["command"] == "draw-one"
    plays(sits_down(extreme), {**chosen(48, "up-1", "none"), "confirmed": "1"})
    page = extreme.opens(f"{extreme.game}log/1")
    said = page.main.all("button", name="choice", aria_current="true")
    assert [button.text for button in said] == ["none"]
    types(extreme, "log/1", "48", pile="up-2")  # what was chosen stays
    assert last(extreme)["choice"] == "none"


AID_WORDS = ("Winning", "fits nowhere", "fit nowhere", "not laid", "dead", "sheet/aids", "hundred")


def test_under_a_silence_no_page_shows_an_aid_until_it_is_covered(extreme: Phone) -> None:
    sits_down(extreme, aids=True)
    plays(extreme, chosen(50, "up-2", "none"), chosen(51, "up-2", "none"), end())
    plays(extreme, chosen(52, "down-1", "none"), chosen(48, "up-1", "silence"))
    pages = {
        name: at for name, at in addresses(extreme).items() if name.startswith(("tables.s", "log."))
    }
    assert len(pages) > 5
    for name, address in pages.items():
        page = extreme.opens(address)
        assert page.status == 200
        shown = page.answer.text.split("</style>")[-1]
        assert [word for word in AID_WORDS if word in shown] == [], name
    extreme.opens(extreme.game)
    assert "silence: aids hidden" in strip(extreme.page)
    log = extreme.opens(f"{extreme.game}log/").main.text
    assert ("52 on ▼" in log, "50 on ▲" in log) == (True, False)
    page = extreme.opens(f"{extreme.game}sheet/aids")
    assert (page.status, page.answer.request.path) == (200, extreme.game)
    answer = extreme.client.get(f"{extreme.game}sheet/aids", headers={"HX-Request": "true"})
    assert (answer.headers["HX-Redirect"], answer.text) == (extreme.game, "")
    plays(extreme, chosen(53, "up-1", "none"))
    assert "50 on ▲" in extreme.opens(f"{extreme.game}log/").main.text
    extreme.opens(extreme.game)
    shown = extreme.taps("Cards").main.text
    assert ("You may still be able to win." in shown, "not laid" in shown) == (True, True)


def test_lasting_commands_stand_in_a_strip_each_a_link_to_its_rule(extreme: Phone) -> None:
    assert strip(extreme.page) == "“?”: command not known yet"
    assert strip(plays(extreme, play(48, "up-1", "stop"))) == "No active command"
    plays(sits_down(extreme), play(48, "up-1", "no-trick"), play(60, "down-1", "draw-one"), end())
    assert strip(extreme.page) == "draw one no ten back"
    page = plays(sits_down(extreme), play(48, "up-1", "draw-one"), *TWO)
    assert "draws 1 card" in page.main.classed("dock")[0].text
    assert "Ann drew 1 card." in plays(extreme, end()).main.text
    page = plays(sits_down(extreme), play(48, "up-1", "same-pile"))
    assert "only here" in pile(page, "up-1").text
    sits_down(extreme)
    for command in Command:
        plays(extreme, play(48, "up-1", command))
        links = extreme.page.main.classed("strip")[0].all("a")
        assert len(links) == command.lasting, command
        for link in links:
            there = urlsplit(link.attributes["href"])
            assert (there.fragment, parse_qs(there.query)["back"]) == (command, [extreme.game])
            assert len(extreme.opens(link.attributes["href"]).main.all(id=command)) == 1
            extreme.opens(extreme.game)
        plays(extreme, {"kind": "taken-back", "target": extreme.head})


def test_a_fire_card_says_by_whose_turn_and_then_that_it_is_due(plain: Phone) -> None:
    assert not plain.starts(2, NAMES, on_fire=True).main.classed("strip")
    assert "Ben must cover" in pile(plays(plain, play(22, "up-1")), "up-1").text
    assert (signs(plain.page), "?" in plain.page.main.classed("piles")[0].text) == ([], False)
    assert "cover!" in pile(plays(plain, play(3, "up-2"), end()), "up-1").text
    plain.starts(1, on_fire=True)
    assert "cover next turn" in pile(plays(plain, play(22, "up-1")), "up-1").text


def test_without_commands_they_are_refused_and_chips_and_pads_enter_numbers(extreme: Phone) -> None:
    extreme.starts(2, NAMES)
    knows(extreme, {"5": "skull", "58": "stop", "6": "none"})
    before = deck(extreme)
    with nothing_written(extreme):
        for facts, sentence in (
            ({"command": "skull"}, "That cannot be entered. Choose again."),
            ({"choice": "none"}, "There is no such command. Choose another."),
            ({"card": "58 stop"}, "That cannot be entered. Choose again."),
        ):
            answers(extreme.enters(**{**play(48, "up-1"), **facts}), 422, sentence)
    extreme.opens(extreme.game)
    assert [*chips(extreme.page, "up-1").values()] == ["2", "3", "4", "5", "6", "7"]
    taps_chip(extreme, 5, "up-1")
    types(extreme, "sheet/pad?pile=up-1", "58")
    types(extreme, "log/2", "59")
    types(extreme, "log/2/forgotten", "6")
    extreme.opens(extreme.game)
    assert (extreme.plays("60 none", "up-1").status, extreme.cards()) == (200, [5, 6, 59, 60])
    assert (deck(extreme), extreme.page.main.all("input", name="choice")) == (before, [])
    for at in ("", "sheet/pad"):
        assert not extreme.opens(f"{extreme.game}{at}").main.having("data-deck")
