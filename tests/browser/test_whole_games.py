"""Whole games by taps alone: what the screen says is what replaying the record gives."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.plans import beaten, in_turns
from tests.browser.screen import assert_says
from tests.browser.shortcuts import enter

pytestmark = pytest.mark.usefixtures("pooled_phones")

BOTH = ["Ann", "Ben"]


def plays_all(phone: Phone, plan: list[dict[str, Any]], names: list[str], every: int) -> None:
    """The whole plan by taps; every few of them the screen is held against the record."""
    for number, entry in enumerate(plan):
        phone.does(entry)
        if number % every == 0 and number < len(plan) - 1:
            assert_says(phone.screen(), phone.state(), names)
    assert phone.record()["entries"] == plan


ENDS = 16  # entries at the beginning, and as many at the end


def plays_the_ends(phone: Phone, plan: list[dict[str, Any]], names: list[str], every: int) -> None:
    """The plan, its first and its last part by taps; what lies between is entered by requests."""
    plays_all(phone, plan[:ENDS], names, every)
    game, seen = phone.game, phone.page.locator("#board").get_attribute("data-seen")
    phone.visits("/")  # no board is drawn again and again meanwhile
    enter(phone.context.request, game, plan[ENDS:-ENDS], after=int(str(seen)))
    phone.visits(game)
    assert_says(phone.screen(), phone.state(), names)
    for entry in plan[-ENDS:]:
        phone.does(entry)
    assert phone.record()["entries"] == plan


def assert_beaten(phone: Phone) -> None:
    screen = phone.screen()
    assert screen.heading == "You won!"
    assert screen.ended[0] == "All 98 cards are laid."
    assert screen.figures == {"Ann": 49, "Ben": 49, "cards laid": 98}
    assert screen.final == [25, 50, 76, 51]
    assert phone.state()["outcome"] == {
        "ending": "beaten",
        "reason": None,
        "left": 0,
        "rating": "beaten",
    }


def test_a_game_for_two_is_beaten(phone: Phone) -> None:
    phone.starts(names=BOTH)
    plays_the_ends(phone, in_turns(beaten(), BOTH), BOTH, every=5)
    assert_beaten(phone)


@pytest.mark.long
@pytest.mark.stands_for("test_a_game_for_two_is_beaten")
def test_a_game_for_two_is_beaten_with_every_card_tapped(phone: Phone) -> None:
    phone.starts(names=BOTH)
    plays_all(phone, in_turns(beaten(), BOTH), BOTH, every=5)
    assert_beaten(phone)


@pytest.mark.long
def test_a_game_for_two_is_beaten_without_javascript(plain_phone: Phone) -> None:
    phone = plain_phone
    phone.starts(names=BOTH)
    phone.plays(40, "up-1")
    phone.plays(39, "up-2")
    phone.ends_turn()
    phone.plays(38, "up-1")
    phone.hears("38 does not fit on 40 going up.")
    phone.enters(phone.question.get_by_role("link", name="My mistake"))
    assert_says(phone.screen(), phone.state(), BOTH)
    phone.plays(38, "up-1")
    phone.enters(phone.button("Enter 38"))
    assert phone.state()["flags"] == [{"entry": 3, "rule": "pile-direction"}]
    assert phone.screen().tops["up-1"] == 38
    for _ in range(4):
        phone.undoes()
    assert phone.record()["entries"] == []
    plays_the_ends(phone, in_turns(beaten(), BOTH), BOTH, every=10)
    assert_beaten(phone)


def test_a_game_gets_stuck_in_mid_turn_and_goes_on(phone: Phone) -> None:
    phone.starts(names=BOTH)
    for card, pile in ((90, "up-1"), (91, "up-2")):
        phone.plays(card, pile)
    phone.ends_turn()
    phone.plays(10, "down-1")
    before = phone.screen()
    phone.cannot_play()
    ended = phone.screen()
    assert ended.heading == "95 cards left"
    assert ended.ended[0] == "Ben could not play."
    assert ended.figures == {"Ann": 2, "Ben": 1, "cards laid": 3}
    assert phone.state()["outcome"]["ending"] == "stuck"
    phone.enters(phone.button("Keep playing"))
    assert phone.screen() == before
    assert_says(phone.screen(), phone.state(), BOTH)
    phone.cannot_play()
    assert phone.screen() == ended


@pytest.mark.long
def test_play_goes_on_from_an_end_that_was_opened_afresh(phone: Phone) -> None:
    phone.starts(names=BOTH)
    phone.plays(2, "up-1")
    phone.cannot_play()
    phone.page.reload()
    phone.enters(phone.button("Keep playing"))
    phone.plays(47, "up-2")
    assert phone.entries == [("card-played", 2, "up-1"), ("card-played", 47, "up-2")]
    phone.ends_turn()
    assert_says(phone.screen(), phone.state(), BOTH)


@pytest.mark.long
def test_looking_back_shows_what_was_still_to_come(phone: Phone) -> None:
    phone.starts(names=BOTH)
    phone.plays(90, "up-1")
    phone.cannot_play()
    phone.tap(phone.page.get_by_text("Look back"))
    cards = phone.page.locator("details li")
    expect(cards).to_have_count(98)
    expect(cards.filter(has_text="90")).to_contain_text("out")


def test_again_starts_with_the_same_people_in_one_tap(phone: Phone) -> None:
    phone.starts(players=3, names=["Ann", "Ben", "Cas"], switches=["Expert"])
    phone.plays(2, "up-1")
    phone.cannot_play()
    first, phone.taps = phone.game, 0
    phone.goes(phone.button("Play again"))
    assert phone.taps == 1
    assert phone.game != first
    record = phone.record()
    assert record["players"] == ["Ann", "Ben", "Cas"]
    assert record["options"]["expert"] is True
    assert record["entries"] == []
    phone.visits("/")
    phone.goes(phone.page.get_by_role("link", name="Ann, Ben and Cas"))
    expect(phone.page.get_by_role("listitem")).to_have_count(2)


@pytest.mark.parametrize(
    ("players", "hands", "draw_pile"),
    [
        (1, [8], 90),
        pytest.param(3, [6, 6, 6], 80, marks=pytest.mark.long),
        pytest.param(4, [6] * 4, 74, marks=pytest.mark.long),
        pytest.param(5, [6] * 5, 68, marks=pytest.mark.long),
    ],
)
def test_a_short_game(phone: Phone, players: int, hands: list[int], draw_pile: int) -> None:
    names = ["Ann", "Ben", "Cas", "Dee", "Eva"][:players]
    phone.starts(players, names)
    assert (phone.screen().hands, phone.screen().draw_pile) == (hands, draw_pile)
    assert_says(phone.screen(), phone.state(), names)
    for turn in range(players + 1):
        phone.plays(2 + turn, "up-1")
        phone.plays(99 - turn, "down-2")
        assert_says(phone.screen(), phone.state(), names)
        phone.ends_turn()
        assert_says(phone.screen(), phone.state(), names)
    phone.cannot_play()
    laid = 2 * (players + 1)
    assert phone.screen().heading == f"{98 - laid} cards left"
    assert phone.screen().figures[names[0]] == 4
    assert phone.state()["outcome"]["left"] == 98 - laid


@pytest.mark.long
def test_somebody_alone_without_a_name_reads_that_it_is_their_turn(phone: Phone) -> None:
    phone.starts(players=1)
    assert phone.screen().heading == "Your turn"
    assert phone.screen().owed == "2 cards to lay."
