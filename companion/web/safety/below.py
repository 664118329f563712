"""The app below a path of its host, such as /companion/, whether a proxy takes that away or not."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def init_app(app: Flask) -> None:
    """All pages are below ROOT, and so is where they lead: `url_for` and scripts go by it."""
    root, whole = app.config["ROOT"], app.wsgi_app
    name = root.rstrip("/")

    def below(asked: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        path = asked["PATH_INFO"]
        if path == name:
            query = asked.get("QUERY_STRING")
            start("308 Permanent Redirect", [("Location", f"{root}?{query}" if query else root)])
            return ()
        within = path.removeprefix(name) if path.startswith(root) else path
        return whole({**asked, "SCRIPT_NAME": name, "PATH_INFO": within}, start)

    if name:
        app.wsgi_app = below  # type: ignore[assignment, method-assign]
