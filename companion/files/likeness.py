"""What a game that is here and one out of a file have to do with each other."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from itertools import zip_longest
from typing import NamedTuple

from companion.engine import log
from companion.engine.entry import Facts
from companion.engine.log import UNREADABLE, Line, read_facts
from companion.engine.names import is_plain
from companion.engine.setup import Setup
from companion.engine.table import StoredGame
from companion.files.parsing import Incoming
from companion.files.record import spell_out
from companion.games import GAMES
from companion.runtime.yielding import in_turns


class Likeness(Enum):
    """How one game stands to another of which it may be a copy.

    `OTHER` began with other options or seats. `LATER` goes on where the other ends. All that
    `EARLIER` says was entered in the other, even if it was taken back or changed there since.
    `APART` is what went on differently.
    """

    OTHER = auto()
    APART = auto()
    LATER = auto()
    EARLIER = auto()
    SAME = auto()


class Told(NamedTuple):
    """What a game says, the names of its players apart: as what it began, and its entries.

    `ever` has all that was entered in it, also what it says no more: of each entry, in the order
    of the table, what it said at any time.
    """

    begun: tuple[object, ...]
    entries: Sequence[str]
    ever: Sequence[frozenset[str]]


def tell(stored: StoredGame) -> Told | None:
    """What this game, with its log, says; None where it cannot be read."""
    try:
        return _tell(stored)
    except Exception:  # as every page of such a game
        return None


def tell_incoming(game: Incoming) -> Told:
    """What this game of a file says."""
    entries = [_write(facts) for facts in in_turns(game.entries)]
    return Told(
        _begun(game.game.slug, game.setup), entries, [frozenset([each]) for each in entries]
    )


def compare(here: Told, there: Told) -> Likeness:
    """How the game `there` stands to the one here."""
    if here.begun != there.begun:
        return Likeness.OTHER
    if here.entries == there.entries:
        return Likeness.SAME
    ever = iter(here.ever)
    if all(any(each in said for said in ever) for each in there.entries):
        return Likeness.EARLIER
    is_later = here.entries == there.entries[: len(here.entries)]
    return Likeness.LATER if is_later else Likeness.APART


def are_apart(one: Told | None, other: Told | None) -> bool:
    """Whether each of these says something that the other does not; False where that is unknown."""
    if one is None or other is None:
        return False
    compared = {compare(one, other), compare(other, one)}
    return compared <= {Likeness.APART, Likeness.OTHER}


def _tell(stored: StoredGame) -> Told:
    game = GAMES[stored.slug]
    log.check_places(stored.log)
    setup = game.rules.setup_of([person.name for person in stored.people], stored.options)
    story = log.read(game.rules, setup, stored.log)

    silent = {UNREADABLE, *(note.kind for note in game.rules.notes)}

    def say(line: Line) -> Iterator[str]:
        if line.kind not in silent:
            yield from map(_write, spell_out(game, line, line.facts))

    entries = [each for line in in_turns(story.counting) for each in say(line)]
    start = game.rules.start(setup)
    versions = defaultdict[int, list[list[str]]](list)
    for written, line in zip(stored.log, story.lines_of(stored.log), strict=True):
        if line and written.kind != log.TAKEN_BACK:
            facts = read_facts(game.rules, setup, written)
            # What ends the game by now may have gone on before, as it does at the beginning.
            for before in (line.before, start):
                told = replace(line, facts=facts, before=before, step=None)
                versions[line.place].append(list(say(told)))
    ever = [
        frozenset(filter(None, said))
        for line in story.lines
        for said in zip_longest(*versions[line.place])
    ]
    return Told(_begun(stored.slug, setup), entries, ever)


def _begun(slug: str, setup: Setup) -> tuple[object, ...]:
    return slug, setup.seats, dict(setup.options)


def _write(facts: Facts) -> str:
    """An entry as a text, without what a replay finds out by itself."""
    said = {
        name: fact
        for name, fact in facts.items()
        if name != "confirmed" and fact is not None and is_plain(fact)
    }
    return json.dumps(said, sort_keys=True)
