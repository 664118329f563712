"""Companion: keeps count while people play card games with real cards."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from companion.operations.settings import Settings
    from companion.store.store import Store


def create_app(config: Mapping[str, Any] | None = None) -> "Flask":
    """The app, with its pages, its store and its commands.

    Nothing is opened here: the database is made and brought up to date at the first request.
    `config` goes over what the environment says. Raises `settings.Unusable` where either is wrong.

    An app in which a command is looked for serves nobody: it makes no key, and where the settings
    are wrong its commands say so.
    """
    from companion.operations import commands, daily, keys, settings
    from companion.runtime import server_log
    from companion.store.database.backups import Backups
    from companion.web import init_app, make_app
    from companion.web.safety import below
    from companion.web.static import compression

    app = make_app(settings.usual_instance())
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
    _configure(app, ours)
    app.config["SECRET_KEY"] = ours.key or (keys.secret_key(ours.instance) if serves else None)
    server_log.begin(ours.log_level, ours.log_format)
    app.extensions["backups"] = Backups(ours.backups)
    keeper = app.extensions["keeper"] = daily.Keeper(app.config)
    store = _add_store(app, ours.database_url)
    store.database.before_migration = keeper.before_migration
    init_app(app)
    compression.init_app(app)
    below.init_app(app)
    return app


def _configure(app: "Flask", ours: "Settings") -> None:
    """What the app asks its own configuration for."""
    app.config.update(
        PORT=ours.port,
        IS_LOCAL=ours.is_local,
        INSTANCE=ours.instance,
        DATABASE_URL=ours.database_url,
        KEEP_DAYS=ours.kept_days,
        TRUSTED_PROXIES=ours.trusted_proxies,
        ROOT=ours.root,
        ALLOWED_ORIGINS=ours.allowed_origins,
        FRAME_ANCESTORS=ours.frame_ancestors,
        START_WORD=ours.start_word,
        BACKUPS=ours.backups,
        METRICS=ours.metrics,
    )


def create_home_app() -> "Flask":
    """The app as `companion run` serves it, which shows its address once it answers."""
    from companion.operations import serve

    app = create_app()
    serve.show_when_served(app)
    return app


def _add_store(app: "Flask", database_url: str) -> "Store":
    """The app keeps its data in this database, and tells whoever watches what changes there."""
    from companion.store.live import Live
    from companion.store.store import Store

    key = str(app.config["SECRET_KEY"] or "").encode()
    store = app.extensions["store"] = Store(database_url, key)
    live = app.extensions["live"] = Live(store)
    store.database.on_change = live.notify
    return store
