"""What the benchmarks measure against is served; their figures say of which version they are."""

import os
import re
from pathlib import Path

import pytest

from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks.bare import BARE
from tests.support.live_server import Server


@pytest.mark.program
def test_the_bare_app_is_served_by_our_worker(tmp_path: Path) -> None:
    with Server(tmp_path, BARE) as bare:
        assert bare.answers


def test_the_figures_that_are_kept_name_their_version_and_day() -> None:
    found = re.match(r"Companion (\S+), \d+ \w+ \d{4}\.\n", benchmarks.LAST.read_text("utf-8"))
    assert found
    if "DEEP" in os.environ:  # before a release
        assert found[1] == benchmarks.version(), "python -m tests.benchmarks --write"
