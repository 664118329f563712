"""What each pile and its chips say of commands and of fire, and what the board makes of it."""

from typing import Any

import pytest

from companion.games.the_game.board import Board, board
from companion.games.the_game.entries import Pile
from companion.games.the_game.faces import Chip, Face, Mark
from tests.games.the_game.telling import facts_of, log_of
from tests.support.submitted_log import Book


class Look:
    """A game of Extreme as its players told it, and the board that they look at.

    `deck` is what the table knows of its cards, `helped` whether it wants its counting aids.
    """

    def __init__(self, said: str = "", **options: Any) -> None:
        self.entries, self.options = log_of(said), {"extreme": True, **options}

    def board(self, **more: Any) -> Board:
        said = {**self.options, **more}
        seen = {name: said.pop(name, None) for name in ("deck", "helped", "fresh")}
        story = Book(*self.entries, **said).story
        helped = bool(seen["helped"])
        return board(story, deck=seen["deck"] or {}, helped=helped, fresh=seen["fresh"])

    def face(self, pile: str, **more: Any) -> Face:
        return self.board(**more).faces[list(Pile).index(Pile(pile))]

    @property
    def marks(self) -> dict[str, str]:
        """The marks of the piles that are not plain."""
        faces = self.board().faces
        return {str(face.pile): str(face.mark) for face in faces if face.mark is not Mark.PLAIN}

    def chips(self, name: str) -> dict[str, list[int]]:
        """The cards of the chips of which this is so, by their pile."""
        found = {
            str(face.pile): [chip.card for chip in face.chips if chip and getattr(chip, name)]
            for face in self.board().faces
        }
        return {pile: cards for pile, cards in found.items() if cards}


FIRE = {"on_fire": True, "extreme": False}
NUMBERS = {"extreme": False}
DUE = "22 up-1, 3 up-2, end"
SEEN = "20 up-2 =none, 40 up-1 same-pile, end"
TWO = "60 up-2 =none, 61 up-2 =none"
FORCE, PAST, ONLY, COVER = Mark.FORCE, Mark.PAST, Mark.ONLY, Mark.COVER

MARKS: tuple[tuple[str, dict[str, Any], dict[str, str]], ...] = (
    ("", {}, {}),
    ("40 up-1 skull", {}, {"up-1": COVER}),
    ("40 up-1 skull, 41 up-1 =none", {}, {}),
    ("40 up-1 skull, cannot", {}, {"up-1": PAST}),
    (DUE, FIRE, {"up-1": COVER}),
    (f"{DUE}, 33 up-1", FIRE, {"up-1": Mark.DUE}),
    ("22 up-1 silence", {"on_fire": True}, {"up-1": Mark.DUE}),
    ("22 up-1 =none", {}, {}),
    ("40 up-1 same-pile", {}, {"up-1": ONLY}),
    (
        "20 up-2 =none, 80 down-1 same-pile, end, 40 up-1 skull",
        {},
        {"up-1": COVER, "down-1": FORCE},
    ),
    ("40 up-1 skull, 80 down-1 same-pile", {}, {"up-1": COVER, "down-1": ONLY}),
    (SEEN, {}, {"up-1": FORCE}),
    ("40 up-1 no-trick", {}, {"up-1": FORCE}),
    ("40 up-1 three", {}, {"up-1": FORCE}),
    (f"40 up-1 three, {TWO}, 80 down-1 three", {}, {"up-1": PAST, "down-1": FORCE}),
    (f"{TWO}, 62 up-2 =none, 40 up-1 three", {}, {"up-1": PAST}),
    ("40 up-1 stop", {}, {"up-1": PAST}),
    ("40 up-1", {}, {"up-1": Mark.UNKNOWN}),
    ("40 up-1", {"deck": {"40": "none"}}, {}),
    ("40 up-1 =none, 50 up-2, change 1 50 up-1 =none", {}, {}),
    ("40 up-1 silence, 50 up-1, back 2", {}, {"up-1": FORCE}),
    ("40 up-1", {**FIRE, "deck": {"40": "skull"}}, {}),
)
"""What lies on the table, and the marks of the piles that are not plain."""


@pytest.mark.parametrize(("said", "options", "marks"), MARKS, ids=str)
def test_the_mark_of_each_pile(said: str, options: dict[str, Any], marks: dict[str, str]) -> None:
    assert Look(said, **options).marks == marks


def test_every_mark_has_its_situation_above() -> None:
    assert {mark for *_, marks in MARKS for mark in marks.values()} | {Mark.PLAIN} == set(Mark)


HIDDEN = "40 up-1, 80 down-1, laid 1"  # of the last one nobody said which it was, or where it went
UP, DOWN = (None, "?", "?\u00a0▲"), (None, "?", "?\u00a0▼")


