"""Companion, broken on purpose: each drill must notice the build that breaks its promise."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Flask

from companion import create_app
from companion.store import Store
from companion.verdict import Verdict, Wish
from companion.web.playing import Playing


def unmerged(config: Mapping[str, Any]) -> Flask:
    """What can be recorded is recorded, whoever has entered it meanwhile."""
    judged = Playing.judge

    def judge(playing: Playing, wish: Wish) -> Verdict:
        return judged(playing, replace(wish, seen=len(playing.stored.log)))

    Playing.judge = judge  # type: ignore[method-assign]
    return create_app(config)


def unescaped(config: Mapping[str, Any]) -> Flask:
    """What people type is markup."""
    app = create_app(config)
    app.jinja_env.autoescape = False
    return app


def deaf(config: Mapping[str, Any]) -> Flask:
    """Nobody is told that a table was touched, neither at once nor by the check behind it."""
    app = create_app(config)
    store: Store = app.extensions["store"]
    store.heard = lambda table: None
    store.touched_since = lambda moment: {}  # type: ignore[method-assign]
    return app
