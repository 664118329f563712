"""A walk through the local app, so that all of it is loaded that a phone will need."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from companion.engine.table import Person, StoredGame
from companion.files.mirror import Mirror, encode
from companion.games import GAMES
from companion.games.game import Game
from companion.games.plays import Play, find_plays
from companion.local.asking import LocalApp

LINK = re.compile(r'(?:href|hx-get)="(/t/[^"#]*|/rules/[^"#]*of=[^"#]*)[#"]')
STREAM = "/live"
LANGUAGES = ("en", "de", "fr", "nl")


def walk(local: LocalApp) -> None:
    """Play the games that the games bring along, and open every page that their boards lead to."""
    import jinja2.debug  # noqa: F401  # what Jinja asks for where a page fails

    for game in GAMES.values():
        for number, play in enumerate(find_plays(game).games):
            _play(local, game, play, LANGUAGES[number % len(LANGUAGES)])


def _play(local: LocalApp, game: Game[Any, Any], play: Play, language: str) -> None:
    mirror = mirror_of(game, play)
    address = f"/t/{mirror.game.table}/{mirror.game.id}/"
    local.put(json.dumps({**encode(mirror), "language": language}))
    forms: list[dict[str, str]] = []
    for facts in play.entries:
        said = game.pages.fields(facts)
        said |= {"confirmed": "1"} if len(forms) % 2 else {}
        form = {name: str(value) for name, value in said.items() if value is not None}
        forms.append({**form, "seen": "0", "id": f"walk-{len(forms)}"})
        asked = {"game": address, "waiting": forms}
        answer = json.loads(local.show(json.dumps(asked)))
        if len(forms) % 5 == 1 or len(forms) == len(play.entries):
            for link in LINK.findall(answer["html"]):
                if link.startswith((address, "/rules/")) and STREAM not in link:
                    local.read(link.replace("&amp;", "&"))
    places = answer["counted"]
    kinds = {said["kind"]: places[said["id"]] for said in forms if places.get(said["id"])}
    for place in kinds.values():
        local.read(f"{address}log/{place}")
        local.read(f"{address}log/{place}/forgotten")


def mirror_of(game: Game[Any, Any], play: Play) -> Mirror:
    """This play as a phone has mirrored it that has just opened its board."""
    tile = next(each for each in game.tiles if each.slug == play.tile or not play.tile)
    people = tuple(Person(f"person-{seat}", name) for seat, name in enumerate(play.names))
    options, game_id = dict(tile.options), f"{game.slug}-{id(play)}"
    stored = StoredGame(game_id, "table", game.slug, options, people, datetime.now(UTC))
    return Mirror("phone", "epoch", replace(stored, phones={"phone": ""}), 1)
