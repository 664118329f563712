"""The shelf and the set-up screen: from a phone out of a pocket to a board."""

import pytest

from tests.web.actor import Phone
from tests.web.pages import Element, Page, chosen, switches, typed

ANN = "Ann"


def link(page: Page, address: str) -> list[Element]:
    return page.main.all("a", href=address)


class TestHome:
    def test_an_empty_shelf_has_the_games_and_says_what_to_do(self, plain: Phone) -> None:
        page = plain.opens("/")
        assert page.status == 200
        assert link(page, "/new/the-game")
        assert link(page, "/rules/the-game")
        assert "Continue" not in page.main.text
        assert "Tap a game" in page.main.text

    def test_an_open_game_is_one_tap_away(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        plain.plays(47, "up-1")
        page = plain.opens("/")
        found = link(page, plain.game)
        assert "Continue" in found[0].text
        assert "Ann’s turn, 97 cards left" in found[0].text
        assert "47" in found[0].text

    def test_the_newest_game_that_runs_is_continued_and_none_once_all_are_over(
        self, plain: Phone
    ) -> None:
        plain.starts(2, [ANN, "Ben"])
        older = plain.game
        plain.starts(3, ["Cas", "Dee", "Eva"])
        page = plain.opens("/")
        assert link(page, plain.game)
        assert not link(page, older)
        plain.opens(plain.game)
        plain.enters(kind="cannot-play")
        assert link(plain.opens("/"), older)
        plain.game = older
        plain.opens(older)
        plain.enters(kind="cannot-play")
        assert "Continue" not in plain.opens("/").main.text

    def test_the_tables_of_this_phone_are_listed_with_their_games(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        plain.starts(2, [ANN, "Ben"])
        page = plain.opens("/")
        assert "Ann and Ben" in link(page, plain.table)[0].text
        assert "2 games" in link(page, plain.table)[0].text
        page = plain.opens(plain.table)
        assert link(page, plain.game)
        assert link(page, f"/new/the-game?table={plain.table.split('/')[2]}")

    def test_another_phone_sees_nothing_of_it(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        page = Phone(plain.app).opens("/")
        assert "Continue" not in page.main.text
        assert "Ann" not in page.main.text


class TestPlayers:
    @pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
    def test_so_many_people_get_a_board(self, phone: Phone, number: int) -> None:
        assert phone.starts(number).status == 200
        assert len(phone.sees().hands) == number
        assert phone.record()["players"] == [f"Player {n + 1}" for n in range(number)]

    @pytest.mark.parametrize("junk", ["0", "6", "-1", "", "2.5", "two", "²", "9" * 5000, "\x00"])
    def test_any_other_number_is_told_and_what_was_typed_stays(
        self, plain: Phone, junk: str
    ) -> None:
        plain.opens("/new/the-game")
        names = [ANN, "Ben", "", "", ""]
        filled = plain.facts(players=junk, name=names, expert="y", aids="y")
        page = plain.sends("/new/the-game", filled)
        assert page.status == 422
        assert page.said == "This game is for 1 to 5 players."
        assert typed(page) == names
        assert switches(page) == {"expert", "aids"}
        assert "Continue" not in plain.opens("/").main.text

    def test_two_are_preset(self, plain: Phone) -> None:
        page = plain.opens("/new/the-game")
        assert chosen(page) == "2"
        assert switches(page) == set()

    def test_no_such_game(self, plain: Phone) -> None:
        assert plain.opens("/new/patience").status == 404

    def test_a_table_of_strangers_cannot_be_played_at(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        stranger = Phone(plain.app)
        stranger.starts(1, ["Cas"])
        table = plain.table.split("/")[2]
        assert stranger.opens(f"/new/the-game?table={table}").status == 404
        stranger.opens("/new/the-game")
        filled = stranger.facts(table=table, players="2", name=[ANN, "Ben"])
        assert stranger.sends("/new/the-game", filled).status == 404


class TestAgain:
    def test_the_names_are_there_the_next_time(self, plain: Phone) -> None:
        plain.starts(3, ["Cas", ANN, "Ben"])
        page = plain.opens("/new/the-game")
        assert typed(page) == ["Cas", ANN, "Ben", "", ""]
        assert chosen(page) == "3"

    def test_so_is_the_number_of_those_without_a_name(self, plain: Phone) -> None:
        plain.starts(4)
        assert chosen(plain.opens("/new/the-game")) == "4"

    def test_a_table_remembers_its_own(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        table = plain.table.split("/")[2]
        plain.starts(1, ["Dee"])
        page = plain.opens(f"/new/the-game?table={table}")
        assert typed(page)[:2] == [ANN, "Ben"]
        assert page.main.find("input", name="table").attributes["value"] == table

    def test_the_same_people_sit_at_the_same_table_in_any_order(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Renée"])
        table = plain.table
        plain.starts(2, ["Rene\u0301e", "ann"])
        assert plain.table == table
        plain.starts(3, [ANN, "Renée", "Cas"])
        assert plain.table != table

    def test_the_same_people_of_another_phone_are_others(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        other = Phone(plain.app)
        other.starts(2, [ANN, "Ben"])
        assert other.table != plain.table

    def test_again_keeps_people_order_and_switches(self, phone: Phone) -> None:
        phone.starts(2, ["Ben", ANN], expert=True, aids=True)
        first = phone.game
        ended = phone.enters(kind="cannot-play")
        assert "1 turn" in ended.main.text
        page = phone.opens(first).form_of("Again")
        page = phone.sends(page[0].attributes["action"], page[0].values(page[1]), entry=False)
        assert page.status == 200
        phone.game = page.answer.request.path
        assert phone.game != first
        assert phone.table in first
        told = phone.record()
        assert told["players"] == ["Ben", ANN]
        assert told["options"]["expert"] is True
        assert told["entries"] == []
        assert page.main.all("a", href=f"{phone.game}sheet/aids")
