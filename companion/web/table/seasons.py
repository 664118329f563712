"""Which games of a table statistics are of: since a day, with all of some people, of some kinds.

It stands in the address, so that it can be kept and sent.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from flask import Flask, abort, current_app, request, url_for
from flask_babel import gettext as _

from companion.engine.names import isolate
from companion.engine.table import Table
from companion.games import TILES
from companion.history.results import Played, load_results
from companion.history.statistics import pick
from companion.web.safety import phone

KEPT = 50  # tables whose games are in memory; they may be thrown away at any time

Kept = OrderedDict[str, tuple[tuple[datetime, int], list[Played]]]
"""The games of tables with their results, and what says whether they are still right."""

YEAR, TWELVE_MONTHS = "year", "months"


def init_app(app: Flask) -> None:
    """Give the app a memory of its own for statistics."""
    app.extensions["statistics"] = Kept()


@dataclass(frozen=True)
class Season:
    """What the address asks for: a span, or the day that it begins with; a group; some kinds."""

    span: str = ""
    people: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    mistake: str = ""

    @property
    def since(self) -> date | None:
        """The first day of it (UTC); None for all games. ValueError for what is no day."""
        today = datetime.now(UTC).date()
        match self.span:
            case "":
                return None
            case "year":
                return today.replace(month=1, day=1)
            case "months":
                tomorrow = today + timedelta(days=1)
                is_leap = (tomorrow.month, tomorrow.day) == (2, 29)
                return tomorrow.replace(year=tomorrow.year - 1, day=28 if is_leap else tomorrow.day)
            case day:
                return date.fromisoformat(day)

    @property
    def day(self) -> str:
        """The day that was chosen; "" where that is a span, or no day."""
        return "" if self.mistake or self.span in (YEAR, TWELVE_MONTHS) else self.span

    def url(self, endpoint: str, at: Mapping[str, str]) -> str:
        """The address of this page with these games alone."""
        chosen = {"since": self.span or None, "player": self.people, "game": self.kinds}
        asked: dict[str, Any] = {**at, **chosen}
        return url_for(endpoint, **asked)

    def with_span(self, span: str) -> "Season":
        """The same games in that span."""
        return replace(self, span=span, mistake="")

    def toggle(self, person: str) -> "Season":
        """The same with this person in the group, or no longer."""
        return replace(self, people=_toggle(self.people, person))

    def toggle_kind(self, kind: str) -> "Season":
        """The same with the games of this kind, or no longer."""
        return replace(self, kinds=_toggle(self.kinds, kind))


def _toggle(chosen: tuple[str, ...], one: str) -> tuple[str, ...]:
    """What is chosen with this one, or without it where it is chosen."""
    without = tuple(each for each in chosen if each != one)
    return (*chosen, one) if without == chosen else without


def read(table: Table) -> Season:
    """What the address asks for; 404 where there is no such person, or no such game."""
    people = dict.fromkeys(_find_who(table, each) for each in request.args.getlist("player"))
    kinds = dict.fromkeys(request.args.getlist("game"))
    if not TILES.keys() >= {kind.partition(":")[0] for kind in kinds}:
        abort(404)
    asked = Season(request.args.get("since", ""), tuple(people), tuple(kinds))
    try:
        asked.since  # noqa: B018
    except ValueError:
        mistake = _("That is not a date. Choose one, or “All time”.")
        return replace(asked, span="", mistake=mistake)
    return asked


def _find_who(table: Table, person: str) -> str:
    """Who this person of the table is by now, as an address may be old; 404 for nobody there."""
    if any(each.id == person for each in table.people):
        return person
    return phone.store().people.find_who(table.id, person) or abort(404)


def find_games(me: str, table: Table, season: Season) -> list[Played]:
    """The games of this table in this season, oldest first."""
    return pick(_find_all(me, table), season.since, season.people, season.kinds)


def list_kinds(me: str, table: Table, titles: Mapping[str, str]) -> list[tuple[str, str]]:
    """The kinds of games of this table and what it calls them, in the order of the shelf.

    `titles` are what it calls each tile.
    """
    played = {game.kind: game for game in _find_all(me, table)}
    order = [*titles]
    return sorted(
        ((kind, isolate(game.called) or titles[game.tile.slug]) for kind, game in played.items()),
        key=lambda each: (order.index(each[0].partition(":")[0]), each[0]),
    )


def _find_all(me: str, table: Table) -> list[Played]:
    """All games of this table; those in memory, unless something was entered since."""
    as_it_is = (table.touched_at, table.games)
    kept: Kept = current_app.extensions["statistics"]
    known = kept.pop(table.id, None)
    if known is None or known[0] != as_it_is:
        results = phone.store().results
        known = as_it_is, load_results(results, results.find_all(me, table.id))
    kept[table.id] = known
    while len(kept) > KEPT:
        kept.popitem(last=False)
    return known[1]
