"""Companion: keeps count while people play card games with real cards."""

from collections.abc import Mapping
from typing import Any

from flask import Flask

LARGEST_REQUEST = 16 * 1024  # bytes; an entry takes less than one of these
MOST_FIELDS = 100  # of a form that comes with a file


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app, with its pages, its store and its commands.

    Nothing is opened here: the database is made and brought up to date at the first request.
    `config` goes over what the environment says. Raises `settings.Unusable` where either is wrong.

    An app in which a command is looked for serves nobody: it makes no key, and where the settings
    are wrong its commands say so.
    """
    from companion import web
    from companion.operations import commands, daily, settings
    from companion.runtime import places, server_log
    from companion.store.backups import Backups
    from companion.store.live import Live
    from companion.store.store import Store
    from companion.web.requests import Discreet

    app = Discreet(
        __name__,
        template_folder=str(places.TEMPLATES),
        static_folder=str(places.STATIC),
        instance_path=str(settings.usual_instance()),
    )
    app.config.from_mapping(MAX_CONTENT_LENGTH=LARGEST_REQUEST, SESSION_COOKIE_SAMESITE="Lax")
    app.config["MAX_FORM_PARTS"] = MOST_FIELDS
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
        BACKUPS=ours.backups,
        SECRET_KEY=ours.key or (settings.secret_key(ours.instance) if serves else None),
    )
    server_log.begin(ours.log_level)
    key = str(app.config["SECRET_KEY"] or "").encode()
    store = app.extensions["store"] = Store(ours.database_url, key)
    app.extensions["backups"] = Backups(ours.backups)
    keeper = app.extensions["keeper"] = daily.Keeper(app.config)
    store.database.before_migration = keeper.before_migration
    live = app.extensions["live"] = Live(store)
    store.database.on_change = live.notify
    web.init_app(app)
    return app
