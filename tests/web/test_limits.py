"""How much is taken of anybody: one less, as much, and one more, and what is said then."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path
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
from tests.web.test_joining import WORDLESS, WRONG, link, says
from tests.web.test_live import Event, hears
from tests.web.test_phone import rows

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
ELSEWHERE = "192.0.2.7"


def enters(phone: Phone, number: int) -> Page:
    """A tap, which comes in as often as it is sent and is no other than the first one."""
    return phone.posts(f"{phone.game}entries", phone.facts(**CARD, id=f"tap-{number}"))


def wait(page: Page) -> int:
    """After how many seconds this phone is told to come again, which it is told in words too."""
    seconds = int(page.answer.headers["Retry-After"])
    said = re.search(r"Try again in (\d+) (second|minute)s?\.", page.main.text)
    assert int(said[1]) == (seconds if said[2] == "second" else -(-seconds // 60))
    return seconds


NUMBERS, WRONG_ONES = count(1), cycle((WRONG, WORDLESS))


def opens_a_stream(phone: Phone) -> int:
    answer = phone.client.get(f"{phone.game}live")
    answer.close()
    return answer.status_code


def starts(phone: Phone, number: int = 0) -> Page:
    """At a new table, each time."""
    return phone.starts(1, [f"Ann {number or next(NUMBERS)}"])


DOES: dict[str, Callable[[Phone], int]] = {
    "WRITES": lambda phone: enters(phone, next(NUMBERS)).status,
    "LOOKS": lambda phone: phone.client.get(phone.game or "/nowhere", buffered=True).status_code,
    "TABLES": lambda phone: starts(phone).status,
    "WRONG_CODES": lambda phone: says(phone, next(WRONG_ONES)).status,
    "WHOLE_TABLES": lambda phone: phone.opens(f"{phone.table}table.csv").status,
    "NEW_STREAMS": opens_a_stream,
}
"""What somebody does, by the limit of it."""
OF_STRANGERS = ("LOOKS_OF_STRANGERS", "WRONG_CODES_OF_A_PUB")
THREE = limits.RateLimit(3, 3000)


@pytest.mark.parametrize("limit", DOES)
def test_a_phone_has_to_wait(game: Phone, another: Another, limited: Clock, limit: str) -> None:
    other, does = another(game), DOES[limit]
    limited.passes(3600)
    limited.allows(**{limit: THREE})
    assert [does(game) == 429 for _ in range(4)] == [False] * 3 + [True]
    assert does(other) != 429  # a quick phone holds up nobody else
    limited.passes(0.999)
    assert does(game) == 429
    limited.passes(0.001)
    assert [does(game) == 429 for _ in range(2)] == [False, True]


@pytest.mark.parametrize(
    ("limit", "what", "known"),
    [
        *((f"{what}_OF_A_PUB", what, True) for what in DOES if what != "WRONG_CODES"),
        *((f"{what}_OF_A_PUB", what, False) for what in ("WRITES", "TABLES", "WRONG_CODES")),
        ("WRONG_CODES_OF_KNOWN", "WRONG_CODES", True),
        ("LOOKS_OF_STRANGERS", "LOOKS", False),
        ("JOINS_OF_A_PUB", "JOINS", False),
    ],
)
def test_phones_at_an_address_do_so_much_together(
    game: Phone, another: Another, limited: Clock, limit: str, what: str, known: bool
) -> None:
    def joins(phone: Phone) -> int:
        phone.opens("/")
        return phone.posts(link(game), {"csrf_token": phone.token}, entry=False).status

    does = joins if what == "JOINS" else DOES[what]
    phones = [another(game) if known else Phone(game.app) for _ in range(4)]
    for phone in phones:
        phone.game = phone.game or game.game * (what == "WRITES")
        phone.opens("/")
    limited.passes(36_000)
    limited.allows(**{limit: THREE})
    if limit in OF_STRANGERS:
        limited.allows(LOOKS_OF_A_PUB=THREE, WRONG_CODES_OF_KNOWN=THREE)
    assert [does(phone) == 429 for phone in phones] == [False] * 3 + [True]
    if limit in OF_STRANGERS:
        assert does(game) != 429  # strangers hold up strangers
    last = phones[-1]
    last.client.environ_base["REMOTE_ADDR"] = ELSEWHERE
    assert does(last) != 429


@BOTH_WAYS
def test_who_is_held_up_is_told_when_to_try_again(game: Phone, limited: Clock) -> None:
    limited.allows(WRITES=limits.RateLimit(5, 1000))
    for number in range(5):
        enters(game, number)
    with nothing_written(game):
        page = game.posts(f"{game.game}entries", game.facts(**{**CARD, "card": 60}, id="new"))
    assert (page.status, page.main.find("h1").text) == (429, "Please wait a moment")
    assert wait(page) == 1
    assert page.whole is not game.scripts
    assert "Verdict" not in page.answer.headers
    assert says(game, WRONG).status == 429  # whatever else it posts counts too
    game.client.set_cookie("language", "de")
    page = enters(game, 6)
    assert (page.status, "Try again" in page.main.text) == (429, False)


def test_what_does_not_count_never_waits(game: Phone, limited: Clock) -> None:
    limited.allows(LOOKS_OF_STRANGERS=THREE)
    stranger = Phone(game.app)
    for address in ("/healthz", "/static/icon.svg"):
        for _ in range(5):
            assert stranger.client.get(address, buffered=True).status_code == 200


def test_new_tables_count(plain: Phone, limited: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    plain.opens("/")
    limited.allows(TABLES=limits.RateLimit(1, 360_000))
    with monkeypatch.context() as broken:
        broken.setattr(plain.store.people, "seat", Mock(side_effect=Away))
        assert [starts(plain).status for _ in range(2)] == [503] * 2
    assert starts(plain, 1).status == 200
    before = rows(plain)
    page = starts(plain, 2)
    assert (page.status, wait(page), rows(plain)) == (429, 360, before)
    assert brings(plain, json.dumps(document(players=["Cas", "Dee"]))).status == 429
    assert brings(plain, json.dumps(document(players=["Ann 1"]))).status == 200
    assert starts(plain, 1).status == 200


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
        assert "This game is full. Start a new one." in page.main.text
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
        where, first = game.table, game.ids[0]
        assert game.starts(3, ["Cas", "Ann", "Dee"], table=first).status == 200
        before = rows(game)
        page = game.starts(2, ["Ann", "Eve"], table=first)
        assert (page.status, "A table has room for 4 people at most." in page.said) == (409, True)
        games = [document(players=list("VWXYZ"))]
        file = json.dumps({"format": "companion-table/1", "games": games})
        for at in ("", first):
            brought = brings(game, file, at)
            assert brought.status == 409
            assert "A table has room for 4 people at most." in brought.main.text
        assert rows(game) == before
        game.page = page
        page = game.taps("Start")
        assert (page.status, where in page.answer.request.path) == (200, False)
        game.starts(2, ["dee", "Ben"], table=first)
        assert game.table == where

    def test_with_one_game_more_it_starts_at_a_new_table(self, game: Phone) -> None:
        where, first = game.table, game.ids[0]
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

    def test_one_that_is_refused_costs_no_page(self, game: Phone, limited: Clock) -> None:
        limited.allows(LOOKS=limits.RateLimit(1, 1000))
        opens_a_stream(game)
        refused = game.client.get(f"{game.game}live")
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
            ("GET /t/a/table.json", "file"),
            ("GET /t/a/table.csv", "file"),
            ("GET /t/a/handover", "file"),
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
    kind, address = "application/x-www-form-urlencoded", f"{game.game}entries"
    for more, status in ((0, 422), (1, 413)):
        body = said + b"x" * (16 * 1024 - len(said) + more)
        answer = game.client.post(address, data=body, headers=headers, content_type=kind)
        assert answer.status_code == status


def test_a_file_holds_8_mib(plain: Phone) -> None:
    record = json.dumps(document())
    for more, status in ((0, 200), (1, 413)):
        page = brings(plain, record + " " * (parsing.LARGEST_FILE - len(record) + more))
        assert page.status == status


def test_a_form_without_a_file_is_as_small_where_files_are_taken(plain: Phone) -> None:
    """Hundreds of thousands of names fit into what a file may have."""
    names = "&".join(f"{number:x}" for number in range(8_000))
    kind = "application/x-www-form-urlencoded"
    assert plain.client.post("/import", data=names, content_type=kind).status_code == 413
    for fields, status in ((100, 400), (101, 413)):  # 400 for want of a token
        parts = {f"field {number}": "" for number in range(fields)}
        answer = plain.client.post("/import", data=parts, content_type="multipart/form-data")
        assert answer.status_code == status
