"""The forms on the board of One Brain, one for each thing that players can enter."""

import hashlib
import re
from collections.abc import Iterable
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import Field, RadioField, StringField
from wtforms.form import BaseForm
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional, ValidationError

from companion.engine.entry import Facts
from companion.engine.names import is_plain
from companion.games.forms import EntryForm, SwitchesForm, WholeField
from companion.games.one_brain.deck import REMOVED
from companion.games.one_brain.entries import SOLO_SEATS, Action, Source
from companion.games.one_brain.state import CARDS, HAND, HANDS, LIMIT

LOT = "lot-"
LONGEST_CARD = 320  # signs: 24 characters of a colour, of up to 12 signs each, and a kind
COLUMN = re.compile(r"columns-([0-9]{1,4})")


class SeatField(WholeField):
    """A seat, or a lot such as "lot-x7Gq": the seat that it draws is the same for everybody."""

    lot = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.lot = valuelist[0] if valuelist and valuelist[0].startswith(LOT) else ""
        super().process_formdata(["0"] if self.lot else valuelist)

    def pre_validate(self, form: BaseForm) -> None:
        assert isinstance(form, EntryForm)
        if self.lot:
            drawn = int(hashlib.sha256(self.lot.encode()).hexdigest(), 16)
            self.data = drawn % form.setup.seats


class ColumnsField(Field):
    """Columns of the middle, posted as `columns-1`, `columns-4` …"""

    data: list[int]

    def process(self, formdata: Any, data: object = None, extra_filters: object = None) -> None:
        self.process_errors = ()
        found = (COLUMN.fullmatch(name) for name in formdata or ())
        self.data = sorted(int(each[1]) for each in found if each)

    @staticmethod
    def posts(name: str, columns: Iterable[int]) -> dict[str, object]:
        return {f"{name}-{column}": "y" for column in columns}


class CardField(StringField):
    """A card by name, as the grid says it: "blue duck"; the kind is the last word."""

    def pre_validate(self, form: BaseForm) -> None:
        if not is_plain(self.words()):
            raise ValidationError("a card is named in words that somebody can type")

    def words(self) -> dict[str, str] | None:
        """The card as an entry names it; None for none."""
        colour, _space, kind = (self.data or "").rpartition(" ")
        return {"colour": colour, "kind": kind} if colour else None

    @staticmethod
    def posts(name: str, card: Facts) -> dict[str, object]:
        return {name: f"{card['colour']} {card['kind']}"}


def _choice(values: list[str], usual: str) -> RadioField:
    """A question of the set-up that is answered by one of its buttons."""
    one_of = AnyOf(values, message=_l("Choose one of the buttons."))
    return RadioField(validate_choice=False, validators=[one_of], default=usual)


class StarterChosenForm(EntryForm):
    """Who starts, by lot or not."""

    kind = "starter-chosen"
    player = SeatField(validators=[InputRequired(), NumberRange(0)])


class CardPlayedForm(EntryForm):
    """A card with its action and what that hits; of the fields only those of the action count."""

    kind = "card-played"
    facts_of = ()
    earlier = ("card-drawn", "turn-ended")
    columns = ColumnsField()
    card = CardField(validators=[Length(max=LONGEST_CARD)])
    extra_card = CardField(validators=[Length(max=LONGEST_CARD)])
    removes = StringField(validators=[Optional()])

    def facts(self) -> dict[str, object]:
        said: dict[str, object] = {
            "kind": self.kind,
            "from": self["from"].data,
            "action": self["action"].data,
            "card": self.card.words(),
            **self._hit(self["action"].data),
        }
        return {name: fact for name, fact in said.items() if fact not in (None, "")}

    def _hit(self, action: str) -> dict[str, object]:
        match action:
            case Action.DONATE if self["to"].data is not None:
                given_from = self["given_from"].data or Source.HAND.value
                return {"to": self["to"].data, "given_from": given_from}
            case Action.COVER | Action.TAKE_BACK:
                return {"column": self["column"].data}
            case Action.EXTRA if self["extra_from"].data:
                said = {name: self[name].data for name in ("extra_from", "extra_action")}
                return {**said, "extra_card": self.extra_card.words()}
            case Action.REMOVE_KIND | Action.REMOVE_COLOUR:
                known = self.removes.data in REMOVED[Action(action)]
                return {
                    "columns": self.columns.data,
                    "removes": self.removes.data if known else None,
                }
        return {}


class ResultEnteredForm(EntryForm):
    """Whether the attempt was won, and with how many columns; these may be left out."""

    kind = "result-entered"
    columns = WholeField(validators=[Optional(), NumberRange(0, CARDS)])


class LevelForm(SwitchesForm):
    """The choices on the set-up screen."""

    limits, hands = LIMIT, HANDS
    players = WholeField(validators=[Optional()])
    level = _choice(list(LIMIT), "advanced")
    hand = _choice([str(cards) for cards in hands], str(HAND))

    def validate_hand(self, field: RadioField) -> None:
        seats = max(self.players.data or 0, SOLO_SEATS)
        if not field.errors and int(field.data) * seats > CARDS:
            raise ValidationError(
                _l("The deck has only 36 cards: choose a smaller hand for this many players.")
            )

    def options(self) -> dict[str, object]:
        return {"level": self.level.data, "hand": int(self.hand.data)}
