"""What the rules show first when they are opened from a board: what matters there and then."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.engine.entry import Facts
from companion.engine.replay import replay
from companion.games import GAMES
from companion.rulebook.book import rulebook
from companion.web.phone import LANGUAGES
from tests.games.one_brain.telling import draws, gives_up, lays
from tests.games.the_game.telling import cannot, end, late, play

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))


def relevant(slug: str, *entries: Facts, players: int = 2, **options: object) -> list[str]:
    """The paragraphs that come first after these entries."""
    game = GAMES[slug]
    setup = game.rules.setup([f"P{seat}" for seat in range(players)], options)
    played = replay(game.rules, setup, [{**each, "confirmed": True} for each in entries])
    assert {str(step.result) for step in played.steps} <= {"recorded"}
    return list(map(str, game.rule_book.relevant(played.state)))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_every_paragraph_exists_in_every_language_at_any_moment(case: Path) -> None:
    record: dict[str, Any] = json.loads(case.read_text())["record"]
    game = GAMES[record["game"]]
    setup = game.rules.setup(record["players"], record.get("options") or {})
    story = replay(game.rules, setup, record["entries"])
    for language in LANGUAGES:
        book = rulebook("companion.games", game.slug, language)
        for step in (story.start, *story.steps):
            for anchor in game.rule_book.relevant(step.state):
                assert book.passage(anchor), (language, anchor)


@pytest.mark.parametrize(
    ("entries", "first"),
    [
        ([], ["starter-before-first-card", "minimum"]),
        ([play(20, "up-1")], ["minimum"]),
        ([play(20, "up-1", "silence"), play(30, "up-2", "draw-one")], ["silence", "minimum"]),
        ([play(20, "up-1", "silence"), play(30, "up-2", "skull")], ["skull", "silence"]),
        ([play(20, "up-1", "three")], ["three", "ten-back"]),
        (late(4, 5), ["minimum", "drawing"]),
        ([cannot()], ["stuck", "score"]),
        ([play(20, "up-1", "skull"), end()], ["skull-open", "score"]),
    ],
)
def test_the_game(entries: Sequence[Facts], first: list[str]) -> None:
    assert relevant("the-game", *entries, extreme=True)[: len(first)] == first


def test_a_fire_that_is_due_comes_first() -> None:
    lit = [play(22, "up-1"), play(90, "down-1"), end()]
    assert relevant("the-game", *lit, on_fire=True)[0] == "fire-open"
    assert relevant("the-game", *lit, play(23, "up-1"), on_fire=True)[0] == "minimum"


@pytest.mark.parametrize(
    ("entries", "first"),
    [
        ([], ["starter-before-first-card", "levels"]),
        ([lays("cover")], ["drawing", "cover"]),
        ([lays("cover"), draws()], ["actions", "donate"]),
        ([gives_up()], ["given-up", "attempts"]),
    ],
)
def test_one_brain(entries: Sequence[Facts], first: list[str]) -> None:
    assert relevant("one-brain", *entries)[: len(first)] == first
