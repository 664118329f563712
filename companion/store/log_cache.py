"""The logs that were read before: of one that has grown, only what is new is read again."""

from sqlalchemy import Connection

from companion.engine.log import Written
from companion.runtime.bounded_cache import Recent
from companion.runtime.yielding import in_turns
from companion.store import entries


class LogCache:
    """Logs by game, for any number of threads."""

    def __init__(self) -> None:
        self._known: Recent[tuple[Written, ...]] = Recent()

    def read(self, connection: Connection, game: str) -> tuple[Written, ...]:
        """The log of this game as this connection sees it.

        Logs only ever grow at their end. Should the last known entry be another one by now (what
        was read was never committed, or the database is another), all of it is read again.
        """
        known = self._known.get(game) or ()
        log = _read_on(connection, game, known) or _read_on(connection, game, ())
        self._known.keep(game, log, len(log))
        return log


def _read_on(connection: Connection, game: str, known: tuple[Written, ...]) -> tuple[Written, ...]:
    """What is known with all that came after it; () where it does not go on from there."""
    asked = {"game_id": game, "place": len(known)}
    found = tuple(map(entries.from_row, in_turns(connection.execute(entries.LATER, asked))))
    if not known:
        return found
    return (*known, *found[1:]) if found[:1] == known[-1:] else ()
