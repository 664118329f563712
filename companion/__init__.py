"""Companion: keeps count while people play card games with real cards."""

import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask
from jinja2 import ModuleLoader

if TYPE_CHECKING:
    from companion.store.store import Store

LARGEST_REQUEST = 16 * 1024  # bytes; an entry takes less than one of these
MOST_FIELDS = 100  # of a form that comes with a file


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app, with its pages, its store and its commands.

    Nothing is opened here: the database is made and brought up to date at the first request.
    `config` goes over what the environment says. Raises `settings.Unusable` where either is wrong.

    An app in which a command is looked for serves nobody: it makes no key, and where the settings
    are wrong its commands say so.
    """
    from companion.operations import commands, daily, settings
    from companion.runtime import server_log
    from companion.store.backups import Backups
    from companion.web import compression

    app = _make_app(settings.usual_instance())
    app.config.from_mapping(config or {})
    serves = not commands.is_lookup()
    try:
        ours = settings.read(config)
    except settings.Unusable as wrong:
        if serves:
            raise
        commands.add(app, wrong)
        return app
    commands.add(app)
    app.config.update(
        PORT=ours.port,
        IS_LOCAL=ours.is_local,
        INSTANCE=ours.instance,
        DATABASE_URL=ours.database_url,
        KEEP_DAYS=ours.kept_days,
        TRUSTED_PROXIES=ours.trusted_proxies,
        ALLOWED_ORIGINS=ours.allowed_origins,
        BACKUPS=ours.backups,
        SECRET_KEY=ours.key or (settings.secret_key(ours.instance) if serves else None),
    )
    server_log.begin(ours.log_level)
    app.extensions["backups"] = Backups(ours.backups)
    keeper = app.extensions["keeper"] = daily.Keeper(app.config)
    store = _add_store(app, ours.database_url)
    store.database.before_migration = keeper.before_migration
    _add_pages(app)
    compression.init_app(app)
    return app


def create_local_app(store: object, config: Mapping[str, Any] | None = None) -> Flask:
    """The app as a browser runs it, with this store: that of a mirrored game, or of own tables.

    It has no commands, no limits, and nothing that only a server needs. What its package holds
    ready made it takes from there. With `HERE` in `config` its tables live on the phone: nobody
    else comes to them, and there is no server behind its pages.
    """
    from companion.runtime import places, server_log
    from companion.web import assets

    app = _make_app(places.PACKAGE)
    app.config.from_mapping(
        SECRET_KEY=secrets.token_hex(),  # nothing that it signs leaves the phone
        WTF_CSRF_ENABLED=False,  # nobody else can ask
        LIMITED=False,
        TRUSTED_PROXIES=0,
    )
    app.config.from_mapping(config or {})
    server_log.begin("error")
    app.extensions["store"] = store
    _add_pages(app)
    if places.MADE.exists():
        assets.put_made(json.loads(places.MADE.read_text()))
        app.jinja_env.loader = ModuleLoader(places.COMPILED)
    return app


def _make_app(instance: Path) -> Flask:
    """An app without pages and data; `instance` is where Flask would look for files of its own."""
    from companion.runtime import places
    from companion.web.requests import Discreet

    app = Discreet(
        __name__,
        template_folder=str(places.TEMPLATES),
        static_folder=str(places.STATIC),
        instance_path=str(instance),
    )
    app.config.from_mapping(MAX_CONTENT_LENGTH=LARGEST_REQUEST, SESSION_COOKIE_SAMESITE="Lax")
    app.config["MAX_FORM_PARTS"] = MOST_FIELDS
    return app


def _add_store(app: Flask, database_url: str) -> "Store":
    """The app keeps its data in this database, and tells whoever watches what changes there."""
    from companion.store.live import Live
    from companion.store.store import Store

    key = str(app.config["SECRET_KEY"] or "").encode()
    store = app.extensions["store"] = Store(database_url, key)
    live = app.extensions["live"] = Live(store)
    store.database.on_change = live.notify
    return store


def _add_pages(app: Flask) -> None:
    from companion import web

    web.init_app(app)
