"""A phone that keeps the local app counts by itself, and comes to what the server comes to."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.guests import whole_log
from tests.browser.local_app import KEEPS, SNAPSHOT, STARTS, goes_away, keeps_app
from tests.browser.phone import Phone
from tests.browser.restarts import Restarts
from tests.browser.shortcuts import card
from tests.support.live_server import Server

WORKERS = "allow"
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
def counting(held: Restarts) -> Iterator[Phone]:
    yield held.phone
    assert held.phone.complaints == []


@pytest.fixture
def keeping(phone: Phone, offered: None) -> Phone:
    """A phone that has just fetched the local app, which has never started on it."""
    return keeps_app(phone)


def test_what_waits_is_counted_undone_and_asked_about(counting: Phone, server: Server) -> None:
    phone = counting
    phone.joins(card(2, "up-1"), card(99, "down-1"))
    phone.page.reload()  # by now the worker keeps it
    phone.page.locator("html[data-counts]").wait_for(state="attached", timeout=STARTS)
    top, laid = phone.face("up-1").locator("b"), phone.page.locator(".laid")
    held: list[Route] = []
    phone.page.route("**/entries", lambda route: held.append(route), times=1)
    phone.tap(phone.chip(3, "up-1"))
    expect(laid).to_have_text("3 laid")  # a slow server is not waited for
    held[0].continue_()
    phone.is_reached()
    phone.undoes()
    assert len(phone.entries) == 2
    phone.page.reload()
    goes_away(phone)
    phone.plays(3, "up-1")
    for said in ("2 of 2", "1 of 2"):
        phone.takes_a_moment(phone.button("Undo"))
        phone.tap(phone.button("Undo"))
        expect(laid).to_have_text(said)
        expect(top).to_have_text("2")
    phone.tap(phone.dock_button("End turn"))
    expect(phone.page.locator("#asked")).to_contain_text("Ann still has to lay 1 card.")
    phone.tap(phone.page.get_by_role("link", name="My mistake"))
    expect(phone.page.locator("#asked")).to_have_count(0)
    expect(phone.net).to_have_text("Offline: 1 waiting")
    phone.tap(phone.dock_button("End turn"))
    phone.takes_a_moment(phone.button("End it anyway"))
    phone.tap_at_once(phone.button("End it anyway"))
    heading = phone.page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Ben")
    phone.page.reload()
    expect(heading).to_contain_text("Ben", timeout=STARTS)
    expect(phone.waits).to_have_count(0)
    expect(phone.net).to_have_text("Offline: 2 waiting")
    phone.tap(phone.button("I can’t play"))
    expect(phone.page.locator(".result h1")).to_have_text("97 cards left")
    phone.takes_a_moment(phone.button("Keep playing"))
    phone.tap(phone.button("Keep playing"))
    expect(phone.net).to_have_text("Offline: 2 waiting")
    phone.comes_back()
    expect(phone.net).to_have_text("Live")
    log = whole_log(server, phone)
    kinds = [*["card-played"] * 3, "taken-back", "taken-back", "turn-ended"]
    assert [written.kind for written in log] == kinds
    assert log[-1].facts["confirmed"] is True


def opens(phone: Phone, name: str) -> None:
    link = phone.page.get_by_role("link", name=name).locator("visible=true")
    phone.takes_a_moment(link)
    phone.tap(link)


def types(phone: Phone, number: int) -> None:
    for digit in f"{number:02}":
        phone.tap(phone.page.locator("main.line").get_by_role("button", name=digit, exact=True))


@pytest.mark.long
def test_a_line_of_the_log_can_be_changed_without_network(counting: Phone, server: Server) -> None:
    phone, rows = counting, counting.page.locator(".log li:visible")
    phone.joins(card(2, "up-1"), card(99, "down-1"))
    goes_away(phone)
    phone.plays(14, "up-1")
    opens(phone, "Log")
    for line, number in (("Ann: 2 on", 5), ("Ann: 14 on", 18)):  # the server has it; it waits
        opens(phone, line)
        types(phone, number)
        expect(rows.filter(has_text=f"Ann: {number} on")).to_contain_text("not sent yet")
    opens(phone, "Ann: 99 on")
    phone.tap(phone.button("Undo this entry"))
    expect(phone.page.locator(".log .gone b")).to_have_text("Ann: 99 on ▼ C")
    phone.comes_back()
    expect(rows.filter(has_text="not sent yet")).to_have_count(0)
    facts = [{**written.facts} for written in whole_log(server, phone)[2:]]
    assert facts == [
        card(18, "up-1"),
        {"kind": "changed", "target": 1, "facts": card(5, "up-1")},
        {"kind": "taken-back", "target": 2},
    ]


def starts(phone: Phone, how: str) -> None:
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
    phone.tap(phone.page.get_by_role("button", name="Delete from phone"))
    phone.has(f"async () => !(await ({SNAPSHOT})())")


@pytest.mark.long
def test_a_full_phone_counts_anew_and_with_a_broken_app_entries_wait(keeping: Phone) -> None:
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

    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
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
    phone.has("() => Boolean(localStorage.appFails)")
    phone.goes_away()
    phone.plays(3, "up-1")
    expect(phone.page.locator(".owed:visible")).to_have_text("Not counted yet: 1")
    phone.comes_back()
    expect(phone.page.locator(".laid")).to_have_text("2 of 2")
    phone.visits("/on-this-phone")
    expect(phone.page.locator("#local .state")).to_contain_text("this browser cannot start it")
