"""What is kept of the figures of the benchmarks says of which version they are."""

import os
import re

from tests.benchmarks import __main__ as benchmarks


def test_the_figures_that_are_kept_name_their_version_and_day() -> None:
    found = re.match(r"Companion (\S+), \d+ \w+ \d{4}\.\n", benchmarks.LAST.read_text("utf-8"))
    assert found
    if "DEEP" in os.environ:  # before a release
        assert found[1] == benchmarks.version(), "python -m tests.benchmarks --write"
