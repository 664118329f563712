"""Rendered boards: each is rendered once for all phones that read one language."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from flask import Flask, current_app, request
from flask_babel import force_locale

from companion.engine.table import StoredGame
from companion.web.pages.page import Reader, render
from companion.web.pages.pieces import Pieces, put_in
from companion.web.pages.playing import Playing
from companion.web.play.entering import Answered
from companion.web.play.series import Series
from companion.web.safety import phone

KEPT = 400  # boards in memory; any of them may be thrown away at any time
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class RenderedBoard:
    """The main region of a game at a place of its log, and at a moment of its table.

    It is at least as new as both say, and nothing in it is particular to a phone.
    """

    place: int
    moment: int
    html: str
    deleted: bool = False

    @property
    def age(self) -> tuple[int, int]:
        """What says which of two boards is the newer one."""
        return self.place, self.moment

    @property
    def json(self) -> str:
        """The board in one line of JSON."""
        return json.dumps({"place": self.place, "moment": self.moment, "board": self.html})

    @cached_property
    def event(self) -> bytes:
        """The board as an event of a stream."""
        return f"id: {self.place}.{self.moment}\nevent: board\ndata: {self.json}\n\n".encode()


@dataclass(frozen=True)
class CacheKey:
    """Phones with the same key see the same board: below which address, in which language.

    A board of another epoch may show what is not there any more.
    """

    root: str
    language: str
    game: str
    epoch: str


@dataclass
class _Slot:
    """The newest board of a key, and its pieces; who renders it holds the lock."""

    board: RenderedBoard | None = None
    pieces: Pieces = field(default_factory=Pieces)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def put(self, board: RenderedBoard) -> RenderedBoard:
        if self.board is None or board.age > self.board.age:
            self.board = board
        return self.board


class BoardCache:
    """The boards of one app by their keys; those not used for longest are thrown away."""

    def __init__(self) -> None:
        self._slots: OrderedDict[CacheKey, _Slot] = OrderedDict()
        self._lock = threading.Lock()

    def slot(self, key: CacheKey) -> _Slot:
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > KEPT:
                self._slots.popitem(last=False)
            return slot

    def clear(self) -> None:
        with self._lock:
            self._slots.clear()


def init_app(app: Flask) -> None:
    """Give the app a cache of its own."""
    app.extensions["boards"] = BoardCache()


@dataclass(frozen=True)
class Renderer:
    """Renders the board of one game for a phone, also when the request that made this is over."""

    app: Flask
    key: CacheKey

    @classmethod
    def here(cls, game: str) -> "Renderer":
        """The one for the phone of this request."""
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        key = CacheKey(request.root_path, phone.language(), game, phone.store().database.epoch.id)
        return cls(app, key)

    def board(self, moment: int, load: Callable[[], StoredGame | None]) -> RenderedBoard | None:
        """A board no older than this moment; None where there is no such game for this phone.

        However many ask at once, the first of them loads the game and renders it.
        """
        slot = self._slot()
        with slot.lock:
            if slot.board and slot.board.moment >= moment:
                return slot.board
            stored = load()
            return self._render(stored, slot) if stored else None

    def newest(self, stored: StoredGame) -> RenderedBoard:
        """The board of this game, or one that is newer."""
        slot = self._slot()
        with slot.lock:
            age = len(stored.log), stored.touched
            if slot.board and slot.board.age >= age and not stored.waiting:
                return slot.board
            return self._render(stored, slot)

    def _slot(self) -> _Slot:
        cache: BoardCache = self.app.extensions["boards"]
        return cache.slot(self.key)

    def _render(self, stored: StoredGame, slot: _Slot) -> RenderedBoard:
        """This board as a fragment for any phone, with addresses below the root of its key."""
        key, around = self.key, (stored.people, stored.nicknames, stored.options)
        pieces = slot.pieces.follow(around)
        reader = Reader(key.language, key.epoch, pieces=pieces)
        with self.app.app_context() as context, force_locale(key.language):
            context.url_adapter = self.app.url_map.bind("_", script_name=key.root)
            board = render_board(Playing(stored), reader, fresh=len(stored.log))
        slot.pieces = Pieces(pieces.around, pieces.drawn)
        place = stored.place
        rendered = RenderedBoard(place, stored.touched, put_in(board, place), stored.deleted)
        return rendered if stored.waiting else slot.put(rendered)


def newest(playing: Playing) -> RenderedBoard:
    """The board of this game for the phone of this request."""
    return Renderer.here(playing.stored.id).newest(playing.stored)


def render_board(
    playing: Playing,
    reader: Reader,
    fresh: int | None,
    answered: Answered | None = None,
    asked: Mapping[str, str] = NOTHING,
) -> str:
    """The board of this game, or how it ended, with the question that stands open, if one does.

    What was entered at the place `fresh` arrives on it. `asked` is what the address says besides.
    """
    board = playing.board(fresh=fresh)
    which = "ending" if board.over else "board"
    if answered and answered.open:
        which = playing.game.pages.replies.get(str(answered.facts.get("kind")), which)
    return render(
        playing.game.templates(which),
        reader,
        playing=playing,
        board=board,
        answered=answered,
        told=answered.describe_merge(playing) if answered else "",
        address=asked,
        series=Series(playing),
    )
