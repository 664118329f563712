"""What a form on a page can say: the part that is the same for the entries of every game."""

from typing import ClassVar

from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, IntegerField, StringField
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional

LONGEST_ID = 64


class EntryForm(FlaskForm):
    """One entry as a phone posts it.

    `seen` is the place in the log that its phone had seen; `id` was made on the phone, or else
    `page` on the server, for a phone without scripts. `change` and `before` name a line: the entry
    is what that line should have said, or what should have stood before it. `first` names an entry
    that should have come before this one. `back` says which page to show afterwards.
    """

    kind: ClassVar[str]
    facts_of: ClassVar[tuple[str, ...]] = ()

    id = StringField(validators=[Length(max=LONGEST_ID)])
    page = StringField(validators=[Length(max=LONGEST_ID)])
    seen = IntegerField(validators=[InputRequired(), NumberRange(min=0)])
    confirmed = BooleanField()
    change = IntegerField(validators=[Optional(), NumberRange(min=1)])
    before = IntegerField(validators=[Optional(), NumberRange(min=1)])
    first = StringField(validators=[Optional(), AnyOf(("turn-ended",))])
    back = StringField(validators=[Optional(), AnyOf(("log",))])

    def facts(self) -> dict[str, object]:
        """The entry that this form says, as it is written down."""
        return {"kind": self.kind, **{name: self[name].data for name in self.facts_of}}

    @property
    def mistaken(self) -> Field:
        """The first field that cannot be read; only after `validate` said so."""
        found: Field = next(field for field in self if field.errors)
        return found


class TakenBackForm(EntryForm):
    """Taking back the entry at the place `target` of the log."""

    kind = "taken-back"
    facts_of = ("target",)

    target = IntegerField(validators=[NumberRange(min=1)])
