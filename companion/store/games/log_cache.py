"""The logs that were read before: of one that has grown, only what is new is read again."""

from collections.abc import Sequence

from sqlalchemy import Connection

from companion.engine.log import Written
from companion.runtime.bounded_cache import Recent
from companion.runtime.yielding import in_turns
from companion.store.games import entries


class LogCache:
    """Logs by game, for any number of threads."""

    def __init__(self) -> None:
        self._known: Recent[tuple[Written, ...]] = Recent()

    def get(self, game: str) -> tuple[Written, ...]:
        """What is known of the log of this game; () for nothing."""
        return self._known.get(game) or ()

    def keep(self, game: str, log: tuple[Written, ...]) -> None:
        """This is the log of that game; one that a transaction makes is kept after it."""
        self._known.keep(game, log, len(log))

    def read(self, connection: Connection, game: str) -> tuple[Written, ...]:
        """The log of this game as this connection sees it.

        Logs only ever grow at their end. Should the last known entry be another one by now (what
        was read was never committed, or the database is another), all of it is read again.
        """
        known = self.get(game)
        log = self.go_on(connection, game, known, _read(connection, game, len(known)))
        self.keep(game, log)
        return log

    def read_all(
        self, connection: Connection, games: Sequence[str]
    ) -> dict[str, tuple[Written, ...]]:
        """As `read`, for some games at once, but empty logs: read are those that have changed."""
        found = connection.execute(entries.LAST, {"games": games})
        last = {row.game: entries.from_row(row) for row in found}
        logs = {game: self.get(game) for game in last}
        unknown = [game for game, entry in last.items() if logs[game][-1:] != (entry,)]
        if unknown:
            read = entries.read_logs(connection, unknown)
            for game, log in read.items():
                self.keep(game, log)
            logs |= read
        return logs

    def go_on(
        self,
        connection: Connection,
        game: str,
        known: tuple[Written, ...],
        found: tuple[Written, ...],
    ) -> tuple[Written, ...]:
        """What is known with what was found from its last entry on; or all of it, read again."""
        if not known:
            return found
        if found[:1] == known[-1:]:
            return (*known, *found[1:])
        return _read(connection, game, 0)


def _read(connection: Connection, game: str, place: int) -> tuple[Written, ...]:
    """The log of this game from this place on."""
    asked = {"game_id": game, "place": place}
    return tuple(map(entries.from_row, in_turns(connection.execute(entries.LATER, asked))))
