"""Extreme by taps: commands, the signs that ask for them, and the deck that learns."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser import measures
from tests.browser.phone import Phone
from tests.browser.shortcuts import card, enter

Does = Callable[[Phone], None]


def lays(number: int, pile: str, command: str | None = None) -> Does:
    def does(phone: Phone) -> None:
        phone.enters(phone.chip(number, pile))
        if command:
            phone.chooses(command)

    return does


def keys(number: int, pile: str, command: str) -> Does:
    return lambda phone: phone.keys_in(number, pile, command)


def keys_between(number: int, pile: str, command: str) -> Does:
    def does(phone: Phone) -> None:
        first, second = (phone.pad.get_by_role("button", name=d, exact=True) for d in str(number))
        phone.tap(phone.face(pile))
        phone.tap(first)
        phone.tap(phone.command(command))
        phone.enters(second)

    return does


def is_asked(does: Does, question: str) -> Does:
    """What is done is asked about, and was a slip."""

    def asked(phone: Phone) -> None:
        does(phone)
        phone.hears(question)
        phone.enters(phone.question.get_by_role("link", name="My mistake"))

    return asked


SILENCE = {"up-1": "silence silence"}
NO_TRICK = {**SILENCE, "up-2": "no-trick no ten back"}
# What is done, in so many taps, and then whose turn it is and what the tops say.
GAME: list[tuple[Does, int, str, dict[str, str]]] = [
    (lays(3, "up-1"), 1, "Ann", {"up-1": "command?"}),
    (lambda phone: phone.chooses("silence"), 1, "Ann", SILENCE),
    (keys(95, "down-1", "skull"), 4, "Ann", {**SILENCE, "down-1": "skull cover!"}),
    (lays(94, "down-1", "none"), 2, "Ann", SILENCE),
    (Phone.ends_turn, 1, "Ben", SILENCE),
    (keys_between(20, "up-2", "no-trick"), 4, "Ben", NO_TRICK),
    (is_asked(lays(10, "up-2"), "No ten back while that command"), 2, "Ben", NO_TRICK),
    (lays(21, "up-2", "stop"), 2, "Ann", {**SILENCE, "up-2": "stop stop"}),
    (Phone.undoes, 1, "Ben", {**SILENCE, "up-2": "command?"}),  # the choice, and the end by it
    (Phone.undoes, 1, "Ben", NO_TRICK),
    (Phone.redoes, 1, "Ben", {**SILENCE, "up-2": "command?"}),
]  # fmt: skip
LAID = [
    (3, "up-1", "silence"), (95, "down-1", "skull"), (94, "down-1", None), (20, "up-2", "no-trick"),
    (21, "up-2", None),
]  # fmt: skip


def test_commands_are_chosen_by_taps_on_chips_signs_and_the_pad(phone: Phone) -> None:
    phone.starts(names=["Ann", "Ben"], tile="The Game: Extreme")
    expect(phone.strip).to_have_text("“?”: command not known yet")
    for at, (does, taps, name, marks) in enumerate(GAME):
        phone.taps = 0
        does(phone)
        screen = phone.screen()
        assert (phone.taps, screen.heading, screen.marks) == (taps, f"{name}’s turn", marks), at
    cards = [entry for entry in phone.record()["entries"] if entry["kind"] == "card-played"]
    assert [(each["card"], each["pile"], each.get("command")) for each in cards] == LAID
    phone.page.reload()
    assert phone.screen().marks == GAME[-1][-1]


# The signs beside a card just laid

BESIDE = [(320, 568), (390, 664), (568, 320), (844, 390), (390, 844)]
NEIGHBOUR = {"up-1": "up-2", "up-2": "up-1", "down-1": "down-2", "down-2": "down-1"}
UNREACHED = """(all) => all.filter((each) => {
  each.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { left, top, width, height } = each.getBoundingClientRect();
  return !each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((each) => each.ariaLabel ?? each.innerText)"""


def test_signs_cover_no_chip_of_their_own_pile_and_the_x_gives_back_the_other(phone: Phone) -> None:
    phone.joins(extreme="y")
    covered, numbers = [], zip(NEIGHBOUR, (47, 48, 53, 52), strict=True)
    for at, (pile, number) in enumerate(numbers):
        enter(phone.context.request, phone.game, [card(number, pile)], after=2 * at)
        phone.page.reload()
        expect(phone.sign("stop")).to_have_accessible_name(f"{number}: stop")
        for size in BESIDE:
            measures.is_sized(phone.page, *size)
            parts = phone.pile(pile).get_by_role("button"), phone.signs.get_by_role("button")
            covered += [
                (pile, size, each) for part in parts for each in part.evaluate_all(UNREACHED)
            ]
        measures.is_sized(phone.page, *BESIDE[at])
        phone.tap(phone.signs.get_by_role("link", name="Not now"))
        expect(phone.signs, pile).to_have_count(0)
        expect(phone.band(pile)).to_contain_text("?")  # it stays open
        other = phone.pile(NEIGHBOUR[pile]).locator("button.chip:visible")
        phone.enters(other.nth(1))  # none that is out
    assert covered == []
    assert len(phone.entries) == 8


# The deck that the table comes to know


def number(phone: Phone, card: int) -> Locator:
    return phone.page.locator(f"#card-{card}")


def test_a_pad_leaves_signs_open_and_the_deck_stays_put_while_it_is_filled(phone: Phone) -> None:
    phone.joins(card(2, "up-1", "none"), extreme="y")
    phone.plays(3, "up-1")
    phone.page.reload()
    phone.tap(phone.face("up-1"))
    phone.tap(phone.pad.get_by_role("link", name="Cancel"))
    phone.chooses("skull")
    phone.tap(phone.face("up-1"))
    phone.goes(phone.link("Our deck"))
    number(phone, 80).scroll_into_view_if_needed()
    here = "[performance.timeOrigin, Math.round(scrollY)]"
    stays = phone.page.evaluate(here)
    assert stays[1] > 0
    phone.tap(phone.command("draw-one"))
    for card_number in (80, 78, 66):
        phone.tap(number(phone, card_number))  # quickly
    expect(phone.page.locator(".lead b")).to_have_text("5 of 98 cards known.")
    assert phone.page.evaluate(here) == stays
    phone.page.go_back()
    phone.keys_in(66, "up-2")  # the board knows it
    assert phone.screen().marks["up-2"] == "draw-one draw one"
    phone.plays(90, "down-1")
    before = int(str(phone.board.get_attribute("data-seen")))
    phone.taps_twice(phone.sign("skull"))  # which is one change
    expect(phone.signs).to_have_count(0)
    phone.plays(89, "down-1")
    expect(phone.board).to_have_attribute("data-seen", str(before + 2))
