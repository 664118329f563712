"""Figures for those who collect them: none unless asked for, and never of anybody."""

import re
from contextlib import closing
from pathlib import Path

from companion import create_app
from companion.runtime.version import VERSION
from companion.store.database.backups import name
from tests.support.client_phone import Phone
from tests.support.databases import on_both


@on_both
def test_they_are_there_where_they_are_switched_on(database: str, tmp_path: Path) -> None:
    (tmp_path / name("2026-01-01-000000-000", migration=False, good=True)).touch()
    given = {"INSTANCE": tmp_path, "SECRET_KEY": "k" * 32, "DATABASE_URL": database}
    off = create_app(given)
    on = create_app({**given, "METRICS": "on", "BACKUPS": tmp_path, "LIMITED": False})
    with closing(off.extensions["store"]), closing(on.extensions["store"]):
        assert off.test_client().get("/metrics").status_code == 404
        phone = Phone(on)
        phone.starts(2, ["Ann", "Ben"])
        phone.plays(47, "up-1")
        answer = phone.client.get("/metrics")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert "Ann" not in answer.text
    found = dict(re.findall(r"^companion_(\w+)(?:\{.*\})? (\d+)$", answer.text, re.MULTILINE))
    assert len(found) == len(answer.text.splitlines())
    assert f'companion_info{{version="{VERSION}"}} 1\n' in answer.text
    counted = {each: found[each] for each in ("tables", "games", "entries", "streams")}
    assert counted == {"tables": "1", "games": "1", "entries": "1", "streams": "0"}
    assert int(found["database_bytes"]) > 1000
    assert int(found["last_good_backup_age_seconds"]) > 0
    assert "Set-Cookie" not in answer.headers
