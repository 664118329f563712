"""Game of Bluff on a phone: rounds entered in few taps, nothing lost, nothing entered twice."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.files.record import decode, report
from tests.browser import measures
from tests.browser.bluff_places import (
    BLUFF,
    CHARACTERS,
    EIGHT,
    FIFTEEN,
    FIVE,
    LONG_FIFTEEN,
    NEW,
    STOP,
    TURN,
    TWO,
    emma,
    half_entered,
    holds_rik,
    lacks_cards,
    only_the_result,
    rows_of_fifteen,
    scored,
    sits,
    six_rounds_of_fifteen,
    starter,
    touches,
    white,
)
from tests.browser.conftest import Phones
from tests.browser.guests import is_told_nothing
from tests.browser.phone import Phone
from tests.browser.test_accessibility import COLOURS, Found, assert_nothing, axe, looks

pytestmark = pytest.mark.usefixtures("pooled_phones")

# What a phone shows of a round that is being entered: by player the card, Rik and what is said.
ROWS = """() => Object.fromEntries([...document.querySelectorAll(".player")].map((row) => [
  row.querySelector(".who").lastElementChild.textContent.trim(),
  [Number(row.querySelector("[name^=cards-]:checked")?.value ?? 0),
    row.querySelector("[name=rik]").checked, row.querySelector("[data-said]").innerText],
]))"""
TOTALS = """() => Object.fromEntries([...document.querySelectorAll(".player")].map((row) =>
  [row.querySelector(".who").lastElementChild.textContent.trim(),
    Number(row.querySelector(".sum b").innerText)]))"""
HOLDERS = """() => Object.fromEntries([...document.querySelectorAll("[data-holder]")]
  .filter((each) => each.checkVisibility()).map((each) =>
  [each.querySelector("span").textContent, Number(each.querySelector("b").innerText || 0)]))"""
PLACES = """() => [...document.querySelectorAll("ol.places li")].map((each) => [
  Number(each.querySelector("i").innerText), each.querySelector("span").innerText,
  Number(each.querySelector("b").innerText)])"""
KEPT = "() => Object.keys(localStorage).filter((key) => key.startsWith('round '))"
# Where the rows, the white cards and the dock lie, in whole pixels of the page.
LIES = """() => Object.fromEntries([
    ...[...document.querySelectorAll(".player, .white, .sum b, .rounds, #board .quiet > a")]
      .map((each, at) => [`${each.classList[0] ?? each.tagName} ${at}`, each]),
    ["dock", document.querySelector("#board > .dock")],
    ...[...document.querySelectorAll("#board > .dock > *")].map((each, at) => [`dock ${at}`, each]),
  ].map(([name, each]) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [name, [x, y + scrollY, width, height].map(Math.round)];
  }))"""


def enters_cards(phone: Phone, names: Sequence[str], cards: Sequence[int]) -> None:
    """All cards but the last by their rows."""
    for name, card in list(zip(names, cards, strict=True))[:-1]:
        white(phone, name, card)


def rows(phone: Phone) -> Any:
    return phone.page.evaluate(ROWS)


def cards(phone: Phone) -> list[int]:
    """The cards that can be seen to be chosen, by seat, 0 for none."""
    return [card for card, _, _ in rows(phone).values()]


def holders(phone: Phone) -> Any:
    """The cards on the pad by player; 0 for none, and for Rik on the highest."""
    return phone.page.evaluate(HOLDERS)


def now(phone: Phone) -> str:
    """Whose card the pad asks for."""
    return phone.page.locator("[aria-current=true] > span:not(.unseen)").inner_text()


def key(phone: Phone, card: int) -> Locator:
    return phone.page.locator(f'[data-white="{card}"]:visible')


def crown(phone: Phone) -> Locator:
    return phone.page.locator("[data-crown]:visible")


def holder(phone: Phone, name: str) -> Locator:
    return phone.page.locator("[data-holder]:visible").filter(
        has=phone.page.get_by_text(name, exact=True)
    )


def closes(phone: Phone) -> None:
    """The round, from the board or from the pad that lies over it."""
    within = phone.sheet if phone.sheet.is_visible() else phone.page.locator("#main")
    phone.enters(within.locator("button", has_text="Close round"))


def opens_the_pad(phone: Phone) -> None:
    touches(phone, phone.link("Close round"))
    expect(phone.sheet).to_be_visible()


def assert_nothing_is_kept(phone: Phone) -> None:
    assert phone.page.evaluate(KEPT) == []


# Every place at a table


NUMBERS = """() => [...document.querySelectorAll(".white span, .holder b, .sum b, .key, .chip,"
    + ".places b, .places i, .rounds td, .sheet td, .running td, .numbers span")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.className || each.tagName} ${each.innerText}`)"""
STILL = """(still) => document.querySelectorAll(".dock").forEach((dock) => {
  dock.style.position = still ? "static" : ""; })"""
OVERLAPS = measures.OVERLAPS.replace('querySelector(".board")', 'querySelector("main")')
TO_TAP = """() => [...document.querySelectorAll(".white, .holder, .key, .changes .chip")]
  .filter((each) => each.checkVisibility()).map((each) => [each, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 47.9 || height < 47.9)
  .map(([each, { width, height }]) =>
    `${each.className} ${each.innerText.trim()}: ${width.toFixed(1)} x ${height.toFixed(1)}`)"""


RULER = {
    **measures.RULER,
    # The white cards are as large as all that is in play.
    "small target": f"""() => [
      ...({measures.SMALL_TARGETS})(null).filter((each) => !each.includes("aria-hidden")),
      ...({TO_TAP})()]""",
    "cut number": NUMBERS,
    # What the dock lies over can be scrolled from under it.
    "overlap": f"""() => {{
      const still = {STILL};
      still(true);
      const found = ({OVERLAPS})();
      still(false);
      return found;
    }}""",
}
NAMES = [*EIGHT, *LONG_FIFTEEN, *(f"{name}’s" for name in LONG_FIFTEEN)]


def ruled(page: Page, size: str) -> Found:
    """What the ruler finds wrong here."""
    found = measures.found(page, RULER, NAMES)
    return {f"{size}, {what}": wrong for what, wrong in found.items()}


LOOKS = [(colours, *size) for size in [(390, 844), (320, 568), (844, 390)]
         for colours in ("light", "dark")]  # fmt: skip


SOME = list(BLUFF)[::3]
LOOK = {place: LOOKS[at % len(LOOKS)] for at, place in enumerate(dict.fromkeys([*SOME, *BLUFF]))}


@pytest.mark.parametrize("place", SOME)
def test_places_can_be_read_and_tapped(phone: Phone, place: str) -> None:
    look = LOOK[place]
    BLUFF[place](phone)
    looks(phone.page, *look)
    size = " x ".join(map(str, look[1:]))
    assert_nothing({f"axe, {look}": axe(phone.page), **ruled(phone.page, size)})


@pytest.mark.long
@pytest.mark.stands_for("test_places_can_be_read_and_tapped")
@pytest.mark.parametrize("place", BLUFF)
def test_every_place_can_be_read_and_tapped_on_every_size(phone: Phone, place: str) -> None:
    """By all of axe as it looks first and by turns, by what light can change in the dark."""
    BLUFF[place](phone)
    found: Found = {}
    dark = ("dark", 320, 568)
    for look in dict.fromkeys((*(each for each in LOOKS if each[0] == "light"), dark, LOOK[place])):
        colours, width, height = look
        looks(phone.page, *look)
        if look in (LOOKS[0], LOOK[place]):
            found[f"axe, {colours}, {width} x {height}"] = axe(phone.page)
        elif look == dark:
            found[f"axe, {colours}, {width} x {height}"] = axe(phone.page, COLOURS)
        if colours == "light" or look == LOOK[place]:
            found |= ruled(phone.page, f"{colours}, {width} x {height}")
    assert_nothing(found)


@pytest.mark.long
@pytest.mark.parametrize("rounds", [0, 1, 6])
def test_fifteen_players_never_make_it_scroll_sideways(phone: Phone, rounds: int) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 568})
    sits(phone, *six_rounds_of_fifteen()[:rounds], names=LONG_FIFTEEN)
    assert measures.sideways(phone.page) == []
    opens_the_pad(phone)
    assert measures.sideways(phone.page) == []
    wide, inside = phone.sheet.evaluate("(sheet) => [sheet.scrollWidth, sheet.clientWidth]")
    assert wide <= inside


# A round of five


def test_a_round_of_five_is_five_taps(phone: Phone) -> None:
    sits(phone)
    phone.taps = 0
    for name, card in (("Ann", 3), ("Ben", 5), ("Cas", 1), ("Dee", 2)):
        white(phone, name, card)
    assert rows(phone)["Eva"] == [4, False, "filled in"]  # before it is closed
    phone.enters(phone.dock_button("Close round 1"))
    assert phone.taps == 5
    assert phone.entries == [("round-scored", [3, 5, 1, 2, 4])]
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 2")
    assert phone.page.evaluate(TOTALS) == {"Ann": 3, "Ben": 5, "Cas": 1, "Dee": 2, "Eva": 4}
    assert cards(phone) == [0, 0, 0, 0, 0]
    assert_nothing_is_kept(phone)


@pytest.mark.long
def test_a_round_without_cards_is_not_counted_while_it_waits(phone: Phone) -> None:
    sits(phone)
    held: list[Route] = []
    phone.page.route("**/entries", lambda route: held.append(route))
    phone.tap(phone.dock_button("Close round 1"))
    phone.page.locator(".waits .wait").wait_for()
    assert set(phone.page.evaluate(TOTALS).values()) == {0}
    held.pop().continue_()
    phone.page.locator(".waits").wait_for(state="detached")
    assert phone.entries == []


def test_rik_is_one_tap_more_and_his_zero_shows_at_once(phone: Phone) -> None:
    sits(phone)
    phone.taps = 0
    enters_cards(phone, FIVE, [5, 1, 2, 3, 4])
    holds_rik(phone, "Ann")
    assert rows(phone)["Ann"] == [5, True, "holds Rik: 0 points"]
    phone.enters(phone.dock_button("Close round 1"))
    assert phone.taps == 6
    assert phone.entries == [("round-scored", [5, 1, 2, 3, 4], 0)]
    assert phone.page.evaluate(TOTALS)["Ann"] == 0
    assert phone.state()["totals"] == [0, 1, 2, 3, 4]


@pytest.mark.long
def test_rik_may_be_filled_in_with_the_highest_card_too(phone: Phone) -> None:
    sits(phone)
    holds_rik(phone, "Eva")
    assert rows(phone)["Eva"] == [0, True, "holds Rik"]
    enters_cards(phone, FIVE, [1, 2, 3, 4, 5])
    assert rows(phone)["Eva"] == [5, True, "holds Rik: 0 points"]
    closes(phone)
    assert phone.entries == [("round-scored", [1, 2, 3, 4, 5], 4)]


@pytest.mark.long
def test_rik_moves_with_a_tap_and_leaves_with_another(phone: Phone) -> None:
    sits(phone)
    holds_rik(phone, "Ann")
    holds_rik(phone, "Cas")
    assert [held for _, held, _ in rows(phone).values()] == [False, False, True, False, False]
    holds_rik(phone, "Cas")
    assert [held for _, held, _ in rows(phone).values()] == [False] * 5
    enters_cards(phone, FIVE, [1, 2, 3, 4, 5])
    closes(phone)
    assert phone.entries == [("round-scored", [1, 2, 3, 4, 5])]


@pytest.mark.long
def test_a_wrong_tap_is_freed_by_tapping_it_again(phone: Phone) -> None:
    sits(phone)
    white(phone, "Ann", 2)
    white(phone, "Ann", 2)
    assert cards(phone) == [0, 0, 0, 0, 0]
    enters_cards(phone, FIVE, [1, 2, 3, 4, 5])
    white(phone, "Dee", 4)
    assert cards(phone) == [1, 2, 3, 0, 0]
    white(phone, "Dee", 5)
    assert rows(phone)["Eva"] == [4, False, "filled in"]


def test_a_taken_number_swaps_the_two_players(phone: Phone) -> None:
    sits(phone)
    white(phone, "Ann", 2)
    white(phone, "Ben", 4)
    white(phone, "Cas", 2)
    assert cards(phone) == [0, 4, 2, 0, 0]
    white(phone, "Ben", 2)
    assert cards(phone) == [0, 2, 4, 0, 0]
    white(phone, "Ann", 1)
    white(phone, "Dee", 3)
    white(phone, "Ann", 3)
    assert rows(phone) == {
        "Ann": [3, False, ""],
        "Ben": [2, False, ""],
        "Cas": [4, False, ""],
        "Dee": [1, False, ""],
        "Eva": [5, False, "filled in"],
    }
    closes(phone)
    assert phone.entries == [("round-scored", [3, 2, 4, 1, 5])]


@pytest.mark.long
def test_the_card_that_was_filled_in_may_be_taken_by_somebody_else(phone: Phone) -> None:
    sits(phone)
    enters_cards(phone, FIVE, [1, 2, 3, 4, 5])
    white(phone, "Ann", 5)
    assert cards(phone) == [5, 2, 3, 4, 1]
    closes(phone)
    assert phone.entries == [("round-scored", [5, 2, 3, 4, 1])]


def assert_says_who(phone: Phone, *names: str) -> None:
    """Those without a card are named, once, where the round is entered."""
    alert = phone.page.locator("#main").get_by_role("alert")
    expect(alert).to_have_count(1)
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    expect(alert).to_contain_text(f"{listed} ha")
    expect(alert).to_contain_text("no white card yet")
    assert phone.record()["entries"][2:] == []


def test_closing_while_somebody_lacks_a_card_says_who_and_loses_nothing(phone: Phone) -> None:
    lacks_cards(phone)
    assert_says_who(phone, "Ben", "Dee", "Eva")
    assert rows(phone)["Ann"] == [5, True, "holds Rik: 0 points"]
    assert cards(phone) == [5, 0, 2, 0, 0]
    white(phone, "Ben", 1)
    white(phone, "Dee", 3)
    assert rows(phone)["Eva"] == [4, False, "filled in"]
    closes(phone)
    assert phone.entries[2:] == [("round-scored", [5, 1, 2, 3, 4], 0)]
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 4")
    assert cards(phone) == [0, 0, 0, 0, 0]
    assert_nothing_is_kept(phone)


@pytest.mark.long
def test_closing_too_early_on_the_pad_says_who_and_loses_nothing(phone: Phone) -> None:
    sits(phone, names=EIGHT)
    opens_the_pad(phone)
    for card in (8, 1, 2, 3):
        touches(phone, key(phone, card))
    closes(phone)
    alert = phone.page.locator("#main").get_by_role("alert")
    expect(alert).to_contain_text("Eva, Finn, Gus and Hannelore have no white card yet.")
    assert list(holders(phone).values()) == [8, 1, 2, 3, 0, 0, 0, 0]
    for card in (4, 5, 6):
        touches(phone, key(phone, card))
    closes(phone)
    assert phone.entries == [("round-scored", [8, 1, 2, 3, 4, 5, 6, 7])]
    assert_nothing_is_kept(phone)


@pytest.mark.long
def test_what_is_entered_after_closing_too_early_survives_a_reload(phone: Phone) -> None:
    lacks_cards(phone)
    white(phone, "Ben", 1)
    phone.page.reload()
    assert cards(phone) == [5, 1, 2, 0, 0]


def test_a_game_of_five_is_entered_to_its_end_in_five_taps_a_round(phone: Phone) -> None:
    sits(phone)
    phone.taps = 0
    played = [[1, 2, 3, 4, 5], [2, 1, 3, 4, 5], [1, 2, 3, 4, 5], [2, 1, 3, 5, 4]]
    for number, round_ in enumerate(played, 1):
        enters_cards(phone, FIVE, round_)
        phone.enters(phone.dock_button(f"Close round {number}"))
    assert phone.taps == 20
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Ann and Ben share the win")
    assert phone.page.evaluate(PLACES) == [
        [1, "Ann", 6], [1, "Ben", 6], [3, "Cas", 12], [4, "Dee", 17], [5, "Eva", 19],
    ]  # fmt: skip
    state = phone.state()
    assert state["totals"] == [6, 6, 12, 17, 19]
    assert state["outcome"]["ranks"] == [1, 1, 3, 4, 5]
    assert [entry[1] for entry in phone.entries] == played
    assert_nothing_is_kept(phone)


# Fifteen players and one pad


def enters_by_pad(phone: Phone, round_: Sequence[int], names: Sequence[str]) -> None:
    """All cards but the last, the pad moving on by itself."""
    opens_the_pad(phone)
    for name, card in list(zip(names, round_, strict=True))[:-1]:
        assert now(phone) == name
        touches(phone, key(phone, card))
    assert list(holders(phone).values()) == list(round_)


def test_totals_are_typed_one_after_the_other(phone: Phone) -> None:
    only_the_result(phone)
    fields = phone.page.locator('dialog [name^="totals-"]')
    for seat, total in enumerate(("9", "18", "0", "9", "4")):
        assert phone.record()["entries"][2:] == []
        fields.nth(seat).fill(total)
    phone.page.keyboard.press("Enter")
    expect(phone.page.get_by_role("heading", name="Cas wins")).to_be_visible()
    assert phone.record()["entries"][2]["totals"] == [9, 18, 0, 9, 4]


@pytest.mark.long
def test_a_game_of_fifteen_is_entered_to_its_end_by_the_pad(phone: Phone) -> None:
    played = [[said[f"cards-{seat}"] for seat in range(15)] for said in rows_of_fifteen()]
    sits(phone, names=FIFTEEN)
    for number, round_ in enumerate(played, 1):
        phone.taps = 0
        enters_by_pad(phone, round_, FIFTEEN)
        closes(phone)
        assert phone.taps == 16  # the pad, fourteen cards, close
        assert len(phone.entries) == number
    assert [entry[1] for entry in phone.entries] == played
    totals = [sum(column) for column in zip(*played, strict=True)]
    assert max(totals) == totals[0] == 46
    state = phone.state()
    assert state["totals"] == totals
    assert state["outcome"]["ending"] == "limit-passed"
    shown = phone.page.evaluate(PLACES)
    assert sorted((name, total) for _, name, total in shown) == sorted(
        zip(FIFTEEN, totals, strict=True)
    )
    assert shown == [
        [1 + sum(other < total for other in totals), name, total] for _, name, total in shown
    ]
    assert [rank for rank, _, _ in shown] == sorted(state["outcome"]["ranks"])
    assert_nothing_is_kept(phone)


def changes_round(phone: Phone, number: int) -> None:
    """The pad of this round, from the log."""
    phone.goes(phone.link("Log"))
    line = phone.page.get_by_role("listitem").filter(has_text="Ann").get_by_role("link")
    phone.goes(line.nth(-number))


def test_round_two_is_changed_after_the_end_and_the_game_goes_on(phone: Phone) -> None:
    sits(phone, *rows_of_fifteen(), names=FIFTEEN)
    before = phone.state()["totals"]
    changes_round(phone, 2)
    given = holders(phone)
    assert given["Ann"] == 15
    other = next(name for name, card in given.items() if card == 1)
    touches(phone, holder(phone, "Ann"))
    touches(phone, key(phone, 1))  # they have each other's card now
    assert holders(phone) == {**given, "Ann": 1, other: 15}
    phone.enters(phone.button("Change the round"))
    phone.goes(phone.link("Back"))
    state = phone.state()
    wanted = dict(zip(FIFTEEN, before, strict=True))
    wanted["Ann"] -= 14
    wanted[other] += 14
    assert dict(zip(FIFTEEN, state["totals"], strict=True)) == wanted
    over = max(wanted.values()) > 45
    assert (state["outcome"] is not None) == over
    assert not over
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 5")
    assert phone.page.locator(".sheet tbody tr").first.inner_text().split()[-1] == str(
        wanted["Ann"]
    )
    expect(phone.page.get_by_text("The game ends above 45 points.")).to_be_visible()


FIVE_ROUNDS = [
    [15, *range(1, 15)],
    [1, 15, *range(14, 1, -1)],
    [15, 14, *range(1, 14)],
    [14, 2, *range(13, 2, -1), 1, 15],
    [13, 15, 14, *range(1, 13)],
]


@pytest.mark.long
def test_round_two_is_changed_after_the_end_and_the_game_ended_earlier(phone: Phone) -> None:
    sits(phone, *[scored(*cards) for cards in FIVE_ROUNDS], names=FIFTEEN)
    state = phone.state()
    assert len(state["rounds"]) == 5
    assert state["outcome"]["ending"] == "limit-passed"
    changes_round(phone, 2)
    touches(phone, holder(phone, "Ann"))
    touches(phone, key(phone, 15))
    phone.enters(phone.button("Change the round"))
    expect(phone.page.locator("#main")).to_contain_text("no effect")
    phone.goes(phone.link("Back"))
    after = [15, 1, *FIVE_ROUNDS[1][2:]]
    wanted = [sum(column) for column in zip(FIVE_ROUNDS[0], after, *FIVE_ROUNDS[2:4], strict=True)]
    phone.record()
    told = report(decode(phone.exported))
    assert [step["result"] for step in told["steps"]] == [*["recorded"] * 4, "refused"]
    state = told["state"]
    assert state["totals"] == wanted
    assert len(state["rounds"]) == 4
    assert state["outcome"]["ranks"] == [1 + sum(o < total for o in wanted) for total in wanted]
    expect(phone.page.locator(".result")).to_contain_text("4 rounds")


@pytest.mark.long
def test_a_name_moves_the_pad_and_a_card_given_again_is_taken_away(phone: Phone) -> None:
    sits(phone, names=EIGHT)
    opens_the_pad(phone)
    touches(phone, key(phone, 3))
    assert now(phone) == "Ben"
    touches(phone, holder(phone, "Gus"))
    assert now(phone) == "Gus"
    touches(phone, key(phone, 8))
    assert now(phone) == "Hannelore"
    expect(phone.sheet.locator("[aria-live]")).to_have_text("Hannelore")
    touches(phone, key(phone, 1))
    assert now(phone) == "Ben"  # round again to who is left
    touches(phone, holder(phone, "Ann"))
    touches(phone, key(phone, 3))
    assert holders(phone)["Ann"] == 0
    assert now(phone) == "Ann"
    touches(phone, key(phone, 8))
    assert holders(phone) == {**dict.fromkeys(EIGHT, 0), "Ann": 8, "Hannelore": 1}


def test_rik_on_the_pad_is_for_the_player_whose_name_was_tapped(phone: Phone) -> None:
    sits(phone, names=EIGHT)
    opens_the_pad(phone)
    for card in range(8, 1, -1):
        touches(phone, key(phone, card))
    assert list(holders(phone).values()) == [8, 7, 6, 5, 4, 3, 2, 1]
    touches(phone, holder(phone, "Ann"))
    touches(phone, crown(phone))
    expect(holder(phone, "Ann").locator("b")).to_have_text("0")
    expect(phone.sheet.locator("[aria-live]")).to_have_text("0 Ann holds Rik: 0 points")
    closes(phone)
    assert phone.entries == [("round-scored", [8, 7, 6, 5, 4, 3, 2, 1], 0)]
    assert phone.state()["totals"][0] == 0


def assert_asks_for_somebody(phone: Phone) -> None:
    expect(phone.page.locator("[aria-current=true]:visible")).to_have_count(1)


@pytest.mark.long
def test_a_full_pad_opened_again_still_says_whose_card_it_asks_for(phone: Phone) -> None:
    sits(phone, names=EIGHT)
    opens_the_pad(phone)
    touches(phone, holder(phone, "Cas"))
    touches(phone, crown(phone))
    touches(phone, holder(phone, "Ann"))
    for card in range(8, 1, -1):
        touches(phone, key(phone, card))
    touches(phone, phone.sheet.get_by_role("link", name="Back"))
    opens_the_pad(phone)
    assert_asks_for_somebody(phone)


@pytest.mark.long
def test_the_pad_of_a_round_to_change_says_whose_card_it_asks_for(phone: Phone) -> None:
    sits(phone, scored(*range(1, 9), rik=2), names=EIGHT)
    phone.visits(f"{phone.game}log/1")
    assert_asks_for_somebody(phone)


# A round half entered


def assert_half(phone: Phone) -> None:
    assert rows(phone) == {
        "Ann": [5, True, "holds Rik: 0 points"],
        "Ben": [0, False, ""],
        "Cas": [2, False, ""],
        "Dee": [0, False, ""],
        "Eva": [0, False, ""],
    }
    assert phone.page.locator("[data-lacking]").inner_text() == "2 of 5"


def reloads(phone: Phone) -> None:
    phone.page.reload()


def comes_back_from(link: str) -> Callable[[Phone], None]:
    def go(phone: Phone) -> None:
        phone.goes(phone.page.locator("#main").get_by_role("link", name=link).first)
        phone.page.go_back()

    return go


def returns_from(link: str) -> Callable[[Phone], None]:
    def go(phone: Phone) -> None:
        phone.goes(phone.page.locator("#main").get_by_role("link", name=link).first)
        phone.goes(phone.page.locator("#main").get_by_role("link", name="Back").first)

    return go


def visits_the_characters(phone: Phone) -> None:
    board = phone.page.url
    phone.visits(CHARACTERS)
    phone.page.goto(board)


def opens_another_tab(phone: Phone) -> None:
    phone.opens().goto(phone.context.pages[0].url)


@pytest.mark.parametrize(
    "does",
    [
        pytest.param(reloads, id="a reload"),
        pytest.param(
            comes_back_from("Log"), id="the back button from the log", marks=pytest.mark.long
        ),
        pytest.param(
            comes_back_from("Rules"), id="the back button from the rules", marks=pytest.mark.long
        ),
        pytest.param(
            returns_from("Rules"), id="the way back from the rules", marks=pytest.mark.long
        ),
        pytest.param(returns_from("Log"), id="the way back from the log", marks=pytest.mark.long),
        pytest.param(
            returns_from("Change round 1"), id="a look at another round", marks=pytest.mark.long
        ),
        pytest.param(
            visits_the_characters, id="the page of the characters", marks=pytest.mark.long
        ),
        pytest.param(opens_another_tab, id="another tab", marks=pytest.mark.long),
    ],
)
def test_a_half_entered_round_survives(phone: Phone, does: Callable[[Phone], None]) -> None:
    half_entered(phone)
    assert_half(phone)
    does(phone)
    if "log/" in phone.page.url:  # a look at a line leads back by way of the log
        phone.goes(phone.link("Back"))
    assert_half(phone)
    white(phone, "Ben", 1)
    white(phone, "Dee", 3)
    assert rows(phone)["Eva"] == [4, False, "filled in"]
    does(phone)
    if "log/" in phone.page.url:
        phone.goes(phone.link("Back"))
    assert rows(phone)["Eva"] == [4, False, "filled in"]  # and is no choice of anybody's
    closes(phone)
    assert phone.entries[2:] == [("round-scored", [5, 1, 2, 3, 4], 0)]
    assert_nothing_is_kept(phone)


def test_a_half_entered_pad_survives_its_closing_and_a_reload(phone: Phone) -> None:
    sits(phone, names=EIGHT)
    opens_the_pad(phone)
    touches(phone, key(phone, 8))
    touches(phone, crown(phone))  # Ben's, whose turn it is
    touches(phone, key(phone, 2))
    touches(phone, phone.sheet.get_by_role("link", name="Back"))
    expect(phone.sheet).not_to_be_visible()
    phone.page.reload()
    opens_the_pad(phone)
    assert list(holders(phone).values()) == [8, 2, 0, 0, 0, 0, 0, 0]
    expect(phone.page.locator(".rik-holds .holder span:not(.unseen)")).to_have_text("Ben")
    assert now(phone) == "Cas"


@pytest.mark.long
def test_another_round_of_another_game_is_not_mixed_up_with_it(phone: Phone) -> None:
    half_entered(phone)
    first = phone.page.url
    sits(phone, *TWO)
    assert cards(phone) == [0, 0, 0, 0, 0]
    white(phone, "Eva", 1)
    sits(phone, TWO[0])
    assert cards(phone) == [0, 0, 0, 0, 0]
    phone.page.goto(first)
    assert_half(phone)


def another_tab_closes(phone: Phone, path: str) -> None:
    """Another tab, for no page lets another phone sit down yet, closes the round meanwhile."""
    request, token = phone.context.request, phone.page.locator('meta[name="csrf-token"]')
    said = {**scored(1, 2, 3, 4, 5), "seen": 2, "id": "another-tab"}
    answer = request.post(
        f"{path}entries",
        form={name: str(value) for name, value in said.items()},
        headers={"HX-Request": "true", "X-CSRFToken": token.get_attribute("content") or ""},
        max_retries=1,
    )
    assert answer.status == 200


@pytest.mark.long
def test_a_round_that_was_closed_elsewhere_leaves_nothing_behind(phone: Phone) -> None:
    half_entered(phone)
    another_tab_closes(phone, phone.game)
    phone.page.reload()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 4")
    assert cards(phone) == [0, 0, 0, 0, 0]
    assert [held for _, held, _ in rows(phone).values()] == [False] * 5
    phone.page.reload()
    assert cards(phone) == [0, 0, 0, 0, 0]
    assert_nothing_is_kept(phone)


@pytest.mark.long
def test_a_round_closed_and_undone_begins_afresh_or_as_it_was(phone: Phone) -> None:
    sits(phone)
    enters_cards(phone, FIVE, [5, 4, 3, 2, 1])
    closes(phone)
    phone.undoes()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 1")
    assert cards(phone) in ([0] * 5, [5, 4, 3, 2, 1])
    assert phone.record()["entries"] == []


def test_a_round_that_is_closed_in_two_tabs_is_not_scored_twice_unseen(phone: Phone) -> None:
    half_entered(phone)
    is_told_nothing(phone)
    another_tab_closes(phone, phone.game)
    white(phone, "Ben", 1)
    white(phone, "Dee", 3)
    closes(phone)
    expect(phone.page.locator("#main").get_by_role("alert")).to_contain_text("already closed")
    assert phone.entries[2:] == [("round-scored", [1, 2, 3, 4, 5])]
    phone.tap(phone.page.get_by_role("link", name="Never mind"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 4")
    expect(phone.page.locator("#main").get_by_role("alert")).to_be_hidden()
    assert cards(phone) == [0, 0, 0, 0, 0]
    assert_nothing_is_kept(phone)


@pytest.mark.long
def test_a_round_that_is_closed_in_another_tab_is_closed_in_this_one(phone: Phone) -> None:
    half_entered(phone)
    another_tab_closes(phone, phone.game)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 4")
    assert cards(phone) == [0, 0, 0, 0, 0]
    assert [held for _, held, _ in rows(phone).values()] == [False] * 5
    assert_nothing_is_kept(phone)


def test_a_round_closed_without_network_waits_through_a_reload(phone: Phone) -> None:
    phone.forgives("net::ERR_")
    sits(phone)
    enters_cards(phone, FIVE, [5, 4, 3, 2, 1])
    phone.page.route("**/entries", lambda route: route.abort())
    phone.tap(phone.dock_button("Close round 1"))
    expect(phone.waits).to_have_text(["Round 1: 5 4 3 2 1"])
    phone.page.reload()
    expect(phone.waits).to_have_text(["Round 1: 5 4 3 2 1"])
    assert phone.entries == []


# Emma


def test_emma_is_counted_down_by_one_tap_a_turn(phone: Phone) -> None:
    sits(phone, *TWO)
    touches(phone, phone.page.locator("#board").get_by_role("link", name="Emma"))
    phone.enters(phone.sheet.get_by_role("button", name="Ben"))
    owed = phone.page.locator(".owed")
    expect(owed).to_contain_text("5 turns left (Cas, Dee, Eva")
    phone.taps = 0
    for name in ("Cas", "Dee", "Eva", "Ann", "Ben"):
        phone.enters(phone.button(f"{name} is done"))
    assert phone.taps == 5
    expect(owed).to_contain_text("Everybody has had a last turn: show the white cards.")
    expect(phone.page.get_by_role("button", name="is done")).to_have_count(0)
    assert phone.entries[2:] == [("emma-played", 1), *[("turn-taken",)] * 5]


@pytest.mark.long
@pytest.mark.parametrize(
    "turns", [pytest.param(0, marks=pytest.mark.long), 2, pytest.param(5, marks=pytest.mark.long)]
)
def test_the_countdown_never_blocks_closing(phone: Phone, turns: int) -> None:
    sits(phone, emma(1), *[TURN] * turns)
    enters_cards(phone, FIVE, [5, 4, 3, 2, 1])
    phone.enters(phone.dock_button("Close round 1"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 2")
    expect(phone.page.locator("#board").get_by_role("link", name="Emma")).to_be_visible()
    assert phone.state()["countdown"] is None


@pytest.mark.long
def test_the_countdown_leaves_half_entered_cards_alone(phone: Phone) -> None:
    half_entered(phone)
    touches(phone, phone.page.locator("#board").get_by_role("link", name="Emma"))
    phone.enters(phone.sheet.get_by_role("button", name="Ben"))
    assert_half(phone)
    phone.enters(phone.button("Cas is done"))
    phone.undoes()
    assert_half(phone)


@pytest.mark.long
def test_who_starts_is_chosen_by_the_name_above(phone: Phone) -> None:
    half_entered(phone)
    touches(phone, phone.link("Cas starts"))
    phone.enters(phone.sheet.get_by_role("button", name="Eva"))
    expect(phone.link("Eva starts")).to_be_visible()
    assert phone.entries[2:] == [("starter-chosen", 4)]
    assert_half(phone)


# Setting up


def names(phone: Phone) -> list[str]:
    fields = phone.page.locator("[name=name]:visible")
    return [field.input_value() for field in fields.all()]


def sets_up(phone: Phone, *players: str) -> None:
    phone.visits(NEW)
    phone.tap(phone.page.get_by_role("radio", name=str(len(players)), exact=True))
    for number, name in enumerate(players, 1):
        phone.page.get_by_label(f"Player {number}", exact=True).fill(name)


@pytest.mark.parametrize(
    "scripted",
    [True, pytest.param(False, marks=pytest.mark.long)],
    ids=["with scripts", "without"],
)
def test_names_are_moved_up_in_the_set_up(phones: Phones, scripted: bool) -> None:
    phone = phones(java_script_enabled=scripted)
    sets_up(phone, "Ann", "Ben", "Cas", "Dee")
    ups = phone.page.get_by_role("button", name="One place up")
    (touches if scripted else Phone.goes)(phone, ups.nth(2))
    assert names(phone) == ["Ann", "Ben", "Dee", "Cas"]
    (touches if scripted else Phone.goes)(phone, ups.nth(1))
    assert names(phone) == ["Ann", "Dee", "Ben", "Cas"]
    phone.goes(phone.button("Start"))
    assert phone.record()["players"] == ["Ann", "Dee", "Ben", "Cas"]


@pytest.mark.long
def test_as_many_names_are_asked_as_play(phone: Phone) -> None:
    phone.visits(NEW)
    assert len(names(phone)) == 3
    for players in (15, 7, 4):
        phone.tap(phone.page.get_by_role("radio", name=str(players), exact=True))
        assert len(names(phone)) == players
    phone.goes(phone.button("Start"))
    assert len(phone.record()["players"]) == 4


def test_the_first_visit_is_three_taps_from_the_sheet(phone: Phone) -> None:
    phone.visits("/")
    phone.goes(phone.link("Game of Bluff"))
    phone.tap(phone.page.get_by_role("radio", name="5", exact=True))
    phone.goes(phone.button("Start"))
    assert phone.taps == 3
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 1")
    expect(phone.link("Player 1 starts")).to_be_visible()


# Characters


def found(phone: Phone) -> Locator:
    return phone.page.locator("#found > section")


def opens_characters(phone: Phone) -> None:
    """Their sheet is open, and hears what is typed."""
    before = phone.page.evaluate("settled")
    touches(phone, phone.page.locator("#board").get_by_role("link", name="Characters"))
    phone.page.wait_for_function("(before) => settled > before", arg=before)


def test_characters_are_searched_as_one_types_and_half_entered_cards_stay(phone: Phone) -> None:
    half_entered(phone)
    opens_characters(phone)
    expect(found(phone)).to_have_count(15)
    field = phone.page.get_by_role("searchbox")
    field.press_sequentially("sof")
    expect(found(phone).first).to_contain_text("Sofie")
    fewer = found(phone)
    expect(fewer).not_to_have_count(15)
    assert all("sof" in text.casefold() for text in fewer.all_inner_texts())
    assert field.input_value() == "sof"
    field.fill("")
    expect(found(phone)).to_have_count(15)
    field.fill("zzz")
    expect(phone.page.locator("#found")).to_have_text("Nothing found for “zzz”.")
    touches(phone, phone.sheet.get_by_role("link", name="Back"))
    expect(phone.sheet).not_to_be_visible()
    assert_half(phone)
    closes(phone)
    assert_says_who(phone, "Ben", "Dee", "Eva")


@pytest.mark.long
def test_enter_on_the_keyboard_finds_and_loses_nothing(phone: Phone) -> None:
    half_entered(phone)
    board = phone.page.url
    opens_characters(phone)
    field = phone.page.get_by_role("searchbox")
    field.fill("Emma")
    field.press("Enter")
    expect(found(phone)).not_to_have_count(15)
    expect(found(phone).first).to_contain_text("Emma")
    back = phone.page.get_by_role("link", name="Back").first
    if phone.sheet.is_visible():
        touches(phone, back)
    else:
        phone.goes(back)
    assert phone.page.url == board
    assert_half(phone)


# The end, and after it


def stops(phone: Phone, how: str) -> None:
    touches(phone, phone.page.locator("#board").get_by_role("link", name="Stop early"))
    button = phone.sheet.get_by_role("button", name=how)
    (phone.enters if how == "Stop here" else phone.goes)(button)


def test_a_game_is_stopped_early_and_played_on(phone: Phone) -> None:
    half_entered(phone)
    stops(phone, "Stop here")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Ben wins")
    expect(phone.page.locator(".result")).to_contain_text(
        "Stopped early: the current totals count."
    )
    assert phone.state()["outcome"]["ending"] == "stopped"
    phone.enters(phone.button("Keep playing"))
    assert_half(phone)


@pytest.mark.long
def test_somebody_leaves_or_joins_and_the_names_are_there(phone: Phone) -> None:
    sits(phone, *TWO)
    game = phone.game
    stops(phone, "Stop and set up with other players")
    phone.page.wait_for_url("**/new/game-of-bluff**")
    assert names(phone) == list(FIVE)
    expect(phone.page.get_by_role("radio", name="5", exact=True)).to_be_checked()
    phone.tap(phone.page.get_by_role("radio", name="6", exact=True))
    phone.page.get_by_label("Player 6", exact=True).fill("Finn")
    phone.goes(phone.button("Start"))
    assert phone.record()["players"] == [*FIVE, "Finn"]
    assert phone.game.split("/t/")[1].split("/")[0] == game.split("/t/")[1].split("/")[0]
    phone.visits(game)
    assert phone.entries[-1] == ("game-stopped",)


def test_again_is_one_tap_and_the_starter_has_moved_on(phone: Phone) -> None:
    sits(phone, starter(3), *TWO, STOP, last_round="y")
    first, phone.taps = phone.game, 0
    phone.goes(phone.button("Play again"))
    assert phone.taps == 1
    assert phone.game != first
    expect(phone.link("Ann starts")).to_be_visible()  # Dee, Eva, and now Ann
    record = phone.record()
    assert record["players"] == list(FIVE)
    assert record["options"]["tie"] == "last-round"
    assert phone.state()["starter"] == 0


@pytest.mark.long
def test_again_after_one_round_lets_the_second_player_start(phone: Phone) -> None:
    sits(phone, TWO[0], STOP)
    phone.goes(phone.button("Play again"))
    expect(phone.link("Ben starts")).to_be_visible()
    assert cards(phone) == [0, 0, 0, 0, 0]


# Without JavaScript


def test_a_round_of_five_is_closed_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    sits(phone)
    for name, card in (("Ann", 5), ("Ben", 1), ("Cas", 2)):
        white(phone, name, card)
    holds_rik(phone, "Ann")
    phone.goes(phone.dock_button("Close round 1"))
    expect(phone.page.get_by_role("alert")).to_contain_text("Dee and Eva have no white card yet.")
    chosen = phone.page.locator("input[type=radio]:checked")
    assert [card.get_attribute("value") for card in chosen.all()] == ["5", "1", "2"]
    expect(phone.page.get_by_role("checkbox", name="Ann holds Redemption Rik")).to_be_checked()
    white(phone, "Dee", 2)
    white(phone, "Eva", 4)
    phone.goes(phone.page.locator("button", has_text="Close round 1"))
    expect(phone.page.get_by_role("alert")).to_contain_text(
        "Each white card from 1 to 5 can be entered only once."
    )
    assert phone.record()["entries"] == []
    white(phone, "Dee", 3)
    phone.goes(phone.page.locator("button", has_text="Close round 1"))
    assert phone.entries == [("round-scored", [5, 1, 2, 3, 4], 0)]
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 2")


@pytest.mark.long
def test_two_who_hold_rik_are_asked_about_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    sits(phone)
    enters_cards(phone, FIVE, [1, 2, 3, 4, 5])
    holds_rik(phone, "Ann")
    holds_rik(phone, "Eva")
    phone.goes(phone.dock_button("Close round 1"))
    expect(phone.page.get_by_role("alert")).to_be_visible()
    assert phone.record()["entries"] == []


def listed(phone: Phone, name: str) -> Locator:
    """The list of white cards for this player."""
    return phone.page.get_by_role("combobox", name=name, exact=True)


@pytest.mark.long
def test_a_round_of_eight_is_closed_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    sits(phone, names=EIGHT)
    phone.goes(phone.page.get_by_role("link", name="Close round 1"))
    for name, card in zip(EIGHT[:6], (8, 7, 6, 5, 4, 3), strict=True):
        listed(phone, name).select_option(str(card))
    holds_rik(phone, "Ann")
    phone.goes(phone.page.locator("button", has_text="Close round 1"))
    expect(phone.page.get_by_role("alert")).to_contain_text(
        "Gus and Hannelore have no white card yet."
    )
    assert listed(phone, "Ann").input_value() == "8"
    listed(phone, "Gus").select_option("8")
    phone.goes(phone.page.locator("button", has_text="Close round 1"))
    expect(phone.page.get_by_role("alert")).to_be_visible()
    assert phone.record()["entries"] == []
    listed(phone, "Gus").select_option("2")
    listed(phone, "Hannelore").select_option("")  # it follows
    phone.goes(phone.page.locator("button", has_text="Close round 1"))
    assert phone.entries == [("round-scored", [8, 7, 6, 5, 4, 3, 2, 1], 0)]


@pytest.mark.long
def test_emma_and_a_change_work_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    sits(phone, TWO[0])
    phone.goes(phone.page.get_by_role("link", name="Emma"))
    phone.goes(phone.button("Ben"))
    phone.goes(phone.button("Cas is done"))
    phone.goes(phone.page.get_by_role("link", name="Change round 1"))
    white(phone, "Ann", 2)
    phone.goes(phone.button("Change the round"))
    expect(phone.page.get_by_role("alert")).to_contain_text("can be entered only once")
    white(phone, "Ben", 1)
    phone.goes(phone.button("Change the round"))
    phone.visits(phone.game)
    assert phone.entries == [
        ("round-scored", [2, 1, 3, 4, 5], 4), ("emma-played", 1), ("turn-taken",),
    ]  # fmt: skip


# Double taps


@pytest.mark.long
def test_a_double_tap_on_a_number_gives_it_once(phone: Phone) -> None:
    sits(phone)
    phone.taps_twice(phone.page.get_by_role("radio", name="Ann: 3", exact=True))
    assert cards(phone) == [3, 0, 0, 0, 0]


@pytest.mark.long
def test_a_double_tap_on_rik_gives_him_once(phone: Phone) -> None:
    sits(phone)
    phone.taps_twice(phone.page.get_by_role("checkbox", name="Ann holds Redemption Rik"))
    assert rows(phone)["Ann"] == [0, True, "holds Rik"]


@pytest.mark.long
def test_a_double_tap_on_a_key_of_the_pad_gives_it_once(phone: Phone) -> None:
    sits(phone, names=EIGHT)
    opens_the_pad(phone)
    phone.takes_a_moment(key(phone, 3))
    phone.taps_twice(key(phone, 3))
    assert holders(phone) == {**dict.fromkeys(EIGHT, 0), "Ann": 3}
    assert now(phone) == "Ben"


def test_a_double_tap_on_close_scores_one_round(phone: Phone) -> None:
    sits(phone)
    enters_cards(phone, FIVE, [5, 4, 3, 2, 1])
    phone.taps_twice(phone.dock_button("Close round 1"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 2")
    expect(phone.page.locator("#main").get_by_role("alert")).to_have_count(0)
    assert phone.entries == [("round-scored", [5, 4, 3, 2, 1])]


@pytest.mark.long
def test_a_double_tap_on_close_of_the_pad_scores_one_round(phone: Phone) -> None:
    sits(phone, names=EIGHT)
    opens_the_pad(phone)
    for card in range(8, 1, -1):
        touches(phone, key(phone, card))
    phone.taps_twice(phone.sheet.locator("button", has_text="Close round 1"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Round 2")
    expect(phone.sheet).not_to_be_visible()
    assert phone.entries == [("round-scored", [8, 7, 6, 5, 4, 3, 2, 1])]


@pytest.mark.long
def test_a_double_tap_on_a_turn_done_counts_one_turn(phone: Phone) -> None:
    sits(phone, emma(0))
    phone.taps_twice(phone.button("Ben is done"))
    expect(phone.button("Cas is done")).to_be_visible()
    assert phone.entries == [("emma-played", 0), ("turn-taken",)]


# Nothing jumps


@pytest.mark.parametrize(
    "players",
    [
        pytest.param(FIVE, id="five", marks=pytest.mark.long),
        pytest.param(LONG_FIFTEEN[:6], id="six long names"),
    ],
)
def test_nothing_jumps(phone: Phone, players: tuple[str, ...]) -> None:
    """Each step is tapped on one size, and all sizes show what it left where it was."""
    sizes = [(390, 844), (320, 568), (844, 390)]
    sits(phone, scored(*range(1, len(players) + 1)), names=players)
    before = measures.at_sizes(phone.page, sizes, LIES)
    steps: dict[str, Callable[[], None]] = {
        "a number": lambda: white(phone, players[0], len(players)),
        "Rik": lambda: holds_rik(phone, players[0]),
        "Rik elsewhere": lambda: holds_rik(phone, players[1]),
        "all numbers": lambda: [
            white(phone, name, card) for card, name in enumerate(players[1:-1], 1)
        ] and None,
        "Rik on the highest": lambda: holds_rik(phone, players[0]),
        "a swap": lambda: white(phone, players[2], len(players)),
    }  # fmt: skip
    jumps = []
    for number, (step, does) in enumerate(steps.items()):
        measures.is_sized(phone.page, *sizes[number % len(sizes)])
        does()
        for name, place in measures.at_sizes(phone.page, sizes, LIES).items():
            stays = slice(2, None) if ", dock" in name else slice(None)  # it may move, not grow
            if place[stays] != before[name][stays]:
                jumps += [f"{step}: {name} from {before[name]} to {place}"]
    assert not jumps, "\n".join(jumps)


@pytest.mark.long
def test_the_pad_of_fifteen_does_not_jump_under_the_thumb(phone: Phone) -> None:
    sits(phone, names=LONG_FIFTEEN)
    opens_the_pad(phone)
    looks(phone.page, "light", 390, 844)
    where = """() => [...document.querySelectorAll("dialog [data-white], dialog [data-crown],"
      + "dialog .holder, dialog .dock button")].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height].map(Math.round); })"""
    before = phone.page.evaluate(where)
    for card in range(15, 1, -1):
        touches(phone, key(phone, card))
        assert phone.page.evaluate(where) == before, card
    touches(phone, crown(phone))
    assert phone.page.evaluate(where) == before
