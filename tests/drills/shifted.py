"""Companion under a clock that is set while it runs; the file named by `CLOCK` says how far ahead.

Only the clock that people set is another one: what counts seconds (`time.monotonic`) goes on as it
does. Nothing of the product knows of this.
"""

import os
import time
from collections.abc import Mapping
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

from flask import Flask

from companion import create_app
from companion.store.store import Store
from companion.web import files, rate_limiter

WIDTH = 16  # bytes of the file, so that it is written and read in one go
_right, _exact = time.time, time.time_ns


def set_to(clock: Path, ahead: int) -> None:
    """The clock of this file is so many seconds ahead from now on."""
    file = os.open(clock, os.O_WRONLY | os.O_CREAT, 0o600)
    os.pwrite(file, f"{ahead:{WIDTH}}".encode(), 0)
    os.close(file)


class Shifted(datetime):
    """Tells the time of this clock."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Shifted":
        return cls.fromtimestamp(time.time(), tz)


def healthy(config: Mapping[str, Any]) -> Flask:
    file = os.open(os.environ["CLOCK"], os.O_RDONLY)

    def ahead() -> int:
        return int(os.pread(file, WIDTH, 0))

    time.time = lambda: _right() + ahead()
    time.time_ns = lambda: _exact() + ahead() * 1_000_000_000
    files.datetime = Shifted  # type: ignore[attr-defined]
    return create_app(config)


def hasty(config: Mapping[str, Any]) -> Flask:
    """What the clock says is too old goes at once."""
    app = healthy(config)
    store: Store = app.extensions["store"]
    purge = store.expiry.purge
    store.expiry.purge = lambda untouched, **_: purge(untouched, at_once=True)  # type: ignore[method-assign]
    return app


def wall_clock(config: Mapping[str, Any]) -> Flask:
    """What may be done is counted by the clock that people set."""
    app = healthy(config)
    rate_limiter.now = lambda: time.time_ns() // 1_000_000
    return app
