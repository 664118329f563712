"""A real browser as a phone, and the app served to it as it is installed."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

from companion.web.static import packages
from companion.web.static.packages import Package
from tests.browser.chromium import close, launching
from tests.browser.chromium import held as held_by
from tests.browser.guests import watches, way_in
from tests.browser.local_app import has_started, keeps_app
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.support import local_app_package
from tests.support.live_server import Server


@pytest.fixture(scope="session")
def chromium() -> dict[str, Any]:
    """How the browser of these tests is started. Its absence is a failure."""
    return launching(light=True)


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: Mapping[str, Any]) -> Iterator[Browser]:
    started = playwright.chromium.launch(**chromium)
    yield started
    close(started)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served to all tests; whoever kills it brings it back."""
    with Server(tmp_path_factory.mktemp("instance")) as running:
        yield running


Phones = Callable[..., Phone]
Joins = Callable[[Phone], Phone]


@pytest.fixture(scope="session")
def kept_app(
    playwright: Playwright,
    server: Server,
    package: Package,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """What the browser of a phone has on its disk that keeps the app, and has started it once.

    Nobody uses it: each phone has a copy.
    """
    folder = tmp_path_factory.mktemp("kept") / "browser"
    offers = packages.folder(server.instance)
    if is_mine := not offers.exists():
        local_app_package.serve(server.instance)
    made = Restarts(playwright, server.url, folder)
    try:
        has_started(keeps_app(made.phone))
    finally:
        made.ends()
        if is_mine:
            offers.unlink()
    return folder


@pytest.fixture
def held(
    playwright: Playwright, server: Server, kept_app: Path, offered: None, tmp_path: Path
) -> Iterator[Restarts]:
    """A phone with a browser of its own, which keeps the app."""
    folder = shutil.copytree(kept_app, tmp_path / "browser")
    made = Restarts(playwright, server.url, folder)
    made.phone.counts = True
    made.phone.visits("/on-this-phone")
    yield made
    made.ends()


@pytest.fixture
def phones(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Phones]:
    """Makes phones, each with its own cookies; no page of theirs may have complained.

    Each is a new one: it would fetch the rules of all games for every test. Only a module that is
    about that says `WORKERS = "allow"`.
    """
    made, workers = list[Phone](), getattr(request.module, "WORKERS", "block")

    def phone(**differing: Any) -> Phone:
        settings = {**held_by(server.url), "service_workers": workers, **differing}
        made.append(Phone(browser.new_context(**settings)))
        return made[-1]

    yield phone
    for each in made:
        close(each.context)
    assert server.answers, f"gunicorn is gone: {server.said}"
    assert [complaint for each in made for complaint in each.complaints] == []


@pytest.fixture
def phone(phones: Phones) -> Phone:
    """A phone that has never been here, on the shelf."""
    held = phones()
    held.visits("/")
    return held


@pytest.fixture
def another(phones: Phones) -> Joins:
    def joined(first: Phone) -> Phone:
        second = phones()
        second.visits(way_in(first, 0))
        second.tap(second.page.locator(".other-name > summary"))
        second.goes(second.button("Join"))
        watches(second, first.game)
        return second

    return joined
