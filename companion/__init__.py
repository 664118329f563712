"""Companion: keeps count while people play card games with real cards."""

from collections.abc import Mapping
from typing import Any

from flask import Flask

LARGEST_REQUEST = 16 * 1024  # bytes; an entry takes less than one of these
MOST_FIELDS = 100  # of a form that comes with a file


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The app, with its pages, its store and its commands.

    Nothing is opened here: the database is made and brought up to date at the first request.
    `config` goes over what the environment says.
    """
    from pathlib import Path

    from companion import (
        address,
        backup,
        checking,
        doctor,
        journal,
        moving,
        purging,
        record,
        restoring,
        settings,
        web,
    )
    from companion.live import Live
    from companion.store import Store
    from companion.web.requests import Discreet

    root = Path(__file__).parents[1]
    app = Discreet(
        __name__,
        template_folder=str(root / "templates"),
        static_folder=str(root / "static"),
        instance_path=str(root / "instance"),
    )
    app.config.from_mapping(MAX_CONTENT_LENGTH=LARGEST_REQUEST, SESSION_COOKIE_SAMESITE="Lax")
    app.config["MAX_FORM_PARTS"] = MOST_FIELDS
    app.config.from_mapping(config or {})
    instance = Path(app.config.setdefault("INSTANCE", settings.instance(root / "instance")))
    app.config.setdefault("DATABASE_URL", settings.database_url(instance))
    app.config.setdefault("KEEP_DAYS", settings.kept_days())
    app.config.setdefault("TRUSTED_PROXIES", settings.trusted_proxies())
    journal.begin(settings.log_level())
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or settings.secret_key(instance)
    key = str(app.config["SECRET_KEY"]).encode()
    store = app.extensions["store"] = Store(app.config["DATABASE_URL"], key)
    live = app.extensions["live"] = Live(store)
    store.heard = live.poke
    for command in (
        record.replay_command,
        address.address,
        moving.move_command,
        backup.backup_command,
        restoring.restore_command,
        purging.purge_command,
        checking.check_command,
        doctor.doctor_command,
    ):
        app.cli.add_command(command)
    web.init_app(app)
    return app
