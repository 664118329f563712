"""A second phone that sits down at the table of another."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

from companion.engine.log import Written
from companion.operations import keys, settings
from companion.store.store import Store
from tests.browser.phone import Phone
from tests.support import cookies
from tests.support.live_server import Server

A_DAY = 24 * 3600  # s


def lets_in(server: Server, host: Phone, guest: Phone, role: str = "player") -> None:
    """The guest's phone is at the table on the host's screen."""
    if _secret(guest) is None:
        cookie = {"name": "phone", "value": secrets.token_urlsafe(), "url": server.url}
        cookie |= {"expires": time.time() + A_DAY}
        guest.context.add_cookies([cookie])  # type: ignore[list-item]
    with table_of(server, host) as (store, hosting, table):
        link = store.invitations.find_all(hosting, table)[role].link
        store.phones.join(store.phones.remember(str(_secret(guest))), link)


def watches(phone: Phone, game: str) -> None:
    """This phone shows the game, and hears of what others enter."""
    with phone.page.expect_response("**/live?seen=*"):
        phone.visits(game)


def whole_log(server: Server, phone: Phone) -> tuple[Written, ...]:
    """All that is written of the game on this screen, taken back or not."""
    with table_of(server, phone) as (store, me, table):
        stored = store.games.find(me, table, phone.game.split("/")[5])
    assert stored is not None
    return stored.log


@contextmanager
def table_of(server: Server, phone: Phone) -> Iterator[tuple[Store, str, str]]:
    """The store of the server, this phone as it is known there, and the table on its screen."""
    key = keys.secret_key(server.instance).encode()
    store = Store(settings.database_url(server.instance), key)
    yield store, store.phones.remember(str(_secret(phone))), phone.game.split("/")[4]
    store.close()


def is_told_nothing(phone: Phone) -> None:
    """Nothing that others enter reaches this phone but by what it sends itself."""
    phone.forgives("net::ERR_")
    for asked in ("**/live?*", "**/live/board"):
        phone.page.route(asked, lambda route: route.abort())
    phone.page.reload()


def _secret(phone: Phone) -> str | None:
    return cookies.find({c["name"]: c["value"] for c in phone.context.cookies()}, "phone")