def test_tops_that_nobody_knows_say_so_and_have_no_chips_until_a_card_is_named() -> None:
    board = Look(HIDDEN, **NUMBERS).board(helped=True)
    assert [(face.top, face.shown, face.name) for face in board.faces] == [UP, UP, DOWN, DOWN]
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


def test_a_board_has_numbers_where_the_table_enters_turns_and_no_card_does_anything() -> None:
    for depth, options, by_turns in (
        ("turns", {}, True),
        ("cards", {}, False),
        ("", {}, False),
        ("turns", {"extreme": True}, False),
        ("turns", {"on_fire": True}, False),
        ("turns", {"expert": True, "smaller_hand": True}, True),
    ):
        shown = board(Book(**options).story, helped=False, deck={}, depth=depth)
        assert shown.by_turns is by_turns, (depth, options)
        assert ("turns" in shown.parts) is by_turns
    over = board(Book(*facts_of("cannot")).story, helped=False, deck={}, depth="turns")
    assert "turns" not in over.parts


def test_a_face_is_called_by_its_top_and_its_direction() -> None:
    names = [(face.sign, face.arrow, face.name) for face in Look("40 up-1").board().faces]
    tops = (("▲", 1, 40), ("▲", 2, 1), ("▼", 1, 100), ("▼", 2, 100))
    assert names == [(f"{a}\u00a0{n}", a, f"{top}\u00a0{a}") for a, n, top in tops]


SAID = "20 up-2 =none, 40 up-1 silence, 39 up-1!"
FACES: tuple[tuple[str, dict[str, Any], str, list[object]], ...] = (
    (SAID, {}, "flag", ["pile-direction", None, None, None]),
    (f"{SAID}, 41 up-1 =none", {}, "flag", [None] * 4),
    ("40 up-1 =none, 80 down-1 =none", {"fresh": 2}, "fresh", [False, False, True, False]),
    ("40 up-1 =none, 80 down-1 =none", {}, "fresh", [False] * 4),
    ("40 up-1 same-pile", {}, "shut", [False, True, True, True]),
    (SEEN, {}, "shut", [False] * 4),
    ("22 up-1, 21 up-2", FIRE, "burns", [True, False, False, False]),
    ("22 up-1 =none", {}, "burns", [False] * 4),
)
"""What lies on the table, and what is said of each face."""


def test_what_is_said_of_each_face() -> None:
    for said, options, what, meant in FACES:
        faces = Look(said, **options).board().faces
        assert [getattr(face, what) for face in faces] == meant, (said, what)


DECK = {"41": "skull", "42": "none", "30": "silence"}


def test_chips_say_what_the_deck_knows() -> None:
    def said(chips: tuple[Chip | None, ...]) -> list[tuple[str | None, str, bool]]:
        return [(chip.carries, chip.value, chip.barred) for chip in chips if chip]

    assert said(Look("40 up-1 =none", deck=DECK).face("up-1").chips) == [
        ("skull", "41 skull", False),
        ("none", "42 none", False),
        *((None, card, False) for card in ("43", "44", "45")),
        ("silence", "30 silence", False),
    ]
    without_extreme = Look("40 up-1", deck=DECK, **FIRE).face("up-1").chips
    cards = ("41", "42", "43", "44", "45", "30")
    assert said(without_extreme) == [(None, card, False) for card in cards]


ONTO_DOWN = [99, 98, 97, 96, 95, 94]
CHIPS: tuple[tuple[str, dict[str, Any], str, dict[str, list[int]]], ...] = (
    ("52 down-1, 43 up-1", {"on_fire": True}, "burns", {"up-1": [44, 33]}),
    ("52 down-1, 43 up-1", FIRE, "burns", {"up-1": [44, 33]}),
    ("40 up-1 =none, 60 down-1 =none", {}, "barred", {}),
    (  # every ten back, and nothing else
        "40 up-1 no-trick, 60 down-1 =none, 80 down-2 =none", {}, "barred",
        {"up-1": [30], "down-1": [70], "down-2": [90]},
    ),
    (
        "40 up-1 same-pile", {}, "barred",
        {"up-2": [2, 3, 4, 5, 6, 7], "down-1": ONTO_DOWN, "down-2": ONTO_DOWN},
    ),
    (SEEN, {}, "barred", {}),
)  # fmt: skip
"""What lies on the table, and the chips of which that is so, by their pile."""


def test_chips_that_burn_and_chips_that_a_command_bars() -> None:
    for said, options, what, cards in CHIPS:
        assert Look(said, **options).chips(what) == cards, said


