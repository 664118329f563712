"""What each pile and its chips say of commands and of fire, and what the board makes of it."""

from typing import Any

import pytest

from companion.games.the_game.board import Board, board
from companion.games.the_game.entries import Pile
from companion.games.the_game.faces import Chip, Face, Mark
from tests.engine.test_deck import chosen
from tests.games.the_game.telling import cannot, case, end, holds, laid, missed, play, sure, turn
from tests.support.submitted_log import Book, back, changed, inserted


class Look:
    """A game of Extreme as its players told it, and the board that they look at.

    `deck` is what the table knows of its cards, `helped` whether it wants its counting aids.
    """

    def __init__(self, *entries: Any, **options: Any) -> None:
        self.entries, self.options = entries, options

    def board(self, **more: Any) -> Board:
        said = {"extreme": True, **self.options, **more}
        seen = {name: said.pop(name, None) for name in ("deck", "helped", "fresh")}
        book = Book(*self.entries, **said)
        return board(
            book.story, deck=seen["deck"] or {}, helped=bool(seen["helped"]), fresh=seen["fresh"]
        )

    def face(self, pile: str, **more: Any) -> Face:
        return self.board(**more).faces[list(Pile).index(Pile(pile))]

    def chip(self, pile: str, card: int) -> Chip:
        return next(chip for chip in self.face(pile).chips if chip and chip.card == card)

    @property
    def marks(self) -> dict[str, str]:
        """The marks of the piles that are not plain."""
        faces = self.board().faces
        return {str(face.pile): str(face.mark) for face in faces if face.mark is not Mark.PLAIN}


def fiery(*entries: Any, **options: Any) -> Look:
    """The same with fire cards and without commands."""
    return Look(*entries, **{"on_fire": True, "extreme": False, **options})


def none(card: int, pile: str) -> dict[str, object]:
    """A card that is known to carry no command."""
    return chosen(card, pile, "none")


SKULL, THREE = play(40, "up-1", "skull"), play(40, "up-1", "three")
SAME = play(40, "up-1", "same-pile")
DUE = (play(22, "up-1"), play(3, "up-2"), end())
TWO = (none(60, "up-2"), none(61, "up-2"))
SILENCE = play(40, "up-1", "silence")


SITUATIONS = [
    case("nothing lies", Look(), {}),
    case("an open skull", Look(SKULL), {"up-1": "cover"}),
    case("a skull that is covered", Look(SKULL, none(41, "up-1")), {}),
    case("a skull that lost the game", Look(SKULL, cannot()), {"up-1": "past"}),
    case("fire of the turn before", fiery(*DUE), {"up-1": "cover"}),
    case("fire on fire", fiery(*DUE, play(33, "up-1")), {"up-1": "due"}),
    case(
        "fire that carries a lasting command",
        Look(play(22, "up-1", "silence"), on_fire=True),
        {"up-1": "due"},
    ),
    case("fire without On Fire", Look(none(22, "up-1")), {}),
    case("same pile", Look(SAME), {"up-1": "only"}),
    case(
        "a skull on the only pile",
        Look(none(20, "up-2"), play(80, "down-1", "same-pile"), end(), SKULL),
        {"up-1": "cover", "down-1": "force"},
    ),
    case(
        "a skull, then same pile elsewhere",
        Look(SKULL, play(80, "down-1", "same-pile")),
        {"up-1": "cover", "down-1": "only"},
    ),
    case(
        "same pile before the next turn begins",
        Look(none(20, "up-2"), SAME, end()),
        {"up-1": "force"},
    ),
    case("no ten back", Look(play(40, "up-1", "no-trick")), {"up-1": "force"}),
    case("an unfinished three", Look(THREE), {"up-1": "force"}),
    case(
        "a three of an earlier turn beside a new one",
        Look(THREE, *TWO, play(80, "down-1", "three")),
        {"up-1": "past", "down-1": "force"},
    ),
    case("a three that came fourth", Look(*TWO, none(62, "up-2"), THREE), {"up-1": "past"}),
    case("a stop", Look(play(40, "up-1", "stop")), {"up-1": "past"}),
    case("a card of which nobody knows", Look(play(40, "up-1")), {"up-1": "unknown"}),
    case("one that the deck knows as none", Look(play(40, "up-1"), deck={"40": "none"}), {}),
    case(
        "a line that has no effect",
        Look(none(40, "up-1"), play(50, "up-2"), changed(1, none(50, "up-1"))),
        {},
    ),
    case(
        "what lies there once the line on it is taken back",
        Look(SILENCE, play(50, "up-1"), back(2)),
        {"up-1": "force"},
    ),
    case("commands in a game without", fiery(play(40, "up-1"), deck={"40": "skull"}), {}),
]
"""What lies on the table, and the marks of the piles that are not plain."""


