"""The words of all rules in one language: what each says, and which others it is like."""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from operator import mul
from pathlib import Path

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from companion.rulebook.book import Passage, Shelf, rulebook

Key = tuple[str, str]
"""A passage in any language: the slug of its game and its anchor."""

WORD = re.compile(r"\d+|\w\w+")  # the s of “player’s” is none
SHORTENED = re.compile(r"(?<=n)['’](?=t\b)")  # “can’t” and “cant” are one word
DOUBLED = re.compile(r"([^\W\d])\1")  # a letter
PARTICIPLE = re.compile(r"^(.{2,4}|)ge(?=.{3,}(?:d|t|en)$)")  # the ge of “umgedreht”
ENDED = re.compile(r"(.{4,}?)(?:s|e[sn]?|ed?|d|ing|te?|y|ies)")  # a root and what forms end in
TITLE = 4.0  # what a word of titles and synonyms weighs at most, against one in a text
CHAPTER = 0.2  # what a word in the title of the chapter weighs
LEAST = 0.5  # what a word that says little weighs, where others weigh 0.7 to 5
EXCEPTIONS = "situations"  # how special cases are called
RARE = 0.8  # what they weigh, and paragraphs that many games have
LEAD = 0.6  # what a phrase in bold weighs, which says what a part of a paragraph is about
STEM = 0.4  # how much a word is like another that begins alike
SLIP = 0.75  # how much a word is like another that differs in one letter
ROOT = 0.9  # how much a word is like another but for letters that are doubled
ENDING = 0.8  # how much a word is like another form of it
NUMBERS = {"1": frozenset(("1", "one", "een", "ein", "eine", "un", "une"))} | {
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
"""How else a number is said, in all languages: “one” means none of them, being an article."""
LITTLE = frozenset(Path(__file__).with_name("little.txt").read_text(encoding="utf-8").split())
"""Words of all languages that join others, or ask, or stand everywhere: they say little."""

DENIALS = frozenset(
    WORD.findall(
        "no not none nothing never without cannot cant dont nobody "
        "geen niet niets nooit zonder niemand "
        "kein keine keinen nicht nichts nie ohne "
        "pas sans aucun aucune jamais"
    )
)
"""Words of all languages that turn a phrase into its opposite."""
DENIED = 0.7  # what a phrase weighs that denies what a query asks, or does not deny what it denies

Words = tuple[str, ...]
Alike = Mapping[str, float]
"""The words of one language that a word of a query is like, and how much, 0 to 1."""


@dataclass(frozen=True)
class Index:
    """The words of one language: how much each says, and what it weighs in which text.

    `phrases` are the titles and synonyms of each passage, and whether they deny something;
    `places` those that have a word, `roots` the words with a root, and `words` all, between spaces.
    """

    rarity: Mapping[str, float]
    weights: Mapping[str, Mapping[Key, float]]
    phrases: Sequence[tuple[Key, Words, float, bool]]
    places: Mapping[str, Sequence[int]]
    roots: Mapping[str, Sequence[str]]
    words: str

    def compare(self, word: str, least: float) -> Alike:
        """The words of this language that a word is like, more than `least`."""
        if (word.isdigit() and word in self.rarity) or word in NUMBERS:
            same = NUMBERS.get(word, {word}) & self.rarity.keys()
            if same:
                return dict.fromkeys(same, 1.0)
        if word in LITTLE:
            return {word: 1.0} if word in self.rarity and least < 1.0 else {}
        alike = {known: _likeness(word, known) for known in self._share_letters(word)}
        for known in self.roots.get(root(word), ()):
            alike[known] = max(alike.get(known, 0.0), _kinship(word, known))
        is_known = max(alike.values(), default=0.0) >= ROOT
        if not is_known and len(word) >= 3 and not word.isdigit():
            slips = 1 if len(word) < 8 else 2
            near = extract(
                word, self.words.split(), scorer=OSA.distance, score_cutoff=slips, limit=None
            )
            for known, distance, _ in near:
                if len(known) >= 4:
                    alike[known] = max(alike.get(known, 0.0), SLIP**distance)
        return {known: likeness for known, likeness in alike.items() if likeness > least}

    def _share_letters(self, word: str) -> Iterator[str]:
        """The words that a word begins like, is a part of, or has as a part of it."""
        stem = word[: max(5, len(word) - 3)]
        at = self.words.find(stem)
        while at >= 0:
            start, end = self.words.rfind(" ", 0, at) + 1, self.words.find(" ", at)
            known = self.words[start:end]
            if start == at or word in known:
                yield known
            at = self.words.find(stem, end)
        parts = {word[a:b] for a, b in combinations(range(len(word) + 1), 2) if b - a >= 4}
        yield from parts & self.rarity.keys()
        yield from chain.from_iterable(self.roots[part] for part in parts & self.roots.keys())

    def match_texts(self, alike: Alike) -> dict[Key, float]:
        """How well the text of each passage answers a word of a query."""
        found: dict[Key, float] = defaultdict(float)
        for known, likeness in alike.items():
            for key, weight in self.weights.get(known, {}).items():
                found[key] = max(found[key], likeness * weight)
        return found

    def match_phrases(
        self, query: Sequence[tuple[float, Alike]], *, denied: bool
    ) -> dict[Key, float]:
        """How well a title or synonym of each passage says what a query says, 0 to 1.

        That is the share of the query that the phrase has, times the share of the phrase that the
        query has. The words of a query come with what they weigh; one that it says twice has to be
        in the phrase twice.
        """
        weights = [weight for weight, _ in query]
        whole = sum(weights)
        telling = [alike for weight, alike in query if weight > LEAST]
        words = set(chain.from_iterable(telling or (alike for _, alike in query)))
        before = [[each for _, each in query[:at]].count(query[at][1]) for at in range(len(query))]
        best: dict[Key, float] = defaultdict(float)
        for at in set(chain.from_iterable(self.places.get(word, ()) for word in words)):
            key, phrase, share, denying = self.phrases[at]
            share *= 1.0 if denying == denied else DENIED
            likeness = [[alike.get(word, 0.0) for word in phrase] for _, alike in query]
            rarity = [self.rarity[word] for word in phrase]
            heard = sum(map(mul, weights, map(_best, likeness, before))) / whole
            said = sum(map(mul, rarity, map(max, zip(*likeness, strict=True)))) / sum(rarity)
            best[key] = max(best[key], share * heard * said)
        return best


def _best(row: Sequence[float], before: int) -> float:
    """The best of a row, without the ones `before` it."""
    return max(row) if not before else sorted((*row, *[0.0] * before))[-1 - before]


def fold(text: str) -> str:
    """The text as it is looked for: without accents, in lower case."""
    bare = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in bare if not unicodedata.combining(sign)).casefold()


