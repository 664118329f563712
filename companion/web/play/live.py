"""The board of a game as it changes: pushed to a phone, or there to be asked for."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, request

from companion.engine.table import Away, Damaged
from companion.web.play import entering
from companion.web.play.boards import RenderedBoard, Renderer
from companion.web.safety import limits, phone
from companion.web.static import assets

if TYPE_CHECKING:
    from companion.store.live import Live, Watcher
    from companion.store.store import Store

BEAT = 15  # seconds; a phone that hears nothing for more than two of them comes back by itself
SEEN = re.compile(r"(\d{1,9})\.(\d{1,16})")
NOTHING = (-1, -1)

bp = Blueprint("live", __name__, url_prefix="/t/<table_id>/<game_id>")


@bp.get("/<made_in>/live")
def stream_in(table_id: str, game_id: str, made_in: str) -> Response:
    """The stream for a page of this epoch and edition; one of another is sent away at once.

    What it shows may be newer than anything here, and its scripts and style do not know our boards.
    """
    if _is_ours(made_in):
        return stream(table_id, game_id)
    entering.load_outline(table_id, game_id)
    return _events(iter([_event("gone", "{}")]))


@bp.get("/<made_in>/live/board")
def board_in(table_id: str, game_id: str, made_in: str) -> Response:
    """The board for a page of this epoch and edition; 404 for one of another."""
    return board(table_id, game_id) if _is_ours(made_in) else abort(404)


def _is_ours(made_in: str) -> bool:
    """Whether a board that says so is of this epoch and edition."""
    return made_in == f"{phone.store().database.epoch.id}.{assets.edition()}"


@bp.get("/live")
def stream(table_id: str, game_id: str) -> Response:
    """Send this phone the board whenever it has changed, until it is sent away."""
    limits.new_stream()
    told = Told(table_id, game_id, _read_seen())
    ended = limits.stream(told.me, told.leave)
    answer = _events(told.events())
    answer.call_on_close(ended)
    return answer


def _events(events: Iterator[bytes]) -> Response:
    unbuffered = {"X-Accel-Buffering": "no"}
    return Response(events, mimetype="text/event-stream", headers=unbuffered)


@bp.get("/live/board")
def board(table_id: str, game_id: str) -> Response:
    """Answer with the board as a stream would send it, unless the phone has that very one."""
    told = Told(table_id, game_id, _read_seen())
    found = told.board(told.moment) or abort(404)
    answer = Response(found.json, mimetype="application/json")
    answer.set_etag(f"{found.place}.{found.moment}.{told.renderer.key.language}")
    answer.make_conditional(request)
    return answer


class Told:
    """What one phone is told of a game, also when its request is long over; 404 for strangers.

    `at` is the place and the moment of the board that it has seen.
    """

    __slots__ = (
        *(
            "at",
            "deleted",
            "renderer",
            "game",
            "left",
            "live",
            "may",
            "me",
            "moment",
            "store",
            "table",
        ),
        "watcher",
    )

    def __init__(self, table: str, game: str, at: tuple[int, int]) -> None:
        outline = entering.load_outline(table, game)
        self.moment, self.may = outline.touched, (outline.role, outline.closed)
        self.deleted = outline.deleted
        self.table, self.game, self.at = table, game, at
        self.renderer, self.me = Renderer.here(game), phone.ensure_id()
        self.live: Live = phone.live()
        self.store: Store = phone.store()
        self.left = False
        self.watcher: Watcher | None = None

    def leave(self) -> None:
        """The phone has too many streams: this one ends, and its page asks now and then."""
        self.left = True
        if self.watcher:
            self.watcher.wake()

    def events(self) -> Iterator[bytes]:
        """The board if it is newer, and each one after it; beats while there is none.

        It ends where the database is away: the phone comes back, and is told how the table is then.
        """
        with suppress(Away), self.live.watching(self.table) as watcher:
            self.watcher = watcher
            while not self._ends(watcher):
                told = self._look(watcher)
                if told is None:
                    yield _event("gone", "{}")
                    return
                yield told
                while not self._ends(watcher) and not watcher.waits(BEAT):
                    yield self._beat()
            if self.left:
                yield _event("enough", "{}")

    def _ends(self, watcher: "Watcher") -> bool:
        return self.left or watcher.has_ended()

    def board(self, moment: int) -> RenderedBoard | None:
        """The board, no older than this moment; None where the phone cannot see it any more."""
        with suppress(Damaged):
            return self.renderer.board(
                moment, lambda: self.store.games.find(self.me, self.table, self.game)
            )
        return None

    def _look(self, watcher: "Watcher") -> bytes | None:
        """What there is to tell now; None for a phone that is not here any more as it was."""
        table = watcher.sees()
        if table is None or self.store.database.epoch.id != self.renderer.key.epoch:
            return None
        if (table.roles.get(self.me), table.closed) != self.may and self._is_another():
            return None
        if table.moment <= self.at[1]:
            return self._beat()
        board = self.board(table.moment)
        if board is None or board.deleted != self.deleted:
            return None
        if board.age <= self.at:
            return self._beat()
        self.at = board.age
        return board.event

    def _is_another(self) -> bool:
        """Whether the phone may really do something else here by now, or nothing at all.

        Who came just now may not be known everywhere.
        """
        outline = self.store.games.find_outline(self.me, self.table, self.game)
        return outline is None or (outline.role, outline.closed) != self.may

    def _beat(self) -> bytes:
        place, moment = self.at
        return _event("beat", json.dumps({"place": place, "moment": moment}))


def _event(name: str, data: str) -> bytes:
    return f"event: {name}\ndata: {data}\n\n".encode()


def _read_seen() -> tuple[int, int]:
    """The place and the moment of the board that this phone has, as far as it says so."""
    said = SEEN.fullmatch(request.headers.get("Last-Event-ID") or request.args.get("seen", ""))
    return (int(said[1]), int(said[2])) if said else NOTHING
