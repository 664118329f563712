"""Companion: keeps count while people play card games with real cards."""

from collections.abc import Mapping
from typing import Any

from flask import Flask

LARGEST_REQUEST = 16 * 1024  # bytes; an entry takes less than one of these


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app, with its pages, its store and its commands.

    Nothing is opened here: the database is made and brought up to date at the first request.
    `config` goes over what the environment says.
    """
    from pathlib import Path

    from companion import address, backup, moving, record, restoring, settings, web
    from companion.live import Live
    from companion.store import Store

    root = Path(__file__).parents[1]
    app = Flask(
        __name__,
        template_folder=str(root / "templates"),
        static_folder=str(root / "static"),
        instance_path=str(root / "instance"),
    )
    app.config.from_mapping(MAX_CONTENT_LENGTH=LARGEST_REQUEST, SESSION_COOKIE_SAMESITE="Lax")
    app.config.from_mapping(config or {})
    instance = Path(app.config.setdefault("INSTANCE", app.instance_path))
    app.config.setdefault("DATABASE_URL", settings.database_url(instance))
    app.config.setdefault("KEEP_DAYS", settings.kept_days())
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or settings.secret_key(instance)
    key = str(app.config["SECRET_KEY"]).encode()
    store = app.extensions["store"] = Store(app.config["DATABASE_URL"], key)
    live = app.extensions["live"] = Live(store)
    store.heard = live.poke
    app.cli.add_command(record.replay_command)
    app.cli.add_command(address.address)
    app.cli.add_command(moving.move_command)
    app.cli.add_command(backup.backup_command)
    app.cli.add_command(restoring.restore_command)
    web.init_app(app)
    return app
