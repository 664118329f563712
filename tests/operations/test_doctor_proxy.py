"""What the doctor finds on the way of a form through a proxy."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from werkzeug.serving import make_server

from companion.__main__ import cli
from tests.support.own_app import open_app

Changes = Mapping[str, str | None]
"""What a proxy sets, or leaves out where that is None."""
App = Callable[[dict[str, Any], Any], Iterable[bytes]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("instance")
    with open_app(folder, TESTING=False, LIMITED=False) as made:
        made.extensions["store"].database.upgrade()
        yield made


@contextmanager
def behind(app: App, asked: Changes, answered: Changes) -> Iterator[str]:
    """The address of a proxy before this app, by what it changes of what is asked and answered."""

    def passes_on(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        def answers(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            kept = [each for each in headers if each[0] not in answered]
            return start(status, [*kept, *said(answered)], *more)

        kept = {name: value for name, value in environ.items() if name not in asked}
        return app({**kept, **dict(said(asked))}, answers)

    def said(changes: Changes) -> list[tuple[str, str]]:
        return [(name, value) for name, value in changes.items() if value is not None]

    server = make_server("127.0.0.1", 0, passes_on, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize(
    ("asked", "answered", "status", "told"),
    [
        ({}, {}, 0, "A form reaches the server unchanged"),
        ({"HTTP_HOST": "127.0.0.1"}, {}, 1, "proxy_set_header Host $http_host;"),
        ({}, {"Referrer-Policy": "no-referrer"}, 0, "sets Referrer-Policy to no-referrer"),
        ({"HTTP_COOKIE": None}, {}, 1, "The proxy must pass on cookies"),
        ({}, {"Companion": None}, 1, "Something other than Companion answers"),
    ],
)
def test_it_names_what_is_changed(
    app: Flask, asked: Changes, answered: Changes, status: int, told: str
) -> None:
    with behind(app.wsgi_app, asked, answered) as address:
        assert looks(address, told) == (status, True)


def test_it_names_the_path_that_pages_have_to_know(app: Flask) -> None:
    def below(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        inner = environ["PATH_INFO"].removeprefix("/games")
        return app.wsgi_app({**environ, "PATH_INFO": inner}, start)

    with behind(below, {}, {}) as address:
        assert looks(f"{address}/games/", "Start the server with ROOT=/games/") == (1, True)


def looks(address: str, told: str) -> tuple[int, bool]:
    result = CliRunner().invoke(cli, ["doctor", "--through", address])
    return result.exit_code, told in result.output


def test_it_wants_an_address_at_which_something_answers() -> None:
    for address in ("cards.example", "ftp://cards.example", "http://"):
        assert looks(address, "is not an address") == (1, True), address
    assert looks("http://127.0.0.1:9", "Nothing answers at") == (1, True)
