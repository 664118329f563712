"""Every address of the app that can be opened, made from its URL map."""

from collections.abc import Mapping
from typing import Any

from flask import Flask, url_for

from companion.games import GAMES
from companion.web.static import assets, made
from tests.support.client_phone import Phone

STATIC = "icon.svg"
SCRIPT = {"file": made.bundles().scripts["quiet"]}
ENDLESS = (
    "live.stream",
    "live.stream_in",
)  # what one asks for and goes on hearing: it has tests of its own


def addresses(phone: Phone, place: int = 1, slug: str = "the-game") -> dict[str, str]:
    """An address of every GET route for the game that this phone is in, by a name to read."""
    link = phone.invitations()["player"].link
    table = phone.store.tables.find(phone.id, phone.game.split("/")[2])
    assert table
    known = {"link": link, "member": phone.id, "place": place, "person_id": table.people[0].id}
    return addresses_of(phone.app, phone.game, known, slug)


def addresses_of(
    app: Flask, played: str, known: Mapping[str, Any], slug: str = "the-game"
) -> dict[str, str]:
    """The same for the game of this slug at this path, where so much more is known.

    KeyError for a route with an argument that nobody has thought of here.
    """
    _, _, table, game, _ = played.split("/")
    epoch = app.extensions["store"].database.epoch.id
    at = {"table_id": table, "game_id": game, "slug": slug, "chapter": "extreme", "epoch": epoch}
    at["edition"], at["page"] = assets.edition(), "new/the-game"
    sheets = [{"name": name} for name in GAMES[slug].pages.sheets]
    found = {}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint in ENDLESS:
                continue
            for more in sheets if "name" in rule.arguments else [{"filename": STATIC}]:
                given = {**at, **SCRIPT, **known, **more}
                name = " ".join((rule.endpoint, more.get("name", ""))).strip()
                found[name] = url_for(
                    rule.endpoint, **{name: given[name] for name in rule.arguments}
                )
    return found
