"""htmx through the one module that knows it, and around the faults of the library behind it."""

import pytest
from flask import Flask, request

from companion.web import htmx
from tests.support.client_phone import Phone

HX = {"HX-Request": "true"}
BACK = {**HX, "HX-History-Restore-Request": "true"}


def test_an_answer_says_where_and_how_it_goes_in(app: Flask) -> None:
    with app.test_request_context(headers=HX):
        for swap in ("innerHTML", "none", "textContent", "innerHTML swap:1s", "morph:innerHTML"):
            answer = htmx.answer("<p>x</p>", 422, swap=swap)
            assert answer.headers.getlist("HX-Reswap") == [swap]
            assert (answer.status_code, answer.get_data(as_text=True)) == (422, "<p>x</p>")
        assert htmx.answer("x", target="#sheet").headers["HX-Retarget"] == "#sheet"
        bare = htmx.answer("x")
        assert not [name for name, _value in bare.headers if name.startswith("HX-")]
        assert bare.status_code == 200
        # The library has not replaced what a request is.
        assert request.htmx  # type: ignore[attr-defined]
        assert request.max_content_length == app.config["MAX_CONTENT_LENGTH"]


def test_a_fragment_is_for_htmx_alone(app: Flask, game: Phone) -> None:
    asked: tuple[tuple[dict[str, str], bool], ...] = (
        ({}, False),
        (HX, True),
        ({"HX-Request": "false"}, False),
        ({"HX-Request": ""}, False),
        ({"HX-Boosted": "true"}, False),
        (BACK, False),  # going back in history
        ({**HX, "HX-Target": "\u00e9-URI", "HX-Current-URL": "\\"}, True),
    )
    for headers, wanted in asked:
        with app.test_request_context(headers=headers):
            assert htmx.wants_fragment() is wanted, headers
    page = game.opens(game.game, BACK)
    assert page.whole
    assert page.main.having("data-seen")


@pytest.mark.parametrize("headers", [{}, HX], ids=["page", "fragment"])
def test_a_page_and_its_fragment_are_never_mixed_up(game: Phone, headers: dict[str, str]) -> None:
    for encoding in ("", "gzip", "br", "gzip, deflate, br, zstd"):
        asked = {**headers, "Accept-Encoding": encoding}
        answer = game.client.get(game.game, headers=asked)
        assert bool(answer.headers.get("Content-Encoding")) is bool(encoding)
        assert {"hx-request", "accept-encoding"} <= set(answer.vary.as_set())
    new = game.app.test_client().get("/new/the-game", headers={"Accept-Encoding": "gzip"})
    assert "session-" in new.headers["Set-Cookie"]
    assert {"hx-request", "accept-encoding", "cookie"} <= set(new.vary.as_set())
    question = game.posts(f"{game.game}entries", game.facts(kind="turn-ended"))
    preferred = game.posts("/phone", {"csrf_token": game.token}, entry=False)
    for page in (question, preferred, game.opens("/nowhere")):
        assert "hx-request" in page.answer.vary.as_set()
