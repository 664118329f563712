"""Templates are for people to read."""

from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[1] / "templates"
LONGEST = 120


@pytest.mark.parametrize(
    "file", sorted(TEMPLATES.rglob("*.html")), ids=lambda file: str(file.relative_to(TEMPLATES))
)
def test_no_line_is_too_long(file: Path) -> None:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        assert len(line) <= LONGEST, number
