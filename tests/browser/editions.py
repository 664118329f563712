"""The app as a later edition of it would be served: other scripts, under other addresses."""

from collections.abc import Mapping

from flask import Flask

from companion import create_app
from companion.web.static import assets

MARK = b"\nglobalThis.edition = 'newer';"


def newer(config: Mapping[str, object]) -> Flask:
    """The app with something more in each of its scripts, and so of another edition."""
    bare, edition = assets.bare, assets.edition()
    assets.bare = lambda stem: bare(stem) + MARK  # type: ignore[assignment]
    assets.edition = lambda: edition[::-1]  # type: ignore[assignment]
    return create_app(dict(config))
