"""What the board says, in English: what is owed, undone and drawn, and why a turn is over."""

from functools import cached_property
from typing import Any

import pytest

from companion.engine.deck import Deck, Doubt
from companion.engine.log import Story
from companion.games.the_game import words
from companion.games.the_game.board import board
from companion.games.the_game.past import Past
from companion.games.the_game.results import summary
from companion.games.the_game.state import State
from tests.book import Book, changed
from tests.engine.test_deck import chosen
from tests.games.the_game.telling import case, end, holds, late, missed, play, sure

NAMES = ["Ann", "Ben", "Cas"]


pytestmark = pytest.mark.usefixtures("english")


class Told:
    """A game of Extreme and On Fire as its players told it."""

    def __init__(self, *entries: Any, **options: Any) -> None:
        self.entries, self.options = entries, {"extreme": True, "on_fire": True, **options}

    @cached_property
    def story(self) -> Story:
        return Book(*self.entries, **self.options).story

    @property
    def now(self) -> State:
        state: State = self.story.replay.state
        return state

    @property
    def passed(self) -> str:
        """What is said of the turn before this one, "" for nothing."""
        line = board(self.story, helped=False, deck={}).passed
        return plainly(words.explain_pass(line, self.now, NAMES)) if line else ""


def plainly(said: str) -> str:
    return said.replace("\u00a0", " ")


SKULL, THREE = play(47, "up-1", "skull"), play(47, "up-1", "three")
SAME, DRAW_ONE = play(47, "up-1", "same-pile"), play(47, "up-1", "draw-one")
TWO = (play(60, "down-1"), play(59, "down-1"))
DUE = (play(22, "up-1"), play(3, "up-2"), end())
LAST_FEW = late(3, 2)  # Ben's turn with two cards, nothing to draw


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        case("nobody has begun", Told(), "Somebody else? Tap the name."),
        case("one alone begins", Told(players=1), "2 cards to lay."),
        case("an expert alone begins", Told(players=1, expert=True), "3 cards to lay."),
        case("one card lies", Told(play(47, "up-1")), "1 more card to lay."),
        case("one for experts", Told(play(47, "up-1"), expert=True), "2 more cards to lay."),
        case("the minimum lies", Told(*TWO), "Lay more, or end the turn."),
        case("more than that", Told(*TWO, play(58, "down-1")), "Lay more, or end the turn."),
        case("the next turn", Told(*TWO, end()), "2 cards to lay."),
        case("a skull, a card owed", Told(SKULL), "1 more card to lay; cover 47 ▲."),
        case("a skull, none owed", Told(SKULL, *TWO), "Cover 47 ▲."),
        case(
            "two skulls",
            Told(play(60, "down-1", "skull"), SKULL),
            "Cover 47 ▲; cover 60 ▼.",
        ),
        case(
            "a skull that is covered", Told(SKULL, play(48, "up-1")), "Lay more, or end the turn."
        ),
        case("a three", Told(THREE), "2 more cards, exactly three in all."),
        case(
            "the third of a three",
            Told(THREE, play(60, "down-1")),
            "1 more card, exactly three in all.",
        ),
        case(
            "a skull under a three",
            Told(THREE, play(60, "down-1", "skull")),
            "1 more card, exactly three in all; cover 60 ▼.",
        ),
        case("fire due", Told(*DUE), "2 cards to lay; cover 22 ▲."),
        case("fire due, none owed", Told(*DUE, *TWO), "Cover 22 ▲."),
        case("fire laid in this turn", Told(play(22, "up-1")), "1 more card to lay."),
        case("same pile", Told(SAME), "1 more card to lay; only on 47 ▲."),
        case(
            "same pile, none owed",
            Told(play(60, "down-1"), SAME),
            "Lay more, only on 47 ▲, or end the turn.",
        ),
        case(
            "a skull below, same pile elsewhere",
            Told(SKULL, play(60, "down-1", "same-pile")),
            "Cover 47 ▲; only on 60 ▼.",
        ),
        case(
            "same pile, the turn begins", Told(play(60, "down-1"), SAME, end()), "2 cards to lay."
        ),
        case(
            "all at once",
            Told(*DUE, play(60, "down-2", "three"), play(80, "down-1", "same-pile")),
            "1 more card, exactly three in all; cover 22 ▲; only on 80 ▼.",
        ),
        case(
            "nothing to draw",
            Told(*LAST_FEW),
            "1 card to lay. The draw pile is empty.",
        ),
        case(
            "nothing to draw, one laid",
            Told(*late(3, 3), play(60, "up-2")),
            "Lay more, or end the turn.",
        ),
        case(
            "nothing to draw, a three",
            Told(*late(3, 4), play(60, "up-2", "three")),
            "2 more cards, exactly three in all.",
        ),
        case(
            "nothing to draw, fire due",
            Told(*late(3, 4), play(22, "up-2"), end()),
            "1 card to lay; cover 22 ▲. The draw pile is empty.",
        ),
    ],
)
def test_all_that_the_turn_still_needs(told: Told, sentence: str) -> None:
    assert plainly(words.owed(told.now, NAMES)) == sentence


