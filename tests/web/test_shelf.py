"""The shelf and the set-up screen: from a phone out of a pocket to a board."""

import re
from datetime import timedelta

import pytest

from companion.web.table import shelf
from tests.support.client_phone import BOTH_WAYS, Phone
from tests.support.page import Element, Page, chosen, switches, typed

ANN = "Ann"
TILES = {"the-game": ("The Game", "ember"), "the-game-extreme": ("The Game: Extreme", "amber")}
OFF = ("expert", "smaller_hand", "on_fire", "extreme")
PLAIN: dict[str, object] = {**dict.fromkeys(OFF, False), "same_pile": "soft"}
"""What the record of a game says of its switches, none of them on."""


def link(page: Page, address: str) -> list[Element]:
    return page.main.all("a", href=address)


class TestHome:
    def test_it_leads_to_running_games(self, plain: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        """The newest, and below it those of the last two days."""
        page = plain.opens("/")
        assert link(page, "/new/the-game")
        assert ("Continue" in page.main.text, "Tap a game" in page.main.text) == (False, True)
        plain.starts(2, [ANN, "Ben"])
        plain.plays(47, "up-1")
        older = plain.game
        [found] = link(plain.opens("/"), older)
        for said in ("Continue", "Ann’s turn, 97 cards left", "47"):
            assert said in found.text
        plain.starts(3, ["Cas", "Dee", "Eva"])
        page = plain.opens("/")
        assert page.main.classed("continue") == link(page, plain.game)
        said = r"Ann’s turn, 97 cards left, \w+ \d+, 20\d\d"
        assert re.search(said, link(page, older)[0].text)
        with monkeypatch.context() as later:
            later.setattr(shelf, "RECENT", timedelta(0))
            assert link(plain.opens("/"), older) == []
        plain.opens(plain.game)
        plain.enters(kind="cannot-play")
        assert link(plain.opens("/"), older)
        plain.game = older
        plain.opens(older)
        plain.enters(kind="cannot-play")
        assert "Continue" not in plain.opens("/").main.text
        assert "Ann" not in Phone(plain.app).opens("/").main.text

    def test_the_tables_of_this_phone_are_listed_with_their_games(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        table = plain.table
        plain.starts(2, [ANN, "Ben"], tile="the-game-extreme")
        assert plain.table == table
        [found] = link(plain.opens("/"), table)
        assert ("Ann and Ben" in found.text, "2 games" in found.text) == (True, True)
        page = plain.opens(table)
        rows = page.main.classed("row-link")
        assert [row.find("i").text for row in rows] == ["The Game: Extreme", "The Game"]
        for slug, (name, accent) in TILES.items():
            [button] = link(page, f"/new/{slug}?table={table.split('/')[2]}")
            assert button.text == f"New game: {name}"
            assert accent in button.attributes["class"].split()
        [deck] = link(page, f"{table}deck/the-game/")
        assert deck.text == "Our deck of The Game: Extreme"
        for seats, name in ((6, "B, C, D, E, F and G"), (7, "B, C, D, E, F and 2 more")):
            plain.starts(seats, "BCDEFGH"[:seats], tile="game-of-bluff")
            assert plain.opens(plain.table).main.find("h1").text == name


def test_as_many_as_play_get_a_board_and_any_other_number_is_told(plain: Phone) -> None:
    for number in (1, 5):
        assert (plain.starts(number).status, len(plain.sees().hands)) == (200, number)
        assert plain.record()["players"] == [""] * number
    new = Phone(plain.app)
    page = new.opens("/new/the-game")
    assert (chosen(page), switches(page)) == ("2", set())
    names = [ANN, "Ben", "", "", ""]
    for junk in ("0", "6", "", "²", "9" * 5000):
        new.opens("/new/the-game")
        page = new.sends("/new/the-game", new.facts(players=junk, name=names, expert="y", aids="y"))
        assert (page.status, page.said) == (422, "This game is for 1 to 5 players."), junk
        assert (typed(page), switches(page)) == (names, {"expert", "aids"})
    assert "Continue" not in new.opens("/").main.text
    for slug in ("patience", "extreme", "THE-GAME-EXTREME"):
        assert new.opens(f"/new/{slug}").status == 404


class TestAgain:
    def test_a_table_remembers_its_names_and_whose_it_is(self, plain: Phone) -> None:
        plain.starts(4)
        assert chosen(plain.opens("/new/the-game")) == "4"
        plain.starts(2, [ANN, "Renée"])
        table = plain.table
        plain.starts(3, ["Cas", ANN, "Renée"])
        assert plain.table != table
        page = plain.opens("/new/the-game")
        assert (typed(page), chosen(page)) == (["Cas", ANN, "Renée", "", ""], "3")
        at = table.split("/")[2]
        page = plain.opens(f"/new/the-game?table={at}")
        assert {*typed(page)[:2]} == {"Renée", ANN}
        assert page.main.find("input", name="table").attributes["value"] == at

    def test_who_is_known_takes_a_seat_with_a_tap(self, plain: Phone) -> None:
        plain.starts(3, [ANN, "Ben", "Cas"])
        table = plain.ids[0]
        plain.starts(2, ["Cas", ANN], table=table)
        page = plain.opens("/new/the-game")
        assert (typed(page)[:3], chosen(page)) == (["Cas", ANN, ""], "2")
        sits = plain.facts(players=2, name=["Cas", ANN, "", "", ""], sit="Ben")
        page = plain.sends("/new/the-game", sits, False)
        assert (typed(page)[:4], chosen(page)) == (["Cas", ANN, "Ben", ""], "3")
        assert not page.main.all("button", name="sit")

    @BOTH_WAYS
    def test_again_keeps_people_order_and_switches(self, phone: Phone) -> None:
        on = {"expert": True, "aids": True, "extreme": True, "strict": True, "on_fire": True}
        phone.starts(2, ["Ben", ANN], **on)
        first, told = phone.game, phone.record()
        assert "1 turn" in phone.enters(kind="cannot-play").main.text
        page = phone.again()
        assert (page.status, phone.game != first) == (200, True)
        assert (phone.table in first, phone.record()) == (True, {**told, "entries": []})
        assert page.main.all("a", href=f"{phone.game}sheet/aids")


@BOTH_WAYS
def test_what_is_switched_is_what_is_played(phone: Phone) -> None:
    cases: tuple[tuple[dict[str, bool], dict[str, object]], ...] = (
        ({"extreme": True, "strict": True}, {"extreme": True, "same_pile": "strict"}),
        ({"extreme": False, "strict": True}, {}),
        ({"extreme": False, "on_fire": True, "aids": True}, {"on_fire": True}),
    )
    for switched, options in cases:
        phone.starts(2, [ANN, "Ben"], tile="the-game-extreme", **switched)
        told = phone.record()
        assert (told["game"], told["options"]) == ("the-game", {**PLAIN, **options})
    page = phone.starts(2, [ANN, "Ben"], tile="the-game-extreme")
    assert "amber" in page.main.attributes["class"].split()
    assert phone.record()["options"] == {**PLAIN, "extreme": True}
    page = phone.starts(9, [ANN], tile="the-game-extreme", strict=True, aids=True)
    assert (page.status, switches(page)) == (422, {"strict", "aids"})
