"""The app of a server, for phones that count by themselves; and that of a phone's own tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.local import serving
from companion.local.serving import Serving
from tests.support.phone_tables import HerePhone
from tests.web.conftest import app, made, opened

__all__ = ["app", "made", "opened"]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Serving:
    """The app of a phone's tables, started once: that takes longer than most of its tests."""
    return serving.start(str(tmp_path_factory.mktemp("never-opened")))


@pytest.fixture
def started(served: Serving, tmp_path: Path) -> Iterator[Serving]:
    """That app as it starts, with a folder for its data that is not there yet."""
    served.folder = tmp_path / "data"
    yield served
    served.close()


@pytest.fixture
def here(started: Serving) -> Serving:
    started.open("", "http://localhost")
    return started


@pytest.fixture
def phone(here: Serving) -> HerePhone:
    return HerePhone(here)
