"""The shelf and the set-up screen: from a phone out of a pocket to a board."""

import unicodedata

import pytest

from tests.web.actor import Phone
from tests.web.pages import Element, Page

FAMILY = "👨‍👩‍👧‍👦"
ANN = "Ann"


def typed(page: Page) -> list[str]:
    """The names in the fields of a set-up screen."""
    return [field.attributes["value"] for field in page.main.all("input", name="name")]


def chosen(page: Page) -> str | None:
    """The number of players that is chosen on a set-up screen."""
    return page.main.find("form").values().get("players")


def switches(page: Page) -> set[str]:
    """The switches that are on, on a set-up screen."""
    boxes = page.main.all("input", type="checkbox")
    return {box.attributes["name"] for box in boxes if "checked" in box.attributes}


def players(phone: Phone) -> list[str]:
    told: list[str] = phone.record()["players"]
    return told


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
        assert page.said == "This game is for 1 to 5."
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


class TestNames:
    @pytest.mark.parametrize(
        "name",
        ["n" * 24, FAMILY * 24, "👨🏽‍👩🏽‍👧🏽‍👦🏽" * 24, "a\u0301\u0302\u0323" * 24, "🇧🇪" * 24, "ஹா" * 24],
        ids=["letters", "families", "families with skin", "marks", "flags", "Tamil"],
    )
    def test_twenty_four_characters_as_people_count_them(self, plain: Phone, name: str) -> None:
        page = plain.starts(2, [name, "Ben"])
        assert page.said == ""
        assert players(plain) == [unicodedata.normalize("NFC", name), "Ben"]

    @pytest.mark.parametrize("name", ["n" * 24, FAMILY * 24], ids=["letters", "families"])
    def test_the_field_lets_one_type_as_many(self, plain: Phone, name: str) -> None:
        units = len(name.encode("utf-16-le")) // 2  # what a browser counts
        for field in plain.opens("/new/the-game").main.all("input", name="name"):
            assert int(field.attributes.get("maxlength", units)) >= units

    @pytest.mark.parametrize(
        "name",
        ["n" * 25, FAMILY * 25, "a\u0301" * 25, "a" + "\u0301" * 500, "n" * 5000],
        ids=["letters", "families", "marks", "a tower of marks", "a book"],
    )
    def test_one_more_is_told_and_kept(self, plain: Phone, name: str) -> None:
        page = plain.starts(2, [ANN, name, "", "", ""], smaller_hand=True)
        assert page.status == 422
        assert page.said == "A name has 1 to 24 characters."
        assert typed(page) == [ANN, name, "", "", ""]
        assert chosen(page) == "2"
        assert switches(page) == {"smaller_hand"}

    @pytest.mark.parametrize(
        "name",
        ["A\u0000n", "A\u001bn", "A\u007fn", "A\u202en", "A\u2066n", "A\u200fn", "A\u00adn", "A\ue000"],
        ids=ascii,
    )
    def test_controls_and_direction_overrides_are_refused(self, plain: Phone, name: str) -> None:
        page = plain.starts(2, [name, "Ben"])
        assert (page.status, page.said) == (422, "A name has 1 to 24 characters.")

    @pytest.mark.parametrize("name", ["\u200d", "Ann\u200d", "\u200dAnn"], ids=ascii)
    def test_what_joins_nothing_is_refused_or_left_out(self, plain: Phone, name: str) -> None:
        page = plain.starts(2, [name, ANN])
        assert page.status == 422 or "\u200d" not in players(plain)[0]

    @pytest.mark.parametrize(
        "other", ["Ann", "ann", " Ann ", "ANN"], ids=["same", "small", "spaces", "capitals"]
    )
    def test_the_same_name_twice_is_told(self, plain: Phone, other: str) -> None:
        page = plain.starts(2, [ANN, other])
        assert page.status == 422
        assert page.said == "Two players have the same name: make them differ."
        assert typed(page)[:2] == [ANN, other]

    def test_the_same_name_in_two_spellings_is_the_same(self, plain: Phone) -> None:
        assert plain.starts(2, ["Ren\u00e9e", "Rene\u0301e"]).status == 422

    def test_they_are_trimmed_and_in_one_spelling(self, plain: Phone) -> None:
        plain.starts(2, ["  Anna  Bel ", "Rene\u0301e"])
        assert players(plain) == ["Anna Bel", "Renée"]

    def test_none_is_needed(self, plain: Phone) -> None:
        plain.starts(3, ["", ANN, ""])
        assert players(plain) == ["Player 1", "Ann", "Player 3"]

    def test_a_name_beyond_the_number_of_players_is_kept_with_a_mistake(self, plain: Phone) -> None:
        page = plain.starts(2, ["n" * 25, "Ben", "Cas", "", ""])
        assert typed(page) == ["n" * 25, "Ben", "Cas", "", ""]

    @pytest.mark.parametrize(
        "name", ["<script>x</script>", '"><img src=x onerror=x>', "{{ 7 * 7 }}", "%(name)s %s 100%"]
    )
    def test_hostile_names_are_only_names(self, plain: Phone, name: str) -> None:
        shown = name[:24]
        page = plain.starts(2, [shown, "Ben"])
        assert f"{shown} starts" in page.main.text
        for address in ("/", plain.table, plain.game, f"{plain.game}log/", "/new/the-game"):
            page = plain.opens(address)
            assert page.status == 200
            assert not page.main.all("script") + page.main.all("img")


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
