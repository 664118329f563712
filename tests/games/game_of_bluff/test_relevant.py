"""What the rules show first when they are opened from a sheet: what matters there and then."""

from collections.abc import Sequence

import pytest

from companion.engine.entry import Facts
from companion.engine.replay import replay
from companion.games import GAMES
from companion.rulebook.book import rulebook
from companion.web.phone import LANGUAGES
from tests.games.game_of_bluff.telling import (
    case,
    emma,
    result,
    rounds,
    scored,
    starter,
    stop,
    turn,
)

TURN = ["a-turn", "the-round", "clock", "stays-open"]
LAST = ["last-turns", "a-turn", "ending-emma", "score"]
SHOW = ["white-cards-once-each", "score"]
NEAR = ["limit-passed", "limit"]
"""Each is a run of paragraphs that several states share."""

SEVEN = rounds("312", "123", "321")
"""After these the first player of three has 7 points: 3 more pass the limit of 9."""
SIX = rounds("312", "321")
"""After these the first player of three has 6 points: 3 more are still within the limit."""
PASSED = rounds("312", "321", "312", "312")
EQUAL = rounds("123", "231", "312", "123", "321")
"""Three players with 10 points each; all of them share the lowest total."""
FIRST_SHARED = rounds("4123", "4312", "4132", "4213")
"""Four players with 16, 7, 7 and 10 points."""
NONE_SHARED = rounds("4321", "3421", "4312", "4321")
"""Four players with 15, 13, 7 and 5 points."""
LAST_SHARED = rounds("4312", "3412", "4321", "3412")
"""Four players with 14, 14, 5 and 7 points: the two at the back share a place."""
WIDE = scored(*range(15, 0, -1))
"""A round of fifteen players; the first of them gets 15 points."""


def relevant(*entries: Facts, players: int = 3, **options: object) -> list[str]:
    """The paragraphs that come first after these entries, all of them recorded."""
    game = GAMES["game-of-bluff"]
    setup = game.rules.setup([f"P{seat}" for seat in range(players)], options)
    played = replay(game.rules, setup, list(entries))
    assert {str(step.result) for step in played.steps} <= {"recorded"}
    return list(map(str, game.rule_book.relevant(played.state)))


STATES = [
    case("three players, nothing entered", [], 3, {}, ["first-starter", *TURN]),
    case("fifteen players, nothing entered", [], 15, {}, ["first-starter", *TURN]),
    case("who starts is chosen: the first seat", [starter(0)], 3, {}, TURN),
    case("who starts is chosen: another seat", [starter(2)], 15, {}, TURN),
    case("Emma in the first round", [emma(1)], 3, {}, LAST),
    case("Emma, and who starts was never said", [emma(0), turn()], 15, {}, LAST),
    case("one last turn left", [emma(1), turn(), turn()], 3, {}, LAST),
    case("no last turn left", [emma(1), *[turn()] * 3], 3, {}, SHOW),
    case("fifteen last turns taken", [emma(7), *[turn()] * 15], 15, {}, SHOW),
    case("a starter corrected after the last turns", [emma(1), *[turn()] * 3, starter(2)], 3, {},
         SHOW),
    case("a round is scored", rounds("123"), 3, {}, ["starter", *TURN]),
    case("a round is scored without Emma", [starter(1), *rounds("123")], 3, {},
         ["starter", *TURN]),
    case("a round is scored after Emma", [emma(1), *[turn()] * 3, *rounds("123")], 3, {},
         ["starter", *TURN]),
    case("the next starter is chosen", [*rounds("123"), starter(2)], 3, {}, TURN),
    case("Emma in the second round", [*rounds("123"), emma(0)], 3, {}, LAST),
    case("the highest card reaches the limit but does not pass it", SIX, 3, {},
         ["starter", *TURN]),
    case("the highest card would pass the limit", SEVEN, 3, {},
         ["starter", "a-turn", "limit-passed", "the-round", "clock", "stays-open", "limit"]),
    case("near the limit, the starter chosen", [*SEVEN, starter(0)], 3, {},
         ["a-turn", "limit-passed", "the-round", "clock", "stays-open", "limit"]),
    case("near the limit, last turns left", [*SEVEN, emma(0), turn()], 3, {}, [*LAST, *NEAR]),
    case("near the limit, no last turn left", [*SEVEN, emma(0), *[turn()] * 3], 3, {},
         [*SHOW, *NEAR]),
    case("fifteen players with 30 points at most", [WIDE, WIDE], 15, {}, ["starter", *TURN]),
    case("fifteen players, one on the limit", [WIDE, WIDE, WIDE], 15, {},
         ["starter", "a-turn", "limit-passed", "the-round", "clock", "stays-open", "limit"]),
    case("the limit is passed", PASSED, 3, {}, ["limit-passed", "game-over"]),
    case("the limit is passed, and all are equal", EQUAL, 3, {},
         ["limit-passed", "ties", "game-over"]),
    case("all are equal, and the last round decides", EQUAL, 3, {"tie": "last-round"},
         ["limit-passed", "ties", "game-over"]),
    case("two share the first place", FIRST_SHARED, 4, {},
         ["limit-passed", "ties", "game-over"]),
    case("nobody shares a place", NONE_SHARED, 4, {}, ["limit-passed", "game-over"]),
    case("two share the last place", LAST_SHARED, 4, {}, ["limit-passed", "ties", "game-over"]),
    case("stopped with a winner", [*rounds("123"), stop()], 3, {}, ["stopped", "game-over"]),
    case("stopped, with a tie for the first place", [*rounds("123", "213"), stop()], 3, {},
         ["stopped", "ties", "game-over"]),
    case("stopped before any round", [stop()], 3, {}, ["stopped", "game-over"]),
    case("stopped in the last turns", [*rounds("123"), emma(0), turn(), stop()], 3, {},
         ["stopped", "game-over"]),
    case("stopped near the limit", [*SEVEN, stop()], 3, {}, ["stopped", "game-over"]),
    case("only the result", [result(1, 2, 3)], 3, {}, ["result-only", "stopped", "game-over"]),
    case("only the result, with a tie", [*rounds("123"), result(12, 3, 3)], 3,
         {"tie": "last-round"}, ["result-only", "limit-passed", "ties", "game-over"]),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "players", "options", "expected"), STATES)
def test_what_matters_now(
    entries: Sequence[Facts], players: int, options: dict[str, object], expected: list[str]
) -> None:
    assert relevant(*entries, players=players, **options) == expected


def test_each_of_them_is_a_paragraph_of_its_own_in_every_language() -> None:
    named = {anchor for state in STATES for anchor in state.values[-1]}
    for language in LANGUAGES:
        book = rulebook("companion.games", "game-of-bluff", language)
        found = [book.passage(anchor) for anchor in named]
        assert None not in found
        assert len({passage.anchor for passage in found if passage}) == len(named)
