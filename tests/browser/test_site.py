"""A site without a server in a browser: what works at once, before there is its app.

What comes with the app is in test_handover.py.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Route, expect

from companion.web.static import packages
from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.support import tiny_package
from tests.support.static_host import ROOT, StaticHost

WORKERS = "allow"
IS_COMING = "Downloading Companion, so that it works offline."


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHost]:
    """A site whose app is tiny, and does nothing."""
    instance = tmp_path_factory.mktemp("instance")
    tiny_package.put(instance)
    package = packages.find(packages.folder(instance))
    assert package
    with StaticHost(tmp_path_factory.mktemp("www"), package) as running:
        yield running


def says(phone: Phone) -> Locator:
    return phone.page.locator("#local [role=status]")


def never(route: Route) -> None:
    """Nothing comes."""


@pytest.mark.long
def test_before_there_is_an_app_likes_hold_and_rules_open(phones: Phones, host: StaticHost) -> None:
    phone = phones(base_url=host.url, locale="de-CH")
    phone.context.route("**/pyodide.asm.wasm*", never)
    phone.visits(ROOT)
    phone.page.wait_for_url(f"**{ROOT}de/")
    expect(phone.page.get_by_role("heading", name="Am Tisch")).to_be_visible()
    phone.page.get_by_role("button", name="Dunkel").click()
    html = phone.page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    phone.page.get_by_role("link", name="Nederlands").click()
    phone.page.wait_for_url(f"**{ROOT}nl/")
    expect(html).to_have_attribute("data-theme", "dark")
    phone.visits(ROOT)
    phone.page.wait_for_url(f"**{ROOT}nl/")
    assert phone.page.evaluate("localStorage.hereChosen") == "language=nl&theme=dark"

    phone = phones(base_url=host.url)
    phone.context.route("**/pyodide.asm.wasm*", never)
    phone.visits(ROOT)
    expect(says(phone)).to_have_text(IS_COMING)
    phone.page.get_by_role("link", name="Rules of The Game", exact=True).click()
    expect(phone.page.get_by_role("heading", name="Aim")).to_be_visible()
    phone.page.get_by_role("link", name="Go to games").click()
    phone.page.get_by_role("link", name="The Game 1 to 5 players").click()
    phone.page.get_by_role("radio", name="3").check()
    phone.page.get_by_role("button", name="Start").click()
    expect(phone.page.locator(".dock .button.main")).to_have_text(
        re.compile(r"^Downloading: [1-9]\d?%$")
    )
    assert phone.page.url.endswith(f"{ROOT}en/new/the-game/")
    phone.page.set_viewport_size({"width": 1024, "height": 768})
    for page in ("de/", "en/new/the-game/", "nl/rules/the-game/"):
        phone.visits(f"{ROOT}{page}")
        phone.page.locator("style[data-wide]").wait_for(state="attached")
