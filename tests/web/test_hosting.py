"""What only the host of a table does: closing it, deleting it, and having it back for a day."""

import time
from collections.abc import Callable

import pytest
from flask import Flask

from companion.engine.table import ONLOOKER, PLAYER
from companion.store.expiry import DAY
from tests.web.actor import BOTH_WAYS, Phone, nothing_written
from tests.web.junk import CARD
from tests.web.pages import Page
from tests.web.test_phone import rows

CLOSED = "This table is closed. The host can reopen it under “Phones”."


def taps(phone: Phone, label: str) -> Page:
    """Press the button on the page of phones that begins so."""
    phone.opens(f"{phone.table}phones/")
    [button] = [each.text for each in phone.page.main.all("button") if each.text.startswith(label)]
    return phone.taps(button)


def deletes(phone: Phone, sure: str = "1") -> Page:
    """Tick that all of it goes, or say something else there, and delete the table."""
    phone.opens(f"{phone.table}phones/")
    form = phone.taps("Delete the table").main.find("form")
    values = {**form.values(), **({"sure": sure} if sure else {})}
    return phone.sends(form.attributes["action"], values, entry=False)


class TestClosing:
    @BOTH_WAYS
    def test_everybody_looks_on_and_nobody_enters(
        self, game: Phone, another: Callable[..., Phone]
    ) -> None:
        guest = another(game)
        page = taps(game, "Close the table")
        assert "nobody can join or enter anything" in page.main.text
        for phone in (game, guest):
            page = phone.opens(game.game)
            assert page.tree.find("html").attributes["class"] == "looks-on"
            assert "This table is closed." in page.tree.text
            with nothing_written(game):
                phone.opens(game.game)
                page = phone.posts(f"{game.game}entries", phone.facts(**CARD))
            assert page.status == 423
            assert CLOSED in page.tree.text
            assert not any(
                label.startswith("New game") for label in phone.opens(game.table).labels()
            )
        assert ", closed" in game.opens("/").main.text

    def test_nobody_joins_and_no_way_is_shown(self, game: Phone, app: Flask) -> None:
        made, stranger = game.invitations()[PLAYER], Phone(app)
        page = taps(game, "Close the table")
        assert made.link not in page.answer.text
        assert not page.main.classed("qr")
        assert stranger.opens(f"/j/{made.link}").status == 404

    def test_opened_again_it_goes_on(self, game: Phone, another: Callable[..., Phone]) -> None:
        guest = another(game)
        taps(game, "Close the table")
        taps(game, "Reopen the table")
        guest.opens(game.game)
        guest.plays(48, "up-1")
        assert game.cards() == [47, 48]


class TestDeleting:
    def test_it_is_asked_whether_the_host_knows_what_goes(self, game: Phone) -> None:
        before = rows(game)
        page = game.opens(f"{game.table}delete")
        assert "Ann and Ben" in page.main.text
        assert "This also deletes its 1 game" in page.main.text
        assert "I know that its 1 game will be deleted." in page.main.text
        page = deletes(game, "")
        assert (page.status, page.said) == (422, "First tick the box to confirm the deletion.")
        assert rows(game) == before

    def test_nothing_has_to_be_typed_however_many_sit_there(self, plain: Phone) -> None:
        plain.starts(15, [f"Somebody {number}" for number in range(15)], tile="game-of-bluff")
        form = plain.opens(f"{plain.table}delete").main.find("form")
        fields = [field for field in form.all("input") if field.attributes["type"] != "hidden"]
        assert [field.attributes["type"] for field in fields] == ["checkbox"]
        assert "required" in fields[0].attributes
        assert deletes(plain).answer.request.path == "/"

    def test_nobody_is_there_any_more(self, game: Phone, another: Callable[..., Phone]) -> None:
        guest = another(game)
        page = deletes(game)
        assert page.answer.request.path == "/"
        assert "Ann and Ben deleted, gone for good after a day" in page.main.text
        for phone in (game, guest):
            for address in (game.game, game.table, f"{game.table}phones/", f"{game.table}delete"):
                assert phone.opens(address).status == 404
        assert "Ann and Ben" not in guest.opens("/").main.text

    @BOTH_WAYS
    def test_it_can_be_had_back(self, game: Phone, another: Callable[..., Phone]) -> None:
        guest, onlooker = another(game), another(game, ONLOOKER)
        deletes(game)
        game.opens("/")
        page = game.taps("Restore")
        assert page.answer.request.path == game.table
        for phone in (game, guest, onlooker):
            assert phone.opens(game.game).status == 200
        guest.opens(game.game)
        guest.plays(48, "up-1")
        assert game.cards() == [47, 48]
        assert "Restore" not in game.opens("/").main.text

    def test_restored_twice_its_host_lands_there_twice(
        self, game: Phone, another: Callable[..., Phone]
    ) -> None:
        guest = another(game)
        deletes(game)
        form, _button = game.opens("/").form_of("Restore")
        for _ in range(2):
            page = game.sends(form.attributes["action"], form.values(), entry=False)
            assert (page.status, page.answer.request.path) == (200, game.table)
        values = {"csrf_token": guest.token}
        assert guest.posts(form.attributes["action"], values, entry=False).status == 403

    @BOTH_WAYS
    def test_or_is_gone_for_good_at_once(self, game: Phone) -> None:
        table = game.table.split("/")[2]
        deletes(game)
        game.opens("/")
        page = game.taps("Delete for good")
        assert "Ann and Ben" in page.main.text
        assert "I know that all its games will be deleted." in page.main.text
        before, form = rows(game), page.main.find("form")
        page = game.sends(form.attributes["action"], form.values(), entry=False)
        assert (page.status, page.said) == (422, "First tick the box to confirm the deletion.")
        assert rows(game) == before
        values = {**form.values(), "sure": "1"}
        page = game.sends(form.attributes["action"], values, entry=False)
        assert page.answer.request.path == "/"
        assert "Ann and Ben" not in page.main.text
        assert table not in repr(rows(game))

    def test_and_after_a_day_nobody_has_it_back(
        self, game: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        deletes(game)
        form, _button = game.opens("/").form_of("Restore")
        later = time.time_ns() + (DAY + 1000) * 1_000_000
        monkeypatch.setattr(time, "time_ns", lambda: later)
        assert game.posts(form.attributes["action"], form.values(), entry=False).status == 404
        assert "Ann and Ben" not in game.opens("/").main.text

    def test_done_twice_there_is_nothing_here(self, game: Phone) -> None:
        deletes(game)
        before = rows(game)
        values = {"csrf_token": game.token, "sure": "1"}
        assert game.posts(f"{game.table}delete", values, entry=False).status == 404
        assert rows(game) == before
