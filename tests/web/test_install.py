"""The app on a phone: what it is called there, how it looks, and what is kept of it."""

import json
import re
import struct
from itertools import accumulate
from typing import Any
from urllib.parse import urljoin

from companion.games import GAMES, TILES
from companion.web.offline import install
from companion.web.static import assets
from tests.support.client_phone import Phone
from tests.web.test_assets import boards, later, linked

LANGUAGES = {
    "en": ("Keeps count while you play card games with real cards.", ["Continue", "Rules"]),
    "nl": ("Houdt de stand bij terwijl jullie met echte kaarten spelen.", ["Verder", "Regels"]),
}


def manifest(phone: Phone) -> Any:
    return json.loads(phone.opens("/manifest.webmanifest").answer.text)


def keep(phone: Phone, server: str = "http://localhost") -> Any:
    """What the worker is told to keep: the rules relative to the one before, made whole."""
    answer = phone.client.get("/sw.js", base_url=server)
    said = re.match(r"const KEEP = (.*);\n", answer.text)
    assert said
    told = json.loads(said[1])
    return told | {"rules": list(accumulate(told["rules"], urljoin))}


class TestManifest:
    def test_its_words_and_colours_are_those_of_the_phone(self, plain: Phone) -> None:
        for language, (description, shortcuts) in LANGUAGES.items():
            plain.likes(language=language)
            told = manifest(plain)
            assert (told["lang"], told["description"]) == (language, description)
            assert [each["name"] for each in told["shortcuts"]] == shortcuts
            assert plain.page.answer.mimetype == "application/manifest+json"
            assert {told[name] for name in ("id", "start_url", "scope")} == {"/"}
            names = told["name"], told["display"], told["dir"]
            assert names == ("Companion", "standalone", "ltr")
            assert [plain.opens(each["url"]).status for each in told["shortcuts"]] == [200] * 2
        light, dark = ((assets.GROUNDS[name], name) for name in ("light", "dark"))
        for theme, colours in (("light", [light]), ("dark", [dark]), ("system", [light, dark])):
            plain.likes(theme=theme)
            told = manifest(plain)
            assert told["background_color"] == told["theme_color"] == colours[0][0]
            page = plain.opens("/")
            said = [e.attributes for e in page.tree.all("meta", name="theme-color")]
            both = theme == "system"
            assert [(each["content"], each.get("media")) for each in said] == [
                (ground, f"(prefers-color-scheme: {name})" if both else None)
                for ground, name in colours
            ]
            link = page.tree.find("link", rel="manifest")
            assert link.attributes["crossorigin"] == "use-credentials"  # with its cookies
        for (ground, _), part in ((light, "base"), (dark, "dark")):
            assert re.findall(r"--table:(#\w+)", assets.style(part)) == [ground]

    def test_every_icon_is_there_in_its_size_and_small(self, plain: Phone) -> None:
        told, found = manifest(plain), []
        for icon in told["icons"] + [icon for each in told["shortcuts"] for icon in each["icons"]]:
            read = plain.client.get(icon["src"], buffered=True)
            assert (read.status_code, read.mimetype) == (200, icon["type"])
            assert "immutable" in read.headers["Cache-Control"]
            assert len(read.data) < 6000
            if icon["type"] == "image/png":
                width, height = struct.unpack(">II", read.data[16:24])
                assert icon["sizes"] == f"{width}x{height}"
            found.append((icon.get("purpose"), icon["sizes"]))
        sizes = [(kind, size) for kind in ("any", "maskable") for size in ("192x192", "512x512")]
        assert found == [*sizes, (None, "any"), (None, "96x96"), (None, "96x96")]


class TestWorker:
    def test_it_keeps_what_every_board_and_page_of_rules_loads(self, plain: Phone) -> None:
        told = keep(plain)
        addresses = told["files"] + told["rules"]
        assert len(set(addresses)) == len(addresses)
        for address in addresses:
            assert plain.opens(address).status == 200, address
        assert boards(plain).keys() == TILES.keys()
        shown = [*boards(plain).values(), *(plain.opens(each) for each in ("/", *told["rules"]))]
        for page in shown:
            loaded = {*linked(page), *later(page)} - {"/manifest.webmanifest"}
            assert loaded <= set(told["files"]), page.title
        assert {f"/rules/{slug}" for slug in GAMES} < set(told["rules"])
        assert {"/offline", "/rules/", "/rules/game-of-bluff/characters"} < set(told["rules"])
        with plain.app.test_request_context():
            assert told["rules"] == install.rules()

    def test_below_a_path_all_it_keeps_is_below_it(self, plain: Phone) -> None:
        told = keep(plain, "http://localhost/x")
        assert told["root"] == "/x"
        assert {each[:3] for each in told["files"] + told["rules"]} == {"/x/"}
        page = plain.client.get("/", base_url="http://localhost/x").text
        assert 'data-root="/x"' in page
        for number in range(20):  # invented paths are not kept for ever
            root = f"http://localhost/x{number}"
            assert plain.client.get("/sw.js", base_url=root).status_code == 200
        assert install._make_worker.cache_info().currsize <= 8

    def test_it_is_asked_for_each_time_and_sent_when_it_is_another(self, plain: Phone) -> None:
        for address in ("/sw.js", "/manifest.webmanifest"):
            answer = plain.opens(address).answer
            assert answer.headers["Cache-Control"] == "no-cache"
            again = {"If-None-Match": answer.headers["ETag"]}
            assert plain.client.get(address, headers=again).status_code == 304


def test_the_shortcut_leads_to_the_newest_game_that_is_not_over(plain: Phone) -> None:
    assert plain.client.get("/continue").location == "/"
    plain.starts(2, ["Ann", "Ben"])
    first = plain.game
    plain.starts(2, ["Cas", "Dee"])
    assert plain.opens("/continue").answer.request.path == plain.game
    plain.enters(kind="cannot-play")
    answer = plain.client.get("/continue")
    assert (answer.status_code, answer.location) == (302, first)
    assert answer.headers["Cache-Control"] == "no-store"


def test_pages_lead_to_what_is_there(plain: Phone) -> None:
    main = plain.opens("/offline").main
    assert {a.attributes["href"] for a in main.all("a")} == {"", "/", "/rules/"}
    links = [a.attributes["href"] for a in plain.opens("/rules/").main.all("a")]
    assert [each for each in links if each != "/"] == [f"/rules/{slug}" for slug in GAMES]
    text = plain.opens("/https").main.text
    for word in ("Caddy", "Tailscale", "mkcert", "X-Forwarded-Proto", "TRUSTED_PROXIES=1"):
        assert word in text
    (line,) = plain.opens("/").main.having("data-insecure")
    assert "hidden" in line.attributes  # a script shows it
    assert line.find("a").attributes["href"] == "/https"
