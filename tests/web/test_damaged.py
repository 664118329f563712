"""A game that is stored damaged: its pages say so, and the table goes on without it."""

import json
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import text

from companion.runtime.bounded_cache import Recent
from companion.web import live
from tests.support.client_phone import Phone
from tests.web.routes import addresses
from tests.web.snapshots import Snapshots

ONE_GAME = "WHERE id = :game"
OF_GAME = "WHERE game = :game AND place = 1"
UNREADABLE = {
    "no facts": f"UPDATE entries SET facts = '[]' {OF_GAME}",
    "no JSON": f"UPDATE entries SET facts = '{{\"card' {OF_GAME}",
    "other facts": f'UPDATE entries SET facts = \'{{"card": 4700, "pile": []}}\' {OF_GAME}',
    "another kind": f"UPDATE entries SET kind = 'changed' {OF_GAME}",
}
"""What makes a line of a game that nobody can read."""
DAMAGED = {
    "another game": f"UPDATE games SET slug = 'chess' {ONE_GAME}",
    "no options": f"UPDATE games SET options = '[]' {ONE_GAME}",
    "other options": f"UPDATE games SET options = '{{\"extreme\": 7}}' {ONE_GAME}",
    "no players": "DELETE FROM seats WHERE game = :game",
    "a gap": f"UPDATE entries SET place = 3 {OF_GAME}",
}
"""What makes a game that nobody can read."""


@pytest.fixture
def spoils(app: Flask, snapshots: Snapshots) -> "Spoils":
    """Something happens to the file, and the server starts again."""

    def spoil(phone: Phone, statement: str) -> None:
        with phone.store.database.write() as connection:
            connection.execute(text(statement), {"game": phone.game.split("/")[3]})
            connection.execute(text("DELETE FROM results"))
        app.extensions["store"] = snapshots.open_again()
        app.extensions["boards"].clear()
        app.extensions["stories"] = Recent()
        app.extensions["statistics"].clear()

    return spoil


def two_games(phone: Phone) -> str:
    """A game in which 47 lies, after one that is there and stays; the address of that one."""
    phone.starts(2, ["Ann", "Ben"])
    first = phone.game
    phone.plays(12, "up-1")
    phone.starts(2, ["Ann", "Ben"], table=phone.game.split("/")[2])
    phone.plays(47, "up-1")
    return first


Spoils = Callable[[Phone, str], None]


@pytest.mark.parametrize(
    "statement", [*UNREADABLE.values(), *DAMAGED.values()], ids=[*UNREADABLE, *DAMAGED]
)
def test_every_page_opens_all_the_same(plain: Phone, spoils: Spoils, statement: str) -> None:
    other, damaged = two_games(plain), statement in DAMAGED.values()
    asked = addresses(plain)
    spoils(plain, statement)
    for name, address in asked.items():
        page = plain.opens(address)  # an error in it is one of this test
        is_board = page.answer.request.path == plain.game
        assert (page.status == 409) is damaged or not is_board, name
    for place in ("", "history", "statistics"):
        assert plain.opens(plain.table + place).status == 200
    links = [link.attributes["href"] for link in plain.opens(plain.table).main.classed("row-link")]
    assert (plain.game in links, other in links) == (not damaged, True)
    assert plain.opens("/").main.all("a", href=other if damaged else plain.game)
    table = json.loads(plain.client.get(f"{plain.table}table.json").text)
    assert len(table["games"]) == (1 if damaged else 2)


@pytest.mark.parametrize("statement", DAMAGED.values(), ids=DAMAGED)
def test_its_page_has_what_is_stored(plain: Phone, spoils: Spoils, statement: str) -> None:
    two_games(plain)
    spoils(plain, statement)
    page = plain.opens(plain.game)
    assert "This game cannot be shown" in page.main.text
    [link] = [link for link in page.main.all("a") if link.text == "Download what is stored"]
    stored = plain.client.get(link.attributes["href"])
    assert stored.status_code == 200
    assert [entry["facts"] for entry in stored.json["entries"]] == [{"card": 47, "pile": "up-1"}]
    assert Phone(plain.app).opens(link.attributes["href"]).status == 404
    sent = plain.posts(f"{plain.game}entries", plain.facts(kind="turn-ended", seen="1"))
    assert (sent.status, sent.answer.headers.get("Verdict")) == (409, None)
    with plain.app.test_request_context(headers={"Cookie": cookies(plain)}):
        _table, game = plain.game.split("/")[2:4]
        assert b"gone" in next(live.Told(_table, game, live.NOTHING).events())


@pytest.mark.parametrize("statement", UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_line_can_be_taken_back(phone: Phone, spoils: Spoils, statement: str) -> None:
    two_games(phone)
    spoils(phone, statement)
    phone.opens(phone.game)
    phone.plays(50, "up-1", seen="1")
    assert phone.opens(phone.game).main.having("data-pile")[0].find("b").text == "50"
    if "changed" not in statement:  # which has no line
        assert "cannot be read" in phone.opens(f"{phone.game}log/").main.text
        assert "cannot be read" in phone.opens(f"{phone.game}log/1").main.text
    assert phone.takes_back(1, seen="2").status == 200


def cookies(phone: Phone) -> str:
    return f"phone={phone.cookie('phone').value}"
