"""The page of a player: what the games say of one, the name, and who is the same person."""

from collections.abc import Callable
from datetime import date, datetime
from unittest.mock import Mock

import pytest

from companion.web.table import seasons
from tests.support.client_phone import Phone
from tests.support.page import Element, Page
from tests.web.test_history import chosen, fills


@pytest.fixture
def table(plain: Phone) -> Phone:
    """A phone at a table of Ann, Ben and Cas, who played twenty games, and of Bea in one alone."""
    plain.starts(3, ["Ann", "Ben", "Cas"])
    fills(plain)
    plain.store.games.start(plain.id, "the-game", {}, ["Bea"], plain.table.split("/")[2])
    return plain


def cells(page: Page, section: str) -> list[str]:
    rows = page.main.find("section", aria_labelledby=section).find("table").all("tr")
    return [
        " ".join(cell.text for cell in row.children if isinstance(cell, Element)) for row in rows
    ]


def visits(phone: Phone, name: str) -> Page:
    """The page of the player that statistics name so."""
    page = phone.opens(f"{phone.table}statistics")
    ranked = [link for rows in page.main.classed("ranking") for link in rows.all("a")]
    return phone.opens(next(a.attributes["href"] for a in ranked if a.text == name))


def names(phone: Phone, name: str, **more: str) -> Page:
    """This name is sent from the page of a player that the phone shows."""
    form, _ = phone.page.form_of("Save")
    said = {"csrf_token": phone.token, "name": name, **more}
    return phone.sends(form.attributes["action"], said)


def test_figures_by_game_and_with_others_are_those_worked_out_by_hand(table: Phone) -> None:
    page = visits(table, "Ben")
    big = page.main.classed("big")[0].text
    assert big == "games21 games won8of 18 longest winning streak2now 2", big
    bluff = cells(page, "by-game")
    assert bluff[bluff.index("Game of Bluff") + 1] == "3/4 1.5 5.0 2now 2"
    # Places of Ben: 1, 3, 1, 1; of Ann: 3, 1, 2, 1; of Cas: 2, 2, 3, 3.
    others = cells(page, "against")[1:]
    assert others == ["Ann", "21 2 1", "Cas", "6 3 1"]
    assert visits(table, "Cas").main.find("h1").text == "Cas"
    assert len(table.taps("All games").main.classed("game-row")) == 6
    assert chosen(table.page) == ["All games", "Cas"]
    assert table.opens(f"{table.table}players/nobody/").status == 404


def test_a_new_name_is_everywhere_and_taken_back_in_the_page(table: Phone) -> None:
    page = visits(table, "Ben")
    for typed, said in (("", "Enter a name."), (" ", "Enter a name."), ("x" * 25, "at most 24")):
        page = names(table, typed)
        assert (page.status, said in page.main.text) == (422, True), typed
    page = names(table, " 🦊 Benno ")
    assert (page.status, page.main.find("h1").text) == (200, "🦊 Benno")
    assert "on all phones" in page.main.text
    for address in ("", "history", "statistics", "phones/"):
        assert "🦊 Benno" in table.opens(table.table + address).main.text, address
    assert "🦊 Benno" in table.opens(table.game).main.text
    visits(table, "🦊 Benno")
    assert "Undo" not in table.page.labels()
    names(table, "Ben!")
    assert table.taps("Undo").main.find("h1").text == "🦊 Benno"


def test_a_name_that_is_taken_offers_to_be_one_person(table: Phone) -> None:
    visits(table, "Bea")
    page = names(table, "ANN")
    assert page.status == 409
    assert "Ann is already a player of this table." in page.main.text
    assert page.main.find("input", name="name").attributes["value"] == "ANN"
    page = table.taps("Same person")
    assert page.main.find("h1").text == "Ann"
    assert "All games of “Bea” count for this player now." in page.main.text
    assert page.main.classed("big")[0].text.startswith("games22")
    assert table.taps("Undo").main.find("h1").text == "Bea"
    visits(table, "Ben")
    page = names(table, "ann")
    assert page.status == 409
    assert "they are two people" in page.main.text
    assert "Same person" not in page.labels()
    assert names(table, "Ann", undo="y").status == 409


def test_two_people_are_one_until_they_are_separated(table: Phone) -> None:
    page = visits(table, "Bea")
    bea = page.form_of("Save")[0].attributes["action"].removesuffix("name")
    offered = [button.text for button in page.main.classed("names-of")[0].all("button")]
    assert offered == ["Ann", "Ben", "Cas"]
    assert table.taps("Cas").main.find("h1").text == "Cas"
    table.opens(f"{table.table}statistics")
    assert "Bea" not in table.page.main.text
    page = table.opens(bea)  # an old address leads to who it is now
    assert (page.main.find("h1").text, "Also entered as “Bea”." in page.main.text) == ("Cas", True)
    assert "Undo" not in page.labels()
    page = table.opens(f"{table.table}statistics?player={bea.split('/')[4]}")
    assert chosen(page) == ["All time", "Cas"]
    table.opens(bea)
    assert table.taps("Separate").main.find("h1").text == "Bea"


