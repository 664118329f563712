"""What a form on a page can say: the part that is the same for the entries of every game."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime, timedelta
from typing import Any, ClassVar, Self

from flask_babel import lazy_gettext as _l
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, DateField, Field, Form, IntegerField, RadioField, StringField
from wtforms.form import BaseForm
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange, Optional, ValidationError

from companion.engine.entry import Choice, Entry, Facts, Shape, Whole
from companion.engine.setup import Setup

LONGEST_ID = 64
MOST_DIGITS = 9
NUMBER = re.compile(r"-?[0-9]{1,9}")
RESULT = "result"
"""The depth of a game of which a table enters only how it ended, and the name of that sheet."""

EARLIEST = date(2000, 1, 1)
NO_SUCH_DAY = _l("Choose today or an earlier day.")
NO_NUMBER = _l("That is not a number: type digits, with a minus in front if it is below 0.")
NO_PLAYER = _l("There is no player in that seat: choose one of the players.")
SEAT = re.compile(r"0|[1-9][0-9]?")


class WholeField(IntegerField):
    """A whole number as people write them; one of more than nine digits is none."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Raises ValueError, which becomes an error of the field, on what is no such number."""
        if valuelist and len(valuelist[0]) > MOST_DIGITS:
            raise ValueError(f"more than {MOST_DIGITS} digits")
        super().process_formdata(valuelist)


class NumberField(WholeField):
    """A number as somebody types it: below 0 too, with whichever minus their keyboard has."""

    def process_formdata(self, valuelist: list[str]) -> None:
        plain = [each.strip().replace("−", "-").replace("\u2013", "-") for each in valuelist]
        try:
            super().process_formdata([each.removeprefix("-") for each in plain[:1]])
        except ValueError:
            raise ValueError(NO_NUMBER) from None
        if plain and plain[0].startswith("-") and self.data is not None:
            self.data = -self.data


class DayField(DateField):
    """The day of a game of which only the result is entered, up to today anywhere; else None."""

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            super().process_formdata([each for each in valuelist if each])
        except ValueError:
            raise ValueError(NO_SUCH_DAY) from None
        tomorrow = datetime.now(UTC).date() + timedelta(days=1)  # it has begun somewhere
        if self.data and not EARLIEST <= self.data <= tomorrow:
            raise ValueError(NO_SUCH_DAY)

    def pre_validate(self, form: BaseForm) -> None:
        """Forgets the day, and what is wrong with it, of a game that says more than its result."""
        if form["depth"].data != RESULT:
            self.data, self.errors = None, []  # type: ignore[assignment]  # it is a list here


class PerSeatField(Field):
    """A whole number for each seat, posted as `points-0`, `points-1` … for a field `points`.

    A field that stays empty says nothing. Once the form is validated `data` is by seat, None for
    one without a number, which is an error of the field.
    """

    data: list[int | None]
    said: dict[int, int]

    def process(self, formdata: Any, data: object = None, extra_filters: object = None) -> None:
        self.process_errors = ()
        self.data, self.said = [], {}
        for name in formdata or ():
            seat = name.removeprefix(f"{self.name}-")
            if seat == name or not SEAT.fullmatch(seat):
                continue
            if NUMBER.fullmatch(formdata[name]):
                self.said[int(seat)] = int(formdata[name])
            elif formdata[name]:
                self.process_errors = ("not a number",)

    def pre_validate(self, form: BaseForm) -> None:
        assert isinstance(form, EntryForm)
        self.data = self.complete([self.said.get(seat) for seat in range(form.setup.seats)])
        if None in self.data:
            raise ValidationError("a seat has no number")

    def complete(self, numbers: list[int | None]) -> list[int | None]:
        """The numbers by seat, with those filled in that follow from the others, if any do."""
        return numbers

    @staticmethod
    def posts(name: str, numbers: Sequence[object]) -> dict[str, object]:
        """The fields in which a phone posts these numbers: one for each seat."""
        return {f"{name}-{seat}": number for seat, number in enumerate(numbers)}


class TruthField(RadioField):
    """Yes or no, where one of them has to be said: posted as "y" or "n"."""

    def __init__(self, **more: Any) -> None:
        super().__init__(choices=["y", "n"], coerce={"y": True, "n": False}.get, **more)

    @staticmethod
    def posts(name: str, said: bool) -> dict[str, object]:
        return {name: "y" if said else "n"}


