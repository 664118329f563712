"""The camera of a phone reads the address of a server from a code."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Locator, Playwright, expect

from tests.browser.own_tables import OwnTables
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

pytestmark = pytest.mark.long

Scanning = Callable[[str], OwnTables]


WIDE, HIGH = 640, 480
GREY = b"\x80" * (WIDE * HIGH // 2)  # no colour


def film(file: Path, says: str) -> list[str]:
    """How a browser is started whose camera sees nothing but a code that says this."""
    code = [list(row) for row in segno.make_qr(says, error="m").matrix_iter(scale=8, border=4)]
    left, top = (WIDE - len(code)) // 2, (HIGH - len(code)) // 2
    lines = [bytearray(b"\xeb" * WIDE) for _ in range(HIGH)]
    for line, row in zip(lines[top:], code, strict=False):
        line[left : left + len(row)] = bytes(16 if dark else 235 for dark in row)
    head = f"YUV4MPEG2 W{WIDE} H{HIGH} F30:1 Ip A1:1 C420\n".encode()
    file.write_bytes(head + (b"FRAME\n" + b"".join(lines) + GREY) * 2)
    return [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={file}",
    ]


@pytest.fixture
def scanning(
    playwright: Playwright, server: Server, kept_app: Path, offered: None, tmp_path: Path
) -> Iterator[Scanning]:
    """Makes a phone whose camera sees a code that says this, on the page of a table of its own."""
    made: list[Restarts] = []

    def start(says: str) -> OwnTables:
        folder = shutil.copytree(kept_app, tmp_path / "browser")
        seen = film(tmp_path / "code.y4m", says)
        made.append(Restarts(playwright, server.url, folder, seen, light=False))
        phone = OwnTables(made[0].phone)
        phone.opens_tables()
        phone.starts_here("The Game", 2)
        phone.page.goto(f"{phone.page.url.rsplit('/', 2)[0]}/phones/")
        phone.page.locator("summary", has_text="Another server").click()
        return phone

    yield start
    made[0].ends()


def button(phone: OwnTables) -> Locator:
    return phone.page.locator(".scans button")


def test_a_code_to_join_is_enough(scanning: Scanning) -> None:
    phone = scanning("http://127.0.0.1:1234/cards/j/3kT0aXbnQ_8mL2pR5vYw7A")
    expect(button(phone)).to_have_text("Scan QR code")
    button(phone).click()
    several = phone.page.get_by_role("button", name="Several phones")
    expect(several.locator("small")).to_have_text("on 127.0.0.1:1234")
    assert phone.complaints == []
