"""The least that Flask and htmx can do: what requests and taps are measured against."""

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from types import SimpleNamespace

from flask import Flask

BARE = f"{__name__}:create_app"
VENDOR = Path(__file__).parents[2] / "static" / "vendor"
HTMX = next(VENDOR.glob("htmx-*.min.js")).name
PAGE = f"""<!doctype html>
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare</title>
<script defer src="/vendor/{HTMX}"></script>
<p id="number">0</p>
<button hx-post="/entries" hx-target="#number">One more</button>
"""


def create_app(config: Mapping[str, object]) -> Flask:
    """A route that says hello, and a page on which a tap swaps one number."""
    app, numbers = Flask(__name__, static_folder=VENDOR, static_url_path="/vendor"), count(1)
    # What the worker of gunicorn asks for, and ends when it stops.
    app.extensions["live"] = SimpleNamespace(end=lambda: None)
    app.extensions["keeper"] = SimpleNamespace(keep=lambda: None)  # makes no backups
    app.extensions["store"] = SimpleNamespace(
        close=lambda: None,
        database=SimpleNamespace(file=None),  # there is none to lock
    )
    app.add_url_rule("/", view_func=lambda: "hello", endpoint="hello")
    app.add_url_rule("/page", view_func=lambda: PAGE, endpoint="show")
    app.add_url_rule(
        "/entries", view_func=lambda: str(next(numbers)), endpoint="enter", methods=["POST"]
    )
    return app
