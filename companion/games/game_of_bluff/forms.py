"""The forms on the score sheet of Game of Bluff."""

from collections.abc import Mapping

from wtforms import BooleanField
from wtforms.validators import InputRequired, NumberRange, Optional, ValidationError

from companion.games.forms import RESULT, EntryForm, PerSeatField, SwitchesForm, WholeField
from companion.games.game_of_bluff.state import MOST
from companion.games.pad.forms import (
    GameStoppedForm,
    PlayerJoinedForm,
    PlayerLeftForm,
    ResultEnteredForm,
    StarterChosenForm,
)
from companion.games.pad.value import Tie


class EmmaPlayedForm(EntryForm):
    kind = "emma-played"
    facts_of = ("player",)
    player = WholeField(validators=[InputRequired(), NumberRange(0)])


class TurnTakenForm(EntryForm):
    kind = "turn-taken"


class CardsField(PerSeatField):
    """White cards by seat, 0 for one that has left; the last one that lacks is filled in."""

    def complete(self, numbers: list[int | None]) -> list[int | None]:
        """The cards by seat, the last one filled in where it follows from the others."""
        left = set(range(1, len(numbers) - numbers.count(0) + 1)) - set(numbers)
        if numbers.count(None) == 1 and len(left) == 1:
            return [left.pop() if card is None else card for card in numbers]
        return numbers


class RoundScoredForm(EntryForm):
    """A white card for each seat, and the seat that held Rik, if any."""

    kind = "round-scored"
    facts_of = ("cards", "rik")
    cards = CardsField()
    rik = WholeField(validators=[Optional(), NumberRange(0, MOST - 1)])

    def validate_rik(self, field: WholeField) -> None:
        """Raises ValidationError where two players are said to hold him, or nobody here."""
        if len(field.raw_data or ()) > 1 or (field.data or 0) >= self.setup.seats:
            raise ValidationError("one player holds Rik")

    def facts(self) -> dict[str, object]:
        """The entry that this form says; without Rik he is left out."""
        return {name: fact for name, fact in super().facts().items() if fact is not None}

    def partial_facts(self) -> dict[str, object]:
        """What can be kept: every card that was chosen, and Rik."""
        return {**super().partial_facts(), "rik": None if self.rik.errors else self.rik.data}


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


SHEETS = ("close", "emma", "starter", "who-plays", "stop", RESULT)

FORMS: tuple[type[EntryForm], ...] = (
    StarterChosenForm,
    EmmaPlayedForm,
    TurnTakenForm,
    RoundScoredForm,
    PlayerLeftForm,
    PlayerJoinedForm,
    GameStoppedForm,
    ResultEnteredForm,
)