class EntryForm(FlaskForm):
    """One entry as a phone posts it.

    `seen` is the place in the log that its phone had seen; `id` was made on the phone, or else
    `page` on the server, for a phone without scripts. `change` and `before` name a line: the entry
    is what that line should have said, or what should have stood before it. `first` is the kind of
    an entry that should have come before this one: one of `earlier`. `back` says which page to go
    to afterwards: the log, the set-up of a new game, or the board, from a sheet that is a page of
    its own. `withdrawn` says that the entry is not to be written any more, if it is not yet.
    `setup` is its game's.
    """

    kind: ClassVar[str]
    facts_of: ClassVar[tuple[str, ...]]
    earlier: ClassVar[tuple[str, ...]] = ()
    setup: Setup

    id = StringField(validators=[Length(max=LONGEST_ID)])
    page = StringField(validators=[Length(max=LONGEST_ID)])
    seen = WholeField(validators=[InputRequired(), NumberRange(min=0)])
    confirmed = BooleanField()
    withdrawn = BooleanField()
    change = WholeField(validators=[Optional(), NumberRange(min=1)])
    before = WholeField(validators=[Optional(), NumberRange(min=1)])
    first = StringField(validators=[Optional()])
    back = StringField(validators=[Optional(), AnyOf(("log", "new", "board"))])

    def validate_first(self, field: StringField) -> None:
        """Raises ValidationError on a kind that cannot have been forgotten before this one."""
        if field.data not in self.earlier:
            raise ValidationError("no such entry comes before this one")

    def facts(self) -> dict[str, object]:
        """The entry that this form says, as it is written down, without what was left out."""
        said = {name: self[name].data for name in self.facts_of}
        return {"kind": self.kind} | {name: fact for name, fact in said.items() if fact is not None}

    @classmethod
    def fields(cls, facts: Facts) -> dict[str, object]:
        """The fields in which a phone posts these facts; `posts` of a field may say which."""
        said: dict[str, object] = {}
        for name, fact in facts.items():
            field = getattr(getattr(cls, name, None), "field_class", None)
            posts = getattr(field, "posts", None)
            said |= posts(name, fact) if posts and fact is not None else {name: fact}
        return said

    def partial_facts(self) -> dict[str, object]:
        """What can be kept of a form that cannot be read, to show it again."""
        told = {name: self[name] for name in self.facts_of}
        return {"kind": self.kind} | {
            name: field.data
            for name, field in told.items()
            if isinstance(field, PerSeatField) or (field.data is not None and not field.errors)
        }

    @property
    def mistaken(self) -> Field:
        """The first field that cannot be read; only after `validate` said so."""
        found: Field = next(field for field in self if field.errors)
        return found


class SwitchesForm(FlaskForm):
    """The form of a set-up: a field for each switch. A game without switches uses this one.

    `depth` is how much of the game the table enters, one of `Pages.depths`, and `day` when it was
    played, for a game of which only the result is entered; "" and None for the usual.

    `chooses` are the fields that are called like the option they are. Of any other, `means` says
    which option it is, with its value where the switch is on and off: None says nothing.

    A `SelectField` takes its choices as strings, or as `SelectChoice` of `wtforms.fields.choices`
    where they have labels: a tuple warns, which fails the tests.
    """

    chooses: ClassVar[tuple[str, ...]] = ()
    means: ClassVar[Mapping[str, tuple[str, object, object]]] = {}
    depth = StringField()
    day = DayField(validators=[Optional()])

    def options(self) -> dict[str, object]:
        said = {name: self[name].data for name in self.chooses}
        for name, (option, on, off) in self.means.items():
            said[option] = on if self[name].data else off
        return {name: chosen for name, chosen in said.items() if chosen not in (None, "")}

    @classmethod
    def fields(cls, options: Mapping[str, object]) -> dict[str, object]:
        """What the fields hold where these options are chosen; an option may be left out."""
        means = cls.means.items()
        return {**options, **{name: options.get(option) == on for name, (option, on, _) in means}}


class AskedForm(Form):
    """What the address of a sheet or of a line may ask for: a seat, and what a game says besides.

    `facts_of` are the facts of a line with which the page of that line begins.
    """

    facts_of: ClassVar[tuple[str, ...]] = ()
    seat = WholeField(validators=[Optional(), NumberRange(0)])

    @classmethod
    def about(cls, asked: MultiDict[str, str], facts: Facts) -> Self:
        """What is asked of the line that says these facts."""
        return cls(asked, **{name: facts[name] for name in cls.facts_of if name in facts})


class TakenBackForm(EntryForm):
    """Taking back the entry at the place `target` of the log."""

    kind = "taken-back"
    facts_of = ("target",)

    target = WholeField(validators=[NumberRange(min=1)])


def forms_of(entries: Iterable[type[Entry]], *own: type[EntryForm]) -> tuple[type[EntryForm], ...]:
    """The form of each of these kinds of entries; one of `own` says what is not usual."""
    known = {form.kind: form for form in own}
    return tuple(_form_of(entry, known.get(entry.kind, EntryForm)) for entry in entries)


def _form_of(entry: type[Entry], base: type[EntryForm]) -> type[EntryForm]:
    told = {field.metadata["written_as"] or field.name: field for field in fields(entry)}
    said: dict[str, Any] = {
        name: _field_of(field.metadata["shape"], field.default is None)
        for name, field in told.items()
        if not hasattr(base, name)
    }
    said |= {"kind": entry.kind, "facts_of": getattr(base, "facts_of", tuple(told))}
    return type(f"{entry.__name__}Form", (base,), said)


def _field_of(shape: Shape, optional: bool) -> Field:
    """The field of a form for one of an entry with this shape."""
    needed = Optional() if optional else InputRequired()
    match shape:
        case Whole(low, high):
            field = NumberField if low is None or low < 0 else WholeField
            return field(validators=[needed, NumberRange(low, high)])
        case Choice(words):
            return RadioField(choices=list(words), validators=[needed])
    if shape is bool and optional:  # what is not ticked is not said
        return BooleanField(filters=[lambda ticked: ticked or None])
    if shape is bool:
        return TruthField(validators=[needed])
    assert shape == list[int], "a form of its own says this"
    return PerSeatField()
