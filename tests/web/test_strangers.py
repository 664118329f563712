"""Who may not: the same for a stranger as for what is not there, on every address."""

from collections.abc import Callable

import pytest

from tests.support.client_phone import Phone
from tests.support.page import Page
from tests.web.junk import CARD
from tests.web.routes import addresses
from tests.web.test_phone import rows

ODD = ["nowhere", "t" * 22, "%00", "%ED%A0%80", "a%20b", "%E2%80%AE", "x" * 5000, "..", "'--"]
"""What stands in an address where an id should."""


@pytest.fixture(params=["a stranger", "elsewhere", "removed", "of a deleted table"])
def asking(
    request: pytest.FixtureRequest, game: Phone, another: Callable[..., Phone], link: str
) -> Phone:
    """A phone that has nothing to look for at the table of the game any more."""
    phone, store, table = Phone(game.app, scripts=game.scripts), game.store, game.game.split("/")[2]
    if request.param == "elsewhere":
        phone.starts(1)
    elif request.param == "removed":
        phone = another(game)
        store.phones.remove(game.id, table, phone.id)
    elif request.param == "of a deleted table":
        phone = game
        store.tables.delete(game.id, table)
    phone.opens("/")
    return phone


@pytest.fixture
def link(game: Phone) -> str:
    """A link that invites nobody any more."""
    old = game.invitations()["player"].link
    game.store.invitations.renew(game.id, game.table.split("/")[2])
    return old


@pytest.fixture
def everywhere(game: Phone) -> list[tuple[str, str]]:
    """Each address below the table, also with something odd in it, and the same of no table."""
    _, _, table, played, _ = game.game.split("/")
    found = []
    for at, address in enumerate(addresses(game).values()):
        if table in address and not address.endswith("/forget"):  # which a host may ask for
            nowhere, odd = address.replace(table, "n" * 22), ODD[at % len(ODD)]
            for each in (address, address.replace(played, odd), address.replace(table, odd)):
                found.append((each, nowhere))
    return found


class TestTheSame:
    """Byte for byte, headers too: whatever is there, was there, or never was."""

    def test_wherever_it_looks(
        self, game: Phone, everywhere: list[tuple[str, str]], asking: Phone, link: str
    ) -> None:
        links = [(f"/j/{said}", "/t/nothing/here/") for said in (link, *ODD)]
        for headers in ({}, {"HX-Request": "true"}):
            for address, nowhere in (*everywhere, *links):
                page, nothing = (asking.opens(each, headers) for each in (address, nowhere))
                assert page.status == 404, address
                assert "or it belongs to another phone" in page.main.text
                assert blanked(page) == blanked(nothing), address

    def test_whatever_it_sends(self, game: Phone, asking: Phone, link: str) -> None:
        table, played = game.game.split("/")[2:4]
        before, member = rows(game), game.id if asking is not game else "x"
        asked = [
            f"/t/{at}/{verb}"
            for at in (table, *ODD)
            for verb in (
                f"{played}/entries", f"{played}/again", "close", "phones/leave", "phones/links",
                "deck/the-game/", f"phones/{member}/remove", f"phones/{member}/name",
            )
        ]  # fmt: skip
        asked += [f"/t/{at}/{verb}" for at in ODD for verb in ("delete", "restore", "forget")]
        asked += [f"/j/{said}" for said in (link, *ODD)]
        facts = {"csrf_token": asking.token, **CARD, "name": "Ann and Ben"}
        nothing = blanked(asking.posts("/t/nothing/here/entries", facts, entry=False))
        for address in asked:
            page = asking.posts(address, facts, entry=False)
            assert (page.status, blanked(page)) == (404, nothing), address
        assert rows(game) == before


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
