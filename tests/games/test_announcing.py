"""What every game owes those who listen: few words for an entry, and nothing that is no text."""

import re

import pytest

from companion.engine.setup import Setup
from companion.games import GAMES
from tests.support.screen_reader import MOST_WORDS, NAMES, count_words, make_up

GAMES_MADE_UP, TRIES = 8, 60
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
