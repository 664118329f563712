"""A later edition of the local app, whose store has one migration more."""

import base64
import io
import sqlite3
import zipfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page

from companion.store.database import migrations
from companion.web.static import assets, packages
from tests.browser.local_app import STARTS
from tests.browser.phone import goes_to
from tests.support import local_app_package, tiny_package
from tests.support.live_server import Server

LATER = "9999"
"""The version of a database that the newer edition has used."""
MIGRATION = f'''
import sqlalchemy
from alembic import op

revision, down_revision = "{LATER}", "{migrations.head()}"


def upgrade():
    with op.batch_alter_table("entries") as entries:
        column = sqlalchemy.Column("later", sqlalchemy.Text, nullable=False, server_default="yes")
        entries.add_column(column)
'''
VERSIONS = "app/companion/store/database/migrations/versions/"
DATABASE = "companion.sqlite3"
# How long each file is, and the blocks that it has: [file, number, body].
BLOCKS = """() => new Promise((done) => {
  const asked = indexedDB.open("here");
  asked.onsuccess = () => {
    const all = asked.result.transaction(["blocks", "meta"]), blocks = all.objectStore("blocks");
    const data = all.objectStore("meta").get("data");
    const keys = blocks.getAllKeys(), found = blocks.getAll();
    all.oncomplete = () => {
      asked.result.close();
      done([data.result.sizes, keys.result.map((key, at) =>
        [...key, btoa(String.fromCharCode(...found.result[at]))])]);
    };
  };
})"""
Changes = Mapping[str, tuple[str, str]]
"""What stands in a script, and what in its place, by the name of the script."""


def newer() -> str:
    """The edition of `tests.browser.editions`."""
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
    """A server with this data folder has the package of both editions."""
    made = local_app_package.find_or_make()
    tiny_package.put(instance, newer(), later_files(folder, changes))
    (packages.folder(instance) / assets.edition()).symlink_to(made.folder)


def update(server: Server) -> None:
    """It serves the newer edition."""
    server.stop()
    server.factory = "tests.browser.editions:newer"
    server.start()


def fetch(tab: Page, address: str) -> None:
    """The phone was on a page of the server, and has fetched the newer edition behind it."""
    goes_to(tab, address)
    tab.wait_for_function(f"() => localStorage.app.includes('{newer()}')", timeout=STARTS)


def read_database(tab: Page) -> bytes:
    """The database as the disk of this phone has it."""
    sizes, blocks = tab.evaluate(BLOCKS)
    whole = bytearray(sizes[DATABASE])
    for file, number, text in blocks:
        if file == DATABASE:
            body = base64.b64decode(text)
            whole[number * 4096 : number * 4096 + len(body)] = body
    return bytes(whole)


def read_version(tab: Page) -> str:
    """The version of the database that is on the disk, which is sound."""
    with closing(sqlite3.connect(":memory:")) as opened:
        opened.deserialize(read_database(tab))
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        [(version,)] = opened.execute("SELECT version_num FROM alembic_version")
    return str(version)
