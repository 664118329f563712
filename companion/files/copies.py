"""What a copy of a table learned and named apart from its server, and what holds once they meet.

A copy knows what its server said last. What was said on the copy since then goes to the server,
which takes it where it has no word of its own. Then the server's word holds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.files.handover import Handover, Learned

ByGame = dict[str, dict[str, str]]
"""Game of the shelf → thing → nickname, or → card → what it carries."""
Row = list[str]
"""A lesson without its time: game of the shelf, card, what it carries, and game."""
Flat = dict[tuple[str, str], str]


@dataclass
class Known:
    """What a copy knows of its server, and what was said on the copy that does not hold."""

    nicknames: ByGame = field(default_factory=dict)
    lessons: list[Row] = field(default_factory=list)
    """Oldest first."""
    other_nicknames: ByGame = field(default_factory=dict)
    other_cards: ByGame = field(default_factory=dict)
    """Both until somebody has read it; "" is a nickname taken away, or a card forgotten."""


class Met(NamedTuple):
    """What a copy says from now on, and what it knows from now on."""

    nicknames: ByGame
    lessons: tuple[Learned, ...]
    known: Known


def row_of(lesson: Learned) -> Row:
    """This lesson without its time."""
    return [lesson.slug, lesson.card, lesson.carries, lesson.game]


def read_decks(rows: Iterable[Row]) -> ByGame:
    """What these lessons say together, oldest first."""
    decks: ByGame = {}
    for slug, card, carries, _game in rows:
        decks.setdefault(slug, {})[card] = carries
    return decks


def pick_news(known: Known, here: Handover) -> Handover:
    """This table with what was named and learned on the copy alone, as far as it knows."""
    was = _flat(known.nicknames)
    words = {at: word for at, word in _flat(here.nicknames).items() if was.get(at) != word}
    lessons = tuple(each for each in here.lessons if row_of(each) not in known.lessons)
    return replace(here, nicknames=_nest(words), lessons=lessons)


def meet(known: Known | None, here: Handover, there: Handover) -> Met:
    """This copy meets its server, which it knows so; None where it cannot rely on what it knew."""
    before, rows = known or Known(), [row_of(each) for each in there.lessons]
    words, theirs = _flat(there.nicknames), _flat(read_decks(rows))
    kept, other_nicknames = _settle(_flat(before.nicknames), _flat(here.nicknames), words)
    was, ours = (_flat(read_decks(each)) for each in (before.lessons, map(row_of, here.lessons)))
    _kept, other_cards = _settle(was, ours, theirs)
    games = {(each.slug, each.card, each.game) for each in there.lessons}
    news = [
        each
        for each in pick_news(before, here).lessons
        if theirs.get((each.slug, each.card), each.carries) == each.carries
        and (each.slug, each.card, each.game) not in games
    ]
    lessons = sorted((*there.lessons, *news), key=lambda each: (each.at, each.card, each.game))
    after = Known(
        {slug: dict(said) for slug, said in there.nicknames.items()},
        rows,
        _nest({**_flat(before.other_nicknames), **other_nicknames}),
        _nest({**_flat(before.other_cards), **other_cards}),
    )
    return Met(_nest({**words, **kept}), tuple(lessons), after)


def _settle(was: Flat, ours: Flat, theirs: Flat) -> tuple[Flat, Flat]:
    """What was said on the copy and holds, and what does not as the server says something else."""
    said = {at: ours.get(at, "") for at in sorted(was.keys() | ours.keys())}
    new = {at: word for at, word in said.items() if was.get(at, "") != word}
    kept = {at: word for at, word in new.items() if word and not theirs.get(at)}
    other = {at: word for at, word in new.items() if theirs.get(at, word) not in ("", word)}
    return kept, other


def _flat(said: Mapping[str, Mapping[str, str]]) -> Flat:
    return {(slug, thing): word for slug, words in said.items() for thing, word in words.items()}


def _nest(said: Flat) -> ByGame:
    nested: ByGame = {}
    for (slug, thing), word in said.items():
        nested.setdefault(slug, {})[thing] = word
    return nested
