"""The page of a game: what is known of it, what is put right, and a game that is deleted."""

import json
from datetime import UTC, datetime
from typing import Any

from companion.engine.names import bare
from tests.support.client_phone import Another, Phone
from tests.support.page import Page


def about(phone: Phone) -> Page:
    return phone.opens(f"{phone.game}about/")


def saves(phone: Phone, **said: Any) -> Page:
    """The form of the page is sent, with this in place of what stands there."""
    about(phone)
    kept = {"when": "2026-01-31T20:15", "name": ["Ann", "Ben"], "note": ""}
    return phone.sends(f"{phone.game}about/", {"csrf_token": phone.token, **kept, **said})


def told(phone: Phone) -> tuple[object, ...]:
    """What the game says in its file, and what its board tells of who plays, and since when."""
    record = phone.client.get(f"{phone.game}record.json").json
    facts = phone.opens(phone.game).tree.find("main").attributes["data-facts"]
    return (record, *bare(facts).split("\t"))


def test_time_players_and_note_are_put_right_everywhere(game: Phone) -> None:
    page = saves(game, name=["Ann", "Bea"], note=" It rained.\r\n\r\nTwice. ")
    said = page.main.text
    assert (page.status, "Saved on all phones." in said) == (200, True)
    assert all(each in said for each in ("January 31, 2026", "Ann Bea", "It rained.", "not fini"))
    assert "without pauses of over 30 minutes" in said
    record = json.loads(game.client.get(f"{game.game}record.json").data)
    assert record["made_at"].startswith("2026-01-31T20:15")
    assert (record["players"], record["note"]) == (["Ann", "Bea"], "It rained.\n\nTwice.")
    assert "Note,It rained. Twice." in game.client.get(f"{game.game}record.csv").text
    assert "Bea" in game.opens(f"{game.table}history").main.text
    saves(game, at="2025-12-31T23:30:00.000Z", name=["Ann", "Bea"])
    assert "December 31, 2025" in about(game).main.text


def test_what_was_put_right_can_be_undone_and_open_boards_say_it(game: Phone) -> None:
    put = {"at": "2026-01-31T20:15:00.000Z", "name": ["Ann", "Bea"]}
    began = datetime(2026, 1, 31, 20, 15, tzinfo=UTC).timestamp()
    before = told(game)
    saved = saves(game, **put, note="It rained.").answer.request
    after = told(game)
    assert (before[1], after[1]) == ("Players now: Ann, Ben", "Players now: Ann, Bea")
    assert after[2:] == ("Began", f"{began:.0f}") != before[2:]
    for meant in (before, after):
        page = game.opens(f"{saved.path}?{saved.query_string.decode()}")
        form, _button = page.form_of("Undo")
        names = [field.attributes["value"] for field in form.all("input", name="name")]
        saved = game.submits(form, name=names).answer.request
        assert told(game) == meant
    saves(game, **put, note="\u6f22" * 500)
    page = saves(game, **put)  # what it was is too long for an address
    assert ("Saved on all phones." in page.main.text, "Undo" in page.main.text) == (True, False)
    assert "Undo" in saves(game, **put, note="Only the note.").main.text


def test_what_is_wrong_is_said_and_stays_in_its_field(game: Phone) -> None:
    before = game.record()
    for said, mistake in (
        ({"when": "2999-01-01T10:00"}, "Choose today or an earlier day."),
        ({"when": "no"}, "Choose today or an earlier day."),
        ({"at": "0001-01-01T00:00+14:00", "when": "no"}, "Choose today or an earlier day."),
        ({"name": ["Ann", "x" * 25]}, "at most 24 characters"),
        ({"name": ["Ann", " ann"]}, "the same name"),
        ({"note": "x" * 501}, "at most 500 characters"),
    ):
        page = saves(game, **said)
        assert (page.status, mistake in page.main.text) == (422, True), said
        shown = [field.attributes["value"] for field in page.main.all("input", name="name")]
        assert shown == said.get("name", ["Ann", "Ben"])
        if said.get("when") != "no":
            when = page.main.find("input", name="when").attributes["value"]
            assert when == said.get("when", "2026-01-31T20:15")
        assert page.main.find("textarea").text == said.get("note", "")
    assert game.record() == before


def test_a_deleted_game_is_in_no_list_and_restored_as_it_was(game: Phone, another: Another) -> None:
    before = game.record()
    about(game)
    page = game.taps("Delete game")
    assert "You can restore it for one day" in page.main.text
    for address in (game.table, f"{game.table}history", f"{game.table}statistics", "/"):
        links = [link.attributes["href"] for link in game.opens(address).main.all("a")]
        assert game.game not in links, address
        lists_deleted = address in (game.table, f"{game.table}history")
        assert (f"{game.game}about/?back={address}" in links) == lists_deleted, address
    watching = another(game, "onlooker")
    assert "Deleted, can be restored" not in watching.opens(game.table).main.text
    game.opens(game.game)
    assert "This game was deleted." in game.client.get(game.game).text
    game.plays(48, "up-1")
    assert game.page.status == 423
    about(game)
    game.taps("Restore")
    game.opens(game.game)
    assert game.record() == before
    assert about(watching).main.all("form") == []
    game.plays(48, "up-1")
    assert game.page.status == 200
