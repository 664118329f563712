"""The forms on the board of The Game, one for each thing that players can enter."""

from flask_wtf import FlaskForm
from wtforms import BooleanField, Form, RadioField
from wtforms.validators import InputRequired, NumberRange, Optional

from companion.forms import EntryForm, WholeField
from companion.games.the_game.entries import HIGHEST_CARD, LOWEST_CARD, Pile


def _number(low: int, high: int | None = None) -> WholeField:
    return WholeField(validators=[InputRequired(), NumberRange(low, high)])


class StarterChosenForm(EntryForm):
    kind = "starter-chosen"
    facts_of = ("player",)
    player = _number(0)


class CardPlayedForm(EntryForm):
    kind = "card-played"
    facts_of = ("card", "pile")
    card = _number(LOWEST_CARD, HIGHEST_CARD)
    pile = RadioField(choices=[str(pile) for pile in Pile])


class TurnEndedForm(EntryForm):
    kind = "turn-ended"


class CannotPlayForm(EntryForm):
    kind = "cannot-play"


class HandCorrectedForm(EntryForm):
    kind = "hand-corrected"
    facts_of = ("player", "cards")
    player = _number(0)
    cards = _number(0)


class CardsMissedForm(EntryForm):
    kind = "cards-missed"
    facts_of = ("pile", "count", "top")
    pile = RadioField(choices=[str(pile) for pile in Pile])
    count = _number(1)
    top = _number(LOWEST_CARD, HIGHEST_CARD)


class SwitchesForm(FlaskForm):
    """The switches on the set-up screen, in the order in which they stand there."""

    expert = BooleanField()
    smaller_hand = BooleanField()
    aids = BooleanField()


class AskedForm(Form):
    """What the address of a sheet may say: pile, first digit of a card, how many cards, seat."""

    pile = RadioField(choices=[str(pile) for pile in Pile], default=str(Pile.UP_1))
    tens = WholeField(validators=[Optional(), NumberRange(0, 9)])
    count = WholeField(validators=[Optional(), NumberRange(1)])
    seat = WholeField(validators=[Optional(), NumberRange(0)])


SHEETS: dict[str, type[Form]] = dict.fromkeys(("pad", "missed", "hands", "aids"), AskedForm)

FORMS: tuple[type[EntryForm], ...] = (
    StarterChosenForm,
    CardPlayedForm,
    TurnEndedForm,
    CannotPlayForm,
    HandCorrectedForm,
    CardsMissedForm,
)
