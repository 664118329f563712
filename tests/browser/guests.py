"""A second phone that sits down at the table of another."""

import re
from contextlib import closing
from urllib.parse import urlsplit

from companion.engine.log import Written
from companion.operations import settings
from companion.store.store import Store
from tests.browser.phone import Phone
from tests.support import cookies
from tests.support.live_server import Server


def way_in(host: Phone, nth: int) -> str:
    """How others come to the table on this screen: the first way is to play, the last to watch."""
    page = host.fetch(re.sub(r"[^/]+/$", "phones/", host.game))
    return urlsplit(re.findall(r'data-share="([^"]+)"', page)[nth]).path


def watches(phone: Phone, game: str) -> None:
    with phone.page.expect_response("**/live?seen=*"):
        phone.visits(game)


def whole_log(server: Server, phone: Phone) -> tuple[Written, ...]:
    """All that is written of the game on this screen, taken back or not."""
    secret = cookies.find({c["name"]: c["value"] for c in phone.context.cookies()}, "phone")
    table, game = phone.game.split("/")[4:6]
    with closing(Store(settings.database_url(server.instance))) as store:
        stored = store.games.find(store.phones.remember(str(secret)), table, game)
    assert stored is not None
    return stored.log


def is_told_nothing(phone: Phone) -> None:
    """Nothing that others enter reaches this phone but by what it sends itself."""
    phone.forgives("net::ERR_")
    for asked in ("**/live?*", "**/live/board"):
        phone.page.route(asked, lambda route: route.abort())
    phone.page.reload()
