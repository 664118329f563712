"""Paragraphs of the rules, found by what somebody remembers of them, a slip of the thumb included.

What is looked for is looked for in every language, for a passage has the same anchor in all of
them: whoever types an English word on a Dutch phone finds the Dutch passage.
"""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from operator import mul
from pathlib import Path

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from companion.rulebook.book import Passage, Rulebook, Shelf, rulebook
from companion.runtime.yielding import in_turns, yield_now

Key = tuple[str, str]
"""A passage in any language: the slug of its game and its anchor."""

WORD = re.compile(r"\d+|\w\w+")  # the s of “player’s” is none
DOUBLED = re.compile(r"([^\W\d])\1")  # a letter
PHRASE = 4.0  # what a title or synonym weighs that a query says whole, against the words of a text
TITLE = 3.0  # what a word of a title or synonym weighs, against one in a text
CHAPTER = 0.2  # what a word in the title of the chapter weighs
LEAST = 0.3  # what a word that says little weighs, where others weigh 0.7 to 5
FOREIGN = 0.6  # what a word of another language weighs
HERE = 4.0  # how much better an answer of another game has to be, to stand before those of here
EXCEPTIONS = "situations"  # how special cases are called
RARE = 0.8  # what they weigh, and paragraphs that many games have
STEM = 0.4  # how much a word is like another that begins alike
SLIP = 0.75  # how much a word is like another that differs in one letter
ROOT = 0.9  # how much a word is like another but for letters that are doubled
FAINT = 0.12  # of the best: what is less is not shown
MARKED = 0.5  # how much a word is like one of a query, to be marked where nothing is more like it
NUMBERS = {
    word: frozenset((str(number), *words))
    for number, words in enumerate(
        map(
            str.split,
            (
                "two twee zwei deux",
                "three drie drei trois",
                "four vier quatre",
                "five vijf funf cinq",
                "six zes sechs",
                "seven zeven sieben sept",
                "eight acht huit",
                "nine negen neun neuf",
                "ten tien zehn dix",
            ),
        ),
        2,
    )
    for word in (str(number), *words)
}
"""How else a number is said, in all languages: one is left out, which is an article in most."""
LITTLE = frozenset(Path(__file__).with_name("little.txt").read_text(encoding="utf-8").split())
"""Words of all languages that join others, or ask, or stand everywhere: they say little."""

Words = tuple[str, ...]
Alike = Mapping[str, float]
"""The words of one language that a word of a query is like, and how much, 0 to 1."""


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


@dataclass(frozen=True)
class Index:
    """The words of one language: how much each says, and what it weighs in which text.

    `phrases` are the titles and synonyms of each passage, `places` those that have a word, and
    `roots` has a word for what is left of it without doubled letters.
    """

    rarity: Mapping[str, float]
    weights: Mapping[str, Mapping[Key, float]]
    phrases: Sequence[tuple[Key, Words, float]]
    places: Mapping[str, Sequence[int]]
    roots: Mapping[str, str]

    def compare(self, word: str, least: float) -> Alike:
        """The words of this language that a word is like, more than `least`."""
        if (word.isdigit() and word in self.rarity) or word in NUMBERS:
            same = NUMBERS.get(word, {word}) & self.rarity.keys()
            if same:
                return dict.fromkeys(same, 1.0)
        if word in self.rarity and word in LITTLE:
            return {word: 1.0}
        if word not in self.rarity and (known_root := self.roots.get(_root(word))):
            alike = {known: ROOT * like for known, like in self.compare(known_root, 0.0).items()}
            return {known: likeness for known, likeness in alike.items() if likeness > least}
        stem = word[: max(5, len(word) - 3)]
        alike = {
            known: _likeness(word, known)
            for known in self.rarity
            if word in known or known in word or known.startswith(stem)
        }
        if word not in self.rarity and len(word) >= 3 and not word.isdigit():
            slips = 1 if len(word) < 8 else 2
            near = extract(
                word, list(self.rarity), scorer=OSA.distance, score_cutoff=slips, limit=None
            )
            for known, distance, _ in near:
                if len(known) >= 4:
                    alike[known] = max(alike.get(known, 0.0), SLIP**distance)
        return {known: likeness for known, likeness in alike.items() if likeness > least}

    def match_texts(self, alike: Alike) -> dict[Key, float]:
        """How well the text of each passage answers a word of a query."""
        found: dict[Key, float] = defaultdict(float)
        for known, likeness in alike.items():
            for key, weight in self.weights.get(known, {}).items():
                found[key] = max(found[key], likeness * weight)
        return found

    def match_phrases(self, query: Sequence[tuple[float, Alike]]) -> dict[Key, float]:
        """How well a title or synonym of each passage says what a query says, 0 to 1.

        That is the share of the query that the phrase has, times the share of the phrase that the
        query has. The words of a query come with what they weigh.
        """
        whole = sum(weight for weight, _ in query)
        telling = [alike for weight, alike in query if weight > LEAST]
        words = set(chain.from_iterable(telling or (alike for _, alike in query)))
        best: dict[Key, float] = defaultdict(float)
        for at in set(chain.from_iterable(self.places.get(word, ()) for word in words)):
            key, phrase, share = self.phrases[at]
            likeness = [[alike.get(word, 0.0) for word in phrase] for _, alike in query]
            rarity = [self.rarity[word] for word in phrase]
            heard = sum(w * max(row) for (w, _), row in zip(query, likeness, strict=True)) / whole
            said = sum(map(mul, rarity, map(any, zip(*likeness, strict=True)))) / sum(rarity)
            best[key] = max(best[key], share * heard * said)
        return best


