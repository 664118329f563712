"""The head of every kind of answer is as headers.txt has it, and no page is without its guards."""

import difflib
from pathlib import Path

from tests.web import headers


def test_every_kind_of_answer_says_what_it_did(tmp_path: Path) -> None:
    """After a change that is meant: `python -m tests.web.headers`, and read the difference."""
    before, now = headers.FILE.read_text(encoding="utf-8"), headers.told(tmp_path)
    differing = difflib.unified_diff(before.splitlines(), now.splitlines(), lineterm="", n=30)
    assert before == now, "\n".join(differing)
