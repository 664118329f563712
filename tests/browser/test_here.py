"""Tables that live on the phone: played without network, there again, and never lost."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.local_app import STARTS
from tests.browser.own_tables import OwnTables
from tests.browser.phone import KEPT
from tests.browser.restarts import Restarts

pytestmark = pytest.mark.long

# Something else stands in one place of what this phone keeps of the app.
PLANTS = """async ([file, old, anew]) => {
  for (const name of (await caches.keys()).filter((each) => each.startsWith("local "))) {
    const cache = await caches.open(name), address = name.slice(6) + file,
      kept = await cache.match(address), text = await kept.text();
    if (!text.includes(old)) throw new Error("There is no such place.");
    await cache.put(address, new Response(text.replace(old, anew), { headers: kept.headers }));
  }
}"""
CLAIM, PLACE, FLUSH = "await asOwner(", "place = where;", "await flush({ enters });"
# What the app keeps says that the browser has no room, as long as there is a cache of this name.
FULL = f'if (await caches.has("full")) throw new DOMException("", "QuotaExceededError"); {CLAIM}'
# Each start of the tables fails, as long as there is a cache of this name.
BROKEN = f'{PLACE} if (await caches.has("broken")) throw new Error("broken");'
# Answers go before what they tell of is on the disk, as long as there is a cache of this name.
EARLY = f"""if (await caches.has("early")) {{
  postMessage({{ number, answer: answered }});
  setTimeout(flush, 1e8, {{ enters }}); // later than any test waits
  return;
}}
{FLUSH}"""

REFUSES = "StorageManager.prototype.persist = async () => false;"
DELETES = {
    REFUSES: "The browser may delete these tables one day.",
    "Object.defineProperty(navigator, 'standalone', { value: false });": (
        "This browser deletes these tables after seven days without a visit."
    ),
}
WAY_OUT = "Add Companion to the home screen and play there, or save them as files."


def away(held: Restarts, path: str = "/here/") -> OwnTables:
    """The phone has no network, and shows its own tables."""
    phone = OwnTables(held.phone)
    phone.forgives("net::ERR_")
    phone.context.set_offline(True)
    phone.opens_tables(path)
    return phone


def test_a_second_tab_goes_through_the_first_until_that_is_silent_or_closed(held: Restarts) -> None:
    first = away(held)
    first.starts_here("The Game", 2)
    first.plays(2, "up-1")
    session = first.context.new_cdp_session(first.tab)
    held.phone.opens()
    second = OwnTables(held.phone)
    second.opens_tables(first.tab.url)
    second.plays(3, "up-1")
    session.send("Page.setWebLifecycleState", {"state": "frozen"})  # as phones do in the background
    second.tab.reload()
    second.shows_tables()
    second.plays(4, "up-1")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    first.page.goto(first.page.url)
    first.plays(5, "up-1")
    first.tab.close()
    second.page.goto(second.page.url)
    second.plays(6, "up-1")
    expect(second.waits).to_have_count(0)  # nobody answered it before the first had gone
    assert [entry[1] for entry in second.entries] == [2, 3, 4, 5, 6]


def test_a_game_is_there_again_and_a_deleted_table_is_gone(held: Restarts) -> None:
    phone = OwnTables(held.phone)
    phone.forgives("net::ERR_")
    phone.visits("/")
    phone.page.locator("section[data-to-here]").wait_for()
    phone.context.set_offline(True)
    phone.tap(phone.link("Play without a server"))
    phone.shows_tables()
    phone.starts_here("The Game", 2)
    phone.plays(2, "up-1")
    record, game = phone.record(), phone.game
    phone.tab.wait_for_function("() => JSON.parse(localStorage.here).tables.length")
    held.ends()
    held.start()
    phone = away(held, game)
    assert phone.record() == record
    table = game.rsplit("/", 2)[0] + "/"
    phone.page.goto(table)
    link = phone.page.get_by_role("link", name="Export")
    with phone.tab.expect_download() as coming:
        phone.tap(link)
    assert coming.value.suggested_filename.endswith(".json")
    [written] = json.loads(coming.value.path().read_text())["games"]
    assert [entry["card"] for entry in written["entries"]] == [2]
    phone.forgives("404")
    link.evaluate("(link) => { link.pathname += '.gone'; }")
    phone.tap(link)
    expect(phone.tab.locator("#notice")).to_contain_text("The file could not be made. Try again.")
    rows = phone.tab.locator("section[data-to-here] li")
    phone.tab.goto("/")
    expect(rows).not_to_have_count(0)
    phone.opens_tables(f"{table}phones/")
    phone.goes(phone.link("Delete the table"))
    phone.tap(phone.page.get_by_role("checkbox"))
    phone.goes(phone.button("Delete the table"))
    phone.tab.goto("/")
    phone.tab.locator("section[data-to-here]").wait_for()
    expect(rows).to_have_count(0)


def test_tables_that_do_not_open_or_have_no_room_say_so_and_go_on(held: Restarts) -> None:
    for plant in (("disk.mjs", CLAIM, FULL), ("tables.mjs", PLACE, BROKEN)):
        held.phone.page.evaluate(PLANTS, plant)
    phone = away(held)
    phone.forgives("503", "507", "broken")
    phone.starts_here("The Game", 2)
    phone.plays(2, "up-1")

    phone.tab.evaluate("() => caches.open('full')")
    chip = phone.chip(3, "up-1")
    phone.takes_a_moment(chip)
    phone.tap(chip)
    expect(phone.tab.locator("#notice")).to_contain_text("There is no space left on this phone")
    assert [entry[1] for entry in phone.entries] == [2]
    phone.tab.evaluate("() => caches.delete('full')")
    phone.tab.evaluate("() => caches.open('broken')")
    phone.tab.reload()
    failed = phone.tab.locator('body[data-state="failed"]')
    expect(failed).to_contain_text("The tables on this phone do not open.", timeout=STARTS)
    phone.tab.evaluate("() => caches.delete('broken')")
    phone.tab.get_by_role("button", name="Try again").click()
    phone.shows_tables()
    expect(phone.face("up-1").locator("b")).to_have_text("3", timeout=30_000)
    phone.has(f"async () => (await ({KEPT})()).every(({{ said }}) => said)")


@pytest.mark.parametrize("build", ["as it is", "early"])
def test_what_was_acknowledged_is_there_after_the_browser_was_killed(
    held: Restarts, build: str
) -> None:
    """A build that answers before it writes loses it."""
    held.phone.page.evaluate(PLANTS, ["tables.mjs", FLUSH, EARLY])
    phone = away(held)
    phone.starts_here("The Game", 2)
    phone.plays(2, "up-1")
    game = phone.game
    phone.tab.evaluate("(build) => caches.open(build)", build)
    phone.plays(3, "up-1")
    phone.has(f"async () => !(await ({KEPT})()).length")  # it was acknowledged
    held.kill()
    held.start()
    assert [entry[1] for entry in away(held, game).entries] == ([2] if build == "early" else [2, 3])


def test_where_tables_may_be_deleted_it_is_said_with_the_way_out(held: Restarts) -> None:
    phone = OwnTables(held.phone)
    for script, sentence in DELETES.items():
        phone.context.add_init_script(script)
        phone.opens_tables()
        notice = phone.tab.locator("#notice")
        expect(notice.locator("span")).to_have_text(f"{sentence} {WAY_OUT}")
        notice.get_by_role("button", name="Close").click()
        expect(notice).to_be_hidden()
        assert phone.tab.evaluate("localStorage.herePersists") == "no"
        phone.tab.evaluate("delete localStorage.herePersists")
