"""Cards that carry commands: learned from a tap, carried by chips, and what they ask of a turn."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.engine.deck import encode
from companion.games.the_game.deck import CHOICES
from companion.games.the_game.entries import Command
from companion.games.the_game.state import Reason
from companion.games.the_game.words import COMMANDS, REASONS
from tests.engine.test_deck import chosen
from tests.games.the_game.telling import cannot, case, end, holds, late, missed, play, sure
from tests.web.actor import BOTH_WAYS, Phone, answers, nothing_written
from tests.web.junk import BOOK, HOSTILE, HUGE, LONG
from tests.web.pages import Element, Page
from tests.web.routes import addresses

NAMES = ["Ann", "Ben"]
SKULLS = {"2": "skull", "3": "skull", "4": "skull", "5": "skull"}
SKULL, SILENCE = play(48, "up-1", "skull"), play(48, "up-1", "silence")
FIRE_DUE = (play(22, "up-1"), play(3, "up-2"), end())
TWO = (chosen(60, "up-2", "none"), chosen(61, "up-2", "none"))
NO_SUCH_CARD = "There is no such card: the cards go from 2 to 99."
NO_SUCH_COMMAND = "There is no such command."


@pytest.fixture
def extreme(phone: Phone) -> Phone:
    """A phone at a game of Extreme in which nothing lies yet."""
    return sits_down(phone)


@pytest.fixture
def bare(plain: Phone) -> Phone:
    """The same without scripts, for what is the same with them."""
    return sits_down(plain)


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
    cards: dict[str, str] = (answer.json or {})["cards"]
    return cards


def pile(page: Page, name: str) -> Element:
    """One of the piles on the board."""
    return next(
        section
        for section in page.main.classed("pile")
        if section.all("input", name="pile", value=name)
    )


def chips(page: Page, name: str) -> dict[str, str]:
    """What the chips of a pile say of their cards: the number, and what the form sends."""
    buttons = pile(page, name).all("button", name="card")
    values = [button.attributes["value"] for button in buttons]
    return {value.split()[0]: value for value in values}


def taps_chip(phone: Phone, card: int, name: str) -> Page:
    """Tap this card below its pile."""
    form = pile(phone.page, name).find("form")
    button = form.find("button", value=chips(phone.page, name)[str(card)])
    return phone.sends(form.attributes["action"], form.values(button))


def types(phone: Phone, address: str, digits: str, **picked: str) -> Page:
    """Enter a card on the pad at this address without scripts: a page for each digit."""
    pad = phone.opens(address).main.classed("pad")[0]
    for digit in digits:
        key = pad.find("button", data_key=digit)
        values = {**pad.values(key), **picked}
        if "formaction" not in key.attributes:
            return phone.sends(pad.attributes["action"], values)
        picked = {}
        pad = phone.sends(key.attributes["formaction"], values, entry=False).main.classed("pad")[0]
    send = next(iter(pad.having("data-send")))
    return phone.sends(pad.attributes["action"], pad.values(send))


def last(phone: Phone) -> dict[str, object]:
    """The latest entry that counts."""
    entry: dict[str, object] = phone.record()["entries"][-1]
    return entry


def signs(page: Page) -> list[str]:
    """What can be chosen for the card just laid."""
    return [button.label for form in page.main.classed("signs") for button in form.all("button")]


class TestLearning:
    def test_a_card_of_which_nobody_knows_has_a_question_mark_and_teaches_nothing(
        self, extreme: Phone
    ) -> None:
        assert chips(extreme.page, "up-1")["5"] == "5"
        assert pile(extreme.page, "up-1").find("button", value="5").text == "5?"
        taps_chip(extreme, 5, "up-1")
        assert last(extreme) == {"kind": "card-played", "card": 5, "pile": "up-1"}
        assert deck(extreme) == {}
        assert chips(sits_down(extreme).page, "up-1")["5"] == "5"

    @pytest.mark.parametrize(
        "choice",
        [
            pytest.param(choice, marks=() if choice in ("skull", "none") else pytest.mark.long)
            for choice in CHOICES
        ],
    )
    @BOTH_WAYS
    def test_choosing_its_sign_teaches(self, extreme: Phone, choice: str) -> None:
        page = taps_chip(extreme, 5, "up-1")
        name = str(COMMANDS[choice])
        assert f"5: {name}" in signs(page)
        page = extreme.taps(f"5: {name}")
        assert page.status == 200
        assert signs(extreme.opens(extreme.game)) == []
        assert last(extreme) == chosen(5, "up-1", choice)
        assert deck(extreme) == {"5": choice}

    @pytest.mark.parametrize(
        "choice", ["skull", pytest.param("draw-one", marks=pytest.mark.long), "none"]
    )
    def test_from_then_on_its_chip_carries_it(self, extreme: Phone, choice: str) -> None:
        plays(extreme, chosen(5, "up-1", choice))
        sits_down(extreme)
        assert chips(extreme.page, "up-1")["5"] == f"5 {choice}"
        assert "?" not in pile(extreme.page, "up-1").find("button", value=f"5 {choice}").text
        page = taps_chip(extreme, 5, "up-1")
        assert signs(page) == []
        assert last(extreme) == play(5, "up-1", None if choice == "none" else choice)
        assert deck(extreme) == {"5": choice}

    def test_a_command_is_called_by_its_name_on_its_chip(self, bare: Phone) -> None:
        knows(bare, {"2": "no-trick", "3": "none"})
        buttons = pile(bare.page, "up-1").all("button", name="card")
        assert "no ten back" in buttons[0].text
        assert buttons[1].text == "3"

    def test_there_is_a_sign_for_each_command_and_for_none(self, extreme: Phone) -> None:
        page = taps_chip(extreme, 5, "up-1")
        assert signs(page) == [f"5: {COMMANDS[choice]}" for choice in CHOICES]

    @BOTH_WAYS
    def test_the_signs_can_be_left_and_the_card_stays_as_it_is(self, extreme: Phone) -> None:
        taps_chip(extreme, 5, "up-1")
        with nothing_written(extreme):
            page = extreme.taps("Not now")
            assert (page.status, signs(page)) == (200, [])
        assert last(extreme) == play(5, "up-1")

    def test_the_next_entry_takes_them_away(self, extreme: Phone) -> None:
        taps_chip(extreme, 5, "up-1")
        assert signs(extreme.ends_turn(confirmed="1")) == []

    def test_taking_back_unlearns_and_redo_learns_again(self, extreme: Phone) -> None:
        taps_chip(extreme, 5, "up-1")
        extreme.taps("5: skull")
        page = extreme.taps("Undo")
        assert (deck(extreme), "5: skull" in signs(page)) == ({}, True)
        extreme.taps("Redo")
        assert deck(extreme) == {"5": "skull"}

    def test_a_page_older_than_the_deck_still_asks_for_the_command(self, extreme: Phone) -> None:
        page = extreme.page
        knows(extreme, {"5": "skull"})
        extreme.page = page
        assert "5: skull" in signs(taps_chip(extreme, 5, "up-1"))

    def test_the_pile_asks_for_the_command_of_its_top(self, bare: Phone) -> None:
        plays(bare, play(5, "up-1"), chosen(6, "up-2", "none"))
        assert "command?" in pile(bare.page, "up-1").text
        assert "command?" not in pile(bare.page, "up-2").text

    def test_another_table_with_other_people_starts_with_this_deck(self, bare: Phone) -> None:
        plays(bare, chosen(5, "up-1", "skull"))
        bare.starts(1, ["Cas"], tile="the-game-extreme")
        assert chips(bare.page, "up-1")["5"] == "5 skull"


class TestPad:
    @BOTH_WAYS
    def test_what_the_deck_knows_is_entered(self, extreme: Phone) -> None:
        knows(extreme, {"58": "skull", "57": "none"})
        types(extreme, f"{extreme.game}sheet/pad?pile=up-2", "58")
        assert last(extreme) == play(58, "up-2", "skull")
        types(extreme, f"{extreme.game}sheet/pad?pile=down-1", "57")
        assert last(extreme) == play(57, "down-1")
        assert deck(extreme) == {"57": "none", "58": "skull"}

    def test_so_it_is_for_a_card_of_one_digit(self, extreme: Phone) -> None:
        knows(extreme, {"5": "silence"})
        types(extreme, f"{extreme.game}sheet/pad?pile=up-2", "5")
        assert last(extreme) == play(5, "up-2", "silence")

    @pytest.mark.parametrize("choice", ["skull", "none"])
    def test_a_command_chosen_with_the_first_digit_is_kept(
        self, extreme: Phone, choice: str
    ) -> None:
        types(extreme, f"{extreme.game}sheet/pad?pile=up-1", "58", choice=choice)
        assert last(extreme) == chosen(58, "up-1", choice)
        assert deck(extreme) == {"58": choice}

    @BOTH_WAYS
    def test_what_is_chosen_wins_over_what_was_known(self, extreme: Phone) -> None:
        knows(extreme, {"58": "stop"})
        with nothing_written(extreme):
            page = types(extreme, f"{extreme.game}sheet/pad?pile=up-1", "58", choice="skull")
            answers(page, 422, "58 was known as “stop”; you chose “skull”.")
        assert extreme.taps("58: skull").status == 200
        assert last(extreme) == chosen(58, "up-1", "skull")
        assert deck(extreme) == {"58": "skull"}

    @pytest.mark.parametrize("card", ["58 stop", "58 stop chosen"])
    @pytest.mark.parametrize("choice", ["skull", "none"])
    def test_it_wins_at_once_where_it_is_sure(self, extreme: Phone, card: str, choice: str) -> None:
        extreme.plays(card, "up-1", choice=choice, confirmed="1")
        assert last(extreme) == chosen(58, "up-1", choice)
        assert deck(extreme) == {"58": choice}

    def test_in_a_game_without_commands_it_asks_for_none(self, phone: Phone) -> None:
        phone.starts(2, NAMES)
        page = phone.opens(f"{phone.game}sheet/pad?pile=up-1")
        assert not page.main.all("input", name="choice")

    def test_it_is_not_there_for_other_commands(self, bare: Phone) -> None:
        for junk in ("junk", "SKULL", "skull chosen", HOSTILE, LONG):
            answer = bare.client.get(f"{bare.game}sheet/pad", query_string={"choice": junk})
            assert answer.status_code == 404, junk


class TestDoubts:
    @BOTH_WAYS
    def test_another_command_is_asked_about_and_can_be_a_slip(self, extreme: Phone) -> None:
        knows(extreme, {"48": "stop"})
        with nothing_written(extreme):
            page = extreme.enters(**chosen(48, "up-1", "skull"))
            question = "48 was known as “stop”; you chose “skull”. Is that right?"
            answers(page, 422, question)
            assert extreme.taps("My mistake").said == ""
        assert deck(extreme) == {"48": "stop"}

    def test_or_it_is_so(self, extreme: Phone) -> None:
        knows(extreme, {"48": "stop"})
        extreme.enters(**chosen(48, "up-1", "skull"))
        assert extreme.taps("48: skull").status == 200
        assert last(extreme) == chosen(48, "up-1", "skull")
        assert deck(extreme) == {"48": "skull"}

    def test_a_fifth_of_four_names_the_others(self, extreme: Phone) -> None:
        knows(extreme, SKULLS)
        page = extreme.enters(**chosen(48, "up-1", "skull"))
        question = "There are only four of each, and “skull” is already on 2, 3, 4 and 5."
        answers(page, 422, f"{question} Is that right?")
        assert extreme.taps("48: skull").status == 200
        assert deck(extreme) == {**SKULLS, "48": "skull"}

    def test_both_are_said_together_with_a_broken_rule(self, extreme: Phone) -> None:
        knows(extreme, {**SKULLS, "48": "stop"})
        plays(extreme, chosen(60, "up-1", "none"))
        page = extreme.enters(**chosen(48, "up-1", "skull"))
        answers(page, 422, "48 was known as “stop”; you chose “skull”.")
        assert "There are only four of each, and “skull” is already on 2, 3, 4 and 5." in page.said
        assert "48 does not fit on 60 going up." in page.said
        assert extreme.taps("48: skull").status == 200
        assert extreme.record()["entries"][-1]["confirmed"] is True

    def test_a_copy_that_comes_late_is_asked_the_same(self, extreme: Phone) -> None:
        knows(extreme, {"48": "stop"})
        said = {**chosen(48, "up-1", "skull"), "id": "tap-1"}
        question = "48 was known as “stop”; you chose “skull”."
        answers(extreme.enters(**said), 422, question)
        extreme.page = extreme.opens(extreme.game)
        with nothing_written(extreme):
            answers(extreme.enters(**said, seen=0), 422, question)

    def test_a_copy_is_asked_still_where_the_deck_has_learned_it_meanwhile(
        self, extreme: Phone
    ) -> None:
        knows(extreme, {"48": "stop"})
        said = {**chosen(48, "up-1", "skull"), "id": "tap-1"}
        assert extreme.enters(**said).status == 422
        table = extreme.game.split("/")[2]
        extreme.store.lessons.teach(extreme.id, table, "the-game", {"48": "skull"})
        with nothing_written(extreme):
            assert extreme.enters(**said, seen=0).status == 422

    @BOTH_WAYS
    def test_a_sign_is_doubted_as_well(self, extreme: Phone) -> None:
        taps_chip(extreme, 5, "up-1")
        knows(extreme, {"5": "stop"})
        page = extreme.taps("5: skull")
        answers(page, 422, "5 was known as “stop”; you chose “skull”.")
        assert extreme.taps("5: skull").status == 200
        assert last(extreme) == chosen(5, "up-1", "skull")
        assert len(extreme.record()["entries"]) == 1

    def test_it_leads_to_the_deck_and_back(self, extreme: Phone) -> None:
        knows(extreme, {"48": "stop"})
        page = extreme.enters(**chosen(48, "up-1", "skull"))
        question = next(e for e in page.main if e.attributes.get("role") == "alertdialog")
        link = next(a for a in question.all("a") if a.label == "Our deck")
        page = extreme.opens(link.attributes["href"])
        assert "1 of 98 numbers known." in page.main.text
        assert extreme.taps("Back").main.having("data-seen")

    def test_no_other_pile_and_no_other_player_is_offered(self, extreme: Phone) -> None:
        knows(extreme, {"48": "stop"})
        plays(extreme, *TWO)
        page = extreme.enters(**chosen(48, "up-1", "skull"))
        question = next(e for e in page.main if e.attributes.get("role") == "alertdialog")
        labels = [each.label for each in question if each.tag in ("a", "button")]
        assert labels == ["Our deck", "My mistake", "48: skull"]

    @pytest.mark.parametrize("choice", ["skull", "none"])
    def test_this_game_changes_its_mind_without_being_asked(
        self, extreme: Phone, choice: str
    ) -> None:
        plays(extreme, chosen(48, "up-1", "silence"))
        extreme.taps("Undo")
        assert extreme.enters(**chosen(48, "up-1", choice)).status == 200
        assert deck(extreme) == {"48": choice}

    def test_after_another_phone_it_is_a_conflict(
        self, extreme: Phone, another: Callable[..., Phone]
    ) -> None:
        knows(extreme, {"48": "stop"})
        another(extreme).plays(90, "down-1")
        page = extreme.enters(**chosen(48, "up-1", "skull"))
        answers(page, 409, "48 was known as “stop”; you chose “skull”.")
        assert "Another phone entered this first: Ann: 90 on ▼" in page.said
        assert extreme.taps("48: skull").status == 200
        assert deck(extreme)["48"] == "skull"

    def test_a_doubt_about_another_line_of_the_same_number_does_not_break_the_page(
        self, bare: Phone
    ) -> None:
        knows(bare, {"48": "stop"})
        plays(bare, play(47, "up-1"), chosen(48, "up-2", "stop"))
        plays(bare, chosen(48, "up-1", "skull") | {"change": 1})
        page = bare.enters(**play(60, "up-2"), change=2)
        assert page.status in (200, 422)
        assert "60 was known" not in page.said

    def test_it_can_be_answered_once_the_game_is_over(self, bare: Phone) -> None:
        knows(bare, {"48": "skull"})
        plays(bare, SKULL, *TWO, sure(end()))
        page = bare.enters(**chosen(48, "up-1", "none"), change=1)
        answers(page, 422, "48 was known as “skull”; you chose “none”.")


class TestLine:
    """The page of a line of the log, where its command can be changed."""

    @BOTH_WAYS
    def test_another_command_can_be_chosen(self, extreme: Phone) -> None:
        plays(extreme, chosen(48, "up-1", "skull"))
        extreme.opens(f"{extreme.game}log/1")
        page = extreme.taps("silence")
        assert page.answer.request.path == f"{extreme.game}log/"
        assert "48 on ▲ 1, silence" in page.main.text.replace("\u00a0", " ")
        assert last(extreme) == chosen(48, "up-1", "silence")
        assert deck(extreme) == {"48": "silence"}

    @pytest.mark.parametrize(
        ("entry", "now"),
        [
            (chosen(48, "up-1", "silence"), ["silence"]),
            (chosen(48, "up-1", "none"), ["none"]),
            (play(48, "up-1", "silence"), ["silence"]),
            (play(48, "up-1"), []),
        ],
    )
    def test_it_shows_what_the_line_says(
        self, bare: Phone, entry: dict[str, Any], now: list[str]
    ) -> None:
        plays(bare, entry)
        page = bare.opens(f"{bare.game}log/1")
        buttons = page.main.all("button", name="choice", aria_current="true")
        assert [button.text for button in buttons] == now

    @pytest.mark.parametrize("choice", ["silence", "none"])
    @BOTH_WAYS
    def test_another_pile_keeps_what_was_chosen(self, extreme: Phone, choice: str) -> None:
        plays(extreme, chosen(48, "up-1", choice))
        types(extreme, f"{extreme.game}log/1", "48", pile="up-2")
        assert last(extreme) == chosen(48, "up-2", choice)
        assert deck(extreme) == {"48": choice}

    def test_what_was_known_only_is_no_choice_after_it(self, extreme: Phone) -> None:
        knows(extreme, {"48": "silence"})
        plays(extreme, play(48, "up-1", "silence"))
        types(extreme, f"{extreme.game}log/1", "48", pile="up-2")
        assert last(extreme) == play(48, "up-2", "silence")

    def test_another_card_brings_the_command_that_is_known_of_it(self, extreme: Phone) -> None:
        knows(extreme, {"49": "draw-one"})
        plays(extreme, chosen(48, "up-1", "silence"))
        types(extreme, f"{extreme.game}log/1", "49")
        assert last(extreme) == play(49, "up-1", "draw-one")
        assert deck(extreme) == {"49": "draw-one"}

    @BOTH_WAYS
    def test_a_forgotten_card_brings_it_too(self, extreme: Phone) -> None:
        knows(extreme, {"40": "draw-one"})
        plays(extreme, chosen(48, "up-1", "none"))
        types(extreme, f"{extreme.game}log/1/forgotten", "40")
        assert extreme.record()["entries"][0] == play(40, "up-1", "draw-one")

    def test_a_skull_that_was_none_gives_the_game_back(self, extreme: Phone) -> None:
        plays(extreme, chosen(48, "up-1", "skull"), *TWO, sure(end()))
        assert "left: lost" in extreme.page.main.text
        extreme.opens(f"{extreme.game}log/1")
        extreme.taps("none")
        assert extreme.sees().turn == "Ben’s turn"


AID_WORDS = ("Winning", "fits nowhere", "fit nowhere", "not laid", "dead", "sheet/aids", "hundred")


class TestSilence:
    """Under a silence nobody has aids, whoever switched them on (000:103)."""

    @pytest.fixture
    def silent(self, phone: Phone) -> Phone:
        """A table with aids, under a silence since its second turn."""

        def sets_up() -> Page:
            sits_down(phone, aids=True)
            plays(phone, chosen(50, "up-2", "none"), chosen(51, "up-2", "none"), end())
            return plays(phone, chosen(52, "down-1", "none"), chosen(48, "up-1", "silence"))

        phone.sets_up_once("under a silence", sets_up)
        return phone

    @BOTH_WAYS
    def test_no_page_shows_an_aid(self, silent: Phone) -> None:
        pages = 0
        for name, address in addresses(silent).items():
            if name.startswith(("tables.s", "log.")):
                page = silent.opens(address)
                assert page.status == 200
                found = [
                    word for word in AID_WORDS if word in page.answer.text.split("</style>")[-1]
                ]
                assert found == [], name
                pages += 1
        assert pages > 5

    def test_once_it_is_covered_they_are_there_again(self, silent: Phone) -> None:
        plays(silent, chosen(53, "up-1", "none"))
        assert "Cards" in silent.opens(silent.game).labels()
        shown = silent.taps("Cards").main
        assert "You may still be able to win." in shown.text
        assert "not laid" in shown.text

    @BOTH_WAYS
    def test_the_sheet_of_aids_leads_back_to_the_board(self, silent: Phone) -> None:
        page = silent.opens(f"{silent.game}sheet/aids")
        assert (page.status, page.answer.request.path) == (200, silent.game)
        assert page.main.having("data-seen")

    def test_so_it_does_for_htmx(self, silent: Phone) -> None:
        answer = silent.client.get(f"{silent.game}sheet/aids", headers={"HX-Request": "true"})
        assert answer.headers["HX-Redirect"] == silent.game
        assert answer.text == ""

    def test_the_log_is_covered_again(self, silent: Phone) -> None:
        page = silent.opens(f"{silent.game}log/")
        assert "52 on ▼" in page.main.text
        assert "50 on ▲" not in page.main.text
        assert "Show older entries" in page.main.text
        silent.opens(silent.game)
        plays(silent, chosen(53, "up-1", "none"))
        page = silent.opens(f"{silent.game}log/")
        assert "50 on ▲" in page.main.text

    def test_chips_do_not_skip_what_is_out(self, silent: Phone) -> None:
        assert list(chips(silent.page, "up-1")) == ["49", "50", "51", "52", "53", "38"]
        silent.taps("Undo")
        plays(silent, chosen(48, "up-1", "draw-one"))
        assert list(chips(silent.page, "up-1")) == ["49", "53", "54", "55", "56", "38"]

    def test_the_board_says_why(self, silent: Phone) -> None:
        shown = silent.opens(silent.game).main.classed("strip")[0]
        assert "silence: aids hidden" in shown.text

    def test_a_table_that_wanted_none_is_not_told_of_them(self, extreme: Phone) -> None:
        plays(extreme, chosen(48, "up-1", "silence"))
        assert extreme.opens(extreme.game).main.classed("strip")[0].text == "silence"
        assert extreme.opens(f"{extreme.game}sheet/aids").status == 404

    def test_once_the_game_is_over_they_are_free(self, silent: Phone) -> None:
        page = plays(silent, end(), cannot())
        assert "not laid" in page.main.text
        assert "50 on ▲" in silent.opens(f"{silent.game}log/").main.text


class TestStrip:
    """The lasting commands in force, each a link to its rule."""

    def strip(self, page: Page) -> dict[str, str]:
        """The links of the strip: what they say, and where they lead."""
        links = page.main.classed("strip")[0].all("a")
        return {link.text: link.attributes["href"] for link in links}

    def test_none_is_in_force_at_first(self, extreme: Phone) -> None:
        assert extreme.page.main.classed("strip")[0].text == "No active command"

    @BOTH_WAYS
    def test_they_stay_until_they_are_covered(self, extreme: Phone) -> None:
        plays(extreme, play(48, "up-1", "no-trick"), play(60, "down-1", "draw-one"), end())
        assert list(self.strip(extreme.page)) == ["draw one", "no ten back"]
        plays(extreme, chosen(49, "up-1", "none"))
        assert list(self.strip(extreme.page)) == ["draw one"]

    def test_lightning_is_not_in_it(self, bare: Phone) -> None:
        for command in ("stop", "skull", "three"):
            plays(bare, play(48, "up-1", command))
            assert self.strip(bare.page) == {}, command
            plays(bare, {"kind": "taken-back", "target": bare.head})

    @pytest.mark.parametrize("language", ["en", "nl"])
    def test_each_leads_to_its_rule_and_back(self, bare: Phone, language: str) -> None:
        bare.client.set_cookie("language", language)
        for command in [command for command in Command if command.lasting]:
            bare.opens(bare.game)
            plays(bare, play(48, "up-1", command))
            [address] = self.strip(bare.page).values()
            there = urlsplit(address)
            assert there.fragment == command
            assert parse_qs(there.query)["back"] == [bare.game], command
            page = bare.opens(address)
            assert len(page.main.all(id=there.fragment)) == 1, command
            assert bare.game in [a.attributes["href"] for a in page.main.all("a")], command
            bare.opens(bare.game)
            plays(bare, {"kind": "taken-back", "target": bare.head})

    def test_a_game_without_commands_has_none(self, phone: Phone) -> None:
        phone.starts(2, NAMES, on_fire=True)
        assert not phone.page.main.classed("strip")


class TestTurns:
    @pytest.mark.parametrize(
        ("entries", "sentence"),
        [
            case("a stop", [play(48, "up-1", "stop")], "Stop: Ann’s turn is over."),
            case("a three", [play(48, "up-1", "three"), *TWO], "Three cards: Ann’s turn is over."),
            case(
                "an empty hand",
                [missed(6, "up-1", 47), chosen(48, "up-1", "none")],
                "Empty hand: Ann’s turn is over.",
            ),
        ],
    )
    def test_one_that_ends_by_itself_says_so_and_one_undo_brings_it_back(
        self, extreme: Phone, entries: list[dict[str, Any]], sentence: str
    ) -> None:
        *before, ends = entries
        plays(extreme, *before)
        then = extreme.sees()
        page = plays(extreme, ends)
        assert sentence in page.main.text
        assert extreme.sees().turn == "Ben’s turn"
        extreme.taps("Undo")
        now = extreme.sees()
        assert (now.tops, now.hands, now.draw_pile) == (then.tops, then.hands, then.draw_pile)
        assert now.turn in ("Ann’s turn", "Ann starts")
        assert sentence not in extreme.page.main.text

    def test_it_says_so_no_more_once_the_next_card_lies(self, extreme: Phone) -> None:
        plays(extreme, play(48, "up-1", "stop"))
        assert "turn is over" not in plays(extreme, TWO[0]).main.text

    @BOTH_WAYS
    def test_a_stop_chosen_afterwards_ends_it_too(self, extreme: Phone) -> None:
        taps_chip(extreme, 5, "up-1")
        page = extreme.taps("5: stop")
        assert "Stop: Ann’s turn is over." in page.main.text
        extreme.taps("Undo")
        assert extreme.sees().turn == "Ann’s turn"

    def test_draw_one_says_how_many_are_drawn_and_were(self, extreme: Phone) -> None:
        page = plays(extreme, play(48, "up-1", "draw-one"), *TWO)
        assert "draws 1 card" in page.main.classed("dock")[0].text
        page = plays(extreme, end())
        assert "Ann drew 1 card." in page.main.text
        assert extreme.sees().hands == [5, 7]

    @pytest.mark.parametrize(
        ("entries", "said"),
        [
            ([SKULL, *TWO], ["Cover 48 ▲.", "skull not covered", "cover!"]),
            ([play(48, "up-1", "three")], ["2 more cards, exactly three in all.", "exactly three"]),
            (
                [
                    play(48, "up-1", "same-pile"),
                ],
                ["only on 48 ▲.", "only here", "1 card short"],
            ),
            ([play(48, "up-1", "no-trick"), *TWO], ["Lay more, or end the turn.", "no ten back"]),
        ],
        ids=["skull", "three", "same pile", "no ten back"],
    )
    @BOTH_WAYS
    def test_the_board_says_what_is_still_needed(
        self, extreme: Phone, entries: list[dict[str, Any]], said: list[str]
    ) -> None:
        text = plays(extreme, *entries).main.text.replace("\u00a0", " ")
        assert [words for words in said if words not in text] == []


class TestAsked:
    @BOTH_WAYS
    def test_a_skull_left_open_is_asked_about_and_loses_the_game(self, extreme: Phone) -> None:
        plays(extreme, SKULL, *TWO)
        with nothing_written(extreme):
            page = extreme.ends_turn()
            answers(
                page,
                422,
                "The skull is not covered: ending the turn now loses the game. End the turn",
            )
        page = extreme.taps("End the turn")
        assert "The turn ended with a skull not covered." in page.main.text

    def test_so_is_a_fire_card(self, phone: Phone) -> None:
        phone.starts(2, NAMES, on_fire=True)
        plays(phone, *FIRE_DUE, play(60, "down-1"), play(59, "down-1"))
        with nothing_written(phone):
            page = phone.ends_turn()
            answers(page, 422, "The fire card is not covered: ending the turn now loses the game.")
        page = phone.taps("End the turn")
        assert "The turn ended with a fire card not covered." in page.main.text

    def test_so_is_a_three_of_two(self, extreme: Phone) -> None:
        plays(extreme, play(48, "up-1", "three"), TWO[0])
        answers(extreme.ends_turn(), 422, "You must lay exactly three cards: ending the turn now")
        assert "You had to lay exactly three cards." in extreme.taps("End the turn").main.text

    def test_the_skull_can_still_be_covered(self, extreme: Phone) -> None:
        plays(extreme, SKULL, *TWO)
        extreme.ends_turn()
        extreme.taps("My mistake")
        plays(extreme, chosen(49, "up-1", "none"), end())
        assert extreme.sees().turn == "Ben’s turn"

    @pytest.mark.parametrize(
        ("before", "entry", "sentence", "rule"),
        [
            (
                play(48, "up-1", "no-trick"),
                chosen(38, "up-1", "none"),
                "No ten back while that command is visible.",
                "trick-forbidden",
            ),
            (
                play(48, "up-1", "same-pile"),
                chosen(60, "up-2", "none"),
                "All cards this turn must go on the same pile.",
                "same-pile",
            ),
        ],
    )
    def test_a_table_may_play_it_differently(
        self,
        extreme: Phone,
        before: dict[str, Any],
        entry: dict[str, Any],
        sentence: str,
        rule: str,
    ) -> None:
        plays(extreme, before)
        with nothing_written(extreme):
            answers(extreme.enters(**entry), 422, sentence)
        page = extreme.taps("We play it differently")
        assert page.status == 200
        assert last(extreme) == {**entry, "confirmed": True}
        flags = [a.attributes["href"] for a in page.main.classed("flag")]
        assert [urlsplit(href).fragment for href in flags] == [rule]
        assert "entered anyway" in extreme.opens(f"{extreme.game}log/").main.text

    def test_any_other_slip_is_not_called_so(self, extreme: Phone) -> None:
        plays(extreme, chosen(48, "up-1", "none"))
        page = extreme.enters(**chosen(30, "up-1", "none"))
        assert "We play it differently" not in page.labels()
        assert "Enter 30" in page.labels()


class TestFire:
    def test_the_pile_says_by_whose_turn_and_then_that_it_is_due(self, phone: Phone) -> None:
        phone.starts(2, NAMES, on_fire=True)
        page = plays(phone, play(22, "up-1"))
        assert "by Ben’s turn" in pile(page, "up-1").text
        page = plays(phone, play(3, "up-2"), end())
        assert "cover!" in pile(page, "up-1").text
        assert "by " not in pile(page, "up-1").text
        page = plays(phone, play(33, "up-1"))
        assert "by Ann’s turn" in pile(page, "up-1").text

    def test_who_plays_alone_has_the_own_next_turn(self, phone: Phone) -> None:
        phone.starts(1, on_fire=True)
        assert "by next turn" in pile(plays(phone, play(22, "up-1")), "up-1").text

    def test_without_commands_nothing_is_unknown(self, phone: Phone) -> None:
        phone.starts(2, NAMES, on_fire=True)
        page = plays(phone, play(22, "up-1"), play(48, "up-2"))
        assert "?" not in page.main.classed("piles")[0].text
        assert signs(page) == []


REASON_OF: dict[str, tuple[list[dict[str, Any]], dict[str, bool]]] = {
    Reason.SAME_PILE_STRICT: (
        [chosen(60, "down-1", "none"), play(48, "up-1", "same-pile")],
        {"strict": True},
    ),
    Reason.THREE_NOT_EXACT: ([*TWO, chosen(62, "up-2", "none"), play(48, "up-1", "three")], {}),
    Reason.THREE_CANNOT_BE_COMPLETED: ([holds(0, 2), play(48, "up-1", "three")], {}),
    Reason.STOP_BEFORE_THIRD: ([play(48, "up-1", "three"), play(60, "up-2", "stop")], {}),
    Reason.STOP_WITH_SKULL_OPEN: ([SKULL, play(60, "up-2", "stop")], {}),
    Reason.SKULL_CANNOT_BE_COVERED: ([holds(0, 1), SKULL], {}),
    Reason.SKULL_OPEN: ([SKULL, *TWO, sure(end())], {}),
    Reason.FIRE_OPEN: ([*FIRE_DUE, *TWO, sure(end())], {"on_fire": True}),
    Reason.GAVE_UP_WITH_COMMAND_OPEN: ([SKULL, cannot()], {}),
}
"""A short game of Extreme that each broken command ends, and its switches."""
SOME_REASONS = (Reason.SAME_PILE_STRICT, Reason.SKULL_OPEN, Reason.FIRE_OPEN)
"""One by a card, one at the end of a turn, and one on fire."""


class TestBroken:
    def test_every_reason_has_its_game_here(self) -> None:
        assert set(REASON_OF) == set(Reason)

    @pytest.mark.parametrize(
        "reason",
        [
            pytest.param(reason, marks=() if reason in SOME_REASONS else pytest.mark.long)
            for reason in REASON_OF
        ],
    )
    @BOTH_WAYS
    def test_the_end_says_which_command_and_praises_nobody(
        self, phone: Phone, reason: Reason
    ) -> None:
        entries, switches = REASON_OF[reason]
        sits_down(phone, **switches)
        page = plays(phone, *entries)
        assert "left: lost" in page.main.find("h1").text
        assert str(REASONS[reason]) in page.main.text
        assert not praise(page)
        assert phone.taps("Keep playing").status == 200
        assert "left: lost" not in phone.opens(phone.game).main.text

    def test_nor_where_few_cards_are_left(self, bare: Phone) -> None:
        plays(bare, *late(3, 2), play(48, "up-2", "skull"), cannot())
        assert bare.page.main.find("h1").text == "4 left: lost"
        assert not praise(bare.page)

    def test_nor_where_none_is(self, bare: Phone) -> None:
        page = plays(bare, *late(0, 1), play(48, "up-2", "skull"))
        assert str(REASONS[Reason.SKULL_CANNOT_BE_COVERED]) in page.main.text
        assert not praise(page)
        assert page.main.classed("fan")[0].text == "0"
        assert page.main.find("h1").text == "0 left: lost"

    def test_without_strict_same_pile_may_come_later(self, extreme: Phone) -> None:
        page = plays(extreme, *REASON_OF[Reason.SAME_PILE_STRICT][0])
        assert "only on 48" in page.main.text


def praise(page: Page) -> set[str]:
    """The words of praise on a page; that it might have been won is none."""
    text = page.main.text.casefold()
    return {*re.findall(r"excellent|(?<!might still have )\bwon\b", text)}


NO_CARDS = [
    "48 skull x",
    "48 skull chosen x",
    "48 skull chosen chosen",
    "48 skull  chosen",
    "48  skull",
    " 48 skull",
    "48 ",
    "48 SKULL",
    "48\tskull",
    "48,skull",
    "48 skull stop",
    "48 nonsense",
    "48 chosen",
    "48 fire",
    "48 unknown",
    "skull",
    "skull 48",
    "none",
    "100 skull",
    "1 none",
    "-48 skull",
    HUGE + " skull",
    LONG + " skull",
    BOOK + " skull",
    "48 " + "skull " * 2000,
    "48 " + "x" * 10_000,
    HOSTILE,
    "48 " + HOSTILE,
]
"""What is no card with its command."""


class TestJunk:
    @BOTH_WAYS
    def test_what_is_no_card_is_told_in_the_page_and_nothing_is_lost(self, extreme: Phone) -> None:
        plays(extreme, chosen(60, "down-1", "none"))
        with nothing_written(extreme):
            for card in NO_CARDS:
                answers(extreme.plays(card, "up-1"), 422, NO_SUCH_CARD)
                assert not extreme.page.main.all("script")
        assert deck(extreme) == {"60": "none"}
        assert extreme.taps("OK").said == ""
        assert extreme.plays("48 skull", "up-1").status == 200

    @pytest.mark.parametrize("field", ["command", "choice"])
    def test_there_is_no_such_command(self, extreme: Phone, field: str) -> None:
        with nothing_written(extreme):
            for junk in ("junk", "SKULL", "skull chosen", "fire", BOOK, HOSTILE):
                page = extreme.enters(**{**play(48, "up-1"), field: junk})
                answers(page, 422, NO_SUCH_COMMAND)
        assert deck(extreme) == {}

    def test_a_command_left_empty_is_none_said(self, extreme: Phone) -> None:
        assert extreme.plays(48, "up-1", command="", choice="").status == 200
        assert last(extreme) == play(48, "up-1")


class TestWithout:
    """A game without commands, at a table that knows its cards."""

    @pytest.fixture
    def base(self, phone: Phone) -> Phone:
        def sets_up() -> Page:
            phone.starts(2, NAMES)
            return knows(phone, {"5": "skull", "58": "stop", "6": "none"})

        phone.sets_up_once("a game whose table knows commands", sets_up)
        return phone

    @BOTH_WAYS
    def test_a_command_is_refused_politely(self, base: Phone) -> None:
        before = deck(base)
        with nothing_written(base):
            for facts, sentence in (
                ({"command": "skull"}, "That cannot be entered."),
                ({"choice": "skull"}, NO_SUCH_COMMAND),
                ({"choice": "none"}, NO_SUCH_COMMAND),
                ({"card": "58 stop"}, "That cannot be entered."),
            ):
                answers(base.enters(**{**play(48, "up-1"), **facts}), 422, sentence)
                assert deck(base) == before, facts
        assert base.plays(48, "up-1").status == 200

    @pytest.mark.parametrize("card", ["48 none", "48 none chosen"])
    def test_a_chip_that_carries_none_is_a_number_and_teaches_nothing(
        self, base: Phone, card: str
    ) -> None:
        before = deck(base)
        assert base.plays(card, "up-1").status == 200
        assert (base.cards(), deck(base)) == ([48], before)

    def test_chips_are_numbers_alone(self, base: Phone) -> None:
        assert list(chips(base.page, "up-1").values()) == ["2", "3", "4", "5", "6", "7"]
        taps_chip(base, 5, "up-1")
        assert last(base) == play(5, "up-1")

    def test_the_pad_enters_numbers_alone(self, base: Phone) -> None:
        for digits in ("5", "6", "48", "58"):
            page = types(base, f"{base.game}sheet/pad?pile=up-1", digits)
            assert (page.status, page.said) == (200, ""), digits
            assert last(base) == play(int(digits), "up-1")

    def test_so_do_the_pads_of_the_log(self, base: Phone) -> None:
        plays(base, play(59, "up-1"))
        types(base, f"{base.game}log/1", "58")
        assert last(base) == play(58, "up-1")
        types(base, f"{base.game}log/1/forgotten", "5")
        assert base.cards() == [5, 58]

    def test_the_board_tells_no_script_what_the_deck_knows(self, base: Phone) -> None:
        for address in (base.game, f"{base.game}sheet/pad"):
            assert not base.opens(address).main.having("data-deck")

    def test_nothing_on_it_speaks_of_commands(self, base: Phone) -> None:
        page = plays(base, play(48, "up-1"))
        assert signs(page) == []
        assert "?" not in page.main.classed("piles")[0].text
        assert not page.main.classed("band")
