"""The rules of a game as one page, in the language of whoever opens it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import unescape
from importlib.resources.abc import Traversable
from itertools import chain, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

from companion.rulebook.merging import Chapter, merge

FALLBACK = "en"

_SLUG = re.compile(r"[a-z][a-z0-9-]*")
_FILE = re.compile(r"rules\.([a-z]{2})\.md")
_HEADING = re.compile(r'<h3 id="([^"]+)">(.*?)</h3>')
_ID = re.compile(r'\bid="([^"]+)"')
_BOLD = re.compile(r"<strong>(.*?)</strong>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_INLINE = re.compile(r"</?(?:a|code|em|span|strong)\b[^>]*>")
_HEADING_ID = re.compile(r"\s*\{#([a-z][a-z0-9-]*)\}$")


@dataclass(frozen=True)
class Passage:
    """What stands below one heading: `html` is its body without the heading.

    `anchor` is the id of the heading, `anchors` every id in the passage, that one first; `also` are
    other words for it that people search for, `general` if many games have such a passage.
    """

    anchor: str
    title: str
    html: str
    also: tuple[str, ...] = ()
    general: bool = False

    @property
    def anchors(self) -> tuple[str, ...]:
        return (self.anchor, *_ID.findall(self.html))

    @property
    def leads(self) -> tuple[str, ...]:
        """What it has in bold: what each of its parts is about."""
        return tuple(unescape(_TAG.sub("", each)) for each in _BOLD.findall(self.html))

    @property
    def text(self) -> str:
        """Its body as it is read, without marks."""
        return " ".join(unescape(_TAG.sub(" ", _INLINE.sub("", self.html))).split())


@dataclass(frozen=True)
class Section:
    """One chapter: `html` is its body without its heading, `anchors` every id, its own first.

    `also` are other words for each of its passages, by id, and `general` those of many games.
    """

    id: str
    title: str
    html: str
    anchors: tuple[str, ...]
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    general: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """What it says before its first heading, if anything, and below each of them."""
        opening, *parts = _HEADING.split(self.html)
        ids, titles, bodies = parts[::3], parts[1::3], parts[2::3]
        named = zip((self.id, *ids), (self.title, *titles), (opening, *bodies), strict=True)
        return tuple(
            Passage(anchor, unescape(_TAG.sub("", title)), html, *self._call(anchor))
            for anchor, title, html in named
            if html.strip()
        )

    def _call(self, anchor: str) -> tuple[tuple[str, ...], bool]:
        """What people call a passage, and whether it is of many games."""
        own = self.also.get(anchor, ())
        return own or self.general.get(anchor, ()), not own and anchor in self.general

    @property
    def paragraphs(self) -> tuple[Passage, ...]:
        """Everything below a heading of its own."""
        return tuple(each for each in self.passages if each.anchor != self.id)


@dataclass(frozen=True)
class Rulebook:
    """All chapters of one game, in the language in which they are really written."""

    title: str
    language: str
    sections: tuple[Section, ...]

    @property
    def anchors(self) -> tuple[str, ...]:
        """Every id a link can lead to, in the order of the page."""
        return tuple(chain.from_iterable(section.anchors for section in self.sections))

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """All that it says, heading by heading."""
        return tuple(chain.from_iterable(section.passages for section in self.sections))

    def passage(self, anchor: str) -> Passage | None:
        """The passage with this id in it; None where no link can lead."""
        return self._by_anchor.get(anchor)

    @cached_property
    def general(self) -> frozenset[str]:
        """The passages that many games have."""
        return frozenset(each.anchor for each in self.passages if each.general)

    @cached_property
    def chapters(self) -> Mapping[str, str]:
        """The title of the chapter in which each passage stands."""
        return {each.anchor: part.title for part in self.sections for each in part.passages}

    @cached_property
    def _by_anchor(self) -> Mapping[str, Passage]:
        return {anchor: each for each in reversed(self.passages) for anchor in each.anchors}


@dataclass(frozen=True)
class Common:
    """Paragraphs that come into the book of a game by themselves: those whose ids are `anchors`.

    `write` gives a page in a language on which they stand, in their chapters.
    """

    write: Callable[[str], str]
    anchors: frozenset[str]


@dataclass(frozen=True, eq=False)
class Shelf:
    """Where the books lie, a folder a game, and what comes into some by itself, by their slugs."""

    root: Traversable
    common: Mapping[str, Common] = field(default_factory=dict)


def rulebook(shelf: Shelf, slug: str, language: str) -> Rulebook:
    """The rules of the game `slug`, in English where nobody has written them in `language`.

    Each file is read once. LookupError for a game without rules, ValueError for a file that is not
    a page of rules.
    """
    written = _languages(shelf, slug)
    if FALLBACK not in written:
        raise LookupError(f"no rules for the game {slug!r}")
    return _read(shelf, slug, language if language in written else FALLBACK)


def _languages(shelf: Shelf, slug: str) -> set[str]:
    folder = _folder(shelf, slug) if _SLUG.fullmatch(slug) else None
    if folder is None or not folder.is_dir():
        return set()
    return {found[1] for file in folder.iterdir() if (found := _FILE.fullmatch(file.name))}


@cache
def _read(shelf: Shelf, slug: str, language: str) -> Rulebook:
    source = _folder(shelf, slug) / f"rules.{language}.md"
    try:
        title, chapters = _part(source.read_text(encoding="utf-8"))
        if common := shelf.common.get(slug):
            _title, more = _part(common.write(language))
            chapters = [*merge(chapters, more, common.anchors)]
        words = f"synonyms.{language}.txt"
        also = _read_synonyms(_folder(shelf, slug) / words)
        general = _read_synonyms(shelf.root / words)
        book = Rulebook(title, language, tuple(_section(c, also, general) for c in chapters))
    except ValueError as error:
        raise ValueError(f"{slug}, {source.name}: {error}") from error
    if unknown := sorted(also.keys() - {passage.anchor for passage in book.passages}):
        raise ValueError(f"{slug}, {words}: no passage {', '.join(unknown)}")
    if twice := sorted({anchor for anchor in book.anchors if book.anchors.count(anchor) > 1}):
        raise ValueError(f"{slug}, {source.name}: an id more than once: {', '.join(twice)}")
    return book


def _part(text: str) -> tuple[str, list[Chapter]]:
    """The title of a page, and its chapters."""
    tokens = _markdown().parse(text)
    tags = [each.tag if each.nesting == 1 and not each.level else "" for each in tokens]
    if tags[:1] != ["h1"] or tags[3:4] != ["h2"]:
        raise ValueError("a title and then chapters are expected")
    starts = [*(at for at, tag in enumerate(tags) if tag in ("h2", "h3")), len(tokens)]
    chapters: list[Chapter] = []
    for start, end in pairwise(starts):
        if tags[start] == "h2":
            chapters.append([])
        chapters[-1].append(tokens[start:end])
    return tokens[1].content, chapters


def _read_synonyms(source: Traversable) -> dict[str, tuple[str, ...]]:
    """What people call each passage: a line `anchor: words, other words` each; {} for no file.

    The file beside the games has words for passages that many games have; a game's own go first.
    """
    if not source.is_file():
        return {}
    lines = (
        line.partition(":") for line in source.read_text(encoding="utf-8").splitlines() if line
    )
    return {anchor: tuple(map(str.strip, said.split(","))) for anchor, _, said in lines}


def _folder(shelf: Shelf, slug: str) -> Traversable:
    return shelf.root / slug.replace("-", "_")


def _section(
    chapter: Chapter,
    also: Mapping[str, tuple[str, ...]],
    general: Mapping[str, tuple[str, ...]],
) -> Section:
    opening, title, _closing, *body = tokens = [*chain.from_iterable(chapter)]
    if "id" not in opening.attrs:
        raise ValueError(f"the chapter {title.content!r} has no id")
    html = _markdown().renderer.render(body, _markdown().options, {})
    ids = tuple(_ids(tokens))
    return Section(str(opening.attrs["id"]), title.content, html, ids, also, general)


def _ids(tokens: "Sequence[Token]") -> Iterator[str]:
    for token in tokens:
        if "id" in token.attrs:
            yield str(token.attrs["id"])
        yield from _ids(token.children or ())


def _name_headings(state: "StateCore") -> None:
    """Headings get the id of `## Title {#id}`; cells lose the style that the page's CSP bars."""
    for token, inner in pairwise(state.tokens):
        token.attrs.pop("style", None)
        if token.type == "heading_open" and (found := _HEADING_ID.search(inner.content)):
            token.attrs["id"] = found[1]
            inner.content = inner.content[: found.start()]


@cache
def _markdown() -> "MarkdownIt":
    """What reads the rules: a phone begins without it.

    `[words]{#id}` becomes <span id="id">words</span>; every attribute but the id is dropped.
    """
    from markdown_it import MarkdownIt
    from mdit_py_plugins.attrs import attrs_plugin

    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.use(attrs_plugin, spans=True, after=("span_close",), allowed=("id",))
    made.core.ruler.after("block", "name_headings", _name_headings)
    return made
