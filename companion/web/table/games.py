"""A game of a table beside its board: when it was, who played, how long, and what is put right."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple, cast
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _

from companion.engine.names import LONGEST_NOTE, clean, clean_note
from companion.engine.table import NoRoom, StoredGame, Together, TooManyPeople
from companion.web.join.phones import table_at
from companion.web.pages.errors import to_write
from companion.web.pages.names import find_same, strip_numbers
from companion.web.pages.page import page
from companion.web.pages.playing import Playing
from companion.web.play import entering
from companion.web.safety import addresses, phone

bp = Blueprint("games", __name__, url_prefix="/t/<table_id>/<game_id>/about")

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=1)  # it has begun somewhere
LONGEST_BEFORE = 1_500  # signs of an address


class Typed(NamedTuple):
    """What stands in the fields of the page."""

    names: list[str]
    note: str
    at: datetime


@bp.get("/")
def show(table_id: str, game_id: str) -> Response:
    """Show what is known of this game besides its log."""
    return _show_page(table_id, game_id)


@bp.post("/")
def change(table_id: str, game_id: str) -> Response:
    """Put right when the game was, who sat at it, and its note: all of it, or nothing."""
    me, stored = _to_change(table_id, game_id)
    typed = request.form.getlist("name")[: len(stored.people)]
    cleaned = [clean(name) for name in typed]
    names = strip_numbers(name or "" for name in cleaned)
    note, at = request.form.get("note", "").replace("\r", ""), _read_time(stored)
    wrong = ""
    if at is None or not EARLIEST <= at <= datetime.now(UTC) + AHEAD:
        wrong = _("Choose today or an earlier day.")
    elif None in cleaned:
        wrong = _("A name can have at most 24 characters.")
    elif find_same(names):
        wrong = _("Two players have the same name: change one.")
    elif len(note.strip()) > LONGEST_NOTE:
        wrong = _("A note can have at most %(most)s characters.", most=LONGEST_NOTE)
    if not wrong and at is not None:
        try:
            phone.store().corrections.correct(me, table_id, game_id, names, at, clean_note(note))
        except Together:
            wrong = _("Two of these names are the same person: change one.")
        except TooManyPeople:
            wrong = _(
                "This table has no room for more people. Use a name that is already at this table."
            )
    if wrong:
        said = Typed(typed, note, at or stored.made_at)
        return _show_page(table_id, game_id, 422, mistake=wrong, typed=said)
    return _go_to(table_id, game_id, "saved", _say_before(stored, names, note, at))


@bp.post("/delete")
def delete(table_id: str, game_id: str) -> Response:
    """This game is in no list any more; its page restores it for a day."""
    me, stored = _to_change(table_id, game_id)
    if not stored.deleted:
        phone.store().corrections.delete(me, table_id, game_id)
    return _go_to(table_id, game_id)


@bp.post("/restore")
def restore(table_id: str, game_id: str) -> Response:
    """A deleted game is there again as it was."""
    me, stored = _to_change(table_id, game_id)
    if stored.deleted:
        try:
            phone.store().corrections.restore(me, table_id, game_id)
        except NoRoom:
            full = _("This table is full: delete another game first.")
            return _show_page(table_id, game_id, 409, mistake=full)
    return _go_to(table_id, game_id)


def _say_before(stored: StoredGame, names: list[str], note: str, at: datetime | None) -> str:
    """What this game said before where it says something else now, for an address.

    "" where that is too long for one.
    """
    before = Typed([person.name for person in stored.people], stored.note, stored.made_at)
    said: dict[str, object] = {}
    if before.names != names:
        said["name"] = before.names
    if before.note != clean_note(note):
        said["note"] = before.note
    if before.at != at:
        said["at"] = before.at.isoformat()
    query = urlencode(said, doseq=True)
    return query if len(query) < LONGEST_BEFORE else ""


def _read_before(stored: StoredGame) -> Typed | None:
    """What this game said before it was changed, as the address tells; None where it does not."""
    said = request.args
    if not {"name", "note", "at"} & said.keys():
        return None
    names = said.getlist("name") or [person.name for person in stored.people]
    try:
        at = datetime.fromisoformat(said.get("at", "")) if "at" in said else stored.made_at
    except ValueError:
        return None
    return Typed(names[: len(stored.people)], said.get("note", stored.note), at)


def _show_page(
    table_id: str,
    game_id: str,
    status: int = 200,
    *,
    mistake: str = "",
    typed: "Typed | None" = None,
) -> Response:
    """The page of this game, with what is wrong with what was `typed`."""
    playing = Playing(entering.load(table_id, game_id))
    table = phone.store().tables.find(phone.require_id(), table_id)  # none of a mirrored game
    stored = playing.stored
    return page(
        "about.html",
        status,
        playing=playing,
        summary=playing.game.rules.summary(playing.story.replay.state),
        may_change=(table or stored).writes,
        back=addresses.local(request.args.get("back")),
        saved="saved" in request.args,
        before=_read_before(stored) if "saved" in request.args else None,
        mistake=mistake,
        typed=typed
        or Typed([person.name for person in stored.people], stored.note, stored.made_at),
    )


def _read_time(stored: StoredGame) -> datetime | None:
    """When the game was by what was entered; None for what is no such moment.

    A script says the moment as `at`; the field itself, without scripts, means UTC. What was not
    changed stays as it is to the millisecond.
    """
    said = request.form.get("at") or request.form.get("when", "")
    try:
        at = datetime.fromisoformat(said)
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (OverflowError, ValueError):
        return None
    if at.replace(second=0, microsecond=0) == stored.made_at.replace(second=0, microsecond=0):
        return stored.made_at
    return at


def _to_change(table_id: str, game_id: str) -> tuple[str, StoredGame]:
    """This phone and this game; as `to_write` where it may change nothing."""
    me, table = table_at(table_id)
    to_write(table)
    return me, entering.load_outline(table_id, game_id)


def _go_to(table_id: str, game_id: str, *query: str) -> Response:
    address = url_for("games.show", table_id=table_id, game_id=game_id)
    said = "&".join(each for each in query if each)
    return cast(Response, redirect(f"{address}?{said}" if said else address, 303))
