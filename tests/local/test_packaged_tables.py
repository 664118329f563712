"""Tables that live on a phone, in the Python of browsers, out of the package that a phone keeps."""

import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.local.serving import DATABASE, PHONE
from companion.local.tour import Tour
from companion.store.database import migrations
from companion.web.static.packages import Package
from tests.store.test_upgrades import FIXTURES, VERSIONS, load
from tests.support.local_app_package import NodeTables, started
from tests.support.phone_tables import Worker

pytestmark = pytest.mark.long

# The app is started once for all tests: that takes longer than most of them.


@pytest.fixture(scope="module")
def running(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeTables]:
    """The app from a snapshot; first it is seen that nothing is open."""
    folder = tmp_path_factory.mktemp("running")
    with started(package, folder, restored=True, kind=NodeTables) as phone:
        opened = phone.ask("opened")
        # Whoever forgets an open file closes its number, which is another file by then.
        assert all(path.startswith("/dev/") for path in opened), opened
        yield phone


@pytest.fixture
def tables(running: NodeTables) -> NodeTables:
    running.write({})
    return running


@pytest.fixture(scope="module")
def other(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeTables]:
    with started(package, tmp_path_factory.mktemp("other"), kind=NodeTables) as phone:
        yield phone


def test_a_tour_finds_all_that_it_needs(tables: NodeTables) -> None:
    tables.open()
    tour = Tour(tables)
    tour.go()
    assert tour.failed == []


def test_the_oldest_database_is_brought_up_to_date(other: NodeTables, tmp_path: Path) -> None:
    version = VERSIONS[0]  # which goes through all migrations
    kept = load(version)
    body = without_log(FIXTURES / f"{version}.sqlite3.gz")
    cookies = {"phone": kept.seen["phones"][0]}
    said = {"key": "k" * 64, "cookies": cookies, "copies": {}}
    other.write({DATABASE: body, PHONE: json.dumps(said).encode()})
    told = other.open("the edition before")
    assert told["new"] is False
    assert told["migrated"] == (revision(body, tmp_path / DATABASE) != migrations.head())
    client = Worker(other.answer, TestResponse)
    records = [client.get(f"{game}record.json").json for game in kept.games]
    assert [len(record["entries"]) for record in records] == [
        len(record["entries"]) for record in kept.records
    ]
    assert other.open(told["edition"])["migrated"] is False


def without_log(packed: Path) -> bytes:
    """This database as a phone has it: in no file's head stands that a log lies beside it."""
    body = bytearray(gzip.decompress(packed.read_bytes()))
    body[18:20] = b"\1\1"  # the versions of the format for writing and reading: 2 with a log
    return bytes(body)


def revision(body: bytes, file: Path) -> str:
    file.write_bytes(body)
    with closing(sqlite3.connect(file)) as connection:
        [(found,)] = connection.execute("SELECT version_num FROM alembic_version")
    return str(found)
