"""The app as it is, whose pages also keep what goes wrong in their scripts and styles.

While its data folder has a file `unanswered`, no answer to an entry arrives.
"""

import errno
import socket
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import companion
from companion.web.static import made
from tests.browser.phone import WATCH

COMPLAINTS = """
(() => {
  const complain = (said) => {
    const before = JSON.parse(localStorage.complaints ?? "[]");
    localStorage.complaints = JSON.stringify([...before, `${location.pathname}: ${said}`]);
  };
  addEventListener("error", ({ message, filename, lineno }) => {
    complain(`${message} (${filename}, line ${lineno})`);
  });
  addEventListener("unhandledrejection", ({ reason }) => complain(`nobody heard: ${reason}`));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    complain(`${violatedDirective} forbids ${blockedURI}`);
  });
  // What a page had asked for is given up when it is left: htmx writes that down as an error.
  let isLeft = false;
  addEventListener("beforeunload", () => {
    isLeft = true;
  });
  addEventListener("pageshow", () => {
    isLeft = false;
  });
  const { error } = console;
  console.error = (...said) => {
    if (!isLeft) complain(`console: ${said.join(" ")}`);
    error.apply(console, said);
  };
})();
"""


def create_app(config: Mapping[str, Any] | None = None) -> Any:
    """The app; the first script of every page begins with one that watches it."""
    script = made.script

    def watched(file: str) -> bytes:
        is_first = b"indexedDB" in script(file)  # it has the queue
        return (WATCH + COMPLAINTS).encode() * is_first + script(file)

    made.script = watched  # type: ignore[assignment]
    app = companion.create_app(config)
    app.wsgi_app = over_a_bad_line(app.wsgi_app, Path(app.config["INSTANCE"]))
    return app


def over_a_bad_line(app: Callable[..., Iterable[bytes]], instance: Path) -> Any:
    """This app, whose answers to entries do not arrive while that file is there."""

    def carried(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        if not environ["PATH_INFO"].endswith("/entries") or not (instance / "unanswered").exists():
            return app(environ, start)
        list(app(environ, lambda *_: None))
        environ["gunicorn.socket"].shutdown(socket.SHUT_RDWR)
        raise BrokenPipeError(errno.EPIPE, "the line is cut")

    return carried
