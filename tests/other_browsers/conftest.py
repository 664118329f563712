"""Phones that are no Chromium: WebKit, as on every iPhone, and Firefox."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.other_browsers.own_tables import keeps_app
from tests.other_browsers.phone import Phone
from tests.other_browsers.started import ENGINES
from tests.support.live_server import Server

Phones = Callable[[], Phone]
IS_BEGUN = "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served to all tests; whoever kills it brings it back."""
    running = Server(tmp_path_factory.mktemp("instance"), "tests.other_browsers.watched:create_app")
    running.start()
    yield running
    running.stop()


@pytest.fixture(params=ENGINES)
def phones(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[Phones]:
    """Makes phones with a browser each, of one engine; no page of theirs may have complained."""
    if not server.answers:  # a test that had killed it did not come to its end
        server.start()
    made: list[Phone] = []
    with ExitStack() as stack:

        def phone() -> Phone:
            folder = tmp_path / f"browser {len(made)}"
            folder.mkdir()
            session = stack.enter_context(ENGINES[request.param](folder))
            made.append(Phone(session, server.url))
            # Nobody taps on before that; WebKit may never begin the worker of a page that is left.
            made[-1].visits("/")
            made[-1].awaits(IS_BEGUN)
            return made[-1]

        yield phone
        assert server.answers, "gunicorn is gone: " + "".join(server.said[-9:])
        assert [complaint for each in made for complaint in each.complaints] == []


@pytest.fixture
def keeping(phones: Phones, offered: None) -> Phone:
    """A phone that keeps the local app."""
    held = phones()
    keeps_app(held)
    return held


@pytest.fixture
def phone(phones: Phones) -> Phone:
    """A phone that has never been here, on the shelf."""
    return phones()
