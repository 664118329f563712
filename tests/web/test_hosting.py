"""What only the host of a table does: closing it, deleting it, and having it back for a day."""

from collections.abc import Callable

from companion.engine.table import PLAYER
from tests.support.client_phone import BOTH_WAYS, Phone
from tests.support.page import Page
from tests.web.junk import CARD
from tests.web.test_phone import rows

Another = Callable[..., Phone]
UNTICKED = "First tick the box to confirm the deletion."
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


@BOTH_WAYS
def test_at_a_closed_table_everybody_looks_on(game: Phone, another: Another) -> None:
    guest, made = another(game), game.invitations()[PLAYER]
    page = taps(game, "Close the table")
    assert "nobody can join or enter anything" in page.main.text
    assert (made.link in page.answer.text, page.main.classed("qr")) == (False, [])
    assert Phone(game.app).opens(f"/j/{made.link}").status == 404
    for phone in (game, guest):
        page = phone.opens(game.game)
        assert page.tree.find("html").attributes["class"] == "looks-on"
        assert "This table is closed." in page.tree.text
        page = phone.posts(f"{game.game}entries", phone.facts(**CARD))
        assert (page.status, CLOSED in page.tree.text) == (423, True)
        labels = phone.opens(game.table).labels()
        assert not any(label.startswith("New game") for label in labels)
    assert ", closed" in game.opens("/").main.text
    taps(game, "Reopen the table")
    guest.opens(game.game)
    guest.plays(48, "up-1")
    assert game.cards() == [47, 48]


class TestDeleting:
    def test_the_host_ticks_that_all_of_it_goes_and_types_nothing(self, plain: Phone) -> None:
        plain.starts(15, [f"Somebody {number}" for number in range(15)], tile="game-of-bluff")
        before = rows(plain)
        page = plain.opens(f"{plain.table}delete")
        assert "Somebody 0" in page.main.text
        assert "This also deletes its 1 game" in page.main.text
        assert "I know that its 1 game will be deleted." in page.main.text
        fields = page.main.find("form").all("input")
        [box] = [field for field in fields if field.attributes["type"] != "hidden"]
        assert box.attributes["type"] == "checkbox"
        assert "required" in box.attributes
        page = deletes(plain, "")
        assert (page.status, page.said) == (422, UNTICKED)
        assert (rows(plain), deletes(plain).answer.request.path) == (before, "/")

    @BOTH_WAYS
    def test_nobody_is_there_until_it_is_restored(self, game: Phone, another: Another) -> None:
        guest = another(game)
        page = deletes(game)
        assert page.answer.request.path == "/"
        assert "Ann and Ben deleted, gone for good after a day" in page.main.text
        for phone in (game, guest):
            for address in (game.game, game.table, f"{game.table}delete"):
                assert phone.opens(address).status == 404
        assert "Ann and Ben" not in guest.opens("/").main.text
        form, _button = game.opens("/").form_of("Restore")
        for _ in range(2):  # restored twice its host lands there twice
            page = game.sends(form.attributes["action"], form.values(), entry=False)
            assert (page.status, page.answer.request.path) == (200, game.table)
        guest.opens(game.game)
        guest.plays(48, "up-1")
        assert game.cards() == [47, 48]
        assert "Restore" not in game.opens("/").main.text

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
        assert (page.status, page.said) == (422, UNTICKED)
        assert rows(game) == before
        values = {**form.values(), "sure": "1"}
        page = game.sends(form.attributes["action"], values, entry=False)
        assert page.answer.request.path == "/"
        assert "Ann and Ben" not in page.main.text
        assert table not in repr(rows(game))
