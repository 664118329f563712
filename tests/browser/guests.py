"""A second phone at a table, which no page lets sit down yet."""

from sqlalchemy import create_engine, insert

from companion import schema, settings
from companion.store import Store
from tests.browser.phone import Phone
from tests.browser.server import Server


def lets_in(server: Server, host: Phone, guest: Phone) -> None:
    """The guest's phone may enter at the table on the host's screen."""
    url = settings.database_url(server.instance)
    store = Store(url)
    secret = next(c["value"] for c in guest.context.cookies() if c["name"] == "phone")
    member = {"table": host.game.split("/")[4], "phone": store.phone(secret)}
    store.close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(insert(schema.members), {**member, "role": schema.PLAYER})
    engine.dispose()