@pytest.mark.parametrize(
    ("told", "said"),
    [
        case("no card laid", Told(), "2 cards short"),
        case("one laid", Told(play(47, "up-1")), "1 card short"),
        case("nothing owed", Told(*TWO), ""),
        case("a skull", Told(SKULL, *TWO), "skull not covered"),
        case("a skull, a card owed", Told(SKULL), "skull not covered"),
        case("fire due", Told(*DUE, *TWO), "fire not covered"),
        case("fire due, a card owed", Told(*DUE), "fire not covered"),
        case("fire laid in this turn", Told(play(22, "up-1"), play(3, "up-2")), ""),
        case("a skull beside fire", Told(*DUE, SKULL | {"pile": "up-2"}), "skull not covered"),
        case("a three", Told(THREE), "exactly three"),
        case("a three with a skull", Told(THREE, play(60, "down-1", "skull")), "exactly three"),
        case("same pile", Told(SAME, play(48, "up-1")), ""),
    ],
)
def test_what_ending_the_turn_would_leave_undone(told: Told, said: str) -> None:
    assert words.undone(told.now) == said


@pytest.mark.parametrize(
    ("told", "said"),
    [
        case("no command", Told(*TWO), ""),
        case("draw one", Told(DRAW_ONE, play(48, "up-2")), "draws 1 card"),
        case(
            "draw one, laid by somebody else",
            Told(DRAW_ONE, *TWO, end(), play(8, "up-2"), play(9, "up-2")),
            "draws 1 card",
        ),
        case("draw one that is covered", Told(DRAW_ONE, play(48, "up-1")), ""),
        case(
            "draw one with a full hand", Told(play(60, "down-1"), DRAW_ONE, end()), "draws 0 cards"
        ),
        case("draw one with nothing to draw", Told(*late(3, 3), DRAW_ONE), "draws 0 cards"),
    ],
)
def test_how_many_the_end_of_the_turn_draws_by_command(told: Told, said: str) -> None:
    assert words.drawing(told.now) == said


@pytest.mark.parametrize(
    ("told", "said"),
    [
        case("nothing was entered", Told(), ""),
        case("the turn goes on", Told(play(47, "up-1")), ""),
        case("a turn that somebody ended", Told(*TWO, end()), ""),
        case("a stop", Told(play(47, "up-1", "stop")), "Stop: Ann’s turn is over."),
        case(
            "a stop chosen afterwards",
            Told(play(47, "up-1"), changed(1, chosen(47, "up-1", "stop"))),
            "Stop: Ann’s turn is over.",
        ),
        case(
            "a stop of the second player",
            Told(*TWO, end(), play(47, "up-1", "stop")),
            "Stop: Ben’s turn is over.",
        ),
        case("a three", Told(THREE, *TWO), "Three cards: Ann’s turn is over."),
        case("a three laid last", Told(*TWO, THREE), "Three cards: Ann’s turn is over."),
        case(
            "a stop as third of a three",
            Told(THREE, play(60, "down-1"), play(59, "down-1", "stop")),
            "Stop: Ann’s turn is over.",
        ),
        case(
            "three cards by chance, the hand empty",
            Told(holds(0, 3), *TWO, play(47, "up-1")),
            "Empty hand: Ann’s turn is over.",
        ),
        case(
            "an empty hand",
            Told(missed(6, "down-1", 60), play(47, "up-1")),
            "Empty hand: Ann’s turn is over.",
        ),
        case(
            "a hand missed at once",
            Told(missed(7, "down-1", 60)),
            "Empty hand: Ann’s turn is over.",
        ),
        case(
            "the rest of a three missed",
            Told(THREE, missed(2, "down-1", 60)),
            "Three cards: Ann’s turn is over.",
        ),
        case("draw one", Told(play(60, "down-1"), DRAW_ONE, end()), "Ann drew 1 card."),
        case(
            "draw one and a stop",
            Told(DRAW_ONE, play(60, "down-1", "stop")),
            "Stop: Ann’s turn is over. Ann drew 1 card.",
        ),
        case(
            "draw one and an empty hand",
            Told(DRAW_ONE, missed(6, "down-1", 60)),
            "Empty hand: Ann’s turn is over. Ann drew 1 card.",
        ),
        case(
            "a stop on draw one",
            Told(DRAW_ONE, play(48, "up-1", "stop")),
            "Stop: Ann’s turn is over.",
        ),
        case(
            "draw one with nothing drawn",
            Told(*(play(60, "down-1"), DRAW_ONE, end()), sure(end())),
            "",
        ),
        case("once the next card lies", Told(play(47, "up-1", "stop"), play(60, "down-1")), ""),
    ],
)
def test_why_the_turn_before_is_over_and_what_was_drawn(told: Told, said: str) -> None:
    assert told.passed == said


