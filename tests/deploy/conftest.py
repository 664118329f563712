from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import pytest

from tests.deploy.echo import Echo, echoing
from tests.deploy.installed import Client, Started, procfile
from tests.deploy.proxies import PROXIES, Proxy
from tests.drills.crowd import Seated, seated
from tests.support.postgresql import free_port


@dataclass(frozen=True)
class Installed:
    """Companion as its Procfile serves it, with one table at which phones sit."""

    port: int
    table: Seated


Server = TypeVar("Server")


@dataclass(frozen=True)
class Behind(Generic[Server]):
    server: Server
    proxy: Proxy

    def phone(self, secret: str = "") -> Client:
        return Client(self.proxy.port, secret, self.proxy.authority)


@pytest.fixture(scope="package")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    instance, port = tmp_path_factory.mktemp("instance"), free_port()
    (table,) = seated(instance, 1)
    # The Procfile's command listens on every network of its machine; a test on none but its own.
    own = {"GUNICORN_CMD_ARGS": f"--bind 127.0.0.1:{port}", "PORT": str(port)}
    settings = {"INSTANCE": str(instance), "TRUSTED_PROXIES": "1"}
    with Started(procfile(), port, own | settings):
        yield Installed(port, table)


@pytest.fixture(scope="module", params=PROXIES)
def companion(
    request: pytest.FixtureRequest, installed: Installed, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Behind[Installed]]:
    proxy = PROXIES[request.param](tmp_path_factory.mktemp("proxy"), installed.port)
    with proxy.started():
        proxy.ready()
        yield Behind(installed, proxy)


@pytest.fixture(scope="module", params=PROXIES)
def echo(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Behind[Echo]]:
    """A server that tells what it got, behind each of the proxies."""
    with echoing() as server:
        proxy = PROXIES[request.param](tmp_path_factory.mktemp("proxy"), server.port)
        with proxy.started():
            proxy.ready()
            yield Behind(server, proxy)
