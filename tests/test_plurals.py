"""Sentences with a number in them: in English word for word, in every other language translated."""

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
from companion.games.game_of_bluff.state import Ending as BluffEnding
from companion.games.game_of_bluff.state import Round
from companion.games.game_of_bluff.words import BluffWords
from companion.games.one_brain import words as brain_words
from companion.games.one_brain.deck import CARDS
from companion.games.one_brain.state import Column
from companion.games.one_brain.state import Ending as BrainEnding
from companion.games.the_game import deck_words, words
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import Turn
from companion.web.safety import phone
from tests.games.one_brain.telling import lays, middle
from tests.games.the_game.telling import holds, missed
from tests.support.submitted_log import read_story

NAMES = ["Ann", "Ben", "Cas"]
THE_GAME, BLUFF, BRAIN = (GAMES[slug] for slug in ("the-game", "game-of-bluff", "one-brain"))


def last_line(slug: str, *entries: Facts) -> Line:
    return read_story(slug, *entries, players=3).lines[-1]


def of_the_game(number: int) -> Iterator[str]:
    start = but(THE_GAME.rules.start(THE_GAME.rules.setup(NAMES, {})), turn=Turn(0, number=2))
    expert = but(
        THE_GAME.rules.start(THE_GAME.rules.setup(NAMES, {"expert": True})), turn=start.turn
    )
    owing = but(expert, turn=but(start.turn, played=3 - number))
    three = but(start, turn=but(start.turn, played=3 - number, three=True))
    yield deck_words.describe_known(number)
    yield deck_words.describe_learned(number)
    yield deck_words.describe_differing(number)
    yield words.explain_breach(Rule.HAND_EMPTY, but(start, hands=(number, 6, 6)), {}, NAMES)
    yield words.explain_breach(Rule.MINIMUM, owing, {}, NAMES)
    yield words.owed(owing, NAMES)
    yield words.owed(three, NAMES)
    yield words.owed(but(start, draw_pile=number - 1), NAMES)  # an empty pile asks for one card
    yield words.undone(owing)
    yield words.describe_result(
        Summary("stuck", 9, facts={"left": number, "rating": "excellent"}), NAMES
    )
    yield words.describe_length(Summary(None, number))
    yield THE_GAME.describe_line(last_line(THE_GAME.slug, holds(1, number)), NAMES)
    yield THE_GAME.describe_line(
        last_line(THE_GAME.slug, missed(number, "up-1", 9)), NAMES
    ).replace("\u00a0", " ")


def of_bluff(number: int) -> Iterator[str]:
    bluff_words = BluffWords()
    start = BLUFF.rules.start(BLUFF.rules.setup(NAMES, {}))
    over = Round((10, 10 * (number - 1), 1), None)
    yield bluff_words.lacking([None] * number + [3] * (3 - number), NAMES)
    yield bluff_words.counting(but(start, countdown=tuple(range(number))), NAMES)
    yield bluff_words.explain_end(but(start, rounds=(over,), end=BluffEnding.LIMIT_PASSED), NAMES)
    tie = but(start, rounds=(Round((1, 3 - number, 3), None),), end=BluffEnding.STOPPED)
    yield bluff_words.name_winners(tie, NAMES)
    yield bluff_words.describe_length(Summary(None, number))


def of_one_brain(number: int) -> Iterator[str]:
    start = BRAIN.rules.start(BRAIN.rules.setup(NAMES, {}))
    columns = tuple(Column(each) for each in range(number))
    choice = {1: "remove-kind unicorn", 2: "donate"}[number]
    *known, card = CARDS[: {1: 2, 2: 7}[number]]
    removes = lays("remove-kind", columns=[1, 2][:number])
    yield brain_words.describe_known(number)
    yield brain_words.describe_learned(number)
    yield brain_words.describe_differing(number)
    doubt = Doubt.ONE_TOO_MANY, dict.fromkeys(known, choice), {card: choice}
    yield brain_words.explain_doubt(*doubt).partition(": “")[0]
    yield brain_words.limit(but(start, columns=columns))
    yield brain_words.explain_end(but(start, columns=columns, end=BrainEnding.LIMIT_REACHED))
    yield brain_words.share_result(
        Summary("limit-reached", 9, score=number, facts={"level": "expert"}), NAMES
    )
    yield brain_words.describe_length(Summary(None, number))
    yield BRAIN.describe_line(last_line(BRAIN.slug, *middle(2), removes), NAMES)


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
