"""What a copy of a table and its server learn and name apart, and what comes of it when they meet.

A copy knows what its server said last. What only one of them has said since then holds for both. A
contradiction is what both have said since, each something else: there the server's holds, and the
copy asks about its own.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.files.handover import Before, Handover, Learned

ByGame = dict[str, dict[str, str]]
"""Game of the shelf → thing → nickname, or → card → what it carries."""
Row = list[str]
"""A lesson without its time: game of the shelf, card, what it carries, and game."""


@dataclass
class Known:
    """What a copy knows of its server, and what was said on the copy in contradiction to that."""

    nicknames: ByGame = field(default_factory=dict)
    lessons: list[Row] = field(default_factory=list)
    """Oldest first."""
    other_nicknames: ByGame = field(default_factory=dict)
    other_cards: ByGame = field(default_factory=dict)

    @property
    def before(self) -> Before:
        return Before(self.nicknames, read_decks(self.lessons))


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


def has_news(known: Known, here: Handover) -> bool:
    """Whether this copy says anything that its server does not know, as far as the copy knows."""
    if _flat(known.nicknames) != _flat(here.nicknames):
        return True
    was, ours = _by_card(known.lessons), _by_card(map(row_of, here.lessons))
    return any(_has_changed(was[card], ours[card]) for card in was.keys() | ours.keys())


def meet(known: Known | None, here: Handover, there: Handover) -> Met:
    """This copy meets its server, which it knows so; None where it cannot rely on what it knew."""
    if known is None:
        known = _read_common(here, there)
    nicknames, other_nicknames = _meet_nicknames(known, here, there)
    lessons, other_cards = _meet_lessons(known, here, there)
    rows = [row_of(each) for each in there.lessons]
    asked_nicknames, asked_cards = find_contradictions(known, here)
    after = Known(
        {slug: dict(words) for slug, words in there.nicknames.items()},
        rows,
        _nest({**_flat(asked_nicknames), **other_nicknames}, _flat(there.nicknames)),
        _nest({**_flat(asked_cards), **other_cards}, _flat(read_decks(rows))),
    )
    return Met(nicknames, lessons, after)


def find_contradictions(known: Known, here: Handover) -> tuple[ByGame, ByGame]:
    """What was said here in contradiction to the server: nicknames, and cards.

    What somebody has said anew on the copy since then is none any more.
    """
    pairs = (
        (known.other_nicknames, known.nicknames, here.nicknames),
        (known.other_cards, read_decks(known.lessons), read_decks(map(row_of, here.lessons))),
    )
    nicknames, cards = (
        _nest({at: said for at, said in _flat(other).items() if now.get(at) == was.get(at)}, now)
        for other, was, now in ((other, _flat(was), _flat(now)) for other, was, now in pairs)
    )
    return nicknames, cards


def _flat(said: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], str]:
    return {(slug, thing): word for slug, words in said.items() for thing, word in words.items()}


def _nest(said: Mapping[tuple[str, str], str], there: Mapping[tuple[str, str], str]) -> ByGame:
    """What was said so by game, but for what is said there too."""
    nested: ByGame = {}
    for (slug, thing), word in said.items():
        if there.get((slug, thing), "") != word:
            nested.setdefault(slug, {})[thing] = word
    return nested


def _by_card(rows: Iterable[Row]) -> defaultdict[tuple[str, str], list[tuple[str, str]]]:
    """What each card carries, with the game in which that was learned, oldest first."""
    cards = defaultdict[tuple[str, str], list[tuple[str, str]]](list)
    for slug, card, carries, game in rows:
        cards[slug, card].append((carries, game))
    return cards


def _has_changed(was: Sequence[tuple[str, str]], now: Sequence[tuple[str, str]]) -> bool:
    """Whether anything was learned of a card, or it was forgotten."""
    return bool({*now} - {*was}) or _says(now) != _says(was)


def _says(rows: Sequence[tuple[str, str]]) -> str:
    """What a card carries after these lessons; "" where that is not known."""
    return rows[-1][0] if rows else ""


def _read_common(here: Handover, there: Handover) -> Known:
    """What both say."""
    theirs, rows = _flat(there.nicknames), [row_of(each) for each in here.lessons]
    same = {at: word for at, word in _flat(here.nicknames).items() if theirs.get(at) == word}
    common = [row for row in map(row_of, there.lessons) if row in rows]
    return Known(_nest(same, {}), common)


def _meet_nicknames(
    known: Known, here: Handover, there: Handover
) -> tuple[ByGame, dict[tuple[str, str], str]]:
    """What the copy calls things from now on, and the contradictions."""
    was, ours, theirs = _flat(known.nicknames), _flat(here.nicknames), _flat(there.nicknames)
    words, other = {}, {}
    for at in sorted({*was, *ours, *theirs}):
        before, own, word = was.get(at, ""), ours.get(at, ""), theirs.get(at, "")
        if word == before:
            word = own
        elif own not in (before, word):
            other[at] = own
        words[at] = word
    return _nest(words, {}), other


def _meet_lessons(
    known: Known, here: Handover, there: Handover
) -> tuple[tuple[Learned, ...], dict[tuple[str, str], str]]:
    """What the copy has learned from now on, and the contradictions."""
    was = _by_card(known.lessons)
    ours, theirs = _lessons_by_card(here), _lessons_by_card(there)
    lessons: list[Learned] = []
    other = {}
    for at in sorted({*was, *ours, *theirs}):
        learned, is_other = _meet_card(was[at], ours[at], theirs[at])
        lessons += learned
        if is_other:
            other[at] = ours[at][-1].carries
    return tuple(sorted(lessons, key=lambda each: (each.at, each.card, each.game))), other


def _lessons_by_card(table: Handover) -> defaultdict[tuple[str, str], list[Learned]]:
    cards = defaultdict[tuple[str, str], list[Learned]](list)
    for lesson in table.lessons:
        cards[lesson.slug, lesson.card].append(lesson)
    return cards


def _meet_card(
    was: list[tuple[str, str]], ours: list[Learned], theirs: list[Learned]
) -> tuple[list[Learned], bool]:
    """What is learned of a card from now on, and whether there is a contradiction."""
    own, there = ([(each.carries, each.game) for each in side] for side in (ours, theirs))
    if not _has_changed(was, own):
        return theirs, False
    if {*was} == {*there} and _says(was) == _says(there):
        return ours, False
    if _says(own) == _says(there):
        games = {game for _carries, game in there}
        same = [each for each in ours if each.carries == _says(own) and each.game not in games]
        return [*theirs, *same], False
    if not own:
        return theirs, False  # what others have learned is not forgotten
    if not {*there} - {*was} - {*own}:
        return ours, False  # the server has nothing but what came from here
    return theirs, True
