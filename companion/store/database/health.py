"""Whether the database takes what is written, for those who look after a server."""

import logging
import math
import secrets
import threading
import time

from sqlalchemy import bindparam, delete, insert
from sqlalchemy.exc import SQLAlchemyError

from companion.engine.table import Away
from companion.runtime import server_log
from companion.store.database import database, schema

_health = schema.health
_BREATHE_IN = insert(_health)
_BREATHE_OUT = delete(_health).where(_health.c.id == bindparam("breath"))


class Health:
    """Tries to write, and remembers for a second whether that went well."""

    def __init__(self, database: database.Database) -> None:
        self._database, self._asking = database, threading.Lock()
        self._healthy, self._asked = False, -math.inf

    def can_write(self) -> bool:
        """Whether something could be written and committed, now or within the last second.

        However often this is asked, the disk is written to once a second.
        """
        with self._asking:
            if time.monotonic() >= self._asked + database.FRESH:
                self._healthy = self._try_to_write()
                self._asked = time.monotonic()
            return self._healthy

    def _try_to_write(self) -> bool:
        breath = secrets.token_urlsafe(16)
        try:
            _ = self._database.epoch  # another one is no reason to be unwell
            with self._database.write() as connection:
                connection.execute(_BREATHE_IN, {"id": breath})
                connection.execute(_BREATHE_OUT, {"breath": breath})
        except (Away, SQLAlchemyError) as error:
            server_log.write(logging.WARNING, "unhealthy", {"reason": server_log.reason(error)})
            return False
        return True
