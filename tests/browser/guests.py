"""A second phone that sits down at the table of another."""

import secrets

from companion import settings
from companion.store import Store
from tests.browser.phone import Phone
from tests.browser.server import Server


def lets_in(server: Server, host: Phone, guest: Phone, role: str = "player") -> None:
    """The guest's phone is at the table on the host's screen."""
    if _secret(guest) is None:
        cookie = {"name": "phone", "value": secrets.token_urlsafe(), "url": server.url}
        guest.context.add_cookies([cookie])  # type: ignore[list-item]
    key = settings.secret_key(server.instance).encode()
    store = Store(settings.database_url(server.instance), key)
    hosting, joining = (store.remember_phone(str(_secret(phone))) for phone in (host, guest))
    link = store.invitations(hosting, host.game.split("/")[4])[role].link
    store.join(joining, link)
    store.close()


def is_told_nothing(phone: Phone) -> None:
    """Nothing that others enter reaches this phone but by what it sends itself."""
    phone.forgives("net::ERR_")
    for asked in ("**/live?*", "**/live/board"):
        phone.page.route(asked, lambda route: route.abort())
    phone.page.reload()


def _secret(phone: Phone) -> str | None:
    return next((c["value"] for c in phone.context.cookies() if c["name"] == "phone"), None)
