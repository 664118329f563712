"""Somebody who only hears what a table says, and a table that says what is entered.

Listeners know the rules, the set-up and the names; what they hear they know by the texts of the
language in which they listen. Each game has its own, in `tests/games/<game>/test_spoken.py`.
"""

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import count
from random import Random
from typing import Any, ClassVar

from flask_babel import get_locale
from werkzeug.datastructures import MultiDict

from companion.engine.entry import Facts
from companion.engine.log import Written
from companion.engine.names import settle
from companion.engine.setup import Setup
from companion.engine.table import Person, StoredGame
from companion.engine.verdict import Answer, Submission
from companion.games.game import Game
from companion.games.plays import Play
from companion.web.announcing import Said, say_newest
from companion.web.playing import Playing
from companion.web.words import load_catalogue
from tests.support.random_logs import MADE_AT, plays_of
from tests.support.submitted_log import back, changed

NAMES = ["Ann", "Ben", "Cas", "Dee", "Eva", "Fay", "Gus", *(f"Nr{seat}" for seat in range(8, 16))]
WORD = re.compile(r"\w+(?:['’-]\w+)*")
MOST_WORDS = 8  # of what says that something was entered
NUMBERS = ("num", "number", "count", "limit", "hand", "domain")

_numbers = count()

Knows = dict[str, Any]
Texts = Mapping[str, tuple[tuple[str, ...], ...]]
Words = Mapping[str, Iterable[str] | re.Pattern[str]]


class SpeakingTable:
    """A table at which all that the rules do not refuse is entered, and said."""

    def __init__(self, game: Game[Any, Any], setup: Setup) -> None:
        people = tuple(Person(name, name) for name in NAMES[: setup.seats])
        self.game, self.setup = game, setup
        self.stored = StoredGame(
            f"game {next(_numbers)}", "table", game.slug, setup.options, people, MADE_AT
        )

    @property
    def playing(self) -> Playing:
        return Playing(self.stored)

    @property
    def state(self) -> Any:
        return self.playing.story.replay.state

    @property
    def newest(self) -> int:
        """The place of the newest line that counts, 0 for none."""
        counting = self.playing.story.counting
        return counting[-1].place if counting else 0

    def enter(self, facts: Facts) -> Said | None:
        """What is said of this entry; None where it is refused."""
        log = self.stored.log
        head, mine = len(log), f"{len(log):032x}"
        submission = Submission(mine, "", head, {**facts, "confirmed": True})
        if self.playing.judge(submission).answer is not Answer.RECORDED:
            return None
        written = Written(head + 1, mine, "", MADE_AT, head, submission.facts)
        self.stored = dataclasses.replace(self.stored, log=(*log, written))
        said = say_newest(self.playing)[-1]
        assert said.place == written.place
        return said._replace(sentences=tuple(map(settle, said.sentences)))


class Listener:
    """What somebody knows who hears the sentences of a game, and nothing else.

    `TEXTS` are the sentences of the game by what they do: the name of a method, which gets what is
    named in them. Each is a text, or a singular and a plural.
    """

    TEXTS: ClassVar[Texts] = {}
    OF_ALL: ClassVar[Texts] = {
        "anyway": (("It was entered anyway.",),),
        "undone": (("Undone: %(said)s",),),
        "changed": (("Changed: %(said)s",),),
    }

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.names = self.name_players()
        self.knows = self.begin()
        self.earlier: list[Knows] = []
        words = self.words()
        self.patterns = [
            (does, re.compile(make_pattern(said, words) + r"\.?"))
            for does, texts in {**self.TEXTS, **self.OF_ALL}.items()
            for text in texts
            for said in say(*text)
        ]
        self.patterns += [
            (does, re.compile(re.escape(sentence)))
            for does, sentences in self.sentences().items()
            for sentence in sentences
        ]

    def name_players(self) -> list[str]:
        """Who plays, by seat."""
        return NAMES[: self.setup.seats]

    def begin(self) -> Knows:
        """What is known of a game before anything is entered."""
        raise NotImplementedError

    def words(self) -> Words:
        """What can be named, by the name of its place in a text; else it may be anything."""
        return {"name": self.names}

    def sentences(self) -> Mapping[str, Iterable[str]]:
        """Sentences that are the same whatever happens, by what they do."""
        return {}

    def settle(self) -> None:
        """Work out what follows by the rules once all was heard of an entry."""

    def hear(self, sentences: Sequence[str]) -> None:
        """Hear of one entry."""
        self.earlier.append(deepcopy(self.knows))
        self.heard: dict[str, Any] = {}
        for sentence in sentences:
            self.hear_sentence(sentence)
        self.settle()

    def hear_sentence(self, sentence: str) -> None:
        matches = [(does, pattern.fullmatch(sentence)) for does, pattern in self.patterns]
        found = [(does, match) for does, match in matches if match]
        assert len({does for does, _ in found}) == 1, (sentence, found)
        does, match = found[0]
        self.heard[does] = match.groupdict()
        getattr(self, does)(**match.groupdict())

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def anyway(self) -> None:
        """It broke a rule, and holds all the same."""

    def undone(self, said: str) -> None:
        """The newest entry does not count any more."""
        self.earlier.pop()
        self.knows = self.earlier.pop()

    def changed(self, said: str) -> None:
        """The newest entry was another one."""
        self.earlier.pop()
        self.knows = deepcopy(self.earlier[-1])
        self.hear_sentence(said)


