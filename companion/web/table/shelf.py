"""The shelf: the games, what is open on this phone, and setting up a new one."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from companion.engine.names import clean, name_key, settle
from companion.engine.table import (
    GAMES_PER_TABLE,
    PEOPLE_PER_TABLE,
    NoRoom,
    StoredGame,
    Table,
    TooManyPeople,
)
from companion.games import GAMES, TILES
from companion.games.forms import SwitchesForm
from companion.games.game import Game, Tile
from companion.web.handover import elsewhere, phone_file
from companion.web.pages.errors import to_write
from companion.web.pages.names import find_same, strip_numbers, table_name
from companion.web.pages.page import page
from companion.web.pages.playing import Playing, readable
from companion.web.play import entering
from companion.web.safety import limits, phone, starters

bp = Blueprint("shelf", __name__)

USUAL = 2  # players, where this phone knows of none
NEWEST = 20  # tables of which the shelf of a server hears
KNOWN = 12  # people that a set-up offers
CALLED = 6  # names of what a table has played that its set-up offers
LATEST = 6  # games looked at for "Continue"
RECENT = timedelta(days=2)  # so long each that still runs is offered, and not the newest alone


@dataclass(frozen=True)
class FormError:
    """What is wrong with a screen as it was filled in, and at which seats."""

    sentence: str
    seats: Set[int] = frozenset()


@bp.get("/")
def home() -> Response:
    """Show the games, those that are open on this phone, and this phone's tables."""
    me = phone.find_id()
    tables = phone.store().tables.find_all(me) if me else []
    running = list(find_running(me))
    return page(
        "shelf.html",
        tiles=tiles(),
        running=running,
        tables=tables,
        deleted=phone.store().tables.find_deleted(me) if me else (),
        left=phone.store().phones.find_left(me) if me else (),
        here_tables=_describe_here(tables, running[:1]) if current_app.config["HERE"] else None,
    )


def _describe_here(tables: Sequence[Table], running: Sequence[Playing]) -> dict[str, object]:
    """What the shelf of the server says of the tables on this phone, and of the game that is on."""
    playing = next(iter(running), None)
    return {
        "tables": [
            {
                "address": url_for("tables.table", table_id=table.id),
                "name": settle(table_name(table)),
                "says": _describe_games(table),
            }
            for table in tables[:NEWEST]
        ],
        "open": playing and {"address": playing.url, "name": settle(playing.title)},
    }


def _describe_games(table: Table) -> str:
    games = ngettext("%(num)d game", "%(num)d games", table.games)
    return f"{games}, {_('copied here')}" if table.id in phone_file.read().along else games


@bp.get("/continue")
def go_on() -> Response:
    """Lead to the newest game of this phone that is not over, else to the shelf."""
    playing = next(find_running(phone.find_id()), None)
    address = playing.url if playing else url_for("shelf.home")
    return cast(Response, redirect(address, 302))


@bp.route("/new/<slug>", methods=["GET", "POST"])
def new(slug: str) -> Response:
    """Set a game up on one screen, with the switches of its tile on, and open its board."""
    game = TILES.get(slug) or abort(404)
    tile = next(tile for tile in game.tiles if tile.slug == slug)
    table = _table(request.values.get("table"))
    if table is None:
        starters.check()
    form = game.pages.switches(data=game.pages.switches.fields(tile.options))
    if request.method != "POST":
        return _offer(game, tile, form, table)
    if move := request.form.get("move", type=int):
        return _setup_page(game, tile, form, table, *_move_up(game, move))
    if sits := request.form.get("sit"):
        return _setup_page(game, tile, form, table, *_seat(game, sits))
    count, names, mistake = _names(game)
    if mistake or not form.validate():
        if not mistake:
            mistake = FormError(next(each for said in form.errors.values() for each in said))
        return _setup_page(game, tile, form, table, names, mistake, count, status=422)
    try:
        options = with_depth(game, form.options(), form.depth.data)
        with limits.new_table() as may_begin:
            phone.store().expiry.purge_hourly(current_app.config["KEEP_DAYS"])
            stored = phone.store().games.start(
                phone.ensure_id(),
                game.slug,
                options,
                names,
                table.id if table else None,
                entering.make_start_id(),
                may_begin,
                form.day.data,
            )
    except NoRoom as error:
        return no_room(error, game, tile, form, names)
    return cast(Response, redirect(Playing(stored).start_url, 303))


def _offer(game: Game[Any, Any], tile: Tile, form: SwitchesForm, table: Table | None) -> Response:
    """The page of the set-up as it begins: with what this table chose before, if it did."""
    earlier = _recall_called(game, tile, table)
    wanted = name_key(request.args.get("called", ""))
    if stored := earlier.get(wanted) or next(iter(earlier.values()), None):
        fields = game.pages.switches.fields(stored.options)
        form = game.pages.switches(formdata=None, data=fields)
    form.depth.data = _recall_depth(table, tile)
    return _setup_page(game, tile, form, table, _recall_names(table), earlier=earlier)


def with_depth(
    game: Game[Any, Any], options: Mapping[str, object], depth: str | None
) -> dict[str, object]:
    """These options for a table that enters so much; of the usual depth they say nothing."""
    others = {name: option for name, option in options.items() if name != "depth"}
    return {**others, "depth": depth} if depth in [*game.pages.depths][1:] else others


def no_room(
    error: NoRoom, game: Game[Any, Any], tile: Tile, form: Any, names: list[str]
) -> Response:
    """The screen as it was filled in, from which the same game starts at a new table."""
    full = _("This table is full: it has %(most)s games.", most=GAMES_PER_TABLE)
    if isinstance(error, TooManyPeople):
        full = _("A table has room for %(most)s people at most.", most=PEOPLE_PER_TABLE)
    mistake = FormError(full + " " + _("“Start” opens a new table for the same players."))
    return _setup_page(game, tile, form, None, names, mistake, len(names), status=409)


