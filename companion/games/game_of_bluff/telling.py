"""How Game of Bluff tells of each kind of entry."""

from collections.abc import Iterator

from flask_babel import gettext as _

from companion.games.game import unreadable
from companion.games.game_of_bluff.entries import (
    EmmaPlayed,
    RoundScored,
    TurnTaken,
)
from companion.games.game_of_bluff.state import State
from companion.games.pad.entries import GameStopped, ResultEntered, StarterChosen
from companion.games.pad.telling import ResultTelling
from companion.games.pad.words import list_by_seat
from companion.games.telling import Row, StarterTelling, Telling, Tellings


class _Told(Telling):
    before: State
    after: State


class _EmmaPlayed(_Told):
    def log(self) -> str:
        return _("%(name)s plays Ending Emma", name=self.name(0))

    def say(self) -> str:
        return _("%(name)s plays Ending Emma.", name=self.name(0))

    def rows(self) -> Iterator[Row]:
        yield self.name(0), _("Ending Emma"), "", ""


class _TurnTaken(_Told):
    @property
    def player(self) -> str:
        """Whose last turn it was; "" where all had had one."""
        return self.names[self.before.countdown[0]] if self.before.countdown else ""

    def log(self) -> str:
        return _("%(name)s: last turn", name=self.player or "?")

    def say(self) -> str:
        if not self.player:
            return _("Show the white cards.")
        return _("%(name)s is done.", name=self.player)

    def rows(self) -> Iterator[Row]:
        left = len((self.before.countdown or ())[1:])
        yield self.player, _("last turn, turns left"), "", left


class _RoundScored(_Told):
    def log(self) -> str:
        said = list_by_seat(self.facts["cards"], self.names) or unreadable()
        if self.facts.get("rik") is None:
            return said
        return _("%(cards)s; Rik: %(name)s", cards=said, name=self.names[self.number("rik")])

    def say(self) -> str:
        return _("Round %(number)s is scored.", number=self.before.number)

    def rows(self) -> Iterator[Row]:
        played = self.after.rounds[-1]
        if played.rik is not None:
            yield self.names[played.rik], _("held Redemption Rik"), played.cards[played.rik], ""
        for name, points, total in zip(self.names, played.points, self.after.totals, strict=True):
            yield name, _("points"), points, total


class _GameStopped(_Told):
    def log(self) -> str:
        return _("Game stopped early")

    def say(self) -> str:
        return _("The game was stopped early.")

    def rows(self) -> Iterator[Row]:
        yield "", self.log(), "", ""


TELLINGS: Tellings = {
    StarterChosen.kind: StarterTelling,
    EmmaPlayed.kind: _EmmaPlayed,
    TurnTaken.kind: _TurnTaken,
    RoundScored.kind: _RoundScored,
    GameStopped.kind: _GameStopped,
    ResultEntered.kind: ResultTelling,
}
