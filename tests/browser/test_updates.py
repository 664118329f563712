"""A newer version with a migration reaches a phone with tables: they are there, old or new.

That it dies nowhere in between is in tests/scripts/here.test.js and test_here.py.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser import updates
from tests.browser.local_app import STARTS, keeps_app
from tests.browser.own_tables import OwnTables
from tests.browser.restarts import Restarts
from tests.browser.updates import Changes
from tests.support.live_server import Server

pytestmark = pytest.mark.long

WRITTEN = "  postMessage({ started: true,"
FAILS = {"tables.mjs": (WRITTEN, "throw new Error('no');" + WRITTEN)}


@pytest.fixture
def newer(playwright: Playwright, tmp_path: Path, changes: Changes) -> Iterator[OwnTables]:
    """A phone with a game of the older edition, which opens it after it has fetched the newer one.

    `changes` is what is different in that, but for its migration.
    """
    served, folder = Server(tmp_path / "instance"), tmp_path / "newer"
    folder.mkdir()
    updates.put(served.instance, folder, changes)
    served.start()
    made = Restarts(playwright, served.url, tmp_path / "browser")
    try:
        made.phone.page.set_default_timeout(STARTS)  # what is fetched and started here is large
        phone = OwnTables(keeps_app(made.phone))
        phone.opens_tables()
        phone.starts_here("The Game", 2)
        phone.plays(2, "up-1")
        game = phone.tab.url
        updates.update(served)
        updates.fetch(phone.tab, served.url)
        phone.opens_tables(game)
        yield phone
    finally:
        made.ends()
        served.stop()


@pytest.mark.parametrize("changes", [{}, FAILS], ids=["it starts", "it does not start"])
def test_a_migration_has_all_or_gives_back_the_old_one(newer: OwnTables, changes: Changes) -> None:
    if changes:
        expect(newer.tab.locator("#notice")).to_contain_text("The new version did not start.")
    name = "Player 1" if changes else updates.NAMED
    expect(newer.page.get_by_role("heading", level=1)).to_contain_text(name)
    newer.plays(3, "up-1")
    assert [entry[1] for entry in newer.entries] == [2, 3]
    assert changes or newer.complaints == []
