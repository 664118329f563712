"""The forms on the score sheet of Game of Bluff."""

import re
from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Field
from wtforms.validators import InputRequired, NumberRange, Optional, ValidationError

from companion.engine.entry import Facts
from companion.games.forms import EntryForm, SwitchesForm, WholeField
from companion.games.game_of_bluff.state import MOST, Tie

CARD = re.compile(r"-?[0-9]{1,9}")


class StarterChosenForm(EntryForm):
    kind = "starter-chosen"
    facts_of = ("player",)
    player = WholeField(validators=[InputRequired(), NumberRange(0)])


class EmmaPlayedForm(EntryForm):
    kind = "emma-played"
    facts_of = ("player",)
    player = WholeField(validators=[InputRequired(), NumberRange(0)])


class TurnTakenForm(EntryForm):
    kind = "turn-taken"


class CardsField(Field):
    """White cards by seat, posted as `cards-0`, `cards-1` …; a seat without one is left out."""

    data: dict[int, int]

    def process(self, formdata: Any, data: object = None, extra_filters: object = None) -> None:
        """Reads what was posted; what is no number at all is an error of the field."""
        self.process_errors = ()
        self.data = {}
        for seat in range(MOST):
            said = (formdata.get(f"{self.name}-{seat}") or "") if formdata else ""
            if CARD.fullmatch(said):
                self.data[seat] = int(said)
            elif said:
                self.process_errors = ("a white card has a number",)


class RoundScoredForm(EntryForm):
    """A white card for each seat, and the seat that held Rik, if any.

    Where all but one have their card the last one is filled in.
    """

    kind = "round-scored"
    facts_of = ("cards", "rik")
    cards = CardsField()
    rik = WholeField(validators=[Optional(), NumberRange(0, MOST - 1)])

    @classmethod
    def fields(cls, facts: Facts) -> dict[str, object]:
        """The fields in which a phone posts these facts: one for each white card."""
        cards = facts.get("cards")
        given = enumerate(cards if isinstance(cards, list | tuple) else ())
        said = {name: fact for name, fact in facts.items() if name != "cards"}
        return said | {f"cards-{seat}": card for seat, card in given}

    def validate_cards(self, field: CardsField) -> None:
        """Raises ValidationError where a seat has no card."""
        if None in self.read_cards():
            raise ValidationError("somebody has no card yet")

    def validate_rik(self, field: WholeField) -> None:
        """Raises ValidationError where two players are said to hold him, or nobody here."""
        if len(field.raw_data or ()) > 1 or (field.data or 0) >= self.setup.seats:
            raise ValidationError("one player holds Rik")

    def facts(self) -> dict[str, object]:
        """The entry that this form says; without Rik he is left out."""
        said: dict[str, object] = {"kind": self.kind, "cards": self.read_cards()}
        return said if self.rik.data is None else {**said, "rik": self.rik.data}

    def partial_facts(self) -> dict[str, object]:
        """What can be kept: every card that was chosen, and Rik."""
        rik = None if self.rik.errors else self.rik.data
        return {"kind": self.kind, "cards": self.read_cards(), "rik": rik}

    def read_cards(self) -> list[int | None]:
        """The cards by seat, the last one filled in where it follows from the others."""
        cards = [self.cards.data.get(seat) for seat in range(self.setup.seats)]
        left = set(range(1, self.setup.seats + 1)) - set(cards)
        if cards.count(None) == 1 and len(left) == 1:
            cards[cards.index(None)] = left.pop()
        return cards


class GameStoppedForm(EntryForm):
    kind = "game-stopped"


class TieForm(SwitchesForm):
    """The switches on the set-up screen."""

    last_round = BooleanField()

    def options(self) -> dict[str, object]:
        """The options that these switches are."""
        return {"tie": str(Tie.LAST_ROUND if self.last_round.data else Tie.SHARED)}

    @classmethod
    def fields(cls, options: Mapping[str, object]) -> dict[str, object]:
        """What the switch is where these options are chosen."""
        return {"last_round": options.get("tie") == Tie.LAST_ROUND}


SHEETS = ("close", "emma", "starter", "stop")

FORMS: tuple[type[EntryForm], ...] = (
    StarterChosenForm,
    EmmaPlayedForm,
    TurnTakenForm,
    RoundScoredForm,
    GameStoppedForm,
)
