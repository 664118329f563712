"""What was used lately, kept in memory: any of it may be thrown away at any time."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")

GAMES = 500
LINES = 50_000  # of all these games together: ten of the longest


class Recent(Generic[T]):
    """Things by game, for any number of threads; those not used for longest are thrown away.

    `most` is how many there may be, where that is another number than of games.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = most
        self._things: OrderedDict[str, tuple[T, int]] = OrderedDict()
        self._lines = 0
        self._lock = threading.Lock()

    def get(self, game: str) -> T | None:
        with self._lock:
            return self._things.get(game, (None, 0))[0]

    def keep(self, game: str, thing: T, lines: int) -> None:
        """This is of that game from now on, has so many lines, and was used last."""
        with self._lock:
            self._forget(game)
            self._things[game] = thing, lines
            self._lines += lines
            while len(self._things) > (self._most or GAMES) or self._lines > LINES:
                self._forget(next(iter(self._things)))

    def _forget(self, game: str) -> None:
        _thing, lines = self._things.pop(game, (None, 0))
        self._lines -= lines
