"""Tables on the phone that open with what they showed last, and take what is tapped on it."""

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.own_tables import OwnTables
from tests.browser.phone import IS_WHOLE, KEPT, goes_to
from tests.browser.restarts import Restarts
from tests.browser.test_here import PLACE, PLANTS, away
from tests.browser.test_shifts import watches

pytestmark = pytest.mark.long

# The tables do not start as long as there is a cache of this name.
HELD = f"""{PLACE}
  while (await caches.has("held")) await new Promise((done) => setTimeout(done, 50));"""
HOLD, RELEASE = "() => caches.open('held')", "() => caches.delete('held')"
# What is kept of a page is there by now, and says this.
SAYS = """async ([way, words]) =>
  (await (await (await caches.open("pages")).match(way))?.text())?.includes(words)"""
READ = "async (way) => (await (await caches.open('pages')).match(way)).text()"
PUT_BACK = """async ([way, text]) => {
  const pages = await caches.open("pages"), { headers } = await pages.match(way);
  await pages.put(way, new Response(text, { headers }));
}"""
TILES = {"the-game": 2, "the-game-extreme": 3, "one-brain": 4, "game-of-bluff": 6}


@pytest.fixture
def own(held: Restarts) -> OwnTables:
    """A phone without network, at a game of its own in which 2 lies; its app waits when told."""
    held.phone.page.evaluate(PLANTS, ["tables.mjs", PLACE, HELD])
    phone = away(held)
    phone.starts_here("The Game", 2)
    phone.plays(2, "up-1")
    return phone


def reopens(held: Restarts, path: str) -> OwnTables:
    """The same phone in another browser, with what it showed last."""
    phone = starts_anew(held, "ends")
    phone.opens_as_it_was(path)
    return phone


def starts_anew(held: Restarts, how: str) -> OwnTables:
    getattr(held, how)()
    held.start()
    phone = OwnTables(held.phone)
    phone.forgives("net::ERR_")
    phone.context.set_offline(True)
    return phone


def is_released(phone: OwnTables) -> None:
    phone.tab.evaluate(RELEASE)
    phone.shows_tables()


def test_a_card_tapped_before_the_start_is_there_once(own: OwnTables, held: Restarts) -> None:
    game, phone = own.game, own
    for way, words in (("/here/", "97 "), (f"{game}log/", "log/1")):
        phone.has(SAYS, [way, words])
    phone.tab.evaluate(HOLD)
    phone = reopens(held, "/here/")
    phone.goes(phone.page.locator("a.continue"))
    expect(phone.face("up-1").locator("b")).to_have_text("2")
    phone.goes(phone.link("Log"))
    expect(phone.page.locator(".log li")).to_have_count(1)
    phone.page.evaluate("() => history.back()")
    phone.page.locator("#board").wait_for()
    phone.page.wait_for_function(IS_WHOLE)
    phone.tap(phone.chip(3, "up-1"))
    phone.has(f"async () => (await ({KEPT})()).length === 1")
    phone = starts_anew(held, "kill")
    goes_to(phone.tab, game)
    is_released(phone)
    expect(phone.face("up-1").locator("b")).to_have_text("3")
    phone.has(f"async () => !(await ({KEPT})()).length")
    assert [entry[1] for entry in phone.entries] == [2, 3]


def test_an_older_page_gives_way_and_a_tap_on_it_counts(own: OwnTables, held: Restarts) -> None:
    game, phone = own.game, own
    phone.has(SAYS, ["/here/", "97 "])
    shelf, older = (phone.tab.evaluate(READ, way) for way in ("/here/", game))
    phone.keys_in(47, "up-1")
    phone.has(SAYS, ["/here/", "96 "])
    phone.tab.evaluate(PUT_BACK, [game, older])
    phone.tab.evaluate(PUT_BACK, ["/here/", shelf])
    phone.tab.evaluate(HOLD)
    phone = reopens(held, game)
    expect(phone.face("up-1").locator("b")).to_have_text("2")
    watches(phone.page)
    phone.tap(phone.chip(98, "down-1"))
    is_released(phone)
    expect(phone.face("up-1").locator("b")).to_have_text("47")
    expect(phone.face("down-1").locator("b")).to_have_text("98")
    moved = [each for each in watches(phone.page) if not each.startswith("button.chip ")]
    assert moved == []  # the tapped pile offers other cards
    assert [entry[1] for entry in phone.entries] == [2, 47, 98]


def test_nothing_moves_where_the_app_has_made_the_page_anew(own: OwnTables) -> None:
    phone = own
    for number, (tile, players) in enumerate(TILES.items()):
        phone.page.goto(f"{phone.page.url.split('/here/')[0]}/here/new/{tile}")
        phone.tap(phone.page.locator(f'.how-many label:has([value="{players}"])'))
        phone.goes(phone.button("Start"))
        for size in ((320, 568), (390, 844), (844, 390))[number % 3 :][:2]:
            phone.tab.evaluate(HOLD)
            measures.is_sized(phone.tab, *size)
            phone.opens_as_it_was(phone.game)
            watches(phone.page)
            is_released(phone)
            assert watches(phone.page) == [], f"{tile}, {size}"
