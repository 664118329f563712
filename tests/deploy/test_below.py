"""Two installations below one host, behind nginx and Caddy: each is whole, and knows its own."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.chromium import held, launching
from tests.browser.phone import KEPT, Phone
from tests.deploy.proxies import PROXIES
from tests.support.live_server import Server

pytestmark = pytest.mark.long

ROOTS = {"/companion/": False, "/play/cards/": True}
"""The paths, and whether the proxy takes them away before it asks."""
IS_DONE = "async (root) => Boolean(await caches.match(`${root}sw.js`))"
# Whatever a browser has of this host, asked from a page of nobody's.
ALL = """async () => [
  ...(await caches.keys()), ...(await indexedDB.databases()).map(({ name }) => name),
  ...Object.keys(localStorage),
]"""


@pytest.fixture(params=PROXIES)
def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    servers = [
        Server(tmp_path_factory.mktemp("data"), settings={"ROOT": root, "TRUSTED_PROXIES": "1"})
        for root in ROOTS
    ]
    below = [(root, each.port, ROOTS[root]) for root, each in zip(ROOTS, servers, strict=True)]
    proxy = PROXIES[request.param](tmp_path_factory.mktemp("proxy"), 8, below)
    with servers[0], servers[1], proxy.started():
        proxy.ready()
        yield f"https://localhost:{proxy.port}"


@pytest.fixture
def phones(playwright: Playwright, host: str) -> Iterator[list[Phone]]:
    how = launching(light=True)
    how["args"] = [*how["args"], "--ignore-certificate-errors"]
    browser = playwright.chromium.launch(**how)
    settings = {**held(host), "ignore_https_errors": True}
    yield [Phone(browser.new_context(**settings)) for _ in range(2)]
    browser.close()


def begins(phone: Phone, other: Phone, root: str) -> str:
    """Both are at a new game of the installation there, the second one by its link."""
    phone.visits(f"{root}new/the-game")
    phone.tap(phone.page.locator('.how-many label:has([value="2"])'))
    phone.goes(phone.button("Start"))
    game = urlsplit(phone.page.url).path
    phone.visits(f"{game.rsplit('/', 2)[0]}/phones/")
    link = phone.page.locator("[data-share]").first.get_attribute("data-share") or ""
    other.visits(urlsplit(link).path)
    other.goes(other.page.locator(".names-of button").first)
    for each in (phone, other):
        each.visits(game)
    return game


def test_both_are_played_installed_and_kept_apart(phones: list[Phone], host: str) -> None:
    one, two = phones
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    games = {root: begins(one, two, root) for root in ROOTS}
    session = one.context.new_cdp_session(one.page)
    for card, (root, game) in enumerate(games.items(), start=2):
        for each in phones:
            each.visits(game)
        one.plays(card, "up-1")
        expect(two.face("up-1").locator("b")).to_have_text(f"{card}")  # a stream has told it
        assert session.send("Page.getAppManifest")["errors"] == []
        one.visits(root.rstrip("/"))
        one.has(IS_DONE, root, timeout=60_000)
    assert [path for path in asked if not f"{path}/".startswith((*ROOTS,))] == []
    assert {each["path"] for each in one.context.cookies()} == {*ROOTS}

    last = games["/play/cards/"]
    one.visits(last)
    one.goes_away()
    one.plays(50, "up-1")
    assert len(one.page.evaluate(KEPT)) == 1
    one.visits("/companion/")
    expect(one.page.locator("#left")).to_be_hidden()
    assert one.page.evaluate(KEPT) == []
    one.visits(last)
    one.comes_back()
    expect(two.face("up-1").locator("b")).to_have_text("50")
    one.visits("/companion/rules/the-game")
    one.page.goto(f"{host}/nobody")
    names = [str(each) for each in one.page.evaluate(ALL)]
    assert [each for each in names if not each.startswith(tuple(ROOTS))] == []
    assert {each.partition(" ")[0] for each in names} == {*ROOTS}
