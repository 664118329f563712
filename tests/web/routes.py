"""Every address of the app that can be opened, made from its URL map."""

import hashlib

from flask import url_for

from companion.games import GAMES
from companion.web import assets
from tests.web.actor import Phone

STATIC = "icon.svg"
SCRIPT = {"names": "kept", "version": hashlib.sha256(assets.bare("kept")).hexdigest()[:12]}
ENDLESS = ("live.stream",)  # what one asks for and goes on hearing: it has tests of its own


def addresses(phone: Phone, place: int = 1, slug: str = "the-game") -> dict[str, str]:
    """An address of every GET route for the game that this phone is in, by a name to read.

    `slug` says which game that is. KeyError for a route with an argument that nobody has thought of
    here.
    """
    _, _, table, game, _ = phone.game.split("/")
    sheets = [{"name": name} for name in GAMES[slug].sheets]
    plain = {
        "table_id": table,
        "game_id": game,
        "place": place,
        "slug": slug,
        "chapter": "extreme",
        "link": phone.invitations()["player"].link,
        "member": phone.id,
        **SCRIPT,
    }
    found = {}
    with phone.app.test_request_context():
        for rule in phone.app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.endpoint in ENDLESS:
                continue
            for more in sheets if "name" in rule.arguments else [{"filename": STATIC}]:
                known = {**plain, **more}
                given = {name: known[name] for name in rule.arguments}
                name = " ".join((rule.endpoint, given.get("name", ""))).strip()
                found[name] = url_for(rule.endpoint, **given)
    return found
