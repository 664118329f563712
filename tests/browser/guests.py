"""A second phone that sits down at the table of another."""

from companion import settings
from companion.store import Store
from tests.browser.phone import Phone
from tests.browser.server import Server


def lets_in(server: Server, host: Phone, guest: Phone) -> None:
    """The guest's phone may enter at the table on the host's screen."""
    key = settings.secret_key(server.instance).encode()
    store = Store(settings.database_url(server.instance), key)
    hosting, joining = (store.phone(_secret(phone)) for phone in (host, guest))
    assert hosting
    assert joining
    link = store.invitations(hosting, host.game.split("/")[4])["player"].link
    store.join(joining, link)
    store.close()


def _secret(phone: Phone) -> str:
    return str(next(c["value"] for c in phone.context.cookies() if c["name"] == "phone"))
