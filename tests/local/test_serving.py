"""The app of the tables on a phone, as its Worker uses it: opened, asked, and opened again."""

import gc
import json
import random
from typing import Any
from urllib.parse import urlencode

from companion.files import parsing
from companion.local.serving import DATABASE, PHONE, Serving
from companion.local.tour import FILE
from companion.web.static import assets
from tests.support.page import read
from tests.support.phone_tables import HerePhone

FORM = [["Content-Type", "application/x-www-form-urlencoded"]]
ORIGIN = "https://example.org"


def ask(serving: Serving, address: str, form: dict[str, Any] | None = None) -> tuple[int, Any, str]:
    method, said = ("GET", "") if form is None else ("POST", urlencode(form, doseq=True))
    status, headers, body = serving.answer(method, address, json.dumps(FORM), said.encode())
    return status, dict(json.loads(headers)), body.decode()


def begin(serving: Serving, mount: str = "/here") -> str:
    form = {"players": 2, "name": ["Ann", "Ben"], "page": "1"}
    status, headers, _ = ask(serving, f"{mount}/new/the-game", form)
    assert status == 303
    return str(headers["Location"])


def test_new_data_is_said_to_be_new_with_other_random_numbers(started: Serving) -> None:
    """Also after a snapshot."""
    random.seed(7)
    as_before = random.random()
    key = started.app.config["SECRET_KEY"]
    random.seed(7)
    started.resume()
    assert random.random() != as_before
    assert started.app.config["SECRET_KEY"] != key
    assert not started.folder.exists()
    assert started.phone is None
    told = json.loads(started.open("", ORIGIN, "the one before"))
    edition = assets.edition()
    assert told == {
        "edition": edition, "edition_was": "the one before", "new": True, "migrated": False,
    }  # fmt: skip
    assert json.loads(started.open("", ORIGIN, edition))["new"] is False


def test_what_was_not_written_to_the_disk_did_not_happen(here: Serving) -> None:
    board = begin(here)
    assert sorted(path.name for path in here.folder.iterdir()) == [DATABASE, PHONE]
    file = here.folder / DATABASE
    before = file.read_bytes()
    entry = {"kind": "card-played", "card": 47, "pile": "up-1", "seen": 0, "id": "first"}
    ask(here, f"{board}entries", entry)
    file.write_bytes(before)
    here.open("", "http://localhost")
    _, _, page = ask(here, board)
    assert 'data-seen="0"' in page
    _, headers, _ = ask(here, f"{board}entries", entry)
    assert headers["Verdict"] == "first recorded 1 -"
    here.open("", "http://localhost")
    assert 'data-seen="1"' in ask(here, board)[2]


def test_it_is_mounted_below_the_root(started: Serving) -> None:
    for root in ("", "/a/b"):
        started.open(root, ORIGIN)
        board = begin(started, f"{root}/here")
        assert board.startswith(f"{root}/here/t/")
        for address in (board, ORIGIN + board):
            status, _, page = ask(started, address)
            assert status == 200
            assert f'action="{board}entries"' in page
        assert ask(started, f"{root}/here")[:2] == (308, {"Location": f"{root}/here/"})
        assert ask(started, f"{root}/elsewhere")[0] == 404
        assert ask(started, f"{root}/here/nowhere")[0] == 404


def test_other_sites_neither_frame_its_pages_nor_enter_nor_say_its_cookies(here: Serving) -> None:
    _, headers, _ = ask(here, "/here/")
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in headers
    other = json.dumps([*FORM, ["Sec-Fetch-Site", "cross-site"]])
    status, *_ = here.answer("POST", "/here/new/the-game", other, b"players=2&name=Ann")
    assert status == 403
    said = json.dumps([["Cookie", "language=nl"], ["Host", "elsewhere"]])
    _, _, page = here.answer("GET", "/here/", said)
    assert read(page.decode()).find("html").attributes["lang"] == "en"


def test_language_light_and_width_stay_in_the_phone(started: Serving) -> None:
    started.open("", "http://localhost", languages="fr-CA,nl")

    def shown() -> tuple[str, str, bool]:
        page = read(ask(started, "/here/new/the-game")[2])
        html = page.find("html").attributes
        return html["lang"], html.get("data-theme", ""), bool(page.all("style", data_wide=""))

    before = shown()
    assert (before[0], before[2]) == ("fr", False)
    said = {"language": "de", "theme": "dark", "wide": "y"}
    status, headers, _ = ask(started, "/here/phone", said)
    assert (status, "Set-Cookie" in headers) == (303, False)
    assert shown() == ("de", "dark", True)


def test_the_scripts_of_a_page_come_from_the_phone(here: Serving) -> None:
    phone = HerePhone(here)
    page = phone.starts()
    scripts = [each.attributes["src"] for each in page.tree.having("src")]
    later = [each.attributes["content"] for each in page.tree.all("meta", name="later")]
    assert len(scripts + later) >= 3
    for address in scripts + later:
        status, headers, _ = ask(here, address)
        assert (status, "immutable" in headers["Cache-Control"]) == (200, True), address


def test_a_file_that_is_too_large_is_refused_in_a_sentence(here: Serving) -> None:
    file = FILE.format(" " * (parsing.LARGEST_FILE + 1)).encode()
    kind = json.dumps([["Content-Type", "multipart/form-data; boundary=tour"]])
    status, _, page = here.answer("POST", "/here/import", kind, file)
    assert status == 413
    assert b"A file can be at most" in page
    here.close()
    gc.collect()  # a connection that is still open would warn
