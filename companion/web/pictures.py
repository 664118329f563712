"""The board as it is sent to every phone at a table: drawn once for all who read one language."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from flask import Flask, current_app, g, request

from companion.engine.table import StoredGame
from companion.web import phone
from companion.web.playing import Playing

KEPT = 400  # boards in memory; any of them may be thrown away at any time


@dataclass(frozen=True)
class Picture:
    """The main region of a game at a place of its log, and at a moment of its table.

    It is at least as new as both say, and nothing in it is particular to a phone.
    """

    place: int
    moment: int
    html: str

    @property
    def age(self) -> tuple[int, int]:
        """What says which of two pictures is the newer one."""
        return self.place, self.moment

    @property
    def told(self) -> str:
        """The picture in one line of JSON."""
        return json.dumps({"place": self.place, "moment": self.moment, "board": self.html})

    @cached_property
    def event(self) -> bytes:
        """The picture as an event of a stream."""
        return f"id: {self.place}.{self.moment}\nevent: board\ndata: {self.told}\n\n".encode()


@dataclass(frozen=True)
class Frame:
    """Where the picture of a game hangs: in which app, language and epoch, and below which address.

    A picture of another epoch may show what is not there any more.
    """

    app: Flask
    root: str
    language: str
    game: str
    epoch: str

    @classmethod
    def here(cls, game: str) -> "Frame":
        """The one for the phone of this request."""
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        return cls(app, request.root_path, phone.language(), game, phone.store().epoch.id)

    def picture(
        self, moment: int, me: str, load: Callable[[], StoredGame | None]
    ) -> Picture | None:
        """A picture no older than this moment; None where there is no such game for this phone.

        However many ask at once, the first of them loads the game and draws it.
        """
        hook = _hook(self)
        with hook.lock:
            if hook.picture and hook.picture.moment >= moment:
                return hook.picture
            stored = load()
            return hook.hang(self._drawn(stored, me)) if stored else None

    def newest(self, stored: StoredGame, me: str) -> Picture:
        """The picture of this game, or one that is newer."""
        hook = _hook(self)
        with hook.lock:
            if hook.picture and hook.picture.age >= (len(stored.log), stored.touched):
                return hook.picture
            return hook.hang(self._drawn(stored, me))

    def _drawn(self, stored: StoredGame, me: str) -> Picture:
        from companion.web import tables

        headers = {"HX-Request": "true", "Cookie": f"language={self.language}"}
        with self.app.test_request_context("/", base_url=f"http://_{self.root}", headers=headers):
            g.phone = me
            page = tables.board_page(Playing(stored), fresh=len(stored.log))
            return Picture(len(stored.log), stored.touched, page.get_data(as_text=True))


def shown(playing: Playing) -> Picture:
    """The picture of this game for the phone of this request."""
    return Frame.here(playing.stored.id).newest(playing.stored, phone.remembered())


@dataclass
class _Hook:
    """Where one picture hangs until a newer one does; who draws holds the lock."""

    picture: Picture | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def hang(self, picture: Picture) -> Picture:
        if self.picture is None or picture.age > self.picture.age:
            self.picture = picture
        return self.picture


_hooks: OrderedDict[Frame, _Hook] = OrderedDict()
_lock = threading.Lock()


def _hook(frame: Frame) -> _Hook:
    with _lock:
        hook = _hooks.setdefault(frame, _Hook())
        _hooks.move_to_end(frame)
        while len(_hooks) > KEPT:
            _hooks.popitem(last=False)
        return hook
