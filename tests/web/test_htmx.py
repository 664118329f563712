"""htmx through the one module that knows it, and around the faults of the library behind it."""

import pytest
from flask import Flask, request

from companion.web import htmx
from tests.web.actor import Phone

HX = {"HX-Request": "true"}


class TestAnswer:
    @pytest.mark.parametrize(
        "swap",
        [
            "innerHTML",
            "outerHTML",
            "beforebegin",
            "afterbegin",
            "beforeend",
            "afterend",
            "delete",
            "none",
            "textContent",
            "innerHTML swap:1s",
            "afterbegin settle:20ms show:top",
            "morph:innerHTML",
        ],
    )
    def test_it_can_go_in_any_way_that_htmx_knows(self, app: Flask, swap: str) -> None:
        with app.test_request_context(headers=HX):
            answer = htmx.answer("<p>x</p>", 422, swap=swap)
        assert answer.headers.getlist("HX-Reswap") == [swap]
        assert (answer.status_code, answer.get_data(as_text=True)) == (422, "<p>x</p>")

    def test_it_can_go_to_another_place(self, app: Flask) -> None:
        with app.test_request_context(headers=HX):
            answer = htmx.answer("x", target="#sheet")
        assert answer.headers["HX-Retarget"] == "#sheet"

    def test_it_says_nothing_of_its_own(self, app: Flask) -> None:
        with app.test_request_context(headers=HX):
            answer = htmx.answer("x")
        assert not [name for name, _value in answer.headers if name.startswith("HX-")]
        assert answer.status_code == 200


class TestAsking:
    @pytest.mark.parametrize(
        ("headers", "wanted"),
        [
            ({}, False),
            (HX, True),
            ({"HX-Request": "false"}, False),
            ({"HX-Request": ""}, False),
            ({"HX-Boosted": "true"}, False),
            ({**HX, "HX-History-Restore-Request": "true"}, False),
            ({**HX, "HX-Target": "\u00e9-URI", "HX-Current-URL": "\\"}, True),
        ],
    )
    def test_a_fragment_is_for_htmx_alone(
        self, app: Flask, headers: dict[str, str], wanted: bool
    ) -> None:
        with app.test_request_context(headers=headers):
            assert htmx.wants_fragment() is wanted

    def test_going_back_in_history_gives_the_whole_page(self, game: Phone) -> None:
        page = game.opens(game.game, {**HX, "HX-History-Restore-Request": "true"})
        assert page.whole
        assert page.main.having("data-seen")

    def test_the_library_has_not_replaced_what_a_request_is(self, app: Flask) -> None:
        with app.test_request_context(headers=HX):
            assert request.htmx  # type: ignore[attr-defined]
            assert request.max_content_length == app.config["MAX_CONTENT_LENGTH"]


class TestVary:
    @pytest.mark.parametrize("encoding", ["", "gzip", "br", "gzip, deflate, br, zstd"])
    @pytest.mark.parametrize("headers", [{}, HX], ids=["page", "fragment"])
    def test_a_page_and_its_fragment_are_never_mixed_up(
        self, game: Phone, headers: dict[str, str], encoding: str
    ) -> None:
        asked = {**headers, "Accept-Encoding": encoding}
        answer = game.client.get(game.game, headers=asked)
        assert bool(answer.headers.get("Content-Encoding")) is bool(encoding)
        assert {"hx-request", "accept-encoding"} <= set(answer.vary.as_set())

    def test_nor_are_those_that_bring_a_session(self, plain: Phone) -> None:
        answer = plain.client.get("/new/the-game", headers={"Accept-Encoding": "gzip"})
        assert "session-" in answer.headers["Set-Cookie"]
        assert {"hx-request", "accept-encoding", "cookie"} <= set(answer.vary.as_set())

    def test_nor_are_questions_redirects_and_errors(self, game: Phone) -> None:
        facts = game.facts(kind="card-played", card=30, pile="up-1")
        preferred = game.posts("/phone", {"csrf_token": game.token}, entry=False)
        for page in (game.posts(f"{game.game}entries", facts), preferred, game.opens("/nowhere")):
            assert "hx-request" in page.answer.vary.as_set()
