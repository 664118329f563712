"""Databases of this version that nobody has used yet, copied rather than migrated for each test."""

import shutil
from contextlib import closing
from pathlib import Path

from companion.store.store import Store
from tests.support.postgresql import Cluster

TEMPLATE = "template_of_tests"


def make_sqlite(file: Path) -> Path:
    """Make `file` an empty database of this version, in one file that can be copied."""
    with closing(Store(f"sqlite:///{file}")) as store:
        store.database.upgrade()
    return file


def copy_sqlite(made: Path, file: Path) -> None:
    """Copy the database `made` to `file`, with the folders that it lies in."""
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(made, file)


def make_postgresql(cluster: Cluster) -> str:
    """Make an empty database of this version that others can be copied from; return its name."""
    with closing(Store(cluster.create(TEMPLATE))) as store:
        store.database.upgrade()
    return TEMPLATE
