"""A name of up to eight letters stands whole, with any number of players, on phones from 360 px."""

import pytest

from companion.engine.entry import Facts
from tests.browser import measures, shortcuts
from tests.browser.bluff_places import STOP, emma, scored
from tests.browser.brain_places import extra
from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.shortcuts import CANNOT, END, card

pytestmark = pytest.mark.usefixtures("pooled_phones")

SHORT = ("Mom", "Ann", "Wim", "Ben", "Cas", "Gwe", "Max")
WIDE = (
    "Mohammed", "Wilhelma", "Gwendola", "Wolfgang", "Hermione", "Dominika", "Margwena", "Hannelow",
    "Ambrosia", "Leonhard", "Friedmar", "Marianne", "Dagomara", "Gudmundo", "Humberto",
)  # fmt: skip
SIZES = [(360, 640), (390, 844)]
PLAYED = [card(47, "up-1"), card(48, "up-1"), END]
CUT = {what: measures.RULER[what] for what in ("cut text", "sideways")}
CHART = """() => {
  const plot = document.querySelector(".plot"), lines = plot.querySelector("svg").clientWidth;
  return [...plot.querySelectorAll("text:not(.limit-name)")].filter((label) =>
    /…/.test(label.textContent) || label.getBBox().width > plot.clientWidth - lines + 2)
    .map((label) => label.textContent.trim().replace(/\\s+/g, " "));
}"""


def rounds(players: int) -> list[Facts]:
    """Two rounds, and the turns after Emma are taken."""
    turned = [[(seat + first) % players + 1 for seat in range(players)] for first in (0, 1)]
    return [*(scored(*cards) for cards in turned), emma(1)]


BOARDS: list[tuple[str, tuple[int, ...], dict[str, str], tuple[str, ...]]] = [
    ("the-game", (1, 2, 3, 4, 5), {}, ("sheet/hands", "log/", "")),
    ("the-game", (3, 5), {"extreme": "y"}, ("",)),
    ("one-brain", (1, 2, 3, 4, 5, 6, 7), {"level": "advanced"}, ("",)),
    ("game-of-bluff", (3, 5, 7, 15), {}, ("sheet/close", "sheet/starter", "")),
]
"""A tile, numbers of players, options, and pages: of the last number all, else the last."""


def test_short_and_wide_names_are_not_cut(phone: Phone) -> None:
    wrong = []
    entries = {"the-game": PLAYED, "one-brain": []}
    for tile, counts, options, pages in BOARDS:
        for count in counts:
            for names in (SHORT[:count], WIDE[:count]) if count == 5 else (WIDE[:count],):
                said = {**options, "hand": "4" if count == 7 else "5"}
                request = phone.context.request
                game = shortcuts.start(request, names, said, path=f"/new/{tile}")
                shortcuts.enter(request, game, entries.get(tile, rounds(count)))
                for path in pages if count == counts[-1] else pages[-1:]:
                    phone.visits(f"{game}{path}")
                    found = measures.on_every_size(phone.page, CUT, sizes=SIZES)
                    wrong += [f"{tile} of {count}, {path}, {each}" for each in found]
    assert not wrong, "\n".join(wrong)


def test_ends_and_their_charts_name_everybody(phone: Phone) -> None:
    ends = {
        "the-game": (5, [*PLAYED, CANNOT]),
        "one-brain": (5, [extra(), END, {"kind": "attempt-given-up"}]),
        "game-of-bluff": (15, [*rounds(15), STOP]),
    }
    wrong = []
    for tile, (count, entries) in ends.items():
        options = {"level": "advanced", "hand": "5"} if tile == "one-brain" else {}
        request = phone.context.request
        game = shortcuts.start(request, WIDE[:count], options, path=f"/new/{tile}")
        shortcuts.enter(request, game, entries)
        phone.visits(game)
        scripts = {**CUT, "chart": CHART} if tile == "game-of-bluff" else CUT
        found = measures.on_every_size(phone.page, scripts, sizes=SIZES)
        wrong += [f"the end of {tile}, {each}" for each in found]
    assert not wrong, "\n".join(wrong)


def test_who_must_put_out_a_fire_stands_whole(phones: Phones) -> None:
    wrong = []
    for locale in ("en", "de", "fr", "nl"):
        phone = phones(locale=locale)
        for options in ({"on_fire": "y"}, {"on_fire": "y", "extreme": "y"}):
            request = phone.context.request
            game = shortcuts.start(request, WIDE[:5], options)
            for after, entries in ((0, [card(22, "up-1"), card(77, "down-2")]), (2, [END])):
                shortcuts.enter(request, game, entries, after)
                phone.visits(game)
                found = measures.on_every_size(phone.page, CUT, sizes=SIZES)
                wrong += [f"{locale}, {' '.join(options)}, {each}" for each in found]
    assert not wrong, "\n".join(wrong)


def test_who_is_on_turn_moves_nothing(phone: Phone) -> None:
    """Figures grow and the turn goes on; the names and what is below them stay where they are."""
    game = shortcuts.start(phone.context.request, WIDE[:5], {})
    lies = """() => Object.fromEntries([...document.querySelectorAll(".counts li, .piles, .dock")]
      .map((each, at) => [at, ["x", "y", "width", "height"].map((side) =>
        Math.round(each.getBoundingClientRect()[side]))]))"""
    found = []
    more = [card(99, "down-1"), card(98, "down-1"), END]
    for after, entries in ((0, []), (0, PLAYED), (3, more)):
        shortcuts.enter(phone.context.request, game, entries, after)
        phone.visits(game)
        found.append(measures.at_sizes(phone.page, SIZES, lies))
    assert found[0] == found[1] == found[2]


def test_the_number_of_a_seat_stays_on_the_smallest_phones(phones: Phones) -> None:
    lost = {"lost number": measures.LOST_NUMBERS}
    wrong = []
    for locale in ("en", "de", "fr", "nl"):
        phone = phones(locale=locale)
        for tile, count in (("the-game", 5), ("one-brain", 7), ("game-of-bluff", 15)):
            game = shortcuts.start(phone.context.request, (), {}, count, f"/new/{tile}")
            for path in ("", "sheet/close") if tile == "game-of-bluff" else ("",):
                phone.visits(f"{game}{path}")
                found = measures.on_every_size(phone.page, lost, sizes=[(320, 568), (320, 640)])
                wrong += [f"{locale}, {tile}, {path}, {each}" for each in found]
    assert not wrong, "\n".join(wrong)
