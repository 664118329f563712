"""The policy of every page holds, as Chromium sees it: none of them does what it forbids."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import ConsoleMessage, Route, expect

from companion import create_app
from tests.browser import bluff_places, brain_places
from tests.browser.conftest import Phones
from tests.browser.guests import closes, lets_in, table_of
from tests.browser.phone import Phone
from tests.browser.shortcuts import CANNOT, card
from tests.support.live_server import Server
from tests.web.routes import addresses_of

REPORTS = """
window.reports = [];
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
  window.reports.push(`${effectiveDirective} ${blockedURI}`);
});
"""
ALL_OF_IT = "async () => { await window.ready; return window.reports; }"
BEGINS: dict[str, Callable[[Phone], None]] = {
    "the-game": lambda phone: phone.joins(card(2, "up-1"), extreme="y", on_fire="y", aids="y"),
    "one-brain": brain_places.sits,
    "game-of-bluff": lambda phone: bluff_places.sits(phone, bluff_places.scored(3, 4, 5, 1, 2)),
}
EXPECTED = ("responded with a status", "blocked by Playwright")
FEWEST = 20  # at least so many of the addresses are pages, or something is wrong with this walk


@pytest.fixture
def said() -> list[str]:
    """What the console said, but for the status of an answer."""
    return []


@pytest.fixture
def watched(phones: Phones, said: list[str]) -> Phone:
    """A phone whose pages report what their policy forbids; nothing is found in the end."""

    def hears(message: ConsoleMessage) -> None:
        ours = not any(known in message.text for known in EXPECTED)
        if message.type in ("error", "warning") and ours:
            said.append(f"{message.location.get('url', '')}: {message.text}")

    phone = phones()
    phone.context.add_init_script(REPORTS)
    phone.page.on("console", hears)
    phone.forgives("the server responded with a status of 4")
    phone.visits("/")
    return phone


def reports(phone: Phone) -> list[str]:
    """What the policy of the page on the screen has forbidden so far, all its scripts there."""
    found: list[str] = phone.page.evaluate(ALL_OF_IT)
    return found


def pages(server: Server, phone: Phone, slug: str) -> list[str]:
    """The path of every page that there is of the game on the screen."""
    app = create_app({"INSTANCE": server.instance, "SECRET_KEY": "k" * 32})
    with table_of(server, phone) as (store, me, table):
        link = store.invitations.find_all(me, table)["player"].link
    known = {"link": link, "member": me, "place": 1, "ticket": "none"}
    found = addresses_of(app, urlsplit(phone.game).path, known, slug).values()
    read = (
        (path, phone.context.request.get(path, max_retries=1).headers["content-type"])
        for path in found
    )
    return [path for path, kind in read if kind.startswith("text/html")]


@pytest.mark.parametrize(
    "slug",
    [pytest.param(each, marks=pytest.mark.long if at else ()) for at, each in enumerate(BEGINS)],
)
def test_no_page_does_what_its_policy_forbids(
    watched: Phone, server: Server, said: list[str], slug: str
) -> None:
    BEGINS[slug](watched)
    walk = pages(server, watched, slug)
    assert len(walk) > FEWEST
    found = {}
    for path in walk:
        watched.visits(path)
        found[path] = reports(watched)
    assert {path: told for path, told in found.items() if told} == {}
    assert said == []


@pytest.mark.long
def test_nor_does_anything_that_is_tapped(
    watched: Phone, phones: Phones, server: Server, said: list[str]
) -> None:
    phone = watched
    phone.joins(card(2, "up-1"), aids="y")
    expect(phone.net).to_have_text("Live")
    phone.plays(3, "up-1")
    phone.keys_in(60, "up-2")
    phone.keys_in(40, "up-2")
    phone.question.wait_for()
    phone.enters(phone.question.get_by_role("button", name="Enter 40"))
    phone.undoes()
    phone.reviews()
    phone.tap(phone.review.get_by_role("button", name="Close"))
    phone.tap(phone.page.locator("main a[data-sheet]").last)
    phone.sheet.wait_for()
    assert reports(phone) == []
    phone.page.keyboard.press("Escape")
    other = phones()
    other.visits("/")
    lets_in(server, phone, other)
    other.visits(phone.game)
    other.plays(4, "up-1")
    expect(phone.face("up-1").locator("b")).to_have_text("4")
    assert reports(phone) == []
    closes(server, phone)
    phone.page.reload()
    assert reports(phone) == []
    phone.joins(card(2, "up-1"), CANNOT)
    assert reports(phone) == []
    assert said == []


Planted = tuple[str, str]
PLANTED: dict[str, Planted] = {
    "a script in the page": ("<script>1</script>", "script-src-elem inline"),
    "a script of another site": (
        '<script src="https://evil.example/a.js"></script>',
        "script-src-elem https://evil.example/a.js",
    ),
    "something to run when tapped": ('<b onclick="1">x</b>', "script-src-attr inline"),
    "a style of its own": ('<b style="color: red">x</b>', "style-src-attr inline"),
    "a style that is not ours": ("<style>b { color: red }</style>", "style-src-elem inline"),
    "a picture of another site": (
        '<img src="https://evil.example/a.png" alt="">',
        "img-src https://evil.example/a.png",
    ),
    "a frame": ('<iframe src="/" title="x"></iframe>', "frame-src"),
}


@pytest.mark.long
def test_what_is_planted_in_a_page_is_reported(watched: Phone, said: list[str]) -> None:
    """Else the walk above would find nothing, whatever there is."""
    watched.forgives("Content Security Policy")
    for planted, (html, report) in PLANTED.items():
        said.clear()
        watched.page.route("**/rules/", _planting(html), times=1)
        watched.visits("/rules/")
        assert [told for told in reports(watched) if told.startswith(report)] != [], planted
        assert said != [], planted


def _planting(html: str) -> Callable[[Route], None]:
    def plants(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("<main", f"{html}<main", 1))

    return plants
