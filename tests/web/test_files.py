"""Games as files, taken along and taken in, and what is posted whatever it looks like."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from companion.engine.table import BESIDES
from companion.files import parsing
from companion.files.record import moment
from companion.web.handover import whole_tables
from companion.web.safety import limits
from companion.web.safety.phone import LANGUAGES
from companion.web.safety.rate_limiter import RateLimit
from tests.files.test_parsing import document
from tests.games.the_game.telling import end, play
from tests.support.client_phone import Phone
from tests.support.page import Page
from tests.web.conftest import Clock
from tests.web.test_phone import rows

RECORD: dict[str, Any] = {
    "format": "companion-record/1",
    "game": "the-game",
    "players": ["Ann", "Ben"],
    "entries": [play(47, "up-1"), play(48, "up-1"), end()],
}


@pytest.fixture
def table(plain: Phone) -> Phone:
    """A phone at a table of three at which one game of each kind was played, with slips."""
    names = ["Ann", "=Ben", "Cas"]
    plain.starts(3, names, tile="the-game-extreme")
    plain.plays(20, "up-1", choice="skull")
    plain.plays(80, "up-1", confirmed="1")
    plain.takes_back(1)
    plain.plays(24, "up-1", confirmed="1")
    plain.plays(25, "up-1", before=2)
    plain.plays(81, "up-1", choice="none", change=2)
    plain.plays(25, "up-2")
    plain.plays(25, "up-2", change=4, confirmed="1")
    plain.starts(3, names, tile="game-of-bluff", table=plain.ids[0])
    for cards in ((1, 2, 3), (3, 2, 1)):
        given = {f"cards-{seat}": card for seat, card in enumerate(cards)}
        plain.enters(kind="round-scored", rik=0, **given)
    plain.starts(3, names, tile="one-brain", table=plain.ids[0])
    plain.enters(kind="card-played", **{"from": "hand"}, action="cover", card="green frog")
    plain.ends_turn()
    words = plain.facts(game="Katten", sixth="oranje")
    plain.sends(f"{plain.table}deck/one-brain/words", words, entry=False)
    plain.opens(plain.game)
    return plain


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


def counted(phone: Phone) -> dict[str, int]:
    """How much of everything is kept."""
    return {name: len(there) for name, there in rows(phone).items()}


def table_file(phone: Phone, table: str) -> str:
    answer = phone.client.get(f"{table}table.json")
    assert answer.status_code == 200
    return answer.text


def sheet(phone: Phone, address: str) -> list[list[str]]:
    """The cells of a sheet, which is written as spreadsheets read it."""
    answer = phone.client.get(address)
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert b"\n" not in answer.data.replace(b"\r\n", b"")
    text = answer.data.decode("utf-8-sig")
    separator = ";" if ";" in text.splitlines()[0] else ","
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))


def games(page: Page) -> list[str]:
    found = [a.attributes["href"] for a in page.main.classed("row-link")]
    return [address for address in found if address.startswith("/t/")]


class TestOut:
    def test_a_table_and_its_games_can_be_taken_along(self, table: Phone) -> None:
        links = [a.attributes["href"] for a in table.opens(table.table).main.all("a")]
        assert {f"{table.table}table.json", f"{table.table}table.csv"} <= {*links}
        told = json.loads(table_file(table, table.table))
        assert (told["format"], told["name"]) == ("companion-table/1", None)
        oldest_first = ["the-game", "game-of-bluff", "one-brain"]
        assert [game["game"] for game in told["games"]] == oldest_first
        assert told["nicknames"] == {"one-brain": {"game": "Katten", "sixth": "oranje"}}
        assert told["decks"]["the-game"]["81"] == "none"
        game = games(table.opens(table.table))[-1]
        record = table.client.get(f"{game}record.json").json
        assert len(record["made_at"]) == len("2026-01-31T20:15:00.000Z")
        assert all(entry["at"] > record["made_at"] for entry in record["entries"])
        assert table.name not in json.dumps(told) + json.dumps(record)

    def test_a_sheet_has_a_line_a_fact_in_the_language_of_the_phone(self, table: Phone) -> None:
        facts = sheet(table, f"{table.table}table.csv")[1:]
        found = ["The Game: Extreme 1", "Game of Bluff 1", "Katten 1"]
        assert [*dict.fromkeys(fact[0] for fact in facts)] == found
        bluff = next(g for g in games(table.opens(table.table)) if "Bluff" in table.opens(g).title)
        own = sheet(table, f"{bluff}record.csv")[1:]
        assert [fact for fact in facts if fact[0] == "Game of Bluff 1"] == own
        assert own[2][3] == "'=Ben"  # nothing that a spreadsheet would run
        table.starts(3, ["Ann"], tile="game-of-bluff", table=table.ids[0])
        table.sends(f"{table.game}entries", table.facts(kind="game-stopped"))
        assert sheet(table, f"{table.game}record.csv")[1][0] == "Game of Bluff 2"
        for language, player in zip(("en", "de", "fr", "nl"), "PSJS", strict=True):
            table.likes(language=language)
            assert sheet(table, f"{table.table}table.csv")[0][3].startswith(player), language
            text = table.client.get(f"{table.table}table.csv").data
            assert text.splitlines()[0].count(b"," if language == "en" else b";") == 6


class TestIn:
    def test_a_table_and_a_record_come_back_byte_for_byte(self, table: Phone) -> None:
        text, other = table_file(table, table.table), Phone(table.app)
        page = brings(other, text)
        assert "3 games imported." in page.main.text
        assert page.answer.request.path != table.table
        assert table_file(other, page.answer.request.path) == text
        for address in games(page):
            assert other.opens(address).status == 200
            for place in range(1, 10):
                assert other.opens(f"{address}log/{place}").status in (200, 404)
        for address in games(table.opens(table.table)):
            text, other = table.client.get(f"{address}record.json").text, Phone(table.app)
            [came] = games(brings(other, text))
            assert other.client.get(f"{came}record.json").text == text

    def test_it_comes_to_the_table_of_the_same_people_or_the_named(self, plain: Phone) -> None:
        plain.starts(2, ["Ann", "Ben"])
        page = brings(plain, json.dumps(RECORD))
        assert page.answer.request.path == plain.table
        assert ("1 game imported." in page.main.text, len(games(page))) == (True, 2)
        plain.starts(3, ["Cas", "Ann", "Dee"])
        before = counted(plain)
        assert brings(plain, json.dumps(RECORD), plain.ids[0]).answer.request.path == plain.table
        new = {name: many - before[name] for name, many in counted(plain).items()}
        assert (new["tables"], new["people"], new["games"], new["entries"]) == (0, 1, 1, 3)

    def test_one_form_sent_twice_is_one_import(self, plain: Phone) -> None:
        plain.opens("/import")
        nonce = plain.facts()["page"]
        longer = {**RECORD, "entries": RECORD["entries"][:-1]}
        others = {**RECORD, "players": ["Cas", "Dee"]}
        for record, there in ((RECORD, 1), (RECORD, 1), (longer, 2), (others, 1)):
            page = brings(plain, json.dumps(record), page=nonce)
            assert ("1 game imported." in page.main.text, len(games(page))) == (True, there)
        assert len(games(brings(plain, json.dumps(RECORD)))) == 3  # without times, on purpose

    @pytest.mark.parametrize("began", [5, -5], ids=["all of it", "its end"])
    def test_what_was_still_to_come_is_here_the_second_time(self, plain: Phone, began: int) -> None:
        made_at, over = (datetime.now(UTC) + timedelta(hours=ahead) for ahead in (began, 6))
        entries = [{**said, "at": moment(over)} for said in RECORD["entries"]]
        record = {**RECORD, "made_at": moment(made_at), "entries": entries}
        [game] = games(brings(plain, json.dumps(record)))
        page = brings(plain, json.dumps(record))
        assert "1 game in the file is already here" in page.main.text
        assert games(page) == [game]

    def test_only_a_new_table_has_the_name_and_deck_of_the_file(self, table: Phone) -> None:
        told = json.loads(table_file(table, table.table))
        told |= {"name": "Thursdays", "decks": {"the-game": {"81": "stop", "90": "skull"}}}
        told["nicknames"] = {"one-brain": {"game": "Cats"}}
        page = brings(table, json.dumps(told))
        kept = json.loads(table_file(table, page.answer.request.path))
        deck = kept["decks"]["the-game"]
        assert (kept["name"], deck["81"], deck["90"]) == (None, "none", "skull")
        assert kept["nicknames"]["one-brain"]["game"] == "Katten"
        other = Phone(table.app)
        new = json.loads(table_file(other, brings(other, json.dumps(told)).answer.request.path))
        assert new["decks"]["the-game"] == told["decks"]["the-game"]
        assert (new["name"], new["nicknames"]) == (told["name"], told["nicknames"])

    def test_anything_wrong_is_said_and_changes_nothing(self, table: Phone) -> None:
        before, at_table = rows(table), table.ids[0]
        two = [RECORD, {**RECORD, "entries": [end()]}]
        wrong: tuple[tuple[Any, int, str], ...] = (
            ("", 422, "Line 1, column 1: not valid JSON. Nothing was imported."),
            (
                {**RECORD, "game": "=cmd()"},
                *(422, "This version of Companion does not know this game: =cmd()."),
            ),
            (
                {"format": "companion-table/1", "games": two},
                *(422, "Game 2, entry 1: Ann still has to lay 2 cards. Nothing was imported."),
            ),
            ({**RECORD, "options": {"\ud800<b>": 1}}, 422, "This game has no such option: ?<b>."),
            (b"\xff" * 10_000_000, 413, "A file can be at most 8 MB. Nothing was imported."),
        )
        for data, status, sentence in wrong:
            text = data if isinstance(data, str | bytes) else json.dumps(data)
            for at in ("", at_table):
                page = brings(table, text, at)
                assert (page.status, sentence in page.said) == (status, True), page.said
                assert page.main.find("form").attributes["action"].endswith(at)
        assert rows(table) == before
        new = Phone(table.app)
        new.opens("/import")
        page = new.sends("/import", new.facts(), entry=False)
        assert (page.status, page.said) == (422, "Choose a file first.")
        assert new.opens("/").meta("phone") == ""  # nobody is remembered for that


LEFT = "1 game in the file is already here and has changed since."
HERE_TOO = "1 game now goes on as in the file."
BOTH = "1 game went on differently here than in the file. Both versions are kept."
WENT_ON = [("", "40", "40", HERE_TOO), ("40", "", "40", LEFT), ("40", "41", "40|41", BOTH)]
"""What is entered here, and at a copy; what is here once that is brought, and what is said."""


@pytest.mark.parametrize(("here", "there", "kept", "said"), WENT_ON)
def test_a_game_that_went_on_in_a_copy_is_there_once_or_in_both_ways(
    plain: Phone, here: str, there: str, kept: str, said: str
) -> None:
    """It is known by its id. What is a copy of what, tests/files/test_parsing.py shows."""
    plain.starts(2, ["Ann", "Ben"])
    table, other = plain.table, Phone(plain.app)
    [other.game] = games(brings(other, plain.client.get(f"{plain.game}record.json").text))
    for phone, card in ((other, there), (plain, here)):
        phone.opens(phone.game)
        if card:
            phone.plays(card, "up-1")
    text = table_file(other, other.table)
    for sentence in (said, "is already here"):
        page = brings(plain, text, table.split("/")[2])
        assert sentence in page.main.text
        found = set()
        for plain.game in games(page):
            found.add(" ".join(map(str, plain.cards())))
        assert (found, len(games(page))) == (set(kept.split("|")), kept.count("|") + 1)


def test_people_without_a_name_have_none_in_a_file_of_any_language(plain: Phone) -> None:
    nobody = ["", "Ben", ""]
    plain.starts(3, nobody)
    plain.plays(47, "up-1")
    plain.starts(3, nobody, tile="game-of-bluff", table=plain.ids[0])
    files, before = set(), counted(plain)
    for language in LANGUAGES:
        plain.likes(language=language)
        files |= {table_file(plain, plain.table)}
        assert plain.record()["players"] == nobody, language
    [file] = files
    told = json.loads(file)
    assert [game["players"] for game in told["games"]] == [nobody] * 2
    for language, player in zip(LANGUAGES, ("Player", "Spieler", "Joueur", "Speler"), strict=True):
        plain.likes(language=language)
        for game in told["games"]:  # as older files say it
            game["players"] = [f"{player} 1", "Ben", f"{player} 3"]
        for text in (file, json.dumps(told)):
            assert brings(plain, text).answer.request.path == plain.table
            assert counted(plain) == before, (language, text)
    plain.likes(language="en")
    said = "2 games in the file are already here and were left as they are."
    assert said in brings(plain, file).main.text


def test_what_has_no_room_is_not_judged(plain: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "ROOM", 6 * BESIDES - 1)
    monkeypatch.setattr(parsing, "judge", lambda *asked: 1 / 0)
    page = brings(plain, json.dumps({"format": "companion-table/1", "games": [RECORD, RECORD]}))
    assert (page.status, "This table is full." in page.main.text) == (409, True)


LINE = "a-line"


def part(disposition: str, value: str = "x") -> str:
    return f"--{LINE}\r\nContent-Disposition: form-data{disposition}\r\n\r\n{value}\r\n"


def body(*parts: str) -> bytes:
    return ("".join(parts) + f"--{LINE}--\r\n").encode()


NAMELESS = body(part(""), part('; filename="f"'), part('; name="kind"', "card-played"))


def test_a_part_without_a_name_is_no_part_and_its_form_is_read(app: Flask, game: Phone) -> None:
    """In a test an error is raised, so that whatever is answered is no fault of ours."""
    headers, kind = {"X-CSRFToken": game.token}, f"multipart/form-data; boundary={LINE}"
    with app.test_request_context("/", method="POST", data=NAMELESS, content_type=kind) as context:
        assert context.request.form.to_dict() == {"kind": "card-played"}
        assert not context.request.files
    for address in ("/", "/new/the-game", "/join", "/import", "/handover"):
        answer = game.client.post(address, data=NAMELESS, headers=headers, content_type=kind)
        assert answer.status_code < 500, address
    given = game.facts(kind="card-played", card=60, pile="up-1", id="mine")
    said = [part(f'; name="{name}"', str(value)) for name, value in given.items()]
    answer = game.client.post(
        f"{game.game}entries", data=body(part(""), *said), headers=headers, content_type=kind
    )
    assert answer.headers["Verdict"].startswith("mine recorded")


class Arriving:
    """A file of so many bytes on its way, of which nobody has read anything yet."""

    def __init__(self, size: int) -> None:
        self.size, self.place, self.was_read = size, 0, False

    def seek(self, place: int, whence: int = 0) -> None:
        self.place = self.size if whence else place

    def tell(self) -> int:
        return self.place

    def read(self, most: int = -1) -> bytes:
        self.was_read = True
        return b""


class TestBeforeAFileIsRead:
    def sends(
        self, phone: Phone, address: str = "/import", size: int = 1_000, **said: Any
    ) -> TestResponse:
        """Of what comes in nothing is read."""
        arriving, kind = Arriving(size), f"multipart/form-data; boundary={LINE}"
        answer = phone.client.post(address, input_stream=arriving, content_type=kind, **said)
        assert not arriving.was_read
        return answer

    @pytest.mark.parametrize("address", ["/import", "/handover"])
    def test_what_is_too_much_is_refused(self, game: Phone, limited: Clock, address: str) -> None:
        stranger = Phone(game.app)
        assert self.sends(stranger, address).status_code == 400  # it has no cookie
        assert self.sends(game, address, whole_tables.LARGEST + 1).status_code == 413
        there = {"Origin": "https://elsewhere.example"}
        assert self.sends(game, address, headers=there).status_code == 403
        stranger.opens("/")
        table = game.ids[0]
        assert self.sends(stranger, f"/import?table={table}").status_code == 404
        limited.allows(WHOLE_TABLES=RateLimit(1, limits.MINUTE))
        assert brings(game, json.dumps(document())).status == 200
        assert self.sends(game, address).status_code == 429

    @pytest.mark.parametrize("most", ["UPLOADS_OF_A_PUB", "UPLOADS"])
    def test_no_more_arrive_at_once(
        self, game: Phone, plain: Phone, limited: Clock, most: str
    ) -> None:
        limited.allows(**{most: 1})
        plain.opens("/")
        statuses: list[int] = []
        take_in = limits.new_table

        def meanwhile() -> Any:
            statuses.append(self.sends(plain).status_code)
            return take_in()

        with pytest.MonkeyPatch.context() as halfway:
            halfway.setattr(limits, "new_table", meanwhile)
            assert brings(game, json.dumps(document())).status == 200
        assert statuses == [429]
        assert brings(plain, json.dumps(document(players=["Cas"]))).status == 200
        assert not game.app.extensions["uploads"]
