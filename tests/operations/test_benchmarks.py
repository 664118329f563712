"""What the benchmarks measure against, under the worker that serves Companion."""

import pytest

from tests.benchmarks.served import Served


@pytest.mark.program
def test_the_bare_app_is_served_by_our_worker() -> None:
    with Served("tests.benchmarks.bare:app") as bare:
        assert bare.cpu >= 0
