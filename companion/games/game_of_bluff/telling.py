"""How Game of Bluff tells of each kind of entry."""

from collections.abc import Iterator

from flask_babel import gettext as _

from companion.games.game import unreadable
from companion.games.game_of_bluff.state import State
from companion.games.pad.telling import SHEET_TELLINGS
from companion.games.pad.words import list_by_seat
from companion.games.telling import Row, Telling, Tellings


class _Told(Telling):
    before: State
    after: State


class _EmmaPlayed(_Told):
    def log(self) -> str:
        return _("%(name)s plays Ending Emma", name=self.name(0))

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
        said = list_by_seat(*self.held()) or unreadable()
        if self.facts.get("rik") is None:
            return said
        return _("%(cards)s; Rik: %(name)s", cards=said, name=self.names[self.number("rik")])

    def held(self) -> tuple[list[object], list[str]]:
        """The cards, and who held them: without whoever has left."""
        cards = self.facts["cards"]
        assert isinstance(cards, list | tuple)
        held = [each for each in zip(cards, self.names, strict=False) if each[0]]
        return [card for card, _name in held], [name for _card, name in held]

    def say(self) -> str:
        return _("Round %(number)s is scored.", number=self.before.number)

    def rows(self) -> Iterator[Row]:
        played = self.after.rounds[-1]
        if played.rik is not None:
            yield self.names[played.rik], _("held Redemption Rik"), played.cards[played.rik], ""
        for seat, points in enumerate(played.points):
            if played.cards[seat]:
                yield self.names[seat], _("points"), points, self.after.totals[seat]


TELLINGS: Tellings = {
    **SHEET_TELLINGS,
    "emma-played": _EmmaPlayed,
    "turn-taken": _TurnTaken,
    "round-scored": _RoundScored,
}
