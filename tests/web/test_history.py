"""The history of a table, its statistics and its players: which games, what they add up to."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from sqlalchemy import insert

from companion.store.database import schema
from companion.store.games.results import Kept
from companion.web.table import seasons
from tests.support.client_phone import Another, Phone
from tests.support.finished_games import EVENINGS, Evening
from tests.support.page import Element, Page


def fills(phone: Phone, evenings: Sequence[Evening] = EVENINGS, times: int = 1) -> None:
    """These games are played at the table of this phone, after the one that it is in."""
    store, me = phone.store, phone.id
    table = phone.ids[0]
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
    def test_a_game_says_how_it_went_and_twenty_are_a_page(self, table: Phone) -> None:
        page = table.opens(f"{table.table}history")
        row = page.main.classed("game-row")[0]
        said = r"Ann and Ben share the win Game of Bluff \w+ \d+, \d{4}"
        assert re.fullmatch(said, row.text), row.text
        players = page.main.classed("who-played")[0]
        assert players.text == "Ann, Ben, Cas"
        assert (len(standings(page)), standings(page)[5]) == (20, "Lost, Advanced")
        assert "21 games, showing 1 to 20" in page.main.text
        assert "Newer" not in page.labels()
        older = table.taps("Older")
        assert standings(older) == ["Ann’s turn, 98 cards left"]
        assert "21 games, showing 21 to 21" in older.main.text
        [row] = older.main.classed("game-row")
        assert re.search(r"\w+ \d+, 20\d\d not finished$", row.find("span").text)
        assert "Older" not in older.labels()
        assert standings(table.taps("Newer")) == standings(page)
        row = page.main.classed("game-row")[2]
        assert "Ben wins" in table.opens(row.attributes["href"]).main.find("h1").text
        table.opens(table.game)
        table.plays(47, "up-1")  # what is entered stands there at once
        last = table.opens(f"{table.table}history?page=2")
        assert standings(last) == ["Ann’s turn, 97 cards left"]
        assert standings(table.opens(table.table)) == standings(page)[:5]  # the latest few
        assert table.opens(players.all("a")[1].attributes["href"]).main.find("h1").text == "Ben"
        table.store.corrections.delete(table.id, *table.ids)
        assert "Older" not in table.opens(f"{table.table}history").labels()

    def test_games_and_people_have_the_names_that_their_table_gives(self, table: Phone) -> None:
        store, me, at = table.store, table.id, table.ids[0]
        table.opens(f"{table.table}statistics")
        store.nicknames.give(me, at, "one-brain", {"game": "Hersens"})
        [found] = store.tables.find_all(me)
        store.people.rename(me, at, found.people[0].id, "Anna")
        page = table.opens(f"{table.table}history")
        assert {"Hersens", "Anna"} <= {*chips(page)}
        assert "Hersens" in page.main.classed("game-row")[5].text
        assert "One Brain" not in page.main.text
        said = table.opens(f"{table.table}statistics").main.text
        assert ("Hersens" in said, "Anna" in said) == (True, True)

    def test_without_a_game_it_says_where_to_start_one(self, plain: Phone) -> None:
        plain.starts(2, ["Ann", "Ben"])
        page = plain.opens(f"{plain.table}statistics")
        assert "No finished games yet" in page.main.text
        assert not page.main.classed("big")
        with plain.store.database._writer.begin() as connection:
            connection.execute(schema.games.delete())
        for sort in ("history", "statistics"):
            assert "No games at this table yet." in plain.opens(f"{plain.table}{sort}").main.text
        assert plain.taps("Go to table").main.find("h1").text == "Ann and Ben"


class TestFilters:
    def test_by_game_and_by_player(self, table: Phone) -> None:
        page = table.opens(f"{table.table}history")
        assert chosen(page) == ["All games", "Everybody"]
        tiles = ["The Game", "The Game: Extreme", "One Brain", "Game of Bluff"]  # of games played
        assert list(chips(page)) == ["All games", *tiles, "Everybody", "Ann", "Ben", "Cas"]
        for label, games in zip(tiles, (7, 4, 5, 5), strict=True):
            page = table.taps(label)
            assert (chosen(page), len(standings(page))) == ([label, "Everybody"], games), label
            assert all(label in row.text for row in page.main.classed("game-row"))
        table.taps("The Game")
        page = table.taps("Cas")
        assert chosen(page) == ["The Game", "Cas"]
        assert standings(page) == ["Ann’s turn, 98 cards left"]
        assert len(standings(table.taps("All games"))) == 6  # that one, and the five of Bluff
        page = table.taps("One Brain")
        assert (page.status, standings(page)) == (200, [])
        assert "Choose another game or “Everybody”." in page.main.text
        assert "Everybody" in page.labels()
        fills(table, EVENINGS[:6], times=4)
        table.opens(f"{table.table}history")
        table.taps("The Game")
        for person in ("Everybody", "Ben"):
            table.taps(person)
            page = table.taps("Older")
            assert chosen(page) == ["The Game", person]
            assert re.search(r"\d\d games, showing 21 to \d\d", page.main.text)

    def test_what_was_played_is_a_filter_by_its_name(self, plain: Phone) -> None:
        """Names that differ in capitals alone are one game."""
        plain.starts(2, ["Ann", "Ben"])
        at = plain.ids[0]
        for name in ("Hearts", "Wizard", "wizard", ""):
            options = {"called": name, "wins": "lowest"}
            plain.store.games.start(plain.id, "any-game", options, ["Ann", "Ben"], at)
        page = plain.opens(f"{plain.table}history")
        names = ["All games", "The Game", "Any other game", "Hearts", "Wizard"]
        assert list(chips(page))[:5] == names
        for label, games in zip(names, (5, 1, 1, 1, 2), strict=True):
            page = plain.taps(label)
            assert (chosen(page), len(standings(page))) == ([label, "Everybody"], games), label
        page = plain.taps("Ben")
        assert (chosen(page), len(standings(page))) == (["Wizard", "Ben"], 2)
        for asked in ("game=any-game&called=x", "called=Hearts", "game=the-game&called="):
            assert plain.opens(f"{plain.table}history?{asked}").status == 404, asked

    def test_a_search_finds_what_has_all_of_its_words_on_each_page(self, table: Phone) -> None:
        me, at = table.id, table.ids[0]
        [*_, kept] = table.store.results.find_all(me, at)
        game = kept.stored
        names = [person.name for person in game.people]
        table.store.corrections.correct(me, at, game.id, names, game.made_at, "By the Sea")
        for asked, games in (("BLUFF ben", 5), ("ann sea", 1), ("bluff nobody", 0), ("a" * 200, 0)):
            page = table.opens(f"{table.table}history?{urlencode({'q': asked})}")
            assert len(standings(page)) == games, asked
        fills(table, EVENINGS[:6], times=4)
        first = table.opens(f"{table.table}history?q=the+game")
        assert "36 games, showing 1 to 20" in first.main.text
        assert "36 games, showing 21 to 36" in table.taps("Older").main.text
        assert standings(table.taps("Newer")) == standings(first)

    def test_of_who_is_somebody_else_it_shows_the_games_of_that_one(self, table: Phone) -> None:
        store, me, at = table.store, table.id, table.ids[0]
        zoe = store.games.start(me, "the-game", {}, ["Zoe"], at).people[0]
        [found] = store.tables.find_all(me)
        store.people.merge(me, at, zoe.id, found.people[2].id)
        page = table.opens(f"{table.table}history?player={zoe.id}")
        assert (chosen(page), len(standings(page))) == (["All games", "Cas"], 7)
        assert table.taps("Statistics: Cas").main.find("h1").text == "Cas"

    def test_many_players_stand_behind_a_summary_and_junk_is_not_there(self, plain: Phone) -> None:
        plain.starts(5, ["Ann", "Ben", "Cas", "Dee", "Eva"])
        page = plain.opens(f"{plain.table}history")
        assert page.main.find("details").find("summary").text == "Filter by player"
        assert "open" not in page.main.find("details").attributes
        assert "open" in plain.taps("Eva").main.find("details").attributes
        for asked, status in (
            *((f"{name}={odd}", 404) for name in ("game", "player") for odd in ("x", "%F0")),
            *((f"page={odd}", 404) for odd in ("0", "-1", "2", "9" * 20)),
            *((f"page={odd}", 200) for odd in ("", "x", "1.5")),
        ):
            assert plain.opens(f"{plain.table}history?{asked}").status == status, asked


class TestStatistics:
    def big(self, page: Page, tile: str) -> dict[str, str]:
        section = page.main.find("section", aria_labelledby=tile)
        pairs = [div for dl in section.classed("big") for div in dl.all("div")]
        return {div.find("dt").text: div.find("dd").text for div in pairs}

    def test_the_figures_are_those_worked_out_by_hand(self, table: Phone) -> None:
        page = table.opens(f"{table.table}statistics")
        assert self.big(page, "the-game") == {
            "games won": "3of 5", "fewest cards left": "0", "cards left, on average": "4.0",
            "longest winning streak": "2now 1",
            "cards per turn, in 5 games": "47.0",  # 98 three times, 92 and 84, in two turns each
            "average jump, in 5 games": "0.6",  # 99 for 98 cards three times, 1 for the others
            "games rated excellent": "1of 5",
        }  # fmt: skip
        broken = page.main.classed("breaks")[0].all("li")
        assert [each.text for each in broken] == ["skull 2", "exactly three 1"]
        assert rows_of(page, "one-brain")[1:] == ["Beginner 2/3 0 2", "Advanced 0/2 30 0"]
        bluff = {"fewest points": "1", "winner’s points, on average": "3.0"}
        assert self.big(page, "game-of-bluff") == bluff
        assert rows_of(page, "game-of-bluff")[1:3] == ["Ben", "3/4 1.5 5.0 1 2now 2"]
        ranked = ["Ben", "21 8/18 2now 2", "Ann", "21 7/18 2now 1", "Cas", "6 0/4 0"]
        assert rows_of(page, "players")[1:] == ranked
        table.app.extensions["statistics"].clear()  # they are made again
        assert table.opens(f"{table.table}statistics").main.text == page.main.text
        result = {"kind": "result-entered", "totals": [7, -2]}
        fills(table, [Evening("any-game", [result])])  # the highest wins
        page = table.opens(f"{table.table}statistics")
        most = {"most points": "7", "winner’s points, on average": "7.0"}
        assert self.big(page, "any-game-most") == most
        ranked = ["Ann", "1/1 1.0 7.0 7 1now 1", "Ben", "0/1 2.0 −2.0 −2 0"]
        assert rows_of(page, "any-game-most")[1:] == ranked

    def test_who_comes_late_has_a_name(self, game: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        find_all = game.store.results.find_all

        def find_after(me: str, table: str) -> Sequence[Kept]:
            game.store.games.start(me, "the-game", {}, ["Zoe"], table)
            return find_all(me, table)

        monkeypatch.setattr(game.store.results, "find_all", find_after)
        assert "Zoe" in rows_of(game.opens(f"{game.table}statistics"), "players")


@pytest.fixture
def with_bea(table: Phone) -> Phone:
    """That phone, at whose table Bea has played one game alone."""
    table.store.games.start(table.id, "the-game", {}, ["Bea"], table.ids[0])
    return table


def rows_of(page: Page, section: str) -> list[str]:
    rows = page.main.find("section", aria_labelledby=section).find("table").all("tr")
    return [" ".join(td.text for td in row.children if isinstance(td, Element)) for row in rows]


def visits(phone: Phone, name: str) -> Page:
    page = phone.opens(f"{phone.table}statistics")
    ranked = [link for rows in page.main.classed("ranking") for link in rows.all("a")]
    return phone.opens(next(a.attributes["href"] for a in ranked if a.text == name))


def test_figures_by_game_and_with_others_are_those_worked_out_by_hand(
    with_bea: Phone, another: Another
) -> None:
    page = visits(with_bea, "Ben")
    big = page.main.classed("big")[0].text
    assert big == "games21 games won8of 18 longest winning streak2now 2", big
    bluff = rows_of(page, "by-game")
    assert bluff[bluff.index("Game of Bluff") + 1] == "3/4 1.5 5.0 2now 2"
    # Places of Ben: 1, 3, 1, 1; of Ann: 3, 1, 2, 1; of Cas: 2, 2, 3, 3.
    others = rows_of(page, "against")[1:]
    assert others == ["Ann", "21 2 1", "Cas", "6 3 1"]
    assert visits(with_bea, "Cas").main.find("h1").text == "Cas"
    assert len(with_bea.taps("All games").main.classed("game-row")) == 6
    assert chosen(with_bea.page) == ["All games", "Cas"]
    assert with_bea.opens(f"{with_bea.table}players/nobody/").status == 404
    page = visits(another(with_bea, "onlooker"), "Ben")  # who looks changes nothing
    assert page.main.all("form")[1:] == []  # but that which chooses games


def test_a_new_name_is_everywhere_and_taken_back_in_the_page(with_bea: Phone) -> None:
    page = visits(with_bea, "Ben")
    for typed, said in (("", "Enter a name."), (" ", "Enter a name."), ("x" * 25, "at most 24")):
        page = with_bea.taps("Save", name=typed)
        assert (page.status, said in page.main.text) == (422, True), typed
    page = with_bea.taps("Save", name=" 🦊 Benno ")
    assert (page.status, page.main.find("h1").text) == (200, "🦊 Benno")
    assert "on all phones" in page.main.text
    for address in ("", "history", "statistics", "phones/"):
        assert "🦊 Benno" in with_bea.opens(with_bea.table + address).main.text, address
    assert "🦊 Benno" in with_bea.opens(with_bea.game).main.text
    visits(with_bea, "🦊 Benno")
    assert "Undo" not in with_bea.page.labels()
    with_bea.taps("Save", name="Ben!")
    assert with_bea.taps("Undo").main.find("h1").text == "🦊 Benno"


def test_a_name_that_is_taken_offers_to_be_one_person(with_bea: Phone) -> None:
    visits(with_bea, "Bea")
    page = with_bea.taps("Save", name="ANN")
    assert page.status == 409
    assert "Ann is already a player of this table." in page.main.text
    assert page.main.find("input", name="name").attributes["value"] == "ANN"
    page = with_bea.taps("Same person")
    assert page.main.find("h1").text == "Ann"
    assert "All games of “Bea” count for this player now." in page.main.text
    assert page.main.classed("big")[0].text.startswith("games22")
    assert with_bea.taps("Undo").main.find("h1").text == "Bea"
    visits(with_bea, "Ben")
    page = with_bea.taps("Save", name="ann")
    assert page.status == 409
    assert "they are two people" in page.main.text
    assert "Same person" not in page.labels()
    assert with_bea.taps("Save", name="Ann", undo="y").status == 409


def test_two_people_are_one_until_they_are_separated(with_bea: Phone) -> None:
    page = visits(with_bea, "Bea")
    bea = page.form_of("Save")[0].attributes["action"].removesuffix("name")
    offered = [button.text for button in page.main.classed("names-of")[0].all("button")]
    assert offered == ["Ann", "Ben", "Cas"]
    assert with_bea.taps("Cas").main.find("h1").text == "Cas"
    with_bea.opens(f"{with_bea.table}statistics")
    assert "Bea" not in with_bea.page.main.text
    page = with_bea.opens(bea)  # an old address leads to who it is now
    assert (page.main.find("h1").text, "Also entered as “Bea”." in page.main.text) == ("Cas", True)
    assert "Undo" not in page.labels()
    page = with_bea.opens(f"{with_bea.table}statistics?player={bea.split('/')[4]}")
    assert chosen(page) == ["All time", "Cas"]
    with_bea.opens(bea)
    assert with_bea.taps("Separate").main.find("h1").text == "Bea"


def test_who_is_hidden_is_offered_nowhere_until_the_next_game(with_bea: Phone) -> None:
    def lists() -> list[bool]:
        chosen_by = chips(with_bea.opens(f"{with_bea.table}history"))
        return ["Bea" in chosen_by, "Bea" in with_bea.opens(f"{with_bea.table}phones/").main.text]

    visits(with_bea, "Bea")
    address = with_bea.page.form_of("Save")[0].attributes["action"].removesuffix("name")
    assert "Show in lists" in with_bea.taps("Hide from lists").labels()
    assert lists() == [False, False]
    with_bea.opens(address)
    assert "Hide from lists" in with_bea.taps("Show in lists").labels()
    assert lists() == [True, True]


class TestSeasons:
    def test_games_of_a_time_and_of_a_group(self, with_bea: Phone) -> None:
        def played(page: Page) -> list[str]:
            return rows_of(page, "players")[1:] if "Players" in page.main.text else []

        page = with_bea.opens(f"{with_bea.table}statistics")
        assert chosen(page) == ["All time"]
        assert played(page)[::2] == ["Ben", "Ann", "Cas", "Bea"]
        for label in ("This year", "12 months"):
            page = with_bea.taps(label)
            assert (chosen(page), len(played(page))) == ([label], 8)
        with_bea.taps("This year")
        page = with_bea.taps("Cas")  # the first of that name is a chip
        assert chosen(page) == ["This year", "Cas"]
        assert [row.split()[0] for row in played(page)[1::2]] == ["6", "6", "6"]
        page = with_bea.taps("Bea")
        assert chosen(page) == ["This year", "Cas", "Bea"]
        assert "Choose another period, other games or" in page.main.text
        page = with_bea.taps("Show", since="2999-01-01")
        assert chosen(page) == ["Cas", "Bea"]
        assert page.main.find("input", type="date").attributes["value"] == "2999-01-01"

    def test_chosen_games_alone_count_and_lead_to_a_player_of_these(self, with_bea: Phone) -> None:
        for called in ("Yaniv", "yaniv ", ""):
            options = {"called": called.strip(), "wins": "lowest"}
            at = with_bea.ids[0]
            with_bea.store.games.start(with_bea.id, "any-game", options, ["Ann", "Ben"], at)

        def says(page: Page) -> tuple[list[str], list[str]]:
            return chosen(page), [h2.text for h2 in page.main.all("h2")][1:]

        with_bea.opens(f"{with_bea.table}statistics?game=game-of-bluff")
        with_bea.taps("yaniv")
        page = with_bea.taps("Show", since="2000-01-01")
        assert says(page) == (["Game of Bluff", "yaniv"], ["Game of Bluff", "yaniv"])
        assert rows_of(page, "players")[1:4] == ["Ben", "7 3/4 2now 2", "Ann"]
        [player, *_] = (a for a in page.main.classed("to-player") if a.text == "Ben")
        page = with_bea.opens(player.attributes["href"])
        assert chosen(page) == ["Game of Bluff", "yaniv"]
        assert page.main.classed("big")[0].text[:6] == "games7"
        page = with_bea.opens(f"{with_bea.table}statistics?game=any-game")
        assert says(page)[1] == ["Any other game"]
        page = with_bea.opens(f"{with_bea.table}statistics?game=any-game:x")
        assert "other games or" in page.main.text
        assert with_bea.opens(f"{with_bea.table}statistics?game=nothing:x").status == 404

    def test_when_twelve_months_begin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for today, first in (
            ("2026-11-29", "2025-11-30"),
            ("2026-12-31", "2026-01-01"),
            ("2024-02-29", "2023-03-01"),
        ):
            now = datetime.fromisoformat(f"{today}T23:59+00:00")
            monkeypatch.setattr(seasons, "datetime", Mock(now=lambda _zone, now=now: now))
            assert seasons.Season(seasons.TWELVE_MONTHS).since == date.fromisoformat(first)

    def test_what_is_no_season_is_said_so(self, with_bea: Phone) -> None:
        for odd in ("x", "2026-02-30", "%F0", "9" * 30):
            page = with_bea.opens(f"{with_bea.table}statistics?since={odd}")
            assert (page.status, "That is not a date." in page.main.text) == (422, True), odd
        assert with_bea.opens(f"{with_bea.table}statistics?player=nobody").status == 404
