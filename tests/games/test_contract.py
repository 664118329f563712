"""What every language owes each game: a paragraph for whatever the app can name, and its words."""

import pytest

from companion.engine.replay import GAME_OVER
from companion.games import GAMES
from companion.rulebook.book import Rulebook, rulebook
from companion.web.safety.phone import LANGUAGES
from tests.support.random_logs import endings_of, plays_of, rules_of

CHARACTERS = 15


def named(slug: str) -> list[str]:
    """Whatever the app can name in this game."""
    return [
        GAME_OVER,
        *rules_of(GAMES[slug]),
        *endings_of(GAMES[slug]),
        *plays_of(GAMES[slug]).named,
    ]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def book(slug: str, language: str) -> Rulebook:
    found = rulebook("companion.games", slug, language)
    assert found.language == language
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_can_be_named_has_its_paragraph(slug: str, language: str) -> None:
    assert named(slug)
    for name in named(slug):
        passage = book(slug, language).passage(str(name))
        assert passage is not None, name
        assert passage.title, name
        assert passage.text, name


@pytest.mark.parametrize("slug", GAMES)
def test_every_kind_of_entry_has_its_paragraph(slug: str, language: str) -> None:
    game = GAMES[slug]
    assert game.rule_book.rule_of.keys() == {entry.kind for entry in game.rules.known}
    for kind, anchor in game.rule_book.rule_of.items():
        assert book(slug, language).passage(anchor), kind


def test_every_character_has_its_paragraph(language: str) -> None:
    chapters = {section.id: section for section in book("game-of-bluff", language).sections}
    known = [each.anchor for each in chapters["characters"].paragraphs if "-" in each.anchor]
    original = book("game-of-bluff", "en").sections
    english = next(section for section in original if section.id == "characters")
    assert known == [each.anchor for each in english.paragraphs if "-" in each.anchor]
    assert len(known) == CHARACTERS


@pytest.mark.parametrize("slug", GAMES)
def test_every_paragraph_of_one_language_is_in_the_others(slug: str, language: str) -> None:
    here, there = book(slug, language), book(slug, "en")
    assert here.anchors == there.anchors
    assert [each.anchor for each in here.passages] == [each.anchor for each in there.passages]
