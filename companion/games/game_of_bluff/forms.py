"""The form of a round of Game of Bluff."""

from wtforms.validators import NumberRange, Optional, ValidationError

from companion.games.forms import EntryForm, PerSeatField, WholeField
from companion.games.game_of_bluff.state import MOST


class CardsField(PerSeatField):
    """White cards by seat, 0 for one that has left; the last one that lacks is filled in."""

    def complete(self, numbers: list[int | None]) -> list[int | None]:
        left = set(range(1, len(numbers) - numbers.count(0) + 1)) - set(numbers)
        if numbers.count(None) == 1 and len(left) == 1:
            return [left.pop() if card is None else card for card in numbers]
        return numbers


class RoundScoredForm(EntryForm):
    """A white card for each seat, and the seat that held Rik, if any."""

    kind = "round-scored"
    cards = CardsField()
    rik = WholeField(validators=[Optional(), NumberRange(0, MOST - 1)])

    def validate_rik(self, field: WholeField) -> None:
        if len(field.raw_data or ()) > 1 or (field.data or 0) >= self.setup.seats:
            raise ValidationError("one player holds Rik")
