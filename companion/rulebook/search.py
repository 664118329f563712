"""Paragraphs of the rules, found by what somebody remembers of them, a slip of the thumb included.

What is looked for is looked for in every language, for a passage has the same anchor in all of
them: whoever types an English word on a Dutch phone finds the Dutch passage.
"""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rapidfuzz.distance import OSA

from companion.rulebook.book import Passage, rulebook

Key = tuple[str, str]
"""A passage in any language: the slug of its game and its anchor."""

WORD = re.compile(r"\d+|\w\w+")  # the s of “player’s” is none
TITLE, CHAPTER = 6.0, 1.0  # what a word weighs there, against one in the text
PHRASE = 12.0  # what a title or synonym weighs that a query says whole
FOREIGN = 0.5  # what a word of another language weighs
KNOWN = 0.5  # a word of the own language that is as like as this is not looked for in others
HERE = 1.3  # what a passage of the game weighs that somebody comes from
EXCEPTIONS, RARE = "situations", 0.6  # a chapter of every game, and what its passages weigh
FAINT = 0.12  # of the best: what is less is not shown
LITTLE = frozenset(Path(__file__).with_name("little.txt").read_text(encoding="utf-8").split())
"""Words of all languages that join others, or ask, or stand everywhere: they say little."""

Phrase = tuple[str, ...]
"""The words of a title or a synonym, without those that say little."""


@dataclass(frozen=True)
class Hit:
    """A passage that was found: `chapter` is the title of the chapter it stands in."""

    slug: str
    passage: Passage
    chapter: str
    score: float


@dataclass(frozen=True)
class Index:
    """The words of one language: how much each says, and what it weighs in which passage.

    `phrases` are the titles and synonyms of each passage.
    """

    rarity: Mapping[str, float]
    weights: Mapping[str, Mapping[Key, float]]
    phrases: Sequence[tuple[Key, Phrase, float]]

    def compare(self, word: str) -> dict[str, float]:
        """The words of this language that a word of a query is like, and how much."""
        alike = {known: _likeness(word, known) for known in self.weights}
        return {known: likeness for known, likeness in alike.items() if likeness}

    def match_words(self, alike: Mapping[str, float]) -> dict[Key, float]:
        """How well each passage answers a word of a query that is like these."""
        found: dict[Key, float] = defaultdict(float)
        for known, likeness in alike.items():
            for key, weight in self.weights[known].items():
                found[key] = max(found[key], likeness * weight * self.rarity[known])
        return found

    def match_phrases(self, alike: Sequence[Mapping[str, float]]) -> dict[Key, float]:
        """How well the titles and synonyms of each passage answer these words together, 0 to 1."""
        best: dict[Key, float] = defaultdict(float)
        for key, phrase, weight in self.phrases:
            said = [max((each.get(word, 0.0) for each in alike), default=0.0) for word in phrase]
            if min(said) < KNOWN:
                continue
            heard = [max(each.get(word, 0.0) for word in phrase) for each in alike]
            score = sum(said) / len(said) * (sum(heard) / len(heard)) ** 2 * weight
            best[key] = max(best[key], score)
        return best


def fold(text: str) -> str:
    """The text as it is looked for: without accents, in lower case."""
    bare = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in bare if not unicodedata.combining(sign)).casefold()


