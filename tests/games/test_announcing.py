"""What every game owes those who listen: few words for an entry, and nothing that is no text."""

import dataclasses
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.names import settle
from companion.engine.setup import Setup
from companion.engine.table import Person, StoredGame
from companion.engine.verdict import Answer, Submission
from companion.games import GAMES
from companion.games.game import Game
from companion.web.pages.playing import Playing
from companion.web.play.announcing import write_newest
from tests.games.telling import LOG_OF, PLAYERS
from tests.support.random_examples import choose
from tests.support.random_logs import MADE_AT, plays_of
from tests.support.rulings import read_rulings
from tests.support.submitted_log import back, changed

NAMES = ["Ann", "Ben", "Cas", "Dee", "Eva", "Fay", "Gus", *(f"Nr{seat}" for seat in range(8, 16))]
WORD = re.compile(r"\w+(?:['’-]\w+)*")
MOST_WORDS = 8  # of what says that something was entered
GAMES_MADE_UP, TRIES = choose(few=2, many=8, deep=20), 60
UNFIT = re.compile(r"[▲▼?\t\n]|%\(|[^.!:]$")
"""What cannot be heard, or tells of a mistake: a sentence ends, or leads on to what it names."""

_numbers = count()


class SpeakingTable:
    """A table at which all that the rules do not refuse is entered, and said."""

    def __init__(self, game: Game[Any, Any], setup: Setup) -> None:
        people = tuple(Person(name, name) for name in NAMES[: setup.seats])
        self.stored = StoredGame(
            f"game {next(_numbers)}", "table", game.slug, setup.options, people, MADE_AT
        )

    def enter(self, facts: Facts) -> list[str] | None:
        """What is said of this entry; None where it is refused."""
        log = self.stored.log
        head, mine = len(log), f"{len(log):032x}"
        submission = Submission(mine, "", head, {**facts, "confirmed": True})
        if Playing(self.stored).judge(submission).answer is not Answer.RECORDED:
            return None
        written = Written(head + 1, mine, "", MADE_AT, head, submission.facts)
        self.stored = dataclasses.replace(self.stored, log=(*log, written))
        place, _mark, *said = write_newest(Playing(self.stored)).split("\n")[-1].split("\t")
        assert place == str(written.place)
        return [*map(settle, said)]


def enter_anything(game: Game[Any, Any], setup: Setup, seed: int) -> Iterator[list[str]]:
    """What is said where things are entered at random, and the newest is undone and changed."""
    table, random = SpeakingTable(game, setup), Random(seed)
    make = plays_of(game).make_entry
    for _ in range(TRIES):
        facts, counting = make(setup, random), Playing(table.stored).story.counting
        if counting and random.random() < 1 / 6:
            newest = counting[-1].place
            facts = random.choice((back(newest), changed(newest, facts)))
        if said := table.enter(facts):
            yield said


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
    for setup in setups(slug):
        heard = 0
        for seed in range(GAMES_MADE_UP):
            for said in enter_anything(GAMES[slug], setup, seed):
                assert len(WORD.findall(said[0])) <= MOST_WORDS, said
                assert not [each for each in said if UNFIT.search(each)], said
                heard += 1
        assert heard > TRIES / 4, f"most entries that {slug} makes up are refused: see its `odds`"


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("slug", LOG_OF)
def test_what_is_said_of_the_last_entry(slug: str) -> None:
    game = GAMES[slug]
    file = Path(__file__).parent / game.folder / "spoken.txt"
    for ruling in read_rulings(file.read_text(encoding="utf-8")):
        options = dict(ruling.options)
        setup = game.rules.setup(NAMES[: options.pop("players", PLAYERS[slug])], options)
        table, said = SpeakingTable(game, setup), None
        for words in ruling.said:
            for facts in LOG_OF[slug](words):
                said = table.enter(facts)
        assert said, ruling
        assert " ".join(said) == ", ".join(ruling.holds)
