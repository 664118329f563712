"""Phones that are no Chromium: WebKit, as on every iPhone, and Firefox."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.browser.server import Server
from tests.other_browsers.phone import Phone
from tests.other_browsers.started import ENGINES

Phones = Callable[[int], Phone]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served to all tests; whoever kills it brings it back."""
    running = Server(tmp_path_factory.mktemp("instance"), "tests.other_browsers.watched:create_app")
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session", params=ENGINES)
def started(
    request: pytest.FixtureRequest, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Phones]:
    """Browsers of one engine, started when they are first asked for, each a phone of its own."""
    made: dict[int, Phone] = {}
    with ExitStack() as stack:

        def phone(number: int) -> Phone:
            if number not in made:
                folder = tmp_path_factory.mktemp(request.param)
                session = stack.enter_context(ENGINES[request.param](folder))
                made[number] = Phone(session, server.url)
            return made[number]

        yield phone


@pytest.fixture
def phones(started: Phones, server: Server) -> Iterator[Phones]:
    """The first phone, the second one; no page of theirs may have complained."""
    used: dict[int, Phone] = {}
    if not server.answers:  # a test that had killed it did not come to its end
        server.start()

    def phone(number: int) -> Phone:
        used[number] = started(number)
        used[number].reached = True
        return used[number]

    yield phone
    assert server.answers, "gunicorn is gone: " + "".join(server.said[-9:])
    assert [complaint for each in used.values() for complaint in each.complaints] == []


@pytest.fixture
def phone(phones: Phones) -> Phone:
    """A phone that has been here before, on the shelf."""
    held = phones(0)
    held.visits("/")
    return held
