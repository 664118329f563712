"""The board of One Brain: the middle against the limit, and what every page of it shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask_babel import ngettext

from companion.engine.log import Line
from companion.games.board import Pictured, PlainBoard
from companion.games.chart import Chart, chart
from companion.games.one_brain import rules
from companion.games.one_brain.deck import COLOURS, Kind, colour_of
from companion.games.one_brain.entries import Action, Source, TurnEnded
from companion.games.one_brain.state import LIMIT, Column, Phase, State
from companion.games.one_brain.tips import Tip, tip
from companion.games.one_brain.words import explain_end, result

PEEKING = 3  # cards of a column that are drawn; its number says how many there are


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of the middle: a column, or room for one; the last one ends the attempt."""

    number: int
    column: Column | None
    ends: bool

    @property
    def below(self) -> int:
        """How many covered cards are drawn, 0 to 2."""
        return min(self.column.cards, PEEKING) - 1 if self.column else 0

    @property
    def colour(self) -> str | None:
        return colour_of(self.column.top[0]) if self.column and self.column.top else None

    @property
    def kind(self) -> str | None:
        return self.column.top[1] if self.column and self.column.top else None


@dataclass(frozen=True)
class Laying:
    """What a card may do now: the columns it finds, and what its player still holds."""

    state: State

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The columns of the middle, and the free places up to the limit."""
        lying, limit = self.state.columns, self.state.limit
        return tuple(
            Slot(number, lying[number - 1] if number <= len(lying) else None, number == limit)
            for number in range(1, max(limit, len(lying)) + 1)
        )

    @property
    def lying(self) -> tuple[Slot, ...]:
        return tuple(slot for slot in self.slots if slot.column)

    @property
    def usual(self) -> Source:
        """Where the card comes from, if nobody says otherwise."""
        return (
            Source.HAND if self.state.count_cards(self.state.player, Source.HAND) else Source.DOMAIN
        )

    @property
    def usual_second(self) -> Source:
        """Where a second card comes from then."""
        left = self.state.after_laying(self.usual)
        return Source.HAND if left[Source.HAND] > 0 else Source.DOMAIN

    @cached_property
    def asking(self) -> tuple[str, ...]:
        return tuple(action for action in Action if self.state.hits(action))

    @property
    def others(self) -> tuple[int, ...]:
        """The seats a card may be given to, clockwise."""
        player, seats = self.state.player, self.state.seats
        return tuple((player + turn) % seats for turn in range(1, seats))


@dataclass(frozen=True)
class Board(PlainBoard[State]):
    """What everybody at the table may see. There is no list of discarded cards anywhere."""

    parts = ("brain",)
    sprites = ("brain", "deck")
    actions = tuple(map(str, Action))
    kinds = tuple(map(str, Kind))
    cards = tuple((colour, tuple(f"{colour} {kind}" for kind in Kind)) for colour in COLOURS)
    """The grid: each colour with its cards, by kind."""

    @cached_property
    def arrived(self) -> int | None:
        """The column that the fresh entry covered, or the last one that it brought."""
        line = self.story.line(self.fresh) if self.fresh else None
        if line is None or "action" not in line.facts:
            return None
        if line.facts["action"] == Action.COVER and "column" in line.facts:
            return int(str(line.facts["column"]))
        before: State = line.before
        brought = [column.id for column in self.state.columns if column.id >= before.next_id]
        return brought[-1] if brought else None

    @property
    def covers_log(self) -> bool:
        """Whether the log would remember what the table may not look up (003:51)."""
        return not self.over

    @property
    def paragraph(self) -> str:
        state = self.state
        if state.must_draw:
            return "must-draw"
        if not (state.opened or state.solo):
            return rules.Rule.STARTER_BEFORE_FIRST_CARD
        return "levels"

    @property
    def laying(self) -> Laying:
        """What the next card may do; once this turn's lies, that is a card of the next seat."""
        waits = self.state.phase is Phase.DRAW and not self.over
        return Laying(rules.apply(self.state, TurnEnded()) if waits else self.state)

    def laying_at(self, line: Line) -> Laying:
        return Laying(line.before)

    @property
    def drawing(self) -> bool:
        """Whether the card of this turn lies, so that drawing or ending it comes next."""
        state = self.state
        return state.phase is Phase.DRAW or not state.count_cards(state.player)

    @cached_property
    def known(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.learned.items())

    @cached_property
    def fullness(self) -> tuple[int, ...]:
        """How many columns lay in the middle before the first card, and after each."""
        laid = (line for line in self.story.counting if "action" in line.facts)
        return (0, *(len(line.after.columns) for line in laid if line.holds))

    @property
    def chart(self) -> Chart:
        rows = [(columns,) for columns in self.fullness]
        return chart(rows, limit=self.state.limit, stairs=True)

    def picture(self, names: Sequence[str]) -> Pictured:
        state, kept = self.state, rules.summary(self.state)
        left = ngettext("%(num)d card left", "%(num)d cards left", kept.score or 0)
        return Pictured(
            figure=str(state.columns_left),
            of=f"/{state.limit}",
            says=result(str(state.end)),
            why=" ".join((explain_end(state), *([f"{left}."] if kept.score else ()))),
            won=bool(kept.won),
            rows=() if state.result_only else [(columns,) for columns in self.fullness],
            ends=[""],
            loud=(0,),
            limit=state.limit,
        )


@dataclass(frozen=True)
class Attempts:
    """The attempts of a table that ended, or stand, and what the rules suggest after them."""

    all: tuple[State, ...]

    @property
    def shown(self) -> tuple[tuple[object, ...], ...]:
        """What pages show of them, to be compared."""
        return tuple((each.level, each.end, each.columns_left) for each in self.all)

    @property
    def by_level(self) -> tuple[tuple[str, tuple[State, ...]], ...]:
        tried = ((level, tuple(a for a in self.all if a.level == level)) for level in LIMIT)
        return tuple((level, attempts) for level, attempts in tried if attempts)

    @property
    def tip(self) -> Tip | None:
        """What the rules suggest next; None: try the same again."""
        return tip([attempt for attempt in self.all if attempt.end])