@pytest.mark.parametrize(("told", "marks"), SITUATIONS)
def test_the_mark_of_each_pile(told: Look, marks: dict[str, str]) -> None:
    assert told.marks == marks


HIDDEN = (play(40, "up-1"), play(80, "down-1"), laid(1))


class TestUnknownTops:
    """What the piles show after cards of which nobody said where they went."""

    def look(self, *entries: Any, **options: Any) -> Look:
        return Look(*entries, **{"extreme": False, **options})

    def test_they_say_that_nobody_knows_them(self) -> None:
        shown = [(face.top, face.shown, face.name) for face in self.look(*HIDDEN).board().faces]
        up, down = (None, "?", "?\u00a0▲"), (None, "?", "?\u00a0▼")
        assert shown == [up, up, down, down]

    def test_a_card_makes_its_pile_known_again(self) -> None:
        for entries in ((*HIDDEN, play(3, "down-1")), (*HIDDEN, missed(1, "down-1", 3))):
            faces = self.look(*entries).board().faces
            assert [face.shown for face in faces] == ["?", "?", "3", "?"]

    def test_no_card_is_one_tap_away_on_them(self) -> None:
        for face in self.look(*HIDDEN).board(helped=True).faces:
            assert face.chips == (None,) * 6
        known = self.look(*HIDDEN, play(3, "down-1")).face("down-1").chips
        assert [chip and chip.card for chip in known] == [2, None, None, None, None, 13]

    def test_what_was_laid_before_has_no_flag_there_and_is_not_fresh(self) -> None:
        flagged = (play(40, "up-1"), sure(play(39, "up-1")), laid(1))
        board = self.look(*flagged).board(fresh=2)
        assert [(face.flag, face.fresh) for face in board.faces] == [(None, False)] * 4
        again = self.look(*flagged, play(3, "up-1")).board(fresh=4)
        assert [(face.flag, face.fresh) for face in again.faces] == [
            (None, True), (None, False), (None, False), (None, False),
        ]  # fmt: skip

    def test_a_number_without_effect_hides_nothing(self) -> None:
        flagged = (play(40, "up-1"), sure(play(39, "up-1")), turn(3))
        face = self.look(*flagged, inserted(1, holds(0, 3))).face("up-1")
        assert (face.shown, face.flag) == ("39", "pile-direction")

    def test_counting_aids_know_what_was_laid_openly_only(self) -> None:
        aids = self.look(*HIDDEN).board(helped=True).aids
        assert aids is not None
        assert aids.out == {40, 80}


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
    over = board(Book(cannot()).story, helped=False, deck={}, depth="turns")
    assert "turns" not in over.parts


def test_a_whole_turn_is_the_line_that_ended_the_turn_before() -> None:
    for entry in (turn(2), turn(7), laid(7)):
        line = Look(entry, extreme=False).board().passed
        assert line is not None
        assert line.kind == entry["kind"]
    assert Look(laid(2), extreme=False).board().passed is None


def test_every_mark_has_its_situation_above() -> None:
    shown = {mark for situation in SITUATIONS for mark in situation.values[1].values()}
    assert shown | {"plain"} == set(Mark)


class TestFace:
    def test_it_is_called_by_its_top_and_its_direction(self) -> None:
        names = [(face.sign, face.arrow, face.name) for face in Look(SKULL).board().faces]
        assert names == [
            ("▲\u00a01", "▲", "40\u00a0▲"),
            ("▲\u00a02", "▲", "1\u00a0▲"),
            ("▼\u00a01", "▼", "100\u00a0▼"),
            ("▼\u00a02", "▼", "100\u00a0▼"),
        ]

    def test_a_rule_that_its_top_broke_is_its_flag(self) -> None:
        told = Look(none(20, "up-2"), SILENCE, sure(play(39, "up-1")))
        assert [face.flag for face in told.board().faces] == ["pile-direction", None, None, None]
        covered = Look(*told.entries, none(41, "up-1"))
        assert covered.face("up-1").flag is None

    def test_fresh_is_what_was_laid_just_now(self) -> None:
        told = Look(none(40, "up-1"), none(80, "down-1"))
        assert [face.fresh for face in told.board(fresh=2).faces] == [False, False, True, False]
        assert not any(face.fresh for face in told.board().faces)

    def test_under_same_pile_the_other_three_are_shut(self) -> None:
        assert [face.shut for face in Look(SAME).board().faces] == [False, True, True, True]
        free = Look(none(20, "up-2"), SAME, end())
        assert not any(face.shut for face in free.board().faces)

    def test_fire_burns_with_on_fire_only(self) -> None:
        assert fiery(play(22, "up-1")).face("up-1").burns
        assert not fiery(play(21, "up-1")).face("up-1").burns
        assert not Look(none(22, "up-1")).face("up-1").burns


