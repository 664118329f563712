"""Templates compile, and are for people to read."""

import re
from pathlib import Path

from flask import Flask

TEMPLATES = Path(__file__).parents[1] / "templates"
LONGEST = 120


def test_each_compiles_is_readable_and_a_page_has_a_title(app: Flask) -> None:
    """And no browser fills in a form again: at a reload it would send what another page has shown.

    While a game is set up, what was typed stands again.
    """
    pages = {"page.html", "fragment.html"}
    for path in sorted(TEMPLATES.rglob("*.html")):
        name, text = str(path.relative_to(TEMPLATES)), path.read_text(encoding="utf-8")
        template = app.jinja_env.get_template(name)
        if re.search(r"^\{% extends layout %\}", text, re.MULTILINE) or name in pages:
            assert {"title", "main"} <= template.blocks.keys(), name
            pages.add(name)
        assert max(map(len, text.splitlines())) <= LONGEST, name
        if name != "setup.html":
            assert text.count("<form") == text.count('<form autocomplete="off"'), name
    assert len(pages) > 10
