"""Names are shown as text wherever they stand, whatever somebody types."""

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.shortcuts import CANNOT, END, card

HOSTILE = [
    "<script>alert(1)</script"[:24],
    "<img src=x onerror=a()>",
    "</title>\"'&amp;{{7*7}}%",
    "👩‍👩‍👧‍👦🏳️‍🌈",
    "W" * 24,
]


def test_every_page_shows_names_as_text(phone: Phone) -> None:
    phone.starts(players=5, names=HOSTILE)
    for entry in (card(2, "up-1"), card(3, "up-1"), END, card(4, "up-1")):
        phone.does(entry)
    assert phone.record()["players"] == HOSTILE
    everywhere = ["", "log/?all=1", "log/1", "log/3/forgotten", "sheet/hands", "sheet/missed"]
    game = phone.game
    for path in everywhere:
        phone.visits(f"{game}{path}")
        assert_text(phone)
    phone.visits(game)
    phone.plays(5, "up-1")
    phone.plays(2, "up-2") if phone.chip(2, "up-2").count() else phone.keys_in(2, "up-2")
    assert_text(phone)
    phone.enters(phone.question.get_by_role("link", name="OK"))
    phone.keys_in(3, "down-1")
    assert_text(phone)
    phone.enters(phone.question.get_by_role("link", name="OK"))
    phone.visits(game.rsplit("/", 2)[0] + "/")
    assert_text(phone, *HOSTILE)
    phone.visits("/")
    assert_text(phone, *HOSTILE)
    phone.visits("/new/the-game")
    values = [phone.page.get_by_label(f"Player {n}").input_value() for n in range(1, 6)]
    assert values == HOSTILE
    phone.joins(card(2, "up-1"), END, CANNOT, names=HOSTILE)
    assert_text(phone, *HOSTILE)


def assert_text(phone: Phone, *names: str) -> None:
    """Nothing of a name has become part of the page; these names can be read on it."""
    scripts = "#main script:not([src*='/scripts/share+times-'])"  # which is ours
    strange = phone.page.locator(f"{scripts}, #main img, #main [onerror], #main title")
    expect(strange).to_have_count(0)
    assert "49" not in phone.page.title()
    text = phone.page.locator("#main").inner_text()
    assert [name for name in names if name not in text] == []
