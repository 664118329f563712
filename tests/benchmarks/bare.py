"""The least that Flask and htmx can do: what requests and taps are measured against."""

from itertools import count
from pathlib import Path
from types import SimpleNamespace

from flask import Flask

VENDOR = Path(__file__).parents[2] / "static" / "vendor"
HTMX = next(VENDOR.glob("htmx-*.min.js")).name
PAGE = f"""<!doctype html>
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare</title>
<script defer src="/vendor/{HTMX}"></script>
<p id="number">0</p>
<button hx-post="/entries" hx-target="#number">One more</button>
"""

app = Flask(__name__, static_folder=VENDOR, static_url_path="/vendor")
# What the worker of gunicorn asks for, and ends when it stops.
app.extensions["live"] = SimpleNamespace(end=lambda: None)
app.extensions["keeper"] = SimpleNamespace(keep=lambda: None)  # makes no backups
app.extensions["store"] = SimpleNamespace(
    close=lambda: None,
    database=SimpleNamespace(file=None),  # there is none to lock
)
_numbers = count(1)


@app.get("/")
def hello() -> str:
    return "hello"


@app.get("/page")
def show() -> str:
    """A page on which a tap swaps one number."""
    return PAGE


@app.post("/entries")
def enter() -> str:
    """The next number, at an address that ends as that of an entry of ours."""
    return str(next(_numbers))
