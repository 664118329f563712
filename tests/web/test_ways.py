"""Each page leads where it did, sends what it did, and shows what is chosen."""

from flask import Flask

from tests.web import ways


def test_every_page_leads_where_it_did(app: Flask) -> None:
    """After a change that is meant: `python -m tests.web.ways`, and read the difference."""
    before, now = ways.FILE.read_text(encoding="utf-8"), ways.told(app)
    assert now.splitlines() == before.splitlines()
