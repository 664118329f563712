"""The static files, by names that change with their content, and the style in every page."""

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, abort, request, url_for
from markupsafe import Markup

from companion.game import Game

ROOT = Path(__file__).parents[2] / "static"
FOR_EVER = 365 * 24 * 3600  # seconds
SCRIPTS = ("queue.js", "entry.js", "pad.js", "screen.js")
AROUND = re.compile(r" ?([{};,]) ?")
AFTER_COLON = re.compile(r": (?=[^{}]*[;}])")  # in declarations, not between selectors
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

bp = Blueprint("assets", __name__)


def init_app(app: Flask) -> None:
    """Templates can say `asset(name)`, `vendored(name)`, `style(part)` and `sprite(name)`."""
    app.register_blueprint(bp)
    app.after_request(_keep)
    app.add_template_global(asset)
    app.add_template_global(vendored)
    app.add_template_filter(with_drawings)
    app.jinja_env.globals.update(style=style, sprite=sprite, script_version=script_version)


def asset(name: str) -> str:
    """The address of a static file, with the start of its hash as version."""
    return url_for("static", filename=name, v=_hash(name))


@cache
def vendored(name: str) -> dict[str, str]:
    """File and sha384 of a vendored library, from `static/vendor/vendor.json`."""
    libraries = json.loads((ROOT / "vendor" / "vendor.json").read_text(encoding="utf-8"))
    library = next(library for library in libraries if library["name"] == name)
    return {"file": f"vendor/{library['file']}", "sha384": library["sha384"]}


@cache
def sprite(name: str) -> Markup:
    """A set of drawn symbols, for the page that shows some of them."""
    return Markup((ROOT / f"{name}.svg").read_text(encoding="utf-8"))


def with_drawings(html: str, game: Game[Any, Any]) -> Markup:
    """A chapter of rules with the signs of this game in its headings, and its examples below."""
    for anchor, symbol in game.signs.items():
        html = html.replace(f'<h3 id="{anchor}">', f'<h3 id="{anchor}">{_drawn(symbol, "icon")}')
    for anchor, symbol in game.examples.items():
        below = rf'(<h3 id="{anchor}">.*?</h3>)'
        html = re.sub(below, rf"\1{_drawn(symbol, 'example')}", html)
    return Markup(html)


def _drawn(symbol: str, kind: str) -> str:
    return f'<svg class="{kind}" aria-hidden="true"><use href="#{symbol}"/></svg>'


@cache
def style(part: str) -> Markup:
    """A part of the style, without what only its readers need; each page has those it wants."""
    text = (ROOT / "style" / f"{part}.css").read_text(encoding="utf-8")
    bare = " ".join(COMMENT.sub("", text).split())
    return Markup(AFTER_COLON.sub(":", AROUND.sub(r"\1", bare)))


@cache
def style_hashes() -> tuple[str, ...]:
    """The hashes by which the Content-Security-Policy allows these styles and no others."""
    parts = sorted(path.stem for path in (ROOT / "style").glob("*.css"))
    digests = (hashlib.sha256(style(part).encode()).digest() for part in parts)
    return tuple(f"sha256-{base64.b64encode(digest).decode()}" for digest in digests)


@cache
def script() -> bytes:
    """The scripts in one, in order, without the lines that only their readers need."""
    text = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in SCRIPTS)
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")).encode()


@bp.get("/app-<version>.js")
def scripts(version: str) -> Response:
    """The scripts of the app, under an address that changes with them."""
    if version != script_version():
        abort(404)
    return _for_ever(Response(script(), mimetype="text/javascript"))


@cache
def script_version() -> str:
    return hashlib.sha256(script()).hexdigest()[:12]


@cache
def _hash(name: str) -> str:
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:12]


def _keep(response: Response) -> Response:
    """A static file that was asked for by its version is kept for ever; any other is not."""
    if request.endpoint != "static" or response.status_code != 200:
        return response
    if request.args.get("v") == _hash((request.view_args or {})["filename"]):
        _for_ever(response)
    return response


def _for_ever(response: Response) -> Response:
    response.cache_control.clear()
    response.cache_control.public = response.cache_control.immutable = True
    response.cache_control.max_age = FOR_EVER
    return response
