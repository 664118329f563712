"""What the doctor finds on the way of a form through a proxy."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from werkzeug.serving import make_server

from companion import create_app
from companion.__main__ import cli

Changes = Callable[[dict[str, Any], list[tuple[str, str]]], None]
"""What a proxy does to what is asked, and to the headers of the answer."""


def nothing(asked: dict[str, Any], answered: list[tuple[str, str]]) -> None:
    """A proxy as docs/deployment.md has it."""


def another_host(asked: dict[str, Any], answered: list[tuple[str, str]]) -> None:
    asked["HTTP_HOST"] = asked["HTTP_HOST"].partition(":")[0]


def no_referrer(asked: dict[str, Any], answered: list[tuple[str, str]]) -> None:
    answered.append(("Referrer-Policy", "no-referrer"))


def no_cookies(asked: dict[str, Any], answered: list[tuple[str, str]]) -> None:
    asked.pop("HTTP_COOKIE", None)


def another_app(asked: dict[str, Any], answered: list[tuple[str, str]]) -> None:
    answered[:] = [each for each in answered if each[0] != "Companion"]


def below_a_path(asked: dict[str, Any], answered: list[tuple[str, str]]) -> None:
    asked["PATH_INFO"] = asked.get("PATH_INFO", "").removeprefix("/games")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder = tmp_path_factory.mktemp("instance")
    config = {"SECRET_KEY": "k" * 32, "INSTANCE": folder, "LIMITED": False}
    made = create_app({**config, "DATABASE_URL": f"sqlite:///{folder / 'companion.sqlite3'}"})
    made.extensions["store"].database.upgrade()
    yield made
    made.extensions["live"].stop()
    made.extensions["store"].close()


@contextmanager
def behind(app: Flask, changes: Changes) -> Iterator[str]:
    """The address of a proxy before this app."""

    def passes_on(asked: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        def answers(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            changes({"HTTP_HOST": ""}, headers)
            return start(status, headers, *more)

        changes(asked, [])
        return app.wsgi_app(asked, answers)

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
    ("changes", "status", "said"),
    [
        (nothing, 0, "A form arrives as one of its own"),
        (another_host, 1, "proxy_set_header Host $http_host;"),
        (no_referrer, 0, "The proxy sets Referrer-Policy to no-referrer"),
        (no_cookies, 1, "The proxy has to pass on cookies"),
        (another_app, 1, "something else answers than Companion"),
    ],
)
def test_it_names_what_is_changed(app: Flask, changes: Changes, status: int, said: str) -> None:
    with behind(app, changes) as address:
        result = CliRunner().invoke(cli, ["doctor", "--through", address])
    assert (result.exit_code, said in result.output) == (status, True), result.output


def test_it_names_the_path_that_pages_have_to_know(app: Flask) -> None:
    with behind(app, below_a_path) as address:
        result = CliRunner().invoke(cli, ["doctor", "--through", f"{address}/games/"])
    assert (result.exit_code, "Start the server with ROOT=/games/" in result.output) == (1, True)


@pytest.mark.parametrize("address", ["cards.example", "ftp://cards.example", "http://"])
def test_it_wants_an_address(address: str) -> None:
    result = CliRunner().invoke(cli, ["doctor", "--through", address])
    assert (result.exit_code, "is no address" in result.output) == (1, True)


def test_it_says_where_nothing_answers() -> None:
    result = CliRunner().invoke(cli, ["doctor", "--through", "http://127.0.0.1:9"])
    assert (result.exit_code, "Nothing answers at" in result.output) == (1, True)
