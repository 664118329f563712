"""A phone that keeps the local app counts by itself, and comes to what the server comes to."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask_babel import force_locale
from playwright.sync_api import Route, expect

from companion import create_app
from companion.web import Reader, boards
from companion.web.playing import Playing
from tests.browser import bluff_places, brain_places
from tests.browser.bluff_places import FIVE, holds_rik, white
from tests.browser.brain_places import adds, covers, draws
from tests.browser.conftest import Phones
from tests.browser.guests import table_of, whole_log
from tests.browser.local_app import KEEPS, SNAPSHOT, STARTS, goes_away, keeps_app
from tests.browser.phone import BOTH, Phone
from tests.browser.plans import beaten, in_turns
from tests.browser.shortcuts import card
from tests.support.live_server import Server

Does = Callable[[Phone], object]

# What a board says, without what is particular to a phone and to the moment.
SAYS = """(html) => {
  const page = html ? new DOMParser().parseFromString(html, "text/html") : document;
  const board = page.getElementById("board").cloneNode(true);
  const own = "template, .bar, .hears, .waits, title, [data-lacking], [data-said]";
  board.querySelectorAll(own).forEach((each) => each.remove());
  return board.textContent.replace(/\\s+/g, " ");
}"""

# That of another browser is kept.
OTHER = """async () => {
  const name = (await caches.keys()).find((each) => each.startsWith("local "));
  const cache = await caches.open(name);
  await cache.put(`${name.slice("local ".length)}snapshot?another`, new Response("a snapshot"));
}"""
# Half of it is lost.
DAMAGE = """async () => {
  for (const name of (await caches.keys()).filter((each) => each.startsWith("local "))) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (!url.includes("/snapshot?")) continue;
      const whole = await (await cache.match(url)).blob();
      await cache.put(url, new Response(whole.slice(0, whole.size / 2)));
    }
  }
}"""


@pytest.fixture
def workers() -> str:
    return "allow"


@pytest.fixture
def counting(counting_phones: Phones) -> Phone:
    """A phone that keeps the local app, which has started on it before."""
    return counting_phones()


@pytest.fixture
def keeping(phone: Phone, offered: None) -> Phone:
    """A phone that has just fetched the local app, which has never started on it."""
    return keeps_app(phone)


@pytest.fixture(scope="module")
def replaying(server: Server) -> Flask:
    """The app on the data of the server."""
    return create_app({"INSTANCE": str(server.instance)})


def says_server(app: Flask, server: Server, phone: Phone, place: int) -> str:
    """The board of the game on this screen, as the server draws it of so many entries."""
    with table_of(server, phone) as (store, me, table):
        stored = store.games.find(me, table, phone.game.split("/")[5])
    assert stored
    shorter = replace(stored, log=stored.log[:place])
    with app.test_request_context("/"), force_locale("en"):
        return boards.render_board(Playing(shorter), Reader("en", ""), fresh=None)


WON, LAST = in_turns(beaten(), [*BOTH]), 12
"""A game of The Game that is won, and how many of its entries are tapped."""


def plays_the_game(phone: Phone) -> Iterator[None]:
    for entry in WON[-LAST:]:
        yield phone.does(entry)


def plays_extreme(phone: Phone) -> Iterator[None]:
    yield phone.plays(48, "up-1")
    yield phone.keys_in(60, "up-2", "draw-one")
    yield phone.ends_turn()
    yield phone.keys_in(90, "down-1", "stop")
    yield phone.plays(50, "up-1")
    yield phone.cannot_play()


def plays_brain(phone: Phone) -> Iterator[None]:
    yield draws(phone)
    yield covers(1)(phone)
    yield phone.enters(phone.dock_button("End turn"))
    yield adds("hand")(phone)
    yield draws(phone)
    yield adds("hand")(phone)


def closes_round(phone: Phone, *cards: int) -> None:
    for name, number in list(zip(FIVE, cards, strict=True))[:-1]:
        white(phone, name, number)
    phone.enters(phone.dock_button("Close round"))


def plays_bluff(phone: Phone) -> Iterator[None]:
    yield closes_round(phone, 3, 4, 5, 1, 2)
    holds_rik(phone, "Ann")
    yield closes_round(phone, 5, 1, 2, 3, 4)
    yield closes_round(phone, 4, 5, 1, 2, 3)
    yield closes_round(phone, 2, 5, 1, 3, 4)
    yield closes_round(phone, 3, 4, 5, 1, 2)


GAMES: dict[str, tuple[Does, Callable[[Phone], Iterator[None]]]] = {
    "The Game": (lambda phone: phone.joins(*WON[:-LAST]), plays_the_game),
    "Extreme": (
        lambda phone: phone.joins(card(47, "up-1", "none"), extreme="y"),
        plays_extreme,
    ),
    "One Brain": (lambda phone: brain_places.sits(phone, brain_places.extra()), plays_brain),
    "Bluff": (lambda phone: bluff_places.sits(phone), plays_bluff),
}


@pytest.mark.parametrize(
    "game",
    [pytest.param(each, marks=pytest.mark.long if at else ()) for at, each in enumerate(GAMES)],
)
def test_each_board_to_the_end_is_what_the_server_comes_to(
    game: str, counting: Phone, server: Server, replaying: Flask
) -> None:
    phone = counting
    begins, plays = GAMES[game]
    begins(phone)
    goes_away(phone)
    shown = []
    for _ in plays(phone):
        shown.append(phone.page.evaluate(SAYS, ""))
    phone.comes_back()
    expect(phone.page.locator(".result")).to_be_visible()
    log = whole_log(server, phone)
    first = len(log) - len(shown)
    assert first >= 0
    for place, said in enumerate(shown, first + 1):
        drawn = says_server(replaying, server, phone, place)
        assert said == phone.page.evaluate(SAYS, drawn), log[place - 1]


@pytest.mark.long
def test_undo_and_a_question_without_network(counting: Phone, server: Server) -> None:
    phone = counting
    phone.joins(card(2, "up-1"), card(99, "down-1"))
    goes_away(phone)
    phone.plays(3, "up-1")
    top, laid = phone.face("up-1").locator("b"), phone.page.locator(".laid")
    for number, said in (("2", "2 of 2"), ("2", "1 of 2")):
        phone.takes_a_moment(phone.button("Undo"))
        phone.tap(phone.button("Undo"))
        expect(top).to_have_text(number)
        expect(laid).to_have_text(said)
    phone.tap(phone.dock_button("End turn"))
    expect(phone.page.locator("#asked")).to_contain_text("Ann still has to lay 1 card.")
    phone.tap(phone.page.get_by_role("link", name="My mistake"))
    expect(phone.page.locator("#asked")).to_have_count(0)
    expect(phone.net).to_have_text("Offline: 1 waiting")
    phone.tap(phone.dock_button("End turn"))
    phone.tap(phone.button("End the turn"))
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ben")
    phone.comes_back()
    log = whole_log(server, phone)
    assert [written.kind for written in log] == [*["card-played"] * 2, "taken-back", "turn-ended"]
    assert log[-1].facts["confirmed"] is True


@pytest.mark.long
def test_a_board_that_is_opened_again_counts_what_waits(counting: Phone) -> None:
    phone = counting
    phone.joins(card(2, "up-1"))
    phone.page.reload()  # by now the worker keeps it
    goes_away(phone)
    phone.plays(3, "up-1")
    phone.page.reload()
    expect(phone.page.locator(".laid")).to_have_text("2 of 2", timeout=STARTS)
    expect(phone.waits).to_have_count(0)
    expect(phone.net).to_have_text("Offline: 1 waiting")


def says_log(phone: Phone, *lines: str) -> None:
    """The log is on the screen with these lines, the newest first; "!" marks what is not sent."""
    waits = sum(line.startswith("!") for line in lines)
    rows = phone.page.locator(".log li:visible")
    expect(rows.filter(has_text="not sent yet")).to_have_count(waits)
    expect(rows).to_contain_text([line.replace("!", "") for line in lines])


def opens(phone: Phone, name: str) -> None:
    link = phone.page.get_by_role("link", name=name).locator("visible=true")
    phone.takes_a_moment(link)
    phone.tap(link)


def types(phone: Phone, number: int) -> None:
    """The digits of a card on the pad of a line."""
    for digit in f"{number:02}":
        phone.tap(phone.page.locator("main.line").get_by_role("button", name=digit, exact=True))


@pytest.mark.long
def test_any_line_of_the_log_can_be_changed_without_network(
    counting: Phone, server: Server
) -> None:
    phone = counting
    phone.joins(card(2, "up-1"), card(99, "down-1"))
    goes_away(phone)
    phone.plays(13, "up-1")
    phone.plays(14, "up-1")
    opens(phone, "Log")
    says_log(phone, "!Ann: 14 on ▲ 1", "!Ann: 13 on ▲ 1", "Ann: 99 on ▼ 1", "Ann: 2 on ▲ 1")
    opens(phone, "Ann: 2 on")  # the server has it
    opens(phone, "The rule")
    expect(phone.sheet.get_by_role("heading")).to_have_text(["The Game", "Which card fits"])
    phone.tap(phone.sheet.locator(".bar a"))
    types(phone, 5)
    says_log(phone, "!Ann: 14 on ▲ 1", "!Ann: 13 on ▲ 1", "Ann: 99 on ▼ 1", "!Ann: 5 on ▲ 1")
    opens(phone, "Ann: 14 on")  # it waits
    types(phone, 18)
    said = "!Ann: 13 on ▲ 1", "Ann: 99 on ▼ 1", "!Ann: 5 on ▲ 1"
    says_log(phone, "!Ann: 18 on ▲ 1", *said)
    opens(phone, "Ann: 18 on")
    opens(phone, "A card")
    phone.page.get_by_role("heading", name="A forgotten card").wait_for()
    phone.tap(phone.page.locator("main.line [value=up-2]"))
    types(phone, 40)
    says_log(phone, "!Ann: 18 on ▲ 1", "!Ann: 40 on ▲ 2", *said)
    opens(phone, "Ann: 13 on")
    phone.tap(phone.button("Undo this entry"))  # it was never sent
    said = "!Ann: 18 on ▲ 1", "!Ann: 40 on ▲ 2", "!Ann: 99 on ▼ 1", "!Ann: 5 on ▲ 1"
    opens(phone, "Ann: 99 on")
    phone.tap(phone.button("Undo this entry"))
    says_log(phone, *said)
    expect(phone.page.locator(".log .gone b")).to_have_text("Ann: 99 on ▼ 1")
    opens(phone, "Ann: 99 on")
    phone.page.go_back()
    says_log(phone, *said)
    phone.comes_back()
    says_log(phone, *(line.strip("!") for line in said))
    opens(phone, "Back")
    expect(phone.page.locator(".laid")).to_have_text("3 laid")
    facts = [{**written.facts} for written in whole_log(server, phone)[2:]]
    assert facts == [
        card(40, "up-2"),
        card(18, "up-1"),
        {"kind": "changed", "target": 1, "facts": card(5, "up-1")},
        {"kind": "taken-back", "target": 2},
    ]


@pytest.mark.long
def test_a_slow_server_is_not_waited_for(counting: Phone, server: Server) -> None:
    phone = counting
    phone.joins(card(2, "up-1"))
    phone.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    held: list[Route] = []
    phone.page.route("**/entries", lambda route: held.append(route), times=1)
    phone.tap(phone.chip(3, "up-1"))
    laid = phone.page.locator(".laid")
    expect(laid).to_have_text("2 of 2")
    assert len(whole_log(server, phone)) == 1
    phone.takes_a_moment(phone.chip(4, "up-1"))
    phone.tap(phone.chip(4, "up-1"))
    expect(laid).to_have_text("3 laid")
    held[0].continue_()
    phone.is_reached()
    expect(laid).to_have_text("3 laid")
    assert [written.facts.get("card") for written in whole_log(server, phone)] == [2, 3, 4]


def starts(phone: Phone, how: str) -> None:
    """The local app starts on this page, by a snapshot or without."""
    phone.page.locator(f"html[data-counts='{how}']").wait_for(state="attached", timeout=STARTS)


@pytest.mark.long
def test_the_second_start_is_from_a_snapshot(keeping: Phone) -> None:
    phone = keeping
    phone.joins(card(2, "up-1"))
    starts(phone, "")
    phone.has(KEEPS, timeout=STARTS)
    phone.page.reload()
    starts(phone, "restored")
    phone.goes_away()
    phone.plays(3, "up-1")
    expect(phone.page.locator(".laid")).to_have_text("2 of 2")
    phone.comes_back()
    phone.page.evaluate(DAMAGE)
    phone.page.reload()
    starts(phone, "")  # the same start goes on without it
    phone.has(KEEPS, timeout=STARTS)
    phone.page.reload()
    starts(phone, "restored")
    phone.visits("/on-this-phone")
    phone.tap(phone.page.get_by_role("button", name="Remove it from this phone"))
    phone.has(f"async () => !(await ({SNAPSHOT})())")


@pytest.mark.long
def test_a_full_phone_counts_without_a_snapshot(keeping: Phone) -> None:
    phone = keeping
    phone.page.evaluate(OTHER)
    used = phone.page.evaluate("async () => (await navigator.storage.estimate()).usage")
    session = phone.context.new_cdp_session(phone.page)
    origin = phone.page.evaluate("location.origin")
    quota = {"origin": origin, "quotaSize": used + 1_000_000}
    session.send("Storage.overrideQuotaForOrigin", quota)
    phone.joins(card(2, "up-1"))
    starts(phone, "")
    phone.has(f"async () => !(await ({SNAPSHOT})())")  # the other one has made room
    phone.goes_away()
    phone.plays(3, "up-1")
    expect(phone.page.locator(".laid")).to_have_text("2 of 2")
    phone.comes_back()
    assert phone.page.evaluate(SNAPSHOT) == 0


@pytest.mark.long
def test_where_the_app_does_not_start_entries_wait_beside_the_board(keeping: Phone) -> None:
    phone = keeping
    phone.forgives("zip", "worker.mjs", "Failed to")
    phone.page.evaluate("""async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const file of await cache.keys())
          if (file.url.endsWith("app.zip")) await cache.put(file, new Response("no archive"));
      }
    }""")
    phone.counts = False
    phone.joins(card(2, "up-1"))
    phone.has("() => Boolean(local.appFails)")
    phone.goes_away()
    phone.plays(3, "up-1")
    expect(phone.page.locator(".owed:visible")).to_have_text("Not counted yet: 1")
    phone.comes_back()
    expect(phone.page.locator(".laid")).to_have_text("2 of 2")
    phone.visits("/on-this-phone")
    expect(phone.page.locator("#local .state")).to_contain_text("this browser cannot start it")
