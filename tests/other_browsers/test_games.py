"""Games by taps: what the server holds is what was tapped, on the pad, in a panel and in rows."""

import pytest

from tests.other_browsers.phone import Phone, Spot, dock

pytestmark = pytest.mark.long


def heading(phone: Phone, says: str) -> None:
    phone.reads("h1", f"^{says}$")


def white(player: int, card: int) -> Spot:
    return Spot(f'label:has([aria-label="Player {player}: {card}"])')


# What would be sent, and is not as the server has written it: a browser may fill forms in again.
REFILLED = """() => [...document.querySelectorAll("form.entry [name]")]
  .filter((each) => each.checked !== each.defaultChecked ||
    (each.name === "seen" && each.value !== document.getElementById("board")?.dataset.seen))
  .map(({ name, value }) => `${name}=${value}`)"""

# How high the lines of a chart are, its figures beside them, and what leads to the names.
HEIGHTS = """() => [...document.querySelectorAll(".plot > :not(.steps)")]
  .map((each) => each.getBoundingClientRect().height)"""


def test_bluff_is_entered_to_its_end_and_fills_nothing_in_after_a_reload(phone: Phone) -> None:
    played = [[1, 2, 3, 4, 5], [2, 1, 3, 4, 5], [1, 2, 3, 4, 5], [2, 1, 3, 5, 4]]
    phone.starts("Game of Bluff", 5)
    phone.reloads()  # its worker has the page now
    for number, cards in enumerate(played, 1):
        for player, card in enumerate(cards[:-1], 1):
            phone.taps(white(player, card))
        phone.enters(dock(f"Close round {number}"))
        phone.reloads()
        assert phone.runs(REFILLED) == []
    heading(phone, "Player 1 and Player 2 share the win")
    assert len({*phone.runs(HEIGHTS)}) == 1
    state = phone.state()
    assert state["totals"] == [6, 6, 12, 17, 19]
    assert state["outcome"]["ranks"] == [1, 1, 3, 4, 5]
    assert phone.entries == [("round-scored", cards) for cards in played]


# Whether what is played stands beside the words, as on a phone that lies on its side.
IS_BESIDE = """(beside) => {
  const { gridTemplateAreas } = getComputedStyle(document.querySelector(".board"));
  return gridTemplateAreas.startsWith('"bar piles"') === beside;
}"""


def test_a_board_lies_down_and_gets_up_with_its_phone(phone: Phone) -> None:
    phone.starts("Game of Bluff", 5)
    assert phone.runs("() => [innerWidth, innerHeight]") == [390, 844]
    upright = phone.runs("() => [outerWidth, outerHeight]")
    for size, beside in ((upright[::-1], True), (upright, False), (upright[::-1], True)):
        phone.becomes(*size)
        phone.awaits(IS_BESIDE, beside)
