"""Games as files: taken along from one phone, and taken in by another."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import create_engine, func, select
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion import LARGEST_REQUEST
from companion.engine.log import Line
from companion.engine.names import clean
from companion.engine.table import BESIDES, GAMES_PER_TABLE, ROOM, StoredGame
from companion.files import parsing
from companion.files.record import entries_of, moment
from companion.games import GAMES
from companion.games.game import Game
from companion.operations.check import check
from companion.store import schema, staging
from companion.store.store import Store
from companion.store.submissions import LIGHT, WEIGHED
from tests.games.the_game.telling import end, play
from tests.logbooks import stories
from tests.often import at_most
from tests.web.actor import Phone
from tests.web.hostile import allowed, hostile
from tests.web.pages import Page

KEPT = (
    schema.tables, schema.people, schema.games, schema.seats, schema.entries,
    schema.lessons, schema.nicknames,
)  # fmt: skip
RECORD: dict[str, Any] = {
    "format": "companion-record/1",
    "game": "the-game",
    "players": ["Ann", "Ben"],
    "entries": [play(47, "up-1"), play(48, "up-1"), end()],
}


@pytest.fixture
def table(plain: Phone) -> Phone:
    """A phone at a table of three at which one game of each kind was played, with slips."""
    plain.sets_up_once("a table with a game of each kind", lambda: plays_one_of_each(plain))
    return plain


def plays_one_of_each(plain: Phone) -> Page:
    names = ["Ann", "=Ben", "Cas"]
    plain.starts(3, names, tile="the-game-extreme")
    plain.plays(20, "up-1", choice="skull")
    plain.plays(80, "up-1", confirmed="1")
    plain.takes_back(1)
    plain.plays(24, "up-1", confirmed="1")
    plain.enters(kind="card-played", card=25, pile="up-1", before=2)
    plain.enters(kind="card-played", card=81, pile="up-1", choice="none", change=2)
    plain.plays(25, "up-2")
    plain.enters(kind="card-played", card=25, pile="up-2", change=4, confirmed="1")
    plain.starts(3, names, tile="game-of-bluff", table=plain.table.split("/")[2])
    for cards in ((1, 2, 3), (3, 2, 1)):
        given = {f"cards-{seat}": card for seat, card in enumerate(cards)}
        plain.enters(kind="round-scored", rik=0, **given)
    plain.starts(3, names, tile="one-brain", table=plain.table.split("/")[2])
    plain.enters(kind="card-played", **{"from": "hand"}, action="cover", card="green frog")
    plain.ends_turn()
    words = plain.facts(game="Katten", sixth="oranje")
    plain.sends(f"{plain.table}deck/one-brain/words", words, entry=False)
    return plain.opens(plain.game)


def brings(phone: Phone, text: str | bytes, at: str = "", **more: Any) -> Page:
    """Choose a file on the page for that, and send it; what is shown then."""
    page = phone.opens(f"/import{'?table=' + at if at else ''}")
    assert page.status == 200
    form = page.main.find("form")
    data = text.encode() if isinstance(text, str) else text
    file = FileStorage(io.BytesIO(data), "file.json")
    boundary, body = encode_multipart({**form.values(), "file": file, **more})
    kind = f"multipart/form-data; boundary={boundary}"
    answer = phone.client.post(form.attributes["action"], data=body, content_type=kind)
    if answer.status_code == 303:
        return phone.opens(str(answer.location))
    return Page(answer)


def rows(phone: Phone) -> list[int]:
    """How much of everything is kept."""
    engine = create_engine(phone.app.config["DATABASE_URL"])
    with engine.begin() as connection:
        found = [
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in KEPT
        ]
    engine.dispose()
    return found


def table_file(phone: Phone, table: str) -> str:
    answer = phone.client.get(f"{table}table.json")
    assert answer.status_code == 200
    return answer.text


def sheet(phone: Phone, address: str) -> list[list[str]]:
    answer = phone.client.get(address)
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert b"\n" not in answer.data.replace(b"\r\n", b"")
    text = answer.data.decode("utf-8-sig")
    separator = ";" if ";" in text.splitlines()[0] else ","
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))


def games(page: Page) -> list[str]:
    """The addresses of the games on the page of a table."""
    found = [a.attributes["href"] for a in page.main.classed("row-link")]
    return [address for address in found if address.startswith("/t/")]


class TestOut:
    def test_a_record_says_when_and_what_has_no_effect(self, table: Phone) -> None:
        game = games(table.opens(table.table))[-1]
        told = table.client.get(f"{game}record.json").json
        assert told["made_at"].endswith("Z")
        assert all(entry["at"] > told["made_at"] for entry in told["entries"])
        assert len(told["made_at"]) == len("2026-01-31T20:15:00.000Z")
        assert table.name not in json.dumps(told)

    def test_the_way_to_it_begins_at_the_end_of_a_game(self, game: Phone) -> None:
        game.enters(kind="cannot-play")
        page = game.taps("Record")
        links = [a.attributes["href"] for a in page.main.all("a")]
        assert f"{game.game}record.json" in links
        assert f"{game.game}record.csv" in links
        assert game.client.get(f"{game.game}record.csv").status_code == 200

    def test_a_table_has_its_games_oldest_first_its_decks_and_its_words(self, table: Phone) -> None:
        told = json.loads(table_file(table, table.table))
        assert (told["format"], told["name"]) == ("companion-table/1", None)
        slugs = [game["game"] for game in told["games"]]
        assert slugs == ["the-game", "game-of-bluff", "one-brain"]
        assert told["games"][0]["players"] == ["Ann", "=Ben", "Cas"]
        assert told["nicknames"] == {"one-brain": {"game": "Katten", "sixth": "oranje"}}
        assert told["decks"]["the-game"]["81"] == "none"
        assert table.name not in json.dumps(told)

    def test_links_to_it_stand_on_the_page_of_the_table(self, table: Phone) -> None:
        links = [a.attributes["href"] for a in table.opens(table.table).main.all("a")]
        for name in ("table.json", "table.csv"):
            assert f"{table.table}{name}" in links

    def test_a_sheet_has_a_line_a_fact(self, table: Phone) -> None:
        page = table.opens(table.table)
        [bluff] = [game for game in games(page) if "Bluff" in table.opens(game).title]
        head, *facts = sheet(table, f"{bluff}record.csv")
        assert head == [
            "Game", "Time (UTC)", "Turn or round", "Player", "What", "Value", "Running total",
        ]  # fmt: skip
        told = [[fact[0], *fact[2:]] for fact in facts]
        assert told == [
            ["Game of Bluff 1", "1", "Ann", "held Redemption Rik", "1", ""],
            ["Game of Bluff 1", "1", "Ann", "points", "1", "1"],
            ["Game of Bluff 1", "1", "'=Ben", "points", "2", "2"],
            ["Game of Bluff 1", "1", "Cas", "points", "3", "3"],
            ["Game of Bluff 1", "2", "Ann", "held Redemption Rik", "3", ""],
            ["Game of Bluff 1", "2", "Ann", "points", "0", "1"],
            ["Game of Bluff 1", "2", "'=Ben", "points", "2", "4"],
            ["Game of Bluff 1", "2", "Cas", "points", "1", "4"],
            ["Game of Bluff 1", "", "", "Play time in minutes", "0", ""],
        ]

    def test_a_sheet_of_a_table_has_all_its_games(self, table: Phone) -> None:
        facts = sheet(table, f"{table.table}table.csv")[1:]
        called = list(dict.fromkeys(fact[0] for fact in facts))
        assert called == ["The Game: Extreme 1", "Game of Bluff 1", "Katten 1"]
        assert {len(fact) for fact in facts} == {7}

    def test_it_is_in_the_language_of_the_phone(self, table: Phone) -> None:
        table.client.set_cookie("language", "nl")
        assert sheet(table, f"{table.table}table.csv")[0][3] == "Speler"

    def test_it_is_divided_as_spreadsheets_of_that_language_divide(self, table: Phone) -> None:
        for language, separator in (("en", b","), ("de", b";"), ("fr", b";"), ("nl", b";")):
            table.client.set_cookie("language", language)
            head = table.client.get(f"{table.table}table.csv").data.splitlines()[0]
            assert head.count(separator) == 6, language

    def test_onlookers_take_along_and_strangers_find_nothing(
        self, table: Phone, another: Callable[..., Phone]
    ) -> None:
        onlooker, stranger = another(table, "onlooker"), Phone(table.app)
        stranger.starts(1)
        for address in (
            f"{table.table}table.json", f"{table.table}table.csv", f"{table.game}record.csv",
            f"{table.game}record", f"{table.game}record.json",
        ):  # fmt: skip
            assert onlooker.client.get(address).status_code == 200
            assert stranger.client.get(address).status_code == 404
            assert Phone(table.app).client.get(address).status_code == 404


class TestIn:
    def test_a_table_comes_back_byte_for_byte_on_another_phone(self, table: Phone) -> None:
        text, other = table_file(table, table.table), Phone(table.app)
        page = brings(other, text)
        assert "3 games imported." in page.main.text
        assert page.answer.request.path != table.table
        assert table_file(other, page.answer.request.path) == text
        for address in games(page):
            assert other.opens(address).status == 200
            for place in range(1, 10):
                assert other.opens(f"{address}log/{place}").status in (200, 404)

    @pytest.mark.heavy
    def test_whatever_the_forms_take_the_file_of_the_table_brings_back(self, plain: Phone) -> None:
        words = [
            "teal", "x" * 40, "a\x00b", "a\x01b", "\u202eevil", "a" + "\u0315\u0300" * 150,
            *hostile(6),
        ]  # fmt: skip
        at, names = "", allowed(3)
        for tile in ("the-game-extreme", "one-brain", "game-of-bluff"):
            plain.starts(3, names, tile=tile, table=at)
            at = plain.table.split("/")[2]
            for number, word in enumerate(words):
                extra = {"from": "hand", "action": "extra"}
                said: list[dict[str, object]] = [
                    {"card": 2 + number, "pile": "up-1", "choice": word, "command": word},
                    {"card": f"{20 + number} {word}", "pile": "up-1"},
                    {**extra, "card": f"{word} duck"},
                    {**extra, "card": f"red {word}"},
                    {**extra, "extra_from": "hand", "extra_action": "cover", "column": "1",
                     "extra_card": f"{word} cat"},
                    {"from": "hand", "action": "remove-kind", "removes": word, "columns-1": "y"},
                ]  # fmt: skip
                for facts in said:
                    if ("from" in facts) is (tile == "one-brain"):
                        plain.opens(plain.game)
                        plain.enters(kind="card-played", confirmed="1", **facts)
                plain.opens(plain.game)
                plain.enters(kind="turn-ended", confirmed="1")
        text = table_file(plain, plain.table)
        assert "teal" in text
        page = brings(Phone(plain.app), text)
        assert "3 games imported." in page.main.text
        assert table_file(plain, plain.table) == text

    def test_a_record_comes_back_byte_for_byte(self, table: Phone) -> None:
        for address in games(table.opens(table.table)):
            text = table.client.get(f"{address}record.json").text
            other = Phone(table.app)
            [came] = games(brings(other, text))
            assert other.client.get(f"{came}record.json").text == text

    def test_it_comes_to_the_table_of_the_same_people(self, plain: Phone) -> None:
        plain.starts(2, ["Ann", "Ben"])
        page = brings(plain, json.dumps(RECORD))
        assert page.answer.request.path == plain.table
        assert "1 game imported." in page.main.text
        assert len(games(page)) == 2

    def test_it_comes_to_the_table_that_is_named_whose_people_are_known_by_name(
        self, plain: Phone
    ) -> None:
        plain.starts(3, ["Cas", "Ann", "Dee"])
        before = rows(plain)
        page = brings(plain, json.dumps(RECORD), plain.table.split("/")[2])
        assert page.answer.request.path == plain.table
        after = rows(plain)
        new = dict(
            zip((table.name for table in KEPT), map(int.__sub__, after, before), strict=True)
        )
        assert (new["tables"], new["people"], new["games"], new["entries"]) == (0, 1, 1, 3)

    def test_what_the_table_has_already_stays_as_it_is_and_that_is_said(self, table: Phone) -> None:
        text, before = table_file(table, table.table), rows(table)
        page = brings(table, text)
        assert page.answer.request.path == table.table
        assert "3 games in the file are already here and were left as they are." in page.main.text
        assert rows(table) == before
        other = json.loads(text)
        other["games"][1]["entries"].pop()
        page = brings(table, json.dumps(other))
        assert "1 game imported." in page.main.text
        assert "2 games in the file are already here" in page.main.text

    def test_one_form_sent_twice_is_one_import(self, plain: Phone) -> None:
        plain.opens("/import")
        nonce = plain.facts()["page"]
        for _ in range(2):
            page = brings(plain, json.dumps(RECORD), page=nonce)
            assert "1 game imported." in page.main.text
            assert len(games(page)) == 1
        assert len(games(brings(plain, json.dumps(RECORD)))) == 2  # without times, on purpose

    def test_another_file_of_the_same_page_is_another_import(self, plain: Phone) -> None:
        plain.opens("/import")
        nonce = plain.facts()["page"]
        longer = {**RECORD, "entries": RECORD["entries"][:-1]}
        others = {**RECORD, "players": ["Cas", "Dee"]}
        for record, there in ((RECORD, 1), (longer, 2), (others, 1)):
            page = brings(plain, json.dumps(record), page=nonce)
            assert "1 game imported." in page.main.text
            assert len(games(page)) == there

    def test_the_same_form_after_its_table_was_deleted_begins_anew(self, plain: Phone) -> None:
        form = {"page": "a nonce", "players": "2", "name": ["Ann", "Ben"]}

        def starts() -> str:
            plain.opens("/new/the-game")
            sent = {**form, "csrf_token": plain.token}
            return plain.sends("/new/the-game", sent, entry=False).answer.request.path

        def comes() -> str:
            return brings(plain, json.dumps(RECORD), page="a nonce").answer.request.path

        for begins in (starts, comes):
            first = begins()
            assert begins() == first
            plain.store.tables.delete(plain.id, first.split("/")[2])
            assert begins() != first

    def test_what_is_still_to_come_was_played_just_now_in_the_same_order(
        self, plain: Phone
    ) -> None:
        hours = [datetime.now(UTC) + timedelta(hours=ahead) for ahead in (9, 1, 5, -5)]
        cards = [60, 40, 50, 30]
        records = [
            {**RECORD, "made_at": moment(at), "entries": [{**play(card, "up-1"), "at": moment(at)}]}
            for card, at in zip(cards, hours, strict=True)
        ]
        whole = {"format": "companion-table/1", "games": records}
        page = brings(plain, json.dumps(whole))
        told = json.loads(table_file(plain, page.answer.request.path))["games"]
        assert [game["entries"][0]["card"] for game in told] == [30, 40, 50, 60]
        now = moment(datetime.now(UTC))
        assert all(max(game["made_at"], game["entries"][0]["at"]) <= now for game in told)
        assert told[0]["made_at"] == moment(hours[3])
        table = page.answer.request.path.split("/")[2]
        plain.starts(2, ["Ann", "Ben"], table=table)
        assert plain.opens("/continue").answer.request.path == plain.game

    @pytest.mark.parametrize("began", [5, -5], ids=["all of it", "its end"])
    def test_what_was_still_to_come_is_here_already_the_second_time(
        self, plain: Phone, began: int
    ) -> None:
        made_at, end = (datetime.now(UTC) + timedelta(hours=ahead) for ahead in (began, 6))
        entries = [{**said, "at": moment(end)} for said in RECORD["entries"]]
        record = {**RECORD, "made_at": moment(made_at), "entries": entries}
        [game] = games(brings(plain, json.dumps(record)))
        page = brings(plain, json.dumps(record))
        assert "1 game in the file is already here" in page.main.text
        assert games(page) == [game]
        other = {**record, "entries": entries[:-1]}
        assert len(games(brings(plain, json.dumps(other)))) == 2
        plain.opens(game)
        plain.game = game
        plain.plays(49, "up-1")
        assert len(games(brings(plain, json.dumps(record)))) == 3  # it has gone on here

    def test_the_last_of_it_was_played_now(self) -> None:
        game = GAMES["the-game"]
        now, late = 1_000_000_000_000, [datetime(2033, 1, day, tzinfo=UTC) for day in (2, 1)]
        setup = game.rules.setup(["Ann"], {})
        games = [parsing.Incoming(game, setup, (), at, (), "") for at in late]
        assert [made_at for made_at, _ in staging.date_games(games, now)] == [now, now - 1]

    def test_without_times_it_was_played_just_now(self, plain: Phone) -> None:
        [address] = games(brings(plain, json.dumps(RECORD)))
        told = plain.client.get(f"{address}record.json").json
        times = [told["made_at"], *(entry["at"] for entry in told["entries"])]
        assert times == sorted(set(times))
        plain.opens(address)
        plain.game = address
        assert plain.plays(80, "down-1").status in (200, 303)

    def test_a_new_table_has_the_name_and_deck_of_the_file_an_old_one_keeps_its_own(
        self, table: Phone
    ) -> None:
        told = json.loads(table_file(table, table.table))
        told |= {"name": "Thursdays", "decks": {"the-game": {"81": "stop", "90": "skull"}}}
        told["nicknames"] = {"one-brain": {"game": "Cats"}}
        page = brings(table, json.dumps(told))
        kept = json.loads(table_file(table, page.answer.request.path))
        assert kept["name"] is None
        assert (kept["decks"]["the-game"]["81"], kept["decks"]["the-game"]["90"]) == (
            "none",
            "skull",
        )
        assert kept["nicknames"]["one-brain"]["game"] == "Katten"
        other = Phone(table.app)
        new = json.loads(table_file(other, brings(other, json.dumps(told)).answer.request.path))
        assert new["name"] == "Thursdays"
        assert new["decks"]["the-game"] == {"81": "stop", "90": "skull"}
        assert new["nicknames"] == {"one-brain": {"game": "Cats"}}

    @pytest.mark.parametrize(
        ("data", "status", "sentence"),
        [
            ("", 422, "Line 1, column 1: not valid JSON."),
            ("{", 422, "Line 1, column 2: not valid JSON. Nothing was imported."),
            (
                {**RECORD, "game": "=cmd()"},
                422,
                "Companion does not know this game: =cmd(). Nothing was imported.",
            ),
            (
                {**RECORD, "entries": [play(47, "up-1"), play(46, "up-1")]},
                422,
                "Entry 2: 46 does not fit on 47 going up. Nothing was imported.",
            ),
            (
                {"format": "companion-table/1", "games": [RECORD, {**RECORD, "entries": [end()]}]},
                422,
                "Game 2, entry 1: Ann still has to lay 2 cards. Nothing was imported.",
            ),
            (
                {**RECORD, "entries": [play(1, "up-1")]},
                422,
                "Entry 1: There is no such card: the cards go from 2 to 99.",
            ),
            ({**RECORD, "players": ["\ud800", "B"]}, 422, "The name of player 1 is not valid."),
            ({**RECORD, "options": {"\ud800<b>": 1}}, 422, "This game has no such option: ?<b>."),
            ("[" * 200_000, 422, "This file is nested too deeply"),
            (b"PK\x03\x04\xff" * 1000, 422, "This file is not text"),
            (" " * parsing.LARGEST_FILE + "{}", 413, "A file can be at most 8 MB."),
            (b"\xff" * 10_000_000, 413, "A file can be at most 8 MB. Nothing was imported."),
        ],
        ids=lambda value: str(value)[:20],
    )
    def test_anything_wrong_changes_nothing_and_is_said_where_it_was_chosen(
        self, table: Phone, data: Any, status: int, sentence: str
    ) -> None:
        before = rows(table)
        text = data if isinstance(data, str | bytes) else json.dumps(data)
        for at in ("", table.table.split("/")[2]):
            page = brings(table, text, at)
            assert (page.status, sentence in page.said) == (status, True), page.said
            assert page.main.find("form").attributes["action"].endswith(at)
        assert rows(table) == before

    def test_who_may_not_enter_there_takes_nothing_in(
        self, table: Phone, another: Callable[..., Phone]
    ) -> None:
        onlooker, stranger = another(table, "onlooker"), Phone(table.app)
        stranger.starts(1)
        before, at = rows(table), table.table.split("/")[2]
        for who in (onlooker, stranger, Phone(table.app)):
            refused = 403 if who is onlooker else 404
            assert who.opens(f"/import?table={at}").status == refused
            who.opens("/")
            sent = {"csrf_token": who.token, "file": (io.BytesIO(json.dumps(RECORD).encode()), "f")}
            assert who.client.post(f"/import?table={at}", data=sent).status_code == refused
        assert rows(table) == before
        assert "Import from file" not in onlooker.opens(table.table).labels()

    def test_no_file_at_all_is_said_too(self, plain: Phone) -> None:
        plain.opens("/import")
        page = plain.sends("/import", plain.facts(), entry=False)
        assert (page.status, page.said) == (422, "Choose a file first.")

    def test_a_broken_file_makes_no_phone(self, plain: Phone) -> None:
        brings(plain, "{}")
        assert plain.opens("/").meta("phone") == ""

    def test_larger_requests_go_nowhere_else(self, game: Phone) -> None:
        large = game.facts(kind="card-played", junk="x" * 20_000)
        assert game.posts(f"{game.game}entries", large).status == 413


LANGUAGES = ("en", "de", "fr", "nl")
NUMBERED = ("Player %s", "Spieler %s", "Joueur %s", "Speler %s")


class TestNameless:
    """People without a name have none in a file either, whatever language it was made in."""

    @pytest.fixture
    def nameless(self, plain: Phone) -> Phone:
        plain.starts(3, ["", "Ben", ""])
        plain.plays(47, "up-1")
        plain.starts(3, ["", "Ben", ""], tile="game-of-bluff", table=plain.table.split("/")[2])
        return plain

    def test_a_file_says_no_name_in_any_language(self, nameless: Phone) -> None:
        for language in LANGUAGES:
            nameless.client.set_cookie("language", language)
            assert nameless.record()["players"] == ["", "Ben", ""], language
            told = json.loads(table_file(nameless, nameless.table))
            assert [game["players"] for game in told["games"]] == [["", "Ben", ""]] * 2, language

    def test_made_in_one_language_it_is_here_already_in_any_other(self, nameless: Phone) -> None:
        table, before = nameless.table.split("/")[2], rows(nameless)
        for made in LANGUAGES:
            nameless.client.set_cookie("language", made)
            record = nameless.client.get(f"{nameless.game}record.json").text
            files = table_file(nameless, nameless.table), record
            for read in LANGUAGES:
                nameless.client.set_cookie("language", read)
                for file in files:
                    assert brings(nameless, file).answer.request.path == f"/t/{table}/"
                    assert rows(nameless) == before, (made, read)

    def test_an_older_file_that_says_a_number_as_a_name_is_here_already_too(
        self, nameless: Phone
    ) -> None:
        table, before = nameless.table.split("/")[2], rows(nameless)
        told = json.loads(table_file(nameless, nameless.table))
        for numbered in NUMBERED:
            for game in told["games"]:
                game["players"] = [numbered % 1, "Ben", numbered % 3]
            assert brings(nameless, json.dumps(told)).answer.request.path == f"/t/{table}/"
            assert rows(nameless) == before, numbered

    def test_the_number_of_another_seat_is_a_name(self, plain: Phone) -> None:
        brings(plain, json.dumps({**RECORD, "players": ["Player 2", "Ben"]}))
        [table] = plain.store.tables.find_all(plain.id)
        assert {person.name for person in table.people} == {"Player 2", "Ben"}


def test_play_time_is_shown_where_a_game_has_ended(plain: Phone) -> None:
    minutes = [0, 9, 18, 60, 64]
    entries: list[dict[str, Any]] = [play(47 + n, "up-1") for n in range(4)]
    entries.append({"kind": "hand-corrected", "player": 0, "cards": 6})
    entries = [
        {**facts, "at": f"2026-01-31T{20 + minute // 60}:{minute % 60:02}:00Z"}
        for facts, minute in zip(entries, minutes, strict=True)
    ]
    [address] = games(brings(plain, json.dumps({**RECORD, "entries": entries})))
    assert sheet(plain, f"{address}record.csv")[-1][4:6] == ["Play time in minutes", "22"]
    plain.game = address
    plain.opens(address)
    plain.ends_turn()
    page = plain.enters(kind="cannot-play")
    assert "2 turns, 22 min" in page.main.text


class TestStore:
    """On both databases."""

    def test_all_is_written_or_nothing(self, store: Store) -> None:
        from datetime import UTC, datetime

        from companion.engine.names import clean

        text = {"format": "companion-table/1", "games": [RECORD, RECORD, RECORD]}
        bundle = parsing.read(json.dumps(text).encode(), clean, datetime.now(UTC))
        me = store.phones.remember("secret")
        calls = []

        def fails(*asked: object) -> bool:
            calls.append(asked)
            raise RuntimeError

        made = parsing.read(
            json.dumps({**RECORD, "made_at": "2026-01-31T20:15:00Z"}).encode(),
            clean,
            datetime.now(UTC),
        )
        table, came = store.imports.add(me, bundle, fails, None, "key")
        assert (came, calls) == (3, [])
        assert store.imports.add(me, bundle, fails, None, "key") == (table, 3)
        assert store.imports.add(me, made, fails, None, "other") == (table, 1)
        with pytest.raises(RuntimeError):
            store.imports.add(me, made, fails, None, "third")
        assert len(store.games.find_all(me, table)) == 4
        whole = tuple(store.games.export(me, table))
        assert [len(game.log) for game in whole] == [3] * 4
        assert [game.made_at for game in whole] == sorted(game.made_at for game in whole)
        assert all(re.fullmatch("[0-9a-f]{32}", game.id) for game in whole)
        assert {person.name for game in whole for person in game.people} == {"Ann", "Ben"}
        assert len({person.id for game in whole for person in game.people}) == 2
        for game in whole:
            assert [entry.seen for entry in game.log] == [0, 1, 2]
            assert {entry.phone for entry in game.log} == {me}


def same_log(stored: StoredGame, game: parsing.Incoming) -> bool:
    return [written.facts for written in stored.log] == list(game.entries)


class TestLittleByLittle:
    """An import holds nobody up, and is seen as a whole or not at all."""

    @pytest.fixture
    def bundle(self) -> parsing.Bundle:
        entries = [{"kind": "hand-corrected", "player": 0, "cards": n % 7} for n in range(9)]
        games = [{**RECORD, "entries": entries, "made_at": f"2026-01-0{n}T10:00Z"} for n in (1, 2)]
        text = json.dumps({"format": "companion-table/1", "games": games})
        return parsing.read(text.encode(), clean, datetime.now(UTC))

    def test_others_enter_meanwhile_and_see_nothing_of_it(
        self, store: Store, bundle: parsing.Bundle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(staging, "AT_ONCE", 2)
        me = store.phones.remember("secret")
        game = store.games.start(me, "the-game", {}, ["Ann", "Ben"])
        seen, write = [], staging._enter

        def others(entries: Any, connection: Any) -> None:
            write(entries, connection)
            seen.append(len(entries))

        monkeypatch.setattr(staging, "_enter", others)
        writing = store.database.write

        @contextmanager
        def watched() -> Iterator[Any]:
            with writing() as connection:
                yield connection
            if seen and len(seen) < 10:
                assert [each.id for each in store.games.find_all(me, game.table)] == [game.id]
                assert check(store).differences == []

        monkeypatch.setattr(store.database, "write", watched)
        table, came = store.imports.add(me, bundle, lambda stored, game: False, game.table)
        assert (table, came) == (game.table, 2)
        assert seen == [2, 2, 2, 2, 1] * 2
        assert [len(each.log) for each in store.games.export(me, table)] == [9, 9, 0]

    def test_what_is_there_already_is_not_written_at_all(
        self, store: Store, bundle: parsing.Bundle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        me = store.phones.remember("secret")
        first = store.imports.add(me, bundle, same_log, None, "key")
        wrote, steps = [], staging.write_in_steps
        monkeypatch.setattr(
            staging, "write_in_steps", lambda *asked: wrote.append(asked[2]) or steps(*asked)
        )
        assert store.imports.add(me, bundle, same_log, None, "key") == first
        for table in (None, first[0]):
            for key in ("", "another key"):
                assert store.imports.add(me, bundle, same_log, table, key) == (first[0], 0)
        assert wrote == []

    def test_what_another_phone_brings_meanwhile_is_there_once(
        self, store: Store, bundle: parsing.Bundle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        me = store.phones.remember("secret")
        friend = store.phones.remember("friend")
        table = store.games.start(me, "the-game", {}, ["Ann", "Ben"]).table
        store.phones.join(friend, store.invitations.find_all(me, table)["player"].link)
        older, newer = bundle.games
        other = replace(newer, entries=newer.entries[:-1], times=())
        brings = [replace(bundle, games=(older,)), replace(bundle, games=(other,))]
        stage = store.imports._staging.write

        def others_first(phone: str, games: Any) -> str:
            if phone == me:
                for each in brings:
                    assert store.imports.add(friend, each, same_log, table) == (table, 1)
            return stage(phone, games)

        monkeypatch.setattr(store.imports._staging, "write", others_first)
        assert store.imports.add(me, bundle, same_log, table) == (table, 1)
        whole = [(game.made_at, len(game.log)) for game in store.games.export(me, table)][:-1]
        assert sorted(whole) == [(older.made_at, 9), (newer.made_at, 8), (newer.made_at, 9)]
        with store.database.read_existing() as connection:
            made = connection.execute(select(func.count()).select_from(schema.games)).scalar_one()
        assert made == 4

    def test_what_breaks_off_leaves_nothing_and_goes_in_at_the_next_try(
        self, store: Store, bundle: parsing.Bundle, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        me = store.phones.remember("secret")

        def all_there() -> list[int]:
            with store.database.read_existing() as connection:
                counted = (select(func.count()).select_from(kept) for kept in KEPT)
                return [connection.execute(each).scalar_one() for each in counted]

        before, unstage = all_there(), store.imports._staging.clear
        with monkeypatch.context() as broken:
            broken.setattr(staging, "show", lambda *asked: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                store.imports.add(me, bundle, lambda stored, game: False, None, "key")
            assert all_there() == before
            broken.setattr(
                store.imports._staging, "clear", lambda staging: None
            )  # as if the power had failed
            with pytest.raises(ZeroDivisionError):
                store.imports.add(me, bundle, lambda stored, game: False, None, "key")
            assert all_there() != before
            assert check(store).differences == []
            assert store.tables.find_all(me) == ()
        assert store.imports._staging.clear == unstage
        table, came = store.imports.add(me, bundle, lambda stored, game: False, None, "key")
        assert (came, len(store.tables.find_all(me))) == (2, 1)
        assert [len(each.log) for each in store.games.export(me, table)] == [9, 9]
        assert all_there()[0] == before[0] + 1


class TestRoom:
    """What Companion gives out it takes in again, however much a table holds."""

    @pytest.mark.heavy
    @at_most(30, suppress_health_check=[HealthCheck.too_slow])
    @given(game=st.sampled_from(list(GAMES.values())), data=st.data())
    def test_no_entry_takes_more_in_a_file_than_is_counted(
        self, game: Game[Any, Any], data: st.DataObject
    ) -> None:
        _setup, story = data.draw(stories(game))
        lines = [line for line in story.counting for _ in range(self._count(game, line))]
        for facts, line in zip(entries_of(game, story), lines, strict=True):
            source = line.changed or line.written
            kept = {name: fact for name, fact in source.facts.items() if name != "kind"}
            said = json.dumps(facts, ensure_ascii=False).encode()
            assert len(said) + len(",\n") <= len(json.dumps(kept)) + BESIDES

    def _count(self, game: Game[Any, Any], line: Line) -> int:
        """How many entries a file has for this line: shorthands stand there spelled out."""
        entry = game.rules.read(line.before.setup, line.facts)
        without_effect = line.step is not None and line.step.rules
        if without_effect or not isinstance(entry, game.rules.shorthands):
            return 1
        return len(game.rules.spell_out(line.before, entry))

    def test_a_full_table_and_what_goes_in_between_fit_into_a_file(self) -> None:
        players = max(game.rules.seats[-1] for game in GAMES.values())
        around = 500 + players * (4 * 24 + 4)  # format, game, moment and switches; names
        between = (WEIGHED - 1) * (LIGHT + BESIDES) + around
        assert ROOM + LARGEST_REQUEST + GAMES_PER_TABLE * between < parsing.LARGEST_FILE

    def test_a_file_that_no_table_could_hold_is_refused_before_it_is_judged(
        self, plain: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(parsing, "ROOM", 6 * BESIDES - 1)
        monkeypatch.setattr(parsing, "judge", lambda *asked: 1 / 0)
        page = brings(plain, json.dumps({"format": "companion-table/1", "games": [RECORD, RECORD]}))
        assert page.status == 409
        assert "This table is full. Start a new table." in page.main.text

    def test_as_much_as_fits_comes_back_and_one_more_is_refused(
        self, plain: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        facts = {"kind": "hand-corrected", "player": 0}
        entries = [{**facts, "cards": number % 7} for number in range(99)]
        one = len(json.dumps({"player": 0, "cards": 0})) + BESIDES
        monkeypatch.setattr("companion.store.capacity.ROOM", 99 * one)
        file = {**RECORD, "made_at": "2026-01-31T20:15:00Z", "entries": entries}
        [game] = games(brings(plain, json.dumps(file)))
        table = game.rsplit("/", 2)[0] + "/"
        told = table_file(plain, table)
        file["made_at"] = "2026-01-30T20:15:00Z"
        more = brings(plain, json.dumps(file), game.split("/")[2])
        assert more.status == 409
        assert "This table is full. Start a new table." in more.main.text
        plain.game = game
        plain.opens(game)
        page = plain.posts(f"{game}entries", plain.facts(**facts, cards=5, id="more"))
        assert page.status == 409
        assert "This table is full. Start a new table." in page.main.text
        page = brings(plain, told, game.split("/")[2])
        assert "1 game in the file is already here and was left as it is." in page.main.text
        assert table_file(plain, table) == told
        plain.client = plain.app.test_client()
        [again] = games(brings(plain, told))
        assert again != game
        assert table_file(plain, again.rsplit("/", 2)[0] + "/") == told