SKULLS = {"40": "skull", "9": "skull", "20": "skull", "30": "skull"}


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            (Doubt.ANOTHER, {"47": "stop"}, "47", "skull"),
            "47 was known as “stop”; you chose “skull”.",
        ),
        (
            (Doubt.ANOTHER, {"47": "none"}, "47", "three"),
            "47 was known as “none”; you chose “exactly three”.",
        ),
        (
            (Doubt.ANOTHER, {"47": "no-trick"}, "47", "none"),
            "47 was known as “no ten back”; you chose “none”.",
        ),
        (
            (Doubt.ONE_TOO_MANY, SKULLS, "47", "skull"),
            "There are only four of each, and “skull” is already on 9, 20, 30 and 40.",
        ),
        (
            (Doubt.ONE_TOO_MANY, dict.fromkeys(map(str, range(2, 72)), "none"), "80", "none"),
            "All 70 cards without a command are already known.",
        ),
    ],
)
def test_what_is_odd_about_a_choice(asked: tuple[Doubt, Deck, str, str], sentence: str) -> None:
    doubt, known, card, choice = asked
    assert words.explain_doubt(doubt, known, {card: choice}) == sentence


def test_more_cards_than_can_carry_what_was_chosen_are_counted() -> None:
    assert [words.more_than_can_carry(cards, room) for cards, room in ((1, 0), (5, 3))] == [
        "1 number is still unknown, but only 0 more can be without a command.",
        "5 numbers are still unknown, but only 3 more can be without a command.",
    ]


def test_a_card_that_only_covers_cards_nobody_entered_was_laid_too() -> None:
    shown = board(Book(play(30, "up-1"), missed(2, "up-1", 40)).story, helped=False, deck={})
    lines = [shown.find_laid(card) for card in (30, 40, 35)]
    assert [line and line.place for line in lines] == [1, 2, None]


def test_nothing_is_counted_of_a_game_that_goes_on() -> None:
    told = summary(Told(play(30, "up-1")).now)
    assert (told.ending, told.won, told.score) == (None, None, None)
    assert told.facts == {"left": 97, "rating": None, "player": 0, "broken": None}


def test_the_cards_of_each_player_are_counted() -> None:
    told = Told(play(30, "up-1"), missed(2, "up-1", 40), end(), play(60, "down-1"))
    assert told.now.laid == (3, 1)


def test_what_could_not_be_won_any_more_is_looked_back_on() -> None:
    told = (
        *(play(88, "up-1"), play(13, "down-1"), end()),
        *(play(89, "up-2"), play(12, "down-2"), end()),
        *(play(99, "up-1"), play(98, "up-2"), end()),
        *(play(3, "down-1"), play(2, "down-2"), end()),
    )
    assert list(words.look_back(Past(Book(*told).story))) == [
        ("Cards per turn", "1.6"),
        ("Ten back", "0"),
        ("No way to win after turn 4", "90 cards left"),
    ]


def test_a_jump_names_who_laid_which_card_where() -> None:
    laid = play(30, "up-2"), play(99, "down-1"), end(), play(60, "down-2")
    jumps = Past(Book(*laid).story).costliest
    assert [plainly(words.describe_jump(jump, NAMES)) for jump in jumps] == [
        "Ben: 60 on 100, ▼ 2",
        "Ann: 30 on 1, ▲ 2",
    ]


def test_only_the_odd_one_of_several_choices_is_told() -> None:
    taught = {"46": "stop", "45": None, "47": "skull"}
    said = words.explain_doubt(Doubt.ANOTHER, {"47": "stop"}, taught)
    assert said == "47 was known as “stop”; you chose “skull”."
