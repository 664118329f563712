"""Four phones at one table tap the same within a moment, again and again: each act counts once."""

import random
from collections.abc import Iterator
from itertools import cycle, islice

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Phones
from tests.browser.guests import lets_in
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.browser.test_live import watches

READ = 400  # ms: before that a tap is meant for the picture before
AHEAD, WITHIN = 80, 50  # ms until the first of them taps, and from then on to the last one
PILES = ("up-1", "down-1")
CHIP = 'form.chips:has([name=pile][value="{}"]) button.chip:not(.back)'
UNDO = 'form.entry:has([name=kind][value="taken-back"]) button.plain:not(.redo)'
END = 'form.entry:has([name=kind][value="turn-ended"]) button'
# The finger comes down where it was aimed at, whatever lies there by then.
TAPS = """([selector, at]) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const clientX = box.left + box.width / 2, clientY = box.top + box.height / 2;
  setTimeout(() => {
    const about = { bubbles: true, cancelable: true, detail: 1, clientX, clientY };
    document.elementFromPoint(clientX, clientY).dispatchEvent(new MouseEvent("click", about));
  }, at - Date.now());
}"""
SEEN = "(number) => document.getElementById('board').dataset.seen === number"
# What a board says; the card that arrived last is lit up on the phones that heard of it that way.
SAYS = """() => {
  const board = document.getElementById("board").cloneNode(true);
  board.querySelectorAll(".fresh").forEach((each) => each.classList.remove("fresh"));
  board.querySelector(".bar").remove(); // it tells a phone that another one was quicker
  return board.innerText.replace(/\\s+/g, " ");
}"""


@pytest.fixture
def four(phone: Phone, phones: Phones, server: Server) -> list[Phone]:
    """Four phones with one game on their screens."""
    phone.joins()
    watches(phone, phone.game)
    others = [phones() for _ in range(3)]
    for other in others:
        lets_in(server, phone, other)
        watches(other, phone.game)
    return [phone, *others]


def acts() -> Iterator[str]:
    """What the table does, round after round: two cards, one of them a slip first, and the turn."""
    for pile in cycle(PILES):
        yield from (CHIP.format(pile), CHIP.format(pile), UNDO, CHIP.format(pile), END)


def seen(page: Page) -> str:
    return str(page.locator("#board").get_attribute("data-seen"))


@pytest.mark.long
def test_each_act_counts_once_and_all_boards_are_alike(four: list[Phone]) -> None:
    """All acts come round in ten rounds; later ones differ by who is how much later than who."""
    rounds = 10
    chance = random.Random(4)
    for number, selector in enumerate(islice(acts(), rounds), 1):
        four[0].page.wait_for_timeout(READ)
        now = four[0].page.evaluate("Date.now()") + AHEAD
        for phone in four:
            phone.page.evaluate(TAPS, [selector, now + chance.randint(0, WITHIN)])
        for phone in four:
            phone.page.wait_for_function(SEEN, arg=str(number))
    four[0].page.wait_for_timeout(READ)
    assert [seen(phone.page) for phone in four] == [str(rounds)] * 4
    said = {phone.page.evaluate(SAYS) for phone in four}
    assert len(said) == 1
    assert len(four[0].entries) == rounds * 2 // 5 + rounds // 5  # two cards and an end each five
