"""What is done too seldom to count in memory, counted for all processes in the database."""

import hashlib
import hmac
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, bindparam, delete, select, text, update

from companion import pace
from companion.door import Door
from companion.pace import Step, TooOften
from companion.schema import paces

KEY = 16  # bytes of a hash that stands for an address or a phone

BEGIN = text("INSERT INTO paces (key, full_at) VALUES (:pace, 0) ON CONFLICT (key) DO NOTHING")
FULL = select(paces.c.full_at).where(paces.c.key == bindparam("pace"))
SET = update(paces).where(paces.c.key == bindparam("pace")).values(full_at=bindparam("full"))
# Whoever is counted right now is not waited for.
_RUN_OUT = select(paces.c.key).where(paces.c.full_at <= bindparam("now"))
FORGET = delete(paces).where(paces.c.key.in_(_RUN_OUT.with_for_update(skip_locked=True)))


class Paced(Door):
    """Counts steps. No address is kept, only a hash that is worth nothing without `key`."""

    def __init__(self, url: str, key: bytes = b"") -> None:
        super().__init__(url)
        self._key = key

    def may(self, steps: Sequence[Step]) -> None:
        """Raises `TooOften` where one of these may not be done now; nothing is counted."""
        with self._reading() as connection:
            found = [
                (step, connection.execute(FULL, {"pace": self._hashed(step)}).scalar())
                for step in steps
            ]
        at = pace.now()
        _go_on_or_wait(step.pace.wait(full or 0, at) for step, full in found)

    def take(self, steps: Sequence[Step]) -> None:
        """All of these are done now; none is, and `TooOften` is raised, where one may not be."""
        with self._writing() as connection:
            self._take(connection, steps)

    def give_back(self, steps: Sequence[Step]) -> None:
        """These were taken and do not count after all."""
        with self._writing() as connection:
            for key, step in self._in_order(steps):
                full = connection.execute(FULL.with_for_update(), {"pace": key}).scalar() or 0
                connection.execute(SET, {"pace": key, "full": full - step.pace.each})

    def forget_paces(self) -> None:
        """Nothing is kept of whoever is not held up any more."""
        with self._writing() as connection:
            connection.execute(FORGET, {"now": pace.now()})

    def _take(self, connection: Connection, steps: Sequence[Step]) -> None:
        """As `take`, within a transaction that is undone with what it counted."""
        at = pace.now()
        later = []
        for key, step in self._in_order(steps):
            connection.execute(BEGIN, {"pace": key})
            full = connection.execute(FULL.with_for_update(), {"pace": key}).scalar_one()
            later.append((key, step.pace.after(full, at), step.pace.wait(full, at)))
        _go_on_or_wait(wait for _, _, wait in later)
        for key, full, _ in later:
            connection.execute(SET, {"pace": key, "full": full})

    def _in_order(self, steps: Sequence[Step]) -> list[tuple[str, Step]]:
        """These with their keys, in the order in which everybody locks them."""
        return sorted((self._hashed(step), step) for step in steps)

    def _hashed(self, step: Step) -> str:
        said = f"pace {step.what} {step.who}".encode("utf-8", "surrogatepass")
        return hmac.new(self._key, said, hashlib.sha256).hexdigest()[: 2 * KEY]


def _go_on_or_wait(waits: Iterable[int]) -> None:
    if held := max(waits, default=0):
        raise TooOften(held)
