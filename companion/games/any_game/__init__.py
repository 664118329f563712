"""Any other game: a score pad for whatever a table plays, with the name that it gives it."""

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from wtforms import RadioField, StringField
from wtforms.validators import NumberRange, Optional, ValidationError

from companion.engine.names import clean
from companion.engine.setup import Option, Setup
from companion.games.forms import NumberField
from companion.games.game import Tile
from companion.games.pad import make_game
from companion.games.pad.entries import MOST
from companion.games.pad.forms import SheetForm
from companion.games.pad.state import State
from companion.games.pad.value import Begins, Ending, Pad, Step, Terms

MOST_ROUNDS = 999
ROUNDS = _l("Choose 1 to %(most)s rounds.", most=MOST_ROUNDS)
WINS = ("highest", "lowest")


def terms(setup: Setup) -> Terms:
    said = (setup.options[name] for name in ("limit", "rounds", "start"))
    limit, rounds, start = (number if type(number) is int else None for number in said)
    highest_wins = setup.options["wins"] == "highest"
    return Terms(highest_wins=highest_wins, start=start or 0, limit=limit, rounds=rounds)


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) <= MOST


def _are_rounds(value: object) -> bool:
    return type(value) is int and 1 <= value <= MOST_ROUNDS


PAD = Pad(
    seats=range(2, 16),
    steps=(Step("number"),),
    terms=terms,
    endings=(Ending.LIMIT_REACHED, Ending.ROUNDS_PLAYED, Ending.STOPPED),
    begins=Begins.NOBODY,
    rest=0,
    options=(
        Option(
            "called", "", ("", "Yaniv"), lambda said: isinstance(said, str) and clean(said) == said
        ),
        Option("wins", "highest", WINS),
        Option("limit", None, (None, 30), _is_number),
        Option("rounds", None, (None, 4), _are_rounds),
        Option("start", 0, (0, 10), _is_number),
    ),
)


def _clean(said: str | None) -> str | None:
    return said if (cleaned := clean(said or "")) is None else cleaned


class OtherGameForm(SheetForm):
    """What is played, and for what."""

    chooses = ("called", "wins", "limit", "rounds", "start")
    called = StringField(filters=[_clean])
    wins = RadioField(choices=WINS, default="highest")
    limit = NumberField(validators=[Optional()])
    rounds = NumberField(validators=[Optional(), NumberRange(1, MOST_ROUNDS, ROUNDS)])
    start = NumberField(validators=[Optional()])

    def validate_called(self, field: StringField) -> None:
        if clean(field.data or "") is None:
            raise ValidationError(_("A name can have at most 24 characters."))


def preparing(state: State) -> Iterator[str]:
    yield _("Set up your game as its rules say.")
    yield _("Agree on who enters the points: one phone, or all of you.")


GAME = make_game(
    PAD,
    "any-game",
    Tile("any-game", _l("Any other game"), "sea"),
    steps={"number": ""},
    preparing=preparing,
    switches=OtherGameForm,
    named_by="called",
)
