"""Sentences with a number in them: in English word for word, in every other language translated.

Those of which the tables of the games and the pages have both forms are not here again.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace as but
from pathlib import Path

import pytest
from flask import Flask

from companion.engine.deck import Doubt
from companion.engine.entry import Facts
from companion.engine.log import Line
from companion.engine.rules import Summary
from companion.games import GAMES
from companion.games.game_of_bluff.words import BluffWords
from companion.games.one_brain import words as brain_words
from companion.games.one_brain.deck import CARDS
from companion.games.one_brain.state import Column
from companion.games.one_brain.state import Ending as BrainEnding
from companion.games.the_game import words
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import Turn
from companion.web.safety import phone
from tests.games.the_game.telling import holds, missed
from tests.support.submitted_log import read_story

NAMES = ["Ann", "Ben", "Cas"]
THE_GAME, BRAIN = GAMES["the-game"], GAMES["one-brain"]


def last_line(slug: str, *entries: Facts) -> Line:
    return read_story(slug, *entries, players=3).lines[-1]


def of_the_game(number: int) -> Iterator[str]:
    start = THE_GAME.rules.start(THE_GAME.rules.setup(NAMES, {}))
    owing = but(start, turn=Turn(0, number=2, played=2 - number))
    yield words.explain_breach(Rule.HAND_EMPTY, but(start, hands=(number, 6, 6)), {}, NAMES)
    yield words.undone(owing)
    yield words.describe_result(
        Summary("stuck", 9, facts={"left": number, "rating": "excellent"}), NAMES
    )
    yield THE_GAME.describe_line(last_line(THE_GAME.slug, holds(1, number)), NAMES)
    yield THE_GAME.describe_line(
        last_line(THE_GAME.slug, missed(number, "up-1", 9)), NAMES
    ).replace("\u00a0", " ")


def of_bluff(number: int) -> Iterator[str]:
    yield BluffWords().lacking([None] * number + [3] * (3 - number), NAMES)


def of_one_brain(number: int) -> Iterator[str]:
    start = BRAIN.rules.start(BRAIN.rules.setup(NAMES, {}))
    columns = tuple(Column(each) for each in range(number))
    choice = {1: "remove-kind unicorn", 2: "donate"}[number]
    *known, card = CARDS[: {1: 2, 2: 7}[number]]
    yield brain_words.DECK.describe_known(number)
    yield brain_words.DECK.describe_learned(number)
    yield brain_words.DECK.describe_differing(number)
    doubt = Doubt.ONE_TOO_MANY, dict.fromkeys(known, choice), {card: choice}
    yield brain_words.DECK.explain_doubt(*doubt).partition(": “")[0]
    yield brain_words.explain_end(but(start, columns=columns, end=BrainEnding.LIMIT_REACHED))
    yield brain_words.share_result(
        Summary("limit-reached", 9, score=number, facts={"level": "expert"}), NAMES
    )
    yield BRAIN.describe_length(Summary(None, number))


Sentences = Callable[[int], Iterator[str]]

TEXT = Path(__file__).with_name("plurals.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [of_the_game, of_bluff, of_one_brain])
def test_one_and_two_have_their_words(app: Flask, game: Sentences) -> None:
    """In English those of `plurals.txt`."""
    text = TEXT.partition(f"# {game.__name__}\n")[2].partition("\n#")[0]
    rows = [line.split(" | ") for line in text.strip().splitlines()]
    for language in phone.LANGUAGES:
        with app.test_request_context(headers={"Cookie": f"language={language}"}):
            for number, english in enumerate(zip(*rows, strict=True), 1):
                same = [one == other for one, other in zip(game(number), english, strict=True)]
                assert {*same} == {language == "en"}, (language, number, same)
