"""Who may not: the same for a stranger as for what is not there, on every address."""

from collections.abc import Callable

import pytest

from tests.web.actor import BOTH_WAYS, Phone, nothing_written
from tests.web.junk import CARD
from tests.web.pages import Page
from tests.web.routes import addresses
from tests.web.test_phone import rows


class TestStrangers:
    """The same for a stranger as for what is not there, on every address."""

    @BOTH_WAYS
    def test_they_see_what_one_sees_where_nothing_is(self, game: Phone) -> None:
        game.starts(2, ["Ann", "Ben"], aids=True)
        game.plays(47, "up-1")
        stranger = Phone(game.app, scripts=game.scripts)
        stranger.starts(1)
        _, _, table, played, _ = game.game.split("/")
        for address in addresses(game).values():
            if table not in address:
                continue
            here = address.replace(played, "p" * len(played))
            nowhere = here.replace(table, "t" * len(table))
            found = stranger.opens(address)
            assert found.status == 404, address
            assert "or it belongs to another phone" in found.main.text
            assert blanked(found) == blanked(stranger.opens(nowhere))
            assert blanked(found) == blanked(stranger.opens(here))

    @pytest.mark.parametrize("verb", ["entries", "again"])
    @BOTH_WAYS
    def test_they_enter_and_start_nothing(self, game: Phone, verb: str) -> None:
        stranger = Phone(game.app, scripts=game.scripts)
        stranger.starts(1)
        own = stranger.page
        for address in (game.game, stranger.table + game.game.split("/")[3] + "/", "/t/%00/%F0/"):
            with nothing_written(game):
                assert stranger.posts(f"{address}{verb}", stranger.facts(**CARD)).status == 404
        assert own.status == 200

    def test_a_phone_without_any_table_is_one(self, game: Phone) -> None:
        stranger = Phone(game.app, scripts=game.scripts)
        assert stranger.opens(game.game).status == 404
        assert stranger.posts(f"{game.game}entries", stranger.facts(**CARD)).status == 404

    @BOTH_WAYS
    def test_an_onlooker_sees_and_enters_nothing(
        self, game: Phone, another: Callable[..., Phone]
    ) -> None:
        onlooker = another(game, "onlooker")
        assert onlooker.sees().tops["up-1"] == 47
        with nothing_written(game):
            for verb in ("entries", "again"):
                page = onlooker.posts(f"{game.game}{verb}", onlooker.facts(**CARD))
                assert page.status in (403, 404)


ODD = ["nowhere", "t" * 22, "%00", "%ED%A0%80", "a%20b", "%E2%80%AE", "x" * 5000, "..", "'--"]
"""What stands in an address where an id should."""


class TestTheSame:
    """Byte for byte, headers too: whatever is there, was there, or never was."""

    @pytest.fixture(params=["a stranger", "elsewhere", "removed", "of a deleted table"])
    def asking(
        self, request: pytest.FixtureRequest, game: Phone, another: Callable[..., Phone], link: str
    ) -> Phone:
        """A phone that has nothing to look for at the table of the game any more."""
        phone, store = Phone(game.app, scripts=game.scripts), game.store
        if request.param == "elsewhere":
            phone.starts(1)
        elif request.param == "removed":
            phone = another(game)
            store.phones.remove(game.id, game.table.split("/")[2], phone.id)
        elif request.param == "of a deleted table":
            phone = game
            store.tables.delete(game.id, game.table.split("/")[2])
        phone.opens("/")
        return phone

    def test_wherever_it_looks(self, game: Phone, asking: Phone, link: str) -> None:
        asked = [
            address.format(table=table, game=played)
            for table in (game.table.split("/")[2], *ODD)
            for played in (game.game.split("/")[3], *ODD)
            for address in ("/t/{table}/{game}/", "/t/{table}/{game}/log/1")
        ]
        asked += [
            f"/t/{table}/{page}"
            for table in (game.table.split("/")[2], *ODD)
            for page in ("", "phones/", "delete", "history", "deck/the-game/", "table.json")
        ]
        asked += [f"/j/{said}" for said in (link, *ODD)]
        for headers in ({}, {"HX-Request": "true"}):
            nothing = blanked(asking.opens("/t/nothing/here/", headers))
            for address in asked:
                page = asking.opens(address, headers)
                assert page.status == 404, address
                assert blanked(page) == nothing, address

    def test_whatever_it_sends(self, game: Phone, asking: Phone, link: str) -> None:
        table, played = game.game.split("/")[2:4]
        before = rows(game)
        asked = [
            address
            for at in (table, *ODD)
            for address in (
                f"/t/{at}/{played}/entries", f"/t/{at}/{played}/again", f"/t/{at}/close",
                f"/t/{at}/phones/leave", f"/t/{at}/phones/links", f"/t/{at}/deck/the-game/",
                f"/t/{at}/phones/{game.id}/remove", f"/t/{at}/phones/{asking.name or 'x'}/name",
            )
        ]  # fmt: skip
        asked += [f"/t/{at}/{verb}" for at in ODD for verb in ("delete", "restore", "forget")]
        asked += [f"/j/{said}" for said in (link, *ODD)]
        facts = {"csrf_token": asking.token, **CARD, "name": "Ann and Ben"}
        nothing = blanked(asking.posts("/t/nothing/here/entries", facts, entry=False))
        for address in asked:
            page = asking.posts(address, facts, entry=False)
            assert page.status == 404, address
            assert blanked(page) == nothing, address
        assert rows(game) == before

    @pytest.fixture
    def link(self, game: Phone) -> str:
        """A link that invites nobody any more."""
        old = game.invitations()["player"].link
        game.store.invitations.renew(game.id, game.table.split("/")[2])
        return old


def blanked(page: Page) -> str:
    """The whole answer without what is made anew for each: token, nonce, its id and the time."""
    text = page.answer.text
    for element in page.tree:
        name = element.attributes.get("name")
        if name in ("csrf-token", "csrf_token", "page"):
            own = element.attributes.get("content") or element.attributes["value"]
            text = text.replace(own, "")
    anew = ("Date", "Request-Id")
    headers = [(name, said) for name, said in page.answer.headers if name not in anew]
    return f"{page.status} {sorted(headers)} {text}"
