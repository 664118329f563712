"""The board of The Game: every number and mark that its page shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask_babel import gettext as _

from companion.engine.deck import Deck
from companion.engine.log import Line
from companion.games.board import Pictured, PlainBoard
from companion.games.the_game.aids import Aids
from companion.games.the_game.entries import Command, Depth, Pile
from companion.games.the_game.faces import SIGNS, Face, faces, is_named
from companion.games.the_game.past import Past, aids_of
from companion.games.the_game.rules import Rule
from companion.games.the_game.state import START_DOWN, START_UP, Rating, State
from companion.games.the_game.words import RATINGS, explain_end

MUST: dict[str, str] = {
    Command.SKULL: "c-skull",
    Rule.FIRE_OPEN: "c-fire",
    Command.THREE: "c-three",
    Command.SAME_PILE: "c-same-pile",
}
"""The signs of what a turn needs, by the paragraph that says so."""


@dataclass(frozen=True)
class Board(PlainBoard[State]):
    """What everybody at the table may see, and the marks that help to enter the next thing."""

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        out = self.aids.out if self.aids and not self.over else frozenset()
        return faces(self.story, self.deck, out, self.fresh)

    @cached_property
    def aids(self) -> Aids | None:
        """The counting aids, where the table wants them; once the game is over they are for all."""
        return aids_of(self.state) if self.over or (self.helped and not self.silent) else None

    @property
    def deck(self) -> Deck:
        """What the table knows of its cards, for a game with commands."""
        return self.learned if self.extreme else {}

    @property
    def by_turns(self) -> bool:
        """Whether turns are entered by a number: no card of this game does anything."""
        return self.depth == Depth.TURNS and self.state.by_turns

    @property
    def withheld(self) -> tuple[str, ...]:
        return () if self.aids else ("aids",)

    @property
    def covers_log(self) -> bool:
        """Whether the log would remember what the table may not look up (001:11, 000:103)."""
        return not self.over and self.aids is None

    @property
    def extreme(self) -> bool:
        return bool(self.state.setup.options["extreme"])

    @property
    def marked(self) -> bool:
        """Whether the lower edge of a card can say something."""
        return self.extreme or bool(self.state.setup.options["on_fire"])

    @property
    def parts(self) -> tuple[str, ...]:
        return ("board", *("marks",) * self.marked)

    @property
    def sprites(self) -> tuple[str, ...]:
        return ("signs",) * self.marked + ("deck",) * self.extreme

    @property
    def silent(self) -> bool:
        """Whether a silence holds (000:103): no aid is shown, whoever switched them on."""
        return not self.over and Command.SILENCE in self.state.active

    @property
    def paragraph(self) -> str:
        state, turn = self.state, self.state.turn
        if not state.opened and state.setup.seats > 1:
            return Rule.STARTER_BEFORE_FIRST_CARD
        if turn.skulls:
            return Command.SKULL
        if turn.fire:
            return Rule.FIRE_OPEN
        if turn.three and state.owed:
            return Command.THREE
        return Command.SAME_PILE if state.only_pile else Rule.MINIMUM

    @property
    def must(self) -> str | None:
        """The sign of what this turn needs before all else, if a command or a fire asks for it."""
        return MUST.get(self.because)

    @property
    def nameless(self) -> Line | None:
        """The card just laid, if it does not say yet which command it has, "none" included."""
        line = self.latest
        return line if self.extreme and line and not is_named(line, self.deck) else None

    def naming(self, line: Line, back: str | None = None) -> dict[str, object]:
        """What to enter with the command of this card; what broke a rule is not asked again."""
        flagged = any(flag.entry == line.index for flag in self.story.replay.flags)
        card = {"kind": line.kind, "card": line.facts["card"], "pile": line.facts["pile"]}
        return {**card, "change": line.place, "back": back, "confirmed": "1" if flagged else None}

    @property
    def passed(self) -> Line | None:
        """The line that ended the turn before this one, if it is the latest."""
        line = self.latest
        passes = line and line.before.turn.number < self.state.turn.number
        return line if passes and not self.over else None

    @property
    def forgotten(self) -> Line | None:
        """The latest card, if the turn could have ended before: was it the next player's?"""
        latest = self.latest
        if latest is None or "card" not in latest.facts or self.over:
            return None
        before: State = latest.before
        alone = before.following == before.player
        newest = latest.place == self.story.head
        return None if alone or not newest or before.owed or before.cover else latest

    def find_laid(self, card: int) -> Line | None:
        return next(
            (
                line
                for line in self.story.counting
                if card in (line.facts.get("card"), line.facts.get("top")) and line.holds
            ),
            None,
        )

    @property
    def past(self) -> Past:
        return Past(self.story)

    def picture(self, names: Sequence[str]) -> Pictured:
        state, past = self.state, self.past
        beaten = state.rating is Rating.BEATEN
        tops = past.tops if past.whole else ((),)
        return Pictured(
            figure=str(START_DOWN - 2 if beaten else state.left_over),
            says=str(RATINGS[state.rating]) if state.rating else "",
            why=explain_end(state, names),
            won=beaten,
            figures=() if state.result_only else state.laid,
            called=_("cards laid"),
            rows=tops,
            ends=[f"{top}  {sign}" for sign, top in zip(SIGNS.values(), tops[-1], strict=False)],
            loud=[number for number, pile in enumerate(Pile) if pile.up],
            low=START_UP,
            high=START_DOWN,
        )
