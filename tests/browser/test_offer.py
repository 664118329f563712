"""The app is kept on a phone: offered, fetched, checked, brought up to date, taken away again."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from companion.web import assets
from tests.browser.chromium import held
from tests.browser.phone import Phone
from tests.browser.shortcuts import card
from tests.support import tiny_package
from tests.support.live_server import Server
from tests.support.tiny_package import FILES

OFFER = "/on-this-phone"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    if (!name.startsWith("local ")) continue;
    const all = await (await caches.open(name)).keys();
    found[name.slice("local ".length)] = all.map(({ url }) => url.split("/").at(-1)).sort();
  }
  return found;
}"""
NO_ROOM = """
Cache.prototype.put = async () => { throw new DOMException("no", "QuotaExceededError"); };
"""
# What is kept is kept, and the page hears of it when a test says so.
HOLDS = """() => {
  const { put } = Cache.prototype;
  Cache.prototype.put = async function (...given) {
    await put.apply(this, given);
    await new Promise((done) => { window.goesOn = done; });
  };
}"""
OVER_HTTP = "Object.defineProperty(window, 'caches', { value: undefined });"
SAYS = """
window.said = [];
document.addEventListener("keeping", ({ detail }) => said.push(detail.state));
"""
MIRRORS = """async (games) => {
  const cache = await caches.open("mirrors");
  for (const game of games) await cache.put(game, new Response("{}"));
}"""
AT_WORK = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
  return installing || waiting ? "" : `${active.scriptURL} ${active.state}`;
}"""
WHOLE = sorted([*FILES, "shell.html"])
FOLDER = f"/local/{assets.edition()}/"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An app with a package."""
    running = Server(tmp_path_factory.mktemp("instance"))
    tiny_package.put(running.instance)
    running.start()
    yield running
    running.stop()


def state(phone: Phone) -> Locator:
    return phone.page.locator("#local [role=status]")


def begins(phone: Phone) -> None:
    phone.page.get_by_role("button", name="Keep Companion on this phone (1 MB)").click()


def tries_again(phone: Phone) -> None:
    phone.page.get_by_role("button", name="Try again").click()


def kept(phone: Phone) -> object:
    return phone.page.evaluate(KEPT)


def has_kept(phone: Phone, files: dict[str, list[str]], found: str = f"({KEPT})()") -> None:
    """By and by these files are kept, by their folders."""
    phone.has(f"async (files) => JSON.stringify(await {found}) === files", spell(files))


def has_left(phone: Phone, files: dict[str, list[str]]) -> None:
    """By and by only these files are left, by their folders.

    None is deleted while they are looked at: whoever opens a cache that is gone makes it anew.
    """
    has_kept(phone, files, f"navigator.locks.request('local app', {KEPT})")


IS_UNDER_WAY = """() => {
  const { value } = document.querySelector("progress");
  return 0 < value && value < 1;
}"""


def spell(files: dict[str, list[str]]) -> str:
    return json.dumps(files, separators=(",", ":"))


def asked(phone: Phone) -> list[str]:
    """The files that this phone fetches from now on."""
    found: list[str] = []
    phone.page.on("request", lambda request: found.append(request.url.split("/")[-1]))
    return found


def at_work(phone: Phone) -> str:
    """The service worker that the next page is asked of; none is about to take its place."""
    said: str = phone.page.evaluate(AT_WORK)
    return said.removeprefix(phone.page.url.removesuffix(OFFER))


def is_here(phone: Phone) -> None:
    expect(state(phone)).to_have_text("Companion is on this phone.")
    assert kept(phone) == {FOLDER: WHOLE}


def changes(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=b"something else")


@pytest.mark.long
def test_it_is_kept_once_and_taken_away_again(phone: Phone) -> None:
    phone.joins(card(2, "up-1"))
    game = phone.page.url
    offer = phone.page.locator("#waits [data-offer]")
    expect(offer).not_to_have_attribute("hidden", "")
    phone.visits("/")
    phone.page.get_by_role("link", name="Count offline").click()
    expect(state(phone)).to_have_text("Not on this phone yet.")
    begins(phone)
    is_here(phone)
    phone.visits(game)
    expect(offer).to_have_attribute("hidden", "")
    for persists in (True, False):
        said = f"navigator.storage.persisted = async () => ({str(persists).lower()});"
        phone.page.add_init_script(said + SAYS)
        phone.visits(OFFER)
        is_here(phone)
        expect(phone.page.get_by_text("home screen")).to_be_visible(visible=not persists)
    phone.page.evaluate("import('/on-this-phone/script.js')")
    assert {*phone.page.evaluate("said")} == {"here"}
    phone.page.evaluate(MIRRORS, ["/t/a/b/"])
    phone.page.get_by_role("button", name="Remove it from this phone").click()
    expect(state(phone)).to_have_text("Not on this phone yet.")
    has_left(phone, {})
    phone.has("async () => !(await caches.has('mirrors'))")
    assert phone.page.evaluate("'app' in localStorage") is False


