"""The history of a table: its games, newest first, and what they say together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from flask import Blueprint, Response, abort, request
from flask_babel import format_date
from flask_babel import gettext as _

from companion.engine.names import isolate
from companion.engine.table import Options, Table, Wanted
from companion.games import TILES
from companion.games.game import Tile
from companion.games.lists import join_list
from companion.history.results import Played, load_results
from companion.history.statistics import statistics
from companion.web.pages.names import describe_duration, list_people, name_people, title
from companion.web.pages.page import page
from companion.web.pages.playing import Playing
from companion.web.safety import phone
from companion.web.table import seasons, shelf

bp = Blueprint("history", __name__, url_prefix="/t/<table_id>")

PAGE = 20  # games on a page of the history
LAST_PAGE = 10_000  # nobody has played that much


@dataclass(frozen=True)
class Row:
    """A game in a list: its name, how it stands, on which day it was, how long, and who played.

    Of a game of which only the result was entered, it says that in place of how long it was.
    """

    playing: Playing
    standing: str
    day: str
    lasted: str
    people: str


@dataclass(frozen=True)
class Chosen:
    """Which games a page shows: of one tile, or all; of one person, or all; and which page."""

    tile: str
    person: str
    number: int

    def to_query(self) -> Wanted:
        """The same as the store is asked for it."""
        if not self.tile:
            return Wanted(person=self.person)
        game = TILES[self.tile]
        places = [tile.slug for tile in game.tiles]
        after = game.tiles[places.index(self.tile) + 1 :]
        having = game.tiles[places.index(self.tile)]
        lacking = tuple(_options(tile) for tile in after)
        return Wanted(game.slug, _options(having), lacking, self.person)


@bp.get("/history")
def show(table_id: str) -> Response:
    """Show the games of this table, newest first, all or those of one tile or one person."""
    me, table = _at(table_id)
    chosen = _read_choice(table)
    called = phone.store().nicknames.find_all(me, table_id)
    skip = (chosen.number - 1) * PAGE
    found, count = phone.store().results.find_page(me, table_id, chosen.to_query(), PAGE, skip)
    if skip and not found:
        abort(404)
    games = load_results(phone.store().results, found)
    return page(
        "history.html",
        table=table,
        chosen=chosen,
        rows=list(_rows(games, called)),
        count=count,
        first=skip + 1,
        older=skip + PAGE < count,
        tiles=shelf.tiles(),
        titles=titles(called),
        people=list_people(table),
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


def titles(called: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """What a table that calls its games so calls each tile of the shelf."""
    return {tile.slug: title(tile, called.get(game.slug, {})) for game, tile in shelf.tiles()}


def _at(table_id: str) -> tuple[str, Table]:
    """This phone and this table; 404 for strangers as for what does not exist."""
    me = phone.find_id()
    found = (phone.store().tables.find(me, table_id) if me else None) or abort(404)
    return cast(str, me), found


def _read_choice(table: Table) -> Chosen:
    """What the address asks for; 404 where there is no such game, person or page."""
    asked = Chosen(
        request.args.get("game", ""),
        request.args.get("player", ""),
        request.args.get("page", 1, type=int),
    )
    known = {person.id for person in table.people}
    if (asked.tile and asked.tile not in TILES) or (asked.person and asked.person not in known):
        abort(404)
    if not 1 <= asked.number <= LAST_PAGE:
        abort(404)
    return asked


def _rows(games: list[Played], called: Mapping[str, Mapping[str, str]]) -> Iterator[Row]:
    """A line for each game; a day, and some people, are written out once for all of theirs."""
    day, people = cache(format_date), cache(join_list)
    for game in games:
        words = called.get(game.stored.slug, {})
        playing = Playing(replace(game.stored, nicknames=words))
        yield Row(
            playing,
            playing.game.words.describe_result(game.summary, playing.names),
            day(game.stored.made_at.date()),
            _("only the result")
            if game.summary.result_only
            else describe_duration(game.summary.seconds),
            people(tuple(playing.names)),
        )


def _options(tile: Tile) -> Options:
    return tuple((name, bool(value)) for name, value in tile.options.items())
