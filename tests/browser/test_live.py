"""Several phones at one table: each shows what any of them entered, and loses nothing half done."""

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.conftest import Joins
from tests.browser.guests import is_told_nothing, watches
from tests.browser.phone import Phone
from tests.browser.shortcuts import start

OPEN_AND_CHOOSE = """([parts, choice]) => {
  const changes = new MutationObserver(() => {
    changes.disconnect();
    setTimeout(() => {
      for (const selector of [parts, choice]) {
        const about = { bubbles: true, cancelable: true, detail: 1 };
        document.querySelector(selector).dispatchEvent(new MouseEvent("click", about));
      }
    });
  });
  changes.observe(document.getElementById("board"), { attributeFilter: ["data-seen"] });
}"""
PLACES = """() => [...document.querySelectorAll("#board > *")].map((part) => {
  const { top, height } = part.getBoundingClientRect();
  return [Math.round(top), Math.round(height)];
})"""


def top(phone: Phone, pile: str, card: int) -> None:
    expect(phone.face(pile).locator("b")).to_have_text(str(card))


def heading(phone: Phone, says: str) -> None:
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(says, use_inner_text=True)


def test_what_one_phone_enters_the_others_show(phone: Phone, another: Joins) -> None:
    name = "<img src=x onerror=a()>"  # is only a name
    phone.joins(names=(name, "Ben"))
    watches(phone, phone.game)
    others = [another(phone) for _ in range(3)]
    phone.plays(3, "up-1")
    for each in others:
        top(each, "up-1", 3)
    others[0].plays(98, "down-1")
    for each in (phone, *others):
        top(each, "down-1", 98)
        expect(each.page.locator("#status")).to_have_text(f"{name} laid 98 on pile C.")
    others[1].ends_turn()
    for each in (phone, *others):
        heading(each, "Ben’s turn")
        assert each.page.title() == "The Game · Companion"
    phone.cannot_play()
    for each in others:
        heading(each, "96 cards left")
    phone.enters(phone.button("Keep playing"))
    top(others[0], "up-1", 3)


@pytest.mark.long
def test_what_is_half_entered_survives_a_newer_picture(phone: Phone, another: Joins) -> None:
    watches(phone, start(phone.context.request, ["Ann", "Ben"], {}, path="/new/one-brain"))
    other = another(phone)
    opened, choice = "form.play details.naming", "form.play label:has([name=card])"
    phone.page.evaluate(OPEN_AND_CHOOSE, [f"{opened} > summary", choice])
    named = phone.page.locator("form.play [data-named-card]").first
    said = [named.text_content()]
    for seen in (1, 2):
        other.enters(other.page.locator(".counts button").nth(seen % 2))
        expect(phone.board).to_have_attribute("data-seen", str(seen))
        expect(phone.page.locator(f"{choice} input").first).to_be_checked()
        said.append(named.text_content())
    assert said[0] != said[1] == said[2]

    four = ["Ann", "Ben", "Cas", "Dee"]
    watches(phone, start(phone.context.request, four, {}, path="/new/game-of-bluff"))
    other = another(phone)
    phone.page.locator('[data-seat="0"] .whites .white').nth(2).tap()
    other.tap(other.link("Emma"))
    other.enters(other.sheet.get_by_role("button", name="Ben"))
    expect(phone.board).to_have_attribute("data-seen", "1")
    expect(phone.page.locator('[name=cards-0][value="3"]')).to_be_checked()
    bens = phone.page.locator('[data-seat="1"] .whites .white')
    assert "gone" in str(bens.nth(2).get_attribute("class"))
    expect(phone.page.locator("[data-lacking]")).to_have_text("1 of 4")


@pytest.mark.long
def test_what_was_entered_already_is_told_where_nothing_moves(phone: Phone, another: Joins) -> None:
    measures.is_sized(phone.page, 320, 700)
    phone.joins(names=["Ann", "Ben", "Cas"])
    other = another(phone)
    is_told_nothing(phone)
    other.plays(3, "up-1")
    phone.plays(3, "up-1")
    said = "Already entered by another phone."
    expect(phone.page.locator(".told")).to_have_text(said)
    expect(phone.page.locator("#status")).to_contain_text(said)
    told = phone.page.evaluate(PLACES)
    phone.page.reload()
    expect(phone.page.locator(".told")).to_have_count(0)
    assert phone.page.evaluate(PLACES) == told
