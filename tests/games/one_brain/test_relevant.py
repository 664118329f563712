"""What the rules show first when they are opened from an attempt: what its table needs then."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine.replay import replay
from companion.games.one_brain.entries import Action
from companion.games.one_brain.relevant import relevant
from companion.rulebook.book import rulebook
from companion.web.phone import LANGUAGES
from tests.games.one_brain.telling import (
    GAME,
    case,
    draws,
    ends,
    gives_up,
    holds,
    lays,
    left,
    middle,
    result,
    starter,
    sure,
    table,
    turns,
)

Story = Sequence[dict[str, Any]]

LOOKS = {"kind": "discard-looked-at"}
PLAIN = lays("remove-kind")
"""A card that asks nothing: a remover that finds nothing."""

ALL = ["donate", "cover", "extra", "take-back", "remove-kind", "remove-colour"]
EMPTY = ["donate", "extra", "cover", "take-back", "remove-kind", "remove-colour"]
"""The six actions where the middle is empty: those that can be carried out go first."""
LAST = ["cover", "take-back", "remove-kind", "remove-colour", "donate", "extra"]
"""The six actions for a player with one card."""

REMOVED_KIND, REMOVED_COLOUR = ["remove-kind", "discard-pile"], ["remove-colour", "discard-pile"]

LAID = [lays("donate", to=1, given_from="hand"), ends()]
"""A turn that leaves two open cards with the next player: one column lies in the middle."""


def shown(*entries: dict[str, Any], players: int = 2, **options: object) -> list[str]:
    """The paragraphs that come first after these entries."""
    played = replay(GAME.rules, table(players, **options), [sure(each) for each in entries])
    assert {str(step.result) for step in played.steps} <= {"recorded"}
    return list(map(str, relevant(played.state)))


START = ["starter-before-first-card", "levels", "a-turn", "actions", *EMPTY, "talking"]
LAYING = ["actions", *ALL, "too-late-to-draw", "levels", "talking"]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        case("before the first card", [], START),
        case("who starts was chosen", [starter(1)], START),
        case(
            "the first turn ended by somebody without cards",
            [holds(0, 0), ends()],
            ["actions", *EMPTY, "too-late-to-draw", "levels", "talking"],
        ),
        case("the neighbour has not drawn", turns(PLAIN), LAYING),
        case("the neighbour has drawn", [PLAIN, draws()], ["actions", *ALL, "levels", "talking"]),
        case(
            "only take-back cards in the middle",
            [lays("take-back"), draws()],
            [
                *("actions", "donate", "cover", "extra", "remove-kind", "remove-colour"),
                *("take-back", "levels", "talking"),
            ],
        ),
    ],
)
def test_who_lays_sees_all_actions(entries: Story, expected: list[str]) -> None:
    assert shown(*entries) == expected


@pytest.mark.parametrize(
    ("laid", "then"),
    [
        case("donate", lays("donate", to=0, given_from="hand"), ["donate", "domain"]),
        case("cover", lays("cover", column=1), ["cover"]),
        case("extra card", lays("extra", extra_from="hand"), ["extra"]),
        case("take back", lays("take-back", column=1), ["take-back", "domain"]),
        case("remove kind", lays("remove-kind", columns=[1]), REMOVED_KIND),
        case("remove colour", lays("remove-colour", columns=[1]), REMOVED_COLOUR),
    ],
)
def test_who_laid_sees_drawing_and_that_action(laid: dict[str, Any], then: list[str]) -> None:
    assert shown(PLAIN, draws(), laid) == ["drawing", *then, "levels", "talking"]
    assert shown(PLAIN, draws(), laid, draws())[0] == "actions"


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        case(
            "a player without cards",
            [holds(0, 0)],
            ["starter-before-first-card", "levels", "a-turn", "no-cards", "drawing", "talking"],
        ),
        case(
            "a player without cards, and no draw pile",
            left(0, 2),
            ["no-cards", "draw-pile-empty", "won", "levels", "talking"],
        ),
        case(
            "nobody has cards, the draw pile does",
            left(0, 0, draw=3),
            ["must-draw", "no-cards", "levels", "talking"],
        ),
        case(
            "the last card of all hands, the draw pile has some",
            [*left(1, 0, draw=3), PLAIN],
            ["must-draw", *REMOVED_KIND, "levels", "talking"],
        ),
        case(
            "a card laid, and no draw pile",
            [*left(2, 2), PLAIN],
            ["draw-pile-empty", *REMOVED_KIND, "won", "levels", "talking"],
        ),
    ],
)
def test_few_cards(entries: Story, expected: list[str]) -> None:
    assert shown(*entries) == expected


@pytest.mark.parametrize(("level", "limit"), [("beginner", 7), ("advanced", 6), ("expert", 5)])
class TestLimit:
    def test_one_below_it_comes_first(self, level: str, limit: int) -> None:
        expected = ["limit-reached", *LAYING]
        assert shown(*middle(limit - 1), players=7, level=level) == expected

    def test_it_comes_after_drawing_once_a_card_lies(self, level: str, limit: int) -> None:
        expected = ["drawing", *REMOVED_KIND, "limit-reached", "levels", "talking"]
        assert shown(*middle(limit - 2), PLAIN, level=level) == expected

    def test_the_end(self, level: str, limit: int) -> None:
        expected = ["limit-reached", "attempts", "talking", "game-over"]
        assert shown(*middle(limit - 1), PLAIN, players=7, level=level) == expected


REMOVED = [PLAIN, draws(), lays("remove-kind", columns=[1]), draws()]


@pytest.mark.parametrize(
    ("entries", "level", "look"),
    [
        case("beginners with a discard pile", REMOVED, "beginner", True),
        case("beginners without a discard pile", REMOVED[:2], "beginner", False),
        case("beginners who have looked", [*REMOVED, LOOKS], "beginner", False),
        case("advanced players", REMOVED, "advanced", False),
        case("experts", REMOVED, "expert", False),
    ],
)
def test_the_one_look(entries: Story, level: str, look: bool) -> None:
    end = ["one-look", "talking"] if look else ["talking"]
    assert shown(*entries, level=level) == ["actions", *ALL, "levels", *end]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        case("before the first card", [], ["solo", "levels", "a-turn", "actions", *EMPTY]),
        case("a card laid", [lays("cover", "domain")], ["drawing", "solo", "cover", "levels"]),
        case(
            "the turn of the dummy",
            [lays("cover", "domain"), draws()],
            ["actions", *ALL, "solo", "levels"],
        ),
        case(
            "a dummy without cards",
            [lays("cover", "domain"), draws(), holds(1, 0)],
            ["no-cards", "drawing", "solo", "levels"],
        ),
        case("given up", [gives_up()], ["given-up", "attempts", "game-over"]),
    ],
)
def test_alone(entries: Story, expected: list[str]) -> None:
    assert shown(*entries, players=1) == expected


@pytest.mark.parametrize(
    ("entries", "end"),
    [
        case("given up", [gives_up()], "given-up"),
        case("lost with the last card", [*left(1, 0, columns=5), PLAIN], "limit-reached"),
    ],
)
def test_the_end(entries: Story, end: str) -> None:
    assert shown(*entries) == [end, "attempts", "talking", "game-over"]


@pytest.mark.parametrize(("won", "end"), [(True, "won"), (False, "limit-reached")])
def test_the_end_of_which_only_the_result_was_entered(won: bool, end: str) -> None:
    after = [end, "attempts", "talking", "game-over"]
    assert shown(PLAIN, draws(), result(won)) == ["result-only", *after]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_action_is_a_paragraph_of_its_own(language: str) -> None:
    book = rulebook("companion.games", "one-brain", language)
    found = [book.passage(action) for action in ("actions", *Action)]
    assert len({each.anchor for each in found if each}) == 7