@cache
def index_words(shelf: Shelf, slugs: tuple[str, ...], language: str) -> Index:
    weights: dict[str, dict[Key, float]] = defaultdict(dict)
    phrases: list[tuple[Key, Words, float, bool]] = []
    places: dict[str, list[int]] = defaultdict(list)
    found: dict[str, set[Key]] = defaultdict(set)
    passages = 0
    for slug in slugs:
        for section in rulebook(shelf, slug, language).sections:
            for passage in section.passages:
                passages += 1
                key = (slug, passage.anchor)
                for word, weight in _weigh_words(passage, section.title).items():
                    weights[word][key] = weight * _share(passage)
                    found[word].add(key)
                for said, much in _weigh_phrases(passage).items():
                    words = split_words(said)
                    for word in words:
                        places[word].append(len(phrases))
                        found[word].add(key)
                    if words:
                        phrases.append((key, words, much, denies(words)))
    rarity = {
        word: LEAST if word in LITTLE else math.log(1 + passages / len(keys))
        for word, keys in found.items()
    }
    roots: dict[str, list[str]] = defaultdict(list)
    for word in rarity:
        roots[root(word)].append(word)
    return Index(rarity, dict(weights), phrases, dict(places), dict(roots), f" {' '.join(rarity)} ")


def fold_doubled(word: str) -> str:
    """The word with no letter twice in a row: who types in a hurry doubles one, or forgets to."""
    return DOUBLED.sub(r"\1", word) if len(word) > 3 else word


def root(word: str) -> str:
    """The word without what makes a form of it, the same for “swap” and “swapping”."""
    bare = PARTICIPLE.sub(r"\1", fold_doubled(word))
    return found[1] if (found := ENDED.fullmatch(bare)) else bare


def denies(words: Words) -> bool:
    """Whether these words deny something."""
    return not DENIALS.isdisjoint(words)


def split_words(text: str) -> Words:
    return tuple(WORD.findall(SHORTENED.sub("", fold(text))))


def _share(passage: Passage) -> float:
    is_rare = passage.general or passage.anchor.startswith(EXCEPTIONS)
    return RARE if is_rare else 1.0


def _weigh_phrases(passage: Passage) -> Mapping[str, float]:
    """What each phrase weighs that says what a passage, or a part of it, is about."""
    whole = (passage.title, *passage.also)
    return dict.fromkeys(passage.leads, LEAD) | dict.fromkeys(whole, _share(passage))


def _weigh_words(passage: Passage, chapter: str) -> Counter[str]:
    """What each word weighs in a passage: the more where it says what the passage is about."""
    text = Counter(split_words(passage.text))
    length = sum(text.values())
    weights: Counter[str] = Counter()
    for word, times in text.items():
        weights[word] = times / (times + 0.5 + length / 80)  # type: ignore[assignment]
    for word in set(split_words(chapter)):
        weights[word] += CHAPTER  # type: ignore[assignment]
    said = Counter(
        chain.from_iterable(set(split_words(each)) for each in (passage.title, *passage.also))
    )
    for word, times in said.items():
        weights[word] += TITLE * times / (times + 1)  # type: ignore[assignment]
    return weights


def _kinship(word: str, known: str) -> float:
    """How much a word is like another with the same root."""
    return ROOT if fold_doubled(word) == fold_doubled(known) else ENDING


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
    part = known if word in known else root(known)
    if word in part or part in word:
        return 0.6 * min(len(word), len(part)) / max(len(word), len(part))
    return STEM
