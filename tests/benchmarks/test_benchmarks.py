"""The benchmarks print figures and nothing else, and what is kept of them says of which version."""

import os
import re
import sys
from pathlib import Path

import pytest

from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks import length
from tests.benchmarks.figures import Section


def test_what_is_kept_says_of_which_version_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        benchmarks, "BENCHMARKS", {"one": lambda folder: Section("One", "1 run", [], "a machine")}
    )
    monkeypatch.setattr(benchmarks, "LAST", tmp_path / "last.txt")
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--write"])
    benchmarks.main()
    first, _, title, *_ = (tmp_path / "last.txt").read_text().splitlines()
    assert first.startswith(f"Companion {benchmarks.version()}, ")
    assert title == "One"
    assert capfd.readouterr() == ((tmp_path / "last.txt").read_text(), "")


def test_the_figures_that_lie_here_are_of_the_version_that_the_page_about_them_names() -> None:
    found = re.match(r"Companion (\S+), (.+)\.\n", benchmarks.LAST.read_text(encoding="utf-8"))
    assert found
    said = (benchmarks.PROJECT.parent / "docs" / "performance.md").read_text(encoding="utf-8")
    assert f"of version {found[1]}, made on {found[2]}" in " ".join(said.split())
    if "DEEP" in os.environ:  # before a release
        assert found[1] == benchmarks.version(), "python -m tests.benchmarks --write"


def test_an_app_that_is_measured_writes_no_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(length, "GAMES", 1)
    assert len(list(length._taps(tmp_path))) == 9
    assert capfd.readouterr() == ("", "")
