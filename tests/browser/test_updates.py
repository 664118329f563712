"""A newer version with a migration reaches a phone with tables: they are there, old or new."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from companion.store.database import migrations
from tests.browser import updates
from tests.browser.local_app import STARTS, keeps_app
from tests.browser.own_tables import OwnTables
from tests.browser.phone import goes_to
from tests.browser.restarts import Restarts
from tests.browser.updates import Changes
from tests.support.live_server import Server

pytestmark = pytest.mark.long

WRITTEN = "  postMessage({ started: true,"
WRITES = "  await flush(told);"
# The newer edition says that it came to this place, and waits there as long as a cache says so.
STOPS = """
  if (await caches.has("stops {place}")) {{
    await caches.open("stopped");
    while (await caches.has("stops {place}")) await new Promise((done) => setTimeout(done, 50));
  }}
"""
MIGRATES = WRITES + "\n" + WRITTEN


class Updated(Restarts):
    """A phone which has a `game` of its own."""

    game = ""


@pytest.fixture
def changes() -> Changes:
    """What is different in the newer edition, but for its migration."""
    return {}


@pytest.fixture
def held(playwright: Playwright, tmp_path: Path, changes: Changes) -> Iterator[Updated]:
    """A phone with tables of the older edition, which has fetched the newer one."""
    served, folder = Server(tmp_path / "instance"), tmp_path / "newer"
    folder.mkdir()
    updates.put(served.instance, folder, changes)
    served.start()
    made = Updated(playwright, served, tmp_path / "browser", light=True)
    try:
        made.phone.page.set_default_timeout(STARTS)  # what is fetched and started here is large
        phone = OwnTables(keeps_app(made.phone))
        phone.opens_tables()
        phone.starts_here("The Game", 2)
        phone.plays(2, "up-1")
        made.game = phone.tab.url
        updates.update(served)
        updates.fetch(phone.tab, served.url)
        yield made
    finally:
        made.ends()
        served.stop()


def opens_again(held: Updated) -> OwnTables:
    """The phone shows the game that it has."""
    phone = OwnTables(held.phone)
    phone.tab.set_default_timeout(STARTS)
    phone.opens_tables(held.game)
    return phone


def cards(phone: OwnTables) -> list[object]:
    return [entry[1] for entry in phone.entries]


def killed_where_it(held: Updated, place: str) -> Page:
    """A tab of the phone after its newer edition was killed at this place of its first start."""
    tab = held.phone.page
    tab.evaluate(f"() => caches.open('stops {place}')")
    goes_to(tab, held.game)
    stopped = "async () => { while (!await caches.has('stopped')) await new Promise(setTimeout); }"
    tab.evaluate(stopped)
    held.kill()
    tab = held.start().page
    goes_to(tab, "/offline")
    tab.evaluate(
        f"() => Promise.all(['stops {place}', 'stopped'].map((each) => caches.delete(each)))"
    )
    return tab


@pytest.mark.parametrize(
    "changes",
    [
        {
            "tables.mjs": (
                MIGRATES,
                STOPS.format(place="before") + WRITES + STOPS.format(place="after") + WRITTEN,
            )
        }
    ],
)
def test_a_phone_that_dies_during_a_migration_has_all_before_or_after_it(held: Updated) -> None:
    tab = killed_where_it(held, "before")
    assert updates.read_version(tab) == str(migrations.head())
    tab = killed_where_it(held, "after")
    assert updates.read_version(tab) == updates.LATER
    assert tab.evaluate(updates.HAS_COPY)
    phone = opens_again(held)
    phone.plays(3, "up-1")
    assert cards(phone) == [2, 3]
    assert not phone.tab.evaluate(updates.HAS_COPY)
    assert phone.complaints == []


@pytest.mark.parametrize("changes", [{"tables.mjs": (WRITTEN, "throw new Error('no');" + WRITTEN)}])
def test_a_version_that_migrates_and_does_not_start_gives_back_what_was_before(
    held: Updated,
) -> None:
    phone = opens_again(held)
    expect(phone.tab.locator("#notice")).to_contain_text("The newer version did not start.")
    assert updates.read_version(phone.tab) == str(migrations.head())
    phone.plays(3, "up-1")
    assert cards(phone) == [2, 3]
