"""What a small screen still shows: ways out of a question, names that are asked for, Redo."""

from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import expect

from companion.web.phone import LANGUAGES
from tests.browser import bluff_places, brain_places, measures
from tests.browser.bluff_places import FIVE, scored
from tests.browser.brain_places import DRAW, extra
from tests.browser.conftest import Phones
from tests.browser.measures import SIZES
from tests.browser.phone import Phone
from tests.browser.places import LONG
from tests.browser.shortcuts import card
from tests.support.live_server import Server

pytestmark = pytest.mark.usefixtures("pooled_phones")

# A button that gets out of its dock or is too narrow, words that get out of a button, a link below
# with more lines than room. With Redo neither the dock nor its page is higher than without.
IN_LINE = """() => {
  const dock = document.querySelector("main > .dock"), page = document.scrollingElement;
  const redo = dock.querySelector('[href="#i-redo"]')?.closest("form");
  const high = () => [dock.offsetHeight, page.scrollHeight];
  const end = dock.getBoundingClientRect().right, words = document.createRange();
  const says = (each) => words.selectNodeContents(each) ?? words.getBoundingClientRect();
  const buttons = [...dock.querySelectorAll(".button")].filter((each) => {
    const { left, right, width } = each.getBoundingClientRect(), said = says(each);
    const isCut = !each.querySelector(".icon") && (said.left < left - 1 || said.right > right + 1);
    return isCut || right > end + 1 || width < 47.9;
  });
  const links = [...document.querySelectorAll(".quiet .link")].filter((each) =>
    says(each).height > 48);
  const wrong = [...buttons, ...links].map((each) => each.innerText || "a sign");
  const shown = high();
  if (!redo) return dock.querySelector(".off") ? wrong : ["no Redo"];
  const after = redo.nextSibling;
  redo.remove();
  const hidden = high();
  after.before(redo);
  const isHigher = shown.some((each, at) => each > hidden[at]);
  return isHigher ? [...wrong, `${shown.join(" of ")}, not ${hidden.join(" of ")}`] : wrong;
}"""
BACK = {"kind": "taken-back", "target": 2}
WITH_REDO: dict[str, Callable[[Phone], object]] = {
    "One Brain, not begun": brain_places.sits,  # the first game of these people: nothing to undo
    "The Game": lambda phone: phone.joins(card(2, "up-1"), card(3, "up-1"), BACK),
    "The Game, by turns": lambda phone: phone.joins(
        *[{"kind": "turn-laid", "cards": 2}] * 2, BACK, depth="turns"
    ),
    "One Brain": lambda phone: brain_places.sits(phone, extra(), DRAW, BACK),
    "Game of Bluff": lambda phone: bluff_places.sits(phone, *[scored(1, 2, 3, 4, 5)] * 2, BACK),
}


@pytest.mark.long
def test_the_dock_of_a_phone_has_room_for_redo_in_each_language(
    phone: Phone, server: Server
) -> None:
    scripts = {"dock": IN_LINE, "broken word": measures.BROKEN_WORDS}
    found = []
    for name, begins in WITH_REDO.items():
        begins(phone)
        for language in LANGUAGES:
            cookie = {"name": phone.cookie_name("language"), "value": language, "url": server.url}
            phone.context.add_cookies([cookie])  # type: ignore[list-item]
            phone.page.reload()
            sizes = [(320, 568), (390, 844), (568, 320), (844, 390)]
            wrong = measures.on_every_size(phone.page, scripts, FIVE, sizes)
            found += [f"{name} in {language}, {each}" for each in wrong]
    assert not found, "\n".join(found)


def test_a_question_hides_no_way_out(phone: Phone) -> None:
    phone.joins(card(47, "up-1"), card(80, "down-1"), names=LONG[:2])
    phone.keys_in(36, "up-1")
    for width, height in SIZES:
        measures.is_sized(phone.page, width, height)
        for ways in (phone.question.get_by_role("button"), phone.question.get_by_role("link")):
            assert measures.unreached(ways) == [], (width, height)
        assert measures.sideways(phone.page) == [], (width, height)


@pytest.mark.long
def test_names_that_are_asked_for_are_seen_and_a_turned_screen_enters(phone: Phone) -> None:
    for tile, width, height in (("one-brain", 390, 664), ("the-game", 320, 568)):
        measures.is_sized(phone.page, width, height)
        phone.visits(f"/new/{tile}")
        phone.tap(phone.page.get_by_text("Names, in the order you sit"))
        last = phone.page.get_by_label("Player 2")
        expect(last).to_be_in_viewport(ratio=1)
        assert measures.unreached(last) == []
    phone.joins()
    phone.tap(phone.button("Rotate the screen"))
    phone.enters(phone.chip(3, "up-1"))
    expect(phone.face("up-1").locator("b")).to_have_text("3")


@pytest.mark.long
def test_the_ways_to_take_a_table_along_stand_apart(phones: Phones) -> None:
    phone = phones(locale="nl-NL", viewport={"width": 320, "height": 568})
    phone.joins()
    phone.visits(phone.game.rsplit("/", 2)[0] + "/")
    links = phone.page.locator(".taken-along span, .taken-along .icon")
    boxes = [link.bounding_box() for link in links.all()]
    for one, other in combinations(filter(None, boxes), 2):
        beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
        below = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
        assert beside or below
