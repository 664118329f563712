"""The static files, by names that change with their content, and the style in every page."""

import base64
import hashlib
import json
from functools import cache
from pathlib import Path

from flask import Flask, url_for
from markupsafe import Markup

ROOT = Path(__file__).parents[2] / "static"
FOR_EVER = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Templates can say `asset(name)`, `vendored(name)`, `style` and `icons`."""
    app.config.setdefault("SEND_FILE_MAX_AGE_DEFAULT", FOR_EVER)  # every address has a version
    app.add_template_global(asset)
    app.add_template_global(vendored)
    icons = (ROOT / "icons.svg").read_text(encoding="utf-8")
    app.jinja_env.globals.update(style=Markup(style()), icons=Markup(icons))


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
def style() -> str:
    """The style of every page, without the white space that only its readers need."""
    lines = (ROOT / "app.css").read_text(encoding="utf-8").splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


@cache
def style_hash() -> str:
    """The hash by which the Content-Security-Policy allows this style and no other."""
    digest = hashlib.sha256(style().encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


@cache
def _hash(name: str) -> str:
    return hashlib.sha256((ROOT / name).read_bytes()).hexdigest()[:12]
