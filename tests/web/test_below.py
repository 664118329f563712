"""The app below a path of its host: nothing leads out of there, and nobody else's is touched."""

import json
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.operations.settings import PAGES
from tests.support.client_phone import Phone
from tests.support.own_app import open_app

ROOT, HTTPS = "/companion/", "https://localhost"
FRAMES = "https://home.example http://192.0.2.7:8123"
LEADS = re.compile(r'="(/[^"]*)"')
LINK = re.compile(r'<a\b[^>]*?\bhref="(/[^"#]*)')


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app below a path, which a dashboard may show, and what only some installations have."""
    given = {"ROOT": ROOT, "FRAME_ANCESTORS": FRAMES, "METRICS": "on", "TESTING": False}
    with open_app(tmp_path_factory.mktemp("instance"), **given) as app:
        app.extensions["store"].database.upgrade()
        yield app


def test_no_root_begins_like_a_page(below: Flask) -> None:
    assert {rule.rule.split("/")[1] for rule in below.url_map.iter_rules()} - {""} == PAGES


def test_a_proxy_may_take_the_path_away_or_not(below: Flask) -> None:
    client = below.test_client()
    for asked, status, leads in (
        ("/companion/rules/the-game", 200, ""),
        ("/rules/the-game", 200, ""),
        ("/healthz", 200, ""),
        ("/companion/healthz", 200, ""),
        ("/companion?lang=nl", 308, "/companion/?lang=nl"),
        ("/companion//elsewhere.example/", 404, ""),
        ("/companions/", 404, ""),
    ):
        answer = client.get(asked)
        location = urlsplit(answer.headers.get("Location", ""))
        assert answer.status_code == status, asked
        assert (location.netloc or "localhost") == "localhost", asked
        assert location._replace(scheme="", netloc="").geturl() == leads, asked


def test_all_pages_lead_to_each_other_below_the_path(below: Flask) -> None:
    """A page of each sort that can be got to, and the forms of pages that say what went wrong."""
    phone = Phone(below, scripts=True)
    form = phone.opens(f"{ROOT}new/the-game").main.find("form")
    said = form.values() | {"players": "2", "name": ["Ann", "Ben"]}
    phone.game = str(phone.posts(form.attributes["action"], said, entry=False).answer.location)
    phone.opens(phone.game)
    phone.posts(f"{phone.game}entries", phone.facts(kind="card-played", card=9, pile="up-1"))
    found, seen, known = [phone.game], set(), below.url_map.bind("localhost")
    while found:
        address = found.pop()
        endpoint, _ = known.match(urlsplit(address).path.removeprefix("/companion"), "GET")
        if endpoint not in seen:
            seen.add(endpoint)
            leads = LEADS.findall(phone.opens(address).answer.text)
            assert all(f"{each}/".startswith(ROOT) for each in leads), (endpoint, leads)
            found += [each for each in LINK.findall(phone.page.answer.text) if "/live" not in each]
    assert len(seen) > 20, seen
    ours = {"Sec-Fetch-Site": "same-origin"}
    again = phone.client.post(f"{phone.game}entries", data={"kind": "x"}, headers=ours).text
    assert f'action="{phone.game}entries' in again


def test_what_is_installed_and_kept_is_below_the_path(below: Flask) -> None:
    client = below.test_client()
    told = json.loads(client.get(f"{ROOT}manifest.webmanifest").text)
    assert {told["id"], told["scope"], told["start_url"]} == {ROOT}
    page = client.get(ROOT, base_url=HTTPS)
    policy, cookies = page.headers["Content-Security-Policy"], page.headers.getlist("Set-Cookie")
    assert policy.endswith(f"frame-ancestors {FRAMES}")
    assert "X-Frame-Options" not in page.headers
    assert cookies
    for cookie in cookies:
        assert cookie.startswith("__Secure-"), cookie
        assert f"; Path={ROOT};" in cookie, cookie
    assert f'data-below="{ROOT}"' in page.text
    assert re.search(r"/pages/below\.js|CacheStorage", client.get(f"{ROOT}sw.js").text)


def test_a_phone_that_came_before_the_path_was_set_is_known_again(below: Flask) -> None:
    """What a cookie for the whole host says goes on under the new name."""
    secret = "s" * 43
    below.extensions["store"].phones.remember(secret)
    client = below.test_client()
    client.set_cookie("__Host-phone-abcdef", secret, secure=True)
    answer = client.get(ROOT, base_url=HTTPS)
    assert re.search(
        rf"__Secure-phone-\w{{6}}={secret};", str(answer.headers.getlist("Set-Cookie"))
    )
