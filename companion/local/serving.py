"""The tables that live on this phone: the whole app, for the Worker that hands on what pages ask.

The Worker of `static/local/` calls, one after the other:

- `start()` gives the app. It opens no file of the data and knows no key: a snapshot of the memory
  can be made then. After a snapshot, `resume()` makes anew what has to differ in each start.
- `open(root, origin, edition_was, server, languages)` opens the data in `/data`:
  `companion.sqlite3` and `phone.json` (key, cookies, copies). It makes what is not there, and
  brings an older database up to date. It may be called again after the files were put back to what
  is on the disk.
- `answer(method, url, headers, body)` is a page.

After `open` and after each `answer` the files in `/data` are closed to changes: no transaction is
open, and nothing lies beside them. What the Worker writes to the disk then is whole.
"""

import json
import random
import secrets
from importlib import invalidate_caches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.local.app import create_local_app
from companion.runtime.yielding import without_turns
from companion.store.database.connections import in_file
from companion.store.store import Store
from companion.web.handover.phone_file import PhoneFile
from companion.web.pages import playing
from companion.web.play import boards
from companion.web.static import assets
from companion.web.table import seasons

DATA = Path("/data")
MOUNT = "/here"
DATABASE, PHONE = "companion.sqlite3", "phone.json"
NEVER = 36_500  # days without a game after which a table goes
UNHEARD = ("accept-encoding", "cookie", "host")
"""What a browser may say that is not for this app."""


def start(folder: str = str(DATA)) -> "Serving":
    """The app of the tables on this phone, whose files are or will be in this folder."""
    made = Serving(Path(folder))
    made.rehearse()
    return made


class Serving:
    """The app below `<root>/here`, and the phone that it serves."""

    def __init__(self, folder: Path) -> None:
        self.app = create_local_app(None, {"HERE": True, "KEEP_DAYS": NEVER})
        self.folder, self._base, self._languages = folder, "", ""
        self._store: Store | None = None
        self.phone: PhoneFile | None = None
        """What it remembers, once its data is open."""

    def rehearse(self) -> None:
        """Do once what each start does, with data that go again: a snapshot has it behind it."""
        meant = self.folder
        with TemporaryDirectory() as folder:
            self.folder = Path(folder)
            self.open("", "http://localhost")
            self.answer("GET", f"{MOUNT}/", "[]")
            self.close()
        self.folder = meant

    def resume(self) -> None:
        """Go on in another Worker, from a snapshot that was made right after the start."""
        random.seed()
        self.app.config["SECRET_KEY"] = secrets.token_hex()
        invalidate_caches()

    def open(
        self,
        root: str,
        origin: str,
        edition_was: str | None = "",
        server: bool = False,
        languages: str = "",
    ) -> str:
        """Open the data, and say as JSON what was done.

        `root` is the path of the server or site, "" or such as "/companion"; `origin` such as
        "https://example.org". `edition_was` wrote the data last, "" for none. `server` says whether
        there is a shelf at `<root>/` to lead to. `languages` are those of the browser, such as
        "nl,en": a service worker does not hear of them.

        `edition` is ours, by which the data is written from now on; `new` whether there was none;
        `migrated` whether the database was of an older version. Raises an error where the data
        cannot be opened: the database is of a newer version, or damaged.
        """
        self.close()
        self.folder.mkdir(exist_ok=True)
        file = self.folder / DATABASE
        is_new = not file.exists()
        file.touch()  # as a server would for its owner alone, which a browser does not know of
        phone = self.phone = PhoneFile.open(self.folder / PHONE)
        store = Store(in_file(file), phone.key.encode(), in_memory=True)
        migrated: list[bool] = []
        store.database.before_migration = lambda: migrated.append(True)
        store.database.upgrade()
        self._store, self._base = store, f"{origin}{root}{MOUNT}"
        self._languages = languages
        self.app.config["SECRET_KEY"] = phone.key
        shelf = f"{root}/" if server else ""
        self.app.config.update(SERVER=shelf, ROOT=shelf or "/")
        self.app.extensions.update(store=store, phone_file=phone)
        for known in (boards, playing, seasons):  # which may be of other games than there are now
            known.init_app(self.app)
        told = {"edition": assets.edition(), "new": is_new, "migrated": bool(migrated)}
        return json.dumps({**told, "edition_was": edition_was or ""})

    def close(self) -> None:
        """No file of the data is open any more."""
        if self._store:
            self._store.close()
        self.phone = self._store = None

    def answer(
        self, method: str, url: str, headers: str, body: Any = b""
    ) -> tuple[int, str, bytes]:
        """The status, the headers and the body that answer this request.

        `url` is whole, or begins with the path; it has to be below `<root>/here/`. `headers` is
        JSON, as pairs or as an object, and so are the pairs that come back. Cookies are kept here.
        Whoever hands a request on sees to it that it comes from a page of ours.
        """
        assert self.phone
        parts, mount = urlsplit(url), urlsplit(self._base).path
        if parts.path == mount:
            return 308, json.dumps([["Location", f"{mount}/"]]), b""
        if not parts.path.startswith(f"{mount}/"):
            return 404, "[]", b""
        said = Headers(json.loads(headers))
        for name in UNHEARD:
            said.remove(name)
        said.setdefault("Sec-Fetch-Site", "same-origin")
        said.setdefault("Accept-Language", self._languages)
        if cookies := self.phone.cookie_header():
            said["Cookie"] = cookies
        request = EnvironBuilder(
            path=parts.path.removeprefix(mount),
            base_url=self._base,
            query_string=parts.query,
            method=method,
            headers=said,
            data=_bytes(body),
        )
        with without_turns():  # nobody else waits
            pieces, status, answered = run_wsgi_app(self.app, request.get_environ(), buffered=True)
            whole = b"".join(pieces)
        self.phone.take(answered.getlist("Set-Cookie"))
        answered.remove("Set-Cookie")
        return int(status.split(" ", 1)[0]), json.dumps(list(answered)), whole


def _bytes(body: Any) -> bytes:
    """What a Worker sends: bytes, an array of JavaScript, or nothing."""
    if hasattr(body, "to_bytes"):
        return bytes(body.to_bytes())
    return bytes(body or b"")
