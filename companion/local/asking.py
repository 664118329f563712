"""How a page asks the local app: for the board of a game with what waits in it, and its sheets."""

import json
import random
import secrets
from collections.abc import Mapping, Sequence
from importlib import invalidate_caches
from typing import Any

from flask import Flask
from werkzeug.test import Client, TestResponse

from companion.files import mirror
from companion.local.app import create_local_app
from companion.local.store import Store
from companion.web.play.entering import TAKEN, VERDICT

FRAGMENT = {"HX-Request": "true"}


def start() -> "LocalApp":
    """The local app of this phone."""
    store = Store()
    return LocalApp(create_local_app(store), store)


class NotShown(Exception):
    """The local app has no such page, or failed."""


class LocalApp:
    """The local app of a phone, and the game that it shows.

    Everything comes and goes as JSON: a Worker stands between this and the page.
    """

    def __init__(self, app: Flask, store: Store) -> None:
        self.app = app
        self._client, self._store = Client(app), store
        self._client.set_cookie("phone", "this one")
        self._root, self._language = "", ""
        self._laid: list[str] = []
        self._open: list[str] = []

    def resume(self) -> None:
        """Go on in another Worker, from a snapshot that was made right after the start.

        What is to be another one in each start is made anew, and the files are new.
        """
        random.seed()
        self.app.config["SECRET_KEY"] = secrets.token_hex()
        invalidate_caches()

    def put(self, said: str) -> None:
        """Take over this mirror of a game, in which nothing waits yet.

        It says a `language` too, and the path of the server as `root`.
        """
        found = json.loads(said)
        self._language = found["language"]
        self._root = found.get("root", "")
        self._store.put(mirror.decode(found))
        self._laid, self._open = [], []

    def show(self, said: str) -> str:
        """The board with what waits at its end, as `html`.

        `said` has the `game` by its address, and under `waiting` a form for each submission in
        their order, with its `id`. Where the last of them came just now and is not
        taken, the page is what the server would say to it, and `asked` is true. `counted` has the
        ids of those that the board counts, with their places on it, or null for those that say
        what somebody else has entered.
        """
        asked = json.loads(said)
        forms: Sequence[Mapping[str, str]] = asked["waiting"]
        if self._laid != [form["id"] for form in forms[: len(self._laid)]]:
            self._store.rewind()
            self._laid, self._open = [], []
        page, is_asked = "", False
        for form in forms[len(self._laid) :]:
            answer = self._post(f"{asked['game']}entries", form)
            _, said, *_ = answer.headers.get(VERDICT, "- -").split(" ")
            if said == "-":
                raise NotShown(answer.status)
            self._laid.append(form["id"])
            is_asked = said not in TAKEN
            self._open += [form["id"]] if is_asked else []
            page = "" if "HX-Redirect" in answer.headers else answer.get_data(as_text=True)
        html = page or self.read(asked["game"])
        places = self._store.places
        counted = {each: places.get(each) for each in self._laid if each not in self._open}
        return json.dumps({"html": html, "counted": counted, "asked": is_asked})

    def read(self, address: str) -> str:
        """The main region of this page."""
        answer = self._client.get(**self._at(address), follow_redirects=True)
        if answer.status_code != 200:
            raise NotShown(answer.status)
        return answer.get_data(as_text=True)

    def _post(self, address: str, form: Mapping[str, Any]) -> TestResponse:
        """Enter this behind what waits already: it was meant after that (queue/machine.js)."""
        seen = int(form.get("seen") or 0)
        for place in sorted(self._store.places.values()):
            seen += seen == place - 1
        said = {**form, "seen": str(seen)}
        return self._client.post(**self._at(address), data=said)

    def _at(self, address: str) -> dict[str, Any]:
        """What the client asks for this address of a page."""
        return {
            "path": address.removeprefix(self._root),
            "base_url": f"http://localhost{self._root}/",
            "headers": {**FRAGMENT, "Accept-Language": self._language},
        }
