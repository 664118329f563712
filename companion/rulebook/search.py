"""Paragraphs of the rules, found by what somebody remembers of them, a slip of the thumb included.

What is looked for is looked for in every language, for a passage has the same anchor in all of
them: whoever types an English word on a Dutch phone finds the Dutch passage.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AnySet
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from typing import NamedTuple, TypeAlias

from companion.rulebook.book import Passage, Rulebook, Shelf, rulebook
from companion.rulebook.index import (
    LEAST,
    LITTLE,
    NUMBERS,
    RARE,
    SLIP,
    Alike,
    Asked,
    Index,
    Key,
    Words,
    denies,
    fold_doubled,
    index_words,
    split_words,
)
from companion.runtime.yielding import in_turns

PHRASE = 4.0  # what a title or synonym weighs that a query says whole, against the words of a text
FOREIGN = 0.6  # what a word of another language weighs
HERE = 4.0  # how much better an answer of another game has to be, to stand before those of here
FAINT = 0.12  # of the best: what is less is not shown
MARKED = 0.5  # how much a word is like one of a query, to be marked where nothing is more like it

Names: TypeAlias = Mapping[str, tuple[AnySet[str], AnySet[str]]]


class Told(NamedTuple):
    """A word of a query: what it weighs, and what it is like in each language."""

    weight: float
    alike: Sequence[Alike]


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
    asked, here = _name(split_words(query), _names(shelf, games, language), here)
    told = _tell(asked, indexes)
    scores = _match_texts(indexes, told)
    for key, score in _match_phrases(indexes, told, denied=denies(asked)).items():
        scores[key] = scores.get(key, 0.0) + PHRASE * score
    books = _open(shelf, games, language)
    for slug, anchor in scores:
        if slug == here:
            scores[slug, anchor] *= HERE / (RARE if anchor in books[slug].general else 1.0)
    least = FAINT * max(scores.values(), default=0.0)
    words = _mean(told)
    hits = [
        Hit(slug, _passage(books[slug], anchor), books[slug].chapters[anchor], score, words)
        for (slug, anchor), score in scores.items()
        if score >= least > 0
    ]
    return sorted(hits, key=lambda hit: -hit.score)


def _passage(book: Rulebook, anchor: str) -> Passage:
    found = book.passage(anchor)
    assert found
    return found


@cache
def _open(shelf: Shelf, slugs: tuple[str, ...], language: str) -> Mapping[str, Rulebook]:
    """The books of these games: to look whether a language is written takes time."""
    return {slug: rulebook(shelf, slug, language) for slug in slugs}


@cache
def _names(shelf: Shelf, slugs: tuple[str, ...], language: str) -> Names:
    """The words in the title of each game, and those that only its title has."""
    titles = {
        slug: frozenset(map(fold_doubled, split_words(book.title)))
        for slug, book in _open(shelf, slugs, language).items()
    }
    titles_with = Counter(chain.from_iterable(titles.values()))
    return {
        slug: (title, {each for each in title - LITTLE - NUMBERS.keys() if titles_with[each] == 1})
        for slug, title in titles.items()
    }


def _name(words: Words, names: Names, here: str) -> tuple[Words, str]:
    """The words of a query without the game that it names, and that game, or `here`."""
    asked = {word: fold_doubled(word) for word in words}
    for slug, (title, own) in names.items():
        if own and own <= set(asked.values()):
            rest = tuple(word for word in words if asked[word] not in title)
            return (rest, slug) if rest else (words, here)
    return words, here


def _tell(words: Words, indexes: Sequence[Index]) -> list[Told]:
    """The words of a query that are like any of the rules, and what each is like.

    A compound that is like none counts as its two halves.
    """
    known = cache(partial(indexes[0].compare, least=0.0))
    told = list[Told]()
    for word in in_turns(dict.fromkeys(_part(words, indexes[0].rarity, known))):
        least = max(known(word).values(), default=0.0)
        more = (index.compare(word, least) if least < 1 else {} for index in in_turns(indexes[1:]))
        if any(alike := [known(word), *more]):
            told.append(Told(_weigh(indexes, alike), alike))
    return told


def _part(words: Words, rarity: Container[str], known: Callable[[str], Alike]) -> Iterator[str]:
    """The words of a query; of a compound that is like none of the index its two halves."""

    def is_like(word: str) -> bool:
        return word in rarity or max(known(word).values(), default=0.0) >= SLIP

    for word in words:
        halves = [(word[:at], word[at:]) for at in range(4, len(word) - 3)]
        if halves and not is_like(word):
            both = (pair for pair in halves if any(half in rarity for half in pair))
            yield from next((pair for pair in both if all(map(is_like, pair))), (word,))
        else:
            yield word


def _weigh(indexes: Sequence[Index], alike: Sequence[Alike]) -> float:
    """What a word of a query weighs: the rarity of the word that it is most like."""
    _likeness, rarity = max(
        (likeness, index.rarity[known])
        for index, each in zip(indexes, alike, strict=True)
        for known, likeness in each.items()
    )
    return rarity


def _mean(told: Sequence[Told]) -> frozenset[str]:
    """The words of the first language that a query means; those that say little if it has none."""
    found = set[str]()
    telling = any(each.weight > LEAST for each in told)
    for weight, alike in told:
        if weight > LEAST or not telling:
            best = max(chain.from_iterable(each.values() for each in alike))
            found |= {known for known, like in alike[0].items() if like >= min(best, MARKED)}
    return frozenset(found)


def _match_phrases(
    indexes: Sequence[Index], told: Sequence[Told], *, denied: bool
) -> dict[Key, float]:
    """How well a title or synonym of each passage answers a query."""
    best: dict[Key, float] = {}
    for at, index in enumerate(indexes):
        asked = [Asked(weight, alike[at]) for weight, alike in told]
        for key, score in index.match_phrases(asked, denied=denied).items():
            best[key] = max(best.get(key, 0.0), score * (FOREIGN if at else 1.0))
    return best


def _match_texts(indexes: Sequence[Index], told: Sequence[Told]) -> dict[Key, float]:
    """How well the text of each passage answers a query: the more words of it, the better.

    Words that say little lead to no passage by themselves if others do.
    """
    whole = sum(each.weight for each in told)
    scores: dict[Key, float] = defaultdict(float)
    shares: dict[Key, float] = defaultdict(float)
    for weight, alike in sorted(told, key=lambda each: -each.weight):
        found: dict[Key, float] = {}
        for at, (index, each) in enumerate(zip(indexes, alike, strict=True)):
            for key, score in index.match_texts(each).items():
                found[key] = max(found.get(key, 0.0), score * (FOREIGN if at else 1.0))
        for key in found.keys() & scores.keys() if scores and weight <= LEAST else found:
            scores[key] += weight * found[key] / whole
            shares[key] += weight / whole
    return {key: score * shares[key] for key, score in scores.items()}
