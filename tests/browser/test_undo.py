"""Undo means what was tapped last on this phone, also where its table has not answered yet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route

from companion.web.phone import LANGUAGES
from tests.browser import bluff_places, brain_places, measures
from tests.browser.bluff_places import FIVE, scored, white
from tests.browser.brain_places import DRAW, extra
from tests.browser.conftest import Phones
from tests.browser.guests import is_told_nothing, lets_in
from tests.browser.phone import SENT, Phone
from tests.browser.shortcuts import card
from tests.support.live_server import Server

pytestmark = pytest.mark.usefixtures("pooled_phones")

Does = Callable[[Phone], object]
FIRST = ("card-played", 2, "up-1")


# What is wrong with a dock: a button gets out of it or is too narrow for a thumb, its words get out
# of a button, or a link below it has more lines than room. With Redo neither it nor its page is
# higher than without.
IN_LINE = """() => {
  const dock = document.querySelector("main > .dock"), page = document.scrollingElement;
  const redo = dock.querySelector('[href="#i-redo"]')?.closest("form");
  const high = () => [dock.offsetHeight, page.scrollHeight];
  const end = dock.getBoundingClientRect().right, words = document.createRange();
  const wrong = [...dock.querySelectorAll(".button")].flatMap((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    words.selectNodeContents(each);
    const said = words.getBoundingClientRect();
    const isCut = !each.querySelector(".icon") && (said.left < left - 1 || said.right > right + 1);
    const isWrong = isCut || right > end + 1 || width < 47.9;
    return isWrong ? [`${each.innerText || "a sign"} in ${width}`] : [];
  });
  for (const link of document.querySelectorAll(".quiet .link")) {
    words.selectNodeContents(link);
    if (words.getBoundingClientRect().height > 48) wrong.push(link.innerText);
  }
  const shown = high();
  if (!redo) return dock.querySelector(".off") ? wrong : ["no Redo"];
  const after = redo.nextSibling;
  redo.remove();
  const hidden = high();
  after.before(redo);
  const isHigher = shown.some((each, at) => each > hidden[at]);
  return isHigher ? [...wrong, `${shown.join(" of ")}, not ${hidden.join(" of ")}`] : wrong;
}"""
WRONG = {"dock": IN_LINE, "broken word": measures.BROKEN_WORDS}
SIZES = [(320, 568), (390, 844), (412, 915), (568, 320), (844, 390)]


class Line:
    """What is entered on this phone is under way until all of it is let `through`."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.under_way, self.is_slow = phone, list[Route](), True
        is_told_nothing(phone)
        phone.page.route("**/entries", self._comes)

    def _comes(self, route: Route) -> None:
        if self.is_slow:
            self.under_way.append(route)
        else:
            route.continue_()

    def lets_go(self) -> None:
        """All of it arrives."""
        self.is_slow = False
        while self.under_way:
            self.under_way.pop(0).continue_()

    def ends(self) -> None:
        """Nothing stands between this phone and its table any more."""
        self.phone.page.unroute_all()

    def through(self) -> None:
        """All of it arrives and is answered, and nothing is left to send."""
        self.lets_go()
        self.phone.has(SENT)


def lays(number: int, pile: str) -> Does:
    return lambda phone: phone.tap(phone.chip(number, pile))


def draws(phone: Phone) -> None:
    phone.tap(phone.dock_button("Draw"))


def closes_round(phone: Phone) -> None:
    for name, number in list(zip(FIVE, (3, 4, 5, 1, 2), strict=True))[:-1]:
        white(phone, name, number)
    phone.tap(phone.dock_button("Close round"))


def undoes(phone: Phone) -> None:
    undo = phone.button("Undo")
    phone.takes_a_moment(undo)
    phone.tap(undo)
    phone.page.evaluate("() => queue.inTurn?.(() => {})")


GAMES: dict[str, tuple[Does, Does]] = {
    "The Game": (lambda phone: phone.joins(card(2, "up-1")), lays(3, "up-1")),
    "Extreme": (
        lambda phone: phone.joins(card(47, "up-1", "none"), extreme="y"), lays(48, "up-1")
    ),
    "One Brain": (lambda phone: brain_places.sits(phone, extra(), DRAW), draws),
    "Game of Bluff": (
        lambda phone: bluff_places.sits(phone, scored(1, 2, 3, 4, 5)), closes_round
    ),
}  # fmt: skip


def test_undo_takes_back_what_is_under_way(phone: Phone) -> None:
    """No chip stands on the board yet, and its button names the entry before."""
    for begins, taps in GAMES.values():
        begins(phone)
        before = phone.entries
        line = Line(phone)
        taps(phone)
        undoes(phone)
        line.through()
        assert phone.entries == before
        line.ends()


@pytest.mark.long
def test_undo_means_the_own_tap_though_another_phone_was_quicker_and_else_its_last(
    phone: Phone, phones: Phones, server: Server
) -> None:
    phone.joins(card(2, "up-1"))
    other = phones()
    lets_in(server, phone, other)
    other.visits(phone.game)
    line = Line(phone)
    phone.tap(phone.chip(99, "down-1"))
    other.plays(3, "up-1")
    undoes(phone)
    line.through()
    assert phone.entries == [FIRST, ("card-played", 3, "up-1")]
    line.ends()
    phone.page.reload()
    phone.undoes()
    assert phone.entries == [FIRST]


BACK = {"kind": "taken-back", "target": 2}
SITTING: dict[str, Does] = {
    "One Brain, not begun": brain_places.sits,  # the first game of these people: nothing to undo
    "The Game": lambda phone: phone.joins(card(2, "up-1"), card(3, "up-1"), BACK),
    "The Game, by turns": lambda phone: phone.joins(
        *[{"kind": "turn-laid", "cards": 2}] * 2, BACK, depth="turns"
    ),
    "One Brain": lambda phone: brain_places.sits(phone, extra(), DRAW, BACK),
    "Game of Bluff": lambda phone: bluff_places.sits(phone, *[scored(1, 2, 3, 4, 5)] * 2, BACK),
}


@pytest.mark.long
def test_the_dock_of_a_phone_has_room_for_redo(phone: Phone, server: Server) -> None:
    found = []
    for name, begins in SITTING.items():
        begins(phone)
        for language in LANGUAGES:
            phone.context.add_cookies(
                [{"name": phone.cookie_name("language"), "value": language, "url": server.url}]
            )
            phone.page.reload()
            assert phone.page.locator("html").get_attribute("lang") == language
            for width, height in SIZES:
                measures.is_sized(phone.page, width, height)
                told = measures.found(phone.page, WRONG, FIVE)
                found += [f"{name} in {language}, {width} x {height}: {what} {each}"
                          for what, all_such in told.items() for each in all_such]  # fmt: skip
    assert not found, "\n".join(found)
