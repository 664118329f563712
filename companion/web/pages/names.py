"""The names of people and games at a table, as pages show them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup
from wcwidth import iter_graphemes

from companion.engine.names import bare, isolate, name_key, settle, turns
from companion.engine.table import GAME_ITSELF, Person, Table
from companion.games import GAMES
from companion.games.game import Game, Tile
from companion.games.lists import join_list
from companion.web.pages.words import load_catalogue
from companion.web.safety.phone import LANGUAGES

_NUMBERED = re.compile(r"(.*\S)( \d{1,3}| \(\d+\))")
MOST_NAMES = 6  # that a table without a name is called by
MOST_SEATS = max(game.rules.seats[-1] for game in GAMES.values())


def number_names(names: Iterable[str]) -> list[str]:
    """These names in seat order, as a page shows them: whoever has none is called by the seat.

    No two of them read the same: the second "Ann" is "Ann (2)". Names that were typed come first.
    """
    read = [name if name_key(name) else "" for name in names]
    taken: set[str] = set()
    for at in sorted(range(len(read)), key=lambda at: not read[at]):
        said = own = read[at] or _("Player %(number)s", number=at + 1)
        copy = 1
        while (key := name_key(said)) in taken:
            copy += 1
            said = f"{own} ({copy})"
        taken.add(key)
        read[at] = isolate(said)
    return read


def strip_numbers(names: Iterable[str]) -> list[str]:
    """These names in seat order, "" for one that only says the number of its own seat."""
    return ["" if seat_called(name) == seat else name for seat, name in enumerate(names, 1)]


def find_same(names: Sequence[str]) -> set[int]:
    """The seats of whoever is called the same as somebody else, in any language."""
    blank = {seat for seat, name in enumerate(names, 1) if not name}
    seats: dict[str | int, set[int]] = {seat: {seat} for seat in blank}
    for seat, name in enumerate(names, 1):
        if name:
            called = seat_called(name)
            seats.setdefault(called if called in blank else name_key(name), set()).add(seat)
    return {seat for same in seats.values() if len(same) > 1 for seat in same}


def seat_called(name: str) -> int | None:
    """The seat that a page, in any language, calls so when nobody there has a name; else None."""
    return _seats_called().get(name_key(name))


@cache
def _seats_called() -> Mapping[str, int]:
    return {
        name_key(load_catalogue(language).gettext("Player %(number)s") % {"number": seat}): seat
        for language in LANGUAGES
        for seat in range(1, MOST_SEATS + 1)
    }


def display_names(people: Iterable[Person]) -> list[str]:
    """The names as a page shows them: whoever has none is called by the seat."""
    return number_names(person.name for person in people)


def name_people(table: Table) -> dict[str, str]:
    """The names of all people of this table as a page shows them, by id."""
    people = (person.id for person in table.people)
    return dict(zip(people, display_names(table.people), strict=True))


def list_people(table: Table) -> list[tuple[Person, str]]:
    """The people of this table with their names, but who was taken off the list; else all."""
    everybody = list(zip(table.people, display_names(table.people), strict=True))
    return [each for each in everybody if each[0].listed] or everybody


def fit(name: str) -> str:
    """The name for a narrow place: where it is cut, the number at its end stays.

    So "Player 11" and "Player 12" can be told apart in any width.
    """
    found = None if turns(name) else _NUMBERED.fullmatch(bare(name))
    if not found:
        return name
    stem, number = found.groups()
    end = Markup('<span data-initial="{}">{}</span>').format(next(iter_graphemes(stem)), number)
    return Markup('<span class="fitted" translate="no"><span>{}</span>{}</span>').format(stem, end)


def shorten(name: str, most: int = 8) -> str:
    """At most so many characters of the name, the number at its end among them."""
    plain = bare(name)
    if len(plain) <= most:
        return name
    stem, end = found.groups() if (found := _NUMBERED.fullmatch(plain)) else (plain, "")
    signs = list(iter_graphemes(stem))
    if len(signs) + len(end) <= most:
        return name
    short = "".join(signs[: max(1, most - 1 - len(end))]) + "…" + end
    return short if plain == name else isolate(short)


def table_name(table: Table) -> str:
    """What a table is called: by its own name, else by its people, the first of many."""
    names = [name for _, name in list_people(table)]
    if len(names) > MOST_NAMES:
        first = names[: MOST_NAMES - 1]
        names = [*first, _("%(number)s more", number=len(names) - len(first))]
    return isolate(table.name or "") or join_list(names)


def with_virtual(names: list[str], game: Game[Any, Any]) -> list[str]:
    """These names, and behind them those of the virtual players that this game needs as well."""
    lacking = game.rules.least - len(names)
    return names + [str(game.pages.virtual_player)] * lacking if lacking > 0 else names


def describe_duration(seconds: float) -> str:
    """How long was played, "18 min"; "" for less than a minute."""
    minutes = round(seconds / 60)
    if not minutes:
        return ""
    if minutes < 60:
        return _("%(minutes)s min", minutes=minutes)
    return _("%(hours)s h %(minutes)s min", hours=minutes // 60, minutes=minutes % 60)


def title(tile: Tile, nicknames: Mapping[str, str]) -> str:
    """What a table with these nicknames calls the game on this tile of the shelf."""
    return isolate(nicknames.get(GAME_ITSELF, "")) or str(tile.title)


def set_apart(html: str) -> str:
    """This page with an element around each name in its text, which no browser translates.

    In attributes, and where no element may stand, names are as in any plain text.
    """
    text, *rest = html.split("\u2068")
    made, around = [text], _opened(text, ">")
    for part in rest:
        name, _, text = part.partition("\u2069")
        plain = around.startswith("<") or around in _WITHOUT_ELEMENTS
        made += [settle(f"\u2068{name}\u2069") if plain else f"{_SET_APART}{name}</bdi>", text]
        around = _opened(text, around)
    return "".join(made)


_SET_APART = '<bdi translate="no">'
_WITHOUT_ELEMENTS = ("title", "option", "text", "textarea", "script", "style")


def _opened(text: str, around: str) -> str:
    """What the end of this text stands in: "<" within a tag, else the last tag, or as before."""
    opens = text.rfind("<")
    if opens < 0:
        return ">" if around == "<" and ">" in text else around
    if text.find(">", opens) < 0:
        return "<"
    return _TAG.match(text, opens)[0][1:]  # type: ignore[index]


_TAG = re.compile(r"<[/!\w-]*")
