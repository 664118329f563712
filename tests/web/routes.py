"""Every address of the app that can be opened, made from its URL map."""

from flask import url_for

from companion.games import GAMES
from companion.web.static import assets, made
from tests.support.client_phone import Phone

STATIC = "icon.svg"
SCRIPT = {"file": made.bundles().scripts["quiet"]}
ENDLESS = ("live.stream", "live.stream_in")
"""What one asks for and goes on hearing: it has tests of its own."""


def made_in(phone: Phone) -> str:
    """What the board of a page says of its epoch and edition."""
    return f"{phone.store.database.epoch.id}.{assets.edition()}"


def addresses(phone: Phone, place: int = 1, slug: str = "the-game") -> dict[str, str]:
    """An address of every GET route for the game that this phone is in, by a name to read.

    KeyError for a route with an argument that nobody has thought of here.
    """
    table, game = phone.ids
    known = {"link": phone.invitations()["player"].link, "member": phone.id, "place": place}
    people = phone.store.tables.find(phone.id, table).people
    known |= {"person_id": people[0].id, "made_in": made_in(phone)}
    known |= {"table_id": table, "game_id": game, "slug": slug, "chapter": "extreme", **SCRIPT}
    known |= {"edition": assets.edition(), "page": "new/the-game"}
    sheets = [{"name": name} for name in GAMES[slug].pages.sheets]
    found = {}
    with phone.app.test_request_context():
        for rule in phone.app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint in ENDLESS:
                continue
            for more in sheets if "name" in rule.arguments else [{"filename": STATIC}]:
                given = {**known, **more}
                name = " ".join((rule.endpoint, more.get("name", ""))).strip()
                arguments = {each: given[each] for each in rule.arguments}
                found[name] = url_for(rule.endpoint, **arguments)
    return found
