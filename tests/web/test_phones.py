"""The phones at a table, and what only its host does: closing it, and deleting it for a day."""

import re

import pytest
import segno
from flask import Flask

from companion.engine.table import ONLOOKER, PLAYER, Member
from companion.store.tables import join_codes
from companion.web.join import phones as page_of_phones
from tests.support.client_phone import BOTH_WAYS, Another, Phone
from tests.support.page import Element, Page
from tests.web.junk import CARD
from tests.web.test_phone import rows

NEW = "New link and code"
NAMES = ["Ann", "Ben", "Cas"]


def sees(phone: Phone) -> Page:
    return phone.opens(f"{phone.table}phones/")


def row(phone: Phone, of: Phone) -> Element:
    [found] = [
        details
        for details in phone.page.main.classed("member")
        if any(of.id in form.attributes["action"] for form in details.all("form"))
    ]
    return found


def calls(phone: Phone, of: Phone, **values: str) -> Page:
    """Say of that phone whose it is, or what it is called."""
    sees(phone)
    given = {"csrf_token": phone.token, **values}
    return phone.sends(f"{phone.table}phones/{of.id}/name", given, entry=False)


def presses(phone: Phone, label: str) -> Page:
    """Press the button on the page of phones that begins so."""
    [button] = [each.text for each in sees(phone).main.all("button") if each.text.startswith(label)]
    return phone.taps(button)


def shows(screen: Phone) -> list[str]:
    """The codes that the page of the table shows on this screen."""
    page = screen.opens(screen.table)
    return [code.text for way in page.main.classed("way-in") for code in way.classed("code")]


def assert_hides(screen: Phone, way: join_codes.Invitation) -> None:
    """No page of the table tells this screen that way in."""
    for address in (screen.table, f"{screen.table}phones/", screen.game):
        said = screen.opens(address).answer.text
        assert (way.link in said, way.code in said.replace(" ", "")) == (False, False)


def removes(phone: Phone, other: Phone) -> Page:
    sees(phone)
    address = f"{phone.table}phones/{other.id}/remove"
    return phone.sends(address, {"csrf_token": phone.token}, entry=False)


