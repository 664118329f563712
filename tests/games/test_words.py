"""What each game says of broken rules and of its entries, in every language.

`words.txt` of a game has the English: below SLIPS a rule, entries of which the last one breaks it,
and how that is said; below TOLD the entries of a log, and the line of each.
"""

from pathlib import Path

import pytest

from companion.engine.names import settle
from companion.engine.replay import GAME_OVER, replay
from companion.games import GAMES
from tests.games.telling import LOG_OF, OPTIONS, PLAYERS
from tests.support.random_logs import rules_of
from tests.support.rulings import read_table
from tests.support.submitted_log import read_story

NAMES = ["Cas", "Ben", "Ann"]
EVERY_GAME = pytest.mark.parametrize("slug", LOG_OF)


def read_words(slug: str, name: str) -> list[list[str]]:
    """The rows below this heading in `words.txt` of the game."""
    return read_table(f"{Path(__file__).parent / GAMES[slug].folder / 'words.txt'}", name)


@EVERY_GAME
def test_a_broken_rule_is_said_in_a_sentence(slug: str, language: str) -> None:
    slips = read_words(slug, "SLIPS")
    setup = GAMES[slug].rules.setup(NAMES[: PLAYERS[slug]], OPTIONS[slug])
    assert {rule for rule, *_ in slips} == {*rules_of(GAMES[slug]), GAME_OVER}
    for rule, said, english in slips:
        *_, last = told = LOG_OF[slug](said)
        replayed = replay(GAMES[slug].rules, setup, told)
        assert rule in replayed.last.rules, said
        before = replayed.before(len(told) - 1)
        sentence = GAMES[slug].words.explain_breach(rule, before, last, NAMES)
        assert (sentence == english) is (language == "en"), sentence
        assert (sentence[-1] in ".?", "%" in sentence) == (True, False), sentence


@EVERY_GAME
def test_every_kind_of_entry_is_told(slug: str, language: str) -> None:
    told = read_words(slug, "TOLD")
    entries = [facts for said, _ in told for facts in LOG_OF[slug](said)]
    found = read_story(slug, *entries, players=PLAYERS[slug], **OPTIONS[slug]).lines
    assert {line.kind for line in found} == {entry.kind for entry in GAMES[slug].rules.known}
    sentences = [settle(GAMES[slug].describe_line(line, NAMES)) for line in found]
    assert len({*sentences}) == len(found)
    assert not [sentence for sentence in sentences if "%" in sentence]
    english = [sentence.replace("\u00a0", " ") for sentence in sentences]
    assert (english == [line for _, line in told]) is (language == "en"), english
