"""The names of people and games at a table, as they are kept and as they are shown."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from flask_babel import gettext as _
from wcwidth import iter_graphemes

from companion.game import Game
from companion.table import GAME_ITSELF, Person
from companion.web.phone import LANGUAGES
from companion.web.words import spoken

MOST_SEATS = 15  # of all games of the shelf
LONGEST_NAME = 24  # characters as people count them
LONGEST_SIGN = 12  # code points of one of them; a family with skin tones has eleven
HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
JOINER = "\u200d"  # holds emoji together; allowed inside a visible character


def cleaned(name: str) -> str | None:
    """The name as it is kept: NFC, trimmed, "" for none; None where it cannot be a name.

    A name has at most 24 characters as people count them, no controls and no direction overrides.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(sign) in HIDDEN and sign != JOINER for sign in name):
        return None
    signs = list(iter_graphemes(name))
    if len(signs) > LONGEST_NAME or any(len(sign) > LONGEST_SIGN for sign in signs):
        return None
    if any(sign.startswith(JOINER) or sign.endswith(JOINER) for sign in signs):
        return None  # it would join nothing, and only hide
    return name


def key(name: str) -> str:
    """What two spellings of one name have in common."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def numbered(names: Iterable[str]) -> list[str]:
    """These names in seat order: whoever has none is called by the number of the seat."""
    return [name or _("Player %(number)s", number=number) for number, name in enumerate(names, 1)]


def unnumbered(names: Iterable[str]) -> list[str]:
    """These names in seat order, "" for one that only says the number of its own seat."""
    return ["" if seat_called(name) == seat else name for seat, name in enumerate(names, 1)]


def seat_called(name: str) -> int | None:
    """The seat that a page, in any language, calls so when nobody there has a name; else None."""
    return _seats_called().get(key(name))


@cache
def _seats_called() -> Mapping[str, int]:
    return {
        key(spoken(language).gettext("Player %(number)s") % {"number": seat}): seat
        for language in LANGUAGES
        for seat in range(1, MOST_SEATS + 1)
    }


def shown(people: Iterable[Person]) -> list[str]:
    """The names as a page shows them: whoever has none is called by the seat."""
    return numbered(person.name for person in people)


def listed(names: Sequence[str]) -> str:
    """The names in one line: "Ann, Ben and Cas"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s", names=", ".join(names[:-1]), last=names[-1])


def lasted(seconds: float) -> str:
    """How long was played, "18 min"; "" for less than a minute."""
    minutes = round(seconds / 60)
    if not minutes:
        return ""
    if minutes < 60:
        return _("%(minutes)s min", minutes=minutes)
    return _("%(hours)s h %(minutes)s min", hours=minutes // 60, minutes=minutes % 60)


def title(game: Game[Any, Any], tile: str, nicknames: Mapping[str, str]) -> str:
    """What a table with these nicknames calls this game, on that tile of the shelf."""
    return nicknames.get(GAME_ITSELF) or str(game.words.NAMES[tile])
