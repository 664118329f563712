"""The app as a later edition of it would be served: other scripts, under other addresses."""

from collections.abc import Mapping

from flask import Flask

from companion import create_app
from companion.web.static import assets, made

MARK = b"\nglobalThis.edition = 'newer';"


def newer(config: Mapping[str, object]) -> Flask:
    """The app with something more in each of its scripts, and so of another edition."""
    edition, known, script = assets.edition(), made.bundles(), made.script
    assert known.is_of_sources()  # it has looked, and reads nothing anew
    older = {_newer(file): file for file in known.scripts.values()}
    known.scripts = {name: _newer(file) for name, file in known.scripts.items()}
    made.script = lambda file: script(older[file]) + MARK  # type: ignore[assignment]
    assets.edition = lambda: edition[::-1]  # type: ignore[assignment]
    return create_app(dict(config))


def _newer(file: str) -> str:
    """What a bundle is called that has other scripts in it."""
    name, _, version = file.removesuffix(".js").rpartition("-")
    return f"{name}-{version[::-1]}.js"
