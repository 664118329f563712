"""Several phones at one table: each shows what any of them entered, and loses nothing half done."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones
from tests.browser.guests import lets_in
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card, start

pytestmark = pytest.mark.usefixtures("pooled_phones")

Joins = Callable[[Phone], Phone]
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
TAP_AS_IT_CHANGES = """([clientX, clientY]) => {
  const changes = new MutationObserver(() => {
    changes.disconnect();
    const about = { bubbles: true, cancelable: true, detail: 1, clientX, clientY };
    document.elementFromPoint(clientX, clientY).dispatchEvent(new MouseEvent("click", about));
  });
  changes.observe(document.getElementById("board"), { attributeFilter: ["data-seen"] });
}"""
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
MIDDLE = """(spot) => {
  const box = spot.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""


@pytest.fixture
def another(phones: Phones, server: Server) -> Joins:
    """One more phone at the table of this one, with its game on the screen."""

    def joined(first: Phone) -> Phone:
        second = phones()
        lets_in(server, first, second)
        watches(second, first.game)
        return second

    return joined


def watches(phone: Phone, game: str) -> None:
    """This phone shows the game, and hears of what others enter."""
    with phone.page.expect_response("**/live?seen=*"):
        phone.visits(game)


def top(phone: Phone, pile: str, card: int) -> None:
    expect(phone.face(pile).locator("b")).to_have_text(str(card))


def test_what_one_phone_enters_the_others_show(phone: Phone, another: Joins) -> None:
    phone.joins()
    watches(phone, phone.game)
    others = [another(phone) for _ in range(3)]
    phone.plays(3, "up-1")
    for each in others:
        top(each, "up-1", 3)
    others[0].plays(98, "down-1")
    for each in (phone, *others):
        top(each, "down-1", 98)
        expect(each.page.locator("#status")).to_have_text("Ann laid 98, down one.")
    others[1].ends_turn()
    for each in (phone, *others):
        expect(each.page.get_by_role("heading", level=1)).to_have_text(
            "Ben’s turn", use_inner_text=True
        )
        assert each.page.title() == "The Game · Companion"


@pytest.mark.long
def test_the_end_of_a_game_and_going_on_after_all_are_shown_too(
    phone: Phone, another: Joins
) -> None:
    phone.joins(card(2, "up-1"))
    watches(phone, phone.game)
    other = another(phone)
    phone.cannot_play()
    expect(other.page.get_by_role("heading", level=1)).to_have_text("97 cards left")
    phone.enters(phone.button("Keep playing"))
    top(other, "up-1", 2)
    other.plays(99, "down-1")
    top(phone, "down-1", 99)


def test_half_typed_digits_survive(phone: Phone, another: Joins) -> None:
    phone.joins()
    watches(phone, phone.game)
    other = another(phone)
    phone.tap(phone.face("up-2"))
    phone.tap(phone.pad.get_by_role("button", name="4", exact=True))
    other.plays(3, "up-1")
    top(phone, "up-1", 3)
    expect(phone.pad.locator("[data-digit]").first).to_have_text("4")
    phone.enters(phone.pad.get_by_role("button", name="7", exact=True))
    for each in (phone, other):
        top(each, "up-2", 47)
    assert phone.entries == [("card-played", 3, "up-1"), ("card-played", 47, "up-2")]


def test_an_open_question_stays_and_the_figures_around_it_become_right(
    phone: Phone, another: Joins
) -> None:
    phone.joins(card(50, "up-1"))
    watches(phone, phone.game)
    other = another(phone)
    phone.keys_in(20, "up-1")
    phone.hears("Enter it anyway?")
    other.plays(98, "down-1")
    top(phone, "down-1", 98)
    phone.hears("Enter it anyway?")
    phone.enters(phone.question.get_by_role("button", name="Enter 20"))
    for each in (phone, other):
        top(each, "up-1", 20)
    expect(phone.question).to_have_count(0)


@pytest.mark.long
def test_a_half_chosen_card_of_one_brain_survives(phone: Phone, another: Joins) -> None:
    watches(phone, start(phone.context.request, ["Ann", "Ben"], {}, path="/new/one-brain"))
    other = another(phone)
    form = phone.page.locator("form.play")
    form.locator("details.naming > summary").first.tap()
    form.locator("[name=card]").nth(3).check(force=True)
    named = form.locator("[data-named-card]").first.text_content()
    other.enters(other.page.locator(".counts button").nth(1))
    expect(phone.board).to_have_attribute("data-seen", "1")
    assert form.locator("[data-named-card]").first.text_content() == named
    assert form.locator("[name=card]:checked").count() == 1


@pytest.mark.long
def test_what_somebody_opened_since_is_taken_at_once(phone: Phone, another: Joins) -> None:
    watches(phone, start(phone.context.request, ["Ann", "Ben"], {}, path="/new/one-brain"))
    other = another(phone)
    shut, choice = "form.play details.naming", "form.play label:has([name=card])"
    phone.page.evaluate(OPEN_AND_CHOOSE, [f"{shut} > summary", choice])
    other.enters(other.page.locator(".counts button").nth(1))
    expect(phone.board).to_have_attribute("data-seen", "1")
    expect(phone.page.locator(f"{choice} input").first).to_be_checked()


@pytest.mark.long
def test_a_half_closed_round_of_bluff_survives(phone: Phone, another: Joins) -> None:
    phone.starts(players=4, tile="Game of Bluff")
    watches(phone, phone.game)
    other = another(phone)
    whites = phone.page.locator('[data-seat="0"] .white')
    whites.nth(2).tap()
    other.tap(other.link("Emma"))
    other.enters(other.sheet.get_by_role("button", name="Player 2"))
    expect(phone.board).to_have_attribute("data-seen", "1")
    expect(phone.page.locator('[name=cards-0][value="3"]')).to_be_checked()
    assert "gone" in str(phone.page.locator('[data-seat="1"] .white').nth(2).get_attribute("class"))
    expect(phone.page.locator("[data-lacking]")).to_have_text("1 of 4")


def test_a_phone_that_wakes_up_shows_the_board_as_it_is(phone: Phone, another: Joins) -> None:
    phone.joins()
    watches(phone, phone.game)
    other = another(phone)
    phone.page.evaluate(HIDDEN, True)
    other.plays(3, "up-1")
    other.plays(98, "down-1")
    top(phone, "up-1", 1)
    phone.page.evaluate(HIDDEN, False)
    top(phone, "down-1", 98)
    other.ends_turn()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(
        "Ben’s turn", use_inner_text=True
    )


def test_where_no_stream_comes_through_a_phone_asks(phone: Phone, another: Joins) -> None:
    phone.forgives("net::ERR_")
    phone.joins()
    other = another(phone)
    phone.page.route("**/live?seen=*", lambda route: route.abort())
    phone.visits(phone.game)
    other.plays(3, "up-1")
    top(phone, "up-1", 3)


@pytest.mark.long
def test_a_tap_on_what_stays_is_taken_also_right_after_the_first_push(
    phone: Phone, another: Joins
) -> None:
    phone.joins()
    watches(phone, phone.game)
    moment = phone.page.locator("#board").get_attribute("data-moment")
    x, y = phone.page.locator(".chips button.chip").first.evaluate(MIDDLE)
    phone.page.evaluate(TAP_AS_IT_CHANGES.replace("data-seen", "data-moment"), [x, y])
    another(phone)  # whoever joins touches the table: a new picture, with nothing else in it
    expect(phone.page.locator("#board")).to_have_attribute("data-seen", "1")
    assert phone.page.locator("#board").get_attribute("data-moment") != moment
    assert phone.entries == [("card-played", 2, "up-1")]


def test_a_tap_meant_for_what_was_there_becomes_nothing_else(phone: Phone, another: Joins) -> None:
    phone.joins(card(3, "up-1"))
    watches(phone, phone.game)
    other = another(phone)
    box = phone.chip(4, "up-1").bounding_box()
    assert box
    phone.page.evaluate(
        TAP_AS_IT_CHANGES,
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    other.plays(7, "up-1")
    top(phone, "up-1", 7)
    phone.plays(99, "down-1")
    assert [said[1] for said in phone.entries] == [3, 7, 99]


@pytest.mark.parametrize(
    "name",
    [
        "<img src=x onerror=a()>",
        pytest.param("</script><b>\u2028\n</b>"[:24], marks=pytest.mark.long),
    ],
)
def test_a_name_in_a_pushed_board_is_only_a_name(phone: Phone, another: Joins, name: str) -> None:
    name = " ".join(name.split())
    phone.joins(names=(name, "Ben"))
    watches(phone, phone.game)
    other = another(phone)
    phone.plays(3, "up-1")
    top(other, "up-1", 3)
    expect(other.page.get_by_role("heading", level=1)).to_contain_text(name)
