"""What piles, chips and numbers are and show: ten back, fire, commands."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.games.the_game.board import Board
from companion.games.the_game.entries import Pile
from companion.games.the_game.faces import Chip, Face, Mark
from companion.games.the_game.state import ten_back
from tests.games.the_game.telling import end, log_of, missed, play, sure
from tests.support.rulings import printed, read_options, read_table, read_word, tell
from tests.support.submitted_log import Book


class Look:
    """A game of Extreme as its players told it, and the board that they look at.

    `learned` is what the table knows of its cards, `helped` whether it wants its counting aids.
    """

    def __init__(self, said: str = "", **options: Any) -> None:
        self.entries, self.options = log_of(said), {"extreme": True, **options}

    def board(self, **more: Any) -> Board:
        said = {**self.options, **more}
        usual = {"learned": {}, "helped": False, "fresh": None, "depth": ""}
        seen = {name: said.pop(name, value) for name, value in usual.items()}
        return Board(Book(*self.entries, **said).story, **seen)

    def face(self, pile: str, **more: Any) -> Face:
        return self.board(**more).faces[list(Pile).index(Pile(pile))]

    @property
    def marks(self) -> str:
        """The marks of the piles that are not plain: "up-1:cover"."""
        faces = self.board().faces
        return " ".join(f"{each.pile}:{each.mark}" for each in faces if each.mark != Mark.PLAIN)

    def chips(self, name: str) -> str:
        """The cards of the chips of which this is so, by their pile: "up-1 44 33, up-2 7"."""
        found = {
            str(face.pile): [chip.card for chip in face.chips if chip and getattr(chip, name)]
            for face in self.board().faces
        }
        return ", ".join(f"{pile} {printed(cards)}" for pile, cards in found.items() if cards)


def looks(name: str) -> Iterator[tuple[Look, list[str]]]:
    """The rows below this heading: a game, its options, and what its board shows of it."""
    for said, options, *shown in read_table(__file__, name):
        given = {option: read_word(value or "yes") for option, value in read_options(options)}
        if "deck" in given:
            given["learned"] = dict(card.split(":") for card in given.pop("deck").split(","))
        yield Look(said, **given), shown


NUMBERS = {"extreme": False}


def find_line(look: Look, name: str) -> str:
    """The kind of the line that ended the turn before, or the card of one that a board looks for:
    that just laid of which nobody knows, or that which may have been the next player's."""
    line = getattr(look.board(), name)
    return str(line.facts["kind" if name == "passed" else "card"] if line else "")


SHOWS: dict[str, Callable[..., str]] = {
    "MARKS": lambda look: look.marks,
    "FACES": lambda look, what: printed([getattr(face, what) for face in look.board().faces]),
    "CHIPS": lambda look, what: look.chips(what),
    "LINES": find_line,
    "MUST": lambda look: look.board().must or "",
    "BY_TURNS": lambda look: printed(look.board().by_turns),
    "AIDS": lambda look: printed(
        [look.board().silent, *(look.board(helped=each).aids is not None for each in (True, False))]
    ),
}


@pytest.mark.parametrize("name", SHOWS)
def test_what_a_board_shows(name: str) -> None:
    for look, [*what, shown] in looks(name):
        assert SHOWS[name](look, *what) == shown, (what, look.entries)
    if name == "MARKS":  # each of them is shown
        marks = (mark.split(":")[1] for _, [marks] in looks(name) for mark in marks.split())
        assert {*marks, Mark.PLAIN} == set(Mark)


HIDDEN = "40 up-1, 80 down-1, laid 1"  # of the last one nobody said which it was, or where it went
UP, DOWN = (None, "?", "▲"), (None, "?", "▼")


def test_tops_that_nobody_knows_say_so_and_have_no_chips_until_a_card_is_named() -> None:
    board = Look(HIDDEN, **NUMBERS).board(helped=True)
    assert [(face.top, face.shown, face.arrow) for face in board.faces] == [UP, UP, DOWN, DOWN]
    assert {face.chips for face in board.faces} == {(None,) * 6}
    assert board.aids
    assert board.aids.out == {40, 80}  # what was laid openly
    for known in ("3 down-1", "missed 1 down-1 3"):
        faces = Look(f"{HIDDEN}, {known}", **NUMBERS).board().faces
        assert [face.shown for face in faces] == ["?", "?", "3", "?"]
        assert [chip and chip.card for chip in faces[2].chips] == [2, *[None] * 4, 13]


