"""Undo means what was tapped last on this phone, also where its table has not answered yet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from companion.web.phone import LANGUAGES
from tests.browser import bluff_places, brain_places, measures
from tests.browser.bluff_places import FIVE, scored, white
from tests.browser.brain_places import DRAW, extra
from tests.browser.conftest import Phones
from tests.browser.guests import is_told_nothing, lets_in, whole_log
from tests.browser.phone import SENT, Phone
from tests.browser.server import Server
from tests.browser.shortcuts import card

pytestmark = pytest.mark.usefixtures("pooled_phones")

Does = Callable[[Phone], object]
FIRST = ("card-played", 2, "up-1")


HOLDS = """() => new Promise((done) => {
  indexedDB.open("companion").onsuccess = ({ target: { result } }) => {
    const all = result.transaction("wishes", "readwrite").objectStore("wishes");
    let isHeld = true;
    const hold = () => isHeld && (all.get(0).onsuccess = hold);
    window.letGo = () => (isHeld = false);
    hold();
    done();
  };
})"""


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


def enters_misfit(phone: Phone) -> None:
    """A card that does not fit, and nobody waits for the question."""
    phone.tap(phone.face("up-2"))
    for digit in "36":
        phone.tap(phone.pad.get_by_role("button", name=digit, exact=True))


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
def test_each_undo_goes_one_tap_further_back(phone: Phone, server: Server) -> None:
    """As with answers: none of them takes back another Undo."""
    phone.joins(card(2, "up-1"), card(99, "down-1"), card(98, "down-1"))
    line = Line(phone)
    for does in (lays(3, "up-1"), lays(97, "down-1"), undoes, undoes, undoes, undoes):
        does(phone)
    line.through()
    assert phone.entries == [FIRST]
    expect(phone.face("down-1").locator("b")).to_have_text("100")
    log = whole_log(server, phone)
    assert [each.facts["target"] for each in log if each.kind == "taken-back"][-2:] == [3, 2]


@pytest.mark.long
def test_undo_of_what_is_asked_about_asks_nothing(phone: Phone) -> None:
    """Its question was on its way, or came before its Undo was written, or is there."""
    phone.joins(card(2, "up-1"), card(47, "up-2"))
    line = Line(phone)
    enters_misfit(phone)
    undoes(phone)
    line.through()
    expect(phone.question).to_have_count(0)

    line.is_slow = True
    enters_misfit(phone)
    phone.page.evaluate(HOLDS)
    phone.page.evaluate(
        "() => document.addEventListener('queue:answer', () => ready.then(() => (told = true)))"
    )
    phone.tap(phone.button("Undo"))
    line.lets_go()
    phone.page.wait_for_function("() => window.told")
    expect(phone.question).to_have_count(0)
    phone.page.evaluate("() => letGo()")
    phone.has(SENT)
    expect(phone.question).to_have_count(0)

    phone.keys_in(36, "up-2")
    phone.hears("Enter it anyway?")
    phone.tap(phone.button("Undo"))
    expect(phone.question).to_have_count(0)
    assert phone.entries == [FIRST, ("card-played", 47, "up-2")]


@pytest.mark.long
def test_undo_before_the_picture_of_an_answer_means_that_entry(phone: Phone) -> None:
    """It is recorded, and what shows it has not come yet: the page is still being fetched."""
    phone.joins(card(2, "up-1"))
    held: list[Route] = []
    is_told_nothing(phone)
    phone.page.route("**/vendor/**", lambda route: held.append(route))
    phone.page.reload()
    phone.tap(phone.chip(3, "up-1"))
    phone.has(SENT)
    phone.page.wait_for_function("() => !queue.waiting().length")
    expect(phone.face("up-1").locator("b")).to_have_text("2")
    undoes(phone)
    phone.has(SENT)
    for route in held:
        route.continue_()
    assert phone.entries == [FIRST]


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
