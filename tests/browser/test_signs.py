"""The signs beside a card just laid: they wait for an answer and are in nobody's way."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.conftest import Phones
from tests.browser.phone import Phone
from tests.browser.shortcuts import card, enter

pytestmark = pytest.mark.usefixtures("pooled_phones")

BESIDE = [(320, 568), (390, 664), (360, 740), (568, 320), (844, 390)]  # over the pile beside
IN_STRIP = (390, 844)  # where the commands in force stand
COMMANDS = ["stop", "skull", "three", "silence", "no-trick", "same-pile", "draw-one", "none"]
NEIGHBOUR = {"up-1": "up-2", "up-2": "up-1", "down-1": "down-2", "down-2": "down-1"}
Does = Callable[[Phone], None]


@pytest.fixture
def asked(phone: Phone) -> Phone:
    """Ann has laid a 2, which has no command, and an 80, of which nobody knows it yet."""
    phone.joins(card(2, "up-1", "none"), card(80, "down-1"), extreme="y")
    return phone


def sized(phone: Phone, width: int, height: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": height})


def log_head(phone: Phone) -> int:
    """How many entries there are, with those that change another."""
    return int(phone.page.locator("#board").get_attribute("data-seen") or -1)


def test_they_are_the_seven_commands_and_none(asked: Phone) -> None:
    signs = asked.signs.get_by_role("button")
    assert [sign.get_attribute("value") for sign in signs.all()] == COMMANDS
    names = ["stop", "skull", "exactly three", "silence", "no ten back", "same pile", "draw one"]
    for sign, name in zip(signs.all(), [*names, "none"], strict=True):
        expect(sign).to_have_accessible_name(f"80: {name}")


def sees_the_log(phone: Phone) -> None:
    phone.goes(phone.link("Log"))
    phone.goes(phone.link("Back"))


def counts_nobody(phone: Phone) -> None:
    """The sheet of hands is looked at and closed."""
    phone.tap(phone.page.get_by_role("link", name="Ben"))
    phone.tap(phone.sheet.get_by_role("link", name="Back"))


def types_nothing(phone: Phone) -> None:
    phone.tap(phone.face("up-1"))
    phone.tap(phone.pad.get_by_role("link", name="Cancel"))


@pytest.mark.long
@pytest.mark.parametrize(
    "does",
    [
        pytest.param(lambda phone: phone.page.reload(), id="a reload"),
        pytest.param(sees_the_log, id="a look at the log"),
        pytest.param(counts_nobody, id="a sheet that was closed"),
        pytest.param(types_nothing, id="a pad that was closed"),
    ],
)
def test_they_wait_for_the_next_entry(asked: Phone, does: Does) -> None:
    does(asked)
    asked.chooses("skull")
    expect(asked.signs).to_have_count(0)
    assert asked.screen().marks == {"down-1": "skull cover!"}


@pytest.mark.parametrize(
    ("width", "height"), [pytest.param(*IN_STRIP, marks=pytest.mark.long), (390, 664)]
)
def test_the_next_entry_takes_them_away(asked: Phone, width: int, height: int) -> None:
    asked.knows({"12": "none", "69": "none"})
    sized(asked, width, height)
    nexts: dict[str, tuple[int, Does]] = {
        "a card onto another pile": (80, lambda phone: phone.plays(12, "up-2")),
        "a card onto it": (70, lambda phone: phone.plays(69, "down-1")),
        "the end of the turn": (60, Phone.ends_turn),
        "undo": (50, Phone.undoes),
    }
    for what, (number, does) in nexts.items():
        if number != 80:
            asked.keys_in(number, "down-1")
        expect(asked.sign("stop"), what).to_have_accessible_name(f"{number}: stop")
        does(asked)
        expect(asked.signs, what).to_have_count(0)
        asked.page.reload()
        expect(asked.signs, what).to_have_count(0)


@pytest.mark.long
def test_a_tap_on_the_pile_beside_takes_them_away(asked: Phone) -> None:
    asked.knows({"98": "none"})
    sized(asked, *IN_STRIP)
    asked.enters(asked.chip(98, "down-2"))
    expect(asked.signs).to_have_count(0)
    assert asked.screen().marks == {"down-1": "command?"}


@pytest.mark.long
def test_the_next_unknown_card_has_them_instead(asked: Phone) -> None:
    asked.plays(12, "up-2")
    expect(asked.sign("stop")).to_have_accessible_name("12: stop")
    assert asked.screen().marks == {"up-2": "command?", "down-1": "command?"}


@pytest.mark.parametrize(
    "turn", [0, *(pytest.param(each, marks=pytest.mark.long) for each in range(1, len(BESIDE)))]
)
def test_the_x_gives_back_the_pile_beneath(phone: Phone, turn: int) -> None:
    """Of each pile on another size; by turns on all of them."""
    phone.joins(extreme="y")
    cards = {"up-1": (2, 3), "up-2": (4, 5), "down-1": (99, 98), "down-2": (97, 96)}
    for at, (pile, (number, other)) in enumerate(cards.items()):
        sized(phone, *BESIDE[(at + turn) % len(BESIDE)])
        phone.plays(number, pile)
        phone.tap(phone.signs.get_by_role("link", name="Not now"))
        expect(phone.signs, pile).to_have_count(0)
        beside = NEIGHBOUR[pile]
        phone.enters(phone.chip(other, beside))
        assert phone.screen().tops[beside] == other
        expect(phone.band(pile)).to_contain_text("?")  # it stays open


def test_they_cover_no_chip_of_their_own_pile(phone: Phone) -> None:
    phone.joins(extreme="y")
    covered = []
    for at, (pile, number) in enumerate(zip(NEIGHBOUR, (47, 48, 53, 52), strict=True)):
        enter(phone.context.request, phone.game, [card(number, pile)], after=at)
        phone.page.reload()
        expect(phone.sign("stop")).to_have_accessible_name(f"{number}: stop")
        for size in (*BESIDE, IN_STRIP):
            sized(phone, *size)
            parts = (
                phone.pile(pile).get_by_role("button"),
                phone.face(pile),
                phone.signs.get_by_role("button"),
            )
            covered += [(pile, size, each) for part in parts for each in measures.unreached(part)]
    assert covered == []


@pytest.mark.long
def test_in_a_strip_of_their_own_they_cover_no_chip_at_all(asked: Phone) -> None:
    sized(asked, *IN_STRIP)
    assert measures.covered_targets(asked.page) == []


@pytest.mark.parametrize(
    ("width", "height"), [(390, 664), pytest.param(*IN_STRIP, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("pause", [60, pytest.param(200, marks=pytest.mark.long)])
def test_a_double_tap_on_one_enters_one_change(
    asked: Phone, width: int, height: int, pause: int
) -> None:
    sized(asked, width, height)
    before = log_head(asked)
    asked.taps_twice(asked.sign("skull"), pause)
    expect(asked.signs).to_have_count(0)
    asked.plays(79, "down-1")  # comes after whatever the second tap may have sent
    laid = [("card-played", 2, "up-1", "none"), ("card-played", 80, "down-1", "skull", "skull")]
    assert asked.entries == [*laid, ("card-played", 79, "down-1")]
    assert log_head(asked) == before + 2


def test_undo_takes_back_the_choice_first_and_then_the_card(asked: Phone) -> None:
    asked.chooses("stop")
    assert asked.screen().heading == "Ben’s turn"
    asked.undoes()
    assert asked.screen().heading == "Ann’s turn"
    assert asked.screen().marks == {"down-1": "command?"}
    expect(asked.signs).to_be_visible()
    asked.undoes()
    expect(asked.signs).to_have_count(0)
    assert asked.entries == [("card-played", 2, "up-1", "none")]


@pytest.mark.long
def test_a_known_card_and_a_game_without_commands_have_none(phone: Phone) -> None:
    phone.joins(extreme="y")
    phone.knows({"2": "none", "99": "skull"})
    phone.plays(2, "up-1")
    expect(phone.signs).to_have_count(0)
    phone.plays(99, "down-1")
    expect(phone.signs).to_have_count(0)
    phone.joins(on_fire="y")
    phone.plays(3, "up-1")
    expect(phone.signs).to_have_count(0)


@pytest.fixture
def plain(phones: Phones) -> Phone:
    """A phone without JavaScript, of a size at which the signs lie over the pile beside."""
    return phones(java_script_enabled=False, viewport={"width": 390, "height": 664})


class TestWithoutScripts:
    def test_a_sign_is_chosen(self, plain: Phone) -> None:
        plain.joins(extreme="y")
        plain.plays(99, "down-1")
        plain.chooses("skull")
        assert plain.screen().marks == {"down-1": "skull cover!"}
        expect(plain.signs).to_have_count(0)

    def test_the_x_gives_back_the_pile_beneath(self, plain: Phone) -> None:
        plain.joins(extreme="y")
        plain.plays(99, "down-1")
        plain.goes(plain.signs.get_by_role("link", name="Not now"))
        plain.enters(plain.chip(98, "down-2"))
        assert plain.screen().tops["down-2"] == 98

    @pytest.mark.long
    def test_a_command_is_chosen_on_the_pad(self, plain: Phone) -> None:
        plain.joins(extreme="y")
        plain.keys_in(47, "up-2", "draw-one")
        assert plain.entries == [("card-played", 47, "up-2", "draw-one", "draw-one")]
        assert plain.screen().force == ["draw one"]

    @pytest.mark.long
    def test_a_chip_brings_its_command(self, plain: Phone) -> None:
        plain.joins(extreme="y")
        plain.knows({"3": "same-pile"})
        plain.enters(plain.chip(3, "up-1"))
        assert plain.screen().marks == {"up-1": "same-pile only here"}
