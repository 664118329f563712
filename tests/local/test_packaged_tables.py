"""Tables that live on a phone, in the Python of browsers, out of the package that a phone keeps."""

import gzip
import json
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.local.serving import DATABASE, PHONE
from companion.local.tour import Tour
from companion.store.database import migrations
from companion.web.static.packages import Package
from tests.store.tables import revision
from tests.store.test_upgrades import FIXTURES, VERSIONS, load
from tests.support.local_app_package import NodeTables, started
from tests.support.phone_tables import Worker

pytestmark = pytest.mark.long


def test_a_tour_finds_all_that_it_needs(package: Package, tmp_path: Path) -> None:
    with started(package, tmp_path, restored=True, kind=NodeTables) as tables:
        opened = tables.ask("opened")
        # Whoever forgets an open file closes its number, which is another file by then.
        assert all(path.startswith("/dev/") for path in opened), opened
        tables.write({})
        tables.open()
        tour = Tour(tables)
        tour.go()
    assert tour.failed == []


def test_the_oldest_database_is_brought_up_to_date(package: Package, tmp_path: Path) -> None:
    version = VERSIONS[0]  # which goes through all migrations
    kept = load(version)
    body = bytearray(gzip.decompress((FIXTURES / f"{version}.sqlite3.gz").read_bytes()))
    body[18:20] = b"\1\1"  # on a phone no log lies beside it, which stands in its head
    cookies = {"phone": kept.seen["phones"][0]}
    said = {"key": "k" * 64, "cookies": cookies, "copies": {}}
    with started(package, tmp_path, kind=NodeTables) as other:
        other.write({DATABASE: bytes(body), PHONE: json.dumps(said).encode()})
        told = other.open("the edition before")
        (tmp_path / DATABASE).write_bytes(body)
        is_old = revision(tmp_path / DATABASE) != migrations.head()
        assert (told["new"], told["migrated"]) == (False, is_old)
        client = Worker(other.answer, TestResponse)
        records = [client.get(f"{game}record.json").json for game in kept.games]
        assert other.open(told["edition"])["migrated"] is False
    assert [len(record["entries"]) for record in records] == [
        len(record["entries"]) for record in kept.records
    ]
