"""A game of the shelf as one value: rules, words, board, pages and rule book."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeAlias

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from flask_babel.speaklater import LazyString

from companion.engine.deck import Learning
from companion.engine.entry import Facts
from companion.engine.log import UNREADABLE, Line
from companion.engine.rules import Concurrency, E, Rules, S, Summary
from companion.games.board import PlainBoard
from companion.games.forms import AskedForm, EntryForm, SwitchesForm, TakenBackForm
from companion.games.learned_deck import LearnedDeck
from companion.games.telling import UNREAD, Tellings, Told
from companion.rulebook.book import Common

Text: TypeAlias = str | LazyString
"""A text on a page: in the language of the request where it is shown."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A way into a game from the shelf, with some of its options already chosen.

    `slug` is its address and the name of its glyph; `title` what the game is called; `accent` its
    one colour, a class of the style. `chapter` is the part of the rules that it leads to, "" for
    their beginning; `subtitle` a few words below the title; `bgg` its number at Board Game Geek,
    where we are sure of it.
    """

    slug: str
    title: Text
    accent: str
    options: Mapping[str, object] = field(default_factory=dict)
    chapter: str = ""
    subtitle: Text = ""
    bgg: int | None = None


class Words(Protocol):
    """The sentences of a game: a module with these functions.

    `names` are the players as this phone shows them, by seat. All texts are in the language of the
    request.
    """

    def explain_breach(self, rule: str, state: Any, facts: Facts, names: Sequence[str]) -> str:
        """Say what is wrong with an entry that breaks this rule, `GAME_OVER` among them."""

    def describe_result(self, result: Summary, names: Sequence[str]) -> str:
        """Say in a few words how a game stands, or how it ended."""

    def share_result(self, result: Summary, names: Sequence[str]) -> str:
        """Tell the result to those who were not there: "Ben wins: Ben 7, Ann 12"."""

    def describe_options(self, options: Mapping[str, object]) -> str:
        """Say which variants these options are, on the page about a game; "" for none."""


@dataclass(frozen=True, slots=True)
class Part:
    """What a game is long in: the heading over one with its number, and how many there are."""

    heading: Text
    count: Callable[[int], str]


TURN = Part(_l("Turn %(number)s"), lambda turns: ngettext("%(num)d turn", "%(num)d turns", turns))
ROUND = Part(
    _l("Round %(number)s"), lambda rounds: ngettext("%(num)d round", "%(num)d rounds", rounds)
)


@dataclass(frozen=True)
class Pages:
    """What the pages of a game take in.

    `forms` are its entries as forms. `switches` is the form of its set-up, and `helps` are those
    switches that are no rules and never stand in a record. `sheets` are the pages beside the board,
    each a template of its folder; `asked` is the form of what their addresses may ask for.
    `replies` names, by kind of entry, the sheet that says what is wrong with an entry, where that
    is not the board. `mistakes` says what is wrong with a field of an entry, by its name.
    `depths` are how much of a game a table can enter, the usual one first: their ids, which the
    option `depth` of a game holds, with what they are called; without them there is no choice.
    Where that is only the result (`RESULT`), a game starts with its sheet "result". A table may
    choose another one in the middle of a game: `depth_of` reads it from the state.
    `forgotten` is the title of the page for what was forgotten, and `virtual_player` the name of
    whoever somebody that plays alone plays for (`Rules.least`).
    """

    forms: tuple[type[EntryForm], ...]
    switches: type[SwitchesForm] = SwitchesForm
    helps: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()
    asked: type[AskedForm] = AskedForm
    replies: Mapping[str, str] = field(default_factory=dict)
    mistakes: Mapping[str, Text] = field(default_factory=dict)
    forgotten: Text = _l("Missed something before this?")
    virtual_player: Text = ""
    depths: Mapping[str, Text] = field(default_factory=dict)
    depth_of: Callable[[Any], str | None] = lambda state: None

    def find_form(self, kind: str | None) -> type[EntryForm] | None:
        """The form of this kind of entry, taking back among them; None for no such kind."""
        known: tuple[type[EntryForm], ...] = (*self.forms, TakenBackForm)
        return next((form for form in known if form.kind == kind), None)

    def fields(self, facts: Facts) -> dict[str, object]:
        """The fields in which a phone posts these facts, for a page that asks about them."""
        form = self.find_form(str(facts.get("kind"))) or EntryForm
        return form.fields(facts)


@dataclass(frozen=True)
class RuleBook:
    """How pages lead to the rules of a game, which stand in `rules.<language>.md` of its folder.

    `common` are the paragraphs that come in by themselves; None for a game that has none.
    `relevant` names the paragraphs that matter in a state, the most relevant one first. `preparing`
    says what is laid out and dealt at a start, thing by thing. In the text `signs` stand in the
    headings with these ids and `examples` below them, both out of the sprites of `drawings`.
    """

    relevant: Callable[[Any], Iterable[str]]
    preparing: Callable[[Any], Iterable[str]]
    signs: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, str] = field(default_factory=dict)
    drawings: tuple[str, ...] = ()
    common: Common | None = None


def lay_draw_pile(cards: int) -> str:
    """Say what becomes of the cards that are not dealt, one or more."""
    return ngettext(
        "The %(num)d remaining card is the draw pile, face down.",
        "The %(num)d remaining cards are the draw pile, face down.",
        cards,
    )


@dataclass(frozen=True, slots=True)
class Tallies:
    """What the statistics of a table count of a game, and what they call it.

    Of the facts in `counted`, which its summaries hold, they say how many finished games say what.
    Of those in `averaged`, which are numbers, they say the average over the games that have one.
    `levels` is an option whose values, the easiest first, have figures of their own; "" for a game
    without levels. Two templates of its folder show all that, where they exist: `_tallied.html`
    among the figures of all games, `_tallies.html` below them. `fewest` is what the best result is
    called where fewer points are better, `most` where more are (`Summary.highest_wins`). `wins` and
    `average` are what the figures of a game are called that all win or lose together.
    """

    counted: tuple[str, ...] = ()
    averaged: tuple[str, ...] = ()
    levels: str = ""
    wins: Text = _l("won")
    fewest: Text = _l("fewest points")
    most: Text = _l("most points")
    average: Text = _l("points, on average")


CARDS_LEFT = Tallies(fewest=_l("fewest cards left"), average=_l("cards left, on average"))
"""Those of a game in which all get rid of cards together."""


@dataclass(frozen=True)
class Game(Generic[S, E]):
    """One game of the shelf. What a game does not need has a default.

    `slug` is its name in addresses and records; `tiles` are its places on the shelf, the plain one
    first. `tellings` say what was entered, and what changed by it; `board` is made of a story, and
    of what else a `PlainBoard` knows. `concurrency` says how the entries of several phones go
    together; without it every entry that comes between is asked about.
    `deck` says how its cards are learned; None where they carry nothing. `series` makes the figures
    of the games at one table, given their states, oldest first; None for a game whose games have
    nothing to do with each other. `shown_by` is the folder of the templates that it has not itself,
    and `scoring` the score pad that it is, if it is one. `named_by` is the option that holds the
    name of what is played; "" where that is always the same. `part` is what it is long in, and
    `number` that of the part to which a state belongs, from 1.
    """

    slug: str
    tiles: tuple[Tile, ...]
    rules: Rules[S, E]
    words: Words
    tellings: Tellings
    board: Callable[..., PlainBoard[S]]
    pages: Pages
    rule_book: RuleBook
    concurrency: Concurrency[S, E] = Concurrency()
    deck: LearnedDeck | None = None
    series: Callable[[Iterable[S]], object] | None = None
    tallies: Tallies = Tallies()
    shown_by: str = ""
    named_by: str = ""
    scoring: object = None
    part: Part = TURN
    number: Callable[[Any], int] = attrgetter("number")

    @property
    def learning(self) -> Learning | None:
        """How its cards are learned; None where they carry nothing."""
        return self.deck.learning if self.deck else None

    @cached_property
    def rule_of(self) -> Mapping[str, str]:
        """The paragraph of the rules behind each kind of entry, notes included."""
        return {entry.kind: entry.paragraph for entry in self.rules.known}

    def describe_line(self, line: Line, names: Sequence[str]) -> str:
        """What the log says of a line."""
        return self.tell(line, names).log()

    def say_line(self, line: Line, names: Sequence[str]) -> Iterator[str]:
        """Say aloud what a line entered, then what changed by it."""
        told = self.tell(line, names)
        yield told.say()
        yield from told.announce()

    def tell(self, line: Line, names: Sequence[str]) -> Told:
        """How the game tells of a line, also of one that nobody can read."""
        if line.kind == UNREADABLE:
            return Told(UNREAD, line, names)
        return self.tellings.told(self.tellings.kinds[line.kind], line, names)

    def describe_part(self, state: S) -> str:
        """Name the part of the game that this state belongs to, as a heading: "Round 3"."""
        return str(self.part.heading) % {"number": self.number(state)}

    def describe_length(self, result: Summary) -> str:
        return _("Only the result") if result.result_only else self.part.count(result.turns)

    def only_ends(self, line: Line) -> bool:
        """Whether a line does no more than end a turn."""
        return self.tell(line, ()).telling.ends

    @property
    def players(self) -> str:
        low, high = self.rules.seats[0], self.rules.seats[-1]
        if low == high:
            return ngettext("%(num)d player", "%(num)d players", low)
        return _("%(low)s to %(high)s players", low=low, high=high)

    @property
    def folder(self) -> str:
        """Where its templates and its package stand: the slug as a Python name."""
        return self.slug.replace("-", "_")

    @property
    def scripts(self) -> str:
        """What its scripts are called: a score pad that is nothing else has those of all pads."""
        return self.shown_by if self.scoring else self.folder

    def templates(self, name: str) -> list[str]:
        """Where this template of its pages may stand: in its own folder first, at last in none."""
        folders = (self.folder, self.shown_by) if self.shown_by else (self.folder,)
        return [*(f"games/{folder}/{name}.html" for folder in folders), f"{name}.html"]

    def called(self, options: Mapping[str, object]) -> str:
        """The name that a table has given what it plays; "" where it has none of its own."""
        return str(options.get(self.named_by) or "") if self.named_by else ""

    def tile(self, options: Mapping[str, object]) -> Tile:
        """The tile of the shelf that a game with these options is: the last one that it fills."""
        fitting = (tile for tile in self.tiles if tile.options.items() <= options.items())
        return tuple(fitting)[-1]
