"""A real browser as a phone, and the app served to it as it is installed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.chromium import held, launching
from tests.browser.phone import Phone
from tests.browser.server import Server


@pytest.fixture(scope="session")
def chromium() -> dict[str, Any]:
    """How the browser of these tests is started. Its absence is a failure."""
    return launching()


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: Mapping[str, Any]) -> Iterator[Browser]:
    """One Chromium for all tests."""
    started = playwright.chromium.launch(**chromium)
    yield started
    started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served to all tests; whoever kills it brings it back."""
    running = Server(tmp_path_factory.mktemp("instance"))
    running.start()
    yield running
    running.stop()


Phones = Callable[..., Phone]


@pytest.fixture
def workers() -> str:
    """Whether pages may be kept: a module that is about that says "allow".

    Each phone is a new one here: it would fetch the rules of all games for every test.
    """
    return "block"


@pytest.fixture
def phones(browser: Browser, server: Server, workers: str) -> Iterator[Phones]:
    """Makes phones, each with its own cookies; no page of theirs may have complained."""
    made: list[Phone] = []

    def phone(**differing: Any) -> Phone:
        settings = {**held(server.url), "service_workers": workers, **differing}
        context = browser.new_context(**settings)
        made.append(Phone(context, scripted=differing.get("java_script_enabled", True)))
        return made[-1]

    yield phone
    for each in made:
        each.context.close()
    assert server.answers, f"gunicorn is gone: {server.said}"
    assert [complaint for each in made for complaint in each.complaints] == []


@pytest.fixture
def phone(phones: Phones) -> Phone:
    """A phone that has never been here, on the shelf."""
    held = phones()
    held.visits("/")
    return held


@pytest.fixture
def plain_phone(phones: Phones) -> Phone:
    """A phone without JavaScript, on the shelf."""
    held = phones(java_script_enabled=False)
    held.visits("/")
    return held
