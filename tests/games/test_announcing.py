"""What every game owes those who listen: few words for an entry, and nothing that is no text."""

import re
from pathlib import Path

import pytest

from companion.engine.setup import Setup
from companion.games import GAMES
from tests.games.game_of_bluff import telling as bluff
from tests.games.one_brain import telling as brain
from tests.games.the_game import telling as the_game
from tests.support.random_examples import choose
from tests.support.rulings import read_rulings
from tests.support.screen_reader import MOST_WORDS, NAMES, SpeakingTable, count_words, make_up

GAMES_MADE_UP, TRIES = choose(few=2, many=8, deep=20), 60
UNFIT = re.compile(r"[▲▼?\t\n]|%\(|[^.!:]$")
"""What cannot be heard, or tells of a mistake: a sentence ends, or leads on to what it names."""


def setups(slug: str) -> list[Setup]:
    """Set-ups with few and with many players, and each switch as it is not usually."""
    rules = GAMES[slug].rules
    few, many = rules.seats[0], rules.seats[-1]
    chosen = [{}, *({each.name: each.values[-1]} for each in rules.options)]
    return [rules.setup(NAMES[:few], options) for options in chosen] + [
        rules.setup(NAMES[:many], {option.name: option.default for option in rules.options})
    ]


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("slug", GAMES)
def test_an_entry_is_said_in_few_words(slug: str) -> None:
    """Whatever is entered, undone and changed."""
    heard = 0
    for setup in setups(slug):
        for seed in range(GAMES_MADE_UP):
            table, entries = make_up(GAMES[slug], setup, seed, TRIES)
            for facts in entries:
                if said := table.enter(facts):
                    assert count_words(said.sentences[0]) <= MOST_WORDS, said
                    assert not [each for each in said.sentences if UNFIT.search(each)], said
                    heard += 1
    assert heard > TRIES


READS = {
    "the-game": (the_game.log_of, 2),
    "one-brain": (brain.facts_of, 2),
    "game-of-bluff": (bluff.facts_of, 3),
}


@pytest.mark.usefixtures("english")
def test_what_is_said_of_the_last_entry() -> None:
    """The lines of `spoken.txt` of each game."""
    for slug, (facts_of, players) in READS.items():
        game = GAMES[slug]
        file = Path(__file__).parent / game.folder / "spoken.txt"
        for ruling in read_rulings(file.read_text(encoding="utf-8")):
            options = dict(ruling.options)
            setup = game.rules.setup(NAMES[: options.pop("players", players)], options)
            table, said = SpeakingTable(game, setup), None
            for words in ruling.said:
                for facts in facts_of(words):
                    said = table.enter(facts)
            assert said, ruling
            assert " ".join(said.sentences) == ", ".join(ruling.holds)
