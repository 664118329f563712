"""A game of each kind by taps, to its end: what the server holds is what was tapped."""

import pytest

from companion.files.record import encode
from companion.games import GAMES
from tests.browser.bluff_places import FIFTEEN, FIVE, rows_of_fifteen
from tests.browser.plans import beaten, in_turns
from tests.browser.screen import assert_says
from tests.other_browsers.phone import Phone, Spot, button, dock, link

pytestmark = pytest.mark.long

BOTH = ["Ann", "Ben"]
QUESTION = "[role=alertdialog]"


def heading(phone: Phone, says: str) -> None:
    phone.reads("h1", f"^{says}$")


def assert_asked(phone: Phone, sentence: str) -> None:
    phone.reads(QUESTION, sentence)


def was_a_slip(phone: Phone) -> None:
    phone.enters(link("My mistake", QUESTION))


def test_the_game_with_its_question_undo_and_redo_until_nobody_can_play(phone: Phone) -> None:
    phone.starts("The Game", BOTH)
    assert phone.runs("() => [innerWidth, innerHeight]") == [390, 844]
    phone.plays(3, "up-1")
    phone.keys_in(47, "up-2")
    phone.keys_in(20, "up-2")
    assert_asked(phone, "20 does not fit on 47 going up")
    was_a_slip(phone)
    assert phone.entries == [("card-played", 3, "up-1"), ("card-played", 47, "up-2")]
    phone.keys_in(20, "up-2")
    phone.enters(button("Enter 20", QUESTION))
    assert phone.state()["flags"] == [{"entry": 2, "rule": "pile-direction"}]
    phone.enters(button("Undo"))
    assert_says(phone.screen(), phone.state(), BOTH)
    assert phone.state()["flags"] == []
    phone.enters(button("Redo"))
    assert phone.screen().tops["up-2"] == 20
    phone.enters(button("Undo"))
    phone.enters(dock("End turn"))
    phone.plays(98, "down-1")
    assert_says(phone.screen(), phone.state(), BOTH)
    phone.enters(button("I cannot play"))
    heading(phone, "95 cards left")
    assert phone.screen().figures == {"Ann": 2, "Ben": 1, "cards laid": 3}
    assert phone.state()["outcome"]["ending"] == "stuck"
    assert phone.entries[-3:] == [("turn-ended",), ("card-played", 98, "down-1"), ("cannot-play",)]


def test_the_last_cards_beat_the_game(phone: Phone) -> None:
    plan, game = in_turns(beaten(), BOTH), GAMES["the-game"]
    phone.brings(encode(game, game.rules.setup(BOTH, {}), plan[:-6]))
    phone.goes(Spot(".rows a.row-link"))
    for entry in plan[-6:]:
        if entry["kind"] == "turn-ended":
            phone.enters(dock("End turn"))
        else:
            phone.plays(entry["card"], entry["pile"])
    heading(phone, "You won!")
    assert phone.screen().final == [25, 50, 76, 51]
    assert phone.state()["outcome"]["ending"] == "beaten"
    assert phone.record()["entries"] == plan


def test_extreme_is_lost_by_a_skull_that_stays_open(phone: Phone) -> None:
    phone.starts("The Game: Extreme", BOTH)
    phone.plays(3, "up-1")
    phone.chooses("silence")
    phone.keys_in(95, "down-1", "skull")
    assert phone.screen().marks == {"up-1": "silence silence", "down-1": "skull cover!"}
    phone.plays(94, "down-1")
    phone.chooses("none")
    assert phone.screen().force == ["silence"]
    phone.enters(dock("End turn"))
    phone.keys_in(80, "down-2", "skull")
    phone.plays(4, "up-1")
    phone.enters(dock("End turn"))
    assert_asked(phone, "The skull is not covered: ending the turn")
    phone.enters(button("End the turn", QUESTION))
    phone.reads("h1", "left: lost$")
    assert phone.screen().ended[0] == "The turn ended with a skull not covered."
    assert phone.state()["outcome"]["ending"] == "command-broken"
    laid = [entry for entry in phone.record()["entries"] if entry["kind"] == "card-played"]
    assert [(each["card"], each["pile"], each.get("command")) for each in laid] == [
        (3, "up-1", "silence"), (95, "down-1", "skull"), (94, "down-1", None),
        (80, "down-2", "skull"), (4, "up-1", None),
    ]  # fmt: skip