def find(
    shelf: str | Path,
    slugs: Iterable[str],
    languages: Iterable[str],
    query: str,
    *,
    language: str,
    here: str = "",
) -> list[Hit]:
    """The passages of these games that answer a query, in `language`, the best one first.

    `here` is the game that somebody comes from, whose passages go before. What has every word goes
    before what has some of them; words that say little are looked for only where there are no
    others. A word that `language` knows is not looked for in other languages. [] for a query that
    is nothing like any word.
    """
    games = tuple(slugs)
    words = _words(query)
    known: set[str] = set()
    told: dict[Key, float] = defaultdict(float)
    scores: dict[Key, list[float]] = defaultdict(lambda: [0.0] * len(words))
    for spoken in sorted(languages, key=lambda each: each != language):
        index = _index(shelf, games, spoken)
        alike = [{} if word in known else index.compare(word) for word in words]
        weight = 1.0 if spoken == language else FOREIGN
        if spoken == language:
            known = {
                word
                for word, like in zip(words, alike, strict=True)
                if max(like.values(), default=0.0) >= KNOWN
            }
        for at, like in enumerate(alike):
            for key, score in index.match_words(like).items():
                scores[key][at] = max(scores[key][at], weight * score)
        for key, score in index.match_phrases(alike).items():
            told[key] = max(told[key], PHRASE * weight * score)
    for key, each in scores.items():
        told[key] += sum(each) * _share(each) ** 2
    told = {key: score * (HERE if key[0] == here else 1.0) for key, score in told.items()}
    best = max(told.values(), default=0.0)
    hits = (_hit(shelf, key, score, language) for key, score in told.items())
    return sorted((hit for hit in hits if hit.score >= best * FAINT), key=lambda hit: -hit.score)


def _words(text: str) -> Phrase:
    """The words of a text, without those that say little, unless it has no others."""
    words = tuple(WORD.findall(fold(text)))
    return tuple(word for word in words if word not in LITTLE) or words


def _share(scores: list[float]) -> float:
    """The share of the words of a query that a passage answers."""
    return sum(score > 0 for score in scores) / len(scores)


def _hit(shelf: str | Path, key: Key, score: float, language: str) -> Hit:
    slug, anchor = key
    book = rulebook(shelf, slug, language)
    chapter = next(each for each in book.sections if anchor in each.anchors)
    passage = next(each for each in chapter.passages if each.anchor == anchor)
    return Hit(slug, passage, chapter.title, score)


@cache
def _index(shelf: str | Path, slugs: tuple[str, ...], language: str) -> Index:
    weights: dict[str, dict[Key, float]] = defaultdict(dict)
    phrases: list[tuple[Key, Phrase, float]] = []
    passages = 0
    for slug in slugs:
        for section in rulebook(shelf, slug, language).sections:
            share = RARE if section.id == EXCEPTIONS else 1.0
            for passage in section.passages:
                passages += 1
                key = (slug, passage.anchor)
                for word, weight in _weigh_words(passage, section.title).items():
                    weights[word][key] = weight * share
                for said in (passage.title, *passage.also):
                    phrases.append((key, _words(said), share))
                    for word in _words(said):
                        weights[word].setdefault(key, 0.0)
    rarity = {word: math.log(1 + passages / len(found)) for word, found in weights.items()}
    return Index(rarity, dict(weights), phrases)


def _weigh_words(passage: Passage, chapter: str) -> Counter[str]:
    """What each word weighs in a passage: the more where it says what the passage is about."""
    text = Counter(WORD.findall(fold(passage.text)))
    length = sum(text.values())
    weights: Counter[str] = Counter()
    for word, times in text.items():
        weights[word] = times / (times + 0.5 + length / 80)  # type: ignore[assignment]
    for said, weight in ((passage.title, TITLE), (chapter, CHAPTER)):
        words = set(_words(said))
        for word in words:
            weights[word] += weight / (1 + math.log(len(words)))  # type: ignore[assignment]
    return weights


def _likeness(word: str, known: str) -> float:
    """How much a word of a query is like one of the rules, 0 to 1."""
    if word == known:
        return 1.0
    if len(word) >= 2 and known.startswith(word):
        return 0.5 + 0.4 * len(word) / len(known)
    if len(known) >= 4 and word.startswith(known):
        return 0.8 * len(known) / len(word)
    if len(word) < 4 or word.isdigit():
        return 0.0
    if word in known:
        return 0.5 * len(word) / len(known)
    if len(known) >= 5 and known in word:
        return 0.7 * len(known) / len(word)
    slips = OSA.distance(word, known, score_cutoff=2)
    if slips <= (1 if len(word) < 7 else 2):
        return 0.6 / slips - 0.1
    if len(word) >= 5 and OSA.distance(word, known[: len(word)], score_cutoff=1) <= 1:
        return 0.3
    return 0.0
