"""What tests of several files ask for: a store, once on each database."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import settings

from companion.store import Store
from tests.postgres import Cluster

# How long an example takes says nothing of whether it is right.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server for as long as the tests run."""
    with Cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database; on SQLite its file is not there yet."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'data' / 'companion.sqlite3'}"
        return
    running: Cluster = request.getfixturevalue("cluster")
    name = f"test_{uuid4().hex}"
    yield running.create(name)
    running.drop(name)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """A store that nobody has used yet."""
    made = Store(database)
    yield made
    made.close()
