"""What a table has learned of its cards, and the text in which it takes that along."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.deck import (
    FORMAT,
    Deck,
    Doubt,
    Fault,
    Learning,
    Lesson,
    NotADeck,
    decode,
    encode,
    merge_lessons,
    newly_taught,
)
from companion.games.the_game.deck import CHOICES, COPIES_OF, LEARNING, NONE
from companion.games.the_game.entries import Command
from tests.games.the_game.telling import case, end, missed, play
from tests.support.submitted_log import Book

SLUG = "the-game"
ANOTHER, ONE_TOO_MANY = Doubt.ANOTHER, Doubt.ONE_TOO_MANY
ZOO = Learning(
    cards=("2", "3", "4", "10"), carried={"ape": 2, "bear": 1, "none": 1}, taught=lambda story: {}
)

PAGE, OLD, NEW = "", "an older game", "a newer game"
LESSONS = [Lesson("2", "ape"), Lesson("2", "bear", OLD), Lesson("3", "ape", NEW)]

DECKS = st.dictionaries(st.sampled_from(LEARNING.cards), st.sampled_from(CHOICES))
SMALL_DECKS = st.dictionaries(st.sampled_from(ZOO.cards), st.sampled_from(list(ZOO.carried)))


def chosen(card: int, pile: str, choice: str) -> dict[str, object]:
    """A card whose command, or that it has none, was chosen by whoever entered it."""
    return {**play(card, pile, None if choice == NONE else choice), "choice": choice}


@pytest.mark.parametrize(
    ("lessons", "deck"),
    [
        case("nothing", [], {}),
        case("one lesson", LESSONS[:1], {"2": "ape"}),
        case("of two about one card the later", LESSONS[:2], {"2": "bear"}),
        case("whichever game it is from", LESSONS[1::-1], {"2": "ape"}),
        case("each card by itself", LESSONS, {"2": "bear", "3": "ape"}),
    ],
)
def test_the_later_lesson_holds(lessons: Sequence[Lesson], deck: Deck) -> None:
    assert merge_lessons(lessons) == deck
    assert merge_lessons(iter(lessons)) == deck


@pytest.mark.parametrize(
    ("asked", "deck"),
    [
        case("a card it taught", (OLD, "2"), {"2": "ape", "3": "ape"}),
        case("a card that only it taught", (NEW, "3"), {"2": "bear"}),
        case("a card that others taught", (NEW, "2"), {"2": "bear", "3": "ape"}),
        case("a card that nobody taught", (NEW, "10"), {"2": "bear", "3": "ape"}),
        case("what the page of the deck taught", (PAGE, "2"), {"2": "bear", "3": "ape"}),
    ],
)
def test_before_a_game_only_its_own_lesson_about_the_card_is_missing(
    asked: tuple[str, str], deck: Deck
) -> None:
    assert LEARNING.read_lessons_before(LESSONS, *asked) == deck


@pytest.mark.parametrize(
    ("decks", "taught"),
    [
        case("nothing", ({}, {}), {}),
        case("the same", ({"2": "ape"}, {"2": "ape"}), {}),
        case("a new card", ({"2": "ape"}, {"2": "ape", "3": "ape"}), {"3": "ape"}),
        case("another animal", ({"2": "ape"}, {"2": "bear"}), {"2": "bear"}),
        case("a card forgotten", ({"2": "ape", "3": "ape"}, {"3": "ape"}), {"2": None}),
        case("one for the other", ({"2": "ape"}, {"3": "ape"}), {"2": None, "3": "ape"}),
    ],
)
def test_what_is_newly_taught_is_the_difference(
    decks: tuple[Deck, Deck], taught: dict[str, str | None]
) -> None:
    assert newly_taught(*decks) == taught


@given(before=SMALL_DECKS, after=SMALL_DECKS)
def test_learning_the_difference_makes_one_deck_of_the_other(
    before: dict[str, str], after: dict[str, str]
) -> None:
    taught = newly_taught(before, after)
    learned = {card: carries for card, carries in {**before, **taught}.items() if carries}
    assert learned == after
    assert all(before.get(card) != carries for card, carries in taught.items())


@pytest.mark.parametrize(
    ("asked", "doubts"),
    [
        case("a new card", ({}, "2", "ape"), ()),
        case("what it carries", ({"2": "ape"}, "2", "ape"), ()),
        case("something else than it carried", ({"2": "ape"}, "2", "none"), (ANOTHER,)),
        case("none, known as none", ({"2": "none"}, "2", "none"), ()),
        case("an animal, known as none", ({"2": "none"}, "2", "ape"), (ANOTHER,)),
        case("the last of its kind", ({"2": "ape"}, "3", "ape"), ()),
        case("one too many", ({"2": "ape", "3": "ape"}, "4", "ape"), (ONE_TOO_MANY,)),
        case("one of all that there are", ({"2": "ape", "3": "ape"}, "3", "ape"), ()),
        case("none too many", ({"2": "none"}, "3", "none"), (ONE_TOO_MANY,)),
        case(
            "another one too many",
            ({"2": "bear", "3": "ape"}, "3", "bear"),
            (ANOTHER, ONE_TOO_MANY),
        ),
        case("there are too many already", ({"2": "bear", "3": "bear"}, "3", "bear"), ()),
    ],
)
def test_what_is_odd_about_a_choice(
    asked: tuple[Deck, str, str], doubts: tuple[Doubt, ...]
) -> None:
    assert ZOO.doubts(*asked) == doubts


def test_who_carries_it_in_the_order_of_the_deck() -> None:
    deck = {"10": "ape", "4": "bear", "2": "ape", "77": "ape"}
    assert ZOO.carriers(deck, "ape") == ["2", "10"]
    assert ZOO.carriers(deck, "none") == []


class TestText:
    @given(deck=DECKS)
    def test_what_is_taken_along_can_be_taken_over(self, deck: dict[str, str]) -> None:
        assert decode(encode(SLUG, deck), SLUG, LEARNING) == deck

    @given(deck=DECKS)
    def test_it_comes_back_in_the_order_of_the_deck(self, deck: dict[str, str]) -> None:
        cards = list(decode(encode(SLUG, deck), SLUG, LEARNING))
        assert cards == sorted(cards, key=int)

    def test_it_says_what_it_is(self) -> None:
        document = json.loads(encode(SLUG, {"48": "skull"}))
        assert document == {"format": FORMAT, "game": SLUG, "cards": {"48": "skull"}}

    def test_more_than_is_needed_changes_nothing(self) -> None:
        text = json.dumps({**json.loads(encode(SLUG, {"48": "skull"})), "for": "zoë ☠ \U0001f480"})
        assert decode(text, SLUG, LEARNING) == {"48": "skull"}
        assert decode(f"\n\t {text}\r\n", SLUG, LEARNING) == {"48": "skull"}

    @given(text=st.text())
    def test_any_other_text_is_no_deck(self, text: str) -> None:
        with pytest.raises(NotADeck):
            decode(text, SLUG, LEARNING)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "junk",
            "null",
            "[]",
            "1",
            '"companion-deck/1"',
            "{",
            "{}",
            "[" * 100_000,
            '{"format":' * 50_000,
            "9" * 5000,
            "1e999",
            "NaN",
            "\ufeff" + encode(SLUG, {}),
            encode(SLUG, {}) + "x",
            "\x00",
            "\ud800",
            "x" * 1_000_000,
        ],
        ids=lambda text: ascii(text[:20]),
    )
    def test_what_is_no_document_is_no_deck(self, text: str) -> None:
        assert fault(text) == (Fault.NOT_A_DECK, "")

    @pytest.mark.parametrize(
        ("part", "value", "expected"),
        [
            ("format", "companion-deck/2", Fault.NOT_A_DECK),
            ("format", "companion-record/1", Fault.NOT_A_DECK),
            ("format", [FORMAT], Fault.NOT_A_DECK),
            ("format", None, Fault.NOT_A_DECK),
            ("game", "the-game-extreme", Fault.OTHER_GAME),
            ("game", "", Fault.OTHER_GAME),
            ("game", [SLUG], Fault.OTHER_GAME),
            ("game", None, Fault.OTHER_GAME),
            ("cards", [], Fault.NOT_A_DECK),
            ("cards", [["48", "skull"]], Fault.NOT_A_DECK),
            ("cards", "48", Fault.NOT_A_DECK),
            ("cards", 48, Fault.NOT_A_DECK),
            ("cards", None, Fault.NOT_A_DECK),
        ],
        ids=str,
    )
    def test_every_part_of_it_is_read(self, part: str, value: object, expected: Fault) -> None:
        whole: dict[str, Any] = {"format": FORMAT, "game": SLUG, "cards": {}}
        assert decode(json.dumps(whole), SLUG, LEARNING) == {}
        assert fault(json.dumps({**whole, part: value})) == (expected, "")
        del whole[part]
        assert fault(json.dumps(whole)) == (expected, "")

    @pytest.mark.parametrize(
        "card", ["", "1", "100", "048", " 48", "48.0", "-48", "4८", "skull", "9" * 5000, "\ud800"]
    )
    def test_there_is_no_such_card(self, card: str) -> None:
        assert fault(deck_text({"48": "skull", card: "skull"})) == (Fault.NO_SUCH_CARD, card)

    @pytest.mark.parametrize(
        "choice",
        ["", "Skull", "skull chosen", "unknown", "fire", 48, 1e9, True, None, [], ["skull"], {}],
        ids=str,
    )
    def test_there_is_no_such_choice(self, choice: object) -> None:
        assert fault(deck_text({"48": "skull", "50": choice})) == (Fault.NO_SUCH_CHOICE, "50")


def deck_text(cards: object) -> str:
    return json.dumps({"format": FORMAT, "game": SLUG, "cards": cards})


def fault(text: str) -> tuple[Fault, str]:
    with pytest.raises(NotADeck) as raised:
        decode(text, SLUG, LEARNING)
    return raised.value.fault, raised.value.detail


class TestTheGame:
    """Which numbers of The Game: Extreme carry what, as far as a story tells."""

    def test_28_commands_and_70_numbers_without_make_98(self) -> None:
        assert {choice: COPIES_OF[choice] for choice in map(str, Command)} == dict.fromkeys(
            ("stop", "skull", "three", "silence", "no-trick", "same-pile", "draw-one"), 4
        )
        assert (sum(COPIES_OF.values()) - COPIES_OF["none"], COPIES_OF["none"]) == (28, 70)
        assert LEARNING.cards == tuple(str(card) for card in range(2, 100))
        assert [*map(str, Command), "none"] == list(CHOICES)

    @pytest.mark.parametrize("choice", CHOICES)
    def test_a_choice_teaches(self, choice: str) -> None:
        assert taught(chosen(48, "up-1", choice)) == {"48": choice}

    @pytest.mark.parametrize(
        ("entries", "deck"),
        [
            case("nothing at all", [], {}),
            case("a card alone", [play(48, "up-1")], {}),
            case("a command that the phone knew", [play(48, "up-1", "skull")], {}),
            case(
                "other kinds",
                [missed(2, "up-1", 48) | {"choice": "skull"}, end() | {"choice": "none"}],
                {},
            ),
            case(
                "one of two cards",
                [play(48, "up-1", "draw-one"), chosen(49, "up-1", "none")],
                {"49": "none"},
            ),
        ],
    )
    def test_what_a_story_says(self, entries: list[Any], deck: Deck) -> None:
        assert taught(*entries) == deck

    @pytest.mark.parametrize(
        "choice", [None, "", "junk", "SKULL", 48, 0, True, ["skull"], {"skull": 1}, "9" * 5000]
    )
    def test_what_is_no_choice_teaches_nothing(self, choice: object) -> None:
        facts = play(48, "up-1") | {"choice": choice}
        assert taught(facts, chosen(49, "up-1", "none")) == {"49": "none"}


def taught(*entries: Any) -> Deck:
    """What these entries teach, all of them being recorded."""
    return LEARNING.taught(Book(*entries, extreme=True).story)
