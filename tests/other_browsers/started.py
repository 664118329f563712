"""WebKit and Firefox, started on this machine with a window as large as a phone."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.browser.chromium import PORTRAIT
from tests.other_browsers.webdriver import Marionette, OverHttp, Session, script
from tests.support.postgresql import free_port

PATIENCE = 60  # s
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
    with ExitStack() as stack:
        display = stack.enter_context(_screen(folder))
        port = free_port()
        more = {"DISPLAY": display, "GDK_BACKEND": "x11", "HOME": str(folder)}
        # It would draw with OpenGL, which without a graphics card takes more time than all else.
        more["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
        log = folder / "webkit.log"
        asked = [driver, "--host=127.0.0.1", f"--port={port}"]
        stack.enter_context(_running(asked, log, more))
        _await(lambda: _answers(port), log)
        options = ["--automation", "--javascript-can-open-windows-automatically=true"]
        session = OverHttp(port, {"webkitgtk:browserOptions": {"args": options}})
        stack.callback(session.ends)
        yield _as_large_as_a_phone(session)


@contextmanager
def firefox(folder: Path) -> Iterator[Session]:
    """A Firefox of its own, without any window on a screen."""
    found = program("FIREFOX", "firefox-esr", "firefox", package="firefox-esr")
    profile, log = folder / "profile", folder / "firefox.log"
    profile.mkdir()
    lines = [f'user_pref("{name}", {json.dumps(is_so)});' for name, is_so in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    asked = [found, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    with _running(asked, log, {"HOME": str(folder)}):
        said = profile / "MarionetteActivePort"
        _await(lambda: said.exists() and said.read_text() != "", log)
        session = Marionette(int(said.read_text()), {})
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


@contextmanager
def _screen(folder: Path) -> Iterator[str]:
    xvfb, log = program("XVFB", "Xvfb", package="xvfb"), folder / "xvfb.log"
    reads, writes = os.pipe()
    asked = [xvfb, "-displayfd", str(writes), "-screen", "0", "900x900x24", "-nolisten", "tcp"]
    with _running(asked, log, {}, writes), os.fdopen(reads) as said:
        os.close(writes)
        number = said.readline().strip()
        if not number:
            raise RuntimeError(f"Xvfb does not start: {log.read_text(errors='replace')}")
        yield f":{number}"


@contextmanager
def _running(asked: list[str], log: Path, more: Mapping[str, str], *passed: int) -> Iterator[None]:
    """This program runs, and what it says is in the log; afterwards it is gone."""
    with log.open("wb") as said:
        process = subprocess.Popen(
            asked, env={**os.environ, **more}, pass_fds=passed,
            stdin=subprocess.DEVNULL, stdout=said, stderr=said,
        )  # fmt: skip
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/status", timeout=1) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


def _await(is_so: Callable[[], bool], log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > until:
            raise RuntimeError(f"it does not start: {log.read_text(errors='replace')}")
        time.sleep(0.02)
