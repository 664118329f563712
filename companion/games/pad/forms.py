"""The forms of score sheets."""

from typing import Any, ClassVar

from flask_babel import lazy_gettext as _l
from wtforms.validators import InputRequired, NumberRange, Optional

from companion.games.forms import EntryForm, PerSeatField, WholeField
from companion.games.pad.entries import BONUS, MOST, GameStopped, ResultEntered, RoundClosed
from companion.games.pad.leaving import PlayerJoined, PlayerLeft
from companion.games.pad.value import Begins, Pad, Step


class StarterChosenForm(EntryForm):
    kind = "starter-chosen"
    facts_of = ("player",)
    player = WholeField(validators=[InputRequired(), NumberRange(0)])


class RoundClosedForm(EntryForm):
    kind = RoundClosed.kind
    facts_of = ("round",)
    round = WholeField(validators=[InputRequired(), NumberRange(1, MOST)])


class PlayerLeftForm(EntryForm):
    kind = PlayerLeft.kind
    facts_of: ClassVar[tuple[str, ...]] = ("player",)
    player = WholeField(validators=[InputRequired(), NumberRange(0)])


class GameStoppedForm(EntryForm):
    kind = GameStopped.kind


class ResultEnteredForm(EntryForm):
    """The total of each seat; none of them follows from the others."""

    kind = ResultEntered.kind
    facts_of = ("totals",)
    totals = PerSeatField()


NO_NUMBER = _l("That is not a number: type digits, with a minus in front if it is below 0.")


class NumberField(WholeField):
    """A number as somebody types it: below 0 too, with whichever minus their keyboard has."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Raises ValueError, which becomes an error of the field, on what is no such number."""
        try:
            self._read(valuelist)
        except ValueError:
            raise ValueError(NO_NUMBER) from None

    def _read(self, valuelist: list[str]) -> None:
        plain = [each.strip().replace("−", "-").replace("\u2013", "-") for each in valuelist]
        signed = plain and plain[0].startswith("-")
        super().process_formdata([plain[0].removeprefix("-")] if plain else [])
        if signed and self.data is not None:
            self.data = -self.data


class PlayerJoinedForm(PlayerLeftForm):
    """Who comes, and with how many points; without a number with those that they left with."""

    kind = PlayerJoined.kind
    facts_of = ("player", "begins_with")
    begins_with = NumberField(validators=[Optional()])

    def facts(self) -> dict[str, object]:
        """The entry that this form says, without what was left out."""
        return {name: fact for name, fact in super().facts().items() if fact is not None}


class NumberEnteredForm(EntryForm):
    """What a player has in a step of a round; a subclass has the field of that step."""

    round = WholeField(validators=[InputRequired(), NumberRange(1, MOST)])
    player = WholeField(validators=[InputRequired(), NumberRange(0)])

    def facts(self) -> dict[str, object]:
        """The entry that this form says, without what was left out."""
        return {name: fact for name, fact in super().facts().items() if fact is not None}

    def partial_facts(self) -> dict[str, object]:
        """What can be kept: whose number it is."""
        kept = {name: self[name].data for name in ("round", "player") if not self[name].errors}
        return {"kind": self.kind, **kept}


def forms_of(pad: Pad) -> tuple[type[EntryForm], ...]:
    """The form of each kind of entry of this pad."""
    forms: list[type[EntryForm]] = [_number_form(step) for step in pad.steps]
    if pad.begins is not Begins.NOBODY:
        forms.append(StarterChosenForm)
    if pad.rest is not None:
        forms.append(RoundClosedForm)
    return (*forms, PlayerLeftForm, PlayerJoinedForm, GameStoppedForm, ResultEnteredForm)


def _number_form(step: Step) -> type[EntryForm]:
    names = ("round", "player", step.name, *((BONUS,) if step.bonus else ()))
    made: dict[str, Any] = {"kind": step.kind, "facts_of": names, "__doc__": "A number."}
    made[step.name] = NumberField(validators=[InputRequired()])
    if step.bonus:
        made[BONUS] = NumberField(validators=[Optional()])
    return type(f"{step.name.title()}EnteredForm", (NumberEnteredForm,), made)
