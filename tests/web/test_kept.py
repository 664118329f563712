"""What a process keeps between requests is the same that it would make anew."""

import pytest
from flask import Flask, session, url_for

from companion.web.security import cookie_name


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
        assert end == said
        assert "&lt;b&gt;" in starts
        assert hundred == "100%"
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
