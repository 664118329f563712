"""The pages of a site without a server, rendered once for each language, and what they load."""

import json
import re
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from flask import Flask

from companion.games import GAMES
from companion.local.app import create_local_app
from companion.runtime import places
from companion.web.offline import install, local, shell
from companion.web.rules import reference
from companion.web.safety import phone, security
from companion.web.static import assets, made

LANGUAGES = tuple(phone.LANGUAGES)
MANIFEST = "manifest.webmanifest"
PAGE = re.compile(r"/(?:new/[^/]+|rules/.*)?")
"""What is rendered: the shelf, set-ups and rules. All other pages are of the app on the phone."""
FORM = re.compile(r'(<form\b[^>]*?\baction=")([^"]*)')


class Pages:
    """The pages of a site below this path, "" or such as "/companion".

    The tables live below `<path>/here`: all forms lead there, and whatever is no page of the site.
    `static` and `scripts` are what the pages load that were rendered so far, by their files.
    """

    def __init__(self, path: str) -> None:
        self.path, self._mount, self._folder = path, f"{path}/here", ""
        self.static: dict[str, bytes] = {}
        self.scripts: dict[str, bytes] = {}
        self._app = self._make_app()

    def _make_app(self) -> Flask:
        """The app of the phone, but for where its addresses lead."""
        app = create_local_app(None, {"HERE": True, "SERVER": ""})
        app.register_blueprint(install.bp)
        app.register_blueprint(local.bp)
        usual = app.url_for

        def url_for(endpoint: str, **values: Any) -> str:
            return self._lead(usual(endpoint, **values))

        app.url_for = url_for  # type: ignore[method-assign]
        app.jinja_env.globals.update(url_for=url_for, site=self)
        app.context_processor(lambda: {"csrf_token": str})  # nobody else can ask
        return app

    @property
    def policy(self) -> str:
        """The Content-Security-Policy of each page, as far as a page itself can say it."""
        return security.in_page(security.policy())

    def shelf(self, language: str) -> str:
        """The address of the shelf in this language."""
        return f"{self.path}/{language}/"

    def render(self) -> Iterator[tuple[str, str]]:
        """The name of each file of the site that is for people to read, and what stands in it."""
        tiles = [f"/new/{tile.slug}" for game in GAMES.values() for tile in game.tiles]
        for language in LANGUAGES:
            self._folder = f"/{language}"
            with self._context():
                rules = [self._within(address) for address in reference.addresses()]
            for page in ("/", *tiles, *rules):
                document = FORM.sub(self._post, self._get(page, language))
                yield f"{language}{page.rstrip('/')}/index.html", document
                if page == "/" and language == LANGUAGES[0]:
                    yield "index.html", document
            yield f"{language}/{MANIFEST}", self._describe_app(language)
        self._folder = ""
        yield MANIFEST, self._describe_app(LANGUAGES[0])

    def render_shell(self, folder: str) -> str:
        """What is around the pages of the app; in `folder` are its files."""
        self._folder = ""
        with self._context():
            return shell.render(folder)

    def worker(self) -> bytes:
        """The service worker, which hears that there is no server."""
        told = {"root": self.path, "files": [], "rules": [], "site": LANGUAGES}
        return install.make_worker(told, "sw_here")

    def guard(self, around: str) -> str:
        """What is around the pages of the app, for whatever address no file has."""
        with self._context():
            script = assets.script_address("arriving")
        return around.replace("<style>", f'<script src="{script}" data-lost></script><style>', 1)

    def _context(self) -> Any:
        return self._app.test_request_context(base_url=f"http://localhost{self._mount}")

    def _get(self, page: str, language: str) -> str:
        answer = self._app.test_client().get(
            page, base_url=f"http://localhost{self._mount}", headers={"Accept-Language": language}
        )
        assert answer.status_code == 200, page
        return answer.get_data(as_text=True)

    def _describe_app(self, language: str) -> str:
        """The manifest, in this language. Whoever installs it comes to the app on the phone."""
        told = json.loads(self._get(f"/{MANIFEST}", language))
        told |= {"id": f"{self.path}/", "scope": f"{self.path}/"}
        return json.dumps(told)

    def _lead(self, address: str) -> str:
        """Where this address of the app leads on the site."""
        parts = urlsplit(address)
        name = parts.path.removeprefix(self._mount)
        first, _, rest = name[1:].partition("/")
        if first == "static":
            self.static[rest] = (places.STATIC / rest).read_bytes()
        if first == "scripts":
            self.scripts[name[1:]] = made.script(rest)
        if first in ("static", "scripts", "local"):
            return parts._replace(path=self.path + name).geturl()
        if first == MANIFEST:
            return f"{self.path}{self._folder}{name}"
        asked = parse_qs(parts.query)
        if not PAGE.fullmatch(name) or asked.keys() - {"lang"}:
            return address
        usual = self._folder[1:] or (LANGUAGES[0] if name != "/" else "")
        [language] = asked.get("lang", [usual])
        folder = f"{self.path}/{language}" if language else self.path
        path = f"{folder}{name.rstrip('/')}/"
        return parts._replace(path=path, query="").geturl()

    def _within(self, address: str) -> str:
        """What the app calls the page at this address of the site."""
        page = urlsplit(address).path.removeprefix(self.path + self._folder)
        return page if page in ("/", "/rules/") else page.rstrip("/")

    def _post(self, form: re.Match[str]) -> str:
        """A form leads to the app, whose page may have the same address on the site."""
        address = cast(str, form[2])
        ours = address.startswith(f"{self.path}{self._folder}/")
        return form[1] + (self._mount + self._within(address) if ours else address)
