"""Templates are for people to read."""

from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[1] / "templates"
FILES = sorted(file.relative_to(TEMPLATES) for file in TEMPLATES.rglob("*.html"))
LONGEST = 120


@pytest.mark.parametrize("file", FILES, ids=str)
def test_no_line_is_too_long(file: Path) -> None:
    lines = (TEMPLATES / file).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        assert len(line) <= LONGEST, number


@pytest.mark.parametrize("file", FILES, ids=str)
def test_no_browser_fills_in_a_form_again(file: Path) -> None:
    """Where one does so at a reload, it would send what another page has shown.

    While a game is set up, what was typed stands again.
    """
    text = (TEMPLATES / file).read_text(encoding="utf-8")
    if "<form" in text and str(file) != "setup.html":
        assert text.count("<form") == text.count('<form autocomplete="off"')
