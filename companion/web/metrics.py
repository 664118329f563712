"""Figures of a server for those who collect them, in the format of Prometheus; off unless set."""

import os
import time
from collections.abc import Iterator, Mapping

from flask import Blueprint, Response, current_app

from companion.runtime.version import VERSION
from companion.store.database import backups
from companion.web.safety import phone

bp = Blueprint("metrics", __name__)

FRESH = 30.0  # seconds for which what was counted in the database holds


@bp.get("/metrics")
def show() -> Response:
    """Answer how much there is. Nothing in it says who played what."""
    lines = "".join(f"companion_{name} {value}\n" for name, value in _figures())
    return Response(lines, content_type="text/plain; version=0.0.4; charset=utf-8")


def _figures() -> Iterator[tuple[str, object]]:
    yield f'info{{version="{VERSION}"}}', 1
    yield from _count().items()
    # Each process has its own, and one of them answers.
    yield f'streams{{process="{os.getpid()}"}}', current_app.extensions["live"].watchers
    folder = current_app.config["BACKUPS"]
    age = backups.age_of_last_good(folder) if folder else None
    if age is not None:
        yield "last_good_backup_age_seconds", round(age.total_seconds())


def _count() -> Mapping[str, int]:
    """What the database holds; to count that takes long where it is much."""
    kept = current_app.extensions.get("metrics")
    if kept is None or time.monotonic() > kept[0] + FRESH:
        found = phone.store().overview.measure()
        kept = current_app.extensions["metrics"] = (time.monotonic(), found)
    counted: Mapping[str, int] = kept[1]
    return counted
