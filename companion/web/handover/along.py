"""Tables of the server that this phone has taken along: new games begin here without network.

The phone remembers which of their games the server has. Those are read here and go on there. The
others began here, and go onto the server once it can be reached, with what was learned in them. All
else is what the server says, and is changed there.
"""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, jsonify, url_for
from flask.sansio.blueprints import BlueprintSetupState

from companion.engine.table import Diverged, StoredGame, Table, Unknown
from companion.files.handover import Handover, sign
from companion.web.handover import other_server, phone_file, whole_tables
from companion.web.handover.phone_file import server_shelf
from companion.web.pages.page import page
from companion.web.safety import phone, security

bp = Blueprint("along", __name__)

security.LARGER["along.bring"] = whole_tables.LARGEST


@bp.record_once
def _add_globals(state: BlueprintSetupState) -> None:
    state.app.add_template_global(lambda: phone_file.read().along, "tables_along")
    state.app.add_template_global(count_waiting)


def is_elsewhere(table_id: str, game_id: str | None) -> bool:
    """Whether this is a game that the server has, of a table that was taken along."""
    known = phone_file.read().along.get(table_id)
    return known is not None and game_id in known.games


def count_waiting(table: Table) -> int:
    """How many games of this table wait for the server; 0 for one that was not taken along."""
    known = phone_file.read().along.get(table.id)
    return max(0, table.games - len(known.games)) if known else 0


def pick_waiting(table: Handover) -> Handover | None:
    """What the server lacks of this table; all of it if it was not taken along; None: nothing."""
    if known := phone_file.read().along.get(table.id):
        table = _pick_games(table, known.games)
    return table if table.games else None


@bp.get("/along/<table_id>")
def show(table_id: str) -> Response:
    """Take this table of the server along, by a script of the page."""
    return page("along.html", table_id=table_id)


@bp.post("/along")
def bring() -> Response:
    """Have this table here as the server has it, and say whether that says anything new.

    Which server that is says `server`: another one, else that of this address. After a restore of
    the server it may have gone on otherwise than here.
    """
    server = other_server.find_asked()
    with whole_tables.refusals():
        table = whole_tables.read()
        came = _take(table, "" if server == server_shelf() else server)
    return jsonify(came=came, address=url_for("tables.table", table_id=table.id))


def _pick_games(table: Handover, known: Collection[str]) -> Handover:
    """This table with the other games alone, and what was learned in them."""
    games = tuple(game for game in table.games if game.id not in known)
    table = replace(table, games=games, nicknames={})
    lessons = tuple(lesson for lesson in table.lessons if lesson.game in table.game_ids)
    return replace(table, lessons=lessons)


def _take(table: Handover, server: str) -> bool:
    me, store, known = phone.ensure_id(), phone.store(), phone_file.read()
    with suppress(Unknown):  # what was deleted here comes back
        store.tables.forget(me, table.id)
    found, copy, said = store.tables.find(me, table.id), known.along.get(table.id), sign(table)
    if found and copy and copy.sign == said:
        return False
    if found and found.closed:
        store.tables.close(me, table.id, closed=False)  # it had moved onto the server
    here = store.handovers.read(me, table.id) if found else replace(table, games=())
    own, kept = _pick_games(here, {*table.game_ids, *table.gone}), {g.id: g for g in here.games}
    games = tuple(_join(kept.get(game.id), game) for game in table.games)
    lessons = tuple(sorted((*table.lessons, *own.lessons), key=lambda lesson: lesson.at))
    store.handovers.replace(me, replace(table, games=games, lessons=lessons), own.game_ids)
    known.bring(table.id, table.game_ids, server, said)
    return True


def _join(here: StoredGame | None, there: StoredGame) -> StoredGame:
    """This game with the longer of two logs, one of which begins as the other does.

    Raises `Diverged` where it does not: after a restore of the server.
    """
    log = here.log if here else ()
    if any(ours.id != each.id for ours, each in zip(log, there.log, strict=False)):
        raise Diverged(there.table)
    return replace(there, log=max(log, there.log, key=len))
