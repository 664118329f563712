"""htmx, the pages and fragments for it, and what a process keeps between requests."""

import pytest
from flask import Flask, request, session, url_for

from companion.web.pages import htmx
from companion.web.safety.security import cookie_name
from tests.support.client_phone import Another, Phone
from tests.web.routes import addresses

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


def test_a_fragment_is_the_main_region_alone(plain: Phone, another: Another) -> None:
    plain.starts(2, ["Ann", "Ben"], aids=True)
    plain.plays(47, "up-1")
    other = another(plain)
    fragments = [each.opens(plain.game, {"HX-Request": "true"}) for each in (plain, other)]
    assert fragments[0].answer.text == fragments[1].answer.text
    for ended in (False, True):
        plain.opens(plain.game)
        if ended:
            plain.enters(kind="cannot-play")
        for name, address in addresses(plain).items():
            page = plain.opens(address)
            if page.answer.mimetype != "text/html":
                continue
            fragment = plain.opens(address, {"HX-Request": "true"})
            if "HX-Redirect" in fragment.answer.headers:
                continue
            assert page.whole, name
            assert not fragment.whole, name
            assert fragment.main.shared() == page.main.shared(), name
            assert fragment.title == page.title
            if name != "phones.show":  # the one page that is about phones
                for own in (plain.token, plain.name, "csrf", 'name="page"', 'name="id"'):
                    assert own
                    assert own not in fragment.answer.text, (name, own)


@pytest.mark.parametrize("folder", ["/", "/below"])
def test_an_address_is_that_of_its_values_and_of_its_root(app: Flask, folder: str) -> None:
    with app.test_request_context("/", environ_overrides={"SCRIPT_NAME": folder.rstrip("/")}):
        for seat in (1, True, "1", 1, "a&b"):
            made = url_for("tables.sheet", table_id="t", game_id="g", name="hands", seat=seat)
            said = str(seat).replace("&", "%26")
            assert made == f"{folder.rstrip('/')}/t/t/g/sheet/hands?seat={said}"
        assert url_for("shelf.home", _external=True).startswith("http://localhost")
        assert url_for("shelf.home", _anchor="a") == f"{folder.rstrip('/')}/#a"


def test_a_text_is_in_the_language_of_each_request(app: Flask) -> None:
    shown = app.jinja_env.from_string(
        """{{ _("End turn") }}|{{ _("%(name)s starts", name="<b>") }}|{{ gettext("100%%") }}"""
    )
    for language, said in (("en", "End turn"), ("nl", "Beurt klaar"), ("en", "End turn")):
        with app.test_request_context(headers={"Cookie": f"language={language}"}):
            end, starts, hundred = shown.render().split("|")
        assert (end, "&lt;b&gt;" in starts, hundred) == (said, True, "100%")
    with app.test_request_context(), pytest.raises(KeyError):
        app.jinja_env.from_string("""{{ _("%(name)s starts") }}""").render()


def test_a_session_is_read_once_and_belongs_to_one_request(app: Flask) -> None:
    with app.test_client() as client:
        client.get("/rules/")
        with client.session_transaction() as first:
            first["said"] = "this"
        for _ in range(2):
            with client.session_transaction() as again:
                assert again["said"] == "this"
        with app.test_request_context():
            name = cookie_name("session")
        kept = client.get_cookie(name)
        assert kept
        for cookie, said in ((kept.value, "this"), (f"{kept.value}x", None), (kept.value, "this")):
            with app.test_request_context(headers={"Cookie": f"session={cookie}"}):
                assert session.get("said") == said
                session["said"] = "something else"
