"""What the benchmarks measure against, under the worker that serves Companion."""

from pathlib import Path

import pytest

from tests.benchmarks.served import BARE, cpu, served


@pytest.mark.program
def test_the_bare_app_is_served_by_our_worker(tmp_path: Path) -> None:
    with served(tmp_path, BARE) as bare:
        assert cpu(bare) >= 0
