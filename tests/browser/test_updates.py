"""A newer version with a migration reaches a phone with tables: they are there, old or new."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from companion.operations import site
from companion.store import migrations
from companion.web import assets, packages
from tests import local_package, packaged
from tests.browser import updates
from tests.browser.local_app import STARTS, keeps_app
from tests.browser.own_tables import OwnTables
from tests.browser.restarts import Restarts
from tests.browser.server import Server
from tests.browser.updates import Changes
from tests.static_host import ROOT, StaticHost

pytestmark = pytest.mark.long

OPENED, WRITTEN = "  await flush(told);", "  postMessage({ started: true,"
COMMITS = '        meta.put({ edition, sizes: sizes(next) }, "data");'
ONCE = """if (!(await caches.has("stopped"))) {
  await caches.open("stopped");
  await new Promise(() => {});
}
"""
# As long as something is asked of a transaction it is not committed.
UNDER_WAY = """if (copies) {
  caches.open("stopped");
  const ask = () => { meta.get("owner").onsuccess = ask; };
  ask();
}
"""
IS_HERE = "() => JSON.parse(localStorage.app ?? '{}').folder"
HAS_STOPPED = "() => caches.has('stopped')"
MOMENTS: dict[str, tuple[Changes, str]] = {
    "migrated": ({"tables.mjs": (OPENED, ONCE + OPENED)}, str(migrations.head())),
    "writing": ({"disk.mjs": (COMMITS, UNDER_WAY + COMMITS)}, str(migrations.head())),
    "written": ({"tables.mjs": (WRITTEN, ONCE + WRITTEN)}, updates.LATER),
}


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
    made = Updated(playwright, served, tmp_path / "browser")
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


def test_a_migration_takes_the_tables_along(held: Updated) -> None:
    phone = opens_again(held)
    assert updates.read_version(phone.tab) == updates.LATER
    assert phone.tab.evaluate(updates.HAS_COPY)
    phone.plays(3, "up-1")
    assert cards(phone) == [2, 3]
    assert not phone.tab.evaluate(updates.HAS_COPY)
    assert phone.complaints == []


@pytest.mark.parametrize(("changes", "version"), MOMENTS.values(), ids=MOMENTS)
def test_killed_in_a_migration_the_tables_are_as_before_or_as_after(
    held: Updated, version: str
) -> None:
    held.phone.page.goto("/here/", wait_until="commit")
    held.phone.page.wait_for_function(HAS_STOPPED, timeout=STARTS)
    held.kill()
    held.start()
    held.phone.visits("/rules/the-game")
    assert updates.read_version(held.phone.page) == version
    phone = opens_again(held)
    assert updates.read_version(phone.tab) == updates.LATER
    phone.plays(3, "up-1")
    assert cards(phone) == [2, 3]


@pytest.mark.parametrize("changes", [{"tables.mjs": (WRITTEN, "throw new Error('no');" + WRITTEN)}])
def test_a_version_that_migrates_and_does_not_start_gives_back_what_was_before(
    held: Updated,
) -> None:
    phone = opens_again(held)
    expect(phone.tab.locator("#notice")).to_contain_text("The newer version did not start.")
    assert updates.read_version(phone.tab) == str(migrations.head())
    phone.plays(3, "up-1")
    assert cards(phone) == [2, 3]


def test_a_site_that_is_published_anew_takes_the_tables_along(
    playwright: Playwright, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = StaticHost(tmp_path / "www", packaged.find_or_make())
    browsers = Restarts(playwright, host, tmp_path / "browser")  # type: ignore[arg-type]
    try:
        phone = OwnTables(browsers.phone)
        phone.page.set_default_timeout(STARTS)
        phone.visits(ROOT)
        phone.page.wait_for_function(IS_HERE, timeout=STARTS)
        phone.opens_tables(f"{ROOT}here/new/the-game")
        phone.tap(phone.page.locator('.how-many label:has([value="2"])'))
        phone.goes(phone.button("Start"))
        phone.plays(2, "up-1")
        game = phone.tab.url

        publish_newer(tmp_path, monkeypatch)
        updates.fetch(phone.tab, game)
        phone.opens_tables(game)
        assert updates.read_version(phone.tab) == updates.LATER
        phone.plays(3, "up-1")
        assert cards(phone) == [2, 3]
    finally:
        browsers.ends()
        host.stop()


def publish_newer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site in `www` of this folder is written again, with the newer edition."""
    (folder / "newer").mkdir()
    edition, files = updates.newer(), updates.later_files(folder / "newer", {})
    local_package.put(folder / "instance", edition, files)
    with monkeypatch.context() as now:
        now.setattr(assets, "edition", lambda: edition)
        package = packages.find(packages.folder(folder / "instance"))
        assert package
        site.write(folder / "www" / ROOT.strip("/"), ROOT, package)