def test_on_fire_is_lost_by_a_fire_that_burns_on(phone: Phone) -> None:
    phone.starts("The Game", BOTH, ["On Fire"])
    phone.keys_in(22, "up-1")
    phone.plays(23, "up-1")
    phone.enters(dock("End turn"))
    phone.keys_in(77, "down-1")
    phone.plays(98, "down-2")
    phone.enters(dock("End turn"))
    phone.plays(24, "up-1")
    phone.plays(97, "down-2")
    phone.enters(dock("End turn"))
    assert_asked(phone, "The fire card is not covered: ending the turn now loses")
    phone.enters(button("End the turn", QUESTION))
    phone.reads("h1", "left: lost$")
    assert phone.screen().ended[0] == "The turn ended with a fire card not covered."
    assert phone.state()["outcome"]["ending"] == "command-broken"
    laid = [entry for entry in phone.record()["entries"] if entry["kind"] == "card-played"]
    assert [each["card"] for each in laid] == [22, 23, 77, 98, 24, 97]


def acts(phone: Phone, action: str) -> None:
    """One tap on an action that opens its panel."""
    phone.taps(Spot(f'#main .action:has([value="{action}"])'))


def adds(phone: Phone) -> None:
    acts(phone, "extra")
    phone.enters(Spot('#main .panel [name=extra_from][value="hand"]'))


def test_one_brain_is_lost_at_its_limit(phone: Phone) -> None:
    phone.starts("One Brain", BOTH, (), Spot('label:has([name=level][value="advanced"])'))
    adds(phone)
    phone.enters(dock("Draw"))
    acts(phone, "cover")
    phone.enters(Spot("#main .panel .target"))
    phone.enters(button("Undo"))
    adds(phone)
    phone.enters(dock("Draw"))
    adds(phone)
    heading(phone, "Lost")
    phone.reads(".result", "The middle reached 6 columns")
    assert phone.state()["outcome"] == {"ending": "limit-reached", "columns": 6}
    assert [kind for kind, *_ in phone.entries] == [
        "card-played", "card-drawn", "card-played", "card-drawn", "card-played"
    ]  # fmt: skip


def white(name: str, card: int) -> Spot:
    return Spot(f'label:has([aria-label="{name}: {card}"])')


def test_bluff_of_five_is_entered_to_its_end_by_its_rows(phone: Phone) -> None:
    played = [[1, 2, 3, 4, 5], [2, 1, 3, 4, 5], [1, 2, 3, 4, 5], [2, 1, 3, 5, 4]]
    phone.starts("Game of Bluff", FIVE)
    for number, cards in enumerate(played, 1):
        for name, card in list(zip(FIVE, cards, strict=True))[:-1]:
            phone.taps(white(name, card))
        phone.enters(dock(f"Close round {number}"))
    heading(phone, "Ann and Ben share the win")
    state = phone.state()
    assert state["totals"] == [6, 6, 12, 17, 19]
    assert state["outcome"]["ranks"] == [1, 1, 3, 4, 5]
    assert phone.entries == [("round-scored", cards) for cards in played]


# What would be sent, and is not as the server has written it: a browser may fill forms in again.
REFILLED = """() => [...document.querySelectorAll("form.entry [name]")]
  .filter((each) => each.checked !== each.defaultChecked ||
    (each.name === "seen" && each.value !== document.getElementById("board").dataset.seen))
  .map(({ name, value }) => `${name}=${value}`)"""


def test_a_round_that_is_closed_fills_nothing_in_after_a_reload(phone: Phone) -> None:
    phone.starts("Game of Bluff", FIVE)
    phone.reloads()  # its worker has the page now
    for name, card in zip(FIVE[:-1], (1, 2, 3, 4), strict=True):
        phone.taps(white(name, card))
    phone.enters(dock("Close round 1"))
    phone.reloads()
    assert phone.runs(REFILLED) == []
    assert phone.entries == [("round-scored", [1, 2, 3, 4, 5])]


def test_bluff_of_fifteen_is_entered_to_its_end_by_its_pad(phone: Phone) -> None:
    *before, last = rows_of_fifteen()
    phone.starts("Game of Bluff", FIFTEEN)
    phone.enters_unseen(*before)
    phone.taps(link("Close round", "#board"))
    for seat in range(14):
        phone.taps(Spot(f'dialog#sheet [data-white="{last[f"cards-{seat}"]}"]'))
    phone.enters(Spot("dialog#sheet button", "^Close round"))
    phone.awaits("() => document.querySelector('.result')")
    state = phone.state()
    played = [[said[f"cards-{seat}"] for seat in range(15)] for said in (*before, last)]
    assert [entry[1] for entry in phone.entries] == played
    assert state["totals"] == [sum(column) for column in zip(*played, strict=True)]
    assert state["outcome"]["ending"] == "limit-passed"
