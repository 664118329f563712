"""Extreme and On Fire by taps: what each command puts on the board, and how it all can end."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from companion.engine.entry import Facts
from tests.browser import measures
from tests.browser.phone import Phone
from tests.browser.shortcuts import END, card

pytestmark = pytest.mark.usefixtures("pooled_phones")

BOTH = ["Ann", "Ben"]
Does = Callable[[Phone], None]


@dataclass(frozen=True)
class Step:
    """What is done, within so many taps, and what the board says then."""

    sentence: str
    does: Does
    taps: int
    heading: str
    owed: str
    reason: str = ""
    force: list[str] = field(default_factory=list)
    marks: dict[str, str] = field(default_factory=dict)


def lays(number: int, pile: str, command: str | None = None) -> Does:
    """A card by its chip, and its command by its sign."""

    def does(phone: Phone) -> None:
        phone.enters(phone.chip(number, pile))
        if command:
            phone.chooses(command)

    return does


def keys(number: int, pile: str, command: str) -> Does:
    """A card by the pad, its command first."""
    return lambda phone: phone.keys_in(number, pile, command)


def keys_then_signs(number: int, pile: str, command: str) -> Does:
    """A card by the pad, its command after it."""

    def does(phone: Phone) -> None:
        phone.keys_in(number, pile)
        phone.chooses(command)

    return does


def was_a_slip(phone: Phone) -> None:
    """The harmless answer to the question that stands open."""
    phone.enters(phone.question.get_by_role("link", name="My mistake"))


def is_asked(does: Does, question: str) -> Does:
    """What is done is asked about, and was a slip."""

    def asked(phone: Phone) -> None:
        does(phone)
        phone.hears(question)
        was_a_slip(phone)

    return asked


ANN, BEN = "Ann’s turn", "Ben’s turn"
MORE = "Lay more, or end the turn."
NO_TRICK = {"up-1": "silence silence", "up-2": "no-trick no ten back"}
THREE = {"up-1": "silence silence", "up-2": "three exactly three"}
BURNT = {"up-1": "silence silence", "up-2": "fire cover!"}
GAME = [
    Step("a card that may have a command", lays(3, "up-1"), 1,
         ANN, "1 more card to lay.", "1 card short", [], {"up-1": "command?"}),
    Step("its sign: silence", lambda phone: phone.chooses("silence"), 1,
         ANN, "1 more card to lay.", "1 card short", ["silence"], {"up-1": "silence silence"}),
    Step("a skull by the pad", keys(95, "down-1", "skull"), 4,
         ANN, "Cover 95 ▼.", "skull still open", ["silence"],
         {"up-1": "silence silence", "down-1": "skull cover!"}),
    Step("the skull is covered", lays(94, "down-1"), 1,
         ANN, MORE, "", ["silence"], {"up-1": "silence silence", "down-1": "command?"}),
    Step("by a card that has none", lambda phone: phone.chooses("none"), 1,
         ANN, MORE, "", ["silence"], {"up-1": "silence silence"}),
    Step("end of turn", Phone.ends_turn, 1,
         BEN, "2 cards to lay.", "2 cards short", ["silence"], {"up-1": "silence silence"}),
    Step("no ten back, after its digits", keys_then_signs(20, "up-2", "no-trick"), 4,
         BEN, "1 more card to lay.", "1 card short", ["no ten back", "silence"], NO_TRICK),
    Step("ten back all the same", is_asked(lays(10, "up-2"), "No ten back while that command"), 2,
         BEN, "1 more card to lay.", "1 card short", ["no ten back", "silence"], NO_TRICK),
    Step("exactly three", lays(21, "up-2", "three"), 2,
         BEN, "1 more card, exactly three in all.", "exactly three", ["silence"], THREE),
    Step("the end after two", is_asked(Phone.ends_turn, "exactly three cards: ending the turn"), 2,
         BEN, "1 more card, exactly three in all.", "exactly three", ["silence"], THREE),
    Step("the third card, a fire", lays(22, "up-2"), 1,
         ANN, "Three cards: Ben’s turn is over. 2 cards to lay; cover 22 ▲.", "fire still open",
         ["silence"], BURNT),
    Step("undo: card and end together", Phone.undoes, 1,
         BEN, "1 more card, exactly three in all.", "exactly three", ["silence"], THREE),
    Step("redo", Phone.redoes, 1,
         ANN, "Three cards: Ben’s turn is over. 2 cards to lay; cover 22 ▲.", "fire still open",
         ["silence"], BURNT),
    Step("the fire is put out by a draw one", lays(23, "up-2", "draw-one"), 2,
         ANN, "1 more card to lay.", "1 card short", ["draw one", "silence"],
         {"up-1": "silence silence", "up-2": "draw-one draw one"}),
    Step("a fire over the silence", keys(33, "up-1", "none"), 4,
         ANN, MORE, "draws 1 card", ["draw one"],
         {"up-1": "fire by Ben’s turn", "up-2": "draw-one draw one"}),
    Step("one card is drawn", Phone.ends_turn, 1,
         BEN, "Ann drew 1 card. 2 cards to lay; cover 33 ▲.", "fire still open", ["draw one"],
         {"up-1": "fire cover!", "up-2": "draw-one draw one"}),
    Step("same pile", lays(34, "up-1", "same-pile"), 2,
         BEN, "1 more card to lay; only on 34 ▲.", "1 card short", ["draw one", "same pile"],
         {"up-1": "same-pile only here", "up-2": "draw-one draw one"}),
    Step("another pile", is_asked(lays(24, "up-2"), "All cards this turn must go on the same"), 2,
         BEN, "1 more card to lay; only on 34 ▲.", "1 card short", ["draw one", "same pile"],
         {"up-1": "same-pile only here", "up-2": "draw-one draw one"}),
    Step("stop", lays(35, "up-1", "stop"), 2,
         ANN, "Stop: Ben’s turn is over. Ben drew 1 card. 2 cards to lay.", "2 cards short",
         ["draw one"], {"up-1": "stop stop", "up-2": "draw-one draw one"}),
]  # fmt: skip
LAID = [
    (3, "up-1", "silence"), (95, "down-1", "skull"), (94, "down-1", None), (20, "up-2", "no-trick"),
    (21, "up-2", "three"), (22, "up-2", None), (23, "up-2", "draw-one"), (33, "up-1", None),
    (34, "up-1", "same-pile"), (35, "up-1", "stop"),
]  # fmt: skip


def test_all_seven_commands_and_a_fire_by_taps_alone(phone: Phone) -> None:
    phone.starts(names=BOTH, switches=["On Fire"], tile="The Game: Extreme")
    assert phone.screen().force == []
    expect(phone.strip).to_have_text("No active command")
    for step in GAME:
        phone.taps = 0
        step.does(phone)
        screen = phone.screen()
        owed = screen.owed.replace("\xa0", " ")
        said = (screen.heading, owed, screen.reason, screen.force, screen.marks)
        wanted = (step.heading, step.owed, step.reason, step.force, step.marks)
        assert (phone.taps, *said) == (step.taps, *wanted), step.sentence
    cards = [entry for entry in phone.record()["entries"] if entry["kind"] == "card-played"]
    assert [(each["card"], each["pile"], each.get("command")) for each in cards] == LAID
    assert phone.screen().hands == phone.state()["hands"] == [6, 6]
    phone.page.reload()
    assert phone.screen().marks == GAME[-1].marks


@pytest.mark.long
def test_a_turn_that_a_known_stop_ended_is_taken_back_as_one(phone: Phone) -> None:
    phone.joins(card(2, "up-1", "none"), extreme="y")
    phone.knows({"3": "stop"})
    before = phone.screen()
    phone.plays(3, "up-1")
    assert phone.screen().heading == BEN
    phone.undoes()
    assert phone.screen() == before
    assert phone.entries == [("card-played", 2, "up-1", "none")]


SKULL = [card(40, "up-1", "none"), card(80, "down-2", "skull")]


def ends_all_the_same(question: str) -> Does:
    """The turn is ended, though that is asked about."""

    def does(phone: Phone) -> None:
        phone.ends_turn()
        phone.hears(question)
        phone.enters(phone.question.get_by_role("button", name="End the turn"))

    return does


@pytest.mark.parametrize(
    ("first", "does", "reason"),
    [
        pytest.param(SKULL, ends_all_the_same("The skull is not covered: ending the turn"),
                     "The turn ended with a skull still open.", id="a skull left open"),
        pytest.param(SKULL, Phone.cannot_play, "A command had not been carried out.",
                     id="a skull nobody can cover", marks=pytest.mark.long),
        pytest.param(SKULL, keys(50, "up-2", "stop"),
                     "A stop ended the turn with a skull still open.", id="a stop beside a skull",
                     marks=pytest.mark.long),
        pytest.param([card(40, "up-1", "three"), card(41, "up-1", "none")],
                     ends_all_the_same("It has to be exactly three cards: ending"),
                     "It had to be exactly three cards.", id="two cards of three",
                     marks=pytest.mark.long),
        pytest.param([card(22, "up-1", "none"), card(90, "down-1", "none"), END,
                      card(89, "down-1", "none"), card(88, "down-1", "none")],
                     ends_all_the_same("The fire card is not covered: ending the turn now loses"),
                     "The turn ended with a fire card still open.", id="a fire left open"),
    ],
)  # fmt: skip
def test_a_broken_command_loses_and_play_can_go_on(
    phone: Phone, first: list[Facts], does: Does, reason: str
) -> None:
    phone.joins(*first, extreme="y", on_fire="y")
    before = phone.screen()
    does(phone)
    assert phone.screen().heading.endswith("left: lost")
    assert phone.screen().ended[0] == reason
    assert phone.state()["outcome"]["ending"] == "command-broken"
    phone.enters(phone.button("Keep playing"))
    assert phone.screen() == before


def test_a_silence_hides_the_aids_until_it_is_covered(phone: Phone) -> None:
    phone.joins(extreme="y", aids="y")
    aids = phone.page.get_by_role("link", name="Cards")
    expect(aids).to_be_visible()
    lays(3, "up-1", "silence")(phone)
    assert phone.screen().force == ["silence: aids hidden"]
    expect(aids).to_have_count(0)
    lays(4, "up-1", "none")(phone)
    expect(aids).to_be_visible()


@pytest.mark.long
def test_a_command_in_force_leads_to_its_rule_and_back(phone: Phone) -> None:
    phone.joins(card(3, "up-1", "draw-one"), extreme="y")
    phone.tap(phone.strip.get_by_role("link", name="draw one"))
    expect(phone.sheet.get_by_role("heading", name="Draw one")).to_be_in_viewport()
    phone.tap(phone.sheet.get_by_role("link", name="Back", exact=True))
    assert phone.screen().force == ["draw one"]


def test_what_a_command_forbids_can_be_played_differently(phone: Phone) -> None:
    phone.joins(card(90, "down-1", "no-trick"), card(20, "up-2", "none"), extreme="y")
    lays(10, "up-2")(phone)
    phone.enters(phone.question.get_by_role("button", name="We play it differently"))
    assert phone.screen().tops["up-2"] == 10
    assert phone.state()["flags"] == [{"entry": 2, "rule": "trick-forbidden"}]
    expect(phone.pile("up-2").get_by_role("link", name="10 was entered anyway")).to_be_visible()


def leaves(phone: Phone) -> None:
    """The signs go by their x, where they have one."""
    x = phone.signs.get_by_role("link", name="Not now")
    if x.is_visible():
        phone.tap(x)


@pytest.mark.long
def test_nothing_jumps(phone: Phone) -> None:
    """Each step is tapped on one size, and all sizes show what it left where it was."""
    sizes = [(320, 568), (360, 740), (390, 664), (390, 844)]
    phone.joins(card(2, "up-1", "none"), extreme="y", on_fire="y")
    phone.page.emulate_media(reduced_motion="reduce")
    before = measures.at_sizes(phone.page, sizes, measures.LIES)
    steps: dict[str, Does] = {
        "the signs open": lays(3, "up-1"),
        "the signs left": leaves,
        "another card with signs": lays(99, "down-2"),
        "no command": lambda phone: phone.chooses("none"),
        "one in force": lays(4, "up-1", "silence"),
        "an end of turn": Phone.ends_turn,
        "two in force": keys(20, "up-2", "no-trick"),
        "a question": lays(10, "up-2"),
        "a slip": was_a_slip,
        "three in force": keys(90, "down-1", "draw-one"),
        "four in force, two lines": keys(80, "down-2", "same-pile"),
        "a chip of another pile": lays(21, "up-2"),
        "another slip": was_a_slip,
        "a draw by command": Phone.ends_turn,
        "a stop by its sign": lays(79, "down-2", "stop"),
        "undo": Phone.undoes,
        "redo": Phone.redoes,
        "three to lay": keys(21, "up-2", "three"),
        "and a skull, two lines": keys(70, "down-1", "skull"),
        "a fire by the pad, that ends the turn": keys(66, "down-1", "none"),
    }
    jumps = []
    for number, (step, does) in enumerate(steps.items()):
        measures.is_sized(phone.page, *sizes[number % len(sizes)])
        does(phone)
        lies = measures.at_sizes(phone.page, sizes, measures.LIES)
        moved = [f"{part} {before[part]} -> {lies.get(part)}" for part in before
                 if lies.get(part) != before[part]]  # fmt: skip
        jumps += [f"{step}: {', '.join(moved[:3])}"] if moved else []
    assert not jumps, "\n".join(jumps)
