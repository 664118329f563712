"""The shelf and the set-up screen: from a phone out of a pocket to a board."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.web.actor import BOTH_WAYS, Phone
from tests.web.pages import Element, Page, chosen, switches, typed

ANN = "Ann"
TILES = {"the-game": ("The Game", "ember"), "the-game-extreme": ("The Game: Extreme", "amber")}
PLAIN = {
    "expert": False,
    "smaller_hand": False,
    "on_fire": False,
    "extreme": False,
    "same_pile": "soft",
}
"""What the record of a game says of its switches, none of them on."""


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
        assert phone.record()["players"] == [""] * number

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

    @BOTH_WAYS
    def test_again_keeps_people_order_and_switches(self, phone: Phone) -> None:
        phone.starts(2, ["Ben", ANN], expert=True, aids=True)
        first = phone.game
        ended = phone.enters(kind="cannot-play")
        assert "1 turn" in ended.main.text
        page = phone.opens(first).form_of("Play again")
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


class TestTiles:
    """One game, two places on the shelf."""

    @pytest.mark.parametrize("slug", TILES)
    def test_each_leads_to_its_set_up_and_its_rules(self, plain: Phone, slug: str) -> None:
        name, accent = TILES[slug]
        page = plain.opens("/")
        [tile] = [tile for tile in page.main.classed("tile") if tile.all("a", href=f"/new/{slug}")]
        assert accent in tile.attributes["class"].split()
        assert tile.find("b").text == name
        [rules] = [a for a in tile.all("a") if a.label == f"Rules of {name}"]
        there = urlsplit(rules.attributes["href"])
        page = plain.opens(there.path)
        assert page.status == 200
        assert not there.fragment or page.main.all(id=there.fragment)
        page = plain.opens(f"/new/{slug}")
        assert page.main.classed("bar-title")[0].text == name
        assert accent in page.main.attributes["class"].split()

    def test_the_rules_of_extreme_open_at_their_chapter(self, plain: Phone) -> None:
        page = plain.opens("/")
        assert link(page, "/rules/the-game#extreme")

    @pytest.mark.parametrize(
        ("slug", "on"), [("the-game", set()), ("the-game-extreme", {"extreme"})]
    )
    def test_its_switches_are_on(self, plain: Phone, slug: str, on: set[str]) -> None:
        page = plain.opens(f"/new/{slug}")
        assert switches(page) == on
        names = {box.attributes["name"] for box in page.main.all("input", type="checkbox")}
        assert names == {"expert", "smaller_hand", "on_fire", "extreme", "strict", "aids"}

    @pytest.mark.parametrize("slug", TILES)
    @pytest.mark.parametrize(
        ("switched", "options"),
        [
            ({"extreme": False}, {}),
            ({"extreme": True}, {"extreme": True}),
            ({"extreme": True, "strict": True}, {"extreme": True, "same_pile": "strict"}),
            ({"extreme": False, "strict": True}, {}),
            ({"extreme": False, "on_fire": True}, {"on_fire": True}),
            (
                {"extreme": True, "on_fire": True, "expert": True, "smaller_hand": True},
                {"extreme": True, "on_fire": True, "expert": True, "smaller_hand": True},
            ),
            ({"extreme": False, "aids": True}, {}),
        ],
        ids=str,
    )
    def test_what_is_switched_is_what_is_played(
        self, plain: Phone, slug: str, switched: dict[str, Any], options: dict[str, object]
    ) -> None:
        plain.starts(2, [ANN, "Ben"], tile=slug, **switched)
        told = plain.record()
        assert told["game"] == "the-game"
        assert told["options"] == {**PLAIN, **options}

    @BOTH_WAYS
    def test_extreme_starts_as_extreme_without_touching_a_switch(self, phone: Phone) -> None:
        phone.starts(2, [ANN, "Ben"], tile="the-game-extreme")
        assert phone.record()["options"] == {**PLAIN, "extreme": True}

    def test_a_mistake_leaves_the_switches_as_they_were_set(self, plain: Phone) -> None:
        page = plain.starts(9, [ANN], tile="the-game-extreme", strict=True, aids=True)
        assert (page.status, switches(page)) == (422, {"extreme", "strict", "aids"})
        page = plain.starts(9, [ANN], tile="the-game-extreme", extreme=False)
        assert (page.status, switches(page)) == (422, set())

    @pytest.mark.parametrize("slug", TILES)
    def test_again_keeps_what_was_switched(self, phone: Phone, slug: str) -> None:
        switched: dict[str, Any] = {"extreme": True, "strict": True, "on_fire": True}
        phone.starts(2, [ANN, "Ben"], tile=slug, **switched)
        first = phone.record()
        phone.enters(kind="cannot-play")
        phone.opens(phone.game)
        form, button = phone.page.form_of("Play again")
        page = phone.sends(form.attributes["action"], form.values(button), entry=False)
        phone.game = page.answer.request.path
        assert phone.record() == {**first, "entries": []}
        assert page.main.classed("strip")

    @pytest.mark.parametrize("extreme", [False, True])
    def test_the_game_is_called_by_what_is_played(self, plain: Phone, extreme: bool) -> None:
        name, accent = TILES["the-game-extreme" if extreme else "the-game"]
        page = plain.starts(2, [ANN, "Ben"], extreme=extreme)
        assert page.main.classed("bar-title")[0].text == name
        assert page.title == f"{name} · Companion"
        assert accent in page.main.attributes["class"].split()
        [going_on] = plain.opens("/").main.classed("continue")
        assert going_on.classed("continue-game")[0].text == name
        assert accent in going_on.attributes["class"].split()
        [row] = link(plain.opens(plain.table), plain.game)
        assert (row.find("i").text, row.classed("who-played")[0].text) == (name, "Ann and Ben")

    def test_a_table_offers_both_and_its_deck(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        table = plain.table.split("/")[2]
        page = plain.opens(plain.table)
        for slug, (name, accent) in TILES.items():
            [button] = link(page, f"/new/{slug}?table={table}")
            assert button.text == f"New game: {name}"
            assert accent in button.attributes["class"].split()
            assert plain.opens(button.attributes["href"]).status == 200
        [deck] = link(page, f"{plain.table}deck/the-game/")
        assert deck.text == "Our deck of The Game: Extreme"
        assert plain.opens(deck.attributes["href"]).status == 200

    def test_both_games_of_a_table_stand_together(self, plain: Phone) -> None:
        plain.starts(2, [ANN, "Ben"])
        table = plain.table
        plain.starts(2, [ANN, "Ben"], tile="the-game-extreme")
        assert plain.table == table
        rows = plain.opens(table).main.classed("row-link")
        assert [row.find("i").text for row in rows] == [
            "The Game: Extreme",
            "The Game",
        ]

    @pytest.mark.parametrize("slug", ["extreme", "the-game-", "the-game-fire", "THE-GAME-EXTREME"])
    def test_there_is_no_other_tile(self, plain: Phone, slug: str) -> None:
        assert plain.opens(f"/new/{slug}").status == 404
