"""The app of a server, for phones that count by themselves."""

from tests.web.conftest import app, made, snapshots

__all__ = ["app", "made", "snapshots"]