LINES: dict[str, tuple[tuple[str, dict[str, Any], Any], ...]] = {
    "passed": (
        ("", {}, None),
        (f"{TWO}, end", {}, "turn-ended"),
        ("40 up-1 stop", {}, "card-played"),
        (f"40 up-1 three, {TWO}", {}, "card-played"),
        ("missed 6 up-1 40, 41 up-1 =none", {}, "card-played"),
        ("40 up-1 stop, 41 up-1 =none", {}, None),
        ("40 up-1 stop, hold 0 6", {}, None),
        ("40 up-1, change 1 40 up-1 =stop", {}, "card-played"),
        ("40 up-1 skull, 50 up-2 stop", {}, None),
        ("turn 2", NUMBERS, "turn-laid"),
        ("turn 7", NUMBERS, "turn-laid"),
        ("laid 7", NUMBERS, "cards-laid"),
        ("laid 2", NUMBERS, None),
    ),
    "nameless": (
        ("", {}, None),
        ("40 up-1", {}, 40),
        ("40 up-1 skull", {}, None),
        ("40 up-1 =none", {}, None),
        ("40 up-1", {"deck": {"40": "skull"}}, 40),
        ("40 up-1, change 1 40 up-1 skull", {}, None),
        ("40 up-1, 41 up-1, end", {}, None),
        ("40 up-1, 50 up-2, change 1 50 up-1", {}, None),
    ),
    "forgotten": (
        (TWO, {}, None),
        (f"{TWO}, 62 up-2 =none", {}, 62),
        (f"40 up-1 skull, {TWO}", {}, None),
        ("40 up-1 skull, 41 up-1 =none, 50 up-2 =none", {}, 50),
        (f"{DUE}, {TWO.replace(' =none', '')}, 62 up-2", FIRE, None),
        (f"{TWO}, 62 up-2 =none", {"expert": True}, None),
        (f"{TWO}, 63 up-2 =none, put-in 3 62 up-2 =none", {}, None),
        (f"{TWO}, 62 up-2 skull, cannot", {}, None),
    ),
}
"""The kind of the line that ended the turn before; the card just laid of which nobody knows; and
the card that may have been the next player's."""


@pytest.mark.parametrize("name", LINES)
def test_the_lines_that_a_board_looks_for(name: str) -> None:
    for said, options, found in LINES[name]:
        line = getattr(Look(said, **options).board(), name)
        assert (line and line.facts["kind" if name == "passed" else "card"]) == found, said


def test_what_the_turn_needs_before_all_else() -> None:
    for said, options, sign in (
        ("", {}, None),
        ("40 up-1 skull", {}, "c-skull"),
        (DUE, FIRE, "c-fire"),
        ("40 up-1 three", {}, "c-three"),
        ("40 up-1 same-pile", {}, "c-same-pile"),
        (SEEN, {}, None),
        ("40 up-1 three, 80 down-1 skull", {}, "c-skull"),
        (f"{DUE}, 40 up-1 skull", {"on_fire": True}, "c-skull"),
        (f"{DUE}, 80 down-1 three", {"on_fire": True}, "c-fire"),
        ("40 down-1 three, 39 down-1 same-pile", {}, "c-three"),
    ):
        assert Look(said, **options).board().must == sign, said


def test_under_a_silence_nobody_has_aids_until_it_is_covered_or_the_game_is_over() -> None:
    """000:103, of whoever switched them on."""
    for said, silent, aids in (
        ("40 up-1 =none", False, True),
        ("40 up-1 silence", True, False),
        ("40 up-1 silence, 50 up-2 =none, end", True, False),
        ("40 up-1 silence, 41 up-1 =none", False, True),
        ("40 up-1 silence, back 1", False, True),
    ):
        assert Look(said).board().silent is silent, said
        assert (Look(said).board(helped=True).aids is not None) is aids, said
        assert Look(said).board(helped=False).aids is None, said
    for helped in (True, False):
        assert Look("40 up-1 silence, cannot").board(helped=helped).aids is not None
    for top, cards in (  # and chips skip nothing
        ("=none", [41, 44, 45, 46, 47, 30]),
        ("silence", [41, 42, 43, 44, 45, 30]),
    ):
        told = Look(f"43 up-2 =none, 42 down-1 =none, 40 up-1 {top}")
        assert [chip and chip.card for chip in told.face("up-1", helped=True).chips] == cards


def test_a_card_is_found_in_the_line_that_laid_it_or_missed_it() -> None:
    board = Look("40 up-1 =none, missed 2 down-1 80, 60 up-2, back 3").board()
    found = [board.find_laid(card) for card in (40, 80, 60, 99)]
    assert [line and line.place for line in found] == [1, 2, None, None]