def test_who_is_hidden_is_offered_nowhere_until_the_next_game(table: Phone) -> None:
    def lists() -> list[bool]:
        chips = [chip.text for chip in table.opens(f"{table.table}history").main.classed("filter")]
        return ["Bea" in chips, "Bea" in table.opens(f"{table.table}phones/").main.text]

    visits(table, "Bea")
    address = table.page.form_of("Save")[0].attributes["action"].removesuffix("name")
    assert "Show in lists" in table.taps("Hide from lists").labels()
    assert lists() == [False, False]
    table.opens(address)
    assert "Hide from lists" in table.taps("Show in lists").labels()
    assert lists() == [True, True]


def test_who_looks_changes_nothing(table: Phone, another: Callable[[Phone, str], Phone]) -> None:
    watching = another(table, "onlooker")
    page = visits(watching, "Ben")
    assert page.main.find("h1").text == "Ben"
    assert page.main.all("form")[1:] == []  # but that which chooses games


class TestSeasons:
    def test_games_of_a_time_and_of_a_group(self, table: Phone) -> None:
        def played(page: Page) -> list[str]:
            return cells(page, "players")[1:] if "Players" in page.main.text else []

        page = table.opens(f"{table.table}statistics")
        assert chosen(page) == ["All time"]
        assert played(page)[::2] == ["Ben", "Ann", "Cas", "Bea"]
        for label in ("This year", "12 months"):
            page = table.taps(label)
            assert (chosen(page), len(played(page))) == ([label], 8)
        table.taps("This year")
        page = table.taps("Cas")  # the first of that name is a chip
        assert chosen(page) == ["This year", "Cas"]
        assert [row.split()[0] for row in played(page)[1::2]] == ["6", "6", "6"]
        page = table.taps("Bea")
        assert chosen(page) == ["This year", "Cas", "Bea"]
        assert "Choose another period, other games or" in page.main.text
        page = table.opens(f"{table.table}statistics?since=2999-01-01")
        assert "Choose another period, other games or" in page.main.text
        assert page.main.find("input", type="date").attributes["value"] == "2999-01-01"

    def test_chosen_games_alone_count_and_lead_to_a_player_of_these(self, table: Phone) -> None:
        for called in ("Yaniv", "yaniv ", ""):
            options = {"called": called.strip(), "wins": "lowest"}
            at = table.table.split("/")[2]
            table.store.games.start(table.id, "any-game", options, ["Ann", "Ben"], at)

        def says(page: Page) -> tuple[list[str], list[str]]:
            return chosen(page), [h2.text for h2 in page.main.all("h2")][:-1]

        table.opens(f"{table.table}statistics?since=2000-01-01&game=game-of-bluff")
        page = table.taps("yaniv")
        assert says(page) == (["Game of Bluff", "yaniv"], ["Game of Bluff", "yaniv"])
        assert cells(page, "players")[1:4] == ["Ben", "7 3/4 2now 2", "Ann"]
        [player, *_] = (a for a in page.main.classed("to-player") if a.text == "Ben")
        page = table.opens(player.attributes["href"])
        assert (chosen(page), page.main.classed("big")[0].text[:6]) == (
            ["Game of Bluff", "yaniv"],
            "games7",
        )
        assert says(table.opens(f"{table.table}statistics?game=any-game"))[1] == ["Any other game"]
        assert "other games or" in table.opens(f"{table.table}statistics?game=any-game:x").main.text
        assert table.opens(f"{table.table}statistics?game=nothing:x").status == 404

    def test_twelve_months_begin_on_the_day_after_today_a_year_ago(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for today, first in (
            ("2026-11-29", "2025-11-30"),
            ("2026-12-31", "2026-01-01"),
            ("2024-02-29", "2023-03-01"),
        ):
            now = datetime.fromisoformat(f"{today}T23:59+00:00")
            monkeypatch.setattr(seasons, "datetime", Mock(now=lambda _zone, now=now: now))
            assert seasons.Season(seasons.TWELVE_MONTHS).since == date.fromisoformat(first)

    def test_what_is_no_season_is_said_so(self, table: Phone) -> None:
        for odd in ("x", "2026-02-30", "%F0", "9" * 30):
            page = table.opens(f"{table.table}statistics?since={odd}")
            assert (page.status, "That is not a date." in page.main.text) == (422, True), odd
        assert table.opens(f"{table.table}statistics?player=nobody").status == 404