def say(text: str, plural: str = "") -> Sequence[str]:
    """The text in the language in which is spoken, or its singular and its plural."""
    catalogue = load_catalogue(str(get_locale()))
    if not plural:
        return [catalogue.ugettext(text)]
    return [catalogue.ungettext(text, plural, number) for number in (1, 2)]


def make_pattern(text: str, words: Words) -> str:
    """The sentences that this text makes, as a pattern."""
    parts = re.split(r"%\((\w+)\)[sd]", text)
    for at, part in enumerate(parts):
        named = f"(?P<{part}>{_make_part(part, words)})"
        parts[at] = named if at % 2 else re.escape(part)
    return "".join(parts)


def _make_part(name: str, words: Words) -> str:
    """What may stand in a place of a text, as a pattern."""
    known = words.get(name)
    if known is None:
        return r"\d+" if name in NUMBERS else ".+"
    if isinstance(known, re.Pattern):
        return known.pattern
    return "|".join(map(re.escape, sorted(known, key=len, reverse=True)))


def count_words(sentence: str) -> int:
    """How many words are said; a number is one too."""
    return len(WORD.findall(sentence))


def setup_of(game: Game[Any, Any], play: Play) -> Setup:
    """The set-up of a game that was played, as the form of its tile makes it."""
    tile = game.tile({})
    for each in game.tiles:
        tile = each if each.slug == play.tile else tile
    form = game.pages.switches(MultiDict(play.switches), meta={"csrf": False})
    chosen = {**form.options(), **tile.options}
    known = {each.name: chosen[each.name] for each in game.rules.options if each.name in chosen}
    return game.rules.setup(NAMES[: len(play.names)], known)


def play_all(game: Game[Any, Any]) -> Iterator[tuple[SpeakingTable, Iterator[Facts]]]:
    """A table for each game that this one brings, with what is entered there."""
    for play in plays_of(game).games:
        yield SpeakingTable(game, setup_of(game, play)), iter(play.entries)


def make_up(
    game: Game[Any, Any], setup: Setup, seed: int, tries: int
) -> tuple[SpeakingTable, Iterator[Facts]]:
    """A table, and entries made up for it at random; undoing and changing the newest among them."""
    table, random = SpeakingTable(game, setup), Random(seed)
    make = plays_of(game).make_entry

    def entries() -> Iterator[Facts]:
        for _ in range(tries):
            facts, newest = make(setup, random), table.newest
            act = random.choices(["enter", "undo", "change"], [20, 2, 2])[0] if newest else "enter"
            if act == "enter":
                yield facts
            else:
                yield back(newest) if act == "undo" else changed(newest, facts)

    return table, entries()


def follow(listener: Listener, table: SpeakingTable, entries: Iterator[Facts]) -> Iterator[Said]:
    """What is said, entry by entry, once the listener has heard it."""
    for facts in entries:
        said = table.enter(facts)
        if said:
            listener.hear(said.sentences)
            yield said
