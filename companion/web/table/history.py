"""The history of a table: its games, newest first, and what they say together."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from itertools import groupby
from typing import cast

from flask import Blueprint, Response, abort, request
from flask_babel import format_date
from flask_babel import gettext as _

from companion.engine.names import isolate, name_key
from companion.engine.rules import Summary
from companion.engine.table import Kept, Options, Table, Wanted
from companion.games import TILES
from companion.games.game import Tile
from companion.history.results import Played, load_results
from companion.history.statistics import statistics
from companion.web.pages.names import describe_duration, list_people, name_people, title
from companion.web.pages.page import page
from companion.web.pages.playing import Playing, readable
from companion.web.safety import phone
from companion.web.table import seasons, shelf

bp = Blueprint("history", __name__, url_prefix="/t/<table_id>")

MONTH = "LLLL y"
PAGE = 20  # games on a page of the history
LAST_PAGE = 10_000  # nobody has played that much
LONGEST_SEARCH = 100  # characters


@dataclass(frozen=True)
class Row:
    """A game in a list: its name, how it stands, on which day it was, and how long.

    Of a game of which only the result was entered, it says that in place of how long it was. Of one
    that is not over, it says so beside it, and when it was played `last` in place of the day.
    """

    playing: Playing
    standing: str
    day: str
    lasted: str
    month: str
    last: datetime | None = None


@dataclass(frozen=True)
class Kind:
    """What a table has played: a tile, or by its name what was played on it; and its title.

    `spelled` are all ways in which the table wrote that name.
    """

    tile: Tile
    title: str
    called: str | None = None
    spelled: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chosen:
    """Which games a page shows: of one tile, or all; of one person, or all; and which page.

    Of a tile that is named by what is played on it they may be those of one name, "" for none. Or
    those of a `search`, whatever else is chosen.
    """

    tile: str = ""
    person: str = ""
    number: int = 1
    called: str | None = None
    search: str = ""

    def is_of(self, kind: Kind) -> bool:
        """Whether these are the games of this kind."""
        said = None if self.called is None else name_key(self.called)
        of = None if kind.called is None else name_key(kind.called)
        return (self.tile, said) == (kind.tile.slug, of)

    def to_query(self, spelled: tuple[str, ...] = ()) -> Wanted:
        """The same as the store is asked for it; its name is written in these ways."""
        if not self.tile:
            return Wanted(person=self.person)
        game = TILES[self.tile]
        places = [tile.slug for tile in game.tiles]
        after = game.tiles[places.index(self.tile) + 1 :]
        having = game.tiles[places.index(self.tile)]
        lacking = tuple(_options(tile) for tile in after)
        named_by = "" if self.called is None else game.named_by
        return Wanted(game.slug, _options(having), lacking, self.person, named_by, spelled)


@bp.get("/history")
def show(table_id: str) -> Response:
    """Show the games of this table, newest first, all or those of one tile or one person."""
    me, table = _at(table_id)
    chosen = _read_choice(table)
    called = phone.store().nicknames.find_all(me, table_id)
    kinds = list(_find_kinds(me, table_id, titles(called)))
    spelled = next((kind.spelled for kind in kinds if chosen.is_of(kind)), ())
    skip = (chosen.number - 1) * PAGE
    wanted = chosen.to_query(spelled)
    if chosen.search:
        all_found = _search(me, table_id, chosen.search, called)
        found, count = all_found[skip : skip + PAGE], len(all_found)
    else:
        found, count = phone.store().results.find_page(me, table_id, wanted, PAGE, skip)
    if (skip or chosen.called is not None) and not found:
        abort(404)
    games = load_results(phone.store().results, found)
    return page(
        "history.html",
        table=table,
        chosen=chosen,
        months=[
            (month, list(rows))
            for month, rows in groupby(_rows(games, called), lambda row: row.month)
        ],
        shown=len(games),
        count=count,
        first=skip + 1,
        older=skip + PAGE < count,
        kinds=kinds,
        people=list_people(table),
        deleted=describe_deleted(me, table_id, called),
    )


@bp.get("/statistics")
def figures(table_id: str) -> Response:
    """Show what the games of this table say together, by game and by player."""
    me, table = _at(table_id)
    season = seasons.read(table)
    told = statistics(seasons.find_games(me, table, season))
    _me, table = _at(table_id)  # somebody may have come while they were made
    called = phone.store().nicknames.find_all(me, table_id)
    called_tiles = titles(called)
    return page(
        "statistics.html",
        422 if season.mistake else 200,
        table=table,
        season=season,
        kinds=seasons.list_kinds(me, table, called_tiles),
        tiles=[
            (game, tile, each, isolate(each.called) or called_tiles[tile.slug])
            for game, tile in shelf.tiles()
            for each in told.tiles
            if each.tile == tile.slug
        ],
        players=told.players,
        people=list_people(table),
        names=name_people(table),
    )


def latest(me: str, table_id: str, most: int) -> list[Row]:
    """The newest games of this table."""
    found, _count = phone.store().results.find_page(me, table_id, Wanted(), most)
    called = phone.store().nicknames.find_all(me, table_id)
    return list(_rows(load_results(phone.store().results, found), called))


def _search(
    me: str, table_id: str, search: str, called: Mapping[str, Mapping[str, str]]
) -> tuple[Kept, ...]:
    """The games whose names, players, note or month have all words of this search, newest first."""
    month, words = cache(partial(format_date, format=MONTH)), name_key(search).split()

    def has_all(playing: Playing) -> bool:
        stored = playing.stored
        said = (playing.title, *playing.names, month(stored.made_at.date()))
        text = " ".join((*map(name_key, said), stored.note.casefold()))
        return all(word in text for word in words)

    found = {kept.stored.id: kept for kept in phone.store().results.find_all(me, table_id)}
    games = (
        replace(kept.stored, nicknames=called.get(kept.stored.slug, {}))
        for kept in reversed(found.values())
    )
    return tuple(found[each.stored.id] for each in readable(games) if has_all(each))


def describe_deleted(
    me: str, table_id: str, called: Mapping[str, Mapping[str, str]]
) -> list[tuple[Playing, str]]:
    """The games that can be restored, each with its day."""
    found = phone.store().corrections.find_deleted(me, table_id)
    named = (replace(stored, nicknames=called.get(stored.slug, {})) for stored in found)
    return [(each, format_date(each.stored.made_at.date())) for each in readable(named)]


def titles(called: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """What a table that calls its games so calls each tile of the shelf."""
    return {tile.slug: title(tile, called.get(game.slug, {})) for game, tile in shelf.tiles()}


def _at(table_id: str) -> tuple[str, Table]:
    """This phone and this table; 404 for strangers as for what does not exist."""
    me = phone.find_id()
    found = (phone.store().tables.find(me, table_id) if me else None) or abort(404)
    return cast(str, me), found


def _find_kinds(me: str, table_id: str, called: Mapping[str, str]) -> Iterator[Kind]:
    """What this table has played, in the order of the shelf, with what it calls each tile."""
    results = phone.store().results
    asked = [Chosen(tile.slug).to_query() for _game, tile in shelf.tiles()]
    played = results.are_played(me, table_id, asked)
    for (game, tile), is_played in zip(shelf.tiles(), played, strict=True):
        if not is_played:
            continue
        if not game.named_by:
            yield Kind(tile, called[tile.slug])
            continue
        names = defaultdict[str, list[str]](list)
        for name in results.find_called(me, table_id, game.slug, game.named_by):
            names[name_key(name)].append(name)
        for spelled in names.values():
            title = isolate(spelled[0]) or called[tile.slug]
            yield Kind(tile, title, spelled[0], tuple(spelled))


def _read_choice(table: Table) -> Chosen:
    """What the address asks for; 404 where there is no such game, person or page."""
    player = request.args.get("player", "")
    asked = Chosen(
        request.args.get("game", ""),
        player and (phone.store().people.find_who(table.id, player) or abort(404)),
        request.args.get("page", 1, type=int),
        request.args.get("called"),
        " ".join(request.args.get("q", "")[:LONGEST_SEARCH].split()),
    )
    if asked.tile and asked.tile not in TILES:
        abort(404)
    if asked.called is not None and not (asked.tile and TILES[asked.tile].named_by):
        abort(404)
    if not 1 <= asked.number <= LAST_PAGE:
        abort(404)
    return asked


def _rows(games: list[Played], called: Mapping[str, Mapping[str, str]]) -> Iterator[Row]:
    """A line for each game; a day is written out once for all of its games."""
    day, month = cache(format_date), cache(partial(format_date, format=MONTH))
    for game in games:
        words = called.get(game.stored.slug, {})
        playing = Playing(replace(game.stored, nicknames=words))
        yield Row(
            playing,
            playing.game.words.describe_result(game.summary, playing.names),
            day(game.stored.made_at.date()),
            _describe_time(game.summary),
            month(game.stored.made_at.date().replace(day=1)),
            None if game.summary.ending else _last_entered(game),
        )


def _last_entered(game: Played) -> datetime:
    """When something was last entered in this game, or it was set up."""
    said = game.summary.entered_at
    return datetime.fromisoformat(said) if said else game.stored.made_at


def _describe_time(summary: Summary) -> str:
    """How long was played until now or the end, pauses left out, and whether that was the end."""
    if summary.result_only:
        return _("only the result")
    lasted = describe_duration(summary.seconds)
    if summary.ending is not None:
        return lasted
    return _("not finished, %(time)s", time=lasted) if lasted else _("not finished")


def _options(tile: Tile) -> Options:
    return tuple((name, bool(value)) for name, value in tile.options.items())