def fold(text: str) -> str:
    """The text as it is looked for: without accents, in lower case."""
    bare = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in bare if not unicodedata.combining(sign)).casefold()


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

    `here` is the game that somebody comes from, whose passages go first. A word of another
    language counts only where `language` has none that is as like. [] for a query that is nothing
    like any word.
    """
    games = tuple(slugs)
    spoken = sorted(languages, key=lambda each: each != language)
    indexes = [_index(shelf, games, each) for each in spoken]
    told = [_compare(word, indexes) for word in _part(_split(query), indexes[0])]
    told = [alike for alike in told if any(alike)]
    weights = [_weigh(indexes, alike) for alike in told]
    scores: dict[Key, float] = defaultdict(float)
    for at, index in enumerate(indexes):
        share = FOREIGN if at else 1.0
        words = [(weight, alike[at]) for weight, alike in zip(weights, told, strict=True)]
        if any(alike for _, alike in words):
            for key, score in index.match_phrases(words).items():
                scores[key] = max(scores[key], PHRASE * share * score)
    for key, score in _match_texts(indexes, told, weights).items():
        scores[key] += score
    scores = {key: score * (HERE if key[0] == here else 1.0) for key, score in scores.items()}
    best = max(scores.values(), default=0.0)
    books = {slug: rulebook(shelf, slug, language) for slug in games}
    near = (each for each in scores.items() if each[1] >= best * FAINT)
    words_meant = _mean(told, weights)
    hits = (_hit(key[0], books[key[0]], key[1], score, words_meant) for key, score in near)
    return sorted(hits, key=lambda hit: -hit.score)


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


@cache
def _index(shelf: Shelf, slugs: tuple[str, ...], language: str) -> Index:
    weights: dict[str, dict[Key, float]] = defaultdict(dict)
    phrases: list[tuple[Key, Words, float]] = []
    places: dict[str, list[int]] = defaultdict(list)
    found: dict[str, set[Key]] = defaultdict(set)
    passages = 0
    for slug in slugs:
        for section in rulebook(shelf, slug, language).sections:
            for passage in section.passages:
                passages += 1
                is_rare = passage.general or passage.anchor.startswith(EXCEPTIONS)
                share = RARE if is_rare else 1.0
                key = (slug, passage.anchor)
                for word, weight in _weigh_words(passage, section.title).items():
                    weights[word][key] = weight * share
                    found[word].add(key)
                for said in (passage.title, *passage.also):
                    words = _split(said)
                    for word in words:
                        places[word].append(len(phrases))
                        found[word].add(key)
                    if words:
                        phrases.append((key, words, share))
    rarity = {
        word: LEAST if word in LITTLE else math.log(1 + passages / len(keys))
        for word, keys in found.items()
    }
    roots = {_root(word): word for word in reversed(rarity) if len(word) > 2}
    return Index(rarity, dict(weights), phrases, dict(places), roots)


def _root(word: str) -> str:
    """The word with no letter twice in a row: who types in a hurry doubles one, or forgets to."""
    return DOUBLED.sub(r"\1", word) if len(word) > 3 else word


def _split(text: str) -> Words:
    return tuple(WORD.findall(fold(text)))


def _weigh_words(passage: Passage, chapter: str) -> Counter[str]:
    """What each word weighs in a passage: the more where it says what the passage is about."""
    text = Counter(_split(passage.text))
    length = sum(text.values())
    weights: Counter[str] = Counter()
    for word, times in text.items():
        weights[word] = times / (times + 0.5 + length / 80)  # type: ignore[assignment]
    for word in set(_split(chapter)):
        weights[word] += CHAPTER  # type: ignore[assignment]
    for word in {word for said in (passage.title, *passage.also) for word in _split(said)}:
        weights[word] += TITLE  # type: ignore[assignment]
    return weights


def _likeness(word: str, known: str) -> float:
    """How much a word of a query is like one that it is a part of, or the other way round."""
    if word == known:
        return 1.0
    if known.startswith(word):
        return 0.5 + 0.4 * len(word) / len(known)
    if min(len(word), len(known)) < 4:
        return 0.0
    if word.startswith(known):
        return 0.8 * len(known) / len(word)
    if word in known or known in word:
        return 0.6 * min(len(word), len(known)) / max(len(word), len(known))
    return STEM
