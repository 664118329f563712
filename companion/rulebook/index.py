"""The words of all rules in one language: what each says, and which others it is like."""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

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


class Phrase(NamedTuple):
    """A title or synonym of a passage: what it and its words weigh, and whether it denies."""

    key: Key
    share: float
    rarity: float
    denying: bool


class Asked(NamedTuple):
    """A word of a query: what it weighs, and what it is like."""

    weight: float
    alike: Alike


@dataclass(frozen=True)
class Index:
    """The words of one language: how much each says, and what it weighs in which text.

    `places` are the phrases that have a word, `roots` the words with a root, `sized` those of a
    length that slips can lead to, and `words` all, between spaces.
    """

    rarity: Mapping[str, float]
    weights: Mapping[str, Mapping[Key, float]]
    phrases: Sequence[Phrase]
    places: Mapping[str, Sequence[int]]
    roots: Mapping[str, Sequence[str]]
    sized: Mapping[int, Sequence[str]]
    words: str

    def compare(self, word: str, least: float) -> Alike:
        """The words of this language that a word is like, more than `least`."""
        if word.isdigit() or word in NUMBERS:
            same = NUMBERS.get(word, {word}) & self.rarity.keys()
            if same:
                return dict.fromkeys(same, 1.0)
        if word in LITTLE:
            return {word: 1.0} if word in self.rarity and least < 1.0 else {}
        alike = {known: _likeness(word, known) for known in self._share_letters(word)}
        for known in self.roots.get(root(word), ()):
            alike[known] = max(alike.get(known, 0.0), _kinship(word, known))
        if least < SLIP and max(alike.values(), default=0.0) < ROOT:
            for known, likeness in self._slip(word):
                alike[known] = max(alike.get(known, 0.0), likeness)
        return {known: likeness for known, likeness in alike.items() if likeness > least}

    def _slip(self, word: str) -> Iterator[tuple[str, float]]:
        """The words that a slip of the thumb, or two in a long word, makes of this one."""
        if len(word) < 3 or word.isdigit():
            return
        slips = 1 if len(word) < 8 else 2
        lengths = range(len(word) - slips, len(word) + slips + 1)
        near = [known for length in lengths for known in self.sized.get(length, ())]
        for known, distance, _ in extract(
            word, near, scorer=OSA.distance, score_cutoff=slips, limit=None
        ):
            yield known, SLIP**distance

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
        found: dict[Key, float] = {}
        for known, likeness in alike.items():
            for key, weight in self.weights.get(known, {}).items():
                if likeness * weight > found.get(key, 0.0):
                    found[key] = likeness * weight
        return found

    def match_phrases(self, query: Sequence[Asked], *, denied: bool) -> dict[Key, float]:
        """How well a title or synonym of each passage says what a query says, 0 to 1.

        That is the share of the query that the phrase has, times the share of the phrase that the
        query has.
        """
        telling = [asked.alike for asked in query if asked.weight > LEAST]
        words = set(chain.from_iterable(telling or (asked.alike for asked in query)))
        found = set(chain.from_iterable(self.places.get(word, ()) for word in words))
        heard, said = dict.fromkeys(found, 0.0), dict.fromkeys(found, 0.0)
        most: dict[str, float] = {}
        for weight, alike in query:
            likest: dict[int, float] = {}
            for known, likeness in sorted(alike.items(), key=itemgetter(1)):
                most[known] = max(most.get(known, 0.0), likeness)
                having = found.intersection(self.places.get(known, ()))
                likest.update(dict.fromkeys(having, likeness))
            for at, likeness in likest.items():
                heard[at] += weight * likeness
        for known, likeness in most.items():
            much = likeness * self.rarity[known]
            for at in found.intersection(self.places.get(known, ())):
                said[at] += much
        whole = sum(asked.weight for asked in query)
        best: dict[Key, float] = defaultdict(float)
        for at in found:
            key, share, rarity, denying = self.phrases[at]
            share *= 1.0 if denying == denied else DENIED
            best[key] = max(best[key], share * heard[at] / whole * said[at] / rarity)
        return best


def fold(text: str) -> str:
    """The text as it is looked for: without accents, in lower case."""
    if text.isascii():
        return text.lower()
    bare = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in bare if not unicodedata.combining(sign)).casefold()


@cache
def index_words(shelf: Shelf, slugs: tuple[str, ...], language: str) -> Index:
    weights: dict[str, dict[Key, float]] = defaultdict(dict)
    phrases: list[tuple[Key, set[str], float]] = []
    places: dict[str, list[int]] = defaultdict(list)
    passages = 0
    for slug in slugs:
        for section in rulebook(shelf, slug, language).sections:
            for passage in section.passages:
                passages += 1
                key = (slug, passage.anchor)
                share = _share(passage)
                whole = [set(split_words(each)) for each in (passage.title, *passage.also)]
                for word, weight in _weigh_words(passage, section.title, whole).items():
                    weights[word][key] = weight * share
                leads = [(set(split_words(each)), LEAD) for each in passage.leads]
                for words, much in (*leads, *((each, share) for each in whole)):
                    for word in words:
                        places[word].append(len(phrases))
                        weights[word].setdefault(key, 0.0)
                    if words:
                        phrases.append((key, words, much))
    rarity = {
        word: LEAST if word in LITTLE else math.log(1 + passages / len(having))
        for word, having in weights.items()
    }
    roots: dict[str, list[str]] = defaultdict(list)
    sized: dict[int, list[str]] = defaultdict(list)
    for word in rarity:
        roots[root(word)].append(word)
        if len(word) >= 4:
            sized[len(word)].append(word)
    known = [
        Phrase(key, share, sum(rarity[word] for word in words), denies(words))
        for key, words, share in phrases
    ]
    text = f" {' '.join(rarity)} "
    return Index(rarity, dict(weights), known, dict(places), dict(roots), dict(sized), text)


def fold_doubled(word: str) -> str:
    """The word with no letter twice in a row: who types in a hurry doubles one, or forgets to."""
    return DOUBLED.sub(r"\1", word) if len(word) > 3 else word


def root(word: str) -> str:
    """The word without what makes a form of it, the same for “swap” and “swapping”."""
    bare = PARTICIPLE.sub(r"\1", fold_doubled(word))
    return found[1] if (found := ENDED.fullmatch(bare)) else bare


def denies(words: Iterable[str]) -> bool:
    """Whether these words deny something."""
    return not DENIALS.isdisjoint(words)


def split_words(text: str) -> Words:
    return tuple(WORD.findall(SHORTENED.sub("", fold(text))))


def _share(passage: Passage) -> float:
    is_rare = passage.general or passage.anchor.startswith(EXCEPTIONS)
    return RARE if is_rare else 1.0


def _weigh_words(passage: Passage, chapter: str, said: Iterable[set[str]]) -> Counter[str]:
    """What each word weighs in a passage: the more where it says what the passage is about."""
    text = Counter(split_words(passage.text))
    length = sum(text.values())
    weights: Counter[str] = Counter()
    for word, times in text.items():
        weights[word] = times / (times + 0.5 + length / 80)  # type: ignore[assignment]
    for word in set(split_words(chapter)):
        weights[word] += CHAPTER  # type: ignore[assignment]
    for word, times in Counter(chain.from_iterable(said)).items():
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
