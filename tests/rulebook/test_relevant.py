"""What the rules show first at any moment; what that is stands in paragraphs.txt of each game."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine.replay import replay
from companion.games import GAMES
from companion.rulebook.book import rulebook
from companion.web.safety.phone import LANGUAGES

CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.json"))


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
