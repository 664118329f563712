"""How Game of Bluff tells of each kind of entry."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from companion.games.game_of_bluff.state import State
from companion.games.pad.telling import SHEET_TELLINGS, SheetTold
from companion.games.pad.words import list_by_seat, say_end, say_totals
from companion.games.telling import Named, Row, Telling, Tellings, unreadable


class _Told(SheetTold):
    before: State
    after: State
    rik = Named("rik")

    @property
    def last(self) -> str:
        """Whose last turn it was; "" where all had had one."""
        return self.names[self.before.countdown[0]] if self.before.countdown else ""

    def announce(self) -> Iterator[str]:
        before, after = self.before, self.after
        if self.rik:
            yield _("%(name)s held Rik.", name=self.rik)
        if before.totals != after.totals:
            yield say_totals(after, self.names)
        if after.end:
            yield from say_end(after, self.names)
        elif len(before.rounds) < len(after.rounds):
            yield _("%(name)s starts.", name=self.names[after.starter])
        elif before.countdown != after.countdown:
            left = after.countdown
            next_one = left and _("Last turn: %(name)s.", name=self.names[left[0]])
            yield next_one or _("Show the white cards.")


def _log_round(told: _Told) -> str:
    """The cards, and who held them: without whoever has left."""
    held = [each for each in zip(told["cards"], told.names, strict=False) if each[0]]
    said = list_by_seat([card for card, _name in held], [name for _card, name in held])
    if not told.rik:
        return said or unreadable()
    return _("%(cards)s; Rik: %(name)s", cards=said or unreadable(), name=told.rik)


def _list_round(told: _Told) -> Iterator[Row]:
    played = told.after.rounds[-1]
    if played.rik is not None:
        yield told.rik, _("held Redemption Rik"), played.cards[played.rik], ""
    for seat, points in enumerate(played.points):
        if played.cards[seat]:
            yield told.names[seat], _("points"), points, told.after.totals[seat]


TELLINGS = Tellings(
    _Told,
    {
        **SHEET_TELLINGS,
        "emma-played": Telling(
            _l("%(name)s plays Ending Emma"), rows=[("name", _l("Ending Emma"), "", "")]
        ),
        "turn-taken": Telling(
            lambda told: _("%(name)s: last turn", name=told.last or "?"),
            say=lambda told: (
                _("%(name)s is done.", name=told.last) if told.last else _("Show the white cards.")
            ),
            rows=[("last", _l("last turn, turns left"), "", "turns_left")],
        ),
        "round-scored": Telling(
            _log_round,
            say=lambda told: _("Round %(number)s is closed.", number=told.before.number),
            rows=_list_round,
        ),
    },
)
