"""The paragraphs that a table of The Game needs now, the most relevant one first."""

import pytest

from companion.engine.entry import Facts
from companion.engine.replay import replay
from companion.games import GAMES
from companion.games.the_game.relevant import RULE_OF
from companion.rulebook.book import rulebook
from tests.games.the_game.telling import (
    cannot,
    depth,
    end,
    holds,
    laid,
    late,
    play,
    result,
    starter,
    sure,
    turn,
)

GAME = GAMES["the-game"]
EXTREME = {"extreme": True}
FIRE = {"on_fire": True}
LIT = [play(22, "up-1"), play(90, "down-1"), end()]


def relevant(entries: list[Facts], players: int, options: dict[str, object]) -> list[str]:
    setup = GAME.rules.setup([f"P{seat}" for seat in range(players)], options)
    story = replay(GAME.rules, setup, list(map(sure, entries)))
    assert {str(step.result) for step in story.steps} <= {"recorded"}
    return list(map(str, GAME.rule_book.relevant(story.state)))


START = [
    ("start with one", 1, {}, [], "solo minimum ten-back"),
    ("start with two", 2, {}, [], "starter-before-first-card minimum ten-back talking"),
    ("start with four", 4, {}, [], "starter-before-first-card minimum ten-back talking"),
    ("four know who starts", 4, {}, [starter(2)],
     "starter-before-first-card minimum ten-back talking"),
    ("start of Extreme", 3, EXTREME, [],
     "starter-before-first-card minimum ten-back talking extreme"),
    ("start of On Fire alone", 1, FIRE, [], "solo minimum ten-back on-fire fire-open"),
]  # fmt: skip
TURNS = [
    ("first card laid", 2, {}, [play(20, "up-1")], "minimum ten-back talking"),
    ("minimum laid", 2, {}, [play(20, "up-1"), play(21, "up-1")],
     "minimum drawing ten-back talking"),
    ("minimum laid, two of three", 2, {"expert": True}, [play(20, "up-1"), play(21, "up-1")],
     "minimum ten-back talking"),
    ("solo, first card laid", 1, {}, [play(20, "up-1")], "minimum ten-back"),
    ("empty pile", 2, {}, late(4, 5), "minimum drawing ten-back talking"),
    ("one card in the pile", 2, {}, late(7, 7, draw=1),
     "minimum situations-minimum ten-back talking"),
    ("last card, pile empty", 2, {}, late(5, 1), "minimum hand-empty drawing ten-back talking"),
    ("last card, minimum laid, pile left", 2, {}, [*late(5, 3, draw=9), play(20, "up-2"),
     play(21, "up-2")], "minimum hand-empty drawing ten-back talking"),
    ("a player without cards", 3, {}, late(4, 0, 5),
     "minimum hand-empty drawing ten-back talking"),
    ("all others without cards", 2, {}, late(4, 0),
     "beaten minimum drawing ten-back"),
    ("fewer cards than the minimum", 2, {}, late(7, 1, draw=9),
     "stuck minimum ten-back talking"),
]  # fmt: skip
LASTING = [
    ("silence", 2, EXTREME, [play(20, "up-1", "silence")], "silence minimum ten-back"),
    ("silence alone", 1, EXTREME, [play(20, "up-1", "silence")], "silence minimum ten-back"),
    ("no ten back", 2, EXTREME, [play(20, "up-1", "no-trick")], "no-trick minimum talking"),
    ("same pile", 2, EXTREME, [play(20, "up-1", "same-pile")],
     "same-pile minimum ten-back talking"),
    ("same pile after another pile", 2, EXTREME,
     [play(20, "up-2"), play(21, "up-1", "same-pile")],
     "same-pile situations-same-pile minimum drawing ten-back talking"),
    ("draw one", 2, EXTREME, [play(20, "up-1", "draw-one")],
     "minimum draw-one ten-back talking"),
    ("draw one, minimum laid", 2, EXTREME, [play(20, "up-1", "draw-one"), play(30, "up-2")],
     "minimum draw-one ten-back talking"),
    ("draw one, nothing to draw", 2, EXTREME, [*late(4, 5), play(20, "up-2", "draw-one")],
     "minimum drawing ten-back talking"),
    ("a small hand after draw one", 2, EXTREME, late(7, 5, draw=9),
     "minimum situations-draw-one ten-back talking"),
    ("all four", 2, EXTREME,
     [play(20, "up-1", "draw-one"), play(30, "up-2", "silence"), play(90, "down-1", "no-trick"),
      play(80, "down-2", "same-pile")],
     "silence no-trick same-pile situations-same-pile minimum draw-one"),
    ("covered again", 2, EXTREME, [play(20, "up-1", "silence"), play(21, "up-1")],
     "minimum drawing ten-back talking"),
]  # fmt: skip
THIS_TURN = [
    ("skull", 2, EXTREME, [play(20, "up-1", "skull")], "skull minimum ten-back talking"),
    ("skull, no ten back", 2, EXTREME, [play(90, "down-1", "no-trick"), play(20, "up-1", "skull")],
     "skull no-trick minimum talking"),
    ("two skulls", 2, EXTREME, [play(20, "up-1", "skull"), play(21, "up-2", "skull")],
     "skull situations-skull minimum ten-back talking"),
    ("skull, then same pile", 2, EXTREME,
     [play(20, "up-1", "skull"), play(21, "up-2", "same-pile")],
     "skull same-pile situations-same-pile minimum ten-back talking"),
    ("exactly three", 2, EXTREME, [play(20, "up-1", "three")], "three ten-back talking"),
    ("exactly three and a skull", 2, EXTREME,
     [play(20, "up-1", "three"), play(21, "up-2", "skull")],
     "skull three situations-skull ten-back talking"),
    ("exactly three, empty pile", 2, EXTREME, [*late(4, 5), play(20, "up-2", "three")],
     "three situations-three drawing ten-back talking"),
    ("one card in hand, a stop would save", 2, EXTREME, late(7, 1, draw=9),
     "stuck stop minimum situations-draw-one ten-back talking"),
    ("two cards in hand, three owed", 2, {"extreme": True, "expert": True}, late(7, 2, draw=9),
     "stuck stop minimum situations-draw-one ten-back talking"),
    ("last cards, each may be a skull", 2, EXTREME, late(1, 0), "beaten minimum drawing ten-back"),
]  # fmt: skip
FIRES = [
    ("fire is due", 2, FIRE, LIT, "fire-open minimum ten-back talking"),
    ("fire was lit this turn", 2, FIRE, LIT[:1], "minimum fire-open ten-back talking"),
    ("fire is out", 2, FIRE, [*LIT, play(23, "up-1")], "minimum ten-back talking"),
    ("fire is due, solo", 1, FIRE, LIT, "fire-open situations-on-fire minimum ten-back"),
    ("fire is due, with Extreme", 2, EXTREME | FIRE, LIT,
     "fire-open situations-on-fire minimum ten-back talking"),
]  # fmt: skip
NUMBERS = [
    ("a turn by its number", 2, {}, [turn(2)], "minimum ten-back talking by-turns"),
    ("cards by their number", 2, {}, [laid(2)], "minimum drawing ten-back talking by-turns"),
    ("one card by its number", 2, {}, [laid(1)], "minimum ten-back talking by-turns"),
    ("turns from here", 2, {}, [depth("turns")],
     "starter-before-first-card minimum ten-back talking"),
    ("the last number", 2, {}, [*late(3, 0), turn(3)], "beaten score expert"),
    ("a number too small", 2, {}, [*late(7, 1, draw=9), turn(1)],
     "stuck situations-minimum score game-over"),
    ("a result", 2, {}, [result(12)], "result-only score game-over"),
    ("a result with none left", 2, {}, [turn(2), result(0)], "result-only score expert"),
    ("a result of a command", 2, EXTREME, [result(12, lost=True)],
     "result-only score game-over"),
]  # fmt: skip
ENDS = [
    ("stuck", 2, {}, [cannot()], "stuck score game-over"),
    ("stuck after the first card", 2, {}, [play(20, "up-1"), cannot()],
     "stuck situations-minimum score game-over"),
    ("stuck with fire due", 2, FIRE, [*LIT, cannot()],
     "stuck situations-on-fire score game-over"),
    ("skull open", 2, EXTREME, [play(20, "up-1", "skull"), end()],
     "skull-open score game-over"),
    ("gave up with a skull", 2, EXTREME, [play(20, "up-1", "skull"), cannot()],
     "gave-up-with-command-open score game-over"),
    ("fire open", 2, FIRE, [*LIT, play(30, "up-2"), play(31, "up-2"), end()],
     "fire-open score game-over"),
    ("won", 2, {}, [*late(1, 0), play(20, "up-2")], "beaten score expert"),
    ("won as experts", 2, {"expert": True}, [*late(1, 0), play(20, "up-2")],
     "beaten score smaller-hand"),
    ("won, nothing harder", 2, {"expert": True, "smaller_hand": True},
     [*late(1, 0), play(20, "up-2")], "beaten score"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("players", "options", "entries", "expected"),
    [
        pytest.param(*rest, id=state)
        for state, *rest in (*START, *TURNS, *LASTING, *THIS_TURN, *FIRES, *NUMBERS, *ENDS)
    ],
)
def test_a_table_needs(
    players: int, options: dict[str, object], entries: list[Facts], expected: str
) -> None:
    told = relevant(entries, players, options)
    assert told == expected.split()
    book = rulebook("companion.games", "the-game", "en")
    passages = [book.passage(anchor) for anchor in told]
    assert None not in passages
    assert len(set(passages)) == len(passages)


def test_every_kind_of_entry_has_a_paragraph() -> None:
    rules = GAME.rules
    kinds = {entry.kind for entry in rules.known}
    assert RULE_OF.keys() == kinds
    assert {RULE_OF[kind] for kind in ("cards-laid", "turn-laid", "depth-chosen")} == {"by-turns"}
    assert RULE_OF["result-entered"] == "result-only"


def test_a_hand_counted_as_empty_is_not_stuck() -> None:
    assert relevant([holds(0, 0)], 2, {})[:2] == ["starter-before-first-card", "minimum"]
    assert "hand-empty" in relevant([holds(0, 0)], 2, {})