def test_what_was_laid_before_has_no_flag_there_and_is_not_fresh() -> None:
    hidden, nothing = "40 up-1, 39 up-1!, laid 1", (None, False)
    for said, fresh, first in ((hidden, 2, nothing), (f"{hidden}, 3 up-1", 4, (None, True))):
        faces = Look(said, **NUMBERS).board(fresh=fresh).faces
        assert [(face.flag, face.fresh) for face in faces] == [first, *[nothing] * 3]
    # A number without effect hides nothing.
    face = Look("40 up-1, 39 up-1!, turn 3, put-in 1 hold 0 3", **NUMBERS).face("up-1")
    assert (face.shown, face.flag) == ("39", "pile-direction")


def test_a_face_is_called_by_its_top_and_its_direction() -> None:
    names = [(face.sign, face.arrow, face.shown) for face in Look("40 up-1").board().faces]
    tops = (("▲", "A", "40"), ("▲", "B", "1"), ("▼", "C", "100"), ("▼", "D", "100"))
    assert names == [(f"{a}\u00a0{n}", a, top) for a, n, top in tops]


DECK = {"41": "skull", "42": "none", "30": "silence"}


def test_chips_say_what_the_deck_knows() -> None:
    def said(chips: tuple[Chip | None, ...]) -> list[tuple[str | None, str, bool]]:
        return [(chip.carries, chip.value, chip.barred) for chip in chips if chip]

    assert said(Look("40 up-1 =none", learned=DECK).face("up-1").chips) == [
        ("skull", "41 skull", False),
        ("none", "42 none", False),
        *((None, card, False) for card in ("43", "44", "45")),
        ("silence", "30 silence", False),
    ]
    without_extreme = Look("40 up-1", learned=DECK, **NUMBERS, on_fire=True).face("up-1").chips
    cards = ("41", "42", "43", "44", "45", "30")
    assert said(without_extreme) == [(None, card, False) for card in cards]


def test_chips_skip_cards_that_are_out_but_not_under_a_silence() -> None:
    for top, cards in (
        ("=none", [41, 44, 45, 46, 47, 30]),
        ("silence", [41, 42, 43, 44, 45, 30]),
    ):
        told = Look(f"43 up-2 =none, 42 down-1 =none, 40 up-1 {top}")
        assert [chip and chip.card for chip in told.face("up-1", helped=True).chips] == cards


def test_a_card_is_found_in_the_line_that_laid_it_or_missed_it() -> None:
    board = Look("40 up-1 =none, missed 2 down-1 80, 60 up-2, back 3").board()
    found = [board.find_laid(card) for card in (40, 80, 60, 99)]
    assert [line and line.place for line in found] == [1, 2, None, None]


def test_start_cards_have_no_card_ten_back() -> None:
    for pile, top, card in (
        ("up-1", 1, None), ("up-1", 11, None), ("up-2", 12, 2), ("up-2", 99, 89),
        ("down-1", 100, None), ("down-1", 90, None), ("down-2", 89, 99), ("down-2", 2, 12),
    ):  # fmt: skip
        assert ten_back(Pile(pile), top) == card, (pile, top)


def test_six_cards_are_fire() -> None:
    def burns(card: int) -> bool:
        told = tell("the-game", [play(card, "up-1"), sure(end())], 2, on_fire=True)
        return bool(told["state"]["turn"]["cover"])

    assert [card for card in range(2, 100) if burns(card)] == [22, 33, 44, 55, 66, 77]


def test_a_command_on_another_kind_is_a_further_key() -> None:
    plain = [missed(2, "up-1", 47), end()]
    carrying = [{**facts, "command": "stop"} for facts in plain]
    assert tell("the-game", carrying, 2) == tell("the-game", plain, 2)
