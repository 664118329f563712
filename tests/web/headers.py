"""What each kind of answer says in its head: `python -m tests.web.headers` writes headers.txt anew.

What is another in each run (dates, ids, secrets, hashes, lengths) stands there as `…`.
"""

import re
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import patch

from flask import Flask, url_for
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.test import TestResponse

from companion.web.static import assets
from tests.support.client_phone import Phone
from tests.support.own_app import open_app
from tests.web.junk import CARD
from tests.web.routes import STATIC

FILE = Path(__file__).with_name("headers.txt")
FRAGMENT = {"HX-Request": "true"}
MASKS = (
    (r"'sha256-[^']+'( 'sha256-[^']+')*", "'sha256-…' …"),
    (r"(?<=\bsession-)\w{6}=[^;]+|(?<=\bphone-)\w{6}=[^;]+", "…=…"),
    (r"(?<=\brenewed-)\w{6}(?==)|(?<=\btheme-)\w{6}(?==)", "…"),
    (r"(?<=Expires=)[^;]+", "…"),
    (r"\d{4}-\d\d-\d\d", "…"),
    (r"^[0-9a-f]{32}", "…"),
    (r"(?<=/t/)[^/]+/[^/]+", "…/…"),
)
MASKED = ("Companion", "Content-Length", "Date", "ETag", "Last-Modified", "Request-Id", "SourceMap")


def told(instance: Path) -> str:
    """All kinds of answers, each with its status and its headers in alphabetical order."""
    stopped = patch("companion.web.safety.rate_limiter.now", return_value=0)  # nobody is too quick
    with stopped, open_app(instance) as app:
        return "\n\n".join(_block(kind, answer) for kind, answer in _kinds(app)) + "\n"


def _kinds(app: Flask) -> Iterator[tuple[str, TestResponse]]:
    phone = Phone(app, scripts=True)
    yield "redirect, to a first game", _starts(phone)
    page = phone.opens(phone.game)
    get, game, table = partial(phone.client.get, buffered=True), phone.game, phone.table
    entries, token = f"{game}entries", {"X-CSRFToken": phone.token}
    yield "page", page.answer
    yield "page, first of a phone", app.test_client().get("/")
    yield "page, over https", app.test_client().get("/", base_url="https://localhost")
    yield "fragment", get(game, headers=FRAGMENT)
    yield "partial, after an entry", phone.posts(entries, phone.facts(**CARD)).answer
    yield "partial, a question", phone.posts(entries, phone.facts(**{**CARD, "card": 20})).answer
    stream = get(f"{game}live", buffered=False)
    yield "stream", stream
    stream.close()
    board = get(f"{game}live/board")
    yield "board as JSON", board
    unchanged = {"If-None-Match": board.headers["ETag"]}
    yield "board as JSON, unchanged", get(f"{game}live/board", headers=unchanged)
    with app.test_request_context():
        hashed, bundle = assets.asset(STATIC), assets.script_address("entering")
        icon = assets.asset("icons/any-192.png")
        plain = url_for("static", filename=STATIC)
    yield "static, by its hash", get(hashed)
    yield "static, by its hash, over https", get(hashed, base_url="https://localhost")
    yield "static, without its hash", get(plain)
    yield "icon", get(icon)
    yield "script bundle", get(bundle)
    yield "service worker", get("/sw.js")
    yield "manifest", get("/manifest.webmanifest")
    yield "record", get(f"{game}record.json")
    yield "record as CSV", get(f"{game}record.csv")
    yield "table as JSON", get(f"{table}table.json")
    yield "table as CSV", get(f"{table}table.csv")
    yield "text to share", get(f"{game}result.txt")
    yield "token", get("/token")
    yield "redirect, to the same page", get(game.rstrip("/"))
    said = {"csrf_token": phone.token, "theme": "dark"}
    yield "redirect, with a choice kept", phone.posts("/phone", said, entry=False).answer
    yield "400", phone.client.post(entries)
    yield "403", phone.client.post(entries, headers={"Sec-Fetch-Site": "cross-site"})
    yield "404", get("/nowhere")
    yield "404 of a static file", get("/static/nothing.css")
    yield "405", get("/phone")
    yield "413", phone.client.post(entries, data={"junk": "x" * 20_000}, headers=token)
    large = {"data": b" " * 6_000_000, "content_type": "multipart/form-data; boundary=file"}
    yield "413 of a file", phone.client.post("/import", headers=token, **large)
    while (last := phone.client.post(entries, headers=token)).status_code != 429:
        pass  # as many as are taken at once
    yield "429", last
    app.view_functions["shelf.home"] = _is_away
    yield "503", get("/")
    app.view_functions["shelf.home"] = lambda: 1 / 0
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    yield "500", get("/")


def _is_away() -> None:
    raise ServiceUnavailable(retry_after=5)


def _starts(phone: Phone) -> TestResponse:
    """The answer to the first form of a phone; the phone is at its game then."""
    form = phone.opens("/new/the-game").main.find("form")
    answer = phone.posts(form.attributes["action"], form.values(), entry=False).answer
    phone.game = answer.headers["Location"]
    return answer


def _block(kind: str, answer: TestResponse) -> str:
    head = [f"{name}: {_masked(name, value)}" for name, value in sorted(answer.headers)]
    return "\n".join([f"{kind}: {answer.status_code}", *(f"    {line}" for line in head)])


def _masked(name: str, value: str) -> str:
    if name in MASKED:
        return "…"
    if name == "Allow":
        return ", ".join(sorted(value.split(", ")))
    for pattern, mask in MASKS:
        value = re.sub(pattern, mask, value)
    return value


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        FILE.write_text(told(Path(folder)), encoding="utf-8")
