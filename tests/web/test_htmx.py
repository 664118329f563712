"""htmx, the pages and fragments for it, and what a process keeps between requests."""

from flask import Flask, session

from companion.web.pages import htmx
from companion.web.safety.security import cookie_name
from tests.support.client_phone import Another, Phone
from tests.web.routes import addresses

HX = {"HX-Request": "true"}
BACK = {**HX, "HX-History-Restore-Request": "true"}


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
        for cookie, said in ((kept.value, "this"), (f"{kept.value}x", None), (kept.value, "this")):
            with app.test_request_context(headers={"Cookie": f"session={cookie}"}):
                assert session.get("said") == said
                session["said"] = "something else"
