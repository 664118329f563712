"""The camera of a phone reads the address of a server from a code."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Locator, Playwright, expect

from tests.browser.own_tables import OwnTables
from tests.browser.restarts import Restarts
from tests.support.live_server import Server

pytestmark = pytest.mark.long

SAYS = "http://127.0.0.1:1234/cards/j/3kT0aXbnQ_8mL2pR5vYw7A"
WIDE, HIGH = 640, 480
GREY = b"\x80" * (WIDE * HIGH // 2)  # no colour


def film(file: Path) -> list[str]:
    """How a browser is started whose camera sees nothing but a code that says `SAYS`."""
    code = [list(row) for row in segno.make_qr(SAYS, error="m").matrix_iter(scale=8, border=4)]
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
def phone(
    playwright: Playwright, server: Server, kept_app: Path, offered: None, tmp_path: Path
) -> Iterator[OwnTables]:
    """A phone whose camera sees that code, on the page of a table of its own."""
    folder = shutil.copytree(kept_app, tmp_path / "browser")
    seen = film(tmp_path / "code.y4m")
    made = Restarts(playwright, server.url, folder, seen, light=False)
    try:
        phone = OwnTables(made.phone)
        phone.opens_tables()
        phone.starts_here("The Game", 2)
        phone.page.goto(f"{phone.page.url.rsplit('/', 2)[0]}/phones/")
        phone.page.locator("summary", has_text="Another server").click()
        yield phone
    finally:
        made.ends()


def button(phone: OwnTables) -> Locator:
    return phone.page.locator(".scans button")


def test_a_code_to_join_is_enough(phone: OwnTables) -> None:
    expect(button(phone)).to_have_text("Scan QR code")
    button(phone).click()
    several = phone.page.get_by_role("button", name="Several phones")
    expect(several.locator("small")).to_have_text("on 127.0.0.1:1234")
    assert phone.complaints == []
