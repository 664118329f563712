"""Phones that are no Chromium: WebKit, as on every iPhone, and Firefox."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.other_browsers.phone import Phone
from tests.other_browsers.started import ENGINES
from tests.support.live_server import Server

IS_BEGUN = "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served to all tests; whoever kills it brings it back."""
    instance = tmp_path_factory.mktemp("instance")
    with Server(instance, "tests.other_browsers.watched:create_app") as running:
        yield running


@pytest.fixture(params=ENGINES)
def phone(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[Phone]:
    """A phone of one engine that has never been here; no page of it may have complained."""
    if not server.answers:  # a test that had killed it did not come to its end
        server.start()
    with ENGINES[request.param](tmp_path) as session:
        made = Phone(session, server.url)
        # Nobody taps on before that; WebKit may never begin the worker of a page that is left.
        made.visits("/")
        made.awaits(IS_BEGUN)
        yield made
        assert server.answers, "gunicorn is gone: " + "".join(server.said[-9:])
        assert made.complaints == []
