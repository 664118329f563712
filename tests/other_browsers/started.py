"""WebKit and Firefox, started on this machine with a window as large as a phone."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.chromium import PORTRAIT
from tests.deploy.installed import is_open, until
from tests.other_browsers.webdriver import Marionette, OverHttp, Session, script
from tests.support.live_server import Program, running
from tests.support.postgresql import free_port

OPENS = "(size) => { open('about:blank', '', size); }"
HEIGHTS = "() => [innerHeight, outerHeight - innerHeight]"
# What this Firefox would do besides: ask servers of its own, and say what is new.
PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.dom.window.dump.enabled": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "extensions.update.enabled": False,
    "intl.accept_languages": "en-GB, en",
    "marionette.port": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.prefs.recommended": True,
    "services.settings.server": "data:,",
}


def program(variable: str, *names: str, package: str) -> str:
    """Where this program is: $VARIABLE, else one of these on PATH. Raises RuntimeError for none."""
    tried = [os.environ[variable]] if os.environ.get(variable) else names
    path = next(filter(None, map(shutil.which, tried)), None)
    if path is None:
        wanted = " or ".join(tried)
        raise RuntimeError(f"no {wanted} found: install {package}, or set {variable} to its path")
    return path


@contextmanager
def webkit(folder: Path) -> Iterator[Session]:
    """A WebKit of its own, on a screen that nobody sees."""
    driver = program("WEBKIT_DRIVER", "WebKitWebDriver", package="webkit2gtk-driver")
    xvfb = program("XVFB", "Xvfb", package="xvfb")
    asked = [xvfb, "-displayfd", "2", "-screen", "0", "900x900x24", "-nolisten", "tcp"]
    with running(asked, os.environ) as screen:
        until(lambda: _display(screen) != "", lambda: f"Xvfb does not start: {screen.said}")
        more = {**os.environ, "DISPLAY": _display(screen), "GDK_BACKEND": "x11"}
        more["HOME"] = str(folder)
        # It would draw with OpenGL, which without a graphics card takes more time than all else.
        more["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
        port = free_port()
        with running([driver, "--host=127.0.0.1", f"--port={port}"], more) as made:
            until(lambda: is_open(port), lambda: f"WebKit does not start: {made.said}")
            options = ["--automation", "--javascript-can-open-windows-automatically=true"]
            session = OverHttp(port, {"webkitgtk:browserOptions": {"args": options}})
            yield _as_large_as_a_phone(session)
            session.ends()


@contextmanager
def firefox(folder: Path) -> Iterator[Session]:
    """A Firefox of its own, without any window on a screen."""
    found = program("FIREFOX", "firefox-esr", "firefox", package="firefox-esr")
    profile = folder / "profile"
    profile.mkdir()
    lines = [f'user_pref("{name}", {json.dumps(is_so)});' for name, is_so in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    asked = [found, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with running(asked, {**os.environ, "HOME": str(folder)}) as made:
        said = profile / "MarionetteActivePort"
        until(
            lambda: said.exists() and said.read_text() != "",
            lambda: f"Firefox does not start: {made.said}",
        )
        session = Marionette(int(said.read_text()))
        yield _as_large_as_a_phone(session)
        session.ends()


ENGINES = {"webkit": webkit, "firefox": firefox}


def _as_large_as_a_phone(session: Session) -> Session:
    """A window of a browser has tools and is never that narrow, one that a page opens may be."""
    first, size = session.does("window"), "width={width},height={height}".format(**PORTRAIT)
    session.does("runs", **script(OPENS, size))
    (narrow,) = {*session.does("windows")} - {first}
    session.does("closes")
    session.does("switches", handle=narrow)
    inner, around = session.does("runs", **script(HEIGHTS))
    if inner != PORTRAIT["height"]:  # a low screen had cut it, and the address takes some
        session.does("becomes", width=PORTRAIT["width"], height=PORTRAIT["height"] + around)
    return session


def _display(screen: Program) -> str:
    """The name of this screen once there is it; "" before that."""
    return next((f":{line.strip()}" for line in screen.said if line.strip().isdecimal()), "")
