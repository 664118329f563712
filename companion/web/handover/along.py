"""Tables of the server that this phone has taken along: new games begin here without network.

The phone remembers which of their games the server has. Those are read here and go on there. The
others began here, and go onto the server once it can be reached. So does what was learned or named
here.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from flask import Blueprint, Response, jsonify, redirect, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask_babel import gettext as _

from companion.engine.names import isolate
from companion.engine.table import GAME_ITSELF, Table, Unknown
from companion.files import copies
from companion.files.copies import Known
from companion.files.handover import Handover
from companion.games import GAMES
from companion.web.handover import other_server, phone_file, whole_tables
from companion.web.handover.phone_file import server_shelf
from companion.web.pages.names import title
from companion.web.pages.page import page
from companion.web.safety import phone, security

bp = Blueprint("along", __name__)

security.LARGER["along.bring"] = whole_tables.LARGEST


@dataclass(frozen=True)
class Overruled:
    """What was said here and does not hold: a nickname, or what a card carries."""

    game: str
    """What the game is called; "" where that is its nickname."""
    thing: str
    there: str
    here: str


@bp.record_once
def _add_globals(state: BlueprintSetupState) -> None:
    state.app.add_template_global(lambda: phone_file.read().along, "tables_along")
    state.app.add_template_global(count_waiting)
    state.app.add_template_global(describe_overruled)


def is_elsewhere(table_id: str, game_id: str | None) -> bool:
    """Whether this is a game that the server has, of a table that was taken along."""
    known = phone_file.read().along.get(table_id)
    return known is not None and game_id in known.games


def count_waiting(table: Table) -> int:
    """How many games of this table wait for the server; 0 for one that was not taken along."""
    known = phone_file.read().along.get(table.id)
    return max(0, table.games - len(known.games)) if known else 0


def pick_waiting(table: Handover) -> Handover | None:
    """This table with what the server lacks of it; all of it if it was not taken along.

    None for one that was taken along where the server lacks nothing.
    """
    known = phone_file.read().along.get(table.id)
    if known is None:
        return table if table.games else None
    games = tuple(game for game in table.games if game.id not in known.games)
    news = replace(copies.pick_news(known.said or Known(), table), games=games)
    return news if games or news.lessons or news.nicknames else None


def describe_overruled(table_id: str) -> list[Overruled]:
    """What was said on this copy of a table and does not hold, as the server says otherwise."""
    known = phone_file.read().along[table_id].said or Known()
    nicknames, cards = known.other_nicknames, known.other_cards
    return [
        each
        for slug in sorted(nicknames.keys() | cards.keys())
        for each in _describe(slug, nicknames.get(slug, {}), cards.get(slug, {}), known)
    ]


@bp.get("/along/<table_id>")
def show(table_id: str) -> Response:
    """Take this table of the server along, by a script of the page."""
    return page("along.html", table_id=table_id)


@bp.post("/along")
def bring() -> Response:
    """Have this table here as the server has it, and say whether anything of it was new.

    Which server that is says `server`: another one, else that of this address. After a restore of
    the server it may have gone on otherwise than here.
    """
    server = other_server.find_asked()
    with whole_tables.refusals():
        table = whole_tables.read()
        came = _take(table, "" if server == server_shelf() else server)
    return jsonify(came=came, address=url_for("tables.table", table_id=table.id))


@bp.post("/t/<table_id>/news")
def read_news(table_id: str) -> Response:
    """Somebody has read that others began games too."""
    phone_file.read().read_news(table_id)
    return cast(Response, redirect(url_for("tables.table", table_id=table_id), 303))


def _describe(
    slug: str, nicknames: Mapping[str, str], cards: Mapping[str, str], known: Known
) -> Iterator[Overruled]:
    """What does not hold of this game, as the page of the table lists it."""
    game, called = GAMES[slug], known.nicknames.get(slug, {})
    assert game.deck  # else it has no nicknames and no cards to learn
    tile, words = game.tiles[-1], game.deck.words
    for thing, word in nicknames.items():
        about, own = title(tile, called), _("no name")
        label = str(game.deck.nicknames[thing])
        if thing == GAME_ITSELF:
            about, label = "", (own := title(tile, {}))
        there, here = (isolate(said) or own for said in (called.get(thing, ""), word))
        yield Overruled(about, label, there, here)
    deck = {**game.deck.learning.given, **copies.read_decks(known.lessons).get(slug, {})}
    for card, choice in game.deck.learning.sort_cards(cards).items():
        there = words.describe_choice(deck[card], called) if card in deck else _("not known")
        here = words.describe_choice(choice, called) if choice else _("not known")
        yield Overruled(title(tile, called), words.name_card(card, called), there, here)


def _take(table: Handover, server: str) -> bool:
    me, store = phone.ensure_id(), phone.store()
    with suppress(Unknown):  # what was deleted here comes back
        store.tables.forget(me, table.id)
    found = store.tables.find(me, table.id)
    if found and found.closed:
        store.tables.close(me, table.id, closed=False)  # it had moved onto the server
    nothing = replace(table, games=(), lessons=(), nicknames={})
    here = store.handovers.read(me, table.id) if found else nothing
    known = phone_file.read().along.get(table.id)
    games = [game.id for game in table.games]
    lacking = set(known.games).difference(games, table.gone) if known else ()
    is_known = found and known and not lacking  # else it was put back
    met = copies.meet(known.said if known and is_known else None, here, table)
    copy = replace(table, lessons=met.lessons, nicknames=met.nicknames)
    came = store.handovers.take(me, copy, grows=True)
    there = {game.id for game in here.games}
    began = [game.made_at for game in table.games if game.id not in there]
    sent_at = datetime.fromisoformat(known.sent_at) if known and known.sent_at else None
    meanwhile = sum(made_at <= sent_at for made_at in began) if sent_at else 0
    phone_file.read().bring(table.id, games, meanwhile, server, met.known)
    return came or known is None or bool(meanwhile)
