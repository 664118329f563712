"""A player of a table: what the games say of one, the name, and who is the same person."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _

from companion.engine.names import clean, isolate, name_key
from companion.engine.table import Person, Table, Together
from companion.games import TILES
from companion.games.game import Tile
from companion.history.statistics import OnePlayer, describe_player
from companion.web.handover import phone_file
from companion.web.join.phones import table_at
from companion.web.pages.errors import to_write
from companion.web.pages.names import name_people
from companion.web.pages.page import page
from companion.web.safety import phone
from companion.web.table import history, seasons

bp = Blueprint("players", __name__, url_prefix="/t/<table_id>/players/<person_id>")


@bp.get("/")
def show(table_id: str, person_id: str) -> Response:
    """Show what the games say of this player; who is somebody else leads to that one."""
    _me, table = table_at(table_id)
    known = {person.id for person in table.people}
    if person_id not in known:
        who = phone.store().people.find_who(table_id, person_id) or abort(404)
        there = url_for("players.show", table_id=table_id, person_id=who)
        return cast(Response, redirect(there, 302))
    return _show_page(table_id, person_id)


@bp.post("/name")
def rename(table_id: str, person_id: str) -> Response:
    """This player is called so, in every game."""
    me, table, person = _to_change(table_id, person_id)
    typed = request.form.get("name", "")
    name = clean(typed)
    if name is None:
        mistake = _("A name can have at most 24 characters.")
        return _show_page(table_id, person_id, 422, mistake=mistake, typed=typed)
    if not name and "undo" not in request.form:  # who had none may have none again
        return _show_page(table_id, person_id, 422, mistake=_("Enter a name."))
    others = (each for each in table.people if each.id != person.id and name)
    if same := next((each for each in others if name_key(each.name) == name_key(name)), None):
        return _show_page(table_id, person_id, 409, typed=typed, same=same)
    phone.store().people.rename(me, table_id, person_id, name)
    return _go_to(table_id, person_id, was=None if name == person.name else person.name)


@bp.post("/merge")
def merge(table_id: str, person_id: str) -> Response:
    """This player is that other one, in every game."""
    me, _table, _person = _to_change(table_id, person_id)
    other = request.form.get("other", "")
    try:
        phone.store().people.merge(me, table_id, person_id, other)
    except Together:
        mistake = _("These two have played together, so they are two people.")
        return _show_page(table_id, person_id, 409, mistake=mistake)
    return _go_to(table_id, other, joined=person_id)


@bp.post("/separate")
def separate(table_id: str, person_id: str) -> Response:
    """Who was said to be somebody else is a player again, with the games of before."""
    me, _table, _person = _to_change(table_id, person_id)
    phone.store().people.separate(me, table_id, person_id)
    return _go_to(table_id, person_id)


@bp.post("/listed")
def put_on_list(table_id: str, person_id: str) -> Response:
    """This player is offered where somebody says who they are, or not until the next game."""
    me, _table, _person = _to_change(table_id, person_id)
    phone.store().people.set_listed(me, table_id, person_id, request.form.get("listed") == "y")
    return _go_to(table_id, person_id)


def _show_page(
    table_id: str,
    person_id: str,
    status: int = 200,
    *,
    mistake: str = "",
    typed: str | None = None,
    same: Person | None = None,
) -> Response:
    """The page of this player, with what is wrong with what was entered.

    `same` is who has the name that was `typed`.
    """
    me, table = table_at(table_id)
    season = seasons.read(table)
    person = next((each for each in table.people if each.id == person_id), None) or abort(404)
    names, others = name_people(table), _find_others(me, table, person)
    merged = phone.store().people.find_merged(table_id, person_id)
    called = history.titles(phone.store().nicknames.find_all(me, table_id))
    told = describe_player(seasons.find_games(me, table, season), person_id)
    return page(
        "player.html",
        422 if season.mistake else status,
        table=table,
        person=person,
        name=names[person_id],
        names=names,
        season=season,
        told=told,
        kinds=seasons.list_kinds(me, table, called),
        tiles=_find_tiles(told, called),
        merged=merged,
        **_read_change(person, merged),
        others=[(each, names[each.id]) for each in others],
        may_change=table.writes and not phone_file.is_copy(table.id),
        mistake=mistake,
        typed=person.name if typed is None else typed,
        same=same,
        may_merge=same in others,
    )


def _find_others(me: str, table: Table, person: Person) -> list[Person]:
    """Those who can be the same person: they never sat in one game."""
    games = seasons.find_games(me, table, seasons.Season())
    met = {person.id, *(each.person for each in describe_player(games, person.id).against)}
    return [each for each in table.people if each.id not in met]


def _find_tiles(told: OnePlayer, called: Mapping[str, str]) -> list[tuple[Tile, Any, str]]:
    """What this player has played, with its tile and what the table calls it."""
    return [
        (
            next(tile for tile in TILES[each.tile].tiles if tile.slug == each.tile),
            each,
            isolate(each.called) or called[each.tile],
        )
        for each in told.tiles
    ]


def _to_change(table_id: str, person_id: str) -> tuple[str, Table, Person]:
    """This phone, its table, and this person there; as `to_write` where it may change nothing."""
    me, table = table_at(table_id)
    to_write(table)
    if phone_file.is_copy(table.id):
        abort(404)
    there = (person for person in table.people if person.id == person_id)
    return me, table, next(there, Person(person_id, ""))


def _read_change(person: Person, merged: Sequence[Person]) -> dict[str, object]:
    """What this player `was` called before, just now, and who has `joined`; None for no change."""
    was, joined = request.args.get("was"), request.args.get("joined")
    kept = None if was is None else clean(was)
    return {
        "was": None if kept == person.name else kept,
        "joined": next((each for each in merged if each.id == joined), None),
    }


def _go_to(table_id: str, person_id: str, **said: str | None) -> Response:
    asked: dict[str, Any] = {"table_id": table_id, "person_id": person_id, **said}
    return cast(Response, redirect(url_for("players.show", **asked), 303))
