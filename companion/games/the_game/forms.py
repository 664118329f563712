"""The forms on the board of The Game, one for each thing that players can enter."""

from typing import ClassVar

from wtforms import BooleanField, RadioField
from wtforms.validators import InputRequired, NumberRange, Optional, ValidationError

from companion.games.forms import AskedForm, EntryForm, SwitchesForm, WholeField
from companion.games.the_game.deck import CHOICES, NONE
from companion.games.the_game.entries import HIGHEST_CARD, LOWEST_CARD, Pile

CHOSEN = "chosen"


class CardField(WholeField):
    """A card with what the deck knows of it, as chips and keys say it: "48", "48 skull", "48 none".

    "48 skull chosen" is what a line of the log says that was entered with this choice.
    """

    carries: str | None = None
    chosen = False

    def process_formdata(self, valuelist: list[str]) -> None:
        number, *more = valuelist[0].split(" ") if valuelist else [""]
        self.carries = more[0] if more else None
        self.chosen = more[1:] == [CHOSEN]
        if self.carries not in (None, *CHOICES) or len(more) > 1 + self.chosen:
            raise ValueError("a card carries one of the seven commands, or none")
        super().process_formdata([number] if valuelist else [])


class CardPlayedForm(EntryForm):
    """A card on a pile; its command is chosen by somebody, or known to the deck, or not known.

    `choice` is what somebody chose, "none" included, and teaches the deck; `command` is what the
    card carries as far as the phone knew.
    """

    kind = "card-played"
    facts_of = ("card", "pile", "command", "choice")
    earlier = ("turn-ended",)
    card = CardField(validators=[InputRequired(), NumberRange(LOWEST_CARD, HIGHEST_CARD)])
    choice = RadioField(choices=[str(choice) for choice in CHOICES], validators=[Optional()])

    def validate_choice(self, field: RadioField) -> None:
        if not self.setup.options["extreme"]:
            raise ValidationError("the cards of this game carry no commands")

    def facts(self) -> dict[str, object]:
        kept = self.card.carries if self.card.chosen else None
        choice = self.choice.data or kept
        command = choice or self.card.carries or self["command"].data
        said = super().facts() | {
            "command": None if command == NONE else command,
            "choice": choice,
        }
        return {name: fact for name, fact in said.items() if fact}


class VariantForm(SwitchesForm):
    """The switches on the set-up screen, in the order in which they stand there."""

    chooses = ("expert", "smaller_hand", "on_fire", "extreme", "aids")
    means: ClassVar = {"strict": ("same_pile", "strict", "soft")}
    expert = BooleanField()
    smaller_hand = BooleanField()
    on_fire = BooleanField()
    extreme = BooleanField()
    strict = BooleanField()
    aids = BooleanField()

    def options(self) -> dict[str, object]:
        return super().options() | ({} if self.extreme.data else {"same_pile": "soft"})


class CardAskedForm(AskedForm):
    """What the address of a sheet says: pile, first digit, command, how many cards, whose hand.

    `lost`: whether the result that is being entered is a broken command. `at`: a line of the log.
    """

    facts_of = ("pile", "count")
    pile = RadioField(choices=[str(pile) for pile in Pile], default=str(Pile.UP_1))
    tens = WholeField(validators=[Optional(), NumberRange(0, 9)])
    choice = RadioField(choices=[str(choice) for choice in CHOICES], validators=[Optional()])
    count = WholeField(validators=[Optional(), NumberRange(1)])
    at = WholeField(validators=[Optional(), NumberRange(1)])
    lost = BooleanField()
