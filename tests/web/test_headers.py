"""The head of every kind of answer is as headers.txt has it, and no page is without its guards."""

import difflib
import re
from pathlib import Path

from tests.web import headers

GUARDS = (
    "X-Content-Type-Options: nosniff",
    "Cross-Origin-Resource-Policy: same-origin",
    "Companion: ",
)
OF_PAGES = (
    "Content-Security-Policy: default-src 'none';",
    "Permissions-Policy: ",
    "X-Frame-Options: DENY",
    "Referrer-Policy: same-origin",
    "Cross-Origin-Opener-Policy: same-origin",
)
STATUSES = {200, 303, 304, 308, 400, 403, 404, 405, 413, 422, 429, 500, 503}


def blocks() -> dict[str, str]:
    """What headers.txt says of each kind of answer, by its first line."""
    text = headers.FILE.read_text(encoding="utf-8")
    return {block.partition("\n")[0]: block for block in text.strip().split("\n\n")}


def test_every_kind_of_answer_says_what_it_did(tmp_path: Path) -> None:
    """After a change that is meant: `python -m tests.web.headers`, and read the difference."""
    before, now = headers.FILE.read_text(encoding="utf-8"), headers.told(tmp_path)
    differing = difflib.unified_diff(before.splitlines(), now.splitlines(), lineterm="", n=30)
    assert before == now, "\n".join(differing)
    assert {int(kind.rpartition(": ")[2]) for kind in blocks()} == STATUSES


def test_each_has_its_guards() -> None:
    for kind, block in blocks().items():
        own = bool(re.match("static|icon|script bundle", kind))
        for guard in (*GUARDS, *(() if own else OF_PAGES)):
            assert guard in block, (kind, guard)
        assert ("Retry-After: " in block) is kind.endswith((": 429", ": 503")), kind
        assert "Access-Control-" not in block, kind


def test_https_is_asked_for_where_it_is_spoken_and_nowhere_else() -> None:
    for kind, block in blocks().items():
        assert ("Strict-Transport-Security: max-age=31536000" in block) is ("https" in kind)
        for cookie in re.findall("Set-Cookie: (.*)", block):
            assert ("Secure" in cookie) is ("https" in kind)
            assert "SameSite=Lax" in cookie


def test_each_says_what_it_is_and_what_is_taken_along_is_a_file() -> None:
    for kind, block in blocks().items():
        said = re.findall("Content-Type: (.*)", block)
        assert len(said) == (0 if kind.endswith(": 304") else 1), kind
        if said and said[0].startswith("text/"):
            assert said[0].endswith("; charset=utf-8"), kind
        if re.match("record|table", kind):
            assert "Content-Disposition: attachment;" in block, kind
