"""How One Brain tells of each kind of entry."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.engine.entry import Facts
from companion.games.one_brain.entries import (
    Action,
    Source,
)
from companion.games.one_brain.state import State
from companion.games.one_brain.words import ACTIONS, SOURCES, name_card
from companion.games.telling import Row, StarterTelling, Telling, Tellings

NUMBERED = 2  # columns that are named by their numbers where the action is said; of more, how many


class _Told(Telling):
    before: State
    after: State

    @property
    def player(self) -> str:
        return self.name(self.before.player)


class _CardPlayed(_Told):
    def log(self) -> str:
        return _("%(name)s: %(card)s", name=self.player, card=self._card_and_action())

    def say(self) -> str:
        return _("%(name)s: %(action)s.", name=self.player, action=self._say_action())

    def rows(self) -> Iterator[Row]:
        card, action = name_named(self.facts.get("card")), str(self.action)
        what = _("%(card)s: %(action)s", card=card, action=action) if card else action
        yield self.player, what, self._hit(), len(self.after.columns)

    @property
    def action(self) -> object:
        return ACTIONS[Action(str(self.facts["action"]))]

    @property
    def receiver(self) -> str:
        """Who was given a card, or ""."""
        return self.names[self.number("to")] if self.facts.get("to") is not None else ""

    @property
    def source(self) -> str:
        """Where the second card came from, or ""."""
        source = self.facts.get("extra_from")
        return "" if source is None else str(SOURCES[Source(str(source))])

    def _card_and_action(self) -> str:
        """The card with its action and what that hit: "blue duck: Donate to Ben"."""
        card, said = name_named(self.facts.get("card")), self._action_and_hit()
        return _("%(card)s: %(action)s", card=card, action=said) if card else said

    def _action_and_hit(self) -> str:
        if self.receiver:
            return _("%(action)s to %(name)s", action=self.action, name=self.receiver)
        if self.source:
            told = {"action": self.action, "source": self.source}
            return _("%(action)s, second card from %(source)s", **told)
        return self._action_and_columns(_columns_named(self.facts))

    def _say_action(self) -> str:
        """The action of a card and what it hits: "Donate to Ben", "Cover, column 2"."""
        if self.facts["action"] == Action.DONATE and self.receiver:
            return _("%(action)s to %(name)s", action=self.action, name=self.receiver)
        columns = list_columns(self.facts)
        if len(columns) > NUMBERED:
            return _("%(action)s, %(number)s columns", action=self.action, number=len(columns))
        return self._action_and_columns(columns)

    def _action_and_columns(self, columns: Sequence[object]) -> str:
        if not columns:
            return str(self.action)
        return ngettext(
            "%(action)s, column %(columns)s",
            "%(action)s, columns %(columns)s",
            len(columns),
            action=self.action,
            columns=number_columns(columns, self.before),
        )

    def _hit(self) -> str | int:
        """What the action hit: a player, a source, or columns by their places; "" for nothing."""
        columns = _columns_named(self.facts)
        if self.receiver or self.source or not columns:
            return self.receiver or self.source
        places = number_columns(columns, self.before)
        return int(places) if len(columns) == 1 else places


class _CardDrawn(_Told):
    def log(self) -> str:
        return _("%(name)s draws a card", name=self.player)

    def rows(self) -> Iterator[Row]:
        yield self.player, _("card drawn, draw pile"), 1, self.after.draw_pile


class _TurnEnded(_Told):
    ends = True

    def log(self) -> str:
        return _("%(name)s: end of turn", name=self.player)

    def say(self) -> str:
        return _("%(name)s ends the turn.", name=self.player)

    def rows(self) -> Iterator[Row]:
        yield self.player, _("end of turn, draw pile"), "", self.after.draw_pile


class _LateCardDrawn(_Told):
    @property
    def late(self) -> str:
        return self.names[self.before.late] if self.before.late is not None else ""

    def log(self) -> str:
        return _("%(name)s draws late", name=self.late or "?")

    def say(self) -> str:
        return _("%(name)s draws late.", name=self.late or self.player)

    def rows(self) -> Iterator[Row]:
        yield self.late, _("card drawn late, draw pile"), 1, self.after.draw_pile


class _CardsCorrected(_Told):
    def log(self) -> str:
        return _(
            "%(name)s: corrected to %(hand)s in hand, %(domain)s in the domain",
            name=self.player,
            hand=self.facts["hand"],
            domain=self.facts["domain"],
        )

    def say(self) -> str:
        return _(
            "%(name)s: hand %(hand)s, domain %(domain)s.",
            name=self.player,
            hand=self.facts["hand"],
            domain=self.facts["domain"],
        )

    def rows(self) -> Iterator[Row]:
        name, pile = self.player, self.after.draw_pile
        yield name, _("hand corrected, draw pile"), self.number("hand"), pile
        yield name, _("domain corrected, draw pile"), self.number("domain"), pile


class _DiscardLookedAt(_Told):
    def log(self) -> str:
        return _("Somebody looked through the discard pile")

    def rows(self) -> Iterator[Row]:
        yield "", self.log(), "", ""


class _ResultEntered(_Told):
    def log(self) -> str:
        columns = int(str(self.facts.get("columns") or 0))
        if self.facts["won"]:
            return ngettext(
                "Result: won with %(num)d column", "Result: won with %(num)d columns", columns
            )
        return ngettext(
            "Result: lost with %(num)d column",
            "Result: lost with %(num)d columns",
            max(columns, self.before.limit),
        )

    def rows(self) -> Iterator[Row]:
        won = self.facts["won"]
        what = _("result: won, columns") if won else _("result: lost, columns")
        yield "", what, "", self.after.columns_left


class _AttemptGivenUp(_Told):
    def log(self) -> str:
        return _("Attempt given up")

    def say(self) -> str:
        return _("The attempt was given up.")

    def rows(self) -> Iterator[Row]:
        yield "", self.log(), "", len(self.after.columns)


TELLINGS: Tellings = {
    "starter-chosen": StarterTelling,
    "card-played": _CardPlayed,
    "card-drawn": _CardDrawn,
    "turn-ended": _TurnEnded,
    "late-card-drawn": _LateCardDrawn,
    "cards-corrected": _CardsCorrected,
    "attempt-given-up": _AttemptGivenUp,
    "result-entered": _ResultEntered,
    "discard-looked-at": _DiscardLookedAt,
}


def name_named(card: object) -> str:
    """What the card is called that an entry names; "" where it names none."""
    return name_card(f"{card['colour']} {card['kind']}") if isinstance(card, Mapping) else ""


def list_columns(facts: Facts) -> Sequence[object]:
    """The columns that the action of a card hits, by their ids."""
    match Action(str(facts["action"])):
        case Action.COVER | Action.TAKE_BACK if facts.get("column") is not None:
            return [facts["column"]]
        case Action.REMOVE_KIND | Action.REMOVE_COLOUR:
            columns = facts.get("columns")
            return columns if isinstance(columns, list | tuple) else ()
        case _:
            return ()


def number_columns(columns: Iterable[object], state: State) -> str:
    """Where these columns lay, counted from the left; the card itself comes after all others."""
    lying = [column.id for column in state.columns]
    ids = [int(str(column)) for column in columns]
    places = (lying.index(each) if each in lying else len(lying) for each in ids)
    return ", ".join(str(place + 1) for place in sorted(places))


def _columns_named(facts: Facts) -> Sequence[object]:
    """The columns that an entry names, whether its action hits them or not."""
    if facts.get("column") is not None:
        return [facts["column"]]
    columns = facts.get("columns")
    return columns if isinstance(columns, list | tuple) else ()
