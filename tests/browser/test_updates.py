"""A newer version with a migration reaches a phone with tables: they are there, old or new."""

from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from companion.store import migrations
from tests.browser import updates
from tests.browser.local_app import STARTS, keeps_app
from tests.browser.own_tables import OwnTables
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

WRITTEN = "  postMessage({ started: true,"  # what comes after a migration lies on the disk
CHANGES = {"tables.mjs": (WRITTEN, "throw new Error('no');" + WRITTEN)}


@pytest.mark.long
def test_a_version_that_migrates_and_does_not_start_gives_back_what_was_before(
    playwright: Playwright, tmp_path: Path
) -> None:
    served, folder = Server(tmp_path / "instance"), tmp_path / "newer"
    folder.mkdir()
    updates.put(served.instance, folder, CHANGES)
    served.start()
    held = Restarts(playwright, served, tmp_path / "browser", light=True)
    try:
        held.phone.page.set_default_timeout(STARTS)  # what is fetched and started here is large
        phone = OwnTables(keeps_app(held.phone))
        phone.opens_tables()
        phone.starts_here("The Game", 2)
        phone.plays(2, "up-1")
        game = phone.tab.url
        updates.update(served)
        updates.fetch(phone.tab, served.url)
        phone.opens_tables(game)
        expect(phone.tab.locator("#notice")).to_contain_text("The newer version did not start.")
        assert updates.read_version(phone.tab) == str(migrations.head())
        phone.plays(3, "up-1")
        assert [entry[1] for entry in phone.entries] == [2, 3]
    finally:
        held.ends()
        served.stop()
