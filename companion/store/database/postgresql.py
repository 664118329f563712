"""Connections to PostgreSQL that notice when it is silent; no browser has this module."""

import time
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen

from companion.store.database import connections

READY_NONE = 0


class Watchful(psycopg.Connection[Any]):
    """A connection that is given up where PostgreSQL says nothing for long.

    Its machine may be stopped, or cut off: no system tells that before minutes have passed.
    """

    def wait(self, gen: PQGen[RV], *words: Any, **named: Any) -> RV:
        patience = connections.patience()
        return super().wait(
            gen if patience is None else self._bound(gen, patience), *words, **named
        )

    def _bound(self, gen: PQGen[RV], patience: float) -> PQGen[RV]:
        """What is waited for, until nothing came for so many seconds."""
        until = time.monotonic() + patience
        try:
            asked = next(gen)
            while True:
                came = yield asked
                if came == READY_NONE and time.monotonic() > until:
                    self.pgconn.finish()
                    raise psycopg.OperationalError("PostgreSQL does not answer")
                asked = gen.send(came)
        except StopIteration as end:
            said: RV = end.value
            return said