DECK = {"41": "skull", "42": "none", "30": "silence"}


class TestChips:
    def test_they_say_what_the_deck_knows(self) -> None:
        chips = Look(none(40, "up-1"), deck=DECK).face("up-1").chips
        said = [(chip.card, chip.carries, chip.value) for chip in chips if chip]
        assert said == [
            (41, "skull", "41 skull"),
            (42, "none", "42 none"),
            (43, None, "43"),
            (44, None, "44"),
            (45, None, "45"),
            (30, "silence", "30 silence"),
        ]

    def test_without_extreme_they_say_the_number_alone(self) -> None:
        chips = fiery(play(40, "up-1"), deck=DECK).face("up-1").chips
        assert [chip.value for chip in chips if chip] == ["41", "42", "43", "44", "45", "30"]
        assert not any(chip.carries or chip.barred for chip in chips if chip)

    @pytest.mark.parametrize("extreme", [True, False])
    def test_fire_cards_burn(self, extreme: bool) -> None:
        told = Look(play(52, "down-1"), play(43, "up-1"), on_fire=True, extreme=extreme)
        burning = {
            (str(face.pile), chip.card)
            for face in told.board().faces
            for chip in face.chips
            if chip and chip.burns
        }
        assert burning == {("up-1", 33), ("up-1", 44)}

    @pytest.mark.parametrize(
        ("told", "barred"),
        [
            case("nothing in force", Look(none(40, "up-1"), none(60, "down-1")), {}),
            case(
                "no ten back bars every ten back, and nothing else",
                Look(play(40, "up-1", "no-trick"), none(60, "down-1"), none(80, "down-2")),
                {"up-1": [30], "down-1": [70], "down-2": [90]},
            ),
            case(
                "same pile bars the other three piles",
                Look(SAME),
                {
                    "up-2": [2, 3, 4, 5, 6, 7],
                    "down-1": [99, 98, 97, 96, 95, 94],
                    "down-2": [99, 98, 97, 96, 95, 94],
                },
            ),
            case(
                "same pile bars nothing before the turn begins",
                Look(none(20, "up-2"), SAME, end()),
                {},
            ),
        ],
    )
    def test_a_command_in_force_bars_them(self, told: Look, barred: dict[str, list[int]]) -> None:
        shown = {
            str(face.pile): [chip.card for chip in face.chips if chip and chip.barred]
            for face in told.board().faces
        }
        assert {pile: cards for pile, cards in shown.items() if cards} == barred


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        case("nothing was entered", Look(), None),
        case("a turn that was ended", Look(*TWO, end()), "turn-ended"),
        case("a stop", Look(play(40, "up-1", "stop")), "card-played"),
        case("the third card of a three", Look(THREE, *TWO), "card-played"),
        case("an empty hand", Look(missed(6, "up-1", 40), none(41, "up-1")), "card-played"),
        case("once the next card lies", Look(play(40, "up-1", "stop"), none(41, "up-1")), None),
        case("once hands are counted", Look(play(40, "up-1", "stop"), holds(0, 6)), None),
        case(
            "a stop that was chosen afterwards",
            Look(play(40, "up-1"), changed(1, chosen(40, "up-1", "stop"))),
            "card-played",
        ),
        case("the game is over", Look(SKULL, play(50, "up-2", "stop")), None),
    ],
)
def test_the_line_that_ended_the_turn_before(told: Look, kind: str | None) -> None:
    line = told.board().passed
    assert (line and line.kind) == kind


@pytest.mark.parametrize(
    ("told", "card"),
    [
        case("nothing was entered", Look(), None),
        case("a card alone", Look(play(40, "up-1")), 40),
        case("a card with its command", Look(SKULL), None),
        case("a card chosen as none", Look(none(40, "up-1")), None),
        case(
            "a card entered without the command that the deck knows",
            Look(play(40, "up-1"), deck={"40": "skull"}),
            40,
        ),
        case("a card that is named by a change", Look(play(40, "up-1"), changed(1, SKULL)), None),
        case("once the turn is ended", Look(play(40, "up-1"), play(41, "up-1"), end()), None),
        case(
            "a card that the change of another left without effect",
            Look(play(40, "up-1"), play(50, "up-2"), changed(1, play(50, "up-1"))),
            None,
        ),
    ],
)
def test_the_card_just_laid_of_which_nobody_knows(told: Look, card: int | None) -> None:
    line = told.board().nameless
    assert (line and line.facts["card"]) == card


