"""Several phones at one table: how they come, what each may tap, and how they go."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import bluff_places, brain_places, measures
from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.shortcuts import card

pytestmark = pytest.mark.usefixtures("pooled_phones")

ENTERS = """() => [...document.querySelectorAll("#main form.entry, #main a[data-sheet]")]
  .filter((each) => !each.matches("[href^='/rules/']"))
  .flatMap((each) => each.matches("a") ? [each] : [...each.querySelectorAll("button, input")])
  .filter((each) => {
    if (!each.checkVisibility() || each.type === "hidden") return false;
    each.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = each.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit && (each.contains(hit) || hit.contains(each) && hit.closest("form.entry"));
  }).map((each) => each.innerText || each.getAttribute("aria-label") || each.outerHTML)"""
LOOKED_UP = ("Cards", "Set-up", "attempt")
"""What opens a sheet in which nothing is entered, besides those of the rules."""

BOARDS: dict[str, Callable[[Phone], None]] = {
    "The Game": lambda phone: phone.joins(card(47, "up-1"), card(80, "down-1"), aids="y"),
    "Extreme": lambda phone: phone.joins(card(47, "up-1"), card(80, "down-1"), extreme="y"),
    "One Brain, not begun": lambda phone: brain_places.sits(phone),
    "One Brain": lambda phone: brain_places.sits(phone, brain_places.lay("donate", to=1)),
    "Bluff, few": lambda phone: bluff_places.sits(phone, bluff_places.scored(1, 2, 3, 4, 5)),
    "Bluff, many": lambda phone: bluff_places.sits(phone, names=bluff_places.EIGHT),
}


def invites(host: Phone, onlookers: bool = False) -> tuple[str, str]:
    """The link and the code on the page of phones, as they are read and heard."""
    back = host.page.url
    host.visits(re.sub(r"[^/]+/$", "phones/", host.game))
    if onlookers:
        host.tap(host.page.get_by_text("Watch only"))
    shown = host.page.locator(".invitation").nth(1 if onlookers else 0)
    link = shown.locator("[data-share]").get_attribute("href")
    code = shown.locator(".spoken b").inner_text()
    host.visits(back)
    assert link
    return link, code


def looks_on(host: Phone, phone: Phone) -> None:
    """That phone is at the table of this one, to look on, and shows its board."""
    phone.visits(invites(host, onlookers=True)[0])
    phone.goes(phone.button("Watch"))


@pytest.mark.long
def test_four_phones_at_one_table(phone: Phone, phones: Phones) -> None:
    phone.joins(card(47, "up-1"))
    link, code = invites(phone)
    by_link, by_code, onlooker = phones(), phones(), phones(java_script_enabled=False)
    phone.visits(re.sub(r"[^/]+/$", "phones/", phone.game))
    here = phone.page.locator("#here")
    expect(here.locator("h2")).to_have_text("1 phone at this table")
    by_link.visits(link)
    by_link.goes(by_link.button("Ben"))
    expect(here.locator("h2")).to_have_text("2 phones at this table")
    expect(here.locator(".member")).to_contain_text(["this phone, host", "Ben"])
    phone.visits(by_link.game)
    assert by_link.page.url == phone.page.url
    by_code.visits("/")
    by_code.goes(by_code.link("Join a table"))
    by_code.page.get_by_label("Table code").fill(code.lower().replace(" ", "-"))
    by_code.goes(by_code.button("Find the table"))
    by_code.tap(by_code.page.get_by_text("Somebody else"))
    by_code.page.get_by_label("Name of this phone").fill("Oma’s tablet")
    by_code.goes(by_code.button("Join"))
    looks_on(phone, onlooker)
    by_link.plays(48, "up-1")
    by_code.visits(phone.game)
    by_code.ends_turn()
    assert len(phone.entries) == 3
    for each in (phone, by_link, by_code, onlooker):
        each.visits(phone.game)
        expect(each.face("up-1")).to_contain_text("48")
    expect(by_link.page.get_by_role("heading", level=1)).to_contain_text("You")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Ben")
    phone.visits(re.sub(r"[^/]+/$", "phones/", phone.game))
    expect(phone.page.locator(".members")).to_contain_text("Oma’s tablet")
    expect(phone.page.get_by_role("heading", name="4 phones at this table")).to_be_visible()


@pytest.mark.long
def test_nothing_on_an_onlooker_s_board_enters(phone: Phone, phones: Phones) -> None:
    onlooker = phones()
    for board, begins in BOARDS.items():
        onlooker.visits("/rules/")
        onlooker.context.clear_cookies()  # it is at no table
        begins(phone)
        assert phone.page.evaluate(ENTERS)
        looks_on(phone, onlooker)
        assert onlooker.page.url == phone.page.url
        expect(onlooker.page.get_by_text("You’re watching.")).to_be_visible()
        for width in (320, 390):
            measures.is_sized(onlooker.page, width, 664)
            tapped = [
                said
                for said in onlooker.page.evaluate(ENTERS)
                if not said.strip().startswith(LOOKED_UP)
            ]
            assert tapped == [], (board, width)
            assert measures.sideways(onlooker.page) == [], (board, width)
