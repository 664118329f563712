"""What a table has learned of its cards, and the text in which it takes that along."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.deck import (
    FORMAT,
    Deck,
    Fault,
    Learning,
    NotADeck,
    decode,
    encode,
    newly_taught,
)
from companion.games.the_game.deck import CHOICES, LEARNING, NONE
from tests.games.the_game.telling import missed, play
from tests.support.rulings import read_table
from tests.support.submitted_log import Book

SLUG = "the-game"
ZOO = Learning(
    cards=("2", "3", "4", "10"), carried={"ape": 2, "bear": 1, "none": 1}, taught=lambda story: {}
)

PAGE, OLD, NEW = "", "an older game", "a newer game"

SMALL_DECKS = st.dictionaries(st.sampled_from(ZOO.cards), st.sampled_from(list(ZOO.carried)))


def chosen(card: int, pile: str, choice: str) -> dict[str, object]:
    """A card whose command, or that it has none, was chosen by whoever entered it."""
    return {**play(card, pile, None if choice == NONE else choice), "choice": choice}


@given(before=SMALL_DECKS, after=SMALL_DECKS)
def test_learning_the_difference_is_enough(before: dict[str, str], after: dict[str, str]) -> None:
    taught = newly_taught(before, after)
    assert {card: carries for card, carries in {**before, **taught}.items() if carries} == after
    assert all(before.get(card) != carries for card, carries in taught.items())


def read_deck(said: str) -> dict[str, str | None]:
    """Cards by what they carry: "48=skull, 49=", which forgets the 49."""
    pairs = (pair.split("=") for pair in said.split(", ") if pair)
    return {card: carries or None for card, carries in pairs}


def test_a_choice_is_odd() -> None:
    for said, card, choice, doubts in read_table(__file__, "DOUBTS"):
        deck = {known: str(carries) for known, carries in read_deck(said).items()}
        assert " ".join(ZOO.doubts(deck, card, choice)) == doubts, (said, card, choice)


class TestText:
    @given(deck=st.dictionaries(st.sampled_from(LEARNING.cards), st.sampled_from(CHOICES)))
    def test_what_is_taken_along_comes_back_in_order(self, deck: dict[str, str]) -> None:
        decoded = decode(encode(SLUG, deck), SLUG, LEARNING)
        assert decoded == deck
        assert list(decoded) == sorted(decoded, key=int)

    def test_it_says_what_it_is_and_more_changes_nothing(self) -> None:
        document = json.loads(encode(SLUG, {"48": "skull"}))
        assert document == {"format": FORMAT, "game": SLUG, "cards": {"48": "skull"}}
        text = json.dumps({**document, "for": "zoë ☠ \U0001f480"})
        for said in (text, f"\n\t {text}\r\n"):
            assert decode(said, SLUG, LEARNING) == {"48": "skull"}

    def test_what_is_no_document_is_no_deck(self) -> None:
        for text in (
            "", "junk", "null", "[]", "1", '"companion-deck/1"', "{", "{}", "[" * 100_000,
            '{"format":' * 50_000, "9" * 5000, "1e999", "NaN", "\ufeff" + encode(SLUG, {}),
            encode(SLUG, {}) + "x", "\x00", "\ud800", "x" * 1_000_000,
        ):  # fmt: skip
            assert fault(text) == (Fault.NOT_A_DECK, ""), ascii(text[:20])

    def test_every_part_of_it_is_read(self) -> None:
        whole = {"format": FORMAT, "game": SLUG, "cards": {}}
        assert decode(json.dumps(whole), SLUG, LEARNING) == {}
        for part, expected, *values in (
            ("format", Fault.NOT_A_DECK, "companion-deck/2", "companion-record/1", [FORMAT], None),
            ("game", Fault.OTHER_GAME, "the-game-extreme", "", [SLUG], None),
            ("cards", Fault.NOT_A_DECK, [], [["48", "skull"]], "48", 48, None),
        ):
            without = {name: said for name, said in whole.items() if name != part}
            for said in (without, *({**whole, part: value} for value in values)):
                assert fault(json.dumps(said)) == (expected, ""), said

    def test_there_is_no_such_card_or_choice(self) -> None:
        odd = ("", "1", "100", "048", " 48", "48.0", "-48", "4८", "skull", "9" * 5000, "\ud800")
        for card in odd:
            assert fault(deck_text({"48": "skull", card: "skull"})) == (Fault.NO_SUCH_CARD, card)
        for choice in (
            "", "Skull", "skull chosen", "unknown", "fire", 48, 1e9, True, None, [], ["skull"], {},
        ):  # fmt: skip
            assert fault(deck_text({"48": "skull", "50": choice})) == (Fault.NO_SUCH_CHOICE, "50")


def deck_text(cards: object) -> str:
    return json.dumps({"format": FORMAT, "game": SLUG, "cards": cards})


def fault(text: str) -> tuple[Fault, str]:
    with pytest.raises(NotADeck) as raised:
        decode(text, SLUG, LEARNING)
    return raised.value.fault, raised.value.detail


def test_what_is_no_choice_of_a_card_teaches_nothing() -> None:
    assert taught(missed(2, "up-1", 48) | {"choice": "skull"}) == {}
    for choice in (None, "", "junk", "SKULL", 48, 0, True, ["skull"], {"skull": 1}, "9" * 5000):
        facts = play(48, "up-1") | {"choice": choice}
        assert taught(facts, chosen(49, "up-1", "none")) == {"49": "none"}, choice


def taught(*entries: Any) -> Deck:
    """What these entries teach, all of them being recorded."""
    return LEARNING.taught(Book(*entries, extreme=True).story)