def tiles() -> list[tuple[Game[Any, Any], Tile]]:
    """The games of the shelf, in its order, each with its tile."""
    return [(game, tile) for game in GAMES.values() for tile in game.tiles]


def _setup_page(
    game: Game[Any, Any],
    tile: Tile,
    form: Any,
    table: Table | None,
    names: list[str],
    mistake: FormError | None = None,
    count: int | None = None,
    status: int = 200,
    earlier: Mapping[str, StoredGame] | None = None,
) -> Response:
    return page(
        game.templates("setup"),
        status,
        game=game,
        tile=tile,
        form=form,
        table=table,
        names=names + [""] * (game.rules.seats[-1] - len(names)),
        count=min(max(count or len(names) or USUAL, game.rules.seats[0]), game.rules.seats[-1]),
        known=_recall_others(table, names),
        mistake=mistake,
        earlier=[game.called(stored.options) for stored in (earlier or {}).values()],
    )


def find_running(me: str | None) -> Iterator[Playing]:
    """The games of this phone that are not over: the newest one, and more of the last two days."""
    latest = phone.store().games.find_latest(me, LATEST) if me else ()
    here = (each for each in latest if not elsewhere.goes_on_there(each.table, each.id))
    goes_on = (each for each in readable(here) if each.story.replay.outcome is None)
    for number, playing in enumerate(goes_on):
        if number and datetime.now(UTC) - playing.entered_at > RECENT:
            return
        stored = playing.stored
        called = phone.store().nicknames.find(str(me), stored.table, stored.slug)
        yield Playing(replace(stored, nicknames=called))


def _table(table_id: str | None) -> Table | None:
    me = phone.find_id()
    if not table_id:
        return None
    found = phone.store().tables.find(me, table_id) if me else None
    if found is None and current_app.config["HERE"]:
        return None  # a table of the server that was not taken along
    return to_write(found or abort(404))


def _recall_names(table: Table | None) -> list[str]:
    """The names to begin with: of this table, else of the table this phone used last."""
    table = table or _find_last_table()
    return [person.name for person in _last_seated(table)] if table else []


def _recall_others(table: Table | None, seated: list[str]) -> list[str]:
    """The people known at that table who have no seat yet."""
    table, keys = table or _find_last_table(), {*map(name_key, seated)}
    people = table.people if table else ()
    return [each.name for each in people if each.name and name_key(each.name) not in keys][:KNOWN]


def _find_last_table() -> Table | None:
    """The table that this phone used last; None for a phone without one."""
    me = phone.find_id()
    return next(iter(phone.store().tables.find_all(me)), None) if me else None


def _recall_depth(table: Table | None, tile: Tile) -> str:
    """How much this table entered of its last game on this tile; "" for the usual, and for none."""
    table = table or _find_last_table()
    if table is None:
        return ""
    games = readable(phone.store().games.find_all(phone.require_id(), table.id))
    last = next((playing.stored for playing in games if playing.tile == tile), None)
    read = phone.store().games.read_logs([last] if last else [])
    return next((playing.depth for playing in readable(read)), "")


def _recall_called(game: Game[Any, Any], tile: Tile, table: Table | None) -> dict[str, StoredGame]:
    """The newest game of each name that this table gave what it plays here, newest first."""
    table = table or (_find_last_table() if game.named_by else None)
    found: dict[str, StoredGame] = {}
    if table is None or not game.named_by:
        return found
    for playing in readable(phone.store().games.find_all(phone.require_id(), table.id)):
        key = name_key(game.called(playing.stored.options))
        if playing.tile == tile and key not in found and len(found) < CALLED:
            found[key] = playing.stored
    return found


def _last_seated(table: Table) -> tuple[Any, ...]:
    games = phone.store().games.find_all(cast(str, phone.find_id()), table.id)
    return games[0].people if games else table.people


def _move_up(game: Game[Any, Any], place: int) -> tuple[list[str], None, int | None]:
    """The names as entered, the one at this place (from 1) one place up; how many players."""
    names = request.form.getlist("name")[: game.rules.seats[-1]]
    if 0 < place < len(names):
        names[place - 1], names[place] = names[place], names[place - 1]
    return names, None, request.form.get("players", type=int)


def _seat(game: Game[Any, Any], name: str) -> tuple[list[str], None, int]:
    """The names as entered with this one at the first free seat, or at one more; how many."""
    names = request.form.getlist("name")[: game.rules.seats[-1]]
    free = next((seat for seat, each in enumerate(names) if not each.strip()), len(names))
    count = max(request.form.get("players", 0, type=int), free + 1)
    return [*names[:free], name, *names[free + 1 :]][: game.rules.seats[-1]], None, count


def _names(game: Game[Any, Any]) -> tuple[int | None, list[str], FormError | None]:
    """How many, the names in seat order, and what is wrong with them, if anything is.

    With something wrong the names are all that were entered, so that none is lost.
    """
    entered = request.form.getlist("name")[: game.rules.seats[-1]]
    count = request.form.get("players", 0, type=int)
    if count not in game.rules.seats:
        wrong = _("This game is for %(players)s.", players=game.players)
        return None, entered, FormError(wrong)
    names = [clean(name) for name in (entered + [""] * count)[:count]]
    if too_long := {seat for seat, name in enumerate(names, 1) if name is None}:
        return count, entered, FormError(_("A name can have at most 24 characters."), too_long)
    kept = strip_numbers(name or "" for name in names)
    if same := find_same(kept):
        wrong = _("Two players have the same name: change one.")
        return count, entered, FormError(wrong, same)
    return count, kept, None
