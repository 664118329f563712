"""What a phone shows without network: the shelf, the rules, the games that were open on it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Playwright, Route, expect

from companion.games import GAMES, TILES
from companion.rulebook.book import rulebook
from tests.browser.chromium import PORTRAIT
from tests.browser.conftest import Phones
from tests.browser.guests import lets_in
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card, start

PORTAL = "<!doctype html><title>Hotel</title><h1>Type the number of your room</h1>"
NOT_HERE = "Not on this phone"
# The second one is of a worker that was being fetched just then.
GONE = ("net::ERR_", "An unknown error occurred when fetching the script")
AGAIN_AND_AGAIN = """async (given) => {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (await (LOOK)(given)) return;
    await new Promise((again) => setTimeout(again, 50));
  }
  throw Error("it never came true");
}"""
NEWER = """<title>Ben’s turn · Companion</title>
<main class="board" id="board" data-seen="2"><h1>Ben’s turn $& $1</h1></main>"""

IS_COMPLETE = """async (pages) => {
  const { lang, dataset } = document.documentElement;
  const edition = await (await caches.match("/sw.js"))?.text();
  const kept = await Promise.all(pages.map((page) => caches.match(page)));
  return edition?.endsWith(`,${lang},${dataset.theme}`) && kept.every(Boolean);
}"""
HAS_NONE_OF = """async (path) => {
  const pages = await (await caches.open("pages")).keys();
  return pages.length > 0 && !pages.some(({ url }) => url.includes(path));
}"""
SCRIPTED = "() => [typeof htmx, typeof kept, typeof Idiomorph].every((each) => each === 'object')"
FILL = """async ([name, addresses]) => {
  const cache = await caches.open(name);
  for (const address of addresses) await cache.put(address, new Response("kept"));
}"""
TEXT = "async (page) => (await (await caches.match(page))?.text()) ?? ''"


@pytest.fixture
def workers() -> str:
    return "allow"


def until(phone: Phone, look: str, given: object = None) -> None:
    """What this looks for, with promises on its way, has come true."""
    phone.page.evaluate(AGAIN_AND_AGAIN.replace("LOOK", look), given)


def keeps(phone: Phone, *pages: str) -> None:
    """The worker is done: these pages are here, and the rules as this phone reads them."""
    until(phone, IS_COMPLETE, list(pages))


def shelf(phone: Phone) -> Phone:
    """A phone that was on the shelf once."""
    phone.visits("/")
    keeps(phone, "/")
    return phone


def board(phone: Phone) -> str:
    """The path of a game that is on the screen, and kept."""
    phone.joins(card(47, "up-1"))
    path: str = phone.page.evaluate("location.pathname")
    keeps(phone, path, f"/rules/the-game?back={path}")
    return path


def shows_47(phone: Phone) -> None:
    expect(phone.face("up-1").locator("b")).to_have_text("47")


def goes_off(phone: Phone) -> None:
    """The phone has no network any more, which its pages may say."""
    phone.forgives(*GONE)
    phone.context.set_offline(True)


def reads_rules(phone: Phone, language: str) -> None:
    """The rules of every game open, in this language, and each chapter that can be looked up."""
    for slug in GAMES:
        book = rulebook("companion.games", slug, language)
        phone.visits(f"/rules/{slug}")
        expect(phone.page.locator("main h2")).to_have_text([each.title for each in book.sections])
    phone.visits("/rules/game-of-bluff/characters?q=gemma")
    expect(phone.page.locator("main")).to_have_attribute("lang", language)


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "nl"])
def test_after_one_visit_the_shelf_and_all_rules_are_there(phones: Phones, language: str) -> None:
    phone = shelf(phones(locale=language))
    goes_off(phone)
    phone.visits("/")
    expect(phone.page.locator("html")).to_have_attribute("lang", language)
    expect(phone.page.locator(".tile")).to_have_count(len(TILES))
    reads_rules(phone, language)


@pytest.mark.long
def test_a_game_that_began_after_the_shelf_was_kept_is_on_it(phone: Phone) -> None:
    shelf(phone)
    board(phone)
    until(phone, f"async (page) => (await ({TEXT})(page)).includes('class=\"continue')", "/")
    goes_off(phone)
    phone.visits("/")
    phone.goes(phone.page.locator("a.continue"))
    shows_47(phone)


@pytest.mark.long
def test_another_language_keeps_the_other_rules(phone: Phone) -> None:
    shelf(phone)
    phone.goes(phone.button("Nederlands"))
    keeps(phone)
    goes_off(phone)
    reads_rules(phone, "nl")


@pytest.mark.long
def test_another_light_keeps_the_rules_in_it(phone: Phone) -> None:
    shelf(phone)
    phone.goes(phone.button("Dark"))
    keeps(phone)
    goes_off(phone)
    phone.visits("/rules/one-brain")
    expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_board_opens_with_its_scripts(phone: Phone) -> None:
    path = board(phone)
    goes_off(phone)
    phone.visits("/")
    phone.visits(path)
    shows_47(phone)
    phone.page.wait_for_function(SCRIPTED)
    phone.tap(phone.face("up-2"))
    expect(phone.pad).to_be_visible()


@pytest.mark.parametrize(
    "tile",
    [
        pytest.param("the-game-extreme", marks=pytest.mark.long),
        "one-brain",
        pytest.param("game-of-bluff", marks=pytest.mark.long),
    ],
)
def test_the_game_that_runs_is_there_after_the_shelf_alone(phone: Phone, tile: str) -> None:
    phone.visits(start(phone.context.request, ["Ann", "Ben", "Cas"], {}, path=f"/new/{tile}"))
    path = phone.page.evaluate("location.pathname")
    title = phone.page.title()
    phone.visits("/")
    keeps(phone, path)
    goes_off(phone)
    phone.goes(phone.page.locator("a.continue"))
    expect(phone.page).to_have_title(title)


@pytest.mark.long
def test_what_is_shown_is_the_newest_picture(phone: Phone) -> None:
    board(phone)
    goes_off(phone)
    for _again in range(2):
        phone.page.wait_for_function(SCRIPTED)
        phone.page.evaluate("(html) => kept.picture(html)", NEWER)
        phone.page.reload()
        expect(phone.page).to_have_title("Ben’s turn · Companion")
        assert phone.page.locator("#main h1").text_content() == "Ben’s turn $& $1"
        expect(phone.page.locator("dialog#sheet")).to_have_count(1)


@pytest.mark.long
def test_with_network_the_server_says_what_is_shown(phone: Phone) -> None:
    path = board(phone)
    phone.page.evaluate("(html) => kept.picture(html)", NEWER)
    assert "Ben’s turn $" in phone.page.evaluate(TEXT, path)
    phone.page.reload()
    shows_47(phone)
    until(phone, f"async (path) => !(await ({TEXT})(path)).includes('Ben’s turn $')", path)


@pytest.mark.long
def test_the_rules_lead_back_to_the_game_that_one_came_from(phone: Phone) -> None:
    path = board(phone)
    goes_off(phone)
    phone.goes(phone.link("Rules"))
    expect(phone.page.get_by_role("region", name="Right now")).to_have_count(0)
    phone.goes(phone.link("Back to the game"))
    assert phone.page.evaluate("location.pathname") == path
    shows_47(phone)


@pytest.mark.long
def test_a_sheet_shows_the_part_of_a_kept_page_that_belongs_in_it(phone: Phone) -> None:
    phone.starts(3, tile="Game of Bluff")
    keeps(phone)
    goes_off(phone)
    phone.tap(phone.link("Characters"))
    expect(phone.sheet.locator("#found section")).to_have_count(15)
    expect(phone.page.locator("#main")).to_have_count(1)


def test_a_page_that_is_not_here_says_so_and_what_is(phone: Phone) -> None:
    board(phone)
    goes_off(phone)
    phone.visits("/t/another/")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(NOT_HERE)
    phone.goes(phone.link("Rules"))
    phone.goes(phone.link("Game of Bluff"))
    phone.visits("/join")
    phone.goes(phone.link("To the games"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("At the table")
    phone.visits("/continue")
    phone.context.set_offline(False)
    phone.goes(phone.link("Try again"))
    shows_47(phone)


def test_a_portal_is_neither_shown_nor_kept(phone: Phone) -> None:
    path = board(phone)
    phone.forgives("text/event-stream")
    phone.context.route("**/*", lambda route: route.fulfill(content_type="text/html", body=PORTAL))
    phone.page.reload()
    shows_47(phone)
    phone.visits("/t/another/")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(NOT_HERE)
    for page in (path, "/t/another/"):
        assert "Hotel" not in phone.page.evaluate(TEXT, page)


def answering(status: int) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, body="later")


@pytest.mark.long
def test_a_server_that_is_busy_is_not_waited_for(phone: Phone) -> None:
    board(phone)
    for status in (429, 502, 503, 504):
        phone.forgives(f"a status of {status}")
        phone.context.route("**/t/**", answering(status))
        phone.page.reload()
        shows_47(phone)


@pytest.mark.long
def test_a_network_that_stalls_is_not_waited_for_either(phone: Phone) -> None:
    path = board(phone)
    held: list[Route] = []
    phone.context.route(f"**{path}", lambda route: held.append(route))
    phone.page.reload(wait_until="commit")
    shows_47(phone)
    assert held
    for each in held:
        each.abort()
    phone.forgives(*GONE)


def test_what_is_gone_is_kept_no_longer(phone: Phone) -> None:
    path = board(phone)
    phone.forgives("a status of 404", *GONE)
    phone.context.clear_cookies(name=phone.cookie_name("phone"))
    phone.visits(path)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Page not found")
    until(phone, f"async (path) => !(await ({TEXT})(path))", path)


@pytest.mark.long
def test_of_the_pages_the_sixty_newest_are_kept(phone: Phone) -> None:
    shelf(phone)
    phone.page.evaluate(FILL, ["pages", [f"/t/filler/{number}/" for number in range(60)]])
    path = board(phone)
    until(phone, "async () => (await (await caches.open('pages')).keys()).length === 60")
    assert phone.page.evaluate(TEXT, "/t/filler/0/") == ""
    assert phone.page.evaluate(TEXT, "/t/filler/59/") == "kept"
    assert phone.page.evaluate(TEXT, path)


@pytest.mark.long
def test_an_older_page_still_finds_its_scripts(phone: Phone) -> None:
    shelf(phone)
    older = "/scripts/kept-000000000000.js"
    phone.page.evaluate(FILL, ["files", [older]])
    phone.page.reload()
    assert phone.page.evaluate("async (file) => (await fetch(file)).text()", older) == "kept"


@pytest.mark.long
def test_deleting_a_table_empties_what_was_kept_of_it(phone: Phone) -> None:
    path = board(phone)
    table = f"{path.rsplit('/', 2)[0]}/"
    phone.visits(f"{table}delete")
    phone.tap(phone.page.get_by_role("checkbox"))
    phone.forgives("404")  # it asks whether the table is still there
    phone.goes(phone.button("Delete the table"))
    until(phone, HAS_NONE_OF, table)


@pytest.mark.long
def test_leaving_a_table_empties_what_was_kept_of_it(
    phone: Phone, phones: Phones, server: Server
) -> None:
    phone.joins(card(47, "up-1"))
    guest = phones()
    lets_in(server, phone, guest)
    guest.visits(phone.game)
    path = guest.page.evaluate("location.pathname")
    keeps(guest, path)
    table = f"{path.rsplit('/', 2)[0]}/"
    guest.visits(f"{table}phones/")
    guest.tap(guest.page.locator("details.member"))
    guest.forgives("404")  # it asks whether the table is still there
    guest.goes(guest.button("Leave this table"))
    until(guest, HAS_NONE_OF, table)


@pytest.mark.parametrize(
    "file",
    [
        "record.json",
        pytest.param("record.csv", marks=pytest.mark.long),
        pytest.param("result.txt", marks=pytest.mark.long),
    ],
)
def test_what_is_taken_along_comes_from_the_server_alone(phone: Phone, file: str) -> None:
    path = board(phone)
    goes_off(phone)
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        phone.visits(f"{path}{file}")


@pytest.mark.long
def test_it_can_be_installed(
    playwright: Playwright, chromium: Mapping[str, Any], server: Server, tmp_path: Path
) -> None:
    context = playwright.chromium.launch_persistent_context(
        tmp_path, base_url=server.url, viewport=PORTRAIT, **chromium
    )
    page = context.pages[0]
    page.goto("/")
    asked = context.new_cdp_session(page)
    told = asked.send("Page.getAppManifest")
    assert (told["errors"], "Companion" in told["data"]) == ([], True)
    assert asked.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    context.close()


def test_without_https_nothing_is_kept_and_the_shelf_says_why(
    playwright: Playwright, chromium: Mapping[str, Any], server: Server
) -> None:
    named = [*chromium["args"], "--host-resolver-rules=MAP companion.test 127.0.0.1"]
    browser = playwright.chromium.launch(**{**chromium, "args": named})
    address = f"http://companion.test:{server.port}"
    phone = Phone(browser.new_context(base_url=address, viewport=PORTRAIT, has_touch=True))
    phone.forgives("Cross-Origin-Opener-Policy")  # it asks for https too
    phone.visits("/")
    said = phone.page.locator("[data-insecure]")
    expect(said).to_contain_text("Companion only works online here.")
    assert phone.page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    phone.starts(2, ["Ann", "Ben"])
    phone.plays(2, "up-1")
    phone.plays(99, "down-1")
    phone.ends_turn()
    heading = phone.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Ben’s turn", use_inner_text=True)
    phone.visits("/")
    phone.goes(said.get_by_role("link"))
    expect(heading).to_have_text("Using it offline")
    assert phone.complaints == []
    browser.close()


@pytest.mark.long
def test_with_https_the_shelf_says_nothing_of_it(phone: Phone) -> None:
    shelf(phone)
    expect(phone.page.locator("[data-insecure]")).to_be_hidden()
