"""What is kept of the figures of the benchmarks says of which version they are."""

import os
import re

from tests.benchmarks import __main__ as benchmarks


def test_the_figures_that_lie_here_are_of_the_version_that_the_page_about_them_names() -> None:
    found = re.match(r"Companion (\S+), (.+)\.\n", benchmarks.LAST.read_text(encoding="utf-8"))
    assert found
    said = (benchmarks.PROJECT.parent / "docs" / "performance.md").read_text(encoding="utf-8")
    assert f"of version {found[1]}, made on {found[2]}" in " ".join(said.split())
    if "DEEP" in os.environ:  # before a release
        assert found[1] == benchmarks.version(), "python -m tests.benchmarks --write"
