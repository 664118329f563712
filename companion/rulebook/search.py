"""Paragraphs of the rules, found by what somebody remembers of them, a slip of the thumb included.

What is looked for is looked for in every language, for a passage has the same anchor in all of
them: whoever types an English word on a Dutch phone finds the Dutch passage.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.rulebook.book import Passage, Rulebook, Shelf, rulebook
from companion.rulebook.index import (
    LEAST,
    LITTLE,
    NUMBERS,
    RARE,
    SLIP,
    Alike,
    Index,
    Key,
    Words,
    denies,
    fold_doubled,
    index_words,
    split_words,
)
from companion.runtime.yielding import in_turns, yield_now

PHRASE = 4.0  # what a title or synonym weighs that a query says whole, against the words of a text
FOREIGN = 0.6  # what a word of another language weighs
HERE = 4.0  # how much better an answer of another game has to be, to stand before those of here
FAINT = 0.12  # of the best: what is less is not shown
MARKED = 0.5  # how much a word is like one of a query, to be marked where nothing is more like it


@dataclass(frozen=True)
class Hit:
    """A passage that was found: `chapter` is the title of the chapter it stands in.

    `words` are those of its language that a query means, folded.
    """

    slug: str
    passage: Passage
    chapter: str
    score: float
    words: frozenset[str]


def find(
    shelf: Shelf,
    slugs: Iterable[str],
    languages: Iterable[str],
    query: str,
    *,
    language: str,
    here: str = "",
) -> list[Hit]:
    """The passages of these games that answer a query, in `language`, the best one first.

    `here` is the game that somebody comes from, whose passages go first, unless the query names
    another. A word of another language counts only where `language` has none that is as like. []
    for a query that is nothing like any word.
    """
    games = tuple(slugs)
    spoken = sorted(languages, key=lambda each: each != language)
    indexes = [index_words(shelf, games, each) for each in spoken]
    books = {slug: rulebook(shelf, slug, language) for slug in games}
    asked, here = _name(split_words(query), books, here)
    told = [_compare(word, indexes) for word in _part(asked, indexes[0])]
    told = [alike for alike in told if any(alike)]
    weights = [_weigh(indexes, alike) for alike in told]
    scores: dict[Key, float] = defaultdict(float)
    denied = denies(asked)
    for at, index in enumerate(indexes):
        share = FOREIGN if at else 1.0
        words = [(weight, alike[at]) for weight, alike in zip(weights, told, strict=True)]
        if any(alike for _, alike in words):
            for key, score in index.match_phrases(words, denied=denied).items():
                scores[key] = max(scores[key], PHRASE * share * score)
    for key, score in _match_texts(indexes, told, weights).items():
        scores[key] += score
    for passage in books[here].passages if here in books else ():
        scores[here, passage.anchor] *= HERE / (RARE if passage.general else 1.0)
    best = max(scores.values(), default=0.0)
    near = (each for each in scores.items() if each[1] >= best * FAINT > 0)
    words_meant = _mean(told, weights)
    hits = (_hit(key[0], books[key[0]], key[1], score, words_meant) for key, score in near)
    return sorted(hits, key=lambda hit: -hit.score)


def _name(words: Words, books: Mapping[str, Rulebook], here: str) -> tuple[Words, str]:
    """The words of a query without the game that it names, and that game, or `here`."""
    titles = {slug: set(map(fold_doubled, split_words(book.title))) for slug, book in books.items()}
    titles_with = Counter(chain.from_iterable(titles.values()))
    asked = set(map(fold_doubled, words))
    for slug, title in titles.items():
        own = {word for word in title - LITTLE - NUMBERS.keys() if titles_with[word] == 1}
        rest = tuple(word for word in words if fold_doubled(word) not in title)
        if own and own <= asked and rest:
            return rest, slug
    return words, here


def _mean(told: Sequence[Sequence[Alike]], weights: Sequence[float]) -> frozenset[str]:
    """The words of the first language that a query means; those that say little if it has none."""
    found = set[str]()
    telling = max(weights, default=0.0) > LEAST
    for each, weight in zip(told, weights, strict=True):
        if weight > LEAST or not telling:
            best = max(chain.from_iterable(alike.values() for alike in each))
            found |= {known for known, like in each[0].items() if like >= min(best, MARKED)}
    return frozenset(found)


def _part(words: Words, index: Index) -> Iterator[str]:
    """The words of a query; of a compound that is like none of the index its two halves."""
    for word in in_turns(words):
        halves = [(word[:at], word[at:]) for at in range(4, len(word) - 3)]
        if halves and not _is_like(word, index):
            yield from next((each for each in halves if _are_words(each, index)), (word,))
        else:
            yield word


def _are_words(halves: Words, index: Index) -> bool:
    """Whether both are words of the index, a slip in one of them aside."""
    known = any(half in index.rarity for half in halves)
    return known and all(_is_like(half, index) for half in halves)


def _is_like(word: str, index: Index) -> bool:
    return word in index.rarity or max(index.compare(word, 0.0).values(), default=0.0) >= SLIP


def _compare(word: str, indexes: Sequence[Index]) -> list[Alike]:
    """What a word is like in each language: in others only what is more like than in the first."""
    yield_now()
    own = indexes[0].compare(word, 0.0)
    least = max(own.values(), default=0.0)
    return [own, *(index.compare(word, least) if least < 1 else {} for index in indexes[1:])]


def _weigh(indexes: Sequence[Index], alike: Sequence[Alike]) -> float:
    """What a word of a query weighs: the rarity of the word that it is most like."""
    _likeness, rarity = max(
        (likeness, index.rarity[known])
        for index, each in zip(indexes, alike, strict=True)
        for known, likeness in each.items()
    )
    return rarity


def _match_texts(
    indexes: Sequence[Index], told: Sequence[Sequence[Alike]], weights: Sequence[float]
) -> dict[Key, float]:
    """How well the text of each passage answers a query: the more words of it, the better."""
    found: dict[Key, list[float]] = defaultdict(lambda: [0.0] * len(told))
    for at, alike in enumerate(told):
        for language, (index, each) in enumerate(zip(indexes, alike, strict=True)):
            for key, score in index.match_texts(each).items():
                found[key][at] = max(found[key][at], score * (FOREIGN if language else 1.0))
    return {key: _average(each, weights) * _share(each, weights) for key, each in found.items()}


def _average(scores: Sequence[float], weights: Sequence[float]) -> float:
    return sum(score * weight for score, weight in zip(scores, weights, strict=True)) / sum(weights)


def _share(scores: Sequence[float], weights: Sequence[float]) -> float:
    """The share of a query that a text has anything of."""
    return _average([float(score > 0) for score in scores], weights)


def _hit(slug: str, book: Rulebook, anchor: str, score: float, words: frozenset[str]) -> Hit:
    chapter = next(each for each in book.sections if anchor in each.anchors)
    passage = next(each for each in chapter.passages if each.anchor == anchor)
    return Hit(slug, passage, chapter.title, score, words)
