"""The history of a table and its statistics: which games, and what they add up to."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert

from companion.engine.rules import Summary, ranks_of
from companion.games import GAMES
from companion.store import schema
from companion.store.results import Kept
from companion.store.store import Store
from tests.evenings import EVENINGS, Evening
from tests.history.test_results import statements
from tests.web import brain
from tests.web.actor import Phone
from tests.web.pages import Element, Page


def store_of(phone: Phone) -> tuple[Store, str]:
    """The store of its app, and the id of this phone."""
    store: Store = phone.app.extensions["store"]
    secret = phone.cookie("phone")
    assert secret
    me = store.phones.find(secret.value)
    assert me
    return store, me


def fills(phone: Phone, evenings: Sequence[Evening] = EVENINGS, times: int = 1) -> None:
    """These games are played at the table of this phone, after the one that it is in."""
    store, me = store_of(phone)
    table = phone.table.split("/")[2]
    for evening in [*evenings] * times:
        game = store.games.start(me, evening.slug, evening.options, evening.names, table)
        written = [
            {
                **{"game": game.id, "place": place, "id": f"entry-{place}", "phone": me},
                **{"at": place, "seen": place - 1, "kind": facts["kind"]},
                "facts": {name: fact for name, fact in facts.items() if name != "kind"},
            }
            for place, facts in enumerate(evening.entries, 1)
        ]
        with store.database._writer.begin() as connection:
            connection.execute(insert(schema.entries), written)


@pytest.fixture
def table(plain: Phone) -> Phone:
    """A phone at a table of Ann, Ben and Cas with the twenty games, and one before all of them."""
    plain.starts(3, ["Ann", "Ben", "Cas"])
    fills(plain)
    return plain


def standings(page: Page) -> list[str]:
    return [row.find("b").text for row in page.main.classed("game-row")]


def chips(page: Page) -> dict[str, Element]:
    return {chip.text: chip for chip in page.main.classed("filter")}


def chosen(page: Page) -> list[str]:
    return [name for name, chip in chips(page).items() if "aria-current" in chip.attributes]


class TestHistory:
    def test_a_game_says_how_it_went_what_it_was_when_and_who_played(self, table: Phone) -> None:
        page = table.opens(f"{table.table}history")
        row = page.main.classed("game-row")[0]
        assert re.fullmatch(
            r"Ann and Ben share the win Game of Bluff \w+ \d+, \d{4} UTC Ann, Ben and Cas", row.text
        ), row.text
        assert standings(page) == [
            "Ann and Ben share the win", "Round 2", "Ben wins", "Ann wins", "Ben wins",
            "Lost, Advanced", "Given up, Advanced", "Won, Beginner", "Won, Beginner",
            "Lost, Beginner", "20 cards left", "96 cards left (lost)", "96 cards left (lost)",
            "96 cards left (lost)", "Won", "Ann’s turn, 97 cards left",
            "6 cards left (excellent)", "Won", "Won", "14 cards left",
        ]  # fmt: skip

    def test_twenty_are_a_page(self, table: Phone) -> None:
        page = table.opens(f"{table.table}history")
        assert "21 games, showing 1 to 20" in page.main.text
        assert "Newer" not in page.labels()
        older = table.taps("Older")
        assert standings(older) == ["Ann’s turn, 98 cards left"]
        assert "21 games, showing 21 to 21" in older.main.text
        assert "Older" not in older.labels()
        assert standings(table.taps("Newer")) == standings(page)

    def test_a_row_leads_to_its_game(self, table: Phone) -> None:
        row = table.opens(f"{table.table}history").main.classed("game-row")[2]
        assert "Ben wins" in table.opens(row.attributes["href"]).main.find("h1").text

    def test_what_is_entered_stands_there_at_once(self, table: Phone) -> None:
        table.opens(f"{table.table}history?page=2")
        table.opens(table.game)
        table.plays(47, "up-1")
        assert standings(table.opens(f"{table.table}history?page=2")) == [
            "Ann’s turn, 97 cards left"
        ]

    def test_a_game_has_the_name_that_its_table_gives_it(self, table: Phone) -> None:
        store, me = store_of(table)
        store.nicknames.give(me, table.table.split("/")[2], "one-brain", {"game": "Hersens"})
        page = table.opens(f"{table.table}history")
        assert "Hersens" in chips(page)
        assert "Hersens" in page.main.classed("game-row")[5].text
        assert "One Brain" not in page.main.text
        assert "Hersens" in table.opens(f"{table.table}statistics").main.text

    @pytest.mark.parametrize("sort", ["history", "statistics"])
    def test_without_a_game_it_says_where_to_start_one(self, plain: Phone, sort: str) -> None:
        plain.starts(2, ["Ann", "Ben"])
        with store_of(plain)[0].database._writer.begin() as connection:
            connection.execute(schema.games.delete())
        page = plain.opens(f"{plain.table}{sort}")
        assert "No games at this table yet." in page.main.text
        assert plain.taps("To the table").main.find("h1").text == "Ann and Ben"


class TestFilters:
    def test_at_first_it_is_all_games_of_everybody(self, table: Phone) -> None:
        page = table.opens(f"{table.table}history")
        assert chosen(page) == ["All games", "Everybody"]
        tiles = [str(tile.title) for game in GAMES.values() for tile in game.tiles]
        assert list(chips(page)) == ["All games", *tiles, "Everybody", "Ann", "Ben", "Cas"]

    @pytest.mark.parametrize(
        ("label", "games"),
        [("The Game", 7), ("The Game: Extreme", 4), ("One Brain", 5), ("Game of Bluff", 5)],
    )
    def test_one_game_of_the_shelf(self, table: Phone, label: str, games: int) -> None:
        table.opens(f"{table.table}history")
        page = table.taps(label)
        assert chosen(page) == [label, "Everybody"]
        assert len(standings(page)) == games
        assert all(label in row.text for row in page.main.classed("game-row"))

    def test_one_player(self, table: Phone) -> None:
        table.opens(f"{table.table}history")
        page = table.taps("Cas")
        assert chosen(page) == ["All games", "Cas"]
        assert len(standings(page)) == 6  # the first game, and the five of Bluff

    def test_both(self, table: Phone) -> None:
        table.opens(f"{table.table}history")
        table.taps("Cas")
        page = table.taps("The Game")
        assert chosen(page) == ["The Game", "Cas"]
        assert standings(page) == ["Ann’s turn, 98 cards left"]
        assert "Round 2" in standings(table.taps("All games"))

    def test_where_there_is_none_it_says_what_to_do(self, table: Phone) -> None:
        table.opens(f"{table.table}history")
        table.taps("Cas")
        page = table.taps("One Brain")
        assert (page.status, standings(page)) == (200, [])
        assert "Choose another game or “Everybody”." in page.main.text
        assert "Everybody" in page.labels()

    def test_pages_are_those_of_the_games_that_are_chosen(self, table: Phone) -> None:
        fills(table, EVENINGS[:6], times=4)
        table.opens(f"{table.table}history")
        table.taps("The Game")
        page = table.taps("Older")
        assert chosen(page) == ["The Game", "Everybody"]
        assert "31 games, showing 21 to 31" in page.main.text

    def test_many_players_stand_behind_a_summary(self, plain: Phone) -> None:
        plain.starts(5, ["Ann", "Ben", "Cas", "Dee", "Eva"])
        page = plain.opens(f"{plain.table}history")
        assert page.main.find("details").find("summary").text == "Filter by player"
        assert "open" not in page.main.find("details").attributes
        assert "open" in plain.taps("Eva").main.find("details").attributes

    @pytest.mark.parametrize(
        "asked",
        ["game=x", "game=%00", "player=x", "player=%F0", "page=0", "page=-1", "page=2",
         "page=99999999999999999999"],
    )  # fmt: skip
    def test_junk_is_not_there(self, plain: Phone, asked: str) -> None:
        plain.starts(1)
        assert plain.opens(f"{plain.table}history?{asked}").status == 404

    @pytest.mark.parametrize("number", ["", "x", "1.5"])
    def test_a_number_that_is_none_is_the_first_page(self, plain: Phone, number: str) -> None:
        plain.starts(1)
        assert plain.opens(f"{plain.table}history?page={number}").status == 200


class TestStatistics:
    def big(self, page: Page, tile: str) -> dict[str, str]:
        section = page.main.find("section", aria_labelledby=tile)
        pairs = [div for dl in section.classed("big") for div in dl.all("div")]
        return {div.find("dt").text: div.find("dd").text for div in pairs}

    def cells(self, page: Page, section: str) -> list[list[str]]:
        table = page.main.find("section", aria_labelledby=section).find("table")
        return [
            [cell.text for cell in row.children if isinstance(cell, Element)]
            for row in table.all("tr")
        ][1:]

    def test_the_figures_are_those_worked_out_by_hand(self, table: Phone) -> None:
        page = table.opens(f"{table.table}statistics")
        assert self.big(page, "the-game") == {
            "won": "3of 5",
            "fewest cards left": "0",
            "cards left, on average": "4.0",
            "longest streak": "2now 1",
            "cards a turn, in 5 games": "47.0",  # 98 three times, 92 and 84, in two turns each
            "numbers a card, in 5 games": "0.6",  # 99 for 98 cards three times, 1 for the others
            "excellent": "1",
        }
        assert self.big(page, "the-game-extreme")["fewest cards left"] == "20"
        broken = page.main.classed("breaks")[0].all("li")
        assert [each.text for each in broken] == ["skull 2", "exactly three 1"]
        assert self.big(page, "one-brain")["cards left, on average"] == "14.8"
        assert self.cells(page, "one-brain") == [
            ["Beginner", "2/3", "0", "2"],
            ["Advanced", "0/2", "30", "0"],
        ]
        assert self.big(page, "game-of-bluff") == {
            "fewest points": "1",
            "winner’s points, on average": "3.0",
        }

    def test_bluff_ranks_its_players(self, table: Phone) -> None:
        page = table.opens(f"{table.table}statistics")
        assert self.cells(page, "game-of-bluff") == [
            ["Ben"], ["3/4", "1.5", "5.0", "1", "2now 2"],
            ["Ann"], ["2/4", "1.8", "5.3", "2", "1now 1"],
            ["Cas"], ["0/4", "2.5", "6.3", "3", "0"],
        ]  # fmt: skip

    def test_where_the_highest_total_wins_most_points_are_best(
        self, table: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = GAMES["game-of-bluff"]

        def summary(state: Any) -> Summary:
            """After four rounds the highest total wins, after fewer the lowest."""
            said: Summary = game.rules.summary(state)
            if len(state.rounds) < 4:
                return said
            ranks = ranks_of(said.scores, highest_wins=True)
            return replace(said, highest_wins=True, ranks=ranks)

        turned = replace(game, rules=replace(game.rules, summary=summary))
        monkeypatch.setitem(GAMES, game.slug, turned)
        page = table.opens(f"{table.table}statistics")
        assert self.big(page, "game-of-bluff")["fewest points"] == "1"
        assert self.big(page, "game-of-bluff-most") == {
            "most points": "12",
            "winner’s points, on average": "12.0",
        }
        for section, best in (("game-of-bluff", "Fewest"), ("game-of-bluff-most", "Most")):
            heads = page.main.find("section", aria_labelledby=section).all("th", scope="col")
            assert [head.text for head in heads] == ["Wins", "Place", "Points", best, "Streak"]

    def test_every_player_over_all_games(self, table: Phone) -> None:
        # One more than in the set: the game of this phone, which runs.
        page = table.opens(f"{table.table}statistics")
        assert self.cells(page, "players") == [
            ["Ben", "21", "8/18", "2now 2"],
            ["Ann", "21", "7/18", "2now 1"],
            ["Cas", "6", "0/4", "0"],
        ]

    def test_what_runs_has_no_figures_yet(self, plain: Phone) -> None:
        plain.starts(2, ["Ann", "Ben"])
        page = plain.opens(f"{plain.table}statistics")
        assert "No finished games yet" in page.main.text
        assert not page.main.classed("big")

    def test_they_follow_what_is_entered_and_taken_back(self, game: Phone) -> None:
        address = f"{game.table}statistics"
        game.opens(game.game)
        game.enters(kind="cannot-play")
        assert self.big(game.opens(address), "the-game")["won"] == "0of 1"
        game.opens(game.game)
        game.takes_back(game.head)
        assert "No finished games yet" in game.opens(address).main.text

    def test_whoever_comes_while_they_are_made_has_a_name(
        self, game: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        find_all = game.store.results.find_all

        def find_after(me: str, table: str) -> Sequence[Kept]:
            game.store.games.start(me, "the-game", {}, ["Zoe"], table)
            return find_all(me, table)

        monkeypatch.setattr(game.store.results, "find_all", find_after)
        page = game.opens(f"{game.table}statistics")
        assert "Zoe" in [row[0] for row in self.cells(page, "players")]

    def test_they_are_made_again_when_memory_lost_them(self, table: Phone) -> None:
        first = table.opens(f"{table.table}statistics").main.text
        table.app.extensions["statistics"].clear()
        assert table.opens(f"{table.table}statistics").main.text == first


class TestTable:
    def test_it_shows_the_latest_few_and_leads_to_all(self, table: Phone) -> None:
        page = table.opens(table.table)
        assert standings(page) == [
            "Ann and Ben share the win", "Round 2", "Ben wins", "Ann wins", "Ben wins"
        ]  # fmt: skip
        assert table.taps("All games").main.find("h1").text == "History"
        assert table.taps("Statistics").main.find("h1").text == "Statistics"
        assert table.taps("All games").main.find("h1").text == "History"

    def test_a_player_alone_has_a_history_too(self, plain: Phone) -> None:
        brain.sits(plain, 1)
        plain.enters(kind="attempt-given-up")
        page = plain.opens(f"{plain.table}history")
        assert standings(page) == ["Given up, Advanced"]
        assert not [chip for chip in chips(page) if chip == "Everybody"]


class TestCost:
    """What a page asks the database does not depend on how many games there are."""

    @pytest.mark.parametrize("sort", ["history", "statistics", ""])
    def test_a_page_takes_as_many_statements_for_any_number_of_games(
        self, table: Phone, sort: str
    ) -> None:
        address = f"{table.table}{sort}"
        table.opens(f"{table.table}statistics")  # every result is kept from here on
        asked = []
        for games in (0, 20, 20):
            fills(table, EVENINGS[:1], times=games)
            table.opens(f"{table.table}statistics")
            table.app.extensions["statistics"].clear()
            asked.append(statements(lambda: table.opens(address)))
        assert len(set(asked)) == 1, asked
        assert asked[0] <= 12

    def test_statistics_in_memory_read_no_game(self, table: Phone) -> None:
        address = f"{table.table}statistics"
        table.opens(address)
        first = statements(lambda: table.opens(address))
        table.app.extensions["statistics"].clear()
        assert statements(lambda: table.opens(address)) == first + 2

    def test_a_table_that_was_renamed_is_read_again(self, table: Phone) -> None:
        store, me = store_of(table)
        table.opens(f"{table.table}statistics")
        [found] = store.tables.find_all(me)
        store.people.rename(me, found.id, found.people[0].id, "Anna")
        assert "Anna" in table.opens(f"{table.table}statistics").main.text
