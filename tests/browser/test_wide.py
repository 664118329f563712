"""Tablets and laptops: all is larger, what fits stands side by side, and phones stay alike."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.bluff_places import BLUFF, LONG_FIFTEEN
from tests.browser.brain_places import BRAIN, LONG_SEVEN
from tests.browser.chromium import PORTRAIT
from tests.browser.phone import Phone
from tests.browser.places import DEPTHS, EXTREME, LONG, PLACES, Goes
from tests.browser.server import Server
from tests.browser.shortcuts import END, card

pytestmark = pytest.mark.usefixtures("pooled_phones")

TABLETS = [(600, 960), (768, 1024), (1024, 768), (1180, 820), (1440, 900)]
BESIDE = [size for size in TABLETS if size[0] >= 1000]
LEAST = 56  # px of what is tapped on a board
NAMES = ("Ann", "Ben", "Carla", "David", "Hannelor")
EVERYBODY = [*NAMES, *LONG, *LONG_SEVEN, *LONG_FIFTEEN]
FIVE = [card(47, "up-1"), card(52, "up-1"), END, card(80, "down-2"), card(76, "down-2"), END]
RULER = {
    **{what: measures.RULER[what] for what in ("sideways", "cut number", "cut text", "overlap")},
    "small target": f"() => ({measures.SMALL_TARGETS})({LEAST})",
}
BOARDS: dict[str, Goes] = {
    "the first card": lambda phone: phone.joins(names=NAMES),
    "five players": lambda phone: phone.joins(*FIVE, names=NAMES),
    "one player": lambda phone: phone.joins(card(47, "up-1"), names=("Ann",)),
    **{name: PLACES[name] for name in ("a question", "the pad")},
    **{
        name: EXTREME[name]
        for name in (
            "Extreme with what commands mark",
            "Extreme with what fires mark",
            "four commands in force",
            "five long names in Extreme",
            "the signs beside a pile down",
        )
    },
    "turns by numbers": DEPTHS["turns by numbers"],
    **{
        name: BRAIN[name]
        for name in (
            "Brain, two begin",
            "Brain, six columns of seven",
            "Brain, seven with long names",
            "Brain, the panel of remove kind",
            "Brain, asked about the deck",
        )
    },
    **{
        name: BLUFF[name]
        for name in (
            "Bluff, the first view",
            "Bluff, three players",
            "Bluff, six players with long names",
            "Bluff, fifteen players in round seven",
            "Bluff, the pad of fifteen, half entered",
        )
    },
}
PAGES: dict[str, Goes] = {
    **{
        name: PLACES[name]
        for name in ("the shelf with tables", "set-up", "the log", "a line", "the rules", "a table")
    },
    **{name: PLACES[name] for name in ("the end, beaten", "the end, stuck")},
    **{
        name: BRAIN[name]
        for name in ("Brain, set-up", "Brain, the grid", "Brain, lost three times")
    },
    "the end of Bluff": BLUFF["Bluff, the end of fifteen"],
}
# Where everything on the screen is, and how large its letters are: without the style for wide
# screens and with it, at one moment.
BOTH = """() => {
  const style = document.querySelector("style[data-wide]");
  const laid = () => [...document.querySelectorAll("#main *")]
    .filter((each) => each.checkVisibility())
    .map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [each.tagName, x, y, width, height, getComputedStyle(each).font].join(" ");
    });
  style.sheet.disabled = true;
  const without = laid();
  style.sheet.disabled = false;
  return [without, laid()];
}"""
HIDDEN = """([width, height]) => [...document.querySelectorAll(
    "#board > .dock :is(a, button), #board .pile, #board .action")]
  .filter((each) => each.checkVisibility() && !each.closest("[hidden]"))
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, box]) => box.right > width + 1 || box.bottom > height + 1 || box.left < -1)
  .map(([each]) => each.outerHTML.slice(0, 80))"""
IS_WIDE = "() => Boolean(document.querySelector('style[data-wide]'))"


def was_wide(phone: Phone, server: Server) -> None:
    """The pages of this phone bring the style for wide screens."""
    phone.context.add_cookies(
        [{"name": phone.cookie_name("wide"), "value": "y", "url": server.url}]
    )


@pytest.fixture
def tablet(phone: Phone, server: Server) -> Phone:
    """One that was here before: its pages bring the style for its screen."""
    was_wide(phone, server)
    measures.is_sized(phone.page, *TABLETS[0])
    return phone


def test_all_of_a_board_is_large_and_whole(tablet: Phone) -> None:
    wrong = []
    for name, goes in BOARDS.items():
        measures.is_sized(tablet.page, *TABLETS[0])
        goes(tablet)
        found = measures.on_every_size(tablet.page, RULER, EVERYBODY, TABLETS)
        wrong += [f"{name}, {each}" for each in found]
        for size in TABLETS:
            measures.is_sized(tablet.page, *size)
            # Its links go once what they lead to stands beside the board.
            expect(tablet.page.locator("#side:visible")).to_have_count(int(size in BESIDE))
            hidden = tablet.page.evaluate(HIDDEN, list(size))
            wrong += [f"{name}, {size}, not on the screen: {each}" for each in hidden]
    assert not wrong, "\n".join(wrong)


def test_no_other_page_is_wider_than_its_screen(tablet: Phone) -> None:
    wrong = []
    for name, goes in PAGES.items():
        goes(tablet)
        ruler = {what: measures.RULER[what] for what in ("sideways", "small text")}
        found = measures.on_every_size(tablet.page, ruler, LONG, TABLETS)
        wrong += [f"{name}, {each}" for each in found]
    assert not wrong, "\n".join(wrong)


def test_the_tops_are_read_from_four_metres_away(tablet: Phone) -> None:
    for name in ("five players", "Extreme with what commands mark", "four commands in force"):
        BOARDS[name](tablet)
        for width, height in BESIDE:
            measures.is_sized(tablet.page, width, height)
            sizes = measures.tops(tablet.page)
            assert [top for top, size in sizes if size < 96] == [], (name, width, sizes)


def test_a_pile_has_more_of_its_next_cards_where_there_is_room(tablet: Phone) -> None:
    page = tablet.page
    pile = page.locator(".pile").first.locator(".chip:visible")
    for names, size, more in (
        ("53 54 55 56 57 42", (600, 960), ""),
        ("53 54 55 56 57 42", (1024, 768), ""),
        ("53 54 55 56 57 58 59 42", (768, 1024), "59"),
        ("53 54 55 56 57 58 59 42", (1440, 900), "59"),
    ):
        BOARDS["five players"](tablet)
        measures.is_sized(page, *size)
        cards = names.split()
        expect(pile).to_have_count(len(cards))
        assert [str(each.get_attribute("value")) for each in pile.all()] == cards
        assert not page.evaluate(RULER["small target"])
        if more:
            tablet.enters(tablet.chip(int(more), "up-1"))
            expect(tablet.face("up-1").locator("b")).to_have_text(more)
            expect(pile.first).to_have_text("60")
            expect(pile).to_have_count(len(cards))
    tablet.joins(card(95, "up-1"), aids="y")
    shown = [page.locator(".pile").nth(at).locator("button.chip:visible") for at in (0, 1)]
    expect(shown[1]).to_have_count(6)
    tablet.joins(card(95, "up-1"))
    expect(shown[0]).to_have_text(["96", "97", "98", "99", "85−10 ten back"])
    expect(shown[1]).to_have_count(8)


def test_the_log_or_the_rules_stand_beside_a_board(tablet: Phone) -> None:
    BOARDS["five players"](tablet)
    page, side = tablet.page, tablet.page.locator("#side")
    for width, height in TABLETS:
        measures.is_sized(page, width, height)
        if width < 1000:
            expect(side).to_be_hidden()
            continue
        expect(side.locator("h2").first).to_have_text("Turn 2")
        beside, board = side.bounding_box(), page.locator("#board").bounding_box()
        assert beside
        assert board
        assert beside["x"] >= board["x"] + board["width"]
        assert beside["width"] >= 250
    tablet.enters(tablet.chip(2, "up-2"))
    expect(side.locator(".row-link").first).to_contain_text("Carla: 2 on ▲")
    tablet.undoes()
    expect(side.locator("li").first).to_contain_text("undone")
    tablet.tap(side.get_by_role("button", name="Rules"))
    expect(side.locator(".matters .when")).to_have_text("Right now")
    page.reload()
    expect(side.locator(".matters .when")).to_have_text("Right now")
    expect(side.get_by_role("button", name="Rules")).to_have_attribute("aria-pressed", "true")


def test_the_end_has_the_whole_screen(tablet: Phone) -> None:
    PLACES["the end, beaten"](tablet)
    measures.is_sized(tablet.page, 1180, 820)
    expect(tablet.page.locator("#side")).to_be_hidden()
    boxes = [tablet.page.locator(part).first.bounding_box() for part in (".figures", ".facts")]
    assert boxes[0]
    assert boxes[1]
    assert boxes[1]["x"] > boxes[0]["x"] + boxes[0]["width"]


def test_the_first_page_gets_the_style_and_all_others_bring_it(phone: Phone) -> None:
    phone.visits("/")
    assert not phone.page.evaluate(IS_WIDE)
    with phone.page.expect_response("**/phone"):
        measures.is_sized(phone.page, 1024, 768)
    phone.has(IS_WIDE)
    answer: Any = phone.visits("/new/the-game")
    assert "<style data-wide>" in answer.text()


def test_a_phone_looks_the_same_whatever_its_pages_bring(phone: Phone, server: Server) -> None:
    was_wide(phone, server)
    for goes in (
        PLACES["a board in mid-game"],
        BRAIN["Brain, two begin"],
        BLUFF["Bluff, the first view"],
    ):
        goes(phone)
        for size in (tuple(PORTRAIT.values()), (320, 568), (844, 390)):
            measures.is_sized(phone.page, *size)
            without, with_style = phone.page.evaluate(BOTH)
            assert without == with_style, size
