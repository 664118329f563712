"""The app on a phone: how it is installed, and what is there of it without network."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for
from flask_babel import gettext as _

from companion.games import GAMES
from companion.web.pages.page import page
from companion.web.rules import reference
from companion.web.safety import phone
from companion.web.static import assets, made

SIZES = (192, 512)  # pixels
SCRIPT = "text/javascript"
BOTH = ("old", "entering", "live", "log", "ending", "picture", "reading", "quiet", "shelf", "times")
"""The scripts of what is kept besides boards."""

bp = Blueprint("install", __name__)


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the app is called and how it looks, in the words and the light of this phone."""
    ground = assets.GROUNDS["dark" if phone.theme() == "dark" else "light"]
    told = {
        "id": url_for("shelf.home"),
        "name": "Companion",
        "short_name": "Companion",
        "description": _("Keeps count while you play card games with real cards."),
        "lang": phone.language(),
        "dir": "ltr",
        "start_url": url_for("shelf.home"),
        "scope": url_for("shelf.home"),
        "display": "standalone",
        "background_color": ground,
        "theme_color": ground,
        "icons": [*icons("any"), *icons("maskable"), _drawing()],
        "shortcuts": [
            shortcut(_("Continue"), "continue", url_for("shelf.go_on")),
            shortcut(_("Rules"), "rules", url_for("reference.games")),
        ],
    }
    return revalidate(Response(json.dumps(told), mimetype="application/manifest+json"))


def icons(purpose: str) -> list[dict[str, str]]:
    """The icons of this purpose, each size of them."""
    return [_icon(purpose, size) | {"purpose": purpose} for size in SIZES]


def shortcut(name: str, icon: str, address: str) -> dict[str, Any]:
    return {"name": name, "url": address, "icons": [_icon(icon, 96)]}


def _icon(name: str, size: int) -> dict[str, str]:
    file = assets.asset(f"icons/{name}-{size}.png")
    return {"src": file, "sizes": f"{size}x{size}", "type": "image/png"}


def _drawing() -> dict[str, str]:
    return {"src": assets.asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}


@bp.get("/sw.js")
def worker() -> Response:
    """The script that keeps pages on the phone, told which files and rules they are.

    With `here` in its address it answers for the tables that live on the phone, too.
    """
    name = "sw_here" if "here" in request.args else "sw"
    if "told" in request.args:  # by the modules of a checkout
        return revalidate(Response(_tell(_keep()).replace("const ", "self.", 1), mimetype=SCRIPT))
    if not made.bundles().is_of_sources():
        modules = (*(f"pages/{each}" for each in _own_names()), f"workers/{name}")
        addresses = (url_for("install.worker", told=""), *map(assets.module, modules))
        lines = (f"import {json.dumps(each)};\n" for each in addresses)
        return revalidate(Response("".join(lines), mimetype=SCRIPT))
    return revalidate(assets.pack(_make_worker(request.root_path, name)))


@lru_cache(maxsize=8)  # a client may say any path, where the server believes it
def _make_worker(_root: str, name: str) -> bytes:
    """The worker of an app below this path: browsers ask for it whenever they open a page."""
    return make_worker(_keep(), *_own_names(), name)


def _keep() -> dict[str, object]:
    return {"root": request.script_root, "files": files(), "rules": make_relative(rules())}


def _own_names() -> tuple[str, ...]:
    """The script that has an app below a path keep all under names of its own; none at the root."""
    return () if current_app.config["ROOT"] == "/" else ("below",)


def make_worker(told: Mapping[str, object], *names: str) -> bytes:
    """The worker of these scripts, told what to keep."""
    return _tell(told).encode() + b";\n".join(map(assets.read_script, names))


def _tell(told: Mapping[str, object]) -> str:
    keep = {"version": assets.edition(), **told}
    return f"const KEEP = {json.dumps(keep, separators=(',', ':'))};\n"


def files() -> list[str]:
    """The addresses of what the boards of all games and the pages of their rules load."""
    libraries = (assets.asset(assets.library(name)["file"]) for name in ("htmx.org", "idiomorph"))
    names = dict.fromkeys((*_own_names(), *BOTH, *(game.scripts for game in GAMES.values())))
    scripts = (assets.script_address(name) for name in names)
    return [assets.asset("icon.svg"), *libraries, *scripts]


def rules() -> list[str]:
    """The addresses of all rules, and of what is shown in place of a page that is not there."""
    return [url_for("install.offline"), *reference.addresses()]


def make_relative(addresses: Iterable[str]) -> list[str]:
    """Each of these addresses relative to the one before it, as a browser resolves a link."""
    relative, folder = [], ""
    for address in addresses:
        relative.append(address.removeprefix(folder))
        folder = address[: address.rindex("/") + 1]
    return relative


@bp.get("/offline")
def offline() -> Response:
    """Say that there is no network and the page not on this phone, and the ways to what is."""
    return page("offline.html")


@bp.get("/https")
def https() -> Response:
    """Say why nothing is kept on the phone without https, and how one comes by it at home."""
    return page("https.html")


def revalidate(response: Response) -> Response:
    """Kept on the phone, but never used without asking whether it is still the newest."""
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response
