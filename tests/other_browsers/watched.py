"""The app as it is, whose pages also keep what goes wrong in their scripts and styles."""

from collections.abc import Mapping
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
    return companion.create_app(config)
