"""How much is taken of anybody: one less, as much, and one more, and what is said then."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask

from companion.engine import table
from companion.engine.table import Away
from companion.files import parsing
from companion.web.safety import limits
from companion.web.safety.rate_limiter import TooOften
from tests.files.test_parsing import document
from tests.support.client_phone import BOTH_WAYS, Another, Phone, nothing_written
from tests.support.page import Page, typed
from tests.web.conftest import Clock
from tests.web.junk import CARD
from tests.web.test_files import brings, table_file
from tests.web.test_joining import WORDLESS, WRONG, says
from tests.web.test_live import Event, hears
from tests.web.test_phone import rows

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
ELSEWHERE = "192.0.2.7"
FEW = limits.RateLimit(5, 1000)


def enters(phone: Phone, number: int) -> Page:
    """A tap, which comes in as often as it is sent and is no other than the first one."""
    return phone.posts(f"{phone.game}entries", phone.facts(**CARD, id=f"tap-{number}"))


def wait(page: Page) -> int:
    """After how many seconds this phone is told to come again, which it is told in words too."""
    seconds = int(page.answer.headers["Retry-After"])
    said = re.search(r"Try again in (\d+) (second|minute)s?\.", page.main.text)
    assert said
    assert int(said[1]) == (seconds if said[2] == "second" else -(-seconds // 60))
    return seconds


class TestEntries:
    def test_sixty_then_five_a_second(self, game: Phone, another: Another, limited: Clock) -> None:
        second = another(game)
        statuses = [enters(game, number).status for number in range(62)]
        assert (429 in statuses[:60], statuses[60:]) == (False, [429, 429])
        assert enters(second, 1).status != 429  # a quick phone holds up nobody else
        assert says(game, WRONG).status == 429  # and whatever else it posts counts too
        limited.passes(0.199)
        assert enters(game, 62).status == 429
        limited.passes(0.001)
        assert [enters(game, 63 + n).status == 429 for n in range(2)] == [False, True]
        limited.passes(1)
        assert [enters(game, 65 + n).status == 429 for n in range(6)] == [False] * 5 + [True]

    @BOTH_WAYS
    def test_who_is_held_up_is_told_when_to_try_again(self, game: Phone, limited: Clock) -> None:
        limited.allows(WRITES=FEW)
        for number in range(5):
            enters(game, number)
        with nothing_written(game):
            page = game.posts(f"{game.game}entries", game.facts(**{**CARD, "card": 60}, id="new"))
        assert (page.status, page.main.find("h1").text) == (429, "Please wait a moment")
        assert wait(page) == 1
        assert page.whole is not game.scripts
        assert "Verdict" not in page.answer.headers
        game.client.set_cookie("language", "de")
        page = enters(game, 6)
        assert (page.status, "Try again" in page.main.text) == (429, False)
        limited.passes(1)
        game.posts(f"{game.game}entries", game.facts(**{**CARD, "card": 60}, id="new"))
        assert 60 in game.cards()

    def test_an_address_posts_like_a_pub(self, game: Phone, app: Flask, limited: Clock) -> None:
        limited.allows(WRITES_OF_A_PUB=FEW)
        # A form without a token counts before it is read, which is what costs most.
        statuses = [Phone(app).client.post("/import", data={"a": "1"}).status_code for _ in "ab"]
        statuses += [says(Phone(app), WORDLESS).status for _ in range(3)]
        assert (statuses, enters(game, 1).status) == ([400] * 2 + [422] * 3, 429)
        game.client.environ_base["REMOTE_ADDR"] = ELSEWHERE
        assert enters(game, 2).status != 429


class TestLooks:
    @pytest.fixture(autouse=True)
    def few(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "LOOKS", limits.RateLimit(5, 10_000))
        monkeypatch.setattr(limits, "LOOKS_OF_STRANGERS", limits.RateLimit(5, 10_000))
        monkeypatch.setattr(limits, "LOOKS_OF_A_PUB", limits.RateLimit(8, 16_000))

    def looks(self, phone: Phone, times: int, address: str = "/rules/") -> list[int]:
        return [phone.client.get(address, buffered=True).status_code for _ in range(times)]

    def test_who_looks_often_waits(self, game: Phone, another: Another, limited: Clock) -> None:
        other = another(game)
        limited.passes(60)
        assert self.looks(game, 6, game.game) == [200] * 5 + [429]
        page = game.opens(game.game)
        assert (page.status, wait(page), self.looks(other, 4)) == (429, 2, [200] * 3 + [429])
        limited.passes(2)
        assert self.looks(game, 2) == [200, 429]

    def test_strangers_hold_up_each_other(self, game: Phone, app: Flask, limited: Clock) -> None:
        strangers = [Phone(app), Phone(app)]
        for address in ("/healthz", "/static/icon.svg"):  # which do not count
            assert self.looks(strangers[0], 7, address) == [200] * 7
        statuses = [status for each in strangers for status in self.looks(each, 3, "/nowhere")]
        assert (statuses, self.looks(game, 2, game.game)) == ([404] * 5 + [429], [200, 200])
        strangers[0].client.environ_base["REMOTE_ADDR"] = ELSEWHERE
        assert self.looks(strangers[0], 1) == [200]


class TestTables:
    def starts(self, phone: Phone, number: int) -> Page:
        return phone.starts(1, [f"Ann {number}"])

    def test_ten_new_ones_of_a_phone_are_made_and_then_one_in_six_minutes(
        self, plain: Phone, limited: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain.opens("/")
        with monkeypatch.context() as broken:  # what comes to nothing does not count
            broken.setattr(plain.store.people, "seat", Mock(side_effect=Away))
            assert [self.starts(plain, n).status for n in range(2)] == [503] * 2
        assert [self.starts(plain, n).status for n in range(10)] == [200] * 10
        before = rows(plain)
        page = self.starts(plain, 10)
        assert (page.status, wait(page), rows(plain)) == (429, 360, before)
        assert brings(plain, json.dumps(document(players=["Cas", "Dee"]))).status == 429
        assert brings(plain, json.dumps(document(players=["Ann 1"]))).status == 200  # is no new one
        assert self.starts(plain, 3).status == 200
        limited.passes(359)
        assert self.starts(plain, 11).status == 429
        limited.passes(1)
        assert [self.starts(plain, n).status for n in (12, 13)] == [200, 429]

    def test_of_an_address_600_are_made_and_no_more(self, app: Flask, limited: Clock) -> None:
        assert limits.TABLES.most * limits.PUB == 600
        limited.allows(TABLES_OF_A_PUB=limits.RateLimit(3, limits.HOUR))
        for number in range(3):
            phone = Phone(app)
            assert self.starts(phone, number).status == 200
        before = rows(phone)
        assert (self.starts(Phone(app), 4).status, rows(phone)) == (429, before)


def test_a_household_is_one_address_and_two_are_two(app: Flask) -> None:
    for both, alike in (
        (("192.0.2.1", "192.0.2.1"), True),
        (("192.0.2.1", "192.0.2.2"), False),
        (("2001:db8::1", "2001:db8::ffff:1"), True),
        (("2001:db8::1", "2001:db8:0:1::1"), False),
        (("::ffff:192.0.2.1", "::ffff:192.0.2.2"), False),
        (("", "unknown"), False),
    ):
        found = set()
        for said in both:
            with app.test_request_context(environ_base={"REMOTE_ADDR": said}):
                found.add(limits.address())
        assert (len(found) == 1) is alike, both


@BOTH_WAYS
def test_a_full_game_takes_take_backs(game: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.games.submissions.ENTRIES_PER_GAME", 2)
    monkeypatch.setattr("companion.store.database.capacity.ROOM", 0)
    monkeypatch.setattr("companion.store.games.submissions.LIGHT", -1_000)
    game.opens(game.game)
    assert game.plays(48, "up-1").status == 409  # the table has no room
    monkeypatch.setattr("companion.store.database.capacity.ROOM", table.ROOM)
    game.opens(game.game)
    game.plays(48, "up-1")
    assert game.cards() == [47, 48]
    with nothing_written(game):
        page = game.plays(49, "up-1")
        assert page.status == 409
        assert "This game is full: it can take no more entries." in page.main.text
    game.opens(game.game)
    assert (game.takes_back(2).status, game.cards()) == (200, [47])
    with nothing_written(game):
        assert game.takes_back(3).status == 409  # or there would be no end of it


class TestTable:
    """60 people and 200 games; with fewer here, so that it does not take a minute to have them."""

    @pytest.fixture(autouse=True)
    def _room(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for place in ("store.database.capacity", "web.table.shelf", "web.pages.mistakes"):
            monkeypatch.setattr(f"companion.{place}.PEOPLE_PER_TABLE", 4)
            monkeypatch.setattr(f"companion.{place}.GAMES_PER_TABLE", 3)

    def test_with_one_person_more_a_game_starts_at_a_new_table(self, game: Phone) -> None:
        where, first = game.table, game.table.split("/")[2]
        assert game.starts(3, ["Cas", "Ann", "Dee"], table=first).status == 200
        before = rows(game)
        page = game.starts(2, ["Ann", "Eve"], table=first)
        assert (page.status, "A table can have at most 4 people." in page.said) == (409, True)
        games = [document(players=list("VWXYZ"))]
        file = json.dumps({"format": "companion-table/1", "games": games})
        for at in ("", first):
            brought = brings(game, file, at)
            assert brought.status == 409
            assert "A table can have at most 4 people." in brought.main.text
        assert rows(game) == before
        game.page = page
        page = game.taps("Start")
        assert (page.status, where in page.answer.request.path) == (200, False)
        game.starts(2, ["dee", "Ben"], table=first)
        assert game.table == where

    def test_with_one_game_more_it_starts_at_a_new_table(self, game: Phone) -> None:
        where, first = game.table, game.table.split("/")[2]
        two = [document(players=["Ann", "Ben"], made_at=f"2026-01-0{n}T10:00:00Z") for n in (1, 2)]
        file = {"format": "companion-table/1", "games": two}
        more = {**file, "games": [*two, document(made_at="2026-01-03T10:00:00Z")]}
        before = rows(game)
        page = brings(game, json.dumps(more), first)
        assert page.status == 409
        assert page.said == "A table can have at most 3 games. Nothing was imported."
        assert (rows(game), brings(game, json.dumps(file), first).status) == (before, 200)
        assert len(rows(game)["games"]) == 3
        again = brings(game, table_file(game, where), first)  # all of it is there already
        assert (again.status, len(rows(game)["games"])) == (200, 3)
        page = game.starts(2, ["Ann", "Ben"], table=first)
        assert (page.status, "This table is full: it has 3 games." in page.said) == (409, True)
        assert "“Start” opens a new table for the same players." in page.said
        assert (typed(page)[:2], len(rows(game)["games"])) == (["Ann", "Ben"], 3)
        page = game.taps("Start")
        assert (page.status, where in page.answer.request.path) == (200, False)
        game.starts(2, ["Ann", "Ben"])  # the same people without a table
        assert game.table != where


class TestStreams:
    def opens(self, phone: Phone) -> Iterator[Event]:
        stream = hears(phone)
        assert next(stream)[0] == "board"
        return stream

    def test_the_oldest_makes_way(self, game: Phone, another: Another, limited: Clock) -> None:
        other = another(game)
        elsewhere = [self.opens(other) for _ in range(limits.STREAMS)]
        mine = [self.opens(game) for _ in range(limits.STREAMS + 2)]
        assert [next(stream)[0] for stream in mine[:2]] == ["enough"] * 2
        assert [next(stream, None) for stream in mine[:2]] == [None] * 2
        game.plays(98, "down-1")
        assert {next(stream)[0] for stream in (*mine[2:], *elsewhere)} == {"board"}
        for stream in (*mine, *elsewhere):
            stream.close()

    def test_those_that_nobody_reads_count_too(self, game: Phone, limited: Clock) -> None:
        address = f"{game.game}live"
        unread = [game.client.get(address) for _ in range(limits.UNENDED)]
        refused = game.client.get(address)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "30")
        for answer in unread:
            answer.close()
        self.opens(game).close()
        assert not game.app.extensions["streams"]._of
        assert not game.app.extensions["streams"]._at

    def test_sixty_at_once_and_then_one_a_second(self, game: Phone, limited: Clock) -> None:
        def opened() -> int:
            answer = game.client.get(f"{game.game}live")
            answer.close()
            return answer.status_code

        limited.allows(NEW_STREAMS=limits.RateLimit(3, 3000))
        assert [opened() for _ in range(4)] == [200] * 3 + [429]
        limited.passes(1)
        assert [opened(), opened()] == [200, 429]
        limited.passes(10)
        limited.allows(LOOKS=limits.RateLimit(1, 1000))
        opened()
        refused = game.client.get(f"{game.game}live")  # which costs no page
        told = (refused.status_code, refused.data, refused.headers["Retry-After"])
        assert told == (429, b"", "1")

    def test_an_address_has_many(self, game: Phone, another: Another, limited: Clock) -> None:
        assert limits.STREAMS_OF_A_PUB == limits.PUB * limits.STREAMS
        limited.allows(STREAMS_OF_A_PUB=3)
        other = another(game)
        streams = [self.opens(phone) for phone in (game, other, other)]
        assert game.client.get(f"{game.game}live").status_code == 429
        streams.pop().close()
        streams.append(self.opens(game))
        for stream in streams:
            stream.close()
        limited.allows(STREAMS_OF_A_PUB=0)
        kept = limits.Streams()
        with pytest.raises(TooOften):
            kept.enter("ann", ELSEWHERE, lambda: None)
        assert not kept._of


def test_ten_whole_tables_go_in_or_out_and_then_one_a_minute(game: Phone, limited: Clock) -> None:
    addresses = ("table.csv", "table.json") * 5
    assert [game.opens(f"{game.table}{each}").status for each in addresses] == [200] * 10
    assert game.opens(f"{game.table}table.json").status == 429
    assert game.opens(f"{game.game}record.json").status == 200
    file = brings(game, json.dumps(document()))
    assert (file.status, wait(file)) == (429, 60)
    limited.passes(60)
    assert brings(game, json.dumps(document())).status == 200


class TestLines:
    def test_a_phone_does_one_thing_after_the_other_and_others_do_not_wait(self) -> None:
        lines, order, began = limits.Lines(), list[str](), threading.Event()
        lines.enter("one")

        def second() -> None:
            began.set()
            lines.enter("one")
            order.append("second")
            lines.leave("one")

        thread = threading.Thread(target=second)
        thread.start()
        began.wait()
        lines.enter("another")
        lines.leave("another")
        order.append("first")
        lines.leave("one")
        thread.join()
        assert order == ["first", "second"]
        assert not lines._lines

    def test_whole_tables_have_a_line_of_their_own(self, app: Flask, limited: Clock) -> None:
        for asked, line in (
            ("GET /t/a/b/", "look"),
            ("POST /t/a/b/entries", "do"),
            ("POST /import", "file"),
            *((f"GET /t/a/{whole}", "file") for whole in ("table.json", "table.csv", "handover")),
            ("POST /handover", "file"),
        ):
            (method, address), cookie = asked.split(), {"Cookie": "phone=ours"}
            with app.test_request_context(address, method=method, headers=cookie) as context:
                limits.line_up()
                assert context.request.environ[limits.LINE] == f"{line} ours", asked

    def test_whoever_waits_in_a_line_leaves_it(self, game: Phone, limited: Clock) -> None:
        for address in ("/", game.game, f"{game.table}table.json", "/nothing/there"):
            game.client.get(address).close()
        game.plays(98, "down-1")
        assert not game.app.extensions["lines"]._lines


SAID = (
    (r"(\d+) a second\b", 1000 / limits.WRITES.each),
    (r"(\d+) at once, then 5 a second", limits.WRITES.most),
    (r"(\d+) an hour", limits.HOUR / limits.TABLES.each),
    (r"(\d+) in ten minutes", 10 * limits.MINUTE / limits.WRONG_CODES.each),
    (r"as many as (\d+) phones", limits.TABLES_OF_A_PUB.most / limits.TABLES.most),
    (r"as many as (\d+) phones", limits.WRITES_OF_A_PUB.most / limits.WRITES.most),
    (r"(\d+) wrong codes", limits.WRONG_CODES_OF_A_PUB.most),
    (r"a phone (\d+) at once, then 10 a second", limits.LOOKS.most),
    (r"together ([\d,]+), then 20", limits.LOOKS_OF_STRANGERS.most),
    (r"then (\d+) a second; of its other phones", limits.SECOND / limits.LOOKS_OF_STRANGERS.each),
    (r"other phones ([\d,]+), then", limits.LOOKS_OF_A_PUB.most),
    (r"([\d,]{3,}) entries", table.ENTRIES_PER_GAME),
    (r"([\d,]+) games", table.GAMES_PER_TABLE),
    (r"newest ([\d,]+)", table.ANSWERS_PER_PHONE),
    (r"([\d,]+) people", table.PEOPLE_PER_TABLE),
    (r"([\d,]+) lessons", table.LESSONS_PER_TABLE),
    (r"joining in ten minutes, (\d+) wrong", limits.WRONG_CODES_OF_A_PUB.most),
    (r"(\d+) times joining", limits.JOINS_OF_A_PUB.most),
    (r"and (\d+) of those that were", limits.WRONG_CODES_OF_KNOWN.most),
    (r"([\d,]+) phones a table", table.PHONES_PER_TABLE),
    (r"(\d+) streams", limits.STREAMS),
    (r"(\d+) openings at once", limits.NEW_STREAMS.most),
    (r"(\d+) a minute", limits.MINUTE / limits.NEW_STREAMS.each),
    (r"(\d+) whole tables", limits.WHOLE_TABLES.most),
    (r"(\d+) whole tables in ten minutes", limits.WHOLE_TABLES_OF_A_PUB.most),
    (r"entries of (\d+) MiB", table.ROOM / 1024 / 1024),
    (r"(\d+) of an address, 24 of all", limits.UPLOADS_OF_A_PUB),
    (r"of an address, (\d+) of all", limits.UPLOADS),
    (r"(\d+) KiB", 16),
    (r"a file (\d+) MiB", parsing.LARGEST_FILE / 1024 / 1024),
)
"""What protocol.md says of limits, and what holds."""


def test_a_limit_is_what_the_protocol_says() -> None:
    text = " ".join(PROTOCOL.read_text().partition("## Limits")[2].split())
    for sentence, number in SAID:
        found = re.search(sentence, text)
        assert found, sentence
        assert int(found[1].replace(",", "")) == number, sentence


def test_a_request_holds_16_kib(game: Phone) -> None:
    """The whole of it counts: names, values, and what is between them."""
    headers, said = {"X-CSRFToken": game.token}, b"kind=junk&id=a&junk="
    asked: dict[str, Any] = {
        "headers": headers,
        "content_type": "application/x-www-form-urlencoded",
    }
    for more, status in ((0, 422), (1, 413)):
        body = said + b"x" * (16 * 1024 - len(said) + more)
        answer = game.client.post(f"{game.game}entries", data=body, **asked)
        assert answer.status_code == status


def test_a_file_holds_8_mib(plain: Phone) -> None:
    record = json.dumps(document())
    for more, status in ((0, 200), (1, 413)):
        page = brings(plain, record + " " * (parsing.LARGEST_FILE - len(record) + more))
        assert page.status == status
        assert ("A file can be at most 8 MB." in page.main.text) is (status == 413)


def test_a_form_without_a_file_is_as_small_where_files_are_taken(plain: Phone) -> None:
    """Hundreds of thousands of names fit into what a file may have."""
    names = "&".join(f"{number:x}" for number in range(8_000))
    kind = "application/x-www-form-urlencoded"
    assert plain.client.post("/import", data=names, content_type=kind).status_code == 413
    for fields, status in ((100, 400), (101, 413)):  # 400 for want of a token
        parts = {f"field {number}": "" for number in range(fields)}
        answer = plain.client.post("/import", data=parts, content_type="multipart/form-data")
        assert answer.status_code == status