@pytest.mark.parametrize(
    ("told", "card"),
    [
        case("two cards laid", Look(*TWO), None),
        case("a third", Look(*TWO, none(62, "up-2")), 62),
        case("a third while a skull was open", Look(SKULL, *TWO), None),
        case(
            "the card after the skull was covered",
            Look(SKULL, none(41, "up-1"), none(50, "up-2")),
            50,
        ),
        case("a third while fire was due", fiery(*DUE, *TWO, play(62, "up-2")), None),
        case("a fourth for experts", Look(*TWO, none(62, "up-2"), expert=True), None),
        case(
            "once a card was put before it",
            Look(*TWO, none(63, "up-2"), inserted(3, none(62, "up-2"))),
            None,
        ),
        case("once the game is over", Look(*TWO, play(62, "up-2", "skull"), cannot()), None),
    ],
)
def test_the_card_that_may_have_been_the_next_players(told: Look, card: int | None) -> None:
    line = told.board().forgotten
    assert (line and line.facts["card"]) == card


@pytest.mark.parametrize(
    ("told", "sign"),
    [
        case("nothing", Look(), None),
        case("a skull", Look(SKULL), "c-skull"),
        case("fire due", fiery(*DUE), "c-fire"),
        case("an unfinished three", Look(THREE), "c-three"),
        case("same pile", Look(SAME), "c-same-pile"),
        case("same pile before the turn begins", Look(none(20, "up-2"), SAME, end()), None),
        case("a skull before a three", Look(THREE, play(80, "down-1", "skull")), "c-skull"),
        case("a skull before fire", Look(*DUE, SKULL, on_fire=True), "c-skull"),
        case(
            "fire before a three", Look(*DUE, play(80, "down-1", "three"), on_fire=True), "c-fire"
        ),
        case(
            "a three before same pile",
            Look(play(40, "down-1", "three"), play(39, "down-1", "same-pile")),
            "c-three",
        ),
    ],
)
def test_what_the_turn_needs_before_all_else(told: Look, sign: str | None) -> None:
    assert told.board().must == sign


class TestSilence:
    """Whoever switched the aids on: under a silence nobody has them (000:103)."""

    def test_it_holds_until_it_is_covered(self) -> None:
        assert not Look(none(40, "up-1")).board().silent
        assert Look(SILENCE).board().silent
        assert Look(SILENCE, none(50, "up-2"), end()).board().silent
        assert not Look(SILENCE, none(41, "up-1")).board().silent

    @pytest.mark.parametrize(
        ("told", "helped", "shown"),
        [
            ((none(40, "up-1"),), True, True),
            ((none(40, "up-1"),), False, False),
            ((SILENCE,), True, False),
            ((SILENCE,), False, False),
            ((SILENCE, none(50, "up-2"), end()), True, False),
            ((SILENCE, none(41, "up-1")), True, True),
            ((SILENCE, none(41, "up-1")), False, False),
            ((SILENCE, back(1)), True, True),
            ((SILENCE, cannot()), True, True),
            ((SILENCE, cannot()), False, True),
        ],
    )
    def test_the_aids(self, told: tuple[Any, ...], helped: bool, shown: bool) -> None:
        assert (Look(*told).board(helped=helped).aids is not None) is shown

    def test_the_chips_skip_nothing_while_it_holds(self) -> None:
        out = (none(43, "up-2"), none(42, "down-1"))
        cards = {
            name: [chip and chip.card for chip in Look(*out, top).face("up-1", helped=True).chips]
            for name, top in (("plain", none(40, "up-1")), ("silent", SILENCE))
        }
        assert cards == {"plain": [41, 44, 45, 46, 47, 30], "silent": [41, 42, 43, 44, 45, 30]}


def test_a_card_is_found_in_the_line_that_laid_it_or_missed_it() -> None:
    board = Look(none(40, "up-1"), missed(2, "down-1", 80), play(60, "up-2"), back(3)).board()
    found = [board.find_laid(card) for card in (40, 80, 60, 99)]
    assert [line and line.place for line in found] == [1, 2, None, None]