class TestInviting:
    @BOTH_WAYS
    def test_a_player_shows_both_ways_in(self, game: Phone, another: Another) -> None:
        for phone in (game, another(game)):
            page = sees(phone)
            for made in game.invitations().values():
                assert join_codes.spell_code(made.code) in page.main.text
                assert re.search(f'data-share="http://[a-z0-9.]+/j/{made.link}"', page.answer.text)
            assert len(page.main.classed("qr")) == 2
        page = sees(another(game, ONLOOKER))
        assert [who.text for who in page.main.all("b")] == ["Unnamed phone"] * 3
        assert not page.main.classed("qr")
        for made in game.invitations().values():
            assert made.link not in page.answer.text
            assert made.code not in page.answer.text.replace(" ", "")

    @BOTH_WAYS
    def test_a_screen_shows_how_to_join_once_allowed(self, game: Phone, another: Another) -> None:
        screen, guest, ways = another(game, ONLOOKER), another(game), game.invitations()
        refresh = '<noscript><meta http-equiv="refresh" content="15"></noscript>'
        for phone, itself in ((screen, True), (game, False)):
            page = phone.opens(game.table)
            assert (refresh in page.answer.text) is itself
            assert page.main.attributes.get("data-now") == (game.game if itself else None)
        assert shows(screen) == [join_codes.spell_code(ways[ONLOOKER].code)]
        assert shows(game) == shows(guest) == []
        for phone in (screen, guest):
            assert not [label for label in sees(phone).labels() if "TV code" in label]
        assert_hides(screen, ways[PLAYER])
        presses(game, "Show TV code")
        presses(game, NEW)
        ways = game.invitations()
        assert shows(screen) == [join_codes.spell_code(ways[PLAYER].code)]
        presses(game, "Hide TV code")
        assert shows(screen) == [join_codes.spell_code(ways[ONLOOKER].code)]
        assert_hides(screen, ways[PLAYER])
        game.store.tables.close(game.id, game.ids[0])
        assert shows(screen) == []

    def test_its_drawing_leads_where_its_code_does(
        self, game: Phone, another: Another, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(page_of_phones, "network_address", lambda: None)
        screen, table = another(game, ONLOOKER), game.ids[0]
        for shown, role in ((False, ONLOOKER), (True, PLAYER)):
            game.store.invitations.show(game.id, table, shown)
            drawn = {
                of: segno.make_qr(f"http://localhost/j/{way.link}", error="m").svg_inline(
                    omitsize=True, border=2
                )
                for of, way in game.invitations().items()
            }
            said = screen.opens(screen.table).answer.text
            assert [of for of, drawing in drawn.items() if drawing in said] == [role]

    def test_others_reach_the_link(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        own = "192.168.1.7"
        for host, found, shown in (
            ("http://localhost:8000", own, f"http://{own}:8000/j/"),
            ("http://127.0.0.1", own, f"http://{own}/j/"),
            ("http://localhost:8000", None, "http://localhost:8000/j/"),
            ("https://cards.example", own, "https://cards.example/j/"),
        ):
            monkeypatch.setattr(page_of_phones, "network_address", lambda found=found: found)
            phone = Phone(app, host=host)
            phone.starts(2)
            for link in sees(phone).main.having("data-share"):
                assert link.attributes["data-share"].startswith(shown), host

    def test_new_ones_are_for_the_host_to_make(self, game: Phone, another: Another) -> None:
        old, guest = game.invitations(), another(game)
        assert NEW not in sees(guest).main.text
        presses(game, NEW)
        for role, new in game.invitations().items():
            assert guest.opens(f"/j/{old[role].link}").status == 404
            assert guest.opens(f"/j/{new.link}").status == 200
        game.store.invitations._key = b"another key"  # under which there are none any more
        assert not sees(game).main.classed("qr")
        game.taps("Invite other phones")
        assert len(sees(game).main.classed("qr")) == 2


@BOTH_WAYS
def test_each_says_what_it_may_and_the_host_opens_all(game: Phone, app: Flask) -> None:
    player, onlooker = Phone(app), Phone(app)
    player.joins(game, name="Tablet")
    onlooker.joins(game, ONLOOKER)
    calls(game, game, name="Mine")
    told = [who.find("b").text for who in sees(game).main.classed("whose")]
    told += [who.find("b").text for who in game.page.main.classed("still")]
    assert told == ["Mine", "Tablet", "Unnamed phone"]  # the host, then whoever came
    assert "3 phones at this table" in game.page.main.text
    for phone, mine, opened in (
        (game, "this phone, host", 3),
        (player, "this phone", 1),
        (onlooker, "this phone, watching", 1),
    ):
        page = sees(phone)
        assert (mine in page.main.text, len(page.main.classed("member"))) == (True, opened)
        assert ("can add entries" in page.main.text) is (phone is not player)
    assert "3 phones" in game.opens(game.table).main.text


@BOTH_WAYS
def test_this_is_me_or_a_name_of_nobody(game: Phone, another: Another) -> None:
    sees(game)
    game.taps("Ben")
    assert "Ben" in row(game, game).find("b").text
    assert row(game, game).find("button", aria_current="true").text == "Ben"
    assert game.opens(game.game).tree.find("html").attributes["data-me"] == "1"
    for name in ("n" * 25, "A\u202en"):
        page = calls(game, game, name=name)
        assert (page.status, page.said) == (422, "A name can have at most 24 characters.")
        assert "open" in row(game, game).attributes
    page = calls(game, game, name="Tablet")
    assert (page.whole, page.answer.request.path) == (True, f"{game.table}phones/")
    assert "Tablet" in row(game, game).find("b").text
    assert row(game, game).find("input", name="name").attributes["value"] == "Tablet"
    assert page.main.having("aria-current") == []
    assert "data-me" not in game.opens(game.game).tree.find("html").attributes
    guest = another(game)  # the host says it of others
    sees(game)
    form = row(game, guest).all("form")[0]
    game.submits(form, form.all("button")[0])
    assert guest.opens(guest.game).tree.find("html").attributes["data-me"] == "0"


@BOTH_WAYS
def test_a_removed_phone(game: Phone, another: Another, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = another(game)
    assert "1 phone at this table" in removes(game, guest).main.text
    assert "Continue" not in guest.opens("/").main.text
    assert removes(game, guest).status == 404  # twice
    guest.joins(game)
    stays = "What you entered stays. For one day you can go back from the first page."
    assert presses(guest, f"Leave this table {stays}").answer.request.path == "/"
    assert guest.opens(game.game).status == 404
    guest.opens("/")
    assert guest.taps("Back to table").answer.request.path == game.table
    assert guest.opens(game.game).status == 200
    find = game.store.phones.find_members

    def find_after(me: str, table: str) -> tuple[Member, ...]:
        game.store.phones.remove(game.id, table, guest.id)
        return find(me, table)

    monkeypatch.setattr(game.store.phones, "find_members", find_after)
    assert sees(guest).status == 404  # removed while it looks


def test_a_board_says_to_whom_it_belongs(plain: Phone, app: Flask) -> None:
    for tile in ("the-game", "one-brain", "game-of-bluff"):
        plain.starts(3, NAMES, tile=tile)
        first, table = region(plain, plain.game), plain.ids[0]
        for seat, person in enumerate(plain.store.tables.find(plain.id, table).people):
            calls(plain, plain, person=person.id)
            page = plain.opens(plain.game)
            assert page.tree.find("html").attributes["data-me"] == str(seat)
            marked = [each for each in page.main.having("data-seat-of") if each.classed("yours")]
            assert marked
            for element in marked:
                [yours], [theirs] = element.classed("yours"), element.classed("theirs")
                assert yours.text in ("You start", "Your turn")
                assert theirs.text.startswith(NAMES[int(element.attributes["data-seat-of"])])
            assert region(plain, plain.game) == first
        onlooker = Phone(app)
        onlooker.joins(plain, ONLOOKER)
        assert region(onlooker, plain.game) == first
    plain.starts(3, ["Ann", "Ben", "Dee"], table=plain.ids[0])
    assert "data-me" not in plain.opens(plain.game).tree.find("html").attributes


def region(phone: Phone, address: str) -> str:
    """The main region of this page alone, without the lot that is drawn by it, and its moment."""
    answer = phone.opens(address, {"HX-Request": "true"}).answer
    return re.sub(r'lot-[\w-]+|data-moment="\d+"', "", answer.text)


UNTICKED = "To delete it, tick the box first."
CLOSED = "Nothing can be entered: this table is closed, or this game was deleted."


def deletes(phone: Phone, sure: str = "1") -> Page:
    """Tick that all of it goes, or say something else there, and delete the table."""
    phone.opens(f"{phone.table}phones/")
    form = phone.taps("Delete the table").main.find("form")
    return phone.submits(form, **({"sure": sure} if sure else {}))


@BOTH_WAYS
def test_at_a_closed_table_everybody_looks_on(game: Phone, another: Another) -> None:
    guest, made = another(game), game.invitations()[PLAYER]
    page = presses(game, "Close the table")
    assert "nobody can join or enter anything" in page.main.text
    assert (made.link in page.answer.text, page.main.classed("qr")) == (False, [])
    assert Phone(game.app).opens(f"/j/{made.link}").status == 404
    for phone in (game, guest):
        page = phone.opens(game.game)
        assert page.tree.find("html").attributes["class"] == "looks-on"
        assert "This table is closed." in page.tree.text
        page = phone.posts(f"{game.game}entries", phone.facts(**CARD))
        assert (page.status, CLOSED in page.tree.text) == (423, True)
        assert not any(label.startswith("New game") for label in phone.opens(game.table).labels())
    assert ", closed" in game.opens("/").main.text
    presses(game, "Reopen the table")
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
        assert (box.attributes["type"], "required" in box.attributes) == ("checkbox", True)
        page = deletes(plain, "")
        assert (page.status, page.said) == (422, UNTICKED)
        assert (rows(plain), deletes(plain).answer.request.path) == (before, "/")

    @BOTH_WAYS
    def test_it_is_restored_or_gone_for_good_at_once(self, game: Phone, another: Another) -> None:
        guest, table = another(game), game.ids[0]
        page = deletes(game)
        assert page.answer.request.path == "/"
        assert "Ann and Ben deleted, gone for good after a day" in page.main.text
        assert [phone.opens(game.table).status for phone in (game, guest)] == [404, 404]
        form, _button = game.opens("/").form_of("Restore")
        for _ in range(2):  # restored twice its host lands there twice
            page = game.submits(form)
            assert (page.status, page.answer.request.path) == (200, game.table)
        assert guest.opens(game.game).status == 200
        assert "Restore" not in game.opens("/").main.text
        deletes(game)
        game.opens("/")
        page = game.taps("Delete for good")
        assert "Ann and Ben" in page.main.text
        assert "I know that all its games will be deleted." in page.main.text
        before, form = rows(game), page.main.find("form")
        page = game.submits(form)
        assert (page.status, page.said, rows(game)) == (422, UNTICKED, before)
        page = game.submits(form, sure="1")
        assert (page.answer.request.path, "Ann and Ben" in page.main.text) == ("/", False)
        assert table not in repr(rows(game))
