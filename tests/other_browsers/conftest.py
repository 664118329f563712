"""Phones that are no Chromium: WebKit, as on every iPhone, and Firefox."""

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from tests.other_browsers.own_tables import keeps_app
from tests.other_browsers.phone import Phone
from tests.other_browsers.started import ENGINES
from tests.other_browsers.webdriver import Refusal
from tests.support.live_server import Server

Phones = Callable[[int], Phone]
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served to all tests; whoever kills it brings it back."""
    running = Server(tmp_path_factory.mktemp("instance"), "tests.other_browsers.watched:create_app")
    running.start()
    yield running
    running.stop()


class Browsers:
    """Browsers of one engine, started when they are first asked for, each a phone of its own."""

    def __init__(self, engine: str, server: Server, folders: pytest.TempPathFactory) -> None:
        self._engine, self._server, self._folders = engine, server, folders
        self._made: dict[int, Phone] = {}
        self._stack = ExitStack()

    def __call__(self, number: int) -> Phone:
        """The first phone, the second one."""
        if number not in self._made:
            folder = self._folders.mktemp(self._engine)
            session = self._stack.enter_context(ENGINES[self._engine](folder))
            self._made[number] = Phone(session, self._server.url)
        self._made[number].reached = True
        return self._made[number]

    def are_well(self) -> None:
        """No page of theirs has complained."""
        assert [complaint for each in self._made.values() for complaint in each.complaints] == []

    def end(self) -> None:
        """They are gone, also where one does not answer any more; new ones may be asked for."""
        self._made = {}
        with suppress(OSError, Refusal):
            self._stack.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, Any]:
    """What failed says so to the fixtures it had."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


def used(browsers: Browsers, server: Server, test: pytest.Item) -> Iterator[Browsers]:
    """These browsers, for this test; where it fails, no other one meets the page it leaves."""
    if not server.answers:  # a test that had killed it did not come to its end
        server.start()
    yield browsers
    (server.instance / "unanswered").unlink(missing_ok=True)
    if test.stash.get(FAILED, False):
        return browsers.end()
    assert server.answers, "gunicorn is gone: " + "".join(server.said[-9:])
    browsers.are_well()


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Each engine in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def started(
    engine: str, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browsers]:
    """Browsers for all tests."""
    made = Browsers(engine, server, tmp_path_factory)
    yield made
    made.end()


@pytest.fixture
def phones(request: pytest.FixtureRequest, started: Browsers, server: Server) -> Iterator[Phones]:
    """The first phone, the second one; no page of theirs may have complained."""
    yield from used(started, server, request.node)


@pytest.fixture
def keeping(
    request: pytest.FixtureRequest,
    engine: str,
    server: Server,
    offered: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Phone]:
    """A phone that keeps the local app, in a browser of its own."""
    made = Browsers(engine, server, tmp_path_factory)
    for browsers in used(made, server, request.node):
        held = browsers(0)
        keeps_app(held)
        yield held
    made.end()


@pytest.fixture
def phone(phones: Phones) -> Phone:
    """A phone that has been here before, on the shelf."""
    held = phones(0)
    held.visits("/")
    return held
