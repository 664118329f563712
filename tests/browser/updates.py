"""A later edition of the local app, whose store has one migration more."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Page

from companion.store.database import migrations
from companion.web.static import assets, packages
from tests.browser.local_app import STARTS
from tests.browser.phone import goes_to
from tests.support import local_app_package, tiny_package
from tests.support.live_server import Server

LATER, NAMED = "9999", "Later"
"""The version of a database that the newer edition has used, and what everybody is called there."""
MIGRATION = f'''
from alembic import op

revision, down_revision = "{LATER}", "{migrations.head()}"


def upgrade():
    op.execute("UPDATE people SET name = '{NAMED}'")
'''
VERSIONS = "app/companion/store/database/migrations/versions/"
Changes = Mapping[str, tuple[str, str]]
"""What stands in a script, and what in its place, by the name of the script."""


def newer() -> str:
    return assets.edition()[::-1]


def later_files(folder: Path, changes: Changes) -> dict[str, bytes]:
    """The files of the newer edition, by their names; `folder` is empty."""
    local_app_package.unpack(local_app_package.find_or_make(), folder)
    body = io.BytesIO((folder / "tables.zip").read_bytes())
    with zipfile.ZipFile(body, "a") as archive:
        archive.writestr(f"{VERSIONS}{LATER}_later.py", MIGRATION)
    files = {file.name: file.read_bytes() for file in folder.iterdir()}
    files["tables.zip"] = body.getvalue()
    for name, (here, instead) in changes.items():
        text = files[name].decode()
        assert text.count(here) == 1, f"{name} has no such place"
        files[name] = text.replace(here, instead).encode()
    return files


def put(instance: Path, folder: Path, changes: Changes) -> None:
    made = local_app_package.find_or_make()
    tiny_package.put(instance, newer(), later_files(folder, changes))
    (packages.folder(instance) / assets.edition()).symlink_to(made.folder)


def update(server: Server) -> None:
    server.stop()
    server.factory = "tests.browser.editions:newer"
    server.start()


def fetch(tab: Page, address: str) -> None:
    """The phone was on a page of the server, and has fetched the newer edition behind it."""
    goes_to(tab, address)
    tab.wait_for_function(f"() => localStorage.app.includes('{newer()}')", timeout=STARTS)
