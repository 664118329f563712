"""Companion, broken on purpose: each drill must notice the build that breaks its promise."""

from collections.abc import Mapping
from typing import Any

from flask import Flask

from companion import create_app
from companion.store import Store


def deaf(config: Mapping[str, Any]) -> Flask:
    """Nobody is told that a table was touched, neither at once nor by the check behind it."""
    app = create_app(config)
    store: Store = app.extensions["store"]
    store.heard = lambda table: None
    store.touched_since = lambda moment: {}  # type: ignore[method-assign]
    return app
