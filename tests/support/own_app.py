"""An app with a database of its own, beside the one that the fixtures make."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from companion import create_app


@contextmanager
def open_app(folder: Path, **config: object) -> Iterator[Flask]:
    """An app in this folder, which is closed afterwards.

    with open_app(tmp_path, ROOT="/companion/") as app:
        Phone(app).opens("/")
    """
    usual = {"TESTING": True, "SECRET_KEY": "k" * 32, "INSTANCE": folder}
    url = f"sqlite:///{folder / 'companion.sqlite3'}"
    app = create_app({**usual, "DATABASE_URL": url, **config})
    try:
        yield app
    finally:
        app.extensions["live"].stop()
        app.extensions["store"].close()