@pytest.mark.long
def test_a_download_goes_on_where_it_stopped_on_any_page_until_it_is_cancelled(
    phone: Phone,
) -> None:
    phone.forgives("net::ERR_", "near.js")
    phone.visits(OFFER)
    phone.page.route("**/page.js", changes)
    begins(phone)
    expect(state(phone)).to_have_text("A file arrived damaged and was not kept. Try again.")
    assert kept(phone) == {FOLDER: ["app.zip"]}
    assert phone.page.evaluate("localStorage.app") == "{}"
    phone.page.unroute("**/page.js")
    phone.page.route("**/pyodide.asm.wasm", lambda route: route.abort("connectionreset"))
    tries_again(phone)
    expect(state(phone)).to_have_text(
        "The download was interrupted. It will continue where it stopped."
    )
    assert kept(phone) == {FOLDER: ["app.zip", "page.js"]}
    phone.page.unroute("**/pyodide.asm.wasm")
    phone.page.route("**/pyodide.asm.wasm", lambda route: None)  # nothing comes
    tries_again(phone)
    expect(state(phone)).to_have_text("Downloading. You can keep playing meanwhile.")
    phone.has(IS_UNDER_WAY)
    files = asked(phone)
    phone.visits("/")
    with phone.page.expect_request("**/worker.mjs"):
        phone.page.unroute("**/pyodide.asm.wasm")  # what hangs goes on
    phone.has("() => JSON.parse(localStorage.app).folder")
    assert not {"app.zip", "page.js"} & set(files)
    phone.visits(OFFER)
    is_here(phone)
    phone.page.get_by_role("button", name="Remove it from this phone").click()

    phone.page.reload()
    phone.page.evaluate(HOLDS)
    files = asked(phone)
    begins(phone)
    has_kept(phone, {FOLDER: ["app.zip"]})
    phone.page.get_by_role("button", name="Cancel the download").click()
    expect(state(phone)).to_have_text("Not on this phone yet.")
    phone.page.evaluate("goesOn()")
    has_left(phone, {})
    assert "app.zip" in files
    assert "page.js" not in files


@pytest.mark.long
def test_a_full_phone_and_one_without_https_are_told_why(phone: Phone) -> None:
    phone.context.add_init_script(NO_ROOM)
    phone.visits(OFFER)
    begins(phone)
    expect(state(phone)).to_have_text(
        "There is not enough space on this phone. Make some room, then try again."
    )
    phone.context.add_init_script(OVER_HTTP)
    phone.visits(OFFER)
    expect(state(phone)).to_have_text("Companion only works online here.")


@pytest.mark.long
def test_a_newer_edition_is_taken_at_the_next_start(browser: Browser, tmp_path: Path) -> None:
    older, newer = assets.edition(), assets.edition()[::-1]
    served = Server(tmp_path)
    for edition in (older, newer):
        says = f"globalThis.counts = '{edition}';".encode()
        tiny_package.put(tmp_path, edition, {**FILES, "page.js": says})
    served.start()
    phone = Phone(browser.new_context(**held(served.url)))
    phone.forgives("net::ERR_", "near.js")
    phone.visits(OFFER)
    begins(phone)
    expect(state(phone)).to_have_text("Companion is on this phone.")
    assert at_work(phone) == "/sw.js?here activated"
    phone.joins(card(2, "up-1"))
    phone.has(f"() => globalThis.counts === '{older}'")
    served.stop()
    served.factory = "tests.browser.editions:newer"
    served.start()
    game = phone.page.url
    phone.visits("/")
    phone.has(f"() => JSON.parse(localStorage.app).folder === '/local/{newer}/'")
    assert sorted(kept(phone)) == sorted(f"/local/{each}/" for each in (older, newer))  # type: ignore[call-overload]
    phone.visits(game)
    phone.has(f"() => globalThis.counts === '{newer}'")
    has_left(phone, {f"/local/{newer}/": WHOLE})
    phone.visits(OFFER)
    phone.page.get_by_role("button", name="Remove it from this phone").click()
    expect(state(phone)).to_have_text("Not on this phone yet.")
    assert at_work(phone) == "/sw.js activated"
    phone.context.close()
    served.stop()
    assert phone.complaints == []
